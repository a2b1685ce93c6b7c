"""The site in a browser: what holds for every page; steppers by keyboard and without a script."""

import re

import pytest
import weigh
from built_site import LANGUAGES, PHONE, ROOT, WIDE, axe
from conftest import GAMES

OTHER = {"ru": "en", "en": "ru"}
KINDS = ["index", "games/index", "games/crazy-eights", "search", "glossary/index", "glossary/tricks"]
KINDS += ["glossary/phrases", "glossary/words-ru", "glossary/banking"]
KINDS += ["catalogue/index", "catalogue/families", "catalogue/names-ru", "catalogue/tree", "catalogue/finder"]
KINDS += ["which-game", "practice", "dispute"]
ALIKE = [f"games/{game}" for game in GAMES if f"games/{game}" not in KINDS]
ALIKE += ["glossary/words-en", "catalogue/names-en", "catalogue/players", "catalogue/packs"]
PAGES = [(lang, kind, True) for kind in KINDS for lang in LANGUAGES]
PAGES += [(lang, name, LANGUAGES[n % 2] == lang) for n, name in enumerate(ALIKE) for lang in LANGUAGES]
PAGES += [("en", f"develop/{page.stem}", True) for page in (ROOT / "docs/en/develop").glob("*.md")]
SCROLLING = ".visually-hidden, svg, pre, .table-wrapper"
TOO_WIDE = """(let_be) => [...document.querySelectorAll('article *')].filter(e => {
    const box = e.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1 && !e.closest(let_be);
}).map(e => e.outerHTML.slice(0, 120))"""
GAME = "games/crazy-eights.html"
every_language = pytest.mark.parametrize("lang", LANGUAGES)


@pytest.mark.parametrize(("lang", "name", "with_axe"), PAGES)
def test_a_page_is_in_order(visit, lang, name, with_axe, subtests):
    """All that holds for every page, in one visit, for to open a page takes longer than most looks at it.

    The visit itself fails if another host is asked, a script has a fault, or the policy is broken. Axe is slow: it sees
    each kind of page in every setting, though not in each language, and pages that are alike in one of their languages.
    """
    schemes = ("dark", "light") if lang == "ru" else ("light", "dark")
    page = visit(f"{lang}/{name}.html", viewport=PHONE, color_scheme=schemes[0])
    page.wait_for_load_state("networkidle")
    with subtests.test("is a page in its language"):
        assert page.locator("h1").first.inner_text()
        assert page.evaluate("document.documentElement.lang") == lang
    with subtests.test("is light"):
        assert 20_000 < weigh.weight(visit.came) <= weigh.PAGE
    with subtests.test("does not scroll sideways on a phone"):
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert page.evaluate(TOO_WIDE, ".visually-hidden" if name.startswith("catalogue/") else SCROLLING) == []
    if name.removeprefix("games/") in GAMES:
        with subtests.test("prints on two sheets at most"):
            assert 1 <= len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) <= 2
    if with_axe:
        with subtests.test("axe finds nothing on a phone"):
            assert axe(page) == []
    page.set_viewport_size(WIDE)
    page.emulate_media(color_scheme=schemes[1])
    if name in KINDS:
        with subtests.test("axe finds nothing on a wide screen"):
            assert axe(page) == []
    for toggle in page.locator(".theme-toggle:visible").all():
        toggle.click()


@every_language
def test_the_language_switch_by_keyboard_lands_on_the_same_page(visit, lang):
    page = visit(f"{lang}/{GAME}")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('language-switch')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{OTHER[lang]}/{GAME}")
    assert page.evaluate("document.documentElement.lang") == OTHER[lang]


