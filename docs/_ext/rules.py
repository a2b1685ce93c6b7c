"""Directives and roles for rules pages: what the engine knows is written by the engine.

A page names its game once, with `{facts} GAME`; all that follows on it is of that game.
"""

from dataclasses import fields
from typing import Any

from clauses import AllClauses, Clause, Witnesses, clause, export
from deals import Deal, Picture
from docutils import nodes
from facts import Facts, pack
from figures import Figures, Heard
from pieces import OTHER, Span, both_names, by_players, packs, page, paged, ranges, span
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole
from ui import UI

from cardlib import cards, kit, say
from cardlib.catalogue import catalogue, families
from cardlib.games import load

log = logging.getLogger(__name__)


class BothNames(SphinxTransform):
    """The other name in a title, «Дурак (Durak)», is set apart and marked with its language."""

    default_priority = 805

    def apply(self, **_: Any) -> None:
        title = next(iter(self.document.findall(nodes.title)), None)
        if title is None or "game" not in self.env.temp_data:
            return
        lang = self.config.language
        entry = catalogue()[self.env.temp_data["game"]]
        wanted = f"{entry.title(lang)} ({entry.title(OTHER[lang])})"
        if title.astext() != wanted:
            log.warning("the title is %r; expected %r", title.astext(), wanted, location=title)
        other = span(f"({entry.title(OTHER[lang])})", ["other-name"], lang=OTHER[lang])
        title.children = []
        title += [nodes.Text(f"{entry.title(lang)} "), other]


class Number(SphinxRole):
    """`target очко|очка|очков`: a number of the engine, with its noun if one is given.

    It is the default of an option, a module's constant (HAND), or an entry of a table by rank (VALUE.8, VALUE.K).
    """

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        name, _, forms = self.text.partition(" ")
        number = known_number(self.env.temp_data.get("game"), name)
        if number is None:
            log.warning("the engine knows no number %r", name, location=self.get_location())
            return [], []
        noun = say.count(number, forms.split("|"), self.config.language) if forms else ""
        text = f"{say.number(number)} {noun}".rstrip()
        return [span(text, ["num"])], []


def known_number(game: str | None, name: str) -> int | None:
    """A number that the game's module knows by this name."""
    if game is None:
        return None
    module = load(game)
    head, dot, rank = name.partition(".")
    found = getattr(module, head.upper(), None)
    if dot and isinstance(found, tuple) and rank and rank in cards.RANKS:
        found = found[cards.RANKS.index(rank) + 1]
    if name in {f.name for f in fields(module.Options)}:
        found = kit.choices(module)[name][0]
    return found if isinstance(found, int) and not isinstance(found, bool) else None


class Option(SphinxRole):
    """`target` or `target=100`: what a value of a house rule is called; without a value, its default."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        name, equals, given = self.text.partition("=")
        game = load(self.env.temp_data.get("game", ""))
        try:
            value = getattr(kit.options(game, **({name: given} if equals else {})), name)
        except (ValueError, AttributeError):
            log.warning("%s has no house rule %r", game.NAME, self.text, location=self.get_location())
            return [], []
        return [span(say.option(game, name, value, self.config.language)[1], ["num"])], []


class Cards(SphinxRole):
    """`7H` or `7H KS`: cards with the reader's letters, named in full for those who listen."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        out: list[nodes.Node] = []
        for word in self.text.split():
            if word not in cards.CARDS:
                log.warning("%r is not a card", word, location=self.get_location())
                continue
            out += [nodes.Text(" ")] if out else []
            c = cards.card(word)
            colour = "card-red" if c.red else "card-black"
            lang = self.config.language
            out.append(
                span(say.card_sign(c, lang), ["card-sign", colour], role="img", aria_label=say.card_name(c, lang))
            )
        return out, []


class Games(SphinxDirective):
    """`{games} family|players|pack`: the games that have a page; `{games} pages` puts them in the sidebar."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        how = self.arguments[0]
        if how == "pages":
            return [self.pages()]
        groups = getattr(self, f"by_{how}", None)
        if groups is None:
            log.warning(
                "%r is no list of games: expected family, players, pack or pages", how, location=self.get_location()
            )
            return []
        out: list[nodes.Node] = []
        for anchor, title, entries in groups(paged(self.env), self.config.language):
            heading = nodes.rubric("", title, ids=[anchor])
            heading["heading-level"] = 3
            items = [nodes.list_item("", nodes.paragraph("", "", *self.entry(entry))) for entry in entries]
            out += [heading, nodes.bullet_list("", *items, classes=["games"])]
        return out

    def entry(self, entry: Any) -> list[nodes.Node]:
        lang, game = self.config.language, load(entry.slug)
        noun = say.count(game.PLAYERS[-1], UI[lang]["player_nouns"], lang)
        note = f"{ranges(game.PLAYERS)} {noun}; {pack(game, lang)}"
        return [*both_names(entry, lang, page(self.env, entry.slug)), nodes.Text(" "), span(note, ["games-note"])]

    def by_family(self, entries: list[Any], lang: str) -> list[tuple[str, str, list[Any]]]:
        found = [(f"family-{f}", title[lang], [e for e in entries if e.family == f]) for f, title in families().items()]
        return [group for group in found if group[2]]

    def by_players(self, entries: list[Any], lang: str) -> list[tuple[str, str, list[Any]]]:
        numbers = sorted({n for e in entries for n in load(e.slug).PLAYERS})
        return [
            (f"players-{n}", by_players(n, lang), [e for e in entries if n in load(e.slug).PLAYERS]) for n in numbers
        ]

    def by_pack(self, entries: list[Any], lang: str) -> list[tuple[str, str, list[Any]]]:
        sizes: dict[int, list[Any]] = {}
        for entry in entries:
            for size in dict.fromkeys(map(len, packs(load(entry.slug)))):
                sizes.setdefault(size, []).append(entry)
        noun = UI[lang]["card_nouns"]
        return [(f"pack-{n}", f"{n} {say.count(n, noun, lang)}", sizes[n]) for n in sorted(sizes)]

    def pages(self) -> nodes.Node:
        """A toctree of the games' pages by their names in the reader's language."""
        entries = [(entry.title(self.config.language), f"games/{entry.slug}") for entry in paged(self.env)]
        names = [name for _, name in entries]
        return addnodes.toctree(
            parent=self.env.docname, entries=entries, includefiles=names, rawentries=[], maxdepth=1, caption=None,
            glob=False, hidden=True, includehidden=False, numbered=0, titlesonly=True,
        )  # fmt: skip


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(clause, html=(clause.visit, clause.depart))
    app.add_node(Span, html=(Span.visit, Span.depart))
    for name, directive in {
        "facts": Facts,
        "clause": Clause,
        "deal": Deal,
        "picture": Picture,
        "figures": Figures,
        "games": Games,
    }.items():
        app.add_directive(name, directive)
    for name, role in {"num": Number(), "opt": Option(), "card": Cards()}.items():
        app.add_role(name, role)
    for transform in (BothNames, AllClauses, Witnesses, Heard):
        app.add_transform(transform)
    app.connect("html-page-context", export)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
