"""`{compare} GAME GAME ...`: relatives side by side: facts, house rules, and clauses lined up by their names.

The directive notes what is to be compared. When all pages are read, a transform takes the facts and the clauses from
the games' own pages, so that nothing is said twice. Here is also what links a game's page to its comparisons.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from columns import Columns, Tag
from docutils import nodes
from pieces import page
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit
from cardlib.catalogue import catalogue
from cardlib.games import load, names

log = logging.getLogger(__name__)
Ids = frozenset[str]


class comparison(nodes.General, nodes.Element):  # noqa: N801  (docutils names nodes so)
    """Games to be compared, and which ids go together; replaced when all pages are read."""


class compared(nodes.General, nodes.Element):  # noqa: N801
    """Among the facts of a game: where it is compared; replaced when all pages are read."""


class Compare(SphinxDirective):
    """`{compare} war war-32`: lines of the body say which ids belong together in spite of their names.

    `dispute = war` lines two clauses up, `war.limit != war-32.limit` keeps two apart, `same: turn, held` says that
    these differ in wording only; `option limit = target` does for house rules what the first line does for clauses.
    """

    required_arguments = 2
    optional_arguments = 20
    has_content = True

    def run(self) -> list[nodes.Node]:
        games = [name for name in self.arguments if self.known(name)]
        for name in games:
            self.env.note_dependency(str(Path(self.env.srcdir) / f"games/{name}.md"))
        told = [name for name in games if name in names() and page(self.env, name)]
        if len(told) < 2:
            log.warning(
                "there is nothing to compare: of %s at least two must have a page",
                ", ".join(self.arguments),
                location=self.get_location(),
            )
            return []
        clauses = {name: list(kit.clauses(load(name))) for name in told}
        options = {name: [f"{name}.{field}" for field in kit.choices(load(name))] for name in told}
        node = comparison(games=games, told=told, same=[], rows=(), option_rows=())
        self.set_source_info(node)
        joined: dict[str, list[Ids]] = {"": [], "option": []}
        parted: dict[str, list[Ids]] = {"": [], "option": []}
        for number, raw in enumerate(self.content):
            line, where = raw.strip(), (self.env.docname, self.lineno + number + 1)
            if line.startswith("same:"):
                node["same"] += self.ids(line.removeprefix("same:"), ",", clauses, where)
            elif line:
                kind = "option" if line.startswith("option ") else ""
                sign = "!=" if "!=" in line else "="
                found = self.ids(line.removeprefix("option "), sign, options if kind else clauses, where)
                (parted if sign == "!=" else joined)[kind].append(frozenset(found))
        node["rows"] = lined_up([*clauses.values()], joined[""], parted[""])
        node["option_rows"] = lined_up([*options.values()], joined["option"], parted["option"])
        return [node]

    def known(self, name: str) -> bool:
        if name not in catalogue():
            log.warning("there is no game %r to compare", name, location=self.get_location())
        return name in catalogue()

    def ids(self, text: str, sign: str, known: Mapping[str, list[str]], where: tuple[str, int]) -> list[str]:
        """The ids that a line names: each in full, or by its name after the dot in whatever game has it."""
        said = [part.strip() for part in text.split(sign)]
        if sign != "," and len(said) != 2:
            log.warning("%r lines nothing up: write `name = name` or `game.name != game.name`", text, location=where)
            return []
        every = [full for ids in known.values() for full in ids]
        found = []
        for part in said:
            meant = [full for full in every if part in (full, full.partition(".")[2])]
            if not meant:
                log.warning("none of the games compared has %r", part, location=where)
            found += meant
        return found


def lined_up(columns: Sequence[Sequence[str]], joined: Iterable[Ids], parted: Iterable[Ids]) -> list[Ids]:
    """Rows of ids: those of one name together, in the first game's order, the others near their neighbours.

    >>> war, brawl = ["war.deal", "war.tie", "war.end"], ["brawl.deal", "brawl.cry", "brawl.row"]
    >>> [" ".join(sorted(row)) for row in lined_up([war, brawl], [frozenset({"war.tie", "brawl.row"})], [])]
    ['brawl.deal war.deal', 'brawl.cry', 'brawl.row war.tie', 'war.end']
    """
    row: dict[str, set[str]] = {}
    by_name: dict[str, set[str]] = {}
    apart = list(parted)
    for full in (full for column in columns for full in column):
        together = by_name.setdefault(full.partition(".")[2], set())
        if any(full in pair and pair & together for pair in apart):
            together = set()
        together.add(full)
        row[full] = together
    for pair in joined:
        whole = set().union(*(row[full] for full in pair))
        row |= dict.fromkeys(whole, whole)
    order: list[set[str]] = []
    for column in columns:
        ids = [row[full] for full in column]
        for n, new in enumerate(ids):
            if any(new is there for there in order):
                continue
            before = [k for k, there in enumerate(order) if n and there is ids[n - 1]]
            after = [k for k, there in enumerate(order) if any(there is later for later in ids[n + 1 :])]
            order.insert(before[0] + 1 if before else min(after, default=len(order)), new)
    return [frozenset(ids) for ids in order]


class SideBySide(SphinxPostTransform):
    """Comparisons and links to them are written out when all pages are read, before references are resolved."""

    default_priority = 5

    def run(self, **_: Any) -> None:
        for node in list(self.document.findall(comparison)):
            node.replace_self(list(Columns(self.env, node)))
        for node in list(self.document.findall(compared)):
            links = comparisons(self.env).get(node["game"], [])
            node.replace_self([elsewhere(self.env, links)] if links else [])


def elsewhere(env: BuildEnvironment, links: Sequence[tuple[str, str, str]]) -> nodes.Node:
    """A line of the facts: the comparisons of this game."""
    line = nodes.paragraph()
    for n, (place, anchor, title) in enumerate(links):
        there = env.app.builder.get_relative_uri(env.docname, place)
        line += [nodes.Text("; ")] if n else []
        line += nodes.reference("", title, refuri=f"{there}#{anchor}", internal=True)
    term = nodes.term("", UI[env.config.language]["compared"])
    return nodes.definition_list_item("", term, nodes.definition("", line))


def noted(env: BuildEnvironment) -> dict[str, list[tuple[str, str, list[str]]]]:
    """The comparisons of each page: anchor, title and games."""
    if not hasattr(env, "kartoteka_compared"):
        env.kartoteka_compared = {}  # type: ignore[attr-defined]
    return env.kartoteka_compared  # type: ignore[attr-defined, no-any-return]


def comparisons(env: BuildEnvironment) -> dict[str, list[tuple[str, str, str]]]:
    """Where each game is compared: page, anchor and title."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    for place, groups in sorted(noted(env).items()):
        for anchor, title, games in groups:
            for name in games:
                found.setdefault(name, []).append((place, anchor, title))
    return found


