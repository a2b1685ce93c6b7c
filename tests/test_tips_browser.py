"""Tips on links to terms: by pointer and by keyboard; they can be dismissed, rested upon, and stay until then."""

import gzip
import json

import pytest
from built_site import LANGUAGES, PHONE, axe
from playwright.sync_api import expect

from cardlib.terms import terms

GAME = "games/sixty-six.html"
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def hovered(page, n=0):
    """The nth link to a term, with the pointer on it, and the tip."""
    link = page.locator("article a.term").nth(n)
    link.scroll_into_view_if_needed()
    link.hover()
    expect(link).to_have_attribute("aria-describedby", "tip")  # not another's, on which the pointer stood before
    return link, page.locator("#tip")


def tip_of(link, lang):
    return terms()[link.get_attribute("data-term")].tip(lang)


def focused(page):
    """Tab to the first link to a term."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('a.term')"):
            return page.locator("a.term:focus")
    raise AssertionError("no link to a term can be reached")


@every_language
def test_a_tip_shows_on_hover(visit, lang):
    page = visit(f"{lang}/{GAME}")
    link, tip = hovered(page)
    assert tip.inner_text() == tip_of(link, lang)
    assert tip.get_attribute("role") == "tooltip"
    assert link.get_attribute("aria-describedby") == "tip"
    page.locator("h1").hover()
    tip.wait_for(state="hidden")
    assert link.get_attribute("aria-describedby") is None


@every_language
def test_a_tip_shows_on_keyboard_focus_and_escape_closes_it(visit, lang):
    page = visit(f"{lang}/{GAME}")
    link = focused(page)
    tip = page.locator("#tip")
    tip.wait_for(state="visible")
    assert tip.inner_text() == tip_of(link, lang)
    page.wait_for_timeout(600)
    assert tip.is_visible(), "it stays while the link has the focus"
    page.keyboard.press("Escape")
    assert tip.is_hidden()
    assert page.evaluate("document.activeElement.matches('a.term')"), "the focus stays"
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    tip.wait_for(state="visible")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('a.term')") or tip.is_hidden()


def test_the_pointer_may_rest_on_a_tip_and_escape_closes_it(visit):
    page = visit(f"en/{GAME}")
    _, tip = hovered(page)
    tip.hover()
    page.wait_for_timeout(600)
    assert tip.is_visible()
    page.keyboard.press("Escape")
    assert tip.is_hidden()


def test_a_pointer_that_only_passes_shows_nothing(visit):
    page = visit(f"en/{GAME}")
    link = page.locator("article a.term").first
    link.scroll_into_view_if_needed()
    link.hover()
    page.locator("h2").first.hover()
    page.wait_for_timeout(500)
    assert page.locator("#tip").is_hidden()


def test_a_tap_follows_the_link(visit):
    page = visit(f"en/{GAME}", viewport=PHONE, has_touch=True, is_mobile=True)
    link = page.locator("article a.term").first
    name = link.get_attribute("data-term")
    link.tap()
    page.wait_for_url(f"**/en/glossary/*.html#term-{name}")


@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 640}], ids=["390", "320"])
def test_a_tip_stays_within_a_narrow_window(visit, size):
    page = visit(f"ru/{GAME}", viewport=size)
    for n in range(6):
        link, tip = hovered(page, n)
        box, line = tip.bounding_box(), link.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"]
        assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"]
        assert box["y"] + box["height"] <= line["y"] + 4 or box["y"] >= line["y"]
        page.keyboard.press("Escape")


@every_language
def test_a_tip_follows_its_link_when_the_page_scrolls(visit, lang):
    page = visit(f"{lang}/{GAME}")
    link = focused(page)
    tip = page.locator("#tip")
    tip.wait_for(state="visible")
    apart = link.bounding_box()["y"] - tip.bounding_box()["y"]
    page.evaluate("scrollBy(0, -40)")
    page.wait_for_timeout(200)
    assert abs(link.bounding_box()["y"] - tip.bounding_box()["y"] - apart) < 3


@every_language
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_a_tip_open(visit, lang, scheme):
    page = visit(f"{lang}/{GAME}", color_scheme=scheme)
    hovered(page)
    assert axe(page) == []


@every_language
def test_entries_have_tips_too_and_ask_for_their_theme_once(visit, lang):
    page = visit(f"{lang}/glossary/tricks.html")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for n in (0, 1):
        link, tip = hovered(page, n)
        assert tip.inner_text() == tip_of(link, lang)
        page.keyboard.press("Escape")
    files = [url for url in asked if url.endswith(".json")]
    assert len(files) == len(set(files))


def test_it_works_under_a_strict_policy(visit, site, address):
    """No inline script or style is needed, and little is sent: a kilobyte of script, a few for a theme."""
    page = visit("en/index.html")
    problems = []
    page.on("console", lambda message: problems.append(message.text) if "Content Security" in message.text else None)

    def strict(route):
        answer = route.fetch()
        if route.request.resource_type == "document":
            body = answer.text().replace(
                "<head>", "<head><meta http-equiv=Content-Security-Policy content=\"style-src-attr 'none'\">", 1
            )
            route.fulfill(response=answer, body=body)
        else:
            route.fulfill(response=answer)

    page.route(f"{address}**", strict)
    page.goto(f"{address}en/{GAME}")
    before = len(problems)
    hovered(page)
    assert problems[before:] == []
    for lang in LANGUAGES:
        for file in (site / lang / "glossary").glob("*.json"):
            assert len(gzip.compress(file.read_bytes())) < 5000
            assert set(json.loads(file.read_text("utf-8"))) == {t.id for t in terms().values() if t.theme == file.stem}
