"""Practice on its page, in Chromium: asked by the engine, answered by keyboard, kept, and carried in a file."""

import json

import pytest
from built_site import LANGUAGES, PHONE, axe

from cardlib.tutor.ledger import Ledger

ENGINE = 120_000  # milliseconds; a busy machine is not a fault


@pytest.fixture
def practise(visit):
    """Opens the page for a game and has it ask; returns it with a question."""

    def begin(lang="en", game="king", **context):
        page = visit(f"{lang}/practice.html?game={game}", **context)
        page.set_default_timeout(ENGINE)
        page.locator(".practice-form button").focus()
        page.keyboard.press("Enter")
        page.locator(".practice-choices button").first.wait_for()
        return page

    return begin


def kept(page):
    return page.evaluate("localStorage.getItem('kartoteka practice')")


def answer(page, key="1"):
    page.keyboard.press(key)
    page.locator(".practice-verdict p").first.wait_for()


@pytest.mark.parametrize(("lang", "scheme"), [("ru", "light"), ("en", "dark")])
def test_a_question_is_answered_by_keyboard_and_a_mistake_is_explained(practise, lang, scheme):
    page = practise(lang, color_scheme=scheme)
    assert page.locator(".practice-asked[aria-live]").inner_text()
    said = {"ru": ("Верно.", "Неверно."), "en": ("Right.", "No.")}[lang]
    heard = set()
    for n in range(12):
        subject = page.locator(".practice-question").get_attribute("data-subject")
        answer(page, str(n % 2 + 1))
        verdict = page.locator(".practice-verdict[role=status] p").first.inner_text()
        heard.add(verdict)
        assert verdict in said
        if verdict == said[1] and not subject.startswith("term:"):
            link = page.locator(".practice-verdict a").last
            assert link.get_attribute("href") == f"games/king.html#{subject}"
            assert page.locator(".practice-choices .practice-wrong").count() == 1
        assert page.locator(".practice-choices .practice-right").count() == 1
        assert page.evaluate("document.activeElement.className") == "practice-next"
        if len(heard) == 2:
            break
        page.keyboard.press("Enter")
        page.locator(".practice-next").wait_for(state="hidden")
    assert heard == set(said)
    assert axe(page) == []


def test_answers_outlive_the_page_and_go_to_a_file_and_back(practise, tmp_path):
    page = practise()
    answer(page)
    before = kept(page)
    assert Ledger.read(before).records.keys() == {"king.cut"}
    page.reload()
    row = page.locator("tr[data-game=king]")
    assert row.locator("td.seen").inner_text() == "1"
    assert row.locator("li").first.get_attribute("data-mark", timeout=ENGINE) == "seen"
    with page.expect_download() as download:
        page.locator("[data-practice=give]").click()
    file = tmp_path / "practice.json"
    download.value.save_as(file)
    assert Ledger.read(file.read_text("utf-8")) == Ledger.read(before)

    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("[data-practice=forget]").click()
    assert row.locator("td.seen").inner_text() == "0"
    bad = tmp_path / "bad.json"
    bad.write_text("[]", "utf-8")
    page.locator(".practice-file input").set_input_files(bad)
    page.get_by_text("This is not a file of practice").wait_for()
    page.locator(".practice-file input").set_input_files(file)
    page.get_by_text("Answers taken over: 1.").wait_for()
    assert json.loads(kept(page)) == json.loads(before)


def test_where_nothing_may_be_kept_questions_are_asked_all_the_same(visit):
    page = visit("en/index.html")
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full'); }")
    page.set_default_timeout(ENGINE)
    page.goto(page.url.replace("index", "practice"))
    page.locator(".practice-form button").click()
    page.locator(".practice-choices button").first.click()
    page.get_by_text("Your browser lets nothing be kept").wait_for()
    page.locator(".practice-next").click()
    page.locator(".practice-next").wait_for(state="hidden")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_script_the_page_says_what_it_would_do(visit, lang):
    page = visit(f"{lang}/practice.html", java_script_enabled=False, viewport=PHONE)
    assert "python -m cardlib practice" in page.locator(".practice-none").inner_text()
    assert not page.locator(".practice-desk").is_visible()
    assert page.locator("table.practice-known tr[data-game]").count() > 20


def test_a_game_leads_to_its_questions(visit):
    page = visit("en/games/scopa.html")
    page.locator(".live-also a[href*=practice]").click()
    page.locator(".practice-desk").wait_for()
    assert page.locator(".practice select").input_value() == "scopa"
