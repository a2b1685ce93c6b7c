"""`{deal}`: a worked deal as a list of steps, each with its position; and `{picture}`: one position of a deal."""

import json
import re
from html import escape

from docutils import nodes
from pieces import address
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from ui import UI

from cardlib import kit, record, say
from cardlib.show import svg
from cardlib.tutor.excuse import condition

LABELS = ("first", "back", "forward", "last", "list", "position")  # what stepper.js writes
log = logging.getLogger(__name__)


class Deal(SphinxDirective):
    """`{deal} ordinary`: the whole deal as an ordered list; a script on the page shows it step by step."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        name = self.arguments[0]
        try:
            deal = record.open_deal(self.env.temp_data.get("game", ""), name)
        except ValueError as error:
            log.warning("%s", error, location=self.get_location())
            return []
        lang, ui = self.config.language, UI[self.config.language]
        told = steps(deal)
        items = "\n".join(self.step(deal, told, n, lang) for n in range(1, len(told) + 1))
        labels = json.dumps({key: ui[key] for key in LABELS}, ensure_ascii=False)
        start = next((n for n, group in enumerate(told) if group[0].line.kind != "deal"), 1)
        title, anchor = escape(deal.title[lang]), f"deal-{name}"
        html = (
            f'<section class="deal" id="{anchor}" data-start="{start}" data-labels="{escape(labels)}"'
            f' data-others="{ui["deal_others"]}">'
            f'<h3 id="{anchor}-title">{title}'
            f'<a class="headerlink" href="#{anchor}" aria-label="{title}">§</a></h3>\n'
            f'<ol class="steps" aria-label="{escape(ui["deal_moves"].format(title=deal.title[lang]))}">\n{items}</ol>'
            "</section>\n"
        )
        shown: dict[str, int] = {}
        for n, group in enumerate(told, 1):
            for cited in (c for step in group for c in step.line.clauses):
                shown.setdefault(cited, n)
        return [
            nodes.raw("", html, format="html", classes=["has-table"], deal=name, title=deal.title[lang], shown=shown)
        ]

    def step(self, deal: record.Deal, groups: list[list[record.Step]], n: int, lang: str) -> str:
        """One item of the list: the move, why it was refused or what it brought about, a comment, the position."""
        group = groups[n - 1]
        first = group[0]
        parts = [f'<p class="step-move">{self.move(deal, first, lang)}</p>']
        if first.refusal:
            why = say.say(first.refusal, lang, deal.players, refused=True)
            log = [step.move for been in groups[: n - 1] for step in been if step.move is not None]
            instead = condition(deal.game, first.state, kit.canon(first.line.move), log, lang)
            said = f"{coloured(why)} {self.link(first.refusal)} {coloured(instead)}".rstrip()
            parts.append(f'<p class="step-refused"><span class="cross" aria-hidden="true">✗</span> {said}</p>')
        told = [
            f"<li>{coloured(say.say(r, lang, deal.players))} {self.link(r)}</li>" for step in group for r in step.told
        ]
        why = [step.line.comment[lang] for step in group if lang in step.line.comment]
        parts += [f'<p class="step-why">{escape(text)}</p>' for text in why]
        if told:
            parts.append(f'<ul class="step-told">{"".join(told)}</ul>')
        picture = svg.table(kit.view(deal.game, group[-1].state, None), lang)
        kind = "step refused" if first.refusal else "step"
        return (
            f'<li class="{kind}" id="deal-{deal.name}-{n}">'
            f'<div class="step-text">{"".join(parts)}</div>\n'
            f'<div class="step-table"><noscript>{picture}</noscript></div></li>\n'  # stepper.js draws what is looked at
        )

    def move(self, deal: record.Deal, step: record.Step, lang: str) -> str:
        if step.line.kind == "deal":
            return f"<b>{UI[lang]['dealing']}</b>"
        who = say.seat_name(step.line.seat, deal.players, lang)
        what = say.say_move(deal.game, step.line.move, lang, deal.players)
        mark = f' <span class="visually-hidden">({UI[lang]["refused"]})</span>' if step.refusal else ""
        return f"<b>{escape(who)}</b>: {coloured(what)}{mark}"

    def link(self, ruling: kit.Ruling) -> str:
        short = ruling.clause.partition(".")[2]
        return f'<a class="clause-ref" lang="en" href="{address(self.env, ruling.clause)}">{short}</a>'


def steps(deal: record.Deal) -> list[list[record.Step]]:
    """The deal's steps; what is expected or ends the match belongs to the move before it."""
    groups: list[list[record.Step]] = []
    for step in record.replay(deal):
        if groups and step.line.kind in ("expect", "end"):
            groups[-1].append(step)
        else:
            groups.append([step])
    return groups


SIGN = re.compile(r"([♥♦])(?:10|\w)|[♠♣](?:10|\w)")


def coloured(text: str) -> str:
    """A sentence as HTML, its cards in their colour; the sign tells them apart as well."""
    return SIGN.sub(lambda m: f'<span class="card-sign card-{"red" if m[1] else "black"}">{m[0]}</span>', escape(text))


class Picture(SphinxDirective):
    """`{picture} crazy-eights ordinary 6`: the position after a step of a deal."""

    required_arguments = 3

    def run(self) -> list[nodes.Node]:
        game, name, number = self.arguments
        try:
            deal = record.open_deal(game, name)
            group = steps(deal)[int(number) - 1]
        except (ValueError, IndexError) as error:
            log.warning("no such position: %s", error, location=self.get_location())
            return []
        drawn = svg.table(kit.view(deal.game, group[-1].state, None), self.config.language)
        return [nodes.raw("", f'<figure class="picture">{drawn}</figure>', format="html", classes=["has-table"])]


def sprite(doctree: nodes.document | None, lang: str) -> str:
    """The card faces for a page that shows a table, to stand there once, outside its text."""
    shown = doctree is not None and any("has-table" in node.get("classes", ()) for node in doctree.findall(nodes.raw))
    return svg.sprite(lang) if shown else ""
