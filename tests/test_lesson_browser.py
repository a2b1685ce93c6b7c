"""The lesson of a page, in Chromium: a list that reads without scripts, a table by keyboard, progress kept."""

import pytest
from built_site import PHONE, axe

from cardlib import kit
from cardlib.cards import Card
from cardlib.tutor import lessons
from cardlib.widget.lesson import title

PATIENCE = 180_000  # milliseconds: the engine starts in the browser
LESSON = lessons.open_lesson("crazy-eights")
NEXT = {"ru": "Дальше", "en": "Next"}
every_language = pytest.mark.parametrize("lang", ["ru", "en"])


def begin(visit, lang, **context):
    """The page with its lesson opened, without a mouse."""
    return opened(visit(f"{lang}/games/crazy-eights.html", **context))


def opened(page):
    page.set_default_timeout(PATIENCE)
    page.locator(".lesson-start button").press("Enter")
    page.locator(".lesson .kt-board").wait_for()
    return page


def answer(page, move):
    """Type a move and press Enter."""
    page.locator(".lesson .kt-input").fill(kit.write(move))
    page.locator(".lesson .kt-input").press("Enter")


@every_language
def test_without_scripts_the_questions_are_a_list_with_folded_answers(visit, lang):
    page = visit(f"{lang}/games/crazy-eights.html", java_script_enabled=False)
    items = page.locator(".lesson-list > li")
    assert items.count() == len(LESSON.steps)
    for n, step in enumerate(LESSON.steps):
        assert step.said[lang]["ask"] in items.nth(n).inner_text()
        assert step.said[lang]["well"] not in items.nth(n).inner_text()
        items.nth(n).locator("summary").click()
        assert step.said[lang]["well"] in items.nth(n).inner_text()
    assert not page.locator(".lesson-start").is_visible()


@every_language
def test_a_lesson_is_walked_by_keyboard(visit, lang):
    page = begin(visit, lang)
    table = page.locator(".lesson .kt")
    assert page.locator(".lesson-list").is_hidden()
    assert axe(page) == []
    for n, step in enumerate(LESSON.steps, 1):
        table.locator(".kt-lesson", has_text=title(step.kind, lang)).filter(has_text=step.said[lang]["ask"]).wait_for()
        spoken = table.locator("[role=status]")
        if step.tempting:
            answer(page, step.tempting[0])
            table.locator(".kt-refusal").wait_for()
        answer(page, step.right[0])
        table.locator(".kt-right", has_text=step.said[lang]["well"]).wait_for()
        assert spoken.inner_text()
        if n < len(LESSON.steps):
            table.get_by_role("button", name=NEXT[lang], exact=True).press("Enter")
    assert axe(page) == []
    table.locator("[data-key='do restart']").press("Enter")
    table.locator(".kt-lesson", has_text=LESSON.steps[0].said[lang]["ask"]).wait_for()


def test_a_card_is_played_with_the_arrows_and_focus_goes_on(visit):
    page = begin(visit, "en")
    move = next(move for move in LESSON.steps[0].right if isinstance(move, Card))
    card = page.locator(f".lesson .kt-near [data-key$='/{move}1']")
    page.locator(".lesson .kt-near [data-zone][tabindex='0']").press("Home")
    while not card.evaluate("one => one === document.activeElement"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".lesson .kt-right").wait_for()
    assert page.evaluate("document.activeElement.dataset.key") == "do next"


def test_the_reader_finds_his_place_again(visit):
    page = begin(visit, "ru", viewport=PHONE)
    answer(page, LESSON.steps[0].right[0])
    page.locator(".lesson .kt-right").wait_for()
    page.locator(".lesson").get_by_role("button", name="Дальше", exact=True).press("Enter")
    page.locator(".lesson .kt-lesson", has_text="Шаг 2").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.reload()
    begun = page.locator(".lesson-start button")
    assert begun.inner_text() == f"Продолжить урок: вопрос 2 из {len(LESSON.steps)}"
    assert page.locator(".lesson-solved").count() == 1
    begun.press("Enter")
    page.locator(".lesson .kt-lesson", has_text=LESSON.steps[1].said["ru"]["ask"]).wait_for()
    begun.press("Enter")
    assert page.locator(".lesson-list").is_visible()


def test_a_lesson_whose_engine_does_not_come_says_so(visit):
    page = visit("en/games/crazy-eights.html")
    page.route("**/engine.bin*", lambda route: route.fulfill(body=b"no gzip"))  # the button starts the engine
    opened(page)
    answer(page, LESSON.steps[0].right[0])
    page.locator(".lesson-state button").wait_for()
    assert "could not be loaded" in page.locator(".lesson-state").inner_text()
    page.unroute("**/engine.bin*")
    page.locator(".lesson-state button").click()
    page.locator(".lesson .kt-right").wait_for()
