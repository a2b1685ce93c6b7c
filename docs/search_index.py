"""What the site's search reads: for each language a small index of names and terms, and an index of all the text.

`suggest.json.gz` beside the pages has every game of the catalogue and every term of the glossary, with the forms in
which they may be typed. The text is indexed by Pagefind, from pages with nothing left on them but what is to be found.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from html import escape, unescape
from itertools import groupby
from pathlib import Path
from typing import Any

from snowballstemmer import stemmer

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE / "_ext")]

from ui import UI  # noqa: E402  (docs/_ext is on the path only now)

from cardlib import say  # noqa: E402
from cardlib.catalogue import Entry, catalogue  # noqa: E402
from cardlib.terms import Term, forms, terms  # noqa: E402

OTHER = {"ru": "en", "en": "ru"}
STEMMERS = {"ru": stemmer("russian"), "en": stemmer("english")}
UNUSED = ("*-ui.js", "*-ui.css", "*-highlight.js", "*-worker.js", "wasm.unknown.*")  # of what Pagefind writes
EXCLUDED = (  # what is not to be found: lists of links, and what a script or a program says
    *("ul.games", ".toctree-wrapper", ".glossary-index", ".rubric", "dl.glossary-theme", ".jump", ".finder"),
    *(".headerlink", ".clause-foot", ".step-move", ".step-told", ".step-refused", "pre", "noscript"),
)
DRAWING = re.compile(r'<div class="step-table">.*?</div>|<svg\b.*?</svg>', re.S)
ARTICLE = re.compile(r'<article role="main" id="furo-main-content">(.*?)</article>', re.S)
HEADED = re.compile(r'<section(?: class="deal")? id="([^"]+)"[^>]*?( data-pagefind-weight="[^"]+")?>\s*<h([1-6])[^>]*>')
TITLE = re.compile("<h1>([^<]+)")
ANCHOR = re.compile(r' id="([^"]+)"')
KEPT = re.compile(r'<h[1-6] id="[^"]+">|<div class="clause"[^>]* id="[^"]+">')
WEIGHTS = {  # the rule itself before a deal that shows it, and before what is said about books
    '<div class="clause"': 3,
    '<li class="step[^"]*"': 0.5,
    '<section id="[^"]*-(?:words|table)"': 0.5,
    '<section id="[^"]*-sources"': 0.2,
}
KINDS = {"games": "game", "catalogue": "catalogue", "glossary": "glossary", "develop": "guide"}


def write(out: Path, work: Path, languages: Iterable[str]) -> None:
    """Index the built pages of these languages. RuntimeError if Pagefind cannot."""
    for folder in (out / "pagefind", work):
        shutil.rmtree(folder, ignore_errors=True)
    for lang in languages:
        index = json.dumps(suggestions(out / lang, lang), ensure_ascii=False, separators=(",", ":"))
        (out / lang / "suggest.json.gz").write_bytes(gzip.compress(index.encode(), mtime=0))
        for name, page in readable(out / lang, lang):
            file = work / lang / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(page, "utf-8")
    command = [sys.executable, "-m", "pagefind", "--site", str(work), "--output-path", str(out / "pagefind")]
    command += ["--exclude-selectors", ", ".join(EXCLUDED), "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode:
        raise RuntimeError(f"Pagefind could not index the site: {done.stdout}{done.stderr}")
    for pattern in UNUSED:
        for file in (out / "pagefind").glob(pattern):
            file.unlink()


# Names and terms


def suggestions(site: Path, lang: str) -> dict[str, Any]:
    """The index of names and terms.

    `entries`: [kind, title, title in the other language, address, what more to say]. `forms`: [beginning, endings
    parted by commas, entry, fit, entry, fit, ...]. `names`: [entry, name, how many letters of each word are its stem].
    """
    places = {
        anchor: f"glossary/{page.name}#{anchor}"
        for page in sorted((site / "glossary").glob("*.html"))
        for anchor in ANCHOR.findall(page.read_text("utf-8"))
        if anchor.startswith("term-")
    }
    listed = [term for term in terms().values() if f"term-{term.id}" in places]
    games = list(catalogue().values())
    entries: list[list[str]] = [
        ["term", term.word(lang), term.word(OTHER[lang]), places[f"term-{term.id}"], term.definition(lang)]
        for term in listed
    ]
    for game in games:
        written = (site / "games" / f"{game.slug}.html").is_file()
        address = f"games/{game.slug}.html" if written else f"catalogue/families.html#game-{game.slug}"
        note = players(game, lang) if written else UI[lang]["unwritten"]
        entries.append(["game" if written else "unwritten", game.title(lang), game.title(OTHER[lang]), address, note])
    titles = list(sections(site))
    entries += [[kind, title, "", name, ""] for title, name, kind in titles]
    called = [(number, name) for number, game in enumerate(games, len(listed)) for name in names(game)]
    called += [(number, title) for number, (title, *_) in enumerate(titles, len(listed) + len(games))]
    return {
        "entries": entries,
        "forms": list(rows({term.id: number for number, term in enumerate(listed)})),
        "names": [[number, name, stems(name)] for number, name in called],
    }


def players(game: Entry, lang: str) -> str:
    """«2–6 игроков»."""
    first, last = game.players[0], game.players[-1]
    many = f"{first}–{last}" if last > first else str(first)
    return f"{many} {say.count(last, UI[lang]['player_nouns'], lang)}"


def rows(numbers: dict[str, int]) -> Iterator[list[Any]]:
    """All forms of all words of the glossary; those that mean the same and begin alike stand in one row."""
    meaning: dict[tuple[int, ...], list[str]] = {}
    for form, fits in forms().items():
        found = sorted((numbers[name], fit) for name, fit in fits.items() if name in numbers)
        if found:
            meaning.setdefault(tuple(part for pair in found for part in pair), []).append(form)
    for found, words in meaning.items():
        for _, alike in groupby(sorted(words), key=lambda word: word[:3]):
            group = list(alike)
            start = beginning(group)
            yield [start, ",".join(word[len(start) :] for word in group), *found]


def beginning(words: list[str]) -> str:
    """The letters with which all the words begin."""
    first, last = min(words), max(words)
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last)))
    return first[:same]


def names(game: Entry) -> Iterator[str]:
    """Every name of a game, in both languages."""
    for lang in ("ru", "en"):
        yield from (game.title(lang), *game.also(lang))


def stems(name: str) -> str:
    """How many letters of each word are its stem, each number as a sign: 0 is “0”, 10 is “:”, and so on."""
    found = ""
    for word in plain(name).split():
        stem = STEMMERS["en" if word.isascii() else "ru"].stemWord(word)
        found += chr(ord("0") + len(beginning([word, stem])))
    return found


def sections(site: Path) -> Iterator[tuple[str, str, str]]:
    """Title, address and kind of the pages that are about no one game."""
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        found = TITLE.search(path.read_text("utf-8"))
        if found and path.stem not in (*catalogue(), "search"):
            yield unescape(found[1]).strip(), name, kind_of(name)


def kind_of(name: str) -> str:
    """What a page is, from its address."""
    return "catalogue" if name == "games/index.html" else KINDS.get(name.partition("/")[0], "guide")


def plain(text: str) -> str:
    """A name as it is compared: small letters and figures, ё as е, accents and marks left out."""
    letters = re.sub("[\u0300-\u0302\u0308]", "", unicodedata.normalize("NFD", text.casefold()))
    return " ".join(re.sub(r"[^\w']", " ", unicodedata.normalize("NFC", letters).replace("’", "'")).split())


# Text


def readable(site: Path, lang: str) -> Iterator[tuple[str, str]]:
    """Pages for Pagefind, by file name: those of the site without pictures, and one for each term."""
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        found = ARTICLE.search(path.read_text("utf-8"))
        if found and name != "search.html":
            kind = kind_of(name)
            text = DRAWING.sub("", found[1])
            if kind == "catalogue" or name.endswith("/index.html"):  # the rest is lists of links
                text = text.partition("<h2")[0]
            for place, weight in WEIGHTS.items():
                text = re.sub(place, rf'\g<0> data-pagefind-weight="{weight}"', text)
            text = anchored(HEADED.sub(r'<section\2><h\3 id="\1">', text))
            game = catalogue().get(path.stem) if kind == "game" else None
            called = {"title": game.title(lang), "other": game.title(OTHER[lang])} if game else {}
            yield name, page(text, lang, url=name, kind=kind, **called)
            if name.startswith("glossary/"):
                for term in terms().values():
                    if f' id="term-{term.id}"' in found[1]:
                        text, address = entry(term, lang), f"{name}#term-{term.id}"
                        called = {"title": term.word(lang), "other": term.word(OTHER[lang])}
                        yield f"terms/{term.id}.html", page(text, lang, url=address, kind="term", **called)


def anchored(text: str) -> str:
    """Only headings and rules keep their anchors."""
    parts, last = [], 0
    for kept in KEPT.finditer(text):
        parts += [ANCHOR.sub("", text[last : kept.start()]), kept[0]]
        last = kept.end()
    return "".join([*parts, ANCHOR.sub("", text[last:])])


def entry(term: Term, lang: str) -> str:
    """A term as a page of its own."""
    head = f"{term.word(lang)} — {', '.join((term.word(OTHER[lang]), *term.also(OTHER[lang])))}"
    also = ", ".join(term.also(lang))
    parts = [term.definition(lang), f"{UI[lang]['same_as']}: {also}." if also else "", term.note(lang)]
    told = f'<h1 id="term">{escape(head)}</h1>' + "".join(f"<p>{escape(part)}</p>" for part in parts if part)
    return f'<div data-pagefind-weight="0.5">{told}</div>'


def page(text: str, lang: str, **meta: str) -> str:
    """A page for Pagefind: a language, what is to be known about the page, its text."""
    told = "".join(f'<meta data-pagefind-meta="{key}[content]" content="{escape(v)}">' for key, v in meta.items())
    for key, value in (("kind", meta["kind"]), *([("page", meta["url"])] if meta["kind"] == "game" else [])):
        told += f'<meta data-pagefind-filter="{key}[content]" content="{value}">'
    return f'<!doctype html><html lang="{lang}"><body><main data-pagefind-body>{told}{text}</main></body></html>'
