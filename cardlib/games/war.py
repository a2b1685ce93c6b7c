"""War («Война»): the higher card takes; equal cards are a war, fought with cards that nobody has seen.

Source: «Война», a description for two, three, four and more players; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cardlib.cards import Card, order, pack
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, option, shuffled

NAME = "war"
PLAYERS = (2, 3, 4, 5, 6, 7, 8)
PUBLIC = "rounds", "cards"

DEAL = "war.deal"  # anybody deals the whole pack, one card at a time, the other player first
STACK = "war.stack"  # your cards are a stack face down, never looked at: you do not choose a card of it
TURN = "war.turn"  # everybody turns up the top card of his stack
HIGHER = "war.higher"  # the higher card takes all that lie there; suits do not matter
UNDER = "war.under"  # they go face down under the stack, the winner's first; with three or seven players by the seats
WAR = "war.war"  # two equal cards: one card face down and one face up each; the higher of these takes all
PROLONGED = "war.prolonged"  # equal again: once more, one down and one up
SHORT = "war.short"  # short of cards in a war you lay what you have, the last card face up
NONE = "war.none"  # equal again and you have none left: the war is lost
PACK = "war.pack"  # as many twos are taken out as it needs for equal stacks
ANY_TWO = "war.any-two"  # with three or more any two equal cards are a war, even below a higher card
CONFLICT = "war.conflict"  # all cards equal, three or more: two face down and one face up
FIGHTERS = "war.fighters"  # what you lay depends on how many fight: two lay one down, three or more lay two
HIGHEST_PAIR = "war.highest-pair"  # of several equal ranks only the highest fights
WAIT = "war.wait"  # no fighter has a card left: what lies there waits for the winner of the next round
OUT = "war.out"  # a player without cards is out
MATCH = "war.match"  # whoever has taken all cards wins
LIMIT = "war.limit"  # after 2000 rounds the largest stack wins
DRAW = "war.draw"  # nobody has a card left, or the largest stacks are equal: a draw

ODD = 3, 7  # so many players share a pack of 51 or 49 cards
POWER = order("23456789TJQKA")
_MOVES: tuple[list[Move], ...] = (["turn"], ["war"], ["conflict"])  # by the number of cards that go face down
_BROKEN = TURN, WAR, CONFLICT


class Stacks(Protocol):
    """What the games of war have in common: the stacks, and the cards laid before each seat."""

    players: int
    stacks: list[list[Card]]
    laid: list[list[Card]]
    up: list[list[bool]]
    cards: list[int]


@dataclass(frozen=True)
class Options:
    """House rules."""

    limit: int = option(2000, 300, 10, bends=LIMIT)
    order: str = option("usual", "own", "seats", bends=UNDER)
    highest_only: bool = option(False, True, bends=ANY_TWO)


@dataclass(slots=True)
class State:
    """A match. A stack is turned up from its end; `laid` are the cards before each seat, `up` says which are face up.

    `fighters` compare their cards, `due` are those of them who have still to lay, each with `down` cards face down.
    `equal` are the cards they fight over, `wars` counts the wars of this round; `cards` is what each seat had in its
    stack when the round began.
    """

    players: int
    options: Options
    turn: int = NOBODY
    stacks: list[list[Card]] = field(default_factory=list)
    laid: list[list[Card]] = field(default_factory=list)
    up: list[list[bool]] = field(default_factory=list)
    fighters: list[int] = field(default_factory=list)
    due: list[int] = field(default_factory=list)
    down: int = 0
    equal: list[Card] = field(default_factory=list)
    wars: int = 0
    rounds: int = 0
    cards: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    """The last seat holds the pack and will deal."""
    deck = pack()
    for two in pack("2")[: len(deck) % players]:
        deck.remove(two)
    seats = range(players)
    stacks: list[list[Card]] = [[] for _ in seats]
    stacks[-1] = deck
    return State(players, options, stacks=stacks, laid=[[] for _ in seats], up=[[] for _ in seats], cards=[0] * players)


def loose(s: State) -> Sequence[Card]:
    return s.stacks[-1]


def refuse(s: State, move: Move) -> Ruling | None:
    if move == _MOVES[s.down][0]:
        return None
    if isinstance(move, Card):
        return Ruling(STACK, {"card": move})
    return Ruling(_BROKEN[s.down], {"cards": tuple(s.equal)})


def legal(s: State) -> Sequence[Move]:
    return _MOVES[s.down]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        _deal(s, move, tell)
        return
    seat = s.turn
    stack, laid, up = s.stacks[seat], s.laid[seat], s.up[seat]
    down = s.down if s.down < len(stack) else len(stack) - 1
    for _ in range(down):
        laid.append(stack.pop())
        up.append(False)
    laid.append(stack.pop())
    up.append(True)
    if tell:
        tell(TURN, seat=seat, card=laid[-1])
        if down < s.down:
            tell(SHORT, seat=seat, card=laid[-1])
    if s.due:
        s.turn = s.due.pop(0)
    else:
        _compare(s, tell)


def result(s: Stacks) -> tuple[int, ...]:
    most = max(s.cards)
    winners = tuple(seat for seat in range(s.players) if s.cards[seat] == most)
    return winners if len(winners) == 1 else ()


def table(s: Stacks) -> Sequence[Zone]:
    zones = []
    for seat in range(s.players):
        zones += [Zone("stock", s.stacks[seat], seat), Zone("table", s.laid[seat], seat, s.up[seat])]
    return zones


def deal_out(s: Stacks, deck: list[Card]) -> None:
    """The whole pack, one card at a time; the last seat deals."""
    for seat in range(s.players):
        s.stacks[seat] = deck[seat :: s.players][::-1]
    s.cards = [len(stack) for stack in s.stacks]


def collect(s: Stacks, winner: int, seats: Sequence[int]) -> None:
    """What lies before these seats goes under the winner's stack in their order, the oldest card first."""
    won = []
    for seat in seats:
        won += s.laid[seat]
        s.laid[seat] = []
        s.up[seat] = []
    s.stacks[winner][:0] = won[::-1]


