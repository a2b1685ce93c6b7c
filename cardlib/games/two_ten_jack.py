"""Two-Ten-Jack: tricks with hearts for trumps and a stock to draw from; hearts count for you, spades against you.

Source: J. Leeming, «Двойка — десятка — валет»; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import CARDS, DIAMONDS, FACES, HEARTS, SPADES, SUITS, Card, order, pack, values
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, highest, option, shuffled, suit_named

NAME = "two-ten-jack"
PLAYERS = (2, 3, 4)
PUBLIC = "dealer", "suit", "plus", "minus", "score"

CUT = "two-ten-jack.cut"  # everybody cuts; the highest card deals
SHORT = "two-ten-jack.short-pack"  # three play without the three of clubs
DEAL = "two-ten-jack.deal"  # six cards each, one at a time, the dealer's left neighbour first
STOCK = "two-ten-jack.stock"  # the rest lie face up in the middle: everybody sees the top card
FIRST = "two-ten-jack.first-lead"  # the dealer's left neighbour leads any card
TURN = "two-ten-jack.turn"  # a turn is one card
HELD = "two-ten-jack.held"  # only a card of your own hand
NAMED = "two-ten-jack.named"  # who leads the ace of spades says whether it is a spade or a heart; then only
FOLLOW = "two-ten-jack.follow"  # the others follow suit if they can
AS_HEART = "two-ten-jack.as-heart"  # on a heart the ace of spades may be played instead of a heart
AS_SPADE = "two-ten-jack.as-spade"  # on a spade it is a spade: the only one you hold must be played
MUST_TRUMP = "two-ten-jack.must-trump"  # without the suit you must trump: a heart, or the ace of spades
THROW = "two-ten-jack.throw"  # with neither, any card
HIGHER = "two-ten-jack.higher"  # the highest card of the suit led takes the trick, ace high
TRUMP = "two-ten-jack.trump"  # unless a trump was played; of several the highest
SPECULATION = "two-ten-jack.speculation"  # the ace of spades beats every card, the ace of hearts too
HEART_POINTS = "two-ten-jack.hearts"  # two, ten and jack of hearts plus 10 each; ace, king and queen plus 5
DIAMOND_POINTS = "two-ten-jack.diamonds"  # ace, king, queen and jack of diamonds plus 1 each
SPADE_POINTS = "two-ten-jack.spades"  # two, ten and jack of spades minus 10 each; ace, king and queen minus 5
DRAW = "two-ten-jack.draw"  # the taker draws the top card, then the others in turn to his left
LEAD = "two-ten-jack.lead"  # after drawing the taker leads to the next trick
STOCK_GONE = "two-ten-jack.stock-gone"  # when the stock is gone the last cards are played without drawing
END = "two-ten-jack.end"  # the deal ends when all cards have been played
COUNT = "two-ten-jack.count"  # a player scores his plus points less his minus points, perhaps below nothing
MATCH = "two-ten-jack.match"  # the first to have 25 in all wins; of several in one deal, the highest
NEXT = "two-ten-jack.next-deal"  # if nobody has, or the highest are level, the deal passes to the left

HAND = 6
POWER = order("23456789TJQKA")
LEFT_OUT = CARDS["3C"]
ACE = CARDS["AS"]
HEART = values("2TJ=10 AKQ=5")  # what a heart counts for its taker
DIAMOND = values("AKQJ=1")
SPADE = values("2TJ=10 AKQ=5")  # what a spade counts against him
WHOLE = 4  # what the scores of a deal add up to: 45 + 4 - 45
PLUS = tuple({HEARTS: HEART, DIAMONDS: DIAMOND}.get(c.suit, (0,) * 14)[c.rank] for c in FACES)  # by Card.n
MINUS = tuple(SPADE[c.rank] if c.suit == SPADES else 0 for c in FACES)
STRENGTH = tuple(27 if c is ACE else POWER[c.rank] + 13 * (c.suit == HEARTS) for c in FACES)
LEADS: tuple[Move, ...] = tuple((ACE, SUITS[suit]) for suit in (SPADES, HEARTS))


@dataclass(frozen=True)
class Options:
    """House rules."""

    target: int = option(25, 31, bends=MATCH)
    face_down: bool = option(False, True, bends=STOCK)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end; `trick` lies open until the next lead.

    `suit` is the suit to be followed, NOBODY between tricks; `plus` and `minus` count this deal.
    """

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=list)
    stock: list[Card] = field(default_factory=list)
    trick: list[Card] = field(default_factory=list)
    suit: int = NOBODY
    won: list[list[Card]] = field(default_factory=list)
    plus: list[int] = field(default_factory=list)
    minus: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    s = State(players, options, score=[0] * players)
    s.stock = list(loose(s))
    _clear(s)
    return s


