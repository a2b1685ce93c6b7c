"""Small pieces that the directives share: where the game's pages are, spans, tables, numbers with nouns."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from ui import UI

from cardlib import kit
from cardlib.catalogue import Entry, catalogue
from cardlib.command import figure
from cardlib.games import names
from cardlib.simulate import Sizes

OTHER = {"ru": "en", "en": "ru"}


class Span(nodes.inline):
    """Inline text with HTML attributes of its own, `attrs`: a language, a spoken name."""

    @staticmethod
    def visit(writer: Any, node: "Span") -> None:
        writer.body.append(writer.starttag(node, "span", "", **node["attrs"]))

    @staticmethod
    def depart(writer: Any, _: "Span") -> None:
        writer.body.append("</span>")


def span(text: str, classes: Sequence[str] = (), **attrs: str) -> Span:
    """A span with classes and attributes."""
    return Span("", text, classes=list(classes), attrs={name.replace("_", "-"): value for name, value in attrs.items()})


def both_names(entry: Entry, lang: str, link: str = "") -> list[nodes.Node]:
    """A game by its name in the reader's language, linked if it has a page, and the other name after it."""
    own: nodes.Node = (
        nodes.reference("", entry.title(lang), refuri=link, internal=True) if link else nodes.Text(entry.title(lang))
    )
    return [own, nodes.Text(" "), span(f"({entry.title(OTHER[lang])})", ["other-name"], lang=OTHER[lang])]


def page(env: BuildEnvironment, slug: str) -> str:
    """The address of a game's page from the page being read; empty if it has none."""
    if not (Path(env.srcdir) / f"games/{slug}.md").is_file():
        return ""
    return env.app.builder.get_relative_uri(env.docname, f"games/{slug}")


def paged(env: BuildEnvironment) -> list[Entry]:
    """The games that can be played and have a page, by name."""
    lang = env.config.language
    found = [catalogue()[slug] for slug in names() if page(env, slug)]
    return sorted(found, key=lambda entry: entry.title(lang).replace("ё", "е").replace("Ё", "Е"))


def address(env: BuildEnvironment, clause: str) -> str:
    """The address of a clause from the page being read."""
    there = page(env, clause.partition(".")[0])
    own = env.app.builder.get_relative_uri(env.docname, env.docname)
    return f"#{clause}" if there in ("", own) else f"{there}#{clause}"


def ranges(numbers: Iterable[int]) -> str:
    """Numbers with runs drawn together: 2, 4–6."""
    runs: list[list[int]] = []
    for n in sorted(numbers):
        if runs and n == runs[-1][-1] + 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)


def table(head: Sequence[str], rows: Sequence[Sequence[Sequence[nodes.Node]]], classes: Sequence[str]) -> nodes.table:
    """A table whose first column names its rows."""
    group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _ in head), cols=len(head))
    group += nodes.thead("", _row([[nodes.Text(cell)] for cell in head]))
    group += nodes.tbody("", *map(_row, rows))
    return nodes.table("", group, classes=list(classes))


def _row(cells: Sequence[Sequence[nodes.Node]]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", nodes.paragraph("", "", *cell)) for cell in cells))


def packs(game: kit.Game) -> dict[tuple[Any, ...], list[int]]:
    """The packs that the game is played with, each as its cards in pack order, and for how many players."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for players in game.PLAYERS:
        s = kit.start(game, players, seed=0)
        cards = [c for zone in game.table(s) for c in zone.cards if c is not None]
        found.setdefault(tuple(sorted(cards, key=lambda c: c.n)), []).append(players)
    return found


def by_players(n: int, lang: str) -> str:
    """«Вдвоём», "For two"."""
    ui = UI[lang]
    return str(ui["by_players"].get(n) or ui["by_players_more"].format(n=n))


def percent(share: float, lang: str) -> str:
    """A share as a reader reads it: 34%, 0.4%."""
    if 0 < share < 0.0005:
        return f"<{percent(0.001, lang)}"
    number = figure(100 * share, lang, 1 if 0 < share < 0.0095 else 0)
    return f"{number}\N{NO-BREAK SPACE}%" if lang == "ru" else f"{number}%"


def percents(low: float, high: float, lang: str) -> str:
    """From and to, in whole percents, or in tenths if both are small."""
    tenths = 1 if high < 0.0495 else 0
    return f"{figure(100 * low, lang, tenths)}–{figure(100 * high, lang, tenths)}"


def about(sizes: Sizes, lang: str) -> str:
    """A mean with its margin: 54.3 ± 0.6; one that is always the same, without."""
    places, margin = rounded(sizes, lang)
    mean = figure(sizes.mean, lang, places)
    return f"{mean}\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}{margin}" if margin else mean


def rounded(sizes: Sizes, lang: str) -> tuple[int, str]:
    """To how many places a mean is known, one at most, and within what margin; an empty one if it never varies."""
    if not sizes.margin:
        return 0, ""
    places = int(sizes.margin < 0.95)
    return places, figure(max(sizes.margin, 0.1), lang, places)


def dress(app: Sphinx, mark: str, script: str, *styles: str) -> None:
    """Let every page with raw HTML of the class `mark` have a module and style sheets."""

    def dressed(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
        if doctree is not None and any(mark in node.get("classes", ()) for node in doctree.findall(nodes.raw)):
            for style in styles:
                app.add_css_file(style)
            app.add_js_file(script, type="module")

    app.connect("html-page-context", dressed)
