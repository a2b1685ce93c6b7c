"""The site in a browser: nothing from other hosts, steppers by keyboard and without a script, no fault found by axe."""

import pytest
from built_site import LANGUAGES, PHONE, ROOT, WIDE, axe
from conftest import GAMES

OTHER = {"ru": "en", "en": "ru"}
KINDS = ["index", "games/index", "games/crazy-eights", "search", "glossary/index", "glossary/tricks"]
KINDS += ["glossary/phrases", "glossary/words-ru", "glossary/words-en", "glossary/banking"]
KINDS += ["catalogue/index", "catalogue/families", "catalogue/names-ru", "catalogue/tree"]
KINDS += ["which-game", "practice", "dispute"]
GAME_PAGES = [f"{lang}/games/{game}" for game in GAMES for lang in LANGUAGES]
PAGES = GAME_PAGES + [f"en/develop/{page.stem}" for page in (ROOT / "docs/en/develop").glob("*.md")]
GAME = "games/crazy-eights.html"
every_language = pytest.mark.parametrize("lang", LANGUAGES)
every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
@every_language
def test_a_page_loads_and_asks_no_other_host(visit, lang, kind):
    page = visit(f"{lang}/{kind}.html")
    page.wait_for_load_state("networkidle")
    assert page.locator("h1").first.inner_text()
    assert page.evaluate("document.documentElement.lang") == lang


@every_kind
@pytest.mark.parametrize(
    ("lang", "size", "scheme"),  # each kind in each setting, though not in each language: axe is slow
    [("ru", WIDE, "light"), ("ru", PHONE, "dark"), ("en", WIDE, "dark"), ("en", PHONE, "light")],
)
def test_axe_finds_nothing(visit, lang, kind, scheme, size):
    assert axe(visit(f"{lang}/{kind}.html", color_scheme=scheme, viewport=size)) == []


@pytest.mark.parametrize("path", [path for n, path in enumerate(PAGES) if path not in GAME_PAGES or n % 4 in (0, 3)])
def test_axe_finds_nothing_on_any_page_of_a_kind(visit, path):
    """Every game in one of its languages, for axe is slow and the pages are alike."""
    phone = path.startswith("en")
    assert (
        axe(visit(f"{path}.html", color_scheme="dark" if phone else "light", viewport=PHONE if phone else WIDE)) == []
    )


@pytest.mark.parametrize("path", [*(f"{lang}/{kind}" for kind in KINDS for lang in LANGUAGES), *PAGES])
def test_a_phone_never_scrolls_sideways(visit, path):
    page = visit(f"{path}.html", viewport=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    wide = page.evaluate(
        """() => [...document.querySelectorAll('article *')].filter(e => {
            const box = e.getBoundingClientRect();
            return box.width && box.right > innerWidth + 1 && !e.closest('svg, pre, .table-wrapper, .visually-hidden');
        }).map(e => e.outerHTML.slice(0, 120))"""
    )
    assert wide == []


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
    deal.locator(".step-forward").focus()
    start = shown.get_attribute("id")
    page.keyboard.press("ArrowRight")
    assert shown.get_attribute("id") != start
    page.keyboard.press("ArrowLeft")
    assert shown.get_attribute("id") == start
    page.keyboard.press("End")
    assert shown.get_attribute("id") == f"deal-ordinary-{count}"
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
    assert all(step.is_visible() for step in deal.locator(".step").all())
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
