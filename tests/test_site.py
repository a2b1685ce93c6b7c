"""The built site: without warnings, complete in both languages, its links whole, nothing from another host."""

import gzip
import json
import re
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

import pytest
from built_site import LANGUAGES, ROOT, Page
from conftest import GAMES

from cardlib import kit, record
from cardlib.games import load

PAGED = [name for name in GAMES if all((ROOT / f"docs/{lang}/games/{name}.md").is_file() for lang in LANGUAGES)]
OTHER = {"ru": "en", "en": "ru"}
SECTIONS = ["deal", "lesson", "worked", "table", "figures", "variants", "questions", "words", "sources"]
CYRILLIC = re.compile("[А-Яа-яЁё]")
LATIN = re.compile("[A-Za-z]")
every_language = pytest.mark.parametrize("lang", LANGUAGES)
every_paged_game = pytest.mark.parametrize("name", PAGED)


@pytest.fixture(scope="session")
def pages(site):
    """Every page by its path within the site."""
    return {path.relative_to(site).as_posix(): Page(path) for path in sorted(site.rglob("*.html"))}


def of(pages, lang):
    return {name: page for name, page in pages.items() if name.startswith(f"{lang}/")}


def test_it_builds_without_a_warning(site):
    said = (site.parent / "said.txt").read_text("utf-8")
    assert said.startswith("exit 0\n"), said
    assert "WARNING" not in said
    assert "ERROR" not in said


def test_every_link_leads_somewhere(pages, site):
    broken = []
    for name, page in pages.items():
        for href in page.links("a", "link"):
            parts = urlsplit(href)
            if parts.scheme:
                continue
            target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path
            if not target.is_file():
                broken.append(f"{name}: {href} leads to no file")
            elif parts.fragment and target.suffix == ".html":
                found = pages[target.relative_to(site).as_posix()]
                if unquote(parts.fragment) not in found.ids:
                    broken.append(f"{name}: {href} leads to no anchor")
    assert not broken, "\n".join(broken)


def test_nothing_comes_from_another_host(pages, site):
    outside = re.compile(r"^\s*(https?:)?//")
    loads = {
        "script": "src",
        "img": "src",
        "iframe": "src",
        "source": "src",
        "link": "href",
        "use": "href",
        "form": "action",
    }
    found = [
        f"{name}: {e.tag} {e.attrs[loads[e.tag]]}"
        for name, page in pages.items()
        for e in page.elements
        if e.tag in loads and outside.match(e.attrs.get(loads[e.tag], ""))
    ]
    for sheet in site.rglob("*.css"):
        found += [
            f"{sheet.name}: {url}"
            for url in re.findall(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]+)", sheet.read_text("utf-8"))
        ]
    assert not found, "\n".join(found)


@every_language
def test_pages_say_their_language_and_name_their_twin(pages, lang):
    for name, page in of(pages, lang).items():
        html = next(e for e in page.elements if e.tag == "html")
        assert html.attrs["lang"] == lang, name
        twin = OTHER[lang] + name.removeprefix(lang)
        switches = [e for e in page.elements if "language-switch" in e.attrs.get("class", "")]
        assert switches, name
        for switch in switches:
            target = (page.path.parent / switch.attrs["href"]).resolve()
            wanted = pages[twin].path if twin in pages else pages[f"{OTHER[lang]}/index.html"].path
            assert target == wanted, name
            assert switch.attrs["lang"] == switch.attrs["hreflang"] == OTHER[lang]
        alternates = {
            e.attrs["hreflang"]: e.attrs["href"] for e in page.elements if e.tag == "link" and "hreflang" in e.attrs
        }
        if twin in pages and not name.endswith("search.html"):
            assert set(alternates) == set(LANGUAGES), name
            assert (page.path.parent / alternates[OTHER[lang]]).resolve() == pages[twin].path
        else:
            assert not alternates


def test_both_languages_have_the_same_pages(pages):
    ru, en = ({name[3:] for name in of(pages, lang)} for lang in LANGUAGES)
    assert ru - en == set()
    assert all(name.startswith("develop/") for name in en - ru)


