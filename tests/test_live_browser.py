"""The live table of a page, in Chromium: drawn at once, played with the engine in the browser, kept and shared."""

import pytest
from built_site import LANGUAGES, PHONE, axe
from conftest import GAMES

from cardlib import kit, record
from cardlib.widget import kept
from cardlib.widget.live import Live

ENGINE = 120_000  # milliseconds; a busy machine is not a fault


@pytest.fixture
def table(visit):
    """Opens the page of a game at its table."""

    def open_table(name, lang="en", hash="", **context):
        page = visit(f"{lang}/games/{name}.html{hash}", **context)
        page.set_default_timeout(ENGINE)
        page.locator(".live").scroll_into_view_if_needed()
        page.locator(".live .kt-board").wait_for()
        return page

    return open_table


def line(page):
    return page.evaluate("decodeURI(location.hash).replace('#table?', '')")


def settled(page):
    page.locator(".live:not([aria-busy])").wait_for()


def type_move(page, text):
    page.locator(".kt-input").fill(text)
    page.locator(".kt-input").press("Enter")
    settled(page)


def position(page):
    return page.locator(".live .kt-board").inner_text()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_played_on_its_page(table, name):
    lang = LANGUAGES[len(name) % 2]
    page = table(name, lang)
    sitting, _ = kept.read(name, "seed=1", lang)
    move = kit.write(sitting.legal()[0])
    sitting.move(move)
    type_move(page, move)
    assert line(page).replace("+", " ") == kept.write(sitting).replace("+", " ")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_position_is_drawn_before_the_engine_is_there(visit, lang):
    page = visit(f"{lang}/games/crazy-eights.html")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.locator(".live .kt-near .kt-card").first.wait_for()
    assert page.locator(".live .kt-near .kt-card").count() == 7
    assert not [url for url in asked if "pyodide" in url or "worker" in url]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_click_plays_and_a_refusal_tells_the_rule_of_the_page(table, lang):
    page = table("crazy-eights", lang)
    page.locator(".kt-near button.kt-can").first.click()
    page.locator(".kt-mine").wait_for()
    settled(page)
    type_move(page, "pass")
    page.locator(".kt-why summary").click()
    rule = page.locator("[id='crazy-eights.draw'] > p").first.inner_text()
    assert page.locator(".kt-why > p").first.inner_text() == rule
    assert page.locator(".kt-why a[href^='#']").get_attribute("href") == "#crazy-eights.draw"


def test_a_refreshed_page_has_lost_nothing(table):
    page = table("scopa")
    for _ in range(3):
        sitting, _ = kept.read("scopa", line(page) or "seed=1", "en")
        type_move(page, kit.write(sitting.legal()[0]))
    before, kept_line = position(page), line(page)
    page.reload()
    page.locator(".live .kt-board").wait_for()
    assert position(page) == before
    page.goto(page.url.partition("#")[0])
    page.locator(".live .kt-board").wait_for()
    assert position(page) == before
    page.locator(".kt").get_by_role("button", name="Undo").click()
    settled(page)
    assert line(page) != kept_line


def test_a_link_opens_the_same_position_in_the_other_language(table):
    page = table("sixty-six", "en")
    sitting, _ = kept.read("sixty-six", "seed=77", "ru")
    sitting.move(kit.write(sitting.legal()[0]))
    link = "#table?" + kept.write(sitting)
    there = table("sixty-six", "ru", hash=link)
    there.locator(".live-state:not(:empty)").wait_for()
    settled(there)
    codes = [
        str(c) for zone in sitting.view_for(0).zones if zone.name == "hand" and zone.owner == 0 for c in zone.cards
    ]
    shown = there.eval_on_selector_all(".kt-near .kt-hand [data-key]", "all => all.map(one => one.dataset.key)")
    assert sorted(key.split("/")[1][:2] for key in shown) == sorted(codes)
    assert line(there) == kept.write(sitting)
    page.locator(".kt-near button.kt-can").first.click()
    settled(page)


def test_a_faulty_link_says_what_is_wrong(table):
    page = table("crazy-eights", "ru", hash="#table?seed=3&moves=deal,deal,9H,pass")
    page.locator(".kt-notice").wait_for()
    assert "Ссылка прочитана не до конца" in page.locator(".kt-notice").inner_text()


def test_a_match_is_saved_and_opened_again(table, tmp_path):
    page = table("crazy-eights", "en")
    page.locator(".kt-near button.kt-can").first.click()
    page.locator(".kt-mine").wait_for()
    settled(page)
    with page.expect_download() as got:
        page.locator("[data-live=save]").click()
    text = got.value.path().read_text("utf-8")
    steps = list(record.replay(record.read(text)))
    assert steps[-1].state == kept.read("crazy-eights", line(page), "en")[0].state
    page.locator(".live input[type=file]").set_input_files(got.value.path())
    page.locator(".kt-walk").wait_for()
    page.locator(".kt").get_by_role("button", name="Next").click()
    settled(page)
    bad = tmp_path / "bad.deal"
    bad.write_text("game crazy-eights\nplayers 99\n", "utf-8")
    page.locator(".live input[type=file]").set_input_files(bad)
    page.locator(".kt-notice").wait_for()
    assert page.locator(".kt-walk").count() == 1, "the table stays as it was"


def test_players_and_house_rules_are_chosen_for_a_new_match(table):
    page = table("crazy-eights", "en")
    page.locator(".live-setup summary").click()
    page.locator(".live-setup select[name=players]").select_option("4")
    page.locator("table.options").scroll_into_view_if_needed()
    page.locator("select[name=target]").select_option("100")
    page.locator(".live-setup input[name=seed]").fill("12")
    page.locator(".live-setup button").click()
    page.locator(".live .kt-far").nth(2).wait_for()
    settled(page)
    assert line(page) == kept.write(kept.read("crazy-eights", "seed=12&players=4&target=100", "en")[0])


def test_python_thaws_where_functions_are_called_in_another_way(table):
    """As Pyodide has it on iPhones: memory was frozen where it was otherwise."""
    iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1"
    page = table("crazy-eights", user_agent=iphone)
    page.locator(".kt-near button.kt-can").first.click()
    page.locator(".kt-mine").wait_for()
    assert page.workers[0].evaluate("navigator.userAgent") == iphone


def test_without_the_engine_the_table_says_so_and_tries_again(table):
    page = table("crazy-eights", "en")
    page.route("**/engine.bin*", lambda route: route.abort())
    page.locator(".kt-near button.kt-can").first.click()
    page.locator(".live-state button").wait_for()
    assert "could not be loaded" in page.locator(".live-state").inner_text()
    page.unroute("**/engine.bin*")
    page.locator(".live-state button").click()
    page.locator(".kt-mine").wait_for()


@pytest.mark.parametrize(("lang", "scheme", "size"), [("ru", "light", None), ("en", "dark", PHONE)])
def test_axe_finds_nothing_at_the_table(table, lang, scheme, size):
    page = table("crazy-eights", lang, color_scheme=scheme, **({"viewport": size} if size else {}))
    type_move(page, "pass")
    page.locator(".live-setup summary").click()
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_and_the_engine_begin_with_the_same_position():
    for name in GAMES:
        one, other = Live(name, "ru"), Live(name, "ru")
        assert one.open("seed=1") == other.open("seed=1")
