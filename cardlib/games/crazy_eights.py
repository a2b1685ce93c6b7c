"""Crazy Eights: match the last card by suit or rank; an eight fits anything and names a suit.

Source: J. Leeming, «Полоумные восьмерки»; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import RANKS, SUITS, Card, pack, values
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, highest, option, shuffled, suit_named

NAME = "crazy-eights"
PLAYERS = (2, 3, 4, 5, 6, 7)
PUBLIC = "dealer", "suit", "drawn", "passed", "score"

CUT = "crazy-eights.cut"  # everybody cuts; the lowest card deals
PARTNERS = "crazy-eights.partners"  # four play in pairs, the two highest cuts against the two lowest
DEAL = "crazy-eights.deal"  # seven cards each, one at a time; nothing is turned up
FIRST = "crazy-eights.first-card"  # the player after the dealer begins with any card
TURN = "crazy-eights.turn"  # a turn: lay one card, or draw, or pass
HELD = "crazy-eights.held"  # only a card of your own hand
FOLLOW = "crazy-eights.follow"  # the suit or the rank of the last card
EIGHT = "crazy-eights.eight"  # an eight fits anything; whoever lays it names a suit
NAMED = "crazy-eights.named-suit"  # after an eight the named suit must be followed
DRAW = "crazy-eights.draw"  # nothing fits: draw, one by one, and further if you like
PLAY_IT = "crazy-eights.play-it"  # with a fitting card you do not begin to draw
PASS = "crazy-eights.pass"  # pass only with nothing to lay and no stock
EMPTY = "crazy-eights.empty-stock"  # from an empty stock nobody draws
OUT = "crazy-eights.out"  # the deal ends when a player has no cards
SKIP = "crazy-eights.skip"  # in pairs, a player without cards is skipped: his partner plays on
PAIR_OUT = "crazy-eights.pair-out"  # in pairs, the deal ends when both partners have none
BLOCKED = "crazy-eights.blocked"  # or when the stock is gone and nobody can follow
VALUES = "crazy-eights.values"  # eight 50, court card 10, ace 1, the others their number
SCORE = "crazy-eights.score"  # the winner scores what the others hold
DIFFERENCE = "crazy-eights.difference"  # blocked: the lowest count scores the difference
NEXT = "crazy-eights.next-deal"  # the deal passes to the left
MATCH = "crazy-eights.match"  # the first to reach 500 wins

HAND = 7
VALUE = values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=50 9=9 TJQK=10")
ANY = -1  # State.suit before the first card of a deal
WILD = 8
_EIGHTS = {c: [(c, suit) for suit in SUITS] for c in pack("8")}


@dataclass(frozen=True)
class Options:
    """House rules."""

    target: int = option(500, 100, bends=MATCH)
    draw_freely: bool = option(False, True, bends=PLAY_IT)
    any_after_pass: bool = option(False, True, bends=PASS)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end; `heap` grows at its end; `suit` and `rank` are what must be matched."""

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=list)
    stock: list[Card] = field(default_factory=pack)
    heap: list[Card] = field(default_factory=list)
    suit: int = ANY
    rank: int = 0
    drawn: bool = False
    passed: bool = False
    score: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    return State(players, options, hands=[[] for _ in range(players)], score=[0] * players)


def loose(s: State) -> Sequence[Card]:
    return pack()


def sides(s: State) -> list[tuple[int, ...]]:
    return [(0, 2), (1, 3)] if s.players == 4 else [(seat,) for seat in range(s.players)]


def refuse(s: State, move: Move) -> Ruling | None:
    hand = s.hands[s.turn]
    if move == "draw":
        if not s.stock:
            return Ruling(EMPTY, {})
        fitting = tuple(c for c in hand if _fits(s, c))
        if fitting and not s.drawn and not s.options.draw_freely:
            return Ruling(PLAY_IT, {"cards": fitting})
        return None
    if move == "pass":
        if s.stock:
            return Ruling(DRAW, {"left": len(s.stock)})
        fitting = tuple(c for c in hand if _fits(s, c))
        return Ruling(PASS, {"cards": fitting}) if fitting else None
    c, named = move, None
    if isinstance(move, tuple) and len(move) == 2 and suit_named(move[1]) is not None:
        c, named = move
    if not isinstance(c, Card):
        return Ruling(TURN, {})
    if c not in hand:
        return Ruling(HELD, {"card": c})
    if (c.rank == WILD) != (named is not None):
        return Ruling(EIGHT, {"card": c, "named": named})
    if _fits(s, c):
        return None
    if s.heap[-1].rank == WILD:
        return Ruling(NAMED, {"card": c, "suit": SUITS[s.suit]})
    return Ruling(FOLLOW, {"card": c, "last": s.heap[-1], "suit": SUITS[s.suit], "rank": RANKS[s.rank - 1]})


def legal(s: State) -> Sequence[Move]:
    suit, rank = s.suit, s.rank
    free = suit == ANY or (s.passed and s.options.any_after_pass)
    moves: list[Move] = []
    for c in s.hands[s.turn]:
        if c.rank == WILD:
            moves += _EIGHTS[c]
        elif c.suit == suit or c.rank == rank or free:
            moves.append(c)
    if s.stock and (not moves or s.drawn or s.options.draw_freely):
        moves.append("draw")
    return moves or ["pass"]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            _cut(s, deck, tell)
        else:
            _deal(s, deck, tell)
    elif move == "draw":
        c = s.stock.pop()
        s.hands[s.turn].append(c)
        s.drawn = True
        if tell:
            tell(DRAW, seat=s.turn, left=len(s.stock))
        if not s.stock and _blocked(s):
            _score_blocked(s, tell)
    elif move == "pass":
        if tell:
            tell(PASS, seat=s.turn)
        s.passed = True
        _pass_turn(s, tell)
    else:
        _lay(s, move, tell)


