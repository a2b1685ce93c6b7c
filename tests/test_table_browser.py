"""The card table in a browser, without Jupyter: its module on a bare page, with a sitting behind it.

Everything is done with the mouse or the keyboard, and the sitting in Python answers, as it does in a notebook.
"""

import json
from base64 import b64encode

import pytest
from built_site import PHONE, axe
from conftest import GAMES

from cardlib import kit, say
from cardlib.cards import CARDS
from cardlib.show.cards import sprite
from cardlib.widget import Sitting
from cardlib.widget.scene import scene
from cardlib.widget.sitting import labels
from cardlib.widget.table import CSS, HERE

WIDE = {"width": 1100, "height": 800}
PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Table</title><style>{css} body {{ margin: 16px; background: light-dark(#fff, #111); color-scheme: light dark; }}
</style><main id="here"></main><script type="module">
const heard = {{}};
const state = {state};
window.show = (view) => {{ state.view = view; heard["change:view"].forEach((f) => f()); }};
const table = (await import("data:text/javascript;base64,{module}")).default;
const on = (event, f) => (heard[event] ??= []).push(f);
const send = async (message) => window.show(await window.answer(message));
table.render({{ model: {{ get: (name) => state[name], send, on, off() {{}} }}, el: document.getElementById("here") }});
window.ready = true;
</script></html>"""
every_language = pytest.mark.parametrize("lang", say.LANGUAGES)


@pytest.fixture
def lay(browser):
    """Lays a table for a sitting; scripts must not fail and nothing may be fetched."""
    contexts, faults = [], []

    def lay_table(sitting, **context):
        opened = browser.new_context(**({"viewport": WIDE, "reduced_motion": "reduce"} | context))
        contexts.append(opened)
        page = opened.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda r: r.url.startswith("data:") or faults.append(r.url))

        def answer(message):
            sitting.do(message)
            return scene(sitting)

        page.expose_function("answer", answer)
        state = json.dumps({"view": scene(sitting), "sprite": sprite(sitting.lang)}).replace("</", "<\\/")
        module = b64encode((HERE / "table.js").read_bytes()).decode()
        page.set_content(PAGE.format(lang=sitting.lang, css=CSS, state=state, module=module))
        page.wait_for_function("window.ready")
        return page

    yield lay_table
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)


def focused(page):
    return page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent")


def heard(page):
    return page.locator("[aria-live]").inner_text()


def settled(page, sitting, number):
    """Wait until the page shows what the sitting has answered."""
    for _ in range(100):
        page.wait_for_timeout(20)
        if sitting.number > number and page.locator(".kt-status").inner_text() == scene(sitting)["status"]:
            return
    raise AssertionError("the table has not answered")


def tab_to(page, selector):
    """Press Tab until an element that fits has focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("(s) => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def eights(lang="en"):
    """A sitting whose reader holds an eight and cards that do not fit."""
    for seed in range(200):
        sitting = Sitting("crazy-eights", seed=seed, lang=lang)
        if not sitting.state.heap:
            continue
        kinds = {isinstance(move, tuple) for move in sitting.legal()}
        if kinds == {True, False} and len({m if not isinstance(m, tuple) else m[0] for m in sitting.legal()}) < 6:
            return sitting
    raise AssertionError


@every_language
def test_a_click_plays_a_card(lay, lang):
    sitting = eights(lang)
    page = lay(sitting)
    c = next(move for move in sitting.legal() if not isinstance(move, tuple))
    page.get_by_role("button", name=say.card_name(c, lang)).first.click()
    settled(page, sitting, 0)
    assert c in sitting.log
    assert page.locator(".kt-near").get_by_role("button", name=say.card_name(c, lang)).count() == 0
    assert say.card_name(c, lang) in heard(page)
    page.locator('[data-key="do undo"]').click()
    settled(page, sitting, 1)
    assert page.locator(".kt-near").get_by_role("button", name=say.card_name(c, lang)).count() == 1


@every_language
def test_a_hint_is_shown_and_read_aloud(lay, lang):
    sitting = eights(lang)
    page = lay(sitting)
    page.get_by_role("button", name=labels(lang)["hint"]).click()
    page.wait_for_selector(".kt-notice")
    assert page.locator(".kt-notice").inner_text() == sitting.notice
    assert any(sitting.phrase(move) in sitting.notice for move in sitting.legal())
    assert not set("♠♥♦♣") & set(heard(page))
    assert heard(page).strip("\u00a0") == scene(sitting)["heard"]


@every_language
def test_an_eight_asks_for_its_suit(lay, lang):
    sitting = eights(lang)
    page = lay(sitting)
    c, _ = next(move for move in sitting.legal() if isinstance(move, tuple))
    eight = page.locator(".kt-near").get_by_role("button", name=say.card_name(c, lang))
    assert eight.get_attribute("aria-pressed") == "false"
    eight.click()
    assert eight.get_attribute("aria-pressed") == "true"
    assert page.locator(".kt-choice").count() == 4
    eight.click()
    assert page.locator(".kt-choice").count() == 0
    eight.click()
    page.locator('.kt-choice[title$="clubs"]').click()
    settled(page, sitting, 0)
    assert (c, "clubs") in sitting.log


@every_language
def test_a_refused_card_says_why_and_links_to_the_rule(lay, lang):
    sitting = eights(lang)
    page = lay(sitting)
    legal = {move[0] if isinstance(move, tuple) else move for move in sitting.legal()}
    c = next(c for c in sitting.state.hands[0] if c not in legal)
    before = kit.clone(sitting.state)
    page.locator(".kt-near").get_by_role("button", name=say.card_name(c, lang)).click()
    page.wait_for_selector(".kt-refusal")
    assert sitting.state == before
    assert sitting.why(sitting.refusal) in page.locator(".kt-refusal").inner_text()
    assert page.locator(".kt-refusal a").get_attribute("href").endswith(f"#{sitting.refusal.clause}")
    assert labels(lang)["refused"] in heard(page)
    assert not set("♠♥♦♣") & set(heard(page))


@every_language
def test_the_keyboard_is_enough(lay, lang):
    sitting = eights(lang)
    page = lay(sitting)
    legal = sitting.legal()
    tab_to(page, ".kt-near .kt-card")
    names = []
    for _ in range(len(sitting.state.hands[0])):
        names.append(focused(page))
        page.keyboard.press("ArrowRight")
    assert len(set(names)) == len(sitting.state.hands[0])
    page.keyboard.press("Home")
    assert focused(page) == names[0]
    c, _ = next(move for move in legal if isinstance(move, tuple))
    while say.card_name(c, lang) not in focused(page):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.classList.contains('kt-choice')")
    page.keyboard.press("Escape")
    assert say.card_name(c, lang) in focused(page)
    assert page.locator(".kt-choice").count() == 0
    page.keyboard.press(" ")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    settled(page, sitting, 0)
    assert any(isinstance(move, tuple) and move[0] == c for move in sitting.log)
    assert page.evaluate("document.querySelector('.kt').contains(document.activeElement)")
    page.keyboard.press("?")
    assert heard(page).strip("\u00a0") == scene(sitting)["position"]


def test_arrow_keys_go_from_zone_to_zone(lay):
    page = lay(eights())
    tab_to(page, ".kt-near .kt-card")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.zone") == "discard"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.zone") == "stock"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.zone") == "hand of 0"


def test_focus_stays_beside_a_card_that_was_played(lay):
    sitting = eights()
    page = lay(sitting)
    c = next(move for move in sitting.legal() if not isinstance(move, tuple))
    page.locator(".kt-near").get_by_role("button", name=say.card_name(c, "en")).focus()
    page.keyboard.press("Enter")
    settled(page, sitting, 0)
    assert page.evaluate("document.activeElement.dataset.zone") == "hand of 0"


@every_language
def test_moves_can_be_typed(lay, lang):
    sitting = eights(lang)
    page = lay(sitting)
    page.get_by_label(labels(lang)["type"]).fill("¿?")
    page.keyboard.press("Enter")
    page.wait_for_selector(".kt-notice")
    assert page.locator(".kt-notice").inner_text() == sitting.notice
    c = next(move for move in sitting.legal() if not isinstance(move, tuple))
    number = sitting.number
    page.get_by_label(labels(lang)["type"]).fill(say.card_sign(c, lang))
    page.keyboard.press("Enter")
    settled(page, sitting, number)
    assert c in sitting.log
    assert page.get_by_label(labels(lang)["type"]).input_value() == ""


def test_a_stock_is_clicked_to_draw(lay):
    for seed in range(300):
        sitting = Sitting("crazy-eights", seed=seed, lang="en")
        if sitting.legal() == ["draw"]:
            break
    page = lay(sitting)
    page.locator(".kt-stock .kt-card").click()
    settled(page, sitting, 0)
    assert sitting.log.count("draw") >= 1


def test_a_capture_is_chosen_card_by_card(lay):
    sitting, move = next(
        (sitting, move)
        for seed in range(200)
        for sitting in [Sitting("scopa", seed=seed, lang="en")]
        for move in sitting.legal()
        if isinstance(move, tuple) and len(move) == 4
    )
    page = lay(sitting)
    for c in (move[0], *move[2:]):
        page.locator(f'[data-key$="/{c}1"]').click()
    page.wait_for_timeout(100)
    if choices := page.locator(".kt-choice").count():
        assert choices > 1
        page.locator(".kt-choice").first.click()
    settled(page, sitting, 0)
    assert kit.canon(move) in sitting.log


def test_cards_that_do_not_go_together_are_refused(lay):
    sitting, c, other = next(
        (sitting, move[0], t)
        for seed in range(200)
        for sitting in [Sitting("scopa", seed=seed, lang="en")]
        for move in sitting.legal()
        if isinstance(move, tuple) and len(move) == 4
        for t in sitting.state.table
        if not any(isinstance(m, tuple) and m[0] is move[0] and t in m for m in sitting.legal())
    )
    page = lay(sitting)
    page.locator(f'[data-key$="/{c}1"]').click()
    page.locator(f'[data-key$="/{other}1"]').click()
    page.wait_for_selector(".kt-refusal")
    assert sitting.refusal.clause in ("scopa.equal", "scopa.court")


def test_places_in_a_layout_are_clicked(lay):
    sitting = next(s for seed in range(50) for s in [Sitting("ten-of-clubs", seed=seed, lang="ru")] if s.legal())
    page = lay(sitting)
    page.get_by_role("button", name="Ряд 1, место 1").click()
    page.wait_for_selector(".kt-refusal")
    assert sitting.refusal.clause == "ten-of-clubs.corner"
    page.locator(".kt-row").get_by_role("button", name="Ряд 4, место 5").click()
    settled(page, sitting, 1)
    assert sitting.log[-1] == ("turn", 4, 5)


@every_language
def test_a_worked_deal_is_stepped_through_and_played_on(lay, lang):
    sitting = Sitting("crazy-eights", deal="ordinary", lang=lang)
    page = lay(sitting)
    next_button = page.get_by_role("button", name=labels(lang)["next"], exact=True)
    at = sitting.at
    next_button.focus()
    for n in range(3):
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(step) => document.querySelector('.kt-step').textContent.includes(step)", arg=str(at + n + 2)
        )
    comment = sitting.steps[sitting.at].line.comment[lang]
    assert page.locator(".kt-comment").inner_text() == comment
    assert comment[:20] in heard(page)
    backs = page.locator(".kt-fan").count()
    assert backs == 1
    page.get_by_role("button", name=labels(lang)["open"]).click()
    page.wait_for_function("document.querySelectorAll('.kt-fan').length === 0")
    page.get_by_role("button", name=labels(lang)["play-on"]).click()
    page.wait_for_selector('[data-key="do walk"]')
    assert page.locator(".kt-fan").count() == 1
    assert not sitting.walking


@pytest.mark.parametrize("name", GAMES)
def test_hidden_faces_are_not_on_the_page(lay, name):
    sitting = Sitting(name, seed=2, lang="en")
    page = lay(sitting)
    html = page.locator(".kt-body").evaluate("(body) => body.outerHTML")
    seen = {c for zone in sitting.view_for(0).zones for c in zone.cards}
    secret = [c for zone in sitting.game.table(sitting.state) for c in zone.cards if c and c not in seen]
    assert secret or sitting.state.players == 1
    for c in secret:
        assert f"card-en-{c}" not in html
        assert f'"{c}' not in html
        assert say.card_name(c, "en") not in html
    shown = page.locator(".kt-body use[href^='#card-en-']").count()
    assert shown >= sum(
        c in CARDS.values() for zone in sitting.view_for(0).zones for c in zone.cards if zone.owner == 0
    )


@every_language
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing(lay, lang, scheme, size):
    for sitting in (eights(lang), Sitting("crazy-eights", deal="refusal", lang=lang)):
        page = lay(sitting, color_scheme=scheme, viewport=size)
        if not sitting.walking:
            page.locator(".kt-word.kt-unfit").first.click()
            page.wait_for_selector(".kt-refusal")
            c, _ = next(move for move in sitting.legal() if isinstance(move, tuple))
            page.locator(f'[data-key$="/{c}1"]').click()
        assert axe(page, ".kt") == []


@pytest.mark.parametrize("name", GAMES)
def test_a_phone_never_scrolls_sideways(lay, name):
    game_players = max(Sitting(name).game.PLAYERS)
    for sitting in (Sitting(name, seed=2, lang="ru"), Sitting(name, seed=3, lang="en", players=game_players)):
        page = lay(sitting, viewport=PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        small = page.evaluate(
            """() => [...document.querySelectorAll('.kt button, .kt input')]
                .map((button) => button.getBoundingClientRect())
                .filter((box) => box.width < 24 || box.height < 24 || box.right > innerWidth).length"""
        )
        assert small == 0


def test_colours_and_motion_follow_the_reader(lay):
    sitting = eights()
    page = lay(sitting, color_scheme="dark")
    paint = "(name) => getComputedStyle(document.querySelector('.kt')).getPropertyValue(name)"
    assert page.evaluate(paint, "--suit-2") == page.evaluate(paint, "--suit-1")
    page.get_by_role("button", name=labels("en")["four"]).click()
    page.wait_for_selector(".kt.four-colours")
    assert page.evaluate(paint, "--suit-2") != page.evaluate(paint, "--suit-1")
    ground = "getComputedStyle(document.querySelector('.kt-body')).backgroundColor"
    dark = page.evaluate(ground)
    page.evaluate("document.body.dataset.theme = 'light'")
    assert page.evaluate(ground) != dark
    page.evaluate("document.body.dataset.jpThemeLight = 'false'; delete document.body.dataset.theme")
    assert page.evaluate(ground) == dark
    assert page.evaluate("getComputedStyle(document.querySelector('.kt-discard .kt-card')).animationName") == "none"