def note(app: Sphinx, doctree: nodes.document) -> None:
    """Remember the comparisons of a page that has been read, under the headings they stand below."""
    groups = []
    for node in doctree.findall(comparison):
        part = node.parent
        while part is not None and not isinstance(part, nodes.section):
            part = part.parent
        if part is not None and part["ids"]:
            groups.append((part["ids"][0], part.next_node(nodes.title).astext(), list(node["games"])))
    noted(app.env).pop(app.env.docname, None)
    if groups:
        noted(app.env)[app.env.docname] = groups


def forget(app: Sphinx, env: BuildEnvironment, name: str) -> None:
    """A page is gone, or is about to be read again."""
    noted(env).pop(name, None)


def gather(app: Sphinx, env: BuildEnvironment, names: Iterable[str], other: BuildEnvironment) -> None:
    """Take over what another process has read."""
    noted(env).update({name: groups for name, groups in noted(other).items() if name in names})


def stale(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Pages of games whose links to comparisons are no longer what they were."""
    now, before = comparisons(env), getattr(env, "kartoteka_linked", {})
    env.kartoteka_linked = now  # type: ignore[attr-defined]
    changed = [f"games/{name}" for name in now.keys() | before.keys() if now.get(name) != before.get(name)]
    return [name for name in changed if name in env.all_docs]


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(Tag, html=(Tag.visit, Tag.depart))
    app.add_directive("compare", Compare)
    app.add_post_transform(SideBySide)
    app.connect("doctree-read", note)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", gather)
    app.connect("env-updated", stale)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
