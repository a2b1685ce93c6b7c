"""What was read is there without a network, and a new build is never mixed with an old one."""

import json
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import offline
import pytest
import server as site_server
from built_site import WIDE

GAME = "en/games/crazy-eights.html"
ENGINE = 180_000  # milliseconds; a busy machine is not a fault
BUILDS = """async () => Promise.all((await caches.keys()).filter((name) => !name.endsWith("notes"))
    .map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)))"""


@pytest.fixture
def copy(site, tmp_path):
    """A copy of the site that a test may change: the pages of one game, and what they need."""
    whole = tmp_path / "copy"
    for name in ("en/_static", "en/clauses", "static"):
        shutil.copytree(site / name, whole / name)
    for name in (
        GAME,
        "en/games/scopa.html",
        "en/games/index.html",
        "en/index.html",
        "root.css",
        "index.html",
        "favicon.svg",
    ):
        (whole / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(site / name, whole / name)
    offline.write(whole)
    return whole


@pytest.fixture
def host(copy):
    """Serves the copy below a path; yields its address and the paths that were asked for."""
    asked = []

    class Counted(site_server.Handler):
        def do_GET(self):  # noqa: N802  (its name is given)
            asked.append(self.path)
            super().do_GET()

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Counted, directory=str(copy), base="/below/here/"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/below/here/", asked
    server.shutdown()


@pytest.fixture
def reader(browser):
    """A browser of its own, with what it keeps; faults of scripts fail the test."""
    context = browser.new_context(viewport=WIDE, reduced_motion="reduce")
    context.set_default_timeout(ENGINE)
    faults = []
    context.on("weberror", lambda error: faults.append(str(error.error)))
    yield context
    context.close()
    assert not faults, "\n".join(faults)


def kept(page, what="page"):
    wanted = "[data-kept=table]" if what == "table" else "[data-kept]"
    page.locator(f"html{wanted}").wait_for(state="attached")


def play(page):
    page.locator(".live").scroll_into_view_if_needed()
    page.locator(".kt-near button.kt-can").first.click()
    page.locator(".live:not([aria-busy]) .kt-mine").first.wait_for()


def change(copy, old, new, path=GAME):
    """The next build: a page reads otherwise, and so does a script."""
    page = copy / path
    text = page.read_text("utf-8")
    assert old in text
    page.write_text(text.replace(old, new), "utf-8")
    script = copy / "en/_static/table.js"
    script.write_text(script.read_text("utf-8") + f"\nglobalThis.build = {json.dumps(new)};\n", "utf-8")
    offline.write(copy)


def test_a_page_that_was_read_reads_and_plays_without_a_network(host, reader):
    address, _ = host
    page = reader.new_page()
    page.goto(address + GAME)
    play(page)
    kept(page, "table")
    text = page.locator("article > section > p").first.inner_text()
    reader.set_offline(True)
    page.goto("about:blank")
    page.goto(address + GAME)
    assert page.locator("article > section > p").first.inner_text() == text
    assert page.evaluate("getComputedStyle(document.querySelector('.clause')).borderLeftStyle") == "solid"
    page.locator("#deal-ordinary .step-forward").click()
    play(page)
    page.reload()
    play(page)


@pytest.mark.parametrize("place", ["ru/practice", "en/dispute"])
def test_practice_and_the_desk_work_without_a_network_after_one_visit(site, copy, host, reader, place):
    lang, name = place.split("/")
    shutil.copytree(site / f"{lang}/_static", copy / f"{lang}/_static", dirs_exist_ok=True)
    for file in (f"{place}.html", f"{lang}/index.html"):
        shutil.copyfile(site / file, copy / file)
    offline.write(copy)
    address, _ = host
    page = reader.new_page()
    page.goto(f"{address}{place}.html")
    kept(page, "table")
    reader.set_offline(True)
    page.goto("about:blank")
    if name == "practice":
        page.goto(f"{address}{place}.html?game=scopa")
        page.locator(".practice-form button").click()
        page.locator(".practice-choices button").first.click()
        page.locator(".practice-verdict p").first.wait_for()
        page.locator(".practice-next").click()
        page.locator(".practice-next").wait_for(state="hidden")
        page.reload()
        assert page.locator("tr[data-game=scopa] td.seen").inner_text() == "1"
    else:
        page.goto(f"{address}{place}.html#game=scopa&seed=1&moves=deal,deal&try=pass")
        page.locator("tr.desk-may-not").first.wait_for()


def test_a_page_never_opened_says_so_in_both_languages_and_lists_what_is_there(host, reader):
    address, _ = host
    page = reader.new_page()
    page.goto(address + GAME)
    kept(page)
    page.goto(address + "en/games/index.html")
    reader.set_offline(True)
    page.goto(address + "en/games/scopa.html")
    for words in ("Нет сети", "No network"):
        assert page.get_by_role("heading", name=words).is_visible()
    assert "rgb(253, 252, 249)" in page.evaluate("getComputedStyle(document.body).backgroundColor")
    links = page.locator("main a")
    assert {link.get_attribute("href") for link in links.all()} == {address + GAME, address + "en/games/index.html"}
    page.get_by_role("link", name="Crazy Eights").click()
    assert page.locator("h1").inner_text().startswith("Crazy Eights")


def test_a_new_build_is_shown_after_a_reload_and_nothing_old_is_mixed_in(host, reader, copy):
    address, _ = host
    page = reader.new_page()
    page.goto(address + GAME)
    kept(page, "table")
    page.reload()
    play(page)
    change(copy, "<h1>Crazy Eights", "<h1>Wilder Eights")
    page.reload()
    assert page.locator("h1").inner_text().startswith("Wilder Eights")
    assert page.evaluate("globalThis.build") == "<h1>Wilder Eights"
    play(page)
    reader.set_offline(True)
    page.reload()
    assert page.locator("h1").inner_text().startswith("Wilder Eights")
    assert page.evaluate("globalThis.build") == "<h1>Wilder Eights"
    play(page)


def test_an_open_page_keeps_to_its_own_build_while_another_shows_the_new_one(host, reader, copy):
    address, _ = host
    old = reader.new_page()
    old.goto(address + GAME)
    kept(old, "table")
    old.reload()
    before = old.evaluate("fetch('../_static/table.js').then(got => got.text())")
    change(copy, "<h1>Crazy Eights", "<h1>Wilder Eights")
    new = reader.new_page()
    new.goto(address + GAME)
    assert new.locator("h1").inner_text().startswith("Wilder Eights")
    kept(new, "table")
    assert old.evaluate("fetch('../_static/table.js').then(got => got.text())") == before
    assert "globalThis.build" in new.evaluate("fetch('../_static/table.js').then(got => got.text())")
    play(old)


def test_a_file_that_the_server_has_changed_is_refused_to_an_old_page(host, reader, copy):
    """It was not kept in time: rather no file than one of another build."""
    address, _ = host
    page = reader.new_page()
    page.goto(address + "en/games/index.html")
    kept(page)
    page.reload()
    change(copy, "<h1>Crazy Eights", "<h1>Wilder Eights")
    fetched = "fetch('../_static/table.js').then(got => got.status, () => 'refused')"
    assert page.evaluate(fetched) == "refused"
    page.reload()
    assert page.evaluate(fetched) == 200


def test_what_was_kept_of_the_old_build_is_kept_of_the_new_one(host, reader, copy):
    address, asked = host
    page = reader.new_page()
    page.goto(address + GAME)
    kept(page, "table")
    page.goto(address + "en/games/scopa.html")
    change(copy, "<h1>Crazy Eights", "<h1>Wilder Eights")
    asked.clear()
    page.goto(address + "en/index.html")
    while not set.issubset(*map(set, page.evaluate(BUILDS))):
        page.wait_for_timeout(100)
    assert not [path for path in asked if "pyodide" in path], "what is the same is not fetched again"
    reader.set_offline(True)
    page.goto(address + GAME)
    assert page.locator("h1").inner_text().startswith("Wilder Eights")
    assert page.evaluate("globalThis.build") == "<h1>Wilder Eights"
    page.goto(address + "en/games/scopa.html")
    page.locator(".kt-input").fill("banana")
    page.locator(".kt-input").press("Enter")
    page.locator(".kt-refusal").wait_for()


def test_whoever_saves_on_data_gets_the_engine_only_with_the_table(host, reader):
    address, asked = host
    reader.add_init_script("Object.defineProperty(navigator, 'connection', {value: {saveData: true}})")
    page = reader.new_page()
    page.goto(address + GAME)
    kept(page)
    page.wait_for_timeout(1500)
    assert not [path for path in asked if "/static/" in path and "/_static/" not in path]
    play(page)
    kept(page, "table")


def test_an_ordinary_server_will_do(copy, reader):
    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(copy)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page = reader.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/{GAME}")
    kept(page)
    server.shutdown()
    server.server_close()
    page.reload()
    assert page.locator("h1").inner_text().startswith("Crazy Eights")


def test_a_page_opened_as_a_file_reads(copy, reader):
    page = reader.new_page()
    page.goto((copy / GAME).as_uri())
    assert page.locator("#deal-ordinary .step.now").count() == 1


def test_the_list_names_every_file_that_pages_ask_for(site):
    found = json.loads((site / "offline.json").read_text("utf-8"))
    assert {GAME, "ru/index.html", "en/_static/live.js", "static/engine.bin"} <= set(found["files"])
    assert not [name for name in found["files"] if name.startswith(("lite/", "pagefind/")) or name.endswith(".map")]
    for lang in ("ru", "en"):
        assert {f"{lang}/_static/worker.js", "static/engine.bin"} <= set(found["table"][lang])
