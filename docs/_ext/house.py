"""`{options}`: the house rules of a game as a table, in which a script lets the reader choose those of his own."""

import json
from html import escape
from typing import Any

from docutils import nodes
from live import FORM
from pieces import address, dress, span, table
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit, say
from cardlib.games import load
from cardlib.house import contradictions

ANCHOR = "house-rules"
SPOKEN = ("yours", "mark", "so", "usual", "no-value", "refused", "all-usual")


class Options(SphinxDirective):
    """`{options}`: the house rules, each with its default, the other values, and the clause that it bends."""

    def run(self) -> list[nodes.Node]:
        lang, game = self.config.language, load(self.env.temp_data.get("game", ""))
        ui, rows = UI[lang], []
        for name, values in kit.choices(game).items():
            said = [say.option(game, name, value, lang) for value in values]
            bent = kit.bends(game)[name]
            short = span(bent.partition(".")[2], ["clause-ref"], lang="en")
            link = nodes.reference("", "", short, refuri=address(self.env, bent), internal=True)
            others = span(", ".join(value for _, value in said[1:]), ["house-others"])
            html = choice(name, bent, said[0][0], [(str(v), t) for v, (_, t) in zip(values, said, strict=True)])
            rows.append(
                [
                    [nodes.Text(said[0][0])],
                    [nodes.Text(said[0][1])],
                    [others, nodes.raw("", html, format="html")],
                    [link],
                ]
            )
        found = table([ui["option"], ui["default"], ui["others"], ui["bends"]], rows, ["options"])
        heading = list(found.findall(nodes.entry))[2][0]
        heading.children = []
        heading += [span(ui["others"], ["house-others"]), span(ui["house-choose"], ["house-choose"], hidden="")]
        anchor = nodes.raw("", f'<span id="{ANCHOR}"></span>\n', format="html")
        return [anchor, found, nodes.raw("", for_script(game, lang), format="html", classes=["has-house"])]


def choice(name: str, bent: str, label: str, values: list[tuple[str, str]]) -> str:
    """The values of a house rule to choose from; the table at which the page's game is played asks the same list."""
    options = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in values)
    return (
        f'<select name="{name}" form="{FORM}" data-clause="{bent}" aria-label="{escape(label)}" '
        f'autocomplete="off" hidden>{options}</select>'
    )


def for_script(game: kit.Game, lang: str) -> str:
    """What the script says, and which values contradict each other, and why."""
    ui = UI[lang]
    told = {"labels": {key: ui[f"house-{key}"] for key in SPOKEN}, "clashes": clashes(game, lang)}
    text = json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f'<p class="house-said" role="status"></p><script type="application/json" class="house">{text}</script>\n'


def clashes(game: kit.Game, lang: str) -> list[list[str]]:
    """Name and value of two house rules that contradict each other, and why, for every such pair."""
    return [
        [*map(str, (*found.one, *found.other)), sentence(found.why.sentence(lang))] for found in contradictions(game)
    ]


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("options", Options)
    dress(app, "has-house", "house-start.js")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