def result(s: State) -> tuple[int, ...]:
    return highest(s.score)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("stock", s.stock),
        Zone("discard", s.heap),
    ]


def _fits(s: State, c: Card) -> bool:
    """May the card be laid now, by whoever holds it?"""
    return (
        c.rank == WILD
        or c.suit == s.suit
        or c.rank == s.rank
        or s.suit == ANY
        or (s.passed and s.options.any_after_pass)
    )


def _cut(s: State, deck: list[Card], tell: Tell | None) -> None:
    """The lowest deals. Four are seated by their cards."""
    drawn = cut(deck, s.players)
    if s.players == 4:
        low, partner, third, high = sorted(drawn, key=lambda c: c.rank)
        s.dealer = 0
        if tell:
            tell(CUT, seat=0, cards=(low, third, partner, high), card=low)
            tell(PARTNERS, low=(low, partner), high=(third, high), pair=(0, 2), others=(1, 3))
        return
    lowest = min(drawn, key=lambda c: c.rank)
    s.dealer = drawn.index(lowest)
    if tell:
        tell(CUT, seat=s.dealer, cards=tuple(drawn), card=lowest)


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    first = (s.dealer + 1) % s.players
    for n in range(s.players):
        s.hands[(first + n) % s.players] = deck[n : s.players * HAND : s.players]
    s.stock = deck[s.players * HAND :][::-1]
    s.heap = []
    s.suit, s.rank, s.drawn, s.passed = ANY, 0, False, False
    s.turn = first
    if tell:
        tell(DEAL, seat=s.dealer, each=HAND, left=len(s.stock))


def _lay(s: State, move: Move, tell: Tell | None) -> None:
    seat, hand = s.turn, s.hands[s.turn]
    if isinstance(move, tuple):
        c, named = move
        assert isinstance(c, Card) and isinstance(named, str)
        s.suit, s.rank = SUITS.index(named), 0
        if tell:
            tell(EIGHT, seat=seat, card=c, suit=named)
    else:
        assert isinstance(move, Card)
        c = move
        if tell:
            if not s.heap:
                tell(FIRST, seat=seat, card=c)
            elif s.heap[-1].rank == WILD:
                tell(NAMED, seat=seat, card=c, suit=SUITS[s.suit])
            else:
                tell(FOLLOW, seat=seat, card=c, last=s.heap[-1])
        s.suit, s.rank = c.suit, c.rank
    hand.remove(c)
    s.heap.append(c)
    s.passed = False
    if not hand:
        if s.players != 4 or not s.hands[(seat + 2) % 4]:
            if tell and s.players == 4:
                tell(PAIR_OUT, pair=(seat % 2, seat % 2 + 2))
            elif tell:
                tell(OUT, seat=seat)
            _score_out(s, seat, tell)
            return
        if tell:
            tell(OUT, seat=seat)
    if not s.stock and _blocked(s):
        _score_blocked(s, tell)
    else:
        _pass_turn(s, tell)


def _pass_turn(s: State, tell: Tell | None) -> None:
    s.drawn = False
    s.turn = (s.turn + 1) % s.players
    while not s.hands[s.turn]:
        if tell:
            tell(SKIP, seat=s.turn)
        s.turn = (s.turn + 1) % s.players


def _blocked(s: State) -> bool:
    """The stock is gone: can nobody follow? (Where any card goes after a pass, somebody always can.)"""
    return not s.options.any_after_pass and not any(_fits(s, c) for hand in s.hands for c in hand)


def _count(s: State, tell: Tell | None) -> list[int]:
    counts = [sum(VALUE[c.rank] for c in hand) for hand in s.hands]
    if tell:
        for seat, hand in enumerate(s.hands):
            if hand:
                tell(VALUES, seat=seat, cards=tuple(hand), points=counts[seat])
    return counts


def _score_out(s: State, seat: int, tell: Tell | None) -> None:
    points = sum(_count(s, tell))
    winners = next(side for side in sides(s) if seat in side)
    if tell:
        tell(SCORE, winners=winners, points=points)
    _end(s, winners, points, tell)


def _score_blocked(s: State, tell: Tell | None) -> None:
    if tell:
        tell(BLOCKED, card=s.heap[-1], suit=SUITS[s.suit])
    counts = _count(s, tell)
    teams = sides(s)
    totals = [sum(counts[seat] for seat in side) for side in teams]
    lowest = min(totals)
    winners = teams[totals.index(lowest)] if totals.count(lowest) == 1 else ()
    points = sum(total - lowest for total in totals) if winners else 0
    if tell:
        tell(DIFFERENCE, winners=winners, lowest=lowest, points=points)
    _end(s, winners, points, tell)


def _end(s: State, winners: tuple[int, ...], points: int, tell: Tell | None) -> None:
    for seat in winners:
        s.score[seat] += points
    if winners and s.score[winners[0]] >= s.options.target:
        s.turn = OVER
        if tell:
            tell(MATCH, winners=winners, score=s.score[winners[0]], target=s.options.target)
        return
    s.dealer = (s.dealer + 1) % s.players
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer)
