"""A refused move explained at the table of a page; a hint that tells how far it is, and can be stopped."""

import pytest
from built_site import LANGUAGES, PHONE, axe

from cardlib import kit
from cardlib.widget import kept

ENGINE = 120_000  # milliseconds; a busy machine is not a fault


@pytest.fixture
def table(visit):
    """Opens the page of a game at a table with the engine ready."""

    def open_table(name, line, lang="en", **context):
        page = visit(f"{lang}/games/{name}.html#table?{line}", **context)
        page.set_default_timeout(ENGINE)
        page.locator(".live").scroll_into_view_if_needed()
        page.locator(".live-state:not(:empty)").wait_for()
        settled(page)
        return page

    return open_table


def settled(page):
    page.locator(".live:not([aria-busy]) .kt-board").wait_for()


def choices(name, line):
    """How many legal moves the reader has."""
    return len(kept.read(name, line, "en")[0].legal())


def refused_card(lang):
    """A line of a match of Crazy Eights, a card that is refused in it, and the sitting that refuses it."""
    for seed in range(1, 60):
        sitting, _ = kept.read("crazy-eights", f"seed={seed}", lang)
        for c in sitting.view_for(0).zones[0].cards if sitting.state.heap else ():
            if kit.refuse(sitting.game, sitting.state, c) and len(sitting.legal()) in (2, 3, 4):
                sitting.move(str(c))
                return kept.write(sitting), str(c), sitting
    raise AssertionError("no card is refused")


@pytest.mark.parametrize(("lang", "scheme", "size"), [("ru", "light", PHONE), ("en", "dark", None)])
def test_a_refused_move_tells_what_would_make_it_legal_and_offers_what_is(table, lang, scheme, size):
    line, code, sitting = refused_card(lang)
    page = table("crazy-eights", line, lang, color_scheme=scheme, **({"viewport": size} if size else {}))
    page.locator(f".kt-near button[data-key*='/{code}']").click()
    page.locator(".kt-refusal").wait_for()
    settled(page)
    change = page.locator(".kt-change").inner_text()
    assert change.startswith("Так было бы можно" if lang == "ru" else "It would be allowed if")
    offered = page.locator(".kt-instead button.kt-may")
    assert offered.count() == len(sitting.legal())
    heard = page.locator(".kt [role=status]").inner_text()
    assert heard.startswith("Так нельзя." if lang == "ru" else "Not allowed.")
    assert ("Можно:" if lang == "ru" else "Allowed:") in heard
    assert not set("♠♥♦♣") & set(heard)
    assert axe(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    offered.first.click()
    page.locator(".kt-mine").wait_for()
    settled(page)
    assert page.locator(".kt-refusal").count() == 0
    page.locator(".kt-mine .kt-rules summary").click()
    rule = page.locator("[id='crazy-eights.follow'] > p").first.inner_text()
    assert rule in page.locator(".kt-mine .kt-rules").inner_text()
    assert axe(page) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_hint_tells_how_far_it_is_and_can_be_stopped(table, lang):
    line = next(line for line in (f"seed={n}&players=4" for n in range(99)) if choices("scopa", line) > 4)
    page = table("scopa", line, lang)
    page.evaluate(
        """() => {
            globalThis.seen = [];
            const bar = document.querySelector(".live-thought progress");
            new MutationObserver(() => seen.push(bar.value)).observe(bar, { attributes: true });
        }"""
    )
    for _ in range(5):  # a hint has its time, in which a busy machine may get no further than one step
        page.evaluate("seen = []")
        page.locator("[data-key='do hint']").click()
        page.locator(".live-thought").wait_for()
        page.locator(".kt-notice").wait_for()
        settled(page)
        seen = page.evaluate("seen")
        if len(seen) > 2:
            break
    assert len(seen) > 2
    assert sorted(seen) == seen
    assert 0 < seen[-1] <= 1
    assert page.locator(".live-thought").is_hidden()

    # Stopped as soon as the button is there: less is thought.
    page.evaluate(
        """() => {
            seen = [];
            const stop = document.querySelector(".live-stop");
            let pressed = false;
            new MutationObserver(() => {
                if (!stop.parentElement.hidden && !pressed) {
                    pressed = true;
                    stop.focus();
                    stop.click();
                } else if (stop.parentElement.hidden && pressed) document.body.dataset.stopped = "yes";
            }).observe(stop.parentElement, { attributes: true });
        }"""
    )
    page.locator("[data-key='do hint']").click()
    page.locator("body[data-stopped]").wait_for()
    settled(page)
    assert page.locator(".kt-notice").inner_text()
    assert len(page.evaluate("globalThis.seen")) < len(seen)
    assert page.evaluate("document.activeElement.dataset.key") == "do hint"


def test_the_table_shows_the_readers_card_while_another_thinks_and_he_can_be_hurried(table):
    page = table("scopa", "seed=1&players=4&level=strong", "en")
    page.evaluate(
        """() => {
            globalThis.seen = [];
            const said = document.querySelector(".live-thought span");
            new MutationObserver(() => {
                seen.push([said.textContent, document.querySelectorAll(".kt-mine").length]);
                document.querySelector(".live-stop").click();
            }).observe(said, { childList: true });
        }"""
    )
    page.locator(".kt-near button.kt-card").first.click()
    page.locator(".kt-choices button, .kt-mine").first.wait_for()
    if page.locator(".kt-choices button").count():
        page.locator(".kt-choices button").first.click()
    page.locator(".kt-mine").wait_for()
    settled(page)
    seen = page.evaluate("seen")
    assert {said for said, _ in seen} & {"West is thinking…", "North is thinking…", "East is thinking…"}
    assert all(mine == 1 for _, mine in seen)
    assert page.locator(".kt-events > li").count() >= 4
