"""Card faces drawn as SVG, with the reader's letters: our own drawing.

A face is 100 by 140, a picture of its own size, so that a `<use>` need not say it. Colours come from classes
(`cards.css`), so that a page, a dark theme and a four-colour pack can each set their own.
"""

from functools import cache

from cardlib.cards import CARDS, NO_RANK, Card
from cardlib.say import rank_letters

WIDTH, HEIGHT = 100, 140
SIZE = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'

SPADE = (
    "M50 5C56 21 93 41 93 65A20 20 0 0 1 56 74C57 84 61 91 69 95H31C39 91 43 84 44 74A20 20 0 0 1 7 65C7 41 44 21 50 5Z"
)
HEART = "M50 92C20 66 6 49 6 31A22 22 0 0 1 50 27A22 22 0 0 1 94 31C94 49 80 66 50 92Z"
DIAMOND = "M50 4C60 22 72 37 88 50C72 63 60 78 50 96C40 78 28 63 12 50C28 37 40 22 50 4Z"
CLUB = (
    "M50 5A20 20 0 0 1 67 36A20 20 0 1 1 56 69C57 82 61 90 69 95H31"
    "C39 90 43 82 44 69A20 20 0 1 1 33 36A20 20 0 0 1 50 5Z"
)
LEFT, MIDDLE, RIGHT = 39, 57, 75  # where pips stand across the face, clear of the index
PIPS = {
    1: [(MIDDLE, 70)],
    2: [(MIDDLE, 32), (MIDDLE, 108)],
    3: [(MIDDLE, 32), (MIDDLE, 70), (MIDDLE, 108)],
    4: [(LEFT, 32), (RIGHT, 32), (LEFT, 108), (RIGHT, 108)],
    5: [(LEFT, 32), (RIGHT, 32), (MIDDLE, 70), (LEFT, 108), (RIGHT, 108)],
    6: [(x, y) for x in (LEFT, RIGHT) for y in (32, 70, 108)],
    7: [(x, y) for x in (LEFT, RIGHT) for y in (32, 70, 108)] + [(MIDDLE, 51)],
    8: [(x, y) for x in (LEFT, RIGHT) for y in (32, 70, 108)] + [(MIDDLE, 51), (MIDDLE, 89)],
    9: [(x, y) for x in (LEFT, RIGHT) for y in (27, 56, 84, 113)] + [(MIDDLE, 70)],
    10: [(x, y) for x in (LEFT, RIGHT) for y in (27, 56, 84, 113)] + [(MIDDLE, 41), (MIDDLE, 99)],
}


def symbol_id(c: Card, lang: str) -> str:
    """The id of a face in the sprite; of the back if the face is hidden."""
    return f"card-{lang}-{c.text}" if c.n >= 0 else f"card-{lang}-back"


@cache
def sprite(lang: str) -> str:
    """A hidden <svg> with each face and the back: once on a page, before any table."""
    suits = "".join(
        f'<symbol id="suit-{lang}-{n}" viewBox="0 0 100 100"><path d="{d}"/></symbol>'
        for n, d in enumerate((SPADE, HEART, DIAMOND, CLUB))
    )
    faces = "".join(_face(c, lang) for c in CARDS.values())
    hidden = 'width="0" height="0" aria-hidden="true" focusable="false"'
    return f'<svg class="card-sprite" {hidden}><defs>{suits}{faces}{_back(lang)}</defs></svg>'


def _face(c: Card, lang: str) -> str:
    inner = _joker() if c.rank == NO_RANK else _index(c, lang) + (_court(c, lang) if c.rank > 10 else _pips(c, lang))
    tone = f"suit-{c.suit}" if c.rank != NO_RANK else f"joker-{'red' if c.red else 'black'}"
    return f'<svg id="{symbol_id(c, lang)}" {SIZE}>{_paper("card-face")}<g class="{tone}">{inner}</g></svg>'


def _paper(kind: str) -> str:
    return f'<rect class="{kind}" x="1" y="1" width="98" height="138" rx="9"/>'


def _index(c: Card, lang: str) -> str:
    letters = rank_letters(c.rank, lang)
    narrow = ' textLength="26" lengthAdjust="spacingAndGlyphs"' if letters == "10" else ""
    return (
        f'<text class="card-index" x="17" y="33"{narrow}>{letters}</text>'
        f'<use href="#suit-{lang}-{c.suit}" x="5" y="38" width="24" height="24"/>'
    )


def _pips(c: Card, lang: str) -> str:
    size = 44 if c.rank == 1 else 24
    return "".join(
        f'<use href="#suit-{lang}-{c.suit}" x="{x - size // 2}" y="{y - size // 2}" width="{size}" height="{size}"'
        + (f' transform="rotate(180 {x} {y})"' if y > 70 else "")
        + "/>"
        for x, y in PIPS[c.rank]
    )


def _court(c: Card, lang: str) -> str:
    return (
        '<rect class="card-frame" x="33" y="14" width="54" height="112" rx="5"/>'
        f'<text class="card-court" x="60" y="76">{rank_letters(c.rank, lang)}</text>'
        f'<use href="#suit-{lang}-{c.suit}" x="46" y="88" width="28" height="28"/>'
        f'<path class="card-crown" d="{CROWNS[c.rank]}"/>'
    )


CROWNS = {
    13: "M44 34L42 20L51 27L60 17L69 27L78 20L76 34Z",
    12: "M44 34C44 24 50 22 60 18C70 22 76 24 76 34ZM60 14.5A2.5 2.5 0 1 0 60 19.5A2.5 2.5 0 1 0 60 14.5Z",
    11: "M44 34V27H76V34ZM70 27C71 21 75 18 80 17C80 22 77 26 73 27Z",
}


def _joker() -> str:
    star = "M60 30L69 57L97 57L74 73L83 100L60 84L37 100L46 73L23 57L51 57Z"
    return f'<text class="card-index" x="16" y="33">★</text><path d="{star}" transform="translate(6 10) scale(.85)"/>'


def _back(lang: str) -> str:
    rising = "".join(f"M{8 + n} 8L8 {8 + n}" for n in range(12, 84, 12))
    middle = "".join(f"M92 {n}L8 {84 + n}" for n in range(8, 49, 10))
    falling = "".join(f"M92 {n}L{n - 40} 132" for n in range(60, 130, 12))
    lattice = rising + middle + falling
    return (
        f'<svg id="card-{lang}-back" {SIZE}>{_paper("card-face")}'
        '<rect class="card-back" x="8" y="8" width="84" height="124" rx="5"/>'
        f'<path class="card-lattice" d="{lattice}"/>'
        f'<path class="card-lattice" transform="translate(100 0) scale(-1 1)" d="{lattice}"/></svg>'
    )