@every_language
def test_a_deal_is_stepped_through_by_keyboard(visit, lang):
    page = visit(f"{lang}/{GAME}")
    deal = page.locator("#deal-ordinary")
    shown = deal.locator(".step.now")
    count = deal.locator(".step").count()
    others = page.locator("#deal-refusal .step.now").get_attribute("id")
    assert shown.count() == 1
    assert shown.locator(".card-table > *").count() > 1
    assert deal.locator(".step:not(.now) .card-table > *").count() == 0, "a picture is drawn when it is looked at"
    deal.locator(".step-forward").focus()
    start = shown.get_attribute("id")
    page.keyboard.press("ArrowRight")
    assert shown.get_attribute("id") != start
    page.keyboard.press("ArrowLeft")
    assert shown.get_attribute("id") == start
    page.keyboard.press("End")
    assert shown.get_attribute("id") == f"deal-ordinary-{count}"
    assert shown.locator(".card-table > *").count() > 1
    assert deal.locator(".step-place").inner_text() == f"{count} / {count}"
    assert deal.locator(".step-forward").is_disabled()
    page.keyboard.press("Home")
    assert shown.get_attribute("id") == "deal-ordinary-1"
    page.keyboard.press("ArrowRight")
    move = deal.locator(".step.now .step-move").inner_text()
    assert deal.locator("[aria-live]").text_content().startswith(move)
    assert page.locator("#deal-refusal .step.now").get_attribute("id") == others


@every_language
def test_enter_on_a_button_steps_and_focus_is_never_lost(visit, lang):
    page = visit(f"{lang}/{GAME}")
    deal = page.locator("#deal-ordinary")
    deal.locator(".step-last").focus()
    page.keyboard.press("Enter")
    assert deal.locator(".step.now").get_attribute("id") == f"deal-ordinary-{deal.locator('.step').count()}"
    assert page.evaluate("document.activeElement.type") == "range"


@every_language
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_page_does_not_jump_while_stepping(visit, lang, size):
    page = visit(f"{lang}/{GAME}", viewport=size)
    deal = page.locator("#deal-ordinary")
    deal.locator(".step-first").click()
    deal.locator(".step-forward").focus()
    box = deal.bounding_box()
    height = page.evaluate("document.documentElement.scrollHeight")
    for _ in range(deal.locator(".step").count()):
        page.keyboard.press("ArrowRight")
        assert deal.bounding_box() == box
        assert page.evaluate("document.documentElement.scrollHeight") == height


@every_language
def test_the_whole_deal_can_be_shown_as_a_list(visit, lang):
    page = visit(f"{lang}/{GAME}")
    deal = page.locator("#deal-ordinary")
    toggle = deal.locator(".step-list")
    toggle.click()
    assert toggle.get_attribute("aria-pressed") == "true"
    for step in deal.locator(".step").all():
        assert step.is_visible() and step.locator(".card-table > *").count() > 1
    toggle.click()
    assert sum(step.is_visible() for step in deal.locator(".step").all()) == 1


@every_language
def test_without_javascript_the_deal_is_a_list(visit, lang):
    page = visit(f"{lang}/{GAME}", java_script_enabled=False)
    steps = page.locator("#deal-ordinary .step").all()
    assert len(steps) > 10
    assert all(step.is_visible() and step.locator("svg").is_visible() for step in steps)
    assert page.locator(".stepper-bar").count() == 0
    tops = [step.bounding_box()["y"] for step in steps]
    assert tops == sorted(set(tops))


@every_language
def test_a_clause_leads_to_the_step_that_shows_it(visit, lang):
    page = visit(f"{lang}/{GAME}")
    link = page.locator("[id='crazy-eights.eight'] .shown a").first
    step = link.get_attribute("href").removeprefix("#")
    link.click()
    page.locator(f"[id='{step}'].now").wait_for(state="visible")
    page.locator(f"[id='{step}'] .clause-ref", has_text="eight").click()
    assert page.evaluate("decodeURIComponent(location.hash)") == "#crazy-eights.eight"


@every_language
def test_print_shows_every_step(visit, lang):
    page = visit(f"{lang}/{GAME}")
    page.emulate_media(media="print")
    assert all(step.is_visible() for step in page.locator("#deal-ordinary .step").all())
    assert not page.locator(".stepper-bar").first.is_visible()


def test_the_root_page_offers_both_languages_without_a_script(visit):
    page = visit("index.html", java_script_enabled=False)
    page.get_by_role("link", name="English").click()
    page.wait_for_url("**/en/index.html")


@every_language
def test_the_drawers_open_by_keyboard_on_a_phone(visit, lang):
    page = visit(f"{lang}/{GAME}", viewport=PHONE)
    link = page.locator(".sidebar-tree a").first
    assert not link.is_visible()
    page.locator("#__navigation").focus()
    page.keyboard.press("Space")
    link.wait_for(state="visible")
