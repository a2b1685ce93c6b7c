"""A rules page prints as a sheet to play from: black on white, the first deal as a list."""

import pytest
from built_site import LANGUAGES

SMALLEST = 7.5  # points


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_can_be_read_and_fits_its_columns(visit, lang):
    page = visit(f"{lang}/games/king.html", viewport={"width": 710, "height": 1050})  # as wide as a sheet's text
    page.emulate_media(media="print")
    sizes = page.evaluate("""() => [...document.querySelectorAll('article *')]
        .filter((e) => e.checkVisibility() && !e.closest('svg'))
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
        .map((e) => parseFloat(getComputedStyle(e).fontSize) * 72 / 96)""")
    assert len(sizes) > 100 and min(sizes) >= SMALLEST
    wide = page.evaluate("""() => [...document.querySelectorAll('article table, article p, article li')]
        .filter((e) => e.checkVisibility() && e.scrollWidth > e.closest('article > section').clientWidth / 2).length""")
    assert not wide
    others = page.evaluate("getComputedStyle(document.querySelector('#deal-ordinary'), '::after').content")
    assert len(others) > 20


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_is_black_on_white_and_has_what_one_plays_from(visit, lang):
    page = visit(f"{lang}/games/crazy-eights.html", color_scheme="dark")
    page.evaluate("document.body.dataset.theme = 'dark'")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    colours = page.evaluate("""() => [...new Set([...document.querySelectorAll('article *')]
        .filter((e) => e.checkVisibility() && !e.closest('svg'))
        .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()))
        .map((e) => getComputedStyle(e).color))]""")
    assert colours == ["rgb(0, 0, 0)"]
    clauses = page.locator(".clause")
    assert clauses.count() > 10 and all(clause.is_visible() for clause in clauses.all())
    assert page.locator("table.options").is_visible()
    for step in page.locator("#deal-ordinary .step").all():
        assert step.locator(".step-move").is_visible() and not step.locator("svg").is_visible()
    for left_out in (".live", ".sidebar-drawer", ".stepper-bar", "#deal-refusal", "footer", ".language-switch"):
        assert not page.locator(left_out).first.is_visible(), left_out
