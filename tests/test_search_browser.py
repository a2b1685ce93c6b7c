"""The search in a browser: what readers type leads where they want, by keyboard, quickly, and with little fetched."""

import gzip
import json
import tomllib
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote

import pytest
from built_site import LANGUAGES, PHONE, WIDE, axe

from cardlib.catalogue import catalogue
from cardlib.terms import terms

QUERIES = tomllib.loads((Path(__file__).parent / "search_queries.toml").read_text("utf-8"))
HOME, PAGE = "index.html", "games/crazy-eights.html"
BOX, LIST = "#search-box", "#search-list"
TERM = {"ru": ("взяткой", "glossary/tricks.html#term-trick"), "en": ("tricks", "glossary/tricks.html#term-trick")}
POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"
every_language = pytest.mark.parametrize("lang", LANGUAGES)


def settled(page):
    """The search has said all that it has to say."""
    page.locator(f"{LIST}[aria-busy=false]").wait_for(state="attached")


def answers(page, query):
    """Where the lines lead that a reader sees under the box, in order, from the language's folder on."""
    page.fill(BOX, query)
    settled(page)
    return seen(page, f"{LIST} .found:not(.found-all)")


def seen(page, links):
    found = page.evaluate("links => [...document.querySelectorAll(links)].map(link => link.href)", links)
    return [unquote(address.partition("/site/")[2].partition("/")[2]) for address in found]


def wanted(lang):
    """(query, address, how far down it may stand)"""
    for query, name in QUERIES[lang]["terms"].items():
        yield query, f"glossary/{terms()[name].theme}.html#term-{name}", 1
    for query, name in QUERIES[lang]["games"].items():
        assert name in catalogue()
        yield query, f"game {name}", 3
    for query, address in QUERIES[lang]["questions"].items():
        yield query, address, 3


def leads(found, address):
    """The line leads there: a page is meant wherever on it."""
    if address.startswith("game "):
        name = address.removeprefix("game ")
        return found == f"catalogue/families.html#game-{name}" or found.partition("#")[0] == f"games/{name}.html"
    return found == address or ("#" not in address and found.partition("#")[0] == address)


@every_language
def test_what_readers_type_leads_where_they_want(visit, lang):
    page = visit(f"{lang}/{HOME}")
    asked = list(wanted(lang))
    assert len(asked) >= 60
    missed = []
    answers(page, "a")
    for query, address, most in asked:
        page.fill(BOX, query)  # names and terms stand at once, and the first lines stay where they are
        found = seen(page, f"{LIST} .found")
        if not any(leads(one, address) for one in found[:most]):
            found = answers(page, query)
        if not any(leads(one, address) for one in found[:most]):
            missed.append(f"{query}: {address} is not among {found[:most]}")
    assert not missed, "\n".join(missed)


@every_language
def test_the_page_of_results_says_the_same_as_the_list(visit, lang):
    query, address = TERM[lang]
    page = visit(f"{lang}/{HOME}")
    short = answers(page, query)
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{lang}/search.html?q=*")
    page.locator("#results[aria-busy=false]").wait_for()
    full = seen(page, "#results a")
    assert full[0] == short[0] == address
    assert len(full) >= 7 and len(set(full)) == len(full)
    assert query in page.locator("h1").inner_text()
    assert page.locator(BOX).input_value() == query
    assert page.locator("#results mark").count() > 0
    switch = page.locator(".content-icon-container .language-switch")
    assert switch.get_attribute("href").endswith(page.url.partition("?")[2])
    page.locator("#results-more").click()
    page.locator("#results a").nth(len(full)).wait_for()


@every_language
def test_the_search_is_worked_by_keyboard(visit, lang):
    query, address = TERM[lang]
    page = visit(f"{lang}/{PAGE}")
    page.evaluate("scrollTo(0, 1500)")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "search-box"
    assert page.evaluate("scrollY") == 1500
    page.keyboard.type(query)
    settled(page)
    box = page.locator(BOX)
    chosen = page.locator(f"{LIST} [aria-selected=true]")
    options = page.locator(f"{LIST} [role=option]")
    last = options.count() - 1
    assert box.get_attribute("aria-expanded") == "true"
    assert chosen.count() == 0 and box.get_attribute("aria-activedescendant") is None
    page.keyboard.press("ArrowUp")
    assert box.get_attribute("aria-activedescendant") == f"found-{last}"
    page.keyboard.press("ArrowDown")
    assert chosen.count() == 0
    page.keyboard.press("ArrowDown")
    assert box.get_attribute("aria-activedescendant") == chosen.get_attribute("id") == "found-0"
    assert str(last) in page.locator("#search-count").inner_text()
    page.keyboard.press("Escape")
    assert box.get_attribute("aria-expanded") == "false" and not page.locator(LIST).is_visible()
    assert box.input_value() == query
    page.keyboard.press("ArrowDown")
    settled(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/{lang}/{address}")
    assert page.locator(f"[id='{address.partition('#')[2]}']").is_visible()


@every_language
def test_escape_leaves_the_box(visit, lang):
    page = visit(f"{lang}/{PAGE}")
    page.keyboard.press("/")
    page.keyboard.type("xyzzy")
    settled(page)
    assert page.locator("#search-count").is_visible() and not page.locator(LIST).is_visible()
    for _ in range(3):
        page.keyboard.press("Escape")
    assert page.locator(BOX).input_value() == ""
    assert page.evaluate("document.activeElement === document.body")


def test_the_key_of_the_slash_works_on_a_russian_keyboard_and_not_while_one_types(visit):
    page = visit(f"ru/{PAGE}")
    page.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '.', code: 'Slash', bubbles: true}))")
    assert page.evaluate("document.activeElement.id") == "search-box"
    page.keyboard.type("1/2")
    assert page.locator(BOX).input_value() == "1/2"


