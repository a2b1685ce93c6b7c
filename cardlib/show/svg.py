"""A position as a picture: rows of cards, the far seats above, the middle of the table, the viewer below.

The picture needs `cards.sprite(lang)` once on the page and `cards.css`; `picture` carries both with it.
"""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from itertools import zip_longest

from cardlib.cards import BACK, Card
from cardlib.kit import View, Zone
from cardlib.say import seat_name
from cardlib.show import text
from cardlib.show.cards import sprite, symbol_id

__all__ = ["picture", "sprite", "table"]

WIDTH = 480
MARGIN = 10
CARD_W, CARD_H = 50, 70
STEP = CARD_W + 4  # between cards that do not overlap
LINE = 20  # a line of text
GAP = 5
LETTER = 7  # the width of a letter under a pile, roughly
PILES = {"stock", "discard", "won"}
SIDE_BY_SIDE = {"meld", "shown"}  # what one player lays out, if there is room


def table(view: View, lang: str) -> str:
    """The position as an <svg> with its description as a text alternative."""
    body, y = [], MARGIN
    line = " · ".join(text.facts(view, lang))
    if line:
        body.append(_text(MARGIN, y + 13, line, "table-label"))
        y += LINE
    for row in _rows(view):
        width = (WIDTH - MARGIN) / len(row)
        drawn = [_place(view, seat, (MARGIN + n * width, y, (n + 1) * width), lang) for n, seat in enumerate(row)]
        body += [picture for picture, _ in drawn]
        y = max(bottom for _, bottom in drawn)
    spoken = escape(". ".join(f"{label} — {cards}" for label, cards in text.describe(view, lang)), quote=True)
    return (
        f'<svg class="card-table" viewBox="0 0 {WIDTH} {y}" role="img" aria-label="{spoken}">'
        f'<rect class="table-cloth" x=".5" y=".5" width="{WIDTH - 1}" height="{y - 1}" rx="10"/>{"".join(body)}</svg>'
    )


def picture(view: View, lang: str) -> str:
    """The position as a file of its own, with the faces and their colours inside."""
    css = (files("cardlib") / "show" / "cards.css").read_text("utf-8")
    drawn = table(view, lang)
    head, _, rest = drawn.partition(">")
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{css}</style>{sprite(lang)}{rest}\n'


def _rows(view: View) -> list[list[int | None]]:
    """The places from above; at a large table the far seats stand in twos."""
    seats = text.places(view)
    middle = seats.index(None) if None in seats else 0
    abreast = 2 if view.players > 4 else 1
    return [
        *(seats[n : min(n + abreast, middle)] for n in range(0, middle, abreast)),
        *([seat] for seat in seats[middle:]),
    ]


def _place(view: View, seat: int | None, box: tuple[float, int, float], lang: str) -> tuple[str, int]:
    """A seat's name and zones, or the middle, from a left edge and a top to a right edge.

    Returns the drawing and where the next place begins.
    """
    left, y, right = box
    zones = text.at(view, seat)
    body = []
    if seat is not None:
        mark = "▸ " if view.turn == seat else ""
        counts = [f"{text.zone_name(view, z, lang)}: {len(z.cards)}" for z in zones if z.name == "won"]
        line, *more = [" · ".join([text.heading(view, seat, lang), *counts])]
        if right - left < WIDTH / 2 and any(z.name == "won" for z in view.zones):  # abreast only the name fits
            line = seat_name(seat, view.players, lang)
            more = [" · ".join([", ".join(text.seat_facts(view, seat, lang)), *counts])]
        body.append(_text(left, y + 14, mark + line, "table-turn" if mark else "table-name"))
        y += LINE
        for words in filter(None, more):
            body.append(_text(left, y + 12, words, "table-label"))
            y += LINE
        zones = [z for z in zones if z.name != "won"]
    piles = [z for z in zones if z.name in PILES]
    spreads = [z for z in zones if z.name not in PILES]
    x = left
    for zone in piles:
        label = f"{text.zone_name(view, zone, lang)}: {len(zone.cards)}"
        body.append(_card(zone.cards[-1] if zone.cards else None, x, y, lang) + _under(x, y, label))
        x += max(CARD_W, LETTER * len(label)) + 12
    if piles and not (spreads and _width(spreads[0]) <= right - x):
        x, y = left, y + CARD_H + LINE + GAP
    for zone, after in zip_longest(spreads, spreads[1:]):
        body.append(_spread(view, zone, (x, y, right), lang))
        label = text.zone_name(view, zone, lang)
        named = (seat is None or zone.name != "hand") and not zone.name.startswith("row")
        if named:
            body.append(_under(x, y, label))
        x += max(_width(zone), LETTER * len(label)) + 12
        if after and {zone.name, after.name} <= SIDE_BY_SIDE and x + _width(after) <= right:
            continue
        x, y = left, y + CARD_H + GAP + LINE * named
    return "".join(body), y + GAP


def _width(zone: Zone) -> int:
    return CARD_W + max(0, len(zone.cards) - 1) * STEP


def _spread(view: View, zone: Zone, box: tuple[float, int, float], lang: str) -> str:
    x, y, right = box
    shown: Sequence[Card | None] = text.in_order(zone, view) if zone.up is None else zone.cards
    step = STEP if zone.up or any(c is not BACK for c in shown) else 18
    room = (right - CARD_W - x) / max(1, len(shown) - 1)
    return "".join(_card(c, x + n * min(step, room), y, lang) for n, c in enumerate(shown))


def _under(x: float, y: float, words: str) -> str:
    return _text(x, y + CARD_H + 15, words, "table-label")


def _card(c: Card | None, x: float, y: float, lang: str) -> str:
    if c is None:
        return f'<rect class="table-place" x="{round(x)}" y="{y}" width="{CARD_W}" height="{CARD_H}" rx="5"/>'
    # What is alike stands side by side: a page has thousands of these, and packs better.
    return f'<use x="{round(x)}" y="{y}" width="{CARD_W}" height="{CARD_H}" href="#{symbol_id(c, lang)}"/>'


def _text(x: float, y: float, words: str, kind: str) -> str:
    return f'<text class="{kind}" x="{round(x)}" y="{y}">{escape(words)}</text>'
