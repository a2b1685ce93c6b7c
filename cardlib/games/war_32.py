"""War with 32 Cards («Война»): a short war, in which equal cards are a dispute and the third card settles it.

Source: «Война» with 32 cards, of which only the beginning is kept, and a later description of the dispute; rulings of
our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import Card, order, pack
from cardlib.games import war
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, option, shuffled

NAME = "war-32"
PLAYERS = (2,)
PUBLIC = "rounds", "cards"

DEAL = "war-32.deal"  # sixteen cards each, one at a time
STACK = "war-32.stack"  # your cards are a stack face down: you neither look at them nor choose one
TURN = "war-32.turn"  # both turn up the top card of the stack
HIGHER = "war-32.higher"  # the higher card takes both; suits do not matter
UNDER = "war-32.under"  # they go face down under the stack, the winner's first, the oldest first
DISPUTE = "war-32.dispute"  # equal cards: three more each, face up; the third is compared and takes all eight
AGAIN = "war-32.again"  # the third cards are equal as well: three more each
SHORT = "war-32.short"  # with fewer than three you turn up what you have, and the last card counts
NONE = "war-32.none"  # equal again and you have none left: the dispute is lost
MATCH = "war-32.match"  # whoever has no cards has lost
LIMIT = "war-32.limit"  # after 1000 rounds the larger stack wins
DRAW = "war-32.draw"  # neither has a card left, or the stacks are equal: a draw

RANKS = "789TJQKA"
POWER = order(RANKS)
LAY = 3  # cards that each adds in a dispute
SEVEN, ACE = 7, 1
_MOVES: tuple[list[Move], ...] = (["turn"], ["dispute"])


@dataclass(frozen=True)
class Options:
    """House rules. With `face_down` a dispute is a war: one card face down, one face up."""

    limit: int = option(1000, 100, 10, bends=LIMIT)
    face_down: bool = option(False, True, bends=DISPUTE)
    seven_beats_ace: bool = option(False, True, bends=HIGHER)


@dataclass(slots=True)
class State:
    """A match. A stack is turned up from its end; `laid` are the cards before each seat, `up` says which are face up.

    `equal` are the cards in dispute, if any, `disputes` counts those of this round; `cards` is what each seat had in
    its stack when the round began.
    """

    players: int
    options: Options
    turn: int = NOBODY
    stacks: list[list[Card]] = field(default_factory=lambda: [[], pack(RANKS)])
    laid: list[list[Card]] = field(default_factory=lambda: [[], []])
    up: list[list[bool]] = field(default_factory=lambda: [[], []])
    equal: list[Card] = field(default_factory=list)
    disputes: int = 0
    rounds: int = 0
    cards: list[int] = field(default_factory=lambda: [0, 0])


def new(players: int, options: Options) -> State:
    return State(players, options)


def loose(s: State) -> Sequence[Card]:
    return s.stacks[1]


def refuse(s: State, move: Move) -> Ruling | None:
    if move == legal(s)[0]:
        return None
    if isinstance(move, Card):
        return Ruling(STACK, {"card": move})
    if s.equal:
        return Ruling(DISPUTE, {"cards": tuple(s.equal), "down": s.options.face_down})
    return Ruling(TURN, {})


def legal(s: State) -> Sequence[Move]:
    return _MOVES[1 if s.equal else 0]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        war.deal_out(s, shuffled(move))
        s.turn = 0
        if tell:
            tell(DEAL, seat=1, each=s.cards[0])
        return
    seat = s.turn
    _lay(s, seat, tell)
    if seat == 0:
        s.turn = 1
    else:
        _compare(s, tell)


def result(s: State) -> tuple[int, ...]:
    return war.result(s)


def table(s: State) -> Sequence[Zone]:
    return war.table(s)


def _lay(s: State, seat: int, tell: Tell | None) -> None:
    """One card face up; in a dispute three, or one face down and one face up."""
    stack, down = s.stacks[seat], s.options.face_down
    wanted = (2 if down else LAY) if s.equal else 1
    number = min(wanted, len(stack))
    for _ in range(number):
        s.laid[seat].append(stack.pop())
        s.up[seat].append(True)
    if down and number > 1:
        s.up[seat][-2] = False
    if tell:
        seen = tuple(c for c, up in zip(s.laid[seat][-number:], s.up[seat][-number:], strict=True) if up)
        tell(TURN, seat=seat, cards=seen)
        if number < wanted:
            tell(SHORT, seat=seat, card=seen[-1])


def _compare(s: State, tell: Tell | None) -> None:
    south, north = s.laid[0][-1], s.laid[1][-1]
    if south.rank == north.rank:
        _dispute(s, (south, north), tell)
        return
    winner = 0 if _beats(s, south, north) else 1
    if tell:
        tell(HIGHER, seat=winner, card=s.laid[winner][-1], cards=len(s.laid[0]) + len(s.laid[1]))
    _take(s, winner, tell)


def _beats(s: State, c: Card, other: Card) -> bool:
    if s.options.seven_beats_ace and {c.rank, other.rank} == {SEVEN, ACE}:
        return c.rank == SEVEN
    return POWER[c.rank] > POWER[other.rank]


def _dispute(s: State, equal: tuple[Card, Card], tell: Tell | None) -> None:
    """Equal cards: both add to them, as long as they have cards."""
    if tell:
        tell(AGAIN if s.disputes else DISPUTE, cards=equal)
    able = [seat for seat in (0, 1) if s.stacks[seat]]
    if len(able) == 2:
        s.equal = [*equal]
        s.disputes += 1
        s.turn = 0
    elif able:
        if tell:
            tell(NONE, seat=1 - able[0])
        _take(s, able[0], tell)
    else:
        s.cards = [0, 0]
        s.rounds += 1
        s.turn = OVER
        if tell:
            tell(DRAW, cards=0)


def _take(s: State, winner: int, tell: Tell | None) -> None:
    """Everything that lies on the table goes under the winner's stack, and the round is over."""
    if tell:
        cards = len(s.laid[0]) + len(s.laid[1])
        tell(UNDER, seat=winner, cards=cards, own=len(s.laid[winner]), stack=len(s.stacks[winner]) + cards)
    war.collect(s, winner, (winner, 1 - winner))
    s.cards = [len(stack) for stack in s.stacks]
    s.equal = []
    s.disputes = 0
    s.rounds += 1
    s.turn = 0
    if not s.cards[1 - winner]:
        s.turn = OVER
        if tell:
            tell(MATCH, seat=1 - winner, winners=result(s), rounds=s.rounds)
    elif s.rounds == s.options.limit:
        s.turn = OVER
        if tell:
            most = max(s.cards)
            tell(LIMIT, rounds=s.rounds, seats=result(s) or (0, 1), cards=most)
            if not result(s):
                tell(DRAW, cards=most)