def _deal(s: State, move: Move, tell: Tell | None) -> None:
    deck = shuffled(move)
    deal_out(s, deck)
    if tell:
        spare = tuple(c for c in pack("2") if c not in deck)
        if spare:
            tell(PACK, cards=spare, left=len(deck))
        tell(DEAL, seat=s.players - 1, each=s.cards[0])
    _begin(s)


def _begin(s: State) -> None:
    """A round begins: everybody who has cards turns one up."""
    s.fighters = [seat for seat in range(s.players) if s.stacks[seat]]
    s.equal = []
    s.wars = 0
    _call(s, 0)


def _call(s: State, down: int) -> None:
    """The fighters lay, one after another."""
    s.down = down
    s.turn, *s.due = s.fighters


def _compare(s: State, tell: Tell | None) -> None:
    """All have turned up: the highest takes, or equal cards fight."""
    met = [POWER[s.laid[seat][-1].rank] for seat in s.fighters]
    best = max(met)
    if len(set(met)) < len(met):
        level = max(power for power in met if met.count(power) > 1)
        if level == best or not s.options.highest_only:
            _fight(s, met, level, tell)
            return
    winner = s.fighters[met.index(best)]
    if tell:
        tell(HIGHER, seat=winner, card=s.laid[winner][-1], cards=sum(map(len, s.laid)))
    _take(s, winner, tell)


def _fight(s: State, met: list[int], level: int, tell: Tell | None) -> None:
    """Equal cards: those who turned them up fight, as long as they have cards."""
    equal = [seat for seat, power in zip(s.fighters, met, strict=True) if power == level]
    able = [seat for seat in equal if s.stacks[seat]]
    if tell:
        _tell_war(s, met, equal, able, tell)
    if len(able) == 1:
        _take(s, able[0], tell)
    elif able:
        s.fighters = able
        s.equal = [s.laid[seat][-1] for seat in able]
        s.wars += 1
        _call(s, 1 if len(able) == 2 else 2)
    else:
        _nobody_can(s, equal, tell)


def _tell_war(s: State, met: list[int], equal: list[int], able: list[int], tell: Tell) -> None:
    seats, cards = tuple(equal), tuple(s.laid[seat][-1] for seat in equal)
    if len(equal) > 2:
        tell(CONFLICT, seats=seats, cards=cards)
    else:
        tell(PROLONGED if s.wars else WAR, seats=seats, cards=cards)
    if len(set(met)) < len(met) - len(equal) + 1:
        tell(HIGHEST_PAIR, seats=seats, cards=cards)
    if len(equal) == 2 < len(met) and not s.wars:
        tell(ANY_TWO, seats=seats, others=tuple(seat for seat in s.fighters if seat not in equal))
    if able and len(able) < len(equal):
        tell(NONE, losers=tuple(seat for seat in equal if seat not in able))
    if 1 < len(able) < len(met) and (s.wars or len(equal) > 2):
        others = tuple(seat for seat in s.fighters if seat not in able)
        tell(FIGHTERS, seats=tuple(able), down=1 if len(able) == 2 else 2, others=others)


def _nobody_can(s: State, equal: list[int], tell: Tell | None) -> None:
    """No fighter has a card left: what lies there waits, or goes to the only player who has cards."""
    others = [seat for seat in range(s.players) if s.stacks[seat]]
    if not others:
        s.cards = [0] * s.players
        s.rounds += 1
        s.turn = OVER
        if tell:
            tell(DRAW, cards=0)
        return
    if tell:
        tell(WAIT, seats=tuple(equal), cards=sum(map(len, s.laid)), alone=len(others) == 1)
    if len(others) == 1:
        _take(s, others[0], tell)
    else:
        _end_round(s, tell)


def _take(s: State, winner: int, tell: Tell | None) -> None:
    """Everything that lies on the table goes under the winner's stack.

    The order depends on the pack, since in the wrong one the same rounds mostly come back for ever: so it is if in an
    odd pack the winner's cards go first, and if in an even one they go by the seats.
    """
    first = winner if _winner_first(s) else 0
    seats = [(first + n) % s.players for n in range(s.players)]
    if tell:
        cards = sum(map(len, s.laid))
        own = next(seat for seat in seats if s.laid[seat])
        stack = len(s.stacks[winner]) + cards
        tell(UNDER, seat=winner, cards=cards, first=own, own=len(s.laid[own]), stack=stack)
    collect(s, winner, seats)
    _end_round(s, tell)


def _winner_first(s: State) -> bool:
    if s.options.order == "usual":
        return s.players not in ODD
    return s.options.order == "own"


def _end_round(s: State, tell: Tell | None) -> None:
    """The round is settled: who is out, and is the match over?"""
    before, s.cards = s.cards, [len(stack) for stack in s.stacks]
    s.rounds += 1
    if tell:
        for seat in range(s.players):
            if before[seat] and not s.cards[seat]:
                tell(OUT, seat=seat)
    if s.cards.count(0) == s.players - 1:
        s.turn = OVER
        if tell:
            tell(MATCH, winners=result(s), cards=max(s.cards), rounds=s.rounds)
    elif s.rounds == s.options.limit:
        s.turn = OVER
        if tell:
            most = max(s.cards)
            seats = tuple(seat for seat in range(s.players) if s.cards[seat] == most)
            tell(LIMIT, rounds=s.rounds, seats=seats, cards=most)
            if len(seats) > 1:
                tell(DRAW, cards=most)
    else:
        _begin(s)