def loose(s: State) -> Sequence[Card]:
    return [c for c in pack() if s.players != 3 or c is not LEFT_OUT]


def refuse(s: State, move: Move) -> Ruling | None:
    c, named = move, None
    if isinstance(move, tuple) and len(move) == 2 and suit_named(move[1]) is not None:
        c, named = move
    if not isinstance(c, Card):
        return Ruling(TURN, {})
    hand = s.hands[s.turn]
    if c not in hand:
        return Ruling(HELD, {"card": c})
    if s.suit == NOBODY:
        right = move in LEADS if c is ACE else named is None
        return None if right else Ruling(NAMED, {"card": c})
    if named is not None:
        return Ruling(NAMED, {"card": c})
    if c.suit == s.suit:
        return None
    suit = SUITS[s.suit]
    following = tuple(x for x in hand if x.suit == s.suit)
    if following == (ACE,):
        return Ruling(AS_SPADE, {"card": c})
    if following:
        legal_ace = c is ACE and s.suit == HEARTS
        return None if legal_ace else Ruling(FOLLOW, {"card": c, "suit": suit, "cards": following})
    trumps = tuple(x for x in hand if x.suit == HEARTS or x is ACE)
    if trumps and c not in trumps:
        return Ruling(MUST_TRUMP, {"card": c, "suit": suit, "cards": trumps})
    return None


def legal(s: State) -> Sequence[Move]:
    hand, suit = s.hands[s.turn], s.suit
    if suit == NOBODY:
        if ACE in hand:
            return [*(c for c in hand if c is not ACE), *LEADS]
        return hand[:]
    following = [c for c in hand if c.suit == suit]
    if following:
        if suit == HEARTS and ACE in hand:
            following.append(ACE)
        return following
    return [c for c in hand if c.suit == HEARTS or c is ACE] or hand[:]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            _cut(s, deck, tell)
        else:
            _deal(s, deck, tell)
    elif s.suit == NOBODY:
        _lead(s, move, tell)
    else:
        assert isinstance(move, Card)
        _answer(s, move, tell)


def result(s: State) -> tuple[int, ...]:
    return highest(s.score)


def table(s: State) -> Sequence[Zone]:
    below, top = (s.stock, []) if s.options.face_down else (s.stock[:-1], s.stock[-1:])
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("stock", below),
        Zone("turn-up", top),
        Zone("trick", s.trick),
        *(Zone("won", won, seat) for seat, won in enumerate(s.won)),
    ]


def _clear(s: State) -> None:
    players = range(s.players)
    s.hands, s.won = [[] for _ in players], [[] for _ in players]
    s.trick, s.suit = [], NOBODY
    s.plus, s.minus = [0 for _ in players], [0 for _ in players]


def _cut(s: State, deck: list[Card], tell: Tell | None) -> None:
    drawn = cut(deck, s.players)
    highest = max(drawn, key=lambda c: POWER[c.rank])
    s.dealer = drawn.index(highest)
    if tell:
        tell(CUT, seat=s.dealer, cards=tuple(drawn), card=highest)


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    _clear(s)
    first = (s.dealer + 1) % s.players
    for n in range(s.players):
        s.hands[(first + n) % s.players] = deck[n : s.players * HAND : s.players]
    s.stock = deck[s.players * HAND :][::-1]
    s.turn = first
    if tell:
        if s.players == 3:
            tell(SHORT, card=LEFT_OUT, left=len(deck))
        tell(DEAL, seat=s.dealer, each=HAND)
        tell(STOCK, left=len(s.stock), card=None if s.options.face_down else s.stock[-1])


def _lead(s: State, move: Move, tell: Tell | None) -> None:
    seat = s.turn
    c, named = move if isinstance(move, tuple) else (move, None)
    assert isinstance(c, Card)
    s.suit = c.suit if named is None else SUITS.index(str(named))
    if tell:
        tell(LEAD if s.trick else FIRST, seat=seat, card=c)
        if named is not None:
            tell(NAMED, seat=seat, card=c, suit=named)
    s.hands[seat].remove(c)
    s.won[seat] += s.trick
    s.trick = [c]
    s.turn = (seat + 1) % s.players


