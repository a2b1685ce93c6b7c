"""`{clause}`: a rule on a page, with its id, links to the steps that show it, and a copy as JSON for the table."""

import json
from html import escape
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit
from cardlib.games import load

MOST = 2  # links to deals under a clause
log = logging.getLogger(__name__)


class clause(nodes.General, nodes.Element):  # noqa: N801  (docutils names nodes so)
    """A rule on the page: its paragraphs, its id, how often it comes up, and links to where the page shows it."""

    @staticmethod
    def visit(writer: Any, node: "clause") -> None:
        writer.body.append(f'<div class="clause" id="{node["clause"]}">')

    @staticmethod
    def depart(writer: Any, node: "clause") -> None:
        ui, name = UI[node["lang"]], node["clause"]
        spoken = ui["permalink"].format(clause=name)
        foot = [f'<a class="clause-id" href="#{name}" aria-label="{spoken}">{name}</a>']
        if node["ruling"]:
            foot.append(f'<span class="ruling" title="{ui["ruling_title"]}">{ui["ruling"]}</span>')
        if "heard" in node:
            anchor, text = node["heard"]
            foot.append(f'<a class="heard" href="{anchor}">{text}</a>')
        if node["shown"]:
            links = ", ".join(f'<a href="#{anchor}">{text}</a>' for anchor, text in node["shown"])
            foot.append(f'<span class="shown">{ui["shown"]} {links}</span>')
        writer.body.append(f'<p class="clause-foot">{" ".join(foot)}</p></div>\n')


class Clause(SphinxDirective):
    """`{clause} game.name`: the paragraph that states a rule."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"ruling": directives.flag}

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        game = self.env.temp_data.get("game")
        if game is None or name not in kit.clauses(load(game)):
            log.warning(
                "the engine has no clause %r of %s",
                name,
                game or "a game: begin with {facts}",
                location=self.get_location(),
            )
        if not self.content:
            log.warning("the clause %r is not stated", name, location=self.get_location())
        node = clause(clause=name, lang=self.config.language, ruling="ruling" in self.options, shown=[])
        self.set_source_info(node)
        node += self.parse_content_to_nodes()
        self.env.get_domain("std").note_hyperlink_target(name, self.env.docname, name, name)
        return [node]


class AllClauses(SphinxTransform):
    """A rules page states every clause of its game once, in the engine's order."""

    default_priority = 810

    def apply(self, **_: Any) -> None:
        name = self.env.temp_data.get("game")
        if name is None:
            return
        stated = [node["clause"] for node in self.document.findall(clause)]
        wanted = list(kit.clauses(load(name)))
        for missing in [c for c in wanted if c not in stated]:
            log.warning("the clause %s is not stated on this page", missing, location=self.env.docname)
        for twice in {c for c in stated if stated.count(c) > 1}:
            log.warning("the clause %s is stated twice", twice, location=self.env.docname)
        if sorted(stated) == sorted(wanted) and stated != wanted:
            first = next(has for has, want in zip(stated, wanted, strict=True) if has != want)
            log.warning("the clause %s does not stand in the engine's order", first, location=self.env.docname)


class Witnesses(SphinxTransform):
    """Each clause is linked to the steps of the page's deals that cite it, the first of each deal, two at most."""

    default_priority = 820

    def apply(self, **_: Any) -> None:
        deals = [node for node in self.document.findall(nodes.raw) if node.get("deal")]
        ui = UI[self.config.language]
        for node in self.document.findall(clause):
            node["shown"] = [
                (f"deal-{deal['deal']}-{n}", escape(ui["step_of"].format(title=deal["title"], n=n)))
                for deal in deals
                if (n := deal["shown"].get(node["clause"]))
            ][:MOST]


def export(app: Sphinx, name: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Write the clauses of a rules page as JSON, for the table: clauses/<game>.json."""
    found = list(doctree.findall(clause)) if doctree else []
    if not found:
        return
    game = found[0]["clause"].partition(".")[0]
    told = {}
    for node in found:
        body = nodes.container("", *(child.deepcopy() for child in node.children))
        told[node["clause"]] = {
            "text": " ".join(child.astext() for child in node.children),
            "html": app.builder.render_partial(body)["fragment"],  # type: ignore[attr-defined]
            "url": f"{app.builder.get_target_uri(name)}#{node['clause']}",
        }
    place = Path(app.outdir) / "clauses" / f"{game}.json"
    place.parent.mkdir(exist_ok=True)
    place.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "utf-8")