@every_language
def test_a_suggestion_stands_at_once(visit, lang):
    """Once the index is there, the first line is drawn while the key is still being handled."""
    page = visit(f"{lang}/{HOME}")
    answers(page, TERM[lang][0])
    times = page.evaluate(
        """words => words.map(word => {
            const [box, list] = ["search-box", "search-list"].map(id => document.getElementById(id));
            box.value = word;
            const start = performance.now();
            box.dispatchEvent(new Event("input", {bubbles: true}));
            return [word, list.children.length, performance.now() - start];
        })""",
        [query[:3] for query in QUERIES[lang]["terms"]] + [query for kind in QUERIES[lang].values() for query in kind],
    )
    assert sum(count > 0 for _, count, _ in times) > 0.9 * len(times), times
    assert sorted(took for *_, took in times)[len(times) // 2] < 50, times


@every_language
@pytest.mark.parametrize("kind", ["terms", "questions"])
def test_a_query_fetches_little(visit, lang, kind):
    """All that a first visitor's first query asks for, as it comes from a server that does not compress."""
    query = max(QUERIES[lang][kind], key=len)
    page = visit(f"{lang}/{HOME}")
    page.wait_for_load_state("networkidle")
    sizes = []
    page.on("requestfinished", lambda request: sizes.append((request.sizes()["responseBodySize"], request.url)))
    assert answers(page, query)
    page.wait_for_load_state("networkidle")
    assert sum(size for size, _ in sizes) < 350_000, sizes


@every_language
def test_the_index_of_names_is_small_and_complete(site, lang):
    file = (site / lang / "suggest.json.gz").read_bytes()
    assert len(file) < 100_000
    index = json.loads(gzip.decompress(file))
    kinds = [entry[0] for entry in index["entries"]]
    assert kinds.count("term") == len(terms())
    assert kinds.count("game") + kinds.count("unwritten") == len(catalogue()) == 238
    for kind, title, other, address, more in index["entries"]:
        page, _, anchor = address.partition("#")
        assert title and ((other and more) or kind not in ("term", "game", "unwritten"))
        assert not anchor or f'id="{anchor}"' in (site / lang / page).read_text("utf-8"), address


@every_language
def test_the_search_keeps_to_a_strict_policy_at_any_address(browser, site, lang):
    """No script but files of the site's own, WebAssembly allowed; below any path."""

    class Strict(SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

        def end_headers(self):
            self.send_header("Content-Security-Policy", POLICY)
            super().end_headers()

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Strict, directory=str(site.parent)))
    Thread(target=server.serve_forever, daemon=True).start()
    page = browser.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"http://127.0.0.1:{server.server_port}/{site.name}/{lang}/{PAGE}")
    query, address = TERM[lang]
    found = answers(page, query)
    assert found[0] == address
    assert any("/pagefind/" in url for url in asked)
    assert all(url.startswith(f"http://127.0.0.1:{server.server_port}/") for url in asked)
    page.close()
    server.shutdown()


@every_language
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_axe_finds_nothing_in_the_search(visit, lang, scheme, size):
    query, _ = TERM[lang]
    page = visit(f"{lang}/search.html?q={query}", color_scheme=scheme, viewport=size)
    page.locator("#results[aria-busy=false] a").first.wait_for()
    answers(page, query)
    page.keyboard.press("ArrowDown")
    assert page.locator(f"{LIST} [aria-selected=true]").is_visible()
    assert axe(page) == []


@every_language
def test_on_a_phone_the_icon_opens_the_box_where_the_reader_is(visit, lang):
    page = visit(f"{lang}/{PAGE}", viewport=PHONE)
    page.evaluate("scrollTo(0, 1500)")
    page.locator(".search-link").click()
    page.keyboard.type(TERM[lang][0])
    settled(page)
    assert abs(page.evaluate("scrollY") - 1500) < 2
    for part in (BOX, f"{LIST} .found >> nth=0"):
        box = page.locator(part).bounding_box()
        assert 0 <= box["y"] < PHONE["height"] / 2 and box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.locator(f"{LIST} .found").first.click()
    page.wait_for_url(f"**/{TERM[lang][1]}")


@every_language
def test_without_javascript_two_links_stand_in_its_place(visit, lang):
    page = visit(f"{lang}/{PAGE}", java_script_enabled=False)
    assert not page.locator(BOX).is_visible()
    links = page.locator(".search-instead a")
    assert [link.get_attribute("href") for link in links.all()] == ["../catalogue/index.html", "../glossary/index.html"]
    assert all(link.is_visible() for link in links.all())


def test_nothing_of_the_old_search_is_published(site):
    left = {"searchindex.js", "searchtools.js", "language_data.js", "doctools.js", "sphinx_highlight.js"}
    assert not [path for path in site.rglob("*.js") if path.name in left or path.name.endswith("-stemmer.js")]
    assert not [path for path in (site / "pagefind").glob("*") if "ui" in path.name]
