"""`{dispute} move` and `{dispute} rules`: the forms of the dispute desk, which its script fills and heeds."""

import json
from html import escape
from typing import Any

from docutils import nodes
from house import clashes
from live import version
from pieces import dress, paged
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit, say
from cardlib.games import load

SPOKEN = (
    "loading",
    "failed",
    "stop",
    "stopped",
    "save",
    "rule",
    "verdict",
    "why",
    "legal",
    "copied",
    "copy",
    "not-text",
)
log = logging.getLogger(__name__)


class Dispute(SphinxDirective):
    """`{dispute} move`: a move judged by every rule; `{dispute} rules`: two sets of rules compared."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        lang, how = self.config.language, self.arguments[0]
        forms = {"move": self.move, "rules": self.rules}
        if how not in forms:
            log.warning("%r is no form of the dispute desk: expected move or rules", how, location=self.get_location())
            return []
        return [nodes.raw("", forms[how](UI[lang]), format="html", classes=["has-table", "has-desk"])]

    def games(self, ui: dict[str, Any]) -> str:
        listed = "".join(
            f'<option value="{entry.slug}">{escape(entry.title(self.config.language))}</option>'
            for entry in paged(self.env)
        )
        return f'<label>{ui["game"]} <select name="game" autocomplete="off">{listed}</select></label>'

    def move(self, ui: dict[str, Any]) -> str:
        lang = self.config.language
        labels = {key: ui[f"desk-{key}"] for key in SPOKEN}
        told = {"labels": labels, "games": {entry.slug: options(load(entry.slug), lang) for entry in paged(self.env)}}
        text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
        return (
            f'<p class="desk-none">{ui["desk-none"]}</p>\n'
            f'<form class="desk desk-move" data-lang="{lang}" data-version="{version()}" hidden>{self.games(ui)}'
            f'<label>{ui["desk-position"]} <input name="line" autocomplete="off" spellcheck="false"></label>'
            f"<label>{ui['desk-try']} "
            '<input name="try" list="desk-legal" autocomplete="off" spellcheck="false"></label>'
            '<datalist id="desk-legal"></datalist>'
            f'<p><button type="submit">{ui["desk-judge"]}</button> '
            f'<button type="button" data-desk="share">{ui["desk-share"]}</button> '
            f'<label class="desk-file"><span>{ui["desk-file"]}</span>'
            '<input type="file" accept=".deal,.txt,text/plain"></label></p></form>\n'
            '<p class="desk-state" role="status"></p>\n<div class="desk-answer"></div>\n'
            f'<script type="application/json" class="desk-data">{text}</script>\n'
        )

    def rules(self, ui: dict[str, Any]) -> str:
        sets = "".join(
            f'<fieldset name="{name}"><legend>{ui[f"desk-{name}"]}</legend></fieldset>' for name in ("one", "other")
        )
        return (
            f'<form class="desk desk-rules" hidden>{self.games(ui)}<div class="desk-sets">{sets}</div>'
            f'<p><button type="submit">{ui["desk-search"]}</button> '
            f'<button type="button" data-desk="stop" disabled>{ui["desk-stop"]}</button></p></form>\n'
            '<p class="desk-progress" role="status"></p>\n<div class="desk-found"></div>\n'
        )


def options(game: kit.Game, lang: str) -> dict[str, Any]:
    """The house rules of a game by name, with what each value is called, and which contradict each other."""
    rules = []
    for name, values in kit.choices(game).items():
        said = [say.option(game, name, value, lang) for value in values]
        rules.append([name, said[0][0], [[str(v), text] for v, (_, text) in zip(values, said, strict=True)]])
    return {"rules": rules, "clashes": clashes(game, lang)}


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("dispute", Dispute)
    dress(app, "has-desk", "dispute.js", "dispute.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