def test_the_root_offers_both_languages(pages):
    assert set(pages["index.html"].links("a")) == {"ru/index.html", "en/index.html"}
    assert not [e for e in pages["index.html"].elements if e.tag == "script"]


@every_language
def test_what_stands_around_a_page_is_in_its_language(pages, lang):
    """Labels and titles anywhere, and all text outside the article: nothing of the theme is left in English."""
    wanted, unwanted = (CYRILLIC, LATIN) if lang == "ru" else (LATIN, CYRILLIC)
    foreign = []
    for name, page in of(pages, lang).items():
        for e in page.elements:
            if e.lang != lang:
                continue
            said = [e.attrs[key] for key in ("aria-label", "title", "placeholder", "alt") if e.attrs.get(key)]
            if not e.own_text and e.tag not in ("script", "style", "title"):
                said += e.text
            foreign += [
                f"{name}: <{e.tag}> {text}" for text in said if unwanted.search(text) and not wanted.search(text)
            ]
    assert not foreign, "\n".join(foreign)


@every_language
@every_paged_game
def test_every_clause_has_its_anchor_and_stands_in_the_export(pages, site, name, lang):
    page = pages[f"{lang}/games/{name}.html"]
    told = json.loads((site / lang / "clauses" / f"{name}.json").read_text("utf-8"))
    assert list(told) == list(kit.clauses(load(name)))
    assert set(told) <= page.ids
    for clause, entry in told.items():
        assert entry["url"] == f"games/{name}.html#{clause}"
        assert entry["text"] and entry["text"][-1] in ".!?»", entry["text"]
        assert bool(CYRILLIC.search(entry["text"])) == (lang == "ru")
        assert entry["html"].startswith(("<p", "<div"))


@every_language
@every_paged_game
def test_the_sections_of_a_rules_page_stand_in_order(pages, name, lang):
    wanted = [f"{name}-{part}" for part in SECTIONS]
    sections = [e.attrs.get("id") for e in pages[f"{lang}/games/{name}.html"].elements if e.tag == "section"]
    assert [section for section in sections if section in wanted] == wanted


@every_language
@every_paged_game
def test_a_rules_page_shows_worked_deals_step_by_step(pages, name, lang):
    page = pages[f"{lang}/games/{name}.html"]
    shown = [e.attrs["id"].removeprefix("deal-") for e in page.elements if e.attrs.get("class") == "deal"]
    assert {"ordinary", "refusal", "scoring"} <= set(shown)
    for deal in (record.open_deal(name, n) for n in shown):
        steps = [e for e in page.elements if re.fullmatch(rf"deal-{deal.name}-\d+", e.attrs.get("id", ""))]
        assert len(steps) == sum(line.kind in ("deal", "move", "refused") for line in deal.lines)
        refused = [e for e in steps if "refused" in e.attrs["class"]]
        assert len(refused) == sum(line.kind == "refused" for line in deal.lines)
    drawn = [e for e in page.elements if e.tag == "svg" and "card-table" in e.attrs.get("class", "")]
    assert len(drawn) >= sum(len(record.open_deal(name, n).lines) for n in shown) * 0.5
    assert all(e.attrs["role"] == "img" and len(e.attrs["aria-label"]) > 20 for e in drawn)


def test_a_picture_finds_its_card_faces_once_on_the_page(pages):
    for name, page in pages.items():
        used = {e.attrs["href"][1:] for e in page.elements if e.tag == "use"}
        ids = [e.attrs["id"] for e in page.elements if "id" in e.attrs]
        assert used <= set(ids), name
        assert len(ids) == len(set(ids)), f"{name}: {sorted(i for i in set(ids) if ids.count(i) > 1)}"


@every_language
def test_anchors_are_the_same_in_both_languages(pages, lang):
    """Sections, clauses and steps; what a heading is called in one language must not be its anchor."""
    for name, page in of(pages, lang).items():
        twin = pages.get(OTHER[lang] + name.removeprefix(lang))
        if twin:
            own, other = (
                {e.attrs["id"] for e in p.elements if e.own_text and "id" in e.attrs and e.tag != "symbol"}
                for p in (page, twin)
            )
            assert own == other, name


def test_no_page_is_heavy(site):
    for path in site.rglob("*.html"):
        weight = len(gzip.compress(path.read_bytes()))
        assert weight < 120_000, f"{path.name} weighs {weight} bytes gzipped"


