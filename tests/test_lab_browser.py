"""The notebooks in JupyterLab, in a browser, with no other host in reach: the table is clicked and typed at."""

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from built_site import axe

from cardlib.say import LANGUAGES
from cardlib.widget.sitting import labels

ROOT = Path(__file__).parent.parent
SLOW = 90_000  # milliseconds: a kernel starts, and other tests run beside


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """A JupyterLab server on copies of the notebooks, with settings of its own."""
    place = tmp_path_factory.mktemp("lab")
    for lang in LANGUAGES:
        shutil.copytree(ROOT / "notebooks" / lang, place / "notebooks" / lang)
        page = place / "site" / lang / "games" / "crazy-eights.html"  # where the built page of the rules would lie
        page.parent.mkdir(parents=True)
        page.write_text(f"<!doctype html><html lang={lang}><title>-</title><p id='crazy-eights.play-it'>{lang}</p>")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    own = {name: str(place / name.lower()) for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")}
    own |= {"JUPYTERLAB_SETTINGS_DIR": str(place / "settings"), "JUPYTERLAB_WORKSPACES_DIR": str(place / "workspaces")}
    env = {k: v for k, v in os.environ.items() if k != "CARDLIB_LANG"} | own | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}"]
    command += ["--ServerApp.port_retries=0", f"--IdentityProvider.token={token}", f"--ServerApp.root_dir={place}"]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate", "--LabApp.news_url=None"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    said = (place / "said.txt").open("w")
    server = subprocess.Popen(command, cwd=place / "notebooks", env=env, stdout=said, stderr=subprocess.STDOUT)
    address = f"http://127.0.0.1:{port}"
    for _ in range(240):
        assert server.poll() is None, (place / "said.txt").read_text()
        try:
            urllib.request.urlopen(f"{address}/api?token={token}", timeout=5).close()
            break
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    yield lambda path: f"{address}/lab/tree/{path}?reset&token={token}"
    server.terminate()
    server.wait(20)
    said.close()


@pytest.fixture(scope="module", params=LANGUAGES)
def notebook(request, browser, lab):
    """A notebook whose cells have all run: (language, page). Requests to other hosts fail the test."""
    lang, asked = request.param, []

    def block(route):
        url = urlsplit(route.request.url)
        if url.hostname == "127.0.0.1" or url.scheme in ("blob", "data"):
            route.continue_()
        else:
            asked.append(route.request.url)
            route.abort()

    context = browser.new_context(viewport={"width": 1300, "height": 1000}, reduced_motion="reduce")
    context.route("**/*", block)
    page = context.new_page()
    page.set_default_timeout(SLOW)
    page.goto(lab(f"notebooks/{lang}/crazy-eights.ipynb"))
    page.wait_for_selector(".jp-Notebook .jp-CodeCell")
    page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_selector(".kt .kt-card", state="attached")
    page.wait_for_function(
        """() => [...document.querySelectorAll('.jp-CodeCell .jp-InputArea-prompt')]
            .every((prompt) => prompt.textContent.match(/\\[[0-9]+\\]/))"""
    )
    assert not page.locator("[data-mime-type*='error'], [data-mime-type*='stderr']").count()
    yield lang, page
    context.close()
    assert not asked, asked


def first_table(page):
    """The table of the first cell."""
    page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTop = 0")
    table = page.locator(".kt").first
    table.locator(".kt-near .kt-card").first.scroll_into_view_if_needed()
    return table


def gone(page, table, name):
    """Wait until the card has left the hand."""
    page.wait_for_function(
        "([t, name]) => ![...t.querySelectorAll('.kt-near .kt-card')].some((c) => c.ariaLabel.startsWith(name))",
        arg=[table.element_handle(), name],
    )


def test_a_click_plays_a_card(notebook):
    lang, page = notebook
    table = first_table(page)
    assert table.get_attribute("lang") == lang
    playable = table.locator(".kt-near .kt-card.kt-can:not([aria-pressed])").first
    name = playable.get_attribute("aria-label").split(",")[0]
    playable.click()
    gone(page, table, name)
    assert name in table.locator("[aria-live]").inner_text()
    table.locator('[data-key="do undo"]').click()
    table.locator(".kt-near").get_by_role("button", name=re.compile(f"^{name}")).wait_for()


def test_the_keyboard_alone_plays_a_card(notebook):
    """The notebook's own shortcuts stay out of the way, and focus stays at the table."""
    lang, page = notebook
    table = first_table(page)
    cells = page.locator(".jp-Cell").count()
    table.locator('[data-key="do undo"]').focus()
    for _ in range(20):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.matches('.kt-near .kt-card')"):
            break
    assert table.evaluate("(t) => t.querySelector('.kt-near').contains(document.activeElement)")
    for key in ("ArrowRight", "ArrowUp", "ArrowDown", "Home", "?"):
        page.keyboard.press(key)
    assert labels(lang)["your-turn"] in table.locator("[aria-live]").inner_text()
    for _ in range(12):
        if page.evaluate("document.activeElement.matches('.kt-can:not([aria-pressed])')"):
            break
        page.keyboard.press("ArrowRight")
    name = page.evaluate("document.activeElement.ariaLabel").split(",")[0]
    page.keyboard.press("Enter")
    gone(page, table, name)
    assert table.evaluate("(t) => t.contains(document.activeElement)"), "focus has left the table"
    assert page.locator(".jp-Cell").count() == cells, "a key of the table reached the notebook"


def test_two_tables_share_a_line(notebook):
    _, page = notebook
    pair = page.locator(".widget-hbox", has=page.locator(".kt")).first
    pair.scroll_into_view_if_needed()
    boxes = [pair.locator(".kt").nth(n).bounding_box() for n in (0, 1)]
    assert abs(boxes[0]["width"] - boxes[1]["width"]) < 5
    assert boxes[0]["width"] > 300
    assert boxes[1]["x"] >= boxes[0]["x"] + boxes[0]["width"]
    refused = [pair.locator(".kt").nth(n).locator(".kt-refusal").count() for n in (0, 1)]
    assert refused == [1, 0]


def test_the_link_of_a_refusal_opens_the_rule(notebook):
    lang, page = notebook
    link = page.locator(".kt-refusal a").first
    link.scroll_into_view_if_needed()
    with page.expect_popup() as opened:
        link.click()
    rule = opened.value
    assert rule.url.endswith(f"/files/site/{lang}/games/crazy-eights.html#crazy-eights.play-it")
    assert rule.locator("[id='crazy-eights.play-it']").inner_text() == lang
    rule.close()


@pytest.mark.parametrize("light", ["true", "false"])
def test_axe_finds_nothing_at_the_table(notebook, light):
    _, page = notebook
    first_table(page)
    page.evaluate("(light) => { document.body.dataset.jpThemeLight = light; }", light)
    assert axe(page, ".kt") == []
