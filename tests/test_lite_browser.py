"""The notebooks in the reader's browser, in Chromium: opened from a page of the site, run, clicked, from one host."""

import json
import re
import time
from base64 import b64decode

import pytest
from built_site import LANGUAGES
from test_lab_browser import gone

from cardlib.tutor.ledger import Ledger

SLOW = 90_000  # milliseconds: Python starts in the browser, and other tests run beside
MEGABYTE = 1_000_000
DOWNLOADED = 13 * MEGABYTE  # packed, before the table is there
INSTALLED = 25 * MEGABYTE


def measured(page):
    """Addresses that are asked for and the bytes that come."""
    got = {}
    page.on("response", lambda answer: got.update({answer.url: int(answer.headers.get("content-length", 0))}))
    return got


@pytest.mark.parametrize(("lang", "game"), [("ru", "crazy-eights"), ("en", "sixty-six")])
def test_a_notebook_is_opened_from_its_page_and_a_click_plays_a_card(visit, address, capsys, lang, game):
    page = visit(f"{lang}/games/{game}.html")
    page.set_default_timeout(SLOW)
    link = page.locator(".live-also a[href*=lite]")
    assert link.get_attribute("href") == f"../../lite/notebooks/index.html?path={lang}/{game}.ipynb"
    got, started = measured(page), time.monotonic()
    link.click()

    page.get_by_text("Python (Pyodide)").first.wait_for()  # till then the page still arranges itself
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+Enter")
    table = page.locator(".kt").first
    table.locator(".kt-near .kt-card").first.wait_for()
    assert table.get_attribute("lang") == lang
    assert page.evaluate("document.documentElement.lang").startswith(lang)
    menu = {"ru": "Выполнить", "en": "Run"}[lang]
    assert page.get_by_role("menuitem", name=menu, exact=True).count() == 1
    with capsys.disabled():
        took = time.monotonic() - started
        print(
            f"\nlite {lang}/{game}: {len(got)} files, {sum(got.values()) / MEGABYTE:.1f} MB, {took:.0f} s to the table"
        )
    assert sum(got.values()) < DOWNLOADED
    assert {url.split("?")[0] for url in got if "pyodide.asm" in url} == {
        f"{address}static/pyodide/pyodide.asm.{kind}" for kind in ("mjs", "wasm")
    }

    table.locator(".kt-input").fill("pass")
    table.locator(".kt-input").press("Enter")
    rule = table.locator(".kt-refusal a").evaluate("(link) => link.href")
    assert re.fullmatch(re.escape(f"{address}{lang}/games/{game}.html#{game}.") + "[a-z-]+", rule)

    playable = table.locator(".kt-near .kt-card.kt-can:not([aria-pressed])").first
    name = playable.get_attribute("aria-label").split(",")[0]
    playable.click()
    gone(page, table, name)
    assert name in table.locator("[aria-live]").inner_text()


def test_practice_asks_in_its_notebook_and_a_click_answers(visit, address):
    page = visit("lite/notebooks/index.html?path=ru/practice.ipynb")
    page.set_default_timeout(SLOW)
    page.get_by_text("Python (Pyodide)").first.wait_for()
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+Enter")
    first = page.locator(".jp-OutputArea button", has_text=re.compile(r"^1\. "))
    first.click()
    told = page.locator(".jp-OutputArea [role=status]")
    assert told.locator("b").inner_text() in ("Верно.", "Неверно.")
    assert told.locator("a").first.evaluate("(link) => link.href").startswith(f"{address}ru/games/crazy-eights.html#")
    assert first.is_disabled()
    saved = page.locator(".jp-OutputArea a[download]").get_attribute("href").partition("base64,")[2]
    assert len(Ledger.read(b64decode(saved).decode()).records) == 1
    page.locator(".jp-OutputArea button", has_text="Дальше").click()
    told.wait_for(state="detached")
    assert first.is_enabled()


def test_lite_is_no_larger_than_it_need_be(site, capsys):
    files = [path for path in (site / "lite").rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    with capsys.disabled():
        print(f"\nlite: {len(files)} files, {size / MEGABYTE:.1f} MB")
    assert size < INSTALLED
    assert not [path for path in files if path.suffix in (".map", ".whl", ".wasm") or path.name == "service-worker.js"]


def test_lite_holds_our_notebooks_and_nothing_else(site, request):
    lite, own = site / "lite", request.config.rootpath / "notebooks"
    shown = {path.relative_to(lite / "files").as_posix() for path in (lite / "files").rglob("*.*")}
    assert shown == {path.relative_to(own).as_posix() for path in own.glob("*/*.ipynb")}
    listed = set()
    for lang in LANGUAGES:
        listing = json.loads((lite / f"api/contents/{lang}/all.json").read_text("utf-8"))
        listed |= {entry["path"] for entry in listing["content"]}
    assert listed == shown


def test_lite_is_told_of_no_other_host(site):
    told = (site / "lite/jupyter-lite.json").read_text("utf-8")
    assert "//" not in told
    kernel = json.loads(told)["jupyter-config-data"]["litePluginSettings"][
        "@jupyterlite/pyodide-kernel-extension:kernel"
    ]
    assert kernel["disablePyPIFallback"]
