"""The site, built once for a whole test run, and its pages as tests read them."""

import subprocess
import sys
import time
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

ROOT = Path(__file__).parent.parent
LANGUAGES = ("ru", "en")
WIDE, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
SETTINGS = [("ru", "dark", PHONE), ("en", "light", WIDE)]  # a fault hangs on the theme or on the width, hardly on pairs


def built(tmp_path_factory, worker: str) -> Path:
    """The folder of the site. Under xdist the first worker builds it and the others wait."""
    base = tmp_path_factory.getbasetemp()
    place = (base if worker == "master" else base.parent) / "kartoteka"
    said = place / "said.txt"
    try:
        place.mkdir()
    except FileExistsError:
        for _ in range(600):
            if said.is_file():
                break
            time.sleep(0.5)
        return place / "site"
    command = [sys.executable, str(ROOT / "docs/build.py"), "--out", str(place / "site"), "--work", str(place / "work")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    hidden = place / "saying.txt"
    hidden.write_text(f"exit {done.returncode}\n{done.stdout}{done.stderr}", "utf-8")
    hidden.rename(said)
    return place / "site"


@dataclass
class Element:
    """A start tag, the language in force, and whether the page's own text stands around it."""

    tag: str
    attrs: dict[str, str]
    lang: str
    own_text: bool
    text: list[str] = field(default_factory=list)


class Page(HTMLParser):
    """A page taken apart: its elements in order, each with the text directly in it."""

    VOID = frozenset(["area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.elements: list[Element] = []
        self.open: list[Element] = []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        around = self.open[-1] if self.open else Element("", {}, "", False)
        own_text = around.own_text or given.get("id") == "furo-main-content"
        element = Element(tag, given, given.get("lang", around.lang), own_text)
        self.elements.append(element)
        if tag not in self.VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop().tag != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self.open and data.strip() and self.open[-1].tag not in ("script", "style"):
            self.open[-1].text.append(data.strip())

    @cached_property
    def ids(self) -> set[str]:
        """Every anchor of the page."""
        return {e.attrs["id"] for e in self.elements if "id" in e.attrs}

    def links(self, *tags: str) -> list[str]:
        """Where its links lead."""
        return [e.attrs["href"] for e in self.elements if e.tag in tags and "href" in e.attrs]


def axe(page, *parts: str) -> list[str]:
    """What axe finds wrong with a page that is open in a browser, or with these parts of it."""
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text("utf-8"))  # a script tag is against policy
    page.evaluate("document.querySelectorAll('.step:not(.now)').forEach(hidden => hidden.remove())")  # axe is slow
    where = {"include": [[part] for part in parts or ("html",)]}
    found = page.evaluate("where => axe.run(where, {resultTypes: ['violations']})", where)["violations"]
    return [f"{v['id']}: {node['html'][:160]} {node['failureSummary']}" for v in found for node in v["nodes"][:3]]
