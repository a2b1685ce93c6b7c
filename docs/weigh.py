"""What the site weighs over the wire: `python docs/weigh.py` after a build; with --speed, how soon a table plays;
with --hints, how long a hint takes.

Every page is opened in Chromium with nothing kept, from the server of `build.py --serve`, which packs with gzip. Bodies
and headers are counted as they came. `tests/test_weight_browser.py` holds the ceilings; time is only printed.
"""

import argparse
import os
import shutil
import statistics
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import server
from playwright.sync_api import Browser, Page, Request, sync_playwright

from cardlib.games import load, names

ROOT = Path(__file__).parent.parent
PAGE = 120_000  # bytes, the most that a rules page may weigh before its table is started
TABLE = 9_000_000  # bytes, the most that a table may fetch; the next one finds it kept
CELL = "lite/notebooks/index.html?path=en/crazy-eights.ipynb"
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")  # the first opens a page in half the time
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
PATIENCE = 300_000  # milliseconds
LOOK = 5_000  # milliseconds that a reader looks at the table before he plays; the engine is started meanwhile
WATCH = """globalThis.longestGap = 0; let last = performance.now();
    setInterval(() => {
        const now = performance.now();
        longestGap = Math.max(longestGap, now - last);
        last = now;
    }, 10)"""
STARTS = ("/worker.js", "/runtime.js", "/static/")  # what is asked for once a table is started


def weigh(browser: Browser, address: str, table: bool = False) -> tuple[int, int]:
    """Bytes over the wire of a page before its table is started, and of what a started table adds."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    came = fetched(page)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    before = weight(came)
    after = 0
    if table:
        wanted: set[str] = set()
        context.on("request", lambda request: wanted.add(request.url))
        play(page)
        after = sum(map(packed_size, wanted))
    context.close()
    return before, after


def fetched(page: Page) -> list[Request]:
    """What a page fetches from now on: the list grows as it comes."""
    came: list[Request] = []
    page.on("requestfinished", lambda request: came.append(request))  # noqa: PLW0108  (no method of a list will do)
    return came


def weight(came: list[Request]) -> int:
    """Bytes over the wire of what a page has fetched, headers included, but for what starts its table."""
    sizes = [request.sizes() for request in came if not any(start in request.url for start in STARTS)]
    return sum(size["responseHeadersSize"] + size["responseBodySize"] for size in sizes)


def packed_size(address: str) -> int:
    """Bytes of a file over the wire. A worker's requests do not tell theirs, so it is asked for once more."""
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept-Encoding": "gzip"})) as answer:
        return len(answer.read()) + len(str(answer.headers))


def play(page: Page) -> float:
    """Start the table with a click on a card; seconds until the card is played."""
    page.set_default_timeout(PATIENCE)
    card = page.locator(".kt-near button.kt-can").first
    card.wait_for()
    started = time.perf_counter()
    card.click()
    page.locator(".kt-mine").first.wait_for()  # the others may be thinking
    return time.perf_counter() - started


def click_to_playable(browser: Browser, address: str) -> tuple[float, float, float]:
    """Seconds from the first click to the card played: nothing kept, the engine kept, and after a look at the table."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    times = []
    for look in (0, 0, LOOK):
        page.goto(address)
        if look:
            page.locator(".live").scroll_into_view_if_needed()
            page.wait_for_timeout(look)
        times.append(play(page))
        page.evaluate("localStorage.clear()")
        page.goto("about:blank")
    context.close()
    return times[0], times[1], times[2]


def first_cell(browser: Browser, address: str) -> tuple[float, float]:
    """Seconds until the first cell of a notebook in the browser has drawn its table: nothing kept, and Python kept."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    times = []
    for _ in range(2):
        started = time.perf_counter()
        page.goto(address)
        page.get_by_text("Python (Pyodide)").first.wait_for()
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Control+Enter")
        page.locator(".kt .kt-near .kt-card").first.wait_for()
        times.append(time.perf_counter() - started)
        page.goto("about:blank")
    context.close()
    return times[0], times[1]


def hint_times(browser: Browser, address: str, name: str, players: int) -> tuple[float, float] | None:
    """Seconds of a hint after one move of each, engine ready, and the longest that the page was held up meanwhile.

    None if the game gives no choice.
    """
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}en/games/{name}.html#table?seed=1&players={players}")
    page.locator(".live:not([aria-busy]) .live-state:not(:empty)").wait_for()
    page.evaluate(WATCH)
    asked = page.locator("button[data-key='do hint']:not([aria-disabled])")
    if not asked.count():
        context.close()
        return None
    started = time.perf_counter()
    asked.click()
    page.locator(".live:not([aria-busy]) .kt-notice").wait_for()
    taken = time.perf_counter() - started
    held = float(page.evaluate("longestGap")) / 1000
    context.close()
    return taken, held


@contextmanager
def served(site: Path) -> Iterator[str]:
    """The address of the site while it is served."""
    running = server.start(site)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{running.server_port}/"
    running.shutdown()


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser that is there."""
    if not CHROMIUM:
        sys.exit("there is no browser: install chromium or set CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def print_hints(browser: Browser, address: str) -> None:
    """A line for each game, with the fewest players and with up to four."""
    for name in names():
        players = load(name).PLAYERS
        for n in sorted({players[0], max(n for n in players if n <= 4)} if players[0] <= 4 else {players[0]}):
            times = hint_times(browser, address, name, n)
            said = f"{times[0]:8.2f} s, page held up {times[1]:.2f} s" if times else "        nothing to choose"
            print(f"{said}  {name}, {n}; load {os.getloadavg()[0]:.1f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="What each page weighs over the wire.")
    parser.add_argument("--site", type=Path, default=ROOT / "site", help="the built site (default: site)")
    parser.add_argument("--speed", action="store_true", help="also how soon a table is played at, beside a notebook")
    parser.add_argument("--hints", action="store_true", help="only how long a hint takes at the table of each game")
    parser.add_argument("--runs", type=int, default=3, help="how many times each is timed (default: 3)")
    given = parser.parse_args()
    with served(given.site.resolve()) as address, chromium() as browser:
        if given.hints:
            print_hints(browser, address)
            return
        for path in sorted(given.site.glob("*/**/*.html")):
            name = path.relative_to(given.site).as_posix()
            if "lite" not in path.parts:
                print(f"{weigh(browser, address + name)[0] / 1000:8.1f} kB  {name}", flush=True)
        game = "en/games/crazy-eights.html"
        print(f"{weigh(browser, address + game, table=True)[1] / 1e6:8.2f} MB  a table, once", flush=True)
        if not given.speed:
            return
        clicks, cells = [], []
        for _ in range(given.runs):  # in turn, so that whatever else the machine does falls on both
            clicks.append(click_to_playable(browser, address + game))
            cells.append(first_cell(browser, address + CELL))
    click = [statistics.median(times) for times in zip(*clicks, strict=True)]
    cell = [statistics.median(times) for times in zip(*cells, strict=True)]
    for told, table, notebook in (
        ("nothing kept", click[0], cell[0]),
        ("engine kept", click[1], cell[1]),
        ("engine kept, the table looked at before", click[2], cell[1]),
    ):
        print(f"{table:8.2f} s   click to playable, {told}; first cell of a notebook in the browser: {notebook:.1f} s")


if __name__ == "__main__":
    main()
