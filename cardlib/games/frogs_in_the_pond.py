"""Frogs in the Pond («Лягушки в пруду»): who takes a trick takes a hidden card too, and no partner sees it.

Source: a Russian book of card games, «Лягушки в пруду»; of the chapter only the beginning has reached us. The values
of the cards and the deal for other numbers follow two other descriptions. Rulings of our own are marked on the rules
page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import FACES, JACK, SPADES, SUITS, Card, cards, order, pack, values
from cardlib.faults import Wrong
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, highest, option, shuffled

NAME = "frogs-in-the-pond"
PLAYERS = (2, 3, 4, 5, 6)
PUBLIC = "dealer", "leader", "deals", "score"

PARTNERS = "frogs-in-the-pond.partners"  # four play two against two, partners opposite each other
THREE_PAIRS = "frogs-in-the-pond.three-pairs"  # six may play in three pairs, partners opposite each other
TWOS = "frogs-in-the-pond.twos"  # twos are left out: 1, 0, 2, 4 or 3 for 2 to 6 players
WHICH = "frogs-in-the-pond.which-twos"  # the twos go in this order: clubs, diamonds, hearts, spades
DEAL = "frogs-in-the-pond.deal"  # two cards at a time, until everybody has 17, 13, 10, 8 or 7
SINGLE = "frogs-in-the-pond.single"  # where the number is odd, the last card is dealt singly
POND = "frogs-in-the-pond.pond"  # as many cards again lie face down in a pile in the middle: the frogs in the pond
FIRST = "frogs-in-the-pond.first-lead"  # the player on the dealer's left leads any card, face up
TURN = "frogs-in-the-pond.turn"  # a turn is one card, and the turn passes to the left
HELD = "frogs-in-the-pond.held"  # only a card of your own hand
FOLLOW = "frogs-in-the-pond.follow"  # the others follow suit if they can
REVOKE = "frogs-in-the-pond.revoke"  # a player who could follow and did not loses 10 points
THROW = "frogs-in-the-pond.throw"  # a player who cannot follow throws any card
HIGHEST = "frogs-in-the-pond.highest"  # the highest card of the suit led takes the trick, ace high, no trumps
FROG = "frogs-in-the-pond.frog"  # the taker of a trick also takes the top frog
SECRET = "frogs-in-the-pond.secret"  # he may look at it, and shows it to nobody, not even to his partner
STAYS = "frogs-in-the-pond.stays"  # a frog lies with the cards won and is never played
LEAD = "frogs-in-the-pond.lead"  # the taker leads to the next trick
LAST = "frogs-in-the-pond.last-frog"  # the last trick takes the last frog, and the deal is over
VALUES = "frogs-in-the-pond.values"  # ten 10, five 5, ace 4, king 3, queen 2, jack 1, the others nothing
COUNT = "frogs-in-the-pond.count"  # after the deal everybody counts his tricks and his frogs
TOGETHER = "frogs-in-the-pond.together"  # partners count together
MATCH = "frogs-in-the-pond.match"  # the first to have 100 points in all wins
BOTH = "frogs-in-the-pond.both"  # if several have them after the same deal, the highest wins
LEVEL = "frogs-in-the-pond.level"  # level at the top, they play another deal
NEXT = "frogs-in-the-pond.next-deal"  # the player on the dealer's left deals next
LIMIT = "frogs-in-the-pond.limit"  # the twentieth deal is the last: the highest score wins

EACH = (0, 0, 17, 13, 10, 8, 7)  # cards in a hand, and frogs, by the number of players
TWOS_OUT = (0, 0, 1, 0, 2, 4, 3)
TWO_BY_TWO = cards("2C 2D 2H 2S")
POWER = order("23456789TJQKA")
VALUE = values("T=10 5=5 A=4 K=3 Q=2 J=1")
IN_A_DEAL = 4 * sum(VALUE)
REVOKED = 10
TADPOLE = -10  # what the jack of spades is worth where players agree on it
WORTH = tuple(VALUE[c.rank] for c in FACES)  # by Card.n
WORTH_TADPOLE = tuple(TADPOLE if c.suit == SPADES and c.rank == JACK else VALUE[c.rank] for c in FACES)


@dataclass(frozen=True)
class Options:
    """House rules."""

    target: int = option(100, 200, bends=MATCH)
    pairs: bool = option(True, False, bends=PARTNERS)
    three_pairs: bool = option(False, True, bends=THREE_PAIRS)
    tadpole: bool = option(False, True, bends=VALUES)
    revoke: bool = option(False, True, bends=FOLLOW)
    deals: int = option(20, 1, bends=LIMIT)

    def __post_init__(self) -> None:
        if self.target > self.deals * IN_A_DEAL:
            raise Wrong("out-of-reach", target=self.target, most=self.deals * IN_A_DEAL, deals=self.deals)


@dataclass(slots=True)
class State:
    """A match. `pond` is taken from its end; `trick` lies open, `leader`'s card first, until the next lead.

    `won` are each seat's tricks and `frogs` its frogs; `deals` counts the deals begun. Partners have one score, which
    stands at both their seats.
    """

    players: int
    options: Options
    turn: int
    dealer: int
    leader: int
    hands: list[list[Card]]
    won: list[list[Card]]
    frogs: list[list[Card]]
    score: list[int]
    deals: int = 0
    pond: list[Card] = field(default_factory=list)
    trick: list[Card] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    hands, won, frogs = _places(players), _places(players), _places(players)
    return State(players, options, NOBODY, players - 1, 0, hands, won, frogs, [0] * players)


def loose(s: State) -> Sequence[Card]:
    out = TWO_BY_TWO[: TWOS_OUT[s.players]]
    return [c for c in pack() if c not in out]


def sides(s: State) -> list[tuple[int, ...]]:
    if (s.players == 4 and s.options.pairs) or (s.players == 6 and s.options.three_pairs):
        half = s.players // 2
        return [(seat, seat + half) for seat in range(half)]
    return [(seat,) for seat in range(s.players)]


def refuse(s: State, move: Move) -> Ruling | None:
    if isinstance(move, tuple) and len(move) == 2 and move[0] == "show":
        return Ruling(SECRET, {})
    if not isinstance(move, Card):
        return Ruling(TURN, {})
    hand = s.hands[s.turn]
    if move not in hand:
        return Ruling(STAYS if move in s.frogs[s.turn] else HELD, {"card": move})
    if 0 < len(s.trick) < s.players and move.suit != (suit := s.trick[0].suit) and not s.options.revoke:
        following = tuple(c for c in hand if c.suit == suit)
        if following:
            return Ruling(FOLLOW, {"card": move, "suit": SUITS[suit], "cards": following})
    return None


def legal(s: State) -> Sequence[Move]:
    hand = s.hands[s.turn]
    if 0 < len(s.trick) < s.players and not s.options.revoke:
        suit = s.trick[0].suit
        return [c for c in hand if c.suit == suit] or hand[:]
    return hand[:]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    seat = s.turn
    if seat == NOBODY:
        _deal(s, shuffled(move), tell)
        return
    assert isinstance(move, Card)
    hand, trick = s.hands[seat], s.trick
    hand.remove(move)
    if trick and len(trick) < s.players:
        if move.suit == trick[0].suit:
            if tell:
                tell(FOLLOW, seat=seat, card=move)
        elif tell or s.options.revoke:
            _fail_to_follow(s, move, tell)
        trick.append(move)
        s.turn = (seat + 1) % s.players
        if len(trick) == s.players:
            _take(s, tell)
        return
    if tell:
        tell(LEAD if trick else FIRST, seat=seat, card=move)
    s.won[seat] += trick
    s.trick, s.leader = [move], seat
    s.turn = (seat + 1) % s.players


def result(s: State) -> tuple[int, ...]:
    return highest(s.score)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("stock", s.pond),
        Zone("trick", s.trick),
        *(Zone("kept", frogs, seat) for seat, frogs in enumerate(s.frogs)),
        *(Zone("won", won, seat) for seat, won in enumerate(s.won)),
    ]


def _places(players: int) -> list[list[Card]]:
    return [[] for _ in range(players)]


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    players, each = s.players, EACH[s.players]
    s.hands, s.won, s.frogs, s.trick = _places(players), _places(players), _places(players), []
    s.deals += 1
    at = 0
    for dealt in range(0, each, 2):
        packet = min(2, each - dealt)
        for n in range(1, players + 1):
            s.hands[(s.dealer + n) % players] += deck[at : at + packet]
            at += packet
    s.pond = deck[at:][::-1]
    s.turn = s.leader = (s.dealer + 1) % players
    if tell:
        _tell_deal(s, len(deck), tell)


def _tell_deal(s: State, size: int, tell: Tell) -> None:
    """The partnerships before the first deal, then the pack and the hands."""
    each, out = EACH[s.players], TWOS_OUT[s.players]
    pairs = sides(s)
    if s.deals == 1 and len(pairs[0]) > 1:
        if s.players == 4:
            tell(PARTNERS, pair=pairs[0], others=pairs[1])
        else:
            tell(THREE_PAIRS, first=pairs[0], second=pairs[1], third=pairs[2])
    if s.deals == 1 and out:
        tell(TWOS, players=s.players, twos=out, left=size)
        if out < len(TWO_BY_TWO):
            tell(WHICH, cards=tuple(TWO_BY_TWO[:out]))
    tell(DEAL, seat=s.dealer, each=each)
    if each % 2:
        tell(SINGLE, each=each)
    tell(POND, frogs=each)


def _fail_to_follow(s: State, c: Card, tell: Tell | None) -> None:
    """The player on turn has played another suit than the one led: because he had to, or against the rule."""
    seat, suit = s.turn, s.trick[0].suit
    if any(held.suit == suit for held in s.hands[seat]):
        _add(s, next(side for side in sides(s) if seat in side), -REVOKED)
        if tell:
            tell(REVOKE, seat=seat, card=c, suit=SUITS[suit], points=REVOKED, total=s.score[seat])
    elif tell:
        tell(THROW, seat=seat, card=c, suit=SUITS[suit])


def _take(s: State, tell: Tell | None) -> None:
    """The trick is complete: the highest card of the suit led takes it, and the top frog with it."""
    trick, pond = s.trick, s.pond
    best, place = trick[0], 0
    for n, c in enumerate(trick):
        if c.suit == best.suit and POWER[c.rank] > POWER[best.rank]:
            best, place = c, n
    taker = s.turn = (s.leader + place) % s.players
    s.frogs[taker].append(pond.pop())
    if tell:
        tell(HIGHEST, seat=taker, card=best, suit=SUITS[best.suit])
        worth = _worth(s)
        counting = tuple(c for c in trick if worth[c.n])
        if counting:
            tell(VALUES, seat=taker, cards=counting, points=sum(worth[c.n] for c in counting))
        tell(FROG, seat=taker, left=len(pond))
    if not pond:
        _end(s, tell)


def _worth(s: State) -> Sequence[int]:
    return WORTH_TADPOLE if s.options.tadpole else WORTH


def _add(s: State, side: tuple[int, ...], points: int) -> None:
    for seat in side:
        s.score[seat] += points


def _end(s: State, tell: Tell | None) -> None:
    if tell:
        tell(LAST, seat=s.turn, tricks=EACH[s.players])
    _count(s, tell)
    best, target, teams = max(s.score), s.options.target, sides(s)
    top = [side for side in teams if s.score[side[0]] == best]
    over = [side for side in teams if s.score[side[0]] >= target]
    if tell and len(over) > 1:
        tell(BOTH, seats=tuple(seat for side in over for seat in side), target=target)
    if over and len(top) == 1:
        s.turn = OVER
        if tell:
            tell(MATCH, winners=top[0], total=best, target=target)
        return
    if s.deals == s.options.deals:
        s.turn = OVER
        if tell:
            tell(LIMIT, deals=s.deals, winners=result(s), total=best, level=len(top) > 1)
        return
    if tell and over:
        tell(LEVEL, seats=result(s), total=best)
    s.dealer = (s.dealer + 1) % s.players
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer)


def _count(s: State, tell: Tell | None) -> None:
    worth = _worth(s)
    frogs = [sum(worth[c.n] for c in pile) for pile in s.frogs]
    points = [sum(worth[c.n] for c in pile) + frogs[seat] for seat, pile in enumerate(s.won)]
    points[s.turn] += sum(worth[c.n] for c in s.trick)
    if tell:
        for seat in range(s.players):
            tell(COUNT, seat=seat, points=points[seat], frogs=frogs[seat])
    for side in sides(s):
        together = sum(points[seat] for seat in side)
        _add(s, side, together)
        if tell and len(side) > 1:
            tell(TOGETHER, pair=side, points=together, total=s.score[side[0]])
