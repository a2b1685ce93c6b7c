"""Twenty-nine: lay cards on one heap, add them up aloud, and take the heap by making exactly 29.

Source: a Russian collection of card games, «Двадцать девять»; of the chapter only the end has reached us. How the
heap is won, the values and the deal follow two other descriptions. Rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import Card, cards, pack, values
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, highest, option, shuffled

NAME = "twenty-nine"
PLAYERS = (3, 4, 5, 6, 7, 8)
PUBLIC = "dealer", "total", "passes", "score"

CUT = "twenty-nine.cut"  # everybody cuts; the highest card deals first, the ace being low
PARTNERS = "twenty-nine.partners"  # four may play in pairs, partners opposite each other
TENS = "twenty-nine.tens"  # tens are left out, so that all get equally many cards: 1, 0, 2, 4, 3 or 4 for 3 to 8
WHICH = "twenty-nine.which-tens"  # the tens go in this order: clubs, diamonds, hearts, spades
DEAL = "twenty-nine.deal"  # all the cards, one at a time, face down
FIRST = "twenty-nine.first"  # the player to the dealer's left begins, and the turn goes to the left
TURN = "twenty-nine.turn"  # a turn: one card of your hand, or a pass
HELD = "twenty-nine.held"  # only a card of your own hand
BEGIN = "twenty-nine.begin"  # the first card of a heap: any card, face up; its value is said aloud
VALUES = "twenty-nine.values"  # ace, jack, queen and king count 1, the others their number
ADD = "twenty-nine.add"  # each further card is added, and the new total is said aloud
LIMIT = "twenty-nine.limit"  # no card may bring the total above 29
MUST = "twenty-nine.must-lay"  # whoever has a card that fits lays one; which one is his choice
PASS = "twenty-nine.pass"  # whoever has none says so, and the next to the left plays
TAKE = "twenty-nine.take"  # making exactly 29 takes the heap, kept face down until the end of the deal
NEW_HEAP = "twenty-nine.new-heap"  # the player to the taker's left begins the next heap, from nothing
OUT = "twenty-nine.out"  # a player without cards is out until the next deal, and is skipped
END = "twenty-nine.end"  # the deal ends when all cards have been played
STUCK = "twenty-nine.stuck"  # or when everybody who still holds cards has passed, one after another
LEFT_OVER = "twenty-nine.left-over"  # an unfinished heap, and cards still held, count for nobody
COUNT = "twenty-nine.count"  # everybody adds up the values of the cards he has taken
TOGETHER = "twenty-nine.together"  # partners add theirs together
WIN = "twenty-nine.win"  # one deal is a game: the most points win
SHARE = "twenty-nine.share"  # level at the top, they share the win
NEXT = "twenty-nine.next-deal"  # in a match to 100 the player to the dealer's left deals next
MATCH = "twenty-nine.match"  # and after a deal the highest score of 100 or more wins

GOAL = 29
MATCH_TO = 100
VALUE = values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 T=10 JQK=1")
HIGHEST = 10
TENS_OUT = (0, 0, 0, 1, 0, 2, 4, 3, 4)  # by the number of players, and so the next
EACH = (0, 0, 0, 17, 13, 10, 8, 7, 6)
TEN_BY_TEN = cards("TC TD TH TS")


@dataclass(frozen=True)
class Options:
    """House rules. `target` 0 is a single deal."""

    pairs: bool = option(False, True, bends=PARTNERS)
    count_cards: bool = option(False, True, bends=COUNT)
    target: int = option(0, MATCH_TO, bends=WIN)


@dataclass(slots=True)
class State:
    """A match. `stock` is the pack before the first deal; `heap` adds up to `total`; `passes` came since the last card.

    `won` are the cards each seat has taken.
    """

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=list)
    stock: list[Card] = field(default_factory=list)
    heap: list[Card] = field(default_factory=list)
    total: int = 0
    passes: int = 0
    won: list[list[Card]] = field(default_factory=list)
    score: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    empty: list[list[list[Card]]] = [[[] for _ in range(players)] for _ in range(2)]
    return State(players, options, hands=empty[0], stock=_pack(players), won=empty[1], score=[0] * players)


def loose(s: State) -> Sequence[Card]:
    return _pack(s.players)


def sides(s: State) -> list[tuple[int, ...]]:
    return [(0, 2), (1, 3)] if _paired(s) else [(seat,) for seat in range(s.players)]


def refuse(s: State, move: Move) -> Ruling | None:
    hand, room = s.hands[s.turn], GOAL - s.total
    if move == "pass":
        fitting = tuple(c for c in hand if VALUE[c.rank] <= room)
        return Ruling(MUST, {"cards": fitting, "total": s.total}) if fitting else None
    if not isinstance(move, Card):
        return Ruling(TURN, {})
    if move not in hand:
        return Ruling(HELD, {"card": move})
    value = VALUE[move.rank]
    if value > room:
        return Ruling(LIMIT, {"card": move, "total": s.total, "value": value, "sum": s.total + value})
    return None


def legal(s: State) -> Sequence[Move]:
    hand, room = s.hands[s.turn], GOAL - s.total
    if room >= HIGHEST:
        return hand[:]
    return [c for c in hand if VALUE[c.rank] <= room] or ["pass"]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            _cut(s, deck, tell)
        else:
            _deal(s, deck, tell)
    elif move == "pass":
        _pass(s, tell)
    else:
        assert isinstance(move, Card)
        _lay(s, move, tell)


def result(s: State) -> tuple[int, ...]:
    return highest(s.score)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        *([Zone("stock", s.stock)] if s.stock else []),
        Zone("table", s.heap),
        *(Zone("won", pile, seat) for seat, pile in enumerate(s.won)),
    ]


def _pack(players: int) -> list[Card]:
    out = TEN_BY_TEN[: TENS_OUT[players]]
    return [c for c in pack() if c not in out]


def _paired(s: State) -> bool:
    return s.options.pairs and s.players == 4


def _cut(s: State, deck: list[Card], tell: Tell | None) -> None:
    drawn = cut(deck, s.players)
    highest = max(drawn, key=lambda c: c.rank)
    s.dealer = drawn.index(highest)
    if tell:
        tell(CUT, seat=s.dealer, cards=tuple(drawn), card=highest)
        if _paired(s):
            tell(PARTNERS, pair=(0, 2), others=(1, 3))


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    first = (s.dealer + 1) % s.players
    for n in range(s.players):
        s.hands[(first + n) % s.players] = deck[n :: s.players]
    s.stock, s.heap, s.total, s.passes = [], [], 0, 0
    s.won = [[] for _ in range(s.players)]
    s.turn = first
    if tell:
        out = TENS_OUT[s.players]
        if out:
            tell(TENS, players=s.players, tens=out, left=len(deck))
            if out < len(TEN_BY_TEN):
                tell(WHICH, cards=tuple(TEN_BY_TEN[:out]))
        tell(DEAL, seat=s.dealer, each=EACH[s.players])
        tell(FIRST, seat=first)


def _pass(s: State, tell: Tell | None) -> None:
    if tell:
        tell(PASS, seat=s.turn, total=s.total)
    s.passes += 1
    if s.passes < sum(map(bool, s.hands)):
        _pass_turn(s)
        return
    if tell:
        tell(STUCK, total=s.total)
    _finish(s, tell)


def _lay(s: State, c: Card, tell: Tell | None) -> None:
    seat, hand = s.turn, s.hands[s.turn]
    s.total += VALUE[c.rank]
    s.passes = 0
    if tell:
        tell(ADD if s.heap else BEGIN, seat=seat, card=c, total=s.total)
        if VALUE[c.rank] != c.rank or c.rank == 1:
            tell(VALUES, card=c, value=VALUE[c.rank])
    hand.remove(c)
    s.heap.append(c)
    taken = s.total == GOAL
    if taken:
        if tell:
            tell(TAKE, seat=seat, cards=len(s.heap))
        s.won[seat] += s.heap
        s.heap, s.total = [], 0
    if not hand:
        if tell:
            tell(OUT, seat=seat)
        if not any(s.hands):
            if tell:
                tell(END, seat=seat)
            _finish(s, tell)
            return
    _pass_turn(s)
    if tell and taken:
        tell(NEW_HEAP, seat=s.turn)


def _pass_turn(s: State) -> None:
    """To the left, to the next player who holds cards."""
    s.turn = (s.turn + 1) % s.players
    while not s.hands[s.turn]:
        s.turn = (s.turn + 1) % s.players


def _finish(s: State, tell: Tell | None) -> None:
    if tell and s.heap:
        tell(LEFT_OVER, total=s.total, held=sum(map(len, s.hands)))
    _count(s, tell)
    best, target = max(s.score), s.options.target
    if best < target:
        s.dealer = (s.dealer + 1) % s.players
        s.turn = NOBODY
        if tell:
            tell(NEXT, seat=s.dealer)
        return
    s.turn = OVER
    if tell:
        winners = result(s)
        if winners not in sides(s):
            tell(SHARE, winners=winners, score=best)
        elif target:
            tell(MATCH, winners=winners, score=best, target=target)
        else:
            tell(WIN, winners=winners, score=best)


def _count(s: State, tell: Tell | None) -> None:
    counts = [len(pile) if s.options.count_cards else sum(VALUE[c.rank] for c in pile) for pile in s.won]
    if tell:
        for seat, count in enumerate(counts):
            tell(COUNT, seat=seat, cards=len(s.won[seat]), points=count)
    for side in sides(s):
        together = sum(counts[seat] for seat in side)
        for seat in side:
            s.score[seat] += together
        if tell and len(side) > 1:
            tell(TOGETHER, pair=side, points=together)
