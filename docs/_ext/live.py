"""`{play}`: the live table of a game. The page brings the first position; a script plays on from it."""

import hashlib
import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from pieces import dress
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit
from cardlib.games import load
from cardlib.tutor.think import LEVEL, LEVELS
from cardlib.widget.live import Live

FIRST = "seed=1"  # the match that every page begins with
SPOKEN = ("loading", "ready", "failed", "again", "copied", "copy", "loaded-not", "cut")
FORM = "new-match"
RUNTIME = Path(__file__).parent.parent / "runtime"
WIDGET = Path(load.__code__.co_filename).parent.parent / "widget"


class Play(SphinxDirective):
    """`{play}`: a table at which the reader plays the page's game, with a form for players and house rules."""

    def run(self) -> list[nodes.Node]:
        game, lang = load(self.env.temp_data.get("game", "")), self.config.language
        html = table(game.NAME, lang, self.config.notebooks)
        return [nodes.raw("", html, format="html", classes=["has-table", "has-live"])]


@cache
def table(name: str, lang: str, notebooks: bool) -> str:
    """The table as HTML: the first position for the script, and what to read where there is none."""
    ui, game = UI[lang], load(name)
    first = json.loads(Live(name, lang).open(FIRST))
    view = json.dumps(first["view"], ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    also = "live-also" if notebooks else "live-also-file"
    labels = json.dumps({key: ui[f"live-{key}"] for key in SPOKEN}, ensure_ascii=False)
    return (
        f'<section class="live" data-game="{name}" data-lang="{lang}" data-version="{version()}" '
        f'data-kept="{escape(first["kept"])}" data-labels="{escape(labels)}" '
        f'aria-label="{escape(first["view"]["label"])}">\n'
        f'<p class="live-none">{ui["live-none"]}</p>\n'
        '<div class="live-table"></div>\n'
        '<p class="live-state" role="status"></p>\n'
        f'<div class="live-tools" hidden>{tools(ui)}{form(game, lang)}</div>\n'
        f'<script type="application/json" class="live-view">{view}</script>\n'
        f'<p class="live-also">{ui[also].format(lang=lang, game=name)} {ui["live-practice"].format(game=name)}</p>'
        "</section>\n"
    )


@cache
def version() -> str:
    """Tells one state of the engine from another: what was kept by another may no longer fit."""
    digest = hashlib.sha256()
    for source in (*sorted(WIDGET.parent.rglob("*")), RUNTIME / "package.json", RUNTIME / "freeze.mjs"):
        if source.suffix in (".py", ".toml", ".js", ".json", ".mjs"):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:12]


def tools(ui: dict[str, Any]) -> str:
    """Buttons of the page, beside those of the table."""
    return (
        f'<div class="live-line"><button type="button" data-live="share">{ui["live-share"]}</button>'
        f'<button type="button" data-live="save">{ui["live-save"]}</button>'
        f'<label class="live-file"><span>{ui["live-load"]}</span>'
        '<input type="file" accept=".deal,.txt,text/plain"></label>'
        f'<a class="live-dispute" href="../dispute.html">{ui["live-dispute"]}</a>'
        f'</div><p class="live-link" hidden><label>{ui["live-link"]} <input type="text" readonly></label></p>'
    )


def form(game: kit.Game, lang: str) -> str:
    """Players of a new match; its house rules are chosen in the table of options, whose lists belong to this form."""
    ui = UI[lang]
    fields = []
    if len(game.PLAYERS) > 1:
        fields.append(choice(ui["live-players"], "players", [(str(n), str(n)) for n in game.PLAYERS]))
    if game.PLAYERS != (1,):
        levels = sorted(LEVELS, key=lambda level: level != LEVEL)  # the usual one first
        fields.append(choice(ui["live-level"], "level", [(level, ui[f"live-{level}"]) for level in levels]))
    fields.append(
        f'<label>{ui["live-seed"]} <input name="seed" inputmode="numeric" pattern="[0-9]{{1,9}}" '
        f'autocomplete="off" placeholder="{ui["live-any"]}"></label>'
    )
    return (
        f'<details class="live-setup"><summary>{ui["live-new"]}</summary><form id="{FORM}">'
        f'{"".join(fields)}<p class="house-line">{ui["live-house"]} '
        f'<span class="house-here">{ui["house-usual"]}</span> <a href="#house-rules">{ui["house-choose"]}</a></p>'
        f'<button type="submit">{ui["live-deal"]}</button></form></details>'
    )


def choice(label: str, name: str, values: list[tuple[str, str]]) -> str:
    """A list to choose from; its first value is the usual one."""
    options = "".join(f'<option value="{escape(value)}">{escape(text)}</option>' for value, text in values)
    return f'<label>{escape(label)} <select name="{name}">{options}</select></label>'


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_config_value("notebooks", True, "env")  # are they to be opened in the browser?
    app.add_directive("play", Play)
    dress(app, "has-live", "live.js", "table.css")
    app.config.html_static_path += [str(WIDGET / "table.js"), str(WIDGET / "table.css")]
    return {"parallel_read_safe": True, "parallel_write_safe": True}