CONF = f"""import sys
sys.path.insert(0, {str(ROOT / "docs")!r})
from common import conf
globals().update(conf("ru"))
"""
BAD = """(bad)=
# {title}

```{{facts}} crazy-eights
rank-order: —
aim: —
colour: —
```

{body}
"""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("", "the clause crazy-eights.cut is not stated on this page"),
        (
            "```{clause} crazy-eights.none\nНет такого.\n```",
            "the engine has no clause 'crazy-eights.none' of crazy-eights",
        ),
        ("```{clause} crazy-eights.cut\n```", "the clause 'crazy-eights.cut' is not stated"),
        (
            "```{clause} crazy-eights.cut\nА.\n```\n\n```{clause} crazy-eights.cut\nБ.\n```",
            "crazy-eights.cut is stated twice",
        ),
        ("Карта {card}`7X`.", "'7X' is not a card"),
        ("Всего {num}`tricks взятка|взятки|взяток`.", "the engine knows no number 'tricks'"),
        ("До {opt}`target=300`.", "crazy-eights has no house rule 'target=300'"),
        ("```{deal} none\n```", "crazy-eights has no worked deal 'none': it has blocked"),
        ("```{picture} crazy-eights ordinary 99\n```", "no such position"),
        ("```{games} colour\n```", "'colour' is no list of games: expected family, players, pack or pages"),
        (
            "```{catalogue} colour\n```",
            "'colour' is no order of the catalogue: expected count, family, players, pack, names-ru, names-en or tree",
        ),
        ("## Без метки", "a heading without a label: write (label)= above it"),
        ("", "'colour' begins no line of facts: expected aim, also"),
        ("", "the title is 'Восьмёрки'; expected 'Полоумные восьмёрки (Crazy Eights)'"),
    ],
)
def test_a_fault_on_a_page_is_a_warning_that_says_what_is_wrong(bad_pages, body, sentence):
    assert sentence in bad_pages[body]


@pytest.fixture(scope="module")
def bad_pages(tmp_path_factory, request):
    """What Sphinx says of pages with one fault each, by the body of the page."""
    place = tmp_path_factory.mktemp("bad")
    marks = test_a_fault_on_a_page_is_a_warning_that_says_what_is_wrong.pytestmark
    bodies = list(dict.fromkeys(body for body, _ in marks[0].args[1]))
    (place / "conf.py").write_text(CONF, "utf-8")
    for n, body in enumerate(bodies):
        (place / f"page{n}.md").write_text(BAD.format(title="Восьмёрки", body=body), "utf-8")
    (place / "index.md").write_text("(home)=\n# Ц\n\n```{toctree}\n:glob:\n\n*\n```\n", "utf-8")
    command = [sys.executable, "-m", "sphinx", "-n", "-b", "html", str(place), str(place / "out")]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return {
        body: "\n".join(line for line in done.stderr.splitlines() if f"page{n}" in line)
        for n, body in enumerate(bodies)
    }


SERVE = """import sys
from pathlib import Path
sys.path.insert(0, {docs!r})
import build
build.serve(Path({folder!r}), {port})
"""


def test_serving_takes_the_next_port_when_one_is_taken(tmp_path):
    (tmp_path / "index.html").write_text("<p>Картотека</p>", "utf-8")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code = SERVE.format(docs=str(ROOT / "docs"), folder=str(tmp_path), port=port)
        server = subprocess.Popen(
            [sys.executable, "-u", "-c", code], stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        try:
            assert server.stdout.readline().strip() == f"port {port} is taken, trying {port + 1}"
            line = server.stdout.readline()
            while line.startswith("port"):
                line = server.stdout.readline()
            address = re.match(r"http://\S+", line)[0]
            assert "Картотека" in urlopen(address).read().decode()
        finally:
            server.terminate()
            server.wait()


def test_sources_of_the_site_are_ours(site):
    """Pages are built from `docs`: nothing of the work folder is published."""
    assert not [p for p in site.rglob("*") if p.suffix in (".doctree", ".pickle", ".md")]
    assert Path(site / "favicon.svg").is_file()
