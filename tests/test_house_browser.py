"""House rules chosen on a game's page: marked at their clauses, listed, kept in the address, dealt by, printed."""

import pytest
from built_site import LANGUAGES, SETTINGS, axe

THREE = "sixty-six-three-handed"
YOURS = {"ru": "Ваше правило:", "en": "Your house rule:"}


def choose(page, name, value):
    page.locator("table.options").scroll_into_view_if_needed()
    page.locator(f"table.options select[name={name}]").select_option(value)


def marks(page, clause):
    return page.locator(f"[id='{clause}'] > .house-mark").all_inner_texts()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_choice_is_marked_listed_and_kept_in_the_address(visit, lang):
    page = visit(f"{lang}/games/crazy-eights.html#table?seed=3")
    page.locator("table.options").scroll_into_view_if_needed()
    page.locator("select[name=target]").wait_for()
    assert not page.locator(".house-yours").is_visible() and page.locator(".house-mark").count() == 0
    choose(page, "target", "100")
    choose(page, "draw_freely", "True")
    assert "?target=100&draw_freely=True#table?seed=3" in page.url
    assert len(marks(page, "crazy-eights.match")) == len(marks(page, "crazy-eights.play-it")) == 1
    (mark,) = marks(page, "crazy-eights.match")
    assert mark.startswith(YOURS[lang]) and "100" in mark
    assert page.locator(".house-yours li").count() == 2
    assert page.locator(".house-yours a").first.get_attribute("href") == "#crazy-eights.match"
    page.locator(".house-yours button").click()
    assert "crazy-eights.html#table?seed=3" in page.url and page.locator(".house-mark").count() == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_link_brings_the_rules_and_the_other_language_has_them_too(visit, lang):
    page = visit(f"{lang}/games/gin-rummy.html?knock_limit=5&gin=25")
    page.locator(".house-yours").wait_for()
    assert page.locator("select[name=gin]").input_value() == "25"
    page.locator(".language-switch:visible").click()
    page.locator(".house-yours").wait_for()
    assert page.url.endswith("gin-rummy.html?knock_limit=5&gin=25") and f"/{lang}/" not in page.url
    assert page.locator(".house-yours li").count() == 2


@pytest.mark.parametrize(("lang", "reason"), [("ru", "сдающий не отдыхает"), ("en", "nobody sits out")])
def test_contradictory_rules_are_refused_with_the_reason(visit, lang, reason):
    page = visit(f"{lang}/games/{THREE}.html")
    choose(page, "all_play", "True")
    choose(page, "dealer_scores", "True")
    assert reason in page.locator(".house-said").inner_text()
    assert page.locator("select[name=dealer_scores]").input_value() == "False"
    assert page.url.endswith("?all_play=True")
    choose(page, "all_play", "False")
    choose(page, "dealer_scores", "True")
    assert page.url.endswith("?dealer_scores=True") and page.locator(".house-said").inner_text() == ""
    page = visit(f"{lang}/games/{THREE}.html?dealer_scores=True&all_play=True&party=99")
    page.locator(".house-fault").wait_for()
    assert reason in page.locator(".house-fault").inner_text() and "99" in page.locator(".house-fault").inner_text()
    assert page.url.endswith("?dealer_scores=True")


def test_a_refused_value_gives_way_to_the_one_before(visit):
    page = visit("en/games/king.html")
    choose(page, "first_deal", "3")
    choose(page, "win_back", "False")
    choose(page, "first_deal", "9")
    assert page.locator("select[name=first_deal]").input_value() == "3"
    assert "cannot begin with deal 9" in page.locator(".house-said").inner_text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_sheet_says_the_rules_and_has_no_lists_to_choose_from(visit, lang):
    page = visit(f"{lang}/games/crazy-eights.html?target=100")
    page.locator(".house-yours").wait_for()
    page.emulate_media(media="print")
    assert page.locator(".house-yours li").is_visible() and page.locator(".house-mark").is_visible()
    assert not page.locator("table.options select").first.is_visible()
    assert page.locator("table.options td:nth-child(3) .house-others").first.is_visible()
    assert not page.locator(".house-yours button").is_visible()


def test_without_a_script_the_table_reads_as_before(visit):
    page = visit("en/games/crazy-eights.html?target=100", java_script_enabled=False)
    assert not page.locator("table.options select").first.is_visible()
    assert "100" in page.locator("table.options").inner_text()


@pytest.mark.parametrize(("lang", "scheme", "size"), SETTINGS)
def test_axe_finds_nothing(visit, lang, scheme, size):
    path = f"{lang}/games/{THREE}.html?dealer_scores=True&all_play=True&beat=True"
    page = visit(path, color_scheme=scheme, viewport=size)
    page.locator(".house-yours").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe(page) == []
