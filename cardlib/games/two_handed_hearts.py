"""Two-handed Hearts: 26 tricks, thirteen of them with a stock to draw from; every heart taken counts against you.

Source: «Червы в две руки»; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import FACES, HEARTS, QUEEN, SPADES, SUITS, Card, order, pack
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, option, shuffled

NAME = "two-handed-hearts"
PLAYERS = (2,)
PUBLIC = "dealer", "taken", "score"

DEAL = "two-handed-hearts.deal"  # thirteen cards each, one at a time, opponent first; the rest are the stock
FIRST = "two-handed-hearts.first-lead"  # the dealer's opponent leads any card, a heart included
TURN = "two-handed-hearts.turn"  # a turn is one card
HELD = "two-handed-hearts.held"  # only a card of your own hand
FOLLOW = "two-handed-hearts.follow"  # the other follows suit if he can
THROW = "two-handed-hearts.throw"  # if he cannot, he throws any card, and the trick is the leader's
HIGHER = "two-handed-hearts.higher"  # the higher card of the suit led takes the trick, ace high, no trumps
PENALTY = "two-handed-hearts.penalty"  # each heart in a trick counts one against the taker
DRAW = "two-handed-hearts.draw"  # the taker draws the top card, then the other; nobody shows what he drew
LEAD = "two-handed-hearts.lead"  # the taker leads to the next trick
STOCK_GONE = "two-handed-hearts.stock-gone"  # the last thirteen cards are played without drawing
END = "two-handed-hearts.end"  # the deal ends when all 26 tricks are taken
FEWEST = "two-handed-hearts.fewest"  # the fewest hearts win the deal
NEXT = "two-handed-hearts.next-deal"  # if another deal follows, the other player deals
MATCH = "two-handed-hearts.match"  # one deal is the match; or the lower total once somebody has 50

HAND = 13
TRICKS = 26
POWER = order("23456789TJQKA")
QUEEN_OF_SPADES = 13  # what she counts where players agree on it
COUNT = tuple(int(c.suit == HEARTS) for c in FACES)  # what a card counts against its taker, by Card.n
COUNT_QUEEN = tuple(QUEEN_OF_SPADES if c.suit == SPADES and c.rank == QUEEN else COUNT[c.n] for c in FACES)


@dataclass(frozen=True)
class Options:
    """House rules. A target of 0 is a match of one deal."""

    target: int = option(0, 50, bends=MATCH)
    queen: bool = option(False, True, bends=PENALTY)
    stop_early: bool = option(False, True, bends=END)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end; `trick` lies open until the next lead; `taken` counts this deal."""

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = 1
    hands: list[list[Card]] = field(default_factory=lambda: [[], []])
    stock: list[Card] = field(default_factory=pack)
    trick: list[Card] = field(default_factory=list)
    won: list[list[Card]] = field(default_factory=lambda: [[], []])
    taken: list[int] = field(default_factory=lambda: [0, 0])
    score: list[int] = field(default_factory=lambda: [0, 0])


def new(players: int, options: Options) -> State:
    return State(players, options)


def loose(s: State) -> Sequence[Card]:
    return pack()


def refuse(s: State, move: Move) -> Ruling | None:
    if not isinstance(move, Card):
        return Ruling(TURN, {})
    hand = s.hands[s.turn]
    if move not in hand:
        return Ruling(HELD, {"card": move})
    if len(s.trick) == 1 and move.suit != (suit := s.trick[0].suit):
        following = tuple(c for c in hand if c.suit == suit)
        if following:
            return Ruling(FOLLOW, {"card": move, "suit": SUITS[suit], "cards": following})
    return None


def legal(s: State) -> Sequence[Move]:
    hand = s.hands[s.turn]
    if len(s.trick) == 1:
        suit = s.trick[0].suit
        return [c for c in hand if c.suit == suit] or hand[:]
    return hand[:]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    seat = s.turn
    if seat == NOBODY:
        _deal(s, shuffled(move), tell)
        return
    assert isinstance(move, Card)
    s.hands[seat].remove(move)
    if len(s.trick) == 1:
        s.trick.append(move)
        _take(s, s.trick[0], move, tell)
        return
    if tell:
        tell(LEAD if s.trick else FIRST, seat=seat, card=move)
    s.won[seat] += s.trick
    s.trick = [move]
    s.turn = 1 - seat


def result(s: State) -> tuple[int, ...]:
    return (0,) if s.score[0] < s.score[1] else (1,)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("stock", s.stock),
        Zone("trick", s.trick),
        *(Zone("won", won, seat) for seat, won in enumerate(s.won)),
    ]


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    first = 1 - s.dealer
    s.hands[first] = deck[: 2 * HAND : 2]
    s.hands[s.dealer] = deck[1 : 2 * HAND : 2]
    s.stock = deck[2 * HAND :][::-1]
    s.trick, s.won, s.taken = [], [[], []], [0, 0]
    s.turn = first
    if tell:
        tell(DEAL, seat=s.dealer, each=HAND, left=len(s.stock))


def _take(s: State, led: Card, c: Card, tell: Tell | None) -> None:
    """The trick is complete: `led` by the player not on turn, `c` by the one who is."""
    taker = s.turn if c.suit == led.suit and POWER[c.rank] > POWER[led.rank] else 1 - s.turn
    if tell:
        if c.suit != led.suit:
            tell(THROW, seat=s.turn, card=c, suit=SUITS[led.suit], taker=taker)
        elif taker == s.turn:
            tell(HIGHER, seat=taker, card=c, other=led)
        else:
            tell(HIGHER, seat=taker, card=led, other=c)
    s.turn = taker
    count = COUNT_QUEEN if s.options.queen else COUNT
    points = count[led.n] + count[c.n]
    if points:
        s.taken[taker] += points
        if tell:
            counting = tuple(x for x in (led, c) if count[x.n])
            tell(PENALTY, seat=taker, cards=counting, points=points, total=s.taken[taker])
        if s.options.stop_early and s.taken[taker] * 2 > sum(count):
            _end(s, tell)
            return
    stock = s.stock
    if stock:
        s.hands[taker].append(stock.pop())
        s.hands[1 - taker].append(stock.pop())
        if tell:
            tell(DRAW, seat=taker, other=1 - taker, left=len(stock))
            if not stock:
                tell(STOCK_GONE, each=HAND)
    elif not s.hands[0]:
        _end(s, tell)


def _end(s: State, tell: Tell | None) -> None:
    low, high = sorted(s.taken)
    if tell:
        tell(END, left=len(s.hands[0]) + len(s.stock) // 2)
        tell(FEWEST, winners=() if low == high else (s.taken.index(low),), low=low, high=high)
    for seat, points in enumerate(s.taken):
        s.score[seat] += points
    best, worst = sorted(s.score)
    if worst >= s.options.target and best != worst:
        s.turn = OVER
        if tell:
            tell(MATCH, seat=s.score.index(best), best=best, worst=worst, target=s.options.target)
        return
    s.dealer = 1 - s.dealer
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer, level=best == worst)
