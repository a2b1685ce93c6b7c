"""Sixty-one: every card laid is added to one common total; whoever brings it to 61 or more loses.

Source: «Шестьдесят одно», an anonymous set of rules; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import ACE, Card, pack, values
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, option, shuffled

NAME = "sixty-one"
PLAYERS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
PUBLIC = "dealer", "total", "laid", "losses"

LOT = "sixty-one.lot"  # cards are turned up round the table: the first ace deals
DEAL = "sixty-one.deal"  # three cards each; the rest is the stock
FIRST = "sixty-one.first"  # the dealer's left neighbour begins
TURN = "sixty-one.turn"  # a turn: lay any one card on the pile; nobody passes
HELD = "sixty-one.held"  # only a card of your own hand
VALUES = "sixty-one.values"  # ace 1, jack 2, queen 3, king 4, 6 to 8 their number, nine 0, ten -10
SUM = "sixty-one.sum"  # your card is added to what lies there, and you announce the total
BELOW = "sixty-one.below-zero"  # the total may fall below zero, and there is no floor
DRAW = "sixty-one.draw"  # then draw a card, so as to hold three
TURN_OVER = "sixty-one.turn-over"  # an empty stock: the pile is turned over and is the stock
KEPT = "sixty-one.kept"  # the card just laid stays, and so does the total
SHORT = "sixty-one.short"  # nothing to draw at all: go on with a card less
LOSE = "sixty-one.lose"  # whoever brings the total to 61 or more loses
LIMIT = "sixty-one.limit"  # the five hundredth card loses too
LOSER_DEALS = "sixty-one.loser-deals"  # the loser deals the next game
MATCH = "sixty-one.match"  # one game, or a match to so many losses

HAND = 3
VALUE = values("A=1 J=2 Q=3 K=4 6=6 7=7 8=8 9=0 T=-10")
RANKS = "6789TJQKA"


@dataclass(frozen=True)
class Options:
    """House rules."""

    target: int = option(61, 31, 101, bends=LOSE)
    losses: int = option(1, 3, bends=MATCH)
    shuffle_pile: bool = option(False, True, bends=TURN_OVER)
    limit: int = option(500, 20, bends=LIMIT)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end; `heap` grows at its end.

    `laid` counts the cards laid in this game, `losses` the games that each seat has lost. `waiting` is the seat that
    draws as soon as the pile is shuffled.
    """

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=list)
    stock: list[Card] = field(default_factory=lambda: pack(RANKS))
    heap: list[Card] = field(default_factory=list)
    total: int = 0
    laid: int = 0
    losses: list[int] = field(default_factory=list)
    waiting: int = NOBODY


def new(players: int, options: Options) -> State:
    return State(players, options, hands=[[] for _ in range(players)], losses=[0] * players)


def loose(s: State) -> Sequence[Card]:
    return pack(RANKS) if s.waiting == NOBODY else s.heap[:-1]


def refuse(s: State, move: Move) -> Ruling | None:
    if not isinstance(move, Card):
        return Ruling(TURN, {})
    return None if move in s.hands[s.turn] else Ruling(HELD, {"card": move})


def legal(s: State) -> Sequence[Move]:
    return s.hands[s.turn].copy()


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn != NOBODY:
        assert isinstance(move, Card)
        _lay(s, move, tell)
    elif s.waiting != NOBODY:
        s.turn, s.waiting = s.waiting, NOBODY
        _turn_over(s, shuffled(move), tell)
        _draw(s, tell)
    elif s.dealer == NOBODY:
        _lot(s, shuffled(move), tell)
    else:
        _deal(s, shuffled(move), tell)


def result(s: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(s.players) if s.losses[seat] < s.options.losses)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("stock", s.stock),
        Zone("discard", s.heap),
    ]


def _lot(s: State, deck: list[Card], tell: Tell | None) -> None:
    """Cards are turned up round the table, so that any number of players can draw lots without a tie."""
    turned = next(n for n, c in enumerate(deck) if c.rank == ACE)
    s.dealer = turned % s.players
    if tell:
        tell(LOT, seat=s.dealer, card=deck[turned])


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    first = (s.dealer + 1) % s.players
    for n in range(s.players):
        s.hands[(first + n) % s.players] = deck[n : s.players * HAND : s.players]
    s.stock = deck[s.players * HAND :][::-1]
    s.heap = []
    s.total = s.laid = 0
    s.turn = first
    if tell:
        tell(DEAL, seat=s.dealer, each=HAND, left=len(s.stock))
        tell(FIRST, seat=first)


def _lay(s: State, c: Card, tell: Tell | None) -> None:
    before = s.total
    s.hands[s.turn].remove(c)
    s.heap.append(c)
    s.laid += 1
    s.total += VALUE[c.rank]
    if tell:
        tell(VALUES, card=c, points=VALUE[c.rank])
        tell(SUM, seat=s.turn, total=s.total)
        if s.total < 0 <= before:
            tell(BELOW)
    if s.total >= s.options.target:
        if tell:
            tell(LOSE, seat=s.turn, total=s.total, target=s.options.target)
        _end(s, s.turn, tell)
    elif s.laid == s.options.limit:
        if tell:
            tell(LIMIT, seat=s.turn, laid=s.laid)
        _end(s, s.turn, tell)
    elif s.stock:
        _draw(s, tell)
    elif len(s.heap) == 1:
        if tell:
            tell(SHORT, seat=s.turn, left=len(s.hands[s.turn]))
        s.turn = (s.turn + 1) % s.players
    elif s.options.shuffle_pile:
        s.turn, s.waiting = NOBODY, s.turn
    else:
        _turn_over(s, s.heap[:-1], tell)
        _draw(s, tell)


def _draw(s: State, tell: Tell | None) -> None:
    s.hands[s.turn].append(s.stock.pop())
    if tell:
        tell(DRAW, seat=s.turn, left=len(s.stock))
    s.turn = (s.turn + 1) % s.players


def _turn_over(s: State, under: list[Card], tell: Tell | None) -> None:
    """The cards under the last one become the stock: the first of them is drawn first."""
    s.stock, s.heap = under[::-1], s.heap[-1:]
    if tell:
        tell(TURN_OVER, left=len(s.stock), shuffled=s.options.shuffle_pile)
        tell(KEPT, card=s.heap[0], total=s.total)


def _end(s: State, loser: int, tell: Tell | None) -> None:
    s.losses[loser] += 1
    s.dealer = loser
    if s.losses[loser] == s.options.losses:
        s.turn = OVER
        if tell:
            tell(MATCH, seat=loser, winners=result(s), losses=s.options.losses)
        return
    s.turn = NOBODY
    if tell:
        tell(LOSER_DEALS, seat=loser)
