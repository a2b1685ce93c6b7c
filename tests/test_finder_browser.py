"""The finder in a browser: it keeps to the catalogue by mouse, by keyboard, from an address and without a script."""

import random
from urllib.parse import urlencode

import pytest
from built_site import LANGUAGES, ROOT

from cardlib.catalogue import catalogue, families

FINDER = "catalogue/finder.html"
OTHER = {"ru": "en", "en": "ru"}
FOUND = {"ru": "Подходит игр: {} из 238.", "en": "{} of 238 games match."}
NONE = {
    "ru": "Ни одна игра не подходит: снимите какое-нибудь условие.",
    "en": "No game matches: drop one of the conditions.",
}
ASKED = [
    {"players": "3", "pack": "36", "gambling": "no", "children": "yes"},
    {"family": "patience", "pack": "32"},
    {"gambling": "yes", "players": "10"},
    {"here": "yes"},
    {"pack": "108", "family": "meld"},
    {"players": "16"},
]
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def wanted(lang, asked):
    """The titles of the games that meet the conditions, in the order of the page."""
    written = {path.stem for path in (ROOT / f"docs/{lang}/games").glob("*.md")}
    return {
        entry.title(lang)
        for entry in catalogue().values()
        if int(asked.get("players", entry.players[0])) in entry.players
        and entry.pack[0] <= int(asked.get("pack", 999))
        and asked.get("family", entry.family) == entry.family
        and asked.get("gambling", "yes" if entry.gambling else "no") == ("yes" if entry.gambling else "no")
        and (entry.children or "children" not in asked)
        and (entry.slug in written or "here" not in asked)
    }


def shown(page):
    """The titles in sight."""
    return page.evaluate(
        """() => [...document.querySelectorAll('#finder-games li')].filter(game => game.checkVisibility())
            .map(game => game.querySelector('p').firstChild.textContent.trim())"""
    )


def conditions(page):
    """What the address asks for."""
    return page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")


def fill(page, asked):
    for name, value in asked.items():
        field = page.locator(f"#finder-{name}")
        if name in ("children", "here"):
            field.check()
        else:
            field.select_option(value)


@every_language
@pytest.mark.parametrize("asked", ASKED, ids="-".join)
def test_only_games_that_meet_every_condition_stay(visit, lang, asked):
    page = visit(f"{lang}/{FINDER}")
    assert len(shown(page)) == len(catalogue())
    fill(page, asked)
    found = wanted(lang, asked)
    assert set(shown(page)) == found and len(shown(page)) == len(found)
    assert page.get_by_role("status").inner_text() == (FOUND[lang].format(len(found)) if found else NONE[lang])
    assert conditions(page) == asked


@every_language
def test_any_search_can_be_shared(visit, lang):
    rng = random.Random(lang)
    values = {
        "players": [str(n) for n in range(1, 17)],
        "pack": ["32", "36", "52", "54", "104", "108"],
        "family": list(families()),
        "gambling": ["no", "yes"],
        "children": ["yes"],
        "here": ["yes"],
    }
    page = visit(f"{lang}/{FINDER}")
    for _ in range(12):
        asked = {name: rng.choice(values[name]) for name in rng.sample(list(values), rng.randint(1, 3))}
        page.goto(f"{page.url.partition('?')[0]}?{urlencode(asked)}")
        assert set(shown(page)) == wanted(lang, asked), asked
        assert conditions(page) == asked
        for name, value in asked.items():
            field = page.locator(f"#finder-{name}")
            assert field.is_checked() if name in ("children", "here") else field.input_value() == value


@every_language
def test_what_an_address_asks_in_vain_is_let_be(visit, lang):
    page = visit(f"{lang}/{FINDER}?players=many&family=none&colour=red&here=maybe")
    assert len(shown(page)) == len(catalogue())
    assert page.locator("#finder-players").input_value() == ""


@every_language
def test_the_conditions_are_dropped_all_at_once(visit, lang):
    page = visit(f"{lang}/{FINDER}?players=2&children=yes#finder")
    page.locator("#finder-form button").click()
    page.wait_for_url(lambda url: "?" not in url)
    assert len(shown(page)) == len(catalogue())
    assert page.url.endswith(f"{lang}/{FINDER}#finder")
    assert page.get_by_role("status").inner_text() == FOUND[lang].format(238)


@every_language
def test_it_says_when_nothing_is_left(visit, lang):
    page = visit(f"{lang}/{FINDER}?gambling=yes&children=yes")
    assert shown(page) == []
    assert page.get_by_role("status").inner_text() == NONE[lang]


@every_language
def test_the_finder_is_worked_by_keyboard(visit, lang):
    page = visit(f"{lang}/{FINDER}")
    page.locator("#finder-players").focus()
    page.keyboard.type("3")
    order = []
    for _ in range(6):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.name || document.activeElement.type"))
        if order[-1] == "children":
            page.keyboard.press("Space")
    assert order == ["pack", "family", "gambling", "children", "here", "reset"]
    asked = {"players": "3", "children": "yes"}
    assert set(shown(page)) == wanted(lang, asked)
    assert conditions(page) == asked
    page.keyboard.press("Tab")
    link = page.evaluate("document.activeElement.closest('#finder-games') && document.activeElement.textContent")
    assert link in wanted(lang, asked | {"here": "yes"})
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "?" not in url)
    assert len(shown(page)) == len(catalogue())


@every_language
def test_a_search_is_still_there_in_the_other_language_and_on_the_way_back(visit, lang):
    page = visit(f"{lang}/{FINDER}")
    asked = {"players": "4", "family": "trick"}
    fill(page, asked)
    page.locator(".content-icon-container .language-switch").click()
    page.wait_for_url(f"**/{OTHER[lang]}/{FINDER}?players=4&family=trick")
    assert set(shown(page)) == wanted(OTHER[lang], asked)
    page.go_back()
    page.wait_for_url(f"**/{lang}/{FINDER}?players=4&family=trick")
    assert set(shown(page)) == wanted(lang, asked)
    assert page.locator("#finder-family").input_value() == "trick"


@every_language
def test_without_javascript_it_is_the_list_of_all_games(visit, lang):
    page = visit(f"{lang}/{FINDER}", java_script_enabled=False)
    games = page.locator("#finder-games li")
    assert games.count() == len(catalogue())
    assert games.first.is_visible() and games.last.is_visible()
    assert not page.locator("#finder-form").is_visible()
