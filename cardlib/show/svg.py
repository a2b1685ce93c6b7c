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
from cardlib.show import cards, text
from cardlib.show.cards import sprite

__all__ = ["picture", "sprite", "table"]

WIDTH = 960
MARGIN = 20
STEP = cards.WIDTH + 8  # between cards that do not overlap
LINE = 40  # a line of text
GAP = 10
LETTER = 14  # the width of a letter under a pile, roughly
PILES = {"stock", "discard", "won"}
SIDE_BY_SIDE = {"meld", "shown"}  # what one player lays out, if there is room


def table(view: View, lang: str) -> str:
    """The position as an <svg> with its description as a text alternative."""
    body, y = [], MARGIN
    line = " · ".join(text.facts(view, lang))
    if line:
        body.append(_text(MARGIN, y + 26, line))
        y += LINE
    for row in _rows(view):
        width = (WIDTH - MARGIN) / len(row)
        drawn = [_place(view, seat, (MARGIN + n * width, y, (n + 1) * width), lang) for n, seat in enumerate(row)]
        body += [picture for picture, _ in drawn]
        y = max(bottom for _, bottom in drawn)
    spoken = escape(". ".join(f"{label} — {cards}" for label, cards in text.describe(view, lang)), quote=True)
    return (
        f'<svg class="card-table" viewBox="0 0 {WIDTH} {y}" role="img" aria-label="{spoken}">'
        f'<rect class="table-cloth" x="1" y="1" width="{WIDTH - 2}" height="{y - 2}" rx="20"/>{"".join(body)}</svg>'
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
        body.append(_text(left, y + 28, mark + line, "table-turn" if mark else "table-name"))
        y += LINE
        for words in filter(None, more):
            body.append(_text(left, y + 24, words))
            y += LINE
        zones = [z for z in zones if z.name != "won"]
    piles = [z for z in zones if z.name in PILES]
    spreads = [z for z in zones if z.name not in PILES]
    x = left
    for zone in piles:
        label = f"{text.zone_name(view, zone, lang)}: {len(zone.cards)}"
        body.append(_cards([zone.cards[-1] if zone.cards else None], x, y, 0, lang) + _under(x, y, label))
        x += max(cards.WIDTH, LETTER * len(label)) + 24
    if piles and not (spreads and _width(spreads[0]) <= right - x):
        x, y = left, y + cards.HEIGHT + LINE + GAP
    for zone, after in zip_longest(spreads, spreads[1:]):
        body.append(_spread(view, zone, (x, y, right), lang))
        label = text.zone_name(view, zone, lang)
        named = (seat is None or zone.name != "hand") and not zone.name.startswith("row")
        if named:
            body.append(_under(x, y, label))
        x += max(_width(zone), LETTER * len(label)) + 24
        if after and {zone.name, after.name} <= SIDE_BY_SIDE and x + _width(after) <= right:
            continue
        x, y = left, y + cards.HEIGHT + GAP + LINE * named
    return "".join(body), y + GAP


def _width(zone: Zone) -> int:
    return cards.WIDTH + max(0, len(zone.cards) - 1) * STEP


def _spread(view: View, zone: Zone, box: tuple[float, int, float], lang: str) -> str:
    x, y, right = box
    shown: Sequence[Card | None] = text.in_order(zone, view) if zone.up is None else zone.cards
    step = STEP if zone.up or any(c is not BACK for c in shown) else 36
    room = (right - cards.WIDTH - x) / max(1, len(shown) - 1)
    return _cards(shown, x, y, min(step, room), lang)


def _under(x: float, y: float, words: str) -> str:
    return _text(x, y + cards.HEIGHT + 30, words)


def _cards(row: Sequence[Card | None], x: float, y: float, step: float, lang: str) -> str:
    """Cards side by side. A page has thousands of them: where they stand and how large they are is said once a row."""
    drawn = []
    for n, c in enumerate(row):
        place = f' x="{round(n * step)}"' if n else ""
        if c is None:
            drawn.append(f'<rect class="table-place"{place} width="{cards.WIDTH}" height="{cards.HEIGHT}" rx="9"/>')
        else:
            drawn.append(f'<use{place} href="#{cards.symbol_id(c, lang)}"/>')
    return f'<g transform="translate({round(x)} {y})">{"".join(drawn)}</g>'


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    mark = f' class="{kind}"' if kind else ""
    return f'<text{mark} x="{round(x)}" y="{y}">{escape(words)}</text>'
