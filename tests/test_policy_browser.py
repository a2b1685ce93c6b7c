"""The site keeps a strict policy: nothing within a page that it would forbid, and headers as a host should send."""

import gzip
import re
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from built_site import LANGUAGES, Page

INLINE = re.compile(r"<style|<[^<>]*\s(style|on\w+)=", re.IGNORECASE)


def test_no_page_has_a_script_or_a_style_in_itself(site):
    faults = []
    for path in site.rglob("*.html"):
        if "lite" in path.relative_to(site).parts:
            continue  # JupyterLite writes its own pages
        name = path.relative_to(site).as_posix()
        faults += [f"{name}: {found[0]}" for found in INLINE.finditer(path.read_text("utf-8"))]
        faults += [
            f"{name}: a script without an address"
            for e in Page(path).elements
            if e.tag == "script" and "src" not in e.attrs and e.attrs.get("type") != "application/json"
        ]
    assert not faults, "\n".join(faults)


def test_the_first_page_keeps_the_policy(visit):
    visit("index.html").wait_for_load_state("networkidle")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_is_played_under_the_policy(visit, lang):
    page = visit(f"{lang}/games/crazy-eights.html")
    assert "wasm-unsafe-eval" in page.evaluate(
        "fetch(location).then(got => got.headers.get('Content-Security-Policy'))"
    )
    page.set_default_timeout(120_000)
    page.locator(".kt-near button.kt-can").first.click()
    page.locator(".kt-mine").wait_for()
    with page.expect_download():
        page.locator("[data-live=save]").click()


def test_a_breach_of_the_policy_would_be_seen(visit):
    page = visit("en/index.html")
    with page.expect_console_message(
        lambda said: "policy: style-src" in said.text or "policy: script-src" in said.text
    ):
        page.evaluate("document.body.append(Object.assign(document.createElement('script'), {textContent: '1'}))")
    assert visit.faults
    visit.faults.clear()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_the_theme_is_there_before_the_page_is_drawn(visit, theme, scheme):
    page = visit("en/index.html", color_scheme=scheme)
    page.evaluate(f"localStorage.setItem('theme', '{theme}')")
    page.add_init_script("""const look = () => {
        if (document.body) window.early = document.body.dataset.theme;
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look)""")  # what is true when the body is first drawn
    page.reload()
    assert page.evaluate("window.early") == theme
    shown = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert shown == ("rgb(23, 25, 23)" if (theme if theme != "auto" else scheme) == "dark" else "rgb(253, 252, 249)")


def get(url, **headers):
    return urlopen(Request(url, headers={name.replace("_", "-"): value for name, value in headers.items()}))


def test_the_server_sends_what_a_host_should(address):
    types = {
        "en/index.html": "text/html; charset=utf-8",
        "en/_static/site.css": "text/css; charset=utf-8",
        "en/_static/live.js": "text/javascript; charset=utf-8",
        "static/pyodide/pyodide.mjs": "text/javascript; charset=utf-8",
        "static/pyodide/pyodide.asm.wasm": "application/wasm",
    }
    for path, kind in types.items():
        plain, packed = get(address + path), get(address + path, Accept_Encoding="gzip")
        assert plain.headers["Content-Type"] == packed.headers["Content-Type"] == kind
        assert plain.headers["Content-Security-Policy"].startswith("default-src 'self'; script-src 'self' 'wasm-")
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.read()) == plain.read()
        assert plain.headers["Last-Modified"]
        with pytest.raises(HTTPError, match="304"):
            get(address + path, If_None_Match=plain.headers["ETag"])
    assert get(address).url == address  # a folder is its index
    assert get(address + "en").url == address + "en/"
    with pytest.raises(HTTPError, match="404"):
        get(address + "none.html")


def test_notebooks_have_a_policy_of_their_own(address):
    with pytest.raises(HTTPError) as lab:
        get(address + "lite/lab/none.html")
    assert "'unsafe-eval'" in lab.value.headers["Content-Security-Policy"]
