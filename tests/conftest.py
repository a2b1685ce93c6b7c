"""What the tests share: every game, every number of players, options varied one at a time; the site, and a browser."""

import os
import sys
import threading
from urllib.parse import urlsplit

import pytest
from built_site import ROOT, WIDE, built
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import sync_playwright

from cardlib import kit
from cardlib.games import load, names

sys.path.append(str(ROOT / "docs"))
import server as site_server
import weigh

hypothesis_settings.register_profile("kartoteka", deadline=None)  # a busy machine is not a fault
hypothesis_settings.load_profile("kartoteka")

GAMES = names()


def settings(name):
    """Pairs (players, options): the defaults for every number of players; each option's values in turn for some.

    Those are the fewest, the most, and four, who may play in pairs.
    """
    game = load(name)
    for players in game.PLAYERS:
        yield players, game.Options()
    for field, values in kit.choices(game).items():
        for value in values[1:4]:
            for players in {game.PLAYERS[0], game.PLAYERS[-1], 4} & set(game.PLAYERS):
                yield players, kit.options(game, **{field: value})


CASES = [(name, players, options) for name in GAMES for players, options in dict.fromkeys(settings(name))]


def label(case):
    name, players, options = case
    changed = [f"{k}={getattr(options, k)}" for k, v in kit.choices(load(name)).items() if getattr(options, k) != v[0]]
    return "-".join([name, str(players), *changed])


USUAL = {"viewport": WIDE, "reduced_motion": "reduce", "service_workers": "block"}  # workers hide what a page asks for
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def browser():
    """Chromium. Where there is none, a test that wants it is skipped; in continuous integration it fails."""
    if not weigh.CHROMIUM and not os.environ.get("CI"):
        pytest.skip("there is no browser: install chromium or set CHROMIUM")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=weigh.CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory, worker_id):
    """The folder of the built site."""
    return built(tmp_path_factory, worker_id)


@pytest.fixture(scope="session")
def address(site):
    """Where the site is served as a host should serve it: below a path, for it must work anywhere."""
    base = f"/{site.name}/"
    server = site_server.start(site, base=base)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{base}"
    server.shutdown()


WATCH = """document.addEventListener("securitypolicyviolation", (event) =>
    console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile} ${event.sample}`))"""


@pytest.fixture
def visit(browser, address):
    """Opens a page with other hosts blocked. Requests to them, faults of scripts, breaches of policy fail the test."""
    contexts, faults = [], []

    def block(route):
        if urlsplit(route.request.url).hostname == "127.0.0.1":
            route.continue_()
        else:
            faults.append(f"asks for {route.request.url}")
            route.abort()

    def open_page(path, **context):
        opened = browser.new_context(**(USUAL | context))
        contexts.append(opened)
        page = opened.new_page()
        page.add_init_script(WATCH)
        page.on("console", lambda said: "olicy" in said.text and said.type == "error" and faults.append(said.text))
        page.route("**/*", block)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("response", lambda r: r.status >= 400 and faults.append(f"{r.status} {r.url}"))
        open_page.came = weigh.fetched(page)
        page.goto(address + path)
        return page

    open_page.faults = faults
    yield open_page
    for context in contexts:
        context.close()
    assert not faults, "\n".join(faults)
