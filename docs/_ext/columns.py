"""Games side by side: tables of facts, house rules and clauses, made from the games' own pages when all are read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import urlsplit

from catalogue_pages import numbers, with_how_many
from clauses import clause
from docutils import nodes
from pieces import page, span
from sphinx import addnodes
from sphinx.environment import BuildEnvironment
from sphinx.util.osutil import relative_uri
from ui import UI

from cardlib import kit, say
from cardlib.catalogue import catalogue
from cardlib.games import load

FACTS = ("players", "pack", "rank-order", "values", "aim", "length")
CARDS = 4  # so many games become cards on a narrow screen; more scroll sideways
LABELS = {
    "ru": {
        "facts": "Коротко",
        "options": "Домашние правила: жирным — как играют по умолчанию",
        "clauses": "Правила, в которых игры расходятся",
        "fact": "О чём",
        "option": "Домашнее правило",
        "clause": "Пункт",
        "no_facts": "пока неизвестно",
        "no_options": "такого выбора нет",
        "no_clauses": "отдельного пункта нет",
        "word_for_word": "Слово в слово одинаковы:",
        "same": "По сути одинаковы:",
    },
    "en": {
        "facts": "In short",
        "options": "House rules: the default is in bold",
        "clauses": "Where the rules differ",
        "fact": "About",
        "option": "House rule",
        "clause": "Clause",
        "no_facts": "not known yet",
        "no_options": "no such choice",
        "no_clauses": "no clause of its own",
        "word_for_word": "The same word for word:",
        "same": "The same in substance:",
    },
}
Cell = Sequence[nodes.Node]


class Tag(nodes.General, nodes.Element):
    """An HTML element, `tag`, with attributes of its own, `attrs`."""

    @staticmethod
    def visit(writer: Any, node: "Tag") -> None:
        writer.body.append(writer.starttag(node, node["tag"], "", **node["attrs"]))

    @staticmethod
    def depart(writer: Any, node: "Tag") -> None:
        writer.body.append(f"</{node['tag']}>")


def tag(name: str, *inside: nodes.Node, classes: Sequence[str] = (), **attrs: str) -> Tag:
    """An HTML element."""
    spelt = {key.replace("_", "-"): value for key, value in attrs.items()}
    return Tag("", *inside, tag=name, classes=list(classes), attrs=spelt)


class Columns:
    """The games of one comparison, with their pages as they were read."""

    def __init__(self, env: BuildEnvironment, node: nodes.Element) -> None:
        self.env, self.node, self.lang = env, node, env.config.language
        self.games: list[str] = node["games"]
        self.told: list[str] = node["told"]
        self.pages = {name: env.get_doctree(f"games/{name}") for name in self.told}
        self.stated = {c["clause"]: (name, c) for name in self.told for c in self.pages[name].findall(clause)}

    def __iter__(self) -> Iterator[nodes.Node]:
        yield self.table("facts", self.games, list(self.facts()))
        rows = list(self.options())
        if rows:
            yield self.table("options", self.told, rows)
        differing, word_for_word, same = [], [], []
        for ids in self.node["rows"]:
            here = {name: [c for c in self.stated if c in ids and self.stated[c][0] == name] for name in self.told}
            if all(here.values()) and len({self.wording(cs) for cs in here.values()}) == 1:
                word_for_word.append(here)
            elif all(here.values()) and all(c in self.node["same"] for cs in here.values() for c in cs):
                same.append(here)
            elif any(here.values()):
                differing.append(here)
        yield from (self.alike(how, rows) for how, rows in [("word_for_word", word_for_word), ("same", same)] if rows)
        if differing:
            yield self.table("clauses", self.told, [self.clauses(here) for here in differing])

    def facts(self) -> Iterator[tuple[Cell, list[Cell]]]:
        """A row for each line of the facts; of a game without a page, what the catalogue knows."""
        lines = {
            name: {
                item["fact"]: item.children[1].children
                for item in self.pages[name].findall(nodes.definition_list_item)
                if "fact" in item
            }
            for name in self.told
        }
        for name in self.games:
            if name not in lines:
                entry = catalogue()[name]
                said = {"players": numbers(entry.players, self.lang), "pack": with_how_many(entry, self.lang)}
                lines[name] = {key: [nodes.paragraph("", text)] for key, text in said.items()}
        for key in FACTS:
            cells = [self.copied(lines[name].get(key, []), name) for name in self.games]
            if any(cells):
                yield [nodes.Text(UI[self.lang][key])], cells

    def options(self) -> Iterator[tuple[Cell, list[Cell]]]:
        """A row for each house rule: the default, then the other values; a title of its own where games differ."""
        for ids in self.node["option_rows"]:
            found = {
                name: [full.partition(".")[2] for full in sorted(ids) if full.startswith(f"{name}.")]
                for name in self.told
            }
            titles = dict.fromkeys(
                say.option(load(name), field, kit.choices(load(name))[field][0], self.lang)[0]
                for name in self.told
                for field in found[name]
            )
            yield (
                [nodes.Text(" / ".join(titles))],
                [
                    [part for field in found[name] for part in self.values(name, field, titled=len(titles) > 1)]
                    for name in self.told
                ],
            )

    def values(self, name: str, field: str, *, titled: bool) -> Iterator[nodes.Node]:
        game = load(name)
        said = [say.option(game, field, value, self.lang) for value in kit.choices(game)[field]]
        line = nodes.paragraph("", f"{said[0][0]}: " if titled else "")
        line += nodes.strong("", said[0][1])
        if len(said) > 1:
            line += nodes.Text("".join(f"; {value}" for _, value in said[1:]))
        yield line

    def clauses(self, here: Mapping[str, Sequence[str]]) -> tuple[Cell, list[Cell]]:
        """A row of clauses, each with its text, its id and whether it is a ruling."""
        names = dict.fromkeys(c.partition(".")[2] for cs in here.values() for c in cs)
        head: list[nodes.Node] = []
        for short in names:
            head += [nodes.Text(" / ")] if head else []
            head.append(span(short, ["clause-ref"], lang="en"))
        return head, [[part for c in here[name] for part in self.stating(c)] for name in self.told]

    def stating(self, full: str) -> Iterator[nodes.Node]:
        name, node = self.stated[full]
        yield from self.copied(node.children, name)
        foot = nodes.paragraph("", "", self.link(full), classes=["clause-foot"])
        if node["ruling"]:
            foot += span(UI[self.lang]["ruling"], ["ruling"], title=UI[self.lang]["ruling_title"])
        yield foot

    def link(self, full: str) -> nodes.reference:
        there = self.env.app.builder.get_relative_uri(self.env.docname, f"games/{full.partition('.')[0]}")
        return nodes.reference("", "", span(full, ["clause-ref"], lang="en"), refuri=f"{there}#{full}", internal=True)

    def wording(self, ids: Sequence[str]) -> str:
        return " ".join(word for c in ids for part in self.stated[c][1].children for word in part.astext().split())

    def alike(self, how: str, rows: Sequence[Mapping[str, Sequence[str]]]) -> nodes.Node:
        """One line for the clauses that say the same."""
        line = nodes.paragraph("", "", nodes.strong("", LABELS[self.lang][how]), classes=["compare-same"])
        for n, here in enumerate(rows):
            group = span("", ["compare-alike"])
            for k, full in enumerate(c for cs in here.values() for c in cs):
                group += [nodes.Text(" = ")] if k else []
                group += self.link(full)
            line += [nodes.Text("; " if n else " "), group]
        line += nodes.Text(".")
        return line

    def copied(self, parts: Iterable[nodes.Node], name: str) -> list[nodes.Node]:
        """Parts of a game's page to stand on this one: their links lead from here, and they are no anchors."""
        builder = self.env.app.builder
        there, here = builder.get_target_uri(f"games/{name}"), builder.get_target_uri(self.env.docname)
        copies = [part.deepcopy() for part in parts]
        for node in (found for part in copies for found in part.findall(nodes.Element)):
            node["ids"], node["names"] = [], []
            if isinstance(node, addnodes.pending_xref) and "refdoc" in node:
                node["refdoc"] = self.env.docname
            elif isinstance(node, nodes.reference) and "refid" in node:
                node["refuri"] = f"{relative_uri(here, there)}#{node.attributes.pop('refid')}"
            elif isinstance(node, nodes.reference) and not urlsplit(node.get("refuri", "")).scheme:
                node["refuri"] = relative_uri(here, normpath(join(dirname(there), node["refuri"])))
        return copies

    def table(self, what: str, games: Sequence[str], rows: Sequence[tuple[Cell, list[Cell]]]) -> nodes.Node:
        """A table with a caption, in a region that scrolls where it must. Narrow, it becomes cards: hence the roles."""
        labels, first = LABELS[self.lang], {"facts": "fact", "options": "option", "clauses": "clause"}[what]
        titles = [catalogue()[name].title(self.lang) for name in games]
        heads = [tag("th", nodes.Text(labels[first]), scope="col", role="columnheader")]
        heads += [tag("th", *self.heading(name), scope="col", role="columnheader") for name in games]
        body = tag("tbody", role="rowgroup")
        for head, cells in rows:
            body += tag(
                "tr",
                tag("th", *head, scope="row", role="rowheader"),
                *(self.cell(what, title, cell) for title, cell in zip(titles, cells, strict=True)),
                role="row",
            )
        folded = what == "clauses"
        grid = tag(
            "table",
            tag("caption", nodes.Text(labels[what]), classes=["visually-hidden"] if folded else []),
            tag("thead", tag("tr", *heads, role="row"), role="rowgroup"),
            body,
            classes=["docutils", "compare", f"compare-{len(games)}", f"compare-{what}"],
            role="table",
        )
        box = tag("div", grid, classes=["compare-box"])
        if len(games) > CARDS:
            box["classes"].append("table-wrapper")
            box["attrs"] = {"role": "region", "tabindex": "0", "aria-label": f"{labels[what]}: {', '.join(titles)}"}
        if not folded:
            return box
        summary = tag("summary", nodes.Text(f"{labels[what]} ({len(rows)})"))
        return tag("details", summary, box, classes=["compare-fold"])

    def heading(self, name: str) -> Cell:
        entry, link = catalogue()[name], page(self.env, name)
        if link:
            return [nodes.paragraph("", "", nodes.reference("", entry.title(self.lang), refuri=link, internal=True))]
        return [
            nodes.paragraph("", f"{entry.title(self.lang)} "),
            span(UI[self.lang]["unwritten"], ["unwritten"]),
        ]

    def cell(self, what: str, title: str, inside: Cell) -> nodes.Node:
        """A cell; the game's name in it is for eyes only, where columns give way to cards."""
        label = tag("span", nodes.Text(title), classes=["compare-game"], aria_hidden="true")
        if inside:
            return tag("td", label, *inside, role="cell")
        dash = tag("span", nodes.Text("—"), aria_hidden="true")
        none = span(LABELS[self.lang][f"no_{what}"], ["visually-hidden"])
        return tag("td", label, dash, none, classes=["compare-none"], role="cell")
