"""`{lesson}`: the game's lesson as a list of questions with folded answers; a script puts it on a table."""

import json
from functools import cache
from html import escape

from deals import coloured
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit, say
from cardlib.cards import BACK
from cardlib.faults import Wrong
from cardlib.show import text
from cardlib.tutor import lessons
from cardlib.widget.lesson import Learning, refusals, shown, title
from cardlib.widget.live import RULES

SPOKEN = ("start", "resume", "list")  # what lesson.js writes
log = logging.getLogger(__name__)


class Lesson(SphinxDirective):
    """`{lesson}`: three to six questions about the page's game."""

    def run(self) -> list[nodes.Node]:
        game, lang = self.env.temp_data.get("game", ""), self.config.language
        self.env.note_dependency(str(lessons.place(game)))
        try:
            html = lesson(game, lang)
        except Wrong as error:
            log.warning("%s", error, location=self.get_location())
            return []
        return [nodes.raw("", html, format="html", classes=["has-table"])]


@cache
def lesson(game: str, lang: str) -> str:
    """The lesson as HTML: the questions, and the first position for the script."""
    ui, learning = UI[lang], Learning(game, lang=lang, rules_url=RULES)
    first = {name: value for name, value in shown(learning).items() if name != "labels"}  # the live table has them
    view = json.dumps(first, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    labels = json.dumps({key: ui[f"lesson-{key}"] for key in SPOKEN}, ensure_ascii=False)
    items = "\n".join(question(learning.lesson, step, lang) for step in learning.lesson.steps)
    return (
        f'<section class="lesson" data-labels="{escape(labels)}">\n'
        f'<p class="lesson-start" hidden><button type="button">{ui["lesson-start"]}</button></p>\n'
        '<div class="lesson-table" hidden></div>\n'
        '<p class="lesson-state" role="status"></p>\n'
        f'<script type="application/json" class="lesson-view">{view}</script>\n'
        f'<ol class="lesson-list">\n{items}</ol></section>\n'
    )


def question(learnt: lessons.Lesson, step: lessons.Step, lang: str) -> str:
    """One question: what is asked, what the seat that is asked sees, and the answer to unfold."""
    ui, s = UI[lang], learnt.position(step).state
    view = kit.view(learnt.game, s, s.turn)
    seen = [f"{label} — {cards}." for label, cards in described(view, lang)]
    where = " ".join([ui["lesson-you"].format(who=say.seat_name(s.turn, s.players, lang)), *seen])
    moves = [f"<b>{coloured(say.say_move(learnt.game, move, lang, s.players))}</b>" for move in step.right]
    named = f"{ui['lesson-rights' if len(moves) > 1 else 'lesson-right']} {'; '.join(moves)}."
    said = step.said[lang]
    answer = [f"<p>{named} {coloured(said['well'])}</p>"]
    answer += [f"<p>{ui['lesson-else']} {coloured(said['else'])}</p>"] if "else" in said else []
    for one in refusals(learnt, step, lang):
        answer.append(f"<p>{ui['lesson-refused']} <b>{coloured(one['move'])}</b>. {coloured(one['text'])}</p>")
    return (
        f"<li><p><b>{title(step.kind, lang)}.</b> {coloured(said['ask'])}</p>"
        f'<p class="lesson-seen">{coloured(where)}</p>'
        f"<details><summary>{ui['lesson-answer']}</summary>{''.join(answer)}</details></li>\n"
    )


def described(view: kit.View, lang: str) -> list[tuple[str, str]]:
    """The zones in which the seat sees a card; its own hand without its name."""
    return [
        (
            text.zone_name(view, zone, lang)
            if seat in (None, view.seat)
            else f"{say.seat_name(seat, view.players, lang)}: {text.zone_name(view, zone, lang).lower()}",
            text.contents(zone, view, lang),
        )
        for seat in text.places(view)
        for zone in text.at(view, seat)
        if any(c is not None and c is not BACK for c in zone.cards)
    ]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("lesson", Lesson)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
