"""Ten of Clubs («Трефовая десятка»): each card turned up goes to its own place and sets free the one beneath.

Source: J. Leeming, «Трефовая десятка», of which only the end is kept. The pack, the rows and columns and the first card
follow from its example; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import Card, card, pack
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, highest, option, shuffled

NAME = "ten-of-clubs"
PLAYERS = (1, 2)
PUBLIC = "game", "score"

LAYOUT = "ten-of-clubs.layout"  # twenty cards, face down, in four rows of five
TURN = "ten-of-clubs.turn"  # a turn: the row and the place of the card to turn up, and nothing else
FILLED = "ten-of-clubs.filled"  # a place whose card is up, or which is empty, has nothing to turn
CORNER = "ten-of-clubs.corner"  # the first card is the one in the bottom right corner, the place of the ten of clubs
PLACE = "ten-of-clubs.place"  # a card goes face up to its own place: the row is its suit, the column its rank
DISPLACED = "ten-of-clubs.displaced"  # next the card whose place was taken is turned, never another
TEN = "ten-of-clubs.ten"  # the ten of clubs closes the corner and ends the game at once
COUNT = "ten-of-clubs.count"  # what counts is the cards turned up before it, 0 to 19
ALL = "ten-of-clubs.all"  # the game comes out when all nineteen are up
TWO = "ten-of-clubs.two"  # two players have a pack each; one plays his game through, then the other
POINTS = "ten-of-clubs.points"  # in the contest each card turned up is worth 1 point
MATCH = "ten-of-clubs.match"  # after five games the higher sum wins
SHARED = "ten-of-clubs.shared"  # equal sums share the victory

ROWS, COLUMNS = 4, 5
RANKS_ACROSS = "AKQJT"
FACES = pack(RANKS_ACROSS)  # row by row: the face that belongs at each place
PLACE_OF = {c: place for place, c in enumerate(FACES)}
LAST = card("TC")
START = PLACE_OF[LAST]
_MOVES: list[Move] = [("turn", place // COLUMNS + 1, place % COLUMNS + 1) for place in range(len(FACES))]
_PLACES: dict[Move, int] = {move: place for place, move in enumerate(_MOVES)}


@dataclass(frozen=True)
class Options:
    """House rules. The length of the match matters to two players: one player plays one game."""

    games: int = option(5, 10, bends=MATCH)
    count_ten: bool = option(False, True, bends=COUNT)


@dataclass(slots=True)
class State:
    """One game, or a match of two players. `layout` has 20 places a seat, `up` says which lie face up.

    `packs` are the cards not laid out yet; `seat` lays out next; `drawn` holds the card just turned up, if any.
    """

    players: int
    options: Options
    turn: int = NOBODY
    seat: int = 0
    game: int = 1
    packs: list[list[Card]] = field(default_factory=list)
    layout: list[list[Card | None]] = field(default_factory=list)
    up: list[list[bool]] = field(default_factory=list)
    drawn: list[Card] = field(default_factory=list)
    score: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    seats = range(players)
    return State(
        players,
        options,
        packs=[list(FACES) for _ in seats],
        layout=[[None] * len(FACES) for _ in seats],
        up=[[False] * len(FACES) for _ in seats],
        score=[0] * players,
    )


def loose(s: State) -> Sequence[Card]:
    return FACES


def refuse(s: State, move: Move) -> Ruling | None:
    place = _PLACES.get(move)
    if place is None:
        return Ruling(TURN, {})
    c = s.layout[s.turn][place]
    row, column = place // COLUMNS + 1, place % COLUMNS + 1
    if c is None or s.up[s.turn][place]:
        return Ruling(FILLED, {"cards": (c,) if c else (), "row": row, "column": column})
    due = _due(s)
    if place == due:
        return None
    if not s.drawn:
        return Ruling(CORNER, {"row": ROWS, "column": COLUMNS})
    return Ruling(DISPLACED, {"card": s.drawn[0], "row": due // COLUMNS + 1, "column": due % COLUMNS + 1})


def legal(s: State) -> Sequence[Move]:
    return [_MOVES[_due(s)]]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        _lay_out(s, move, tell)
        return
    seat, layout, place = s.turn, s.layout[s.turn], _PLACES[move]
    c = layout[place]
    assert c is not None
    if s.drawn:
        put = s.drawn.pop()
        layout[place] = put
        s.up[seat][place] = True
        if tell:
            tell(PLACE, seat=seat, card=put, row=place // COLUMNS + 1, column=place % COLUMNS + 1)
            tell(DISPLACED, seat=seat, card=c)
    else:
        layout[place] = None
        if tell:
            tell(CORNER, seat=seat, card=c)
    if c is LAST:
        _finish(s, tell)
    else:
        s.drawn.append(c)


def result(s: State) -> tuple[int, ...]:
    if s.players == 1:
        return (0,) if all(s.up[0]) else ()
    return highest(s.score)


def table(s: State) -> Sequence[Zone]:
    owners = [None] if s.players == 1 else range(s.players)
    zones = []
    for owner, cards, up, left in zip(owners, s.layout, s.up, s.packs, strict=True):
        if left:
            zones.append(Zone("stock", left, owner))
            continue
        for row in range(ROWS):
            part = slice(row * COLUMNS, (row + 1) * COLUMNS)
            zones.append(Zone(f"row {row + 1}", cards[part], owner, up[part]))
    return [*zones, Zone("turn-up", s.drawn, None if s.players == 1 else s.seat)]


def _due(s: State) -> int:
    """The one place whose card may be turned: that of the card just turned up, or the corner."""
    return PLACE_OF[s.drawn[0]] if s.drawn else START


def _lay_out(s: State, move: Move, tell: Tell | None) -> None:
    seat = s.turn = s.seat
    s.packs[seat] = []
    s.layout[seat] = [*shuffled(move)]
    s.up[seat] = [False] * len(FACES)
    if tell:
        tell(LAYOUT, seat=seat, cards=len(FACES), rows=ROWS, columns=COLUMNS)


def _finish(s: State, tell: Tell | None) -> None:
    """The ten of clubs has come: count the game, and see who plays on."""
    seat = s.turn
    turned = sum(s.up[seat])
    s.layout[seat][START] = LAST
    s.up[seat][START] = True
    points = turned + s.options.count_ten
    s.score[seat] += points
    if tell:
        tell(TEN, seat=seat, card=LAST)
        tell(COUNT, seat=seat, cards=points, ten=s.options.count_ten)
        if turned == len(FACES) - 1:
            tell(ALL, seat=seat, cards=turned)
    if s.players == 1:
        s.turn = OVER
        return
    if tell:
        tell(POINTS, seat=seat, points=points, score=s.score[seat], game=s.game)
    s.turn, s.seat = NOBODY, 1 - seat
    if seat == 0:
        if tell:
            tell(TWO, seat=seat, other=s.seat)
        return
    if s.game < s.options.games:
        s.game += 1
        return
    s.turn = OVER
    winners = result(s)
    if tell and len(winners) == 1:
        tell(MATCH, winners=winners, games=s.game, score=max(s.score), other=min(s.score))
    elif tell:
        tell(SHARED, winners=winners, games=s.game, score=max(s.score))