def _answer(s: State, c: Card, tell: Tell | None) -> None:
    hand = s.hands[s.turn]
    if tell:
        _tell_answer(s, c, tell)
    hand.remove(c)
    s.trick.append(c)
    if len(s.trick) == s.players:
        _take(s, tell)
    else:
        s.turn = (s.turn + 1) % s.players


def _tell_answer(s: State, c: Card, tell: Tell) -> None:
    """How the card answers the lead; of one that simply follows and ends the trick the taking says enough."""
    hand = s.hands[s.turn]
    has = [x for x in hand if x.suit == s.suit]
    facts = {"seat": s.turn, "card": c}
    if c is ACE and s.suit == SPADES and len(has) == 1:
        tell(AS_SPADE, **facts)
    elif c is ACE and s.suit == HEARTS and has:
        tell(AS_HEART, **facts)
    elif not has:
        tell(MUST_TRUMP if c.suit == HEARTS or c is ACE else THROW, suit=SUITS[s.suit], **facts)
    elif len(s.trick) + 1 < s.players:
        tell(FOLLOW, suit=SUITS[s.suit], **facts)


def _take(s: State, tell: Tell | None) -> None:
    """The trick is complete; the player on turn has played last to it."""
    trick, suit = s.trick, s.suit
    best = trick[0]
    for c in trick:
        if (c.suit in (suit, HEARTS) or c is ACE) and STRENGTH[c.n] > STRENGTH[best.n]:
            best = c
    taker = (s.turn + 1 + trick.index(best)) % s.players
    s.turn, s.suit = taker, NOBODY
    if tell:
        others = tuple(c for c in trick if c.suit == HEARTS and c is not best)
        if best is ACE:
            tell(SPECULATION, seat=taker, card=best)
        elif best.suit == HEARTS and suit != HEARTS:
            tell(TRUMP, seat=taker, card=best, others=others)
        else:
            tell(HIGHER, seat=taker, card=best)
    _count(s, tell)
    if s.stock:
        _draw(s, tell)
    elif not s.hands[0]:
        _end(s, tell)


def _count(s: State, tell: Tell | None) -> None:
    """Count the cards of the trick for the player on turn, who has taken it."""
    seat = s.turn
    if tell:
        _tell_points(s, tell)
    for c in s.trick:
        s.plus[seat] += PLUS[c.n]
        s.minus[seat] += MINUS[c.n]


def _tell_points(s: State, tell: Tell) -> None:
    """Suit by suit; what has been told of hearts is counted in when diamonds follow."""
    seat, plus, minus = s.turn, s.plus[s.turn], s.minus[s.turn]
    if hearts := tuple(c for c in s.trick if c.suit == HEARTS and PLUS[c.n]):
        points = sum(PLUS[c.n] for c in hearts)
        plus += points
        tell(HEART_POINTS, seat=seat, cards=hearts, points=points, total=plus)
    if diamonds := tuple(c for c in s.trick if c.suit == DIAMONDS and PLUS[c.n]):
        tell(DIAMOND_POINTS, seat=seat, cards=diamonds, points=len(diamonds), total=plus + len(diamonds))
    if spades := tuple(c for c in s.trick if MINUS[c.n]):
        points = sum(MINUS[c.n] for c in spades)
        tell(SPADE_POINTS, seat=seat, cards=spades, points=points, total=minus + points)


def _draw(s: State, tell: Tell | None) -> None:
    seats = [*range(s.turn, s.players), *range(s.turn)]
    for seat in seats:
        s.hands[seat].append(s.stock.pop())
    if tell:
        seen = () if s.options.face_down else tuple(s.hands[seat][-1] for seat in seats)
        tell(DRAW, seats=tuple(seats), cards=seen, left=len(s.stock))
        if not s.stock:
            tell(STOCK_GONE, each=HAND)


def _end(s: State, tell: Tell | None) -> None:
    if tell:
        tell(END, tricks=52 // s.players)
    for seat in range(s.players):
        points = s.plus[seat] - s.minus[seat]
        s.score[seat] += points
        if tell:
            facts = {"plus": s.plus[seat], "minus": s.minus[seat], "points": points, "total": s.score[seat]}
            tell(COUNT, seat=seat, **facts)
    best = max(s.score)
    level = s.score.count(best) > 1
    if best >= s.options.target and not level:
        s.turn = OVER
        if tell:
            tell(MATCH, seat=s.score.index(best), best=best, target=s.options.target)
        return
    s.dealer = (s.dealer + 1) % s.players
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer, level=level and best >= s.options.target)
