"""The site in Firefox: a page reads, its table plays, a query finds, and both go on without a network."""

import os
import shutil
import socket
import threading

import pytest
import server as site_server
from marionette_driver import By, Wait
from marionette_driver.errors import NoSuchElementException
from marionette_driver.keys import Keys
from marionette_driver.marionette import Marionette

FIREFOX = os.environ.get("FIREFOX") or shutil.which("firefox-esr") or shutil.which("firefox")
ENGINE = 180  # seconds; a busy machine is not a fault
QUIET = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "data:,",
}


def free_port():
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return asked.getsockname()[1]


@pytest.fixture
def firefox():
    """Firefox with nothing kept. Where there is none, the test is skipped; in continuous integration it fails."""
    if not FIREFOX and not os.environ.get("CI"):
        pytest.skip("there is no Firefox: install it or set FIREFOX")
    driven = Marionette(bin=FIREFOX, headless=True, port=free_port(), prefs=QUIET, gecko_log=os.devnull)
    driven.start_session({"pageLoadStrategy": "normal"})
    driven.set_window_rect(width=1280, height=900)
    yield driven
    driven.quit(in_app=False)


@pytest.fixture
def host(site):
    server = site_server.start(site, base="/below/")
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/below/", server
    server.shutdown()
    server.server_close()


def first(firefox, selector):
    patient = Wait(firefox, timeout=ENGINE, ignored_exceptions=[NoSuchElementException])
    return patient.until(lambda driven: driven.find_element(By.CSS_SELECTOR, selector))


def play(firefox):
    card = first(firefox, ".kt-near button.kt-can")
    firefox.execute_script("arguments[0].scrollIntoView({block: 'center'})", [card])
    card.click()
    first(firefox, ".live:not([aria-busy]) .kt-mine")


def type_in(firefox, selector, text):
    field = first(firefox, selector)
    firefox.execute_script("arguments[0].scrollIntoView({block: 'center'})", [field])
    field.send_keys(text)


@pytest.mark.parametrize(("lang", "query", "title"), [("ru", "взяткой", "взятка"), ("en", "trumping", "trump")])
def test_a_page_reads_and_plays_and_a_query_finds(firefox, host, lang, query, title):
    address, server = host
    page = f"{address}{lang}/games/crazy-eights.html"
    firefox.navigate(page)
    first(firefox, "#deal-ordinary .step-forward").click()
    play(firefox)
    type_in(firefox, ".kt-input", "8C 8D" + Keys.ENTER)
    assert first(firefox, ".kt-refusal .kt-why summary").text
    type_in(firefox, "body", "/")
    type_in(firefox, "#search-box", query)
    assert first(firefox, "[role=option]").text.startswith(title)

    first(firefox, "html[data-kept=table]")
    server.shutdown()
    server.server_close()
    firefox.navigate("about:blank")
    firefox.navigate(page)
    assert firefox.find_element(By.CSS_SELECTOR, "h1").text
    play(firefox)


def test_a_phone_has_no_sideways_scroll(firefox, host):
    address, _ = host
    firefox.set_window_rect(width=450, height=844)  # as narrow as its window gets
    for path in ("ru/index.html", "ru/games/scopa.html", "en/which-game.html", "en/glossary/index.html"):
        firefox.navigate(address + path)
        wide, room = firefox.execute_script(
            "return [document.documentElement.scrollWidth, document.documentElement.clientWidth]"
        )
        assert wide <= room, path
