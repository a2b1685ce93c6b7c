"""Stay Away («Держись подальше»): tricks are taken against your will, and the jacks in them count against you.

Source: «Держись подальше»; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import ACE, FACES, JACK, SPADES, SUITS, Card, order, pack
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, option, shuffled

NAME = "stay-away"
PLAYERS = (3, 4, 5, 6)
PUBLIC = "dealer", "leader", "taken", "score"

PACK = "stay-away.pack"  # four play with the 32 cards from the seven up, five with 40, six with all but the twos
THREE = "stay-away.three"  # three play with the 24 cards from the nine up
DEAL = "stay-away.deal"  # eight cards each, in packets of three, two and three
FIRST = "stay-away.first-lead"  # the player on the dealer's left leads any card
TURN = "stay-away.turn"  # a turn is one card, and the turn passes to the left
HELD = "stay-away.held"  # only a card of your own hand
FOLLOW = "stay-away.follow"  # the others follow suit if they can
REVOKE = "stay-away.revoke"  # a player who could follow and did not gets 1 penalty point
THROW = "stay-away.throw"  # a player who cannot follow throws any card, a jack included
HIGHEST = "stay-away.highest"  # the highest card of the suit led takes the trick, ace high, no trumps
JACKS = "stay-away.jacks"  # the jack of spades in a trick counts 3 against the taker, the other jacks 1 each
LEAD = "stay-away.lead"  # the taker leads to the next trick
END = "stay-away.end"  # the deal ends when all cards are played; nothing is added up before
SCORE = "stay-away.score"  # then each adds the penalty points of the deal to his total
NEXT = "stay-away.next-deal"  # the player on the dealer's left deals next
LIMIT = "stay-away.limit"  # the match ends after the deal that brings somebody to 10
LOWEST = "stay-away.lowest"  # the lowest total wins
LEVEL = "stay-away.level"  # level at the bottom, they play another deal

HAND = 8
PACKETS = 3, 2, 3
JACK_OF_SPADES, OTHER_JACK, REVOKED = 3, 1, 1  # what each counts
IN_A_DEAL = JACK_OF_SPADES + 3 * OTHER_JACK
POWER = order("3456789TJQKA")
COUNT = tuple((JACK_OF_SPADES if c.suit == SPADES else OTHER_JACK) * (c.rank == JACK) for c in FACES)  # by Card.n
PACK_FOR = {3: pack("A9TJQK"), 4: pack("A789TJQK"), 5: pack("A56789TJQK"), 6: pack("A3456789TJQK")}


@dataclass(frozen=True)
class Options:
    """House rules."""

    limit: int = option(10, 15, 20, bends=LIMIT)
    revoke: bool = option(False, True, bends=FOLLOW)


@dataclass(slots=True)
class State:
    """A match. `trick` lies open, `leader`'s card first, until the next lead; `taken` counts this deal."""

    players: int
    options: Options
    turn: int
    dealer: int
    leader: int
    hands: list[list[Card]]
    won: list[list[Card]]
    taken: list[int]
    score: list[int]
    trick: list[Card] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    hands: list[list[Card]] = [[] for _ in range(players)]
    won: list[list[Card]] = [[] for _ in range(players)]
    return State(players, options, NOBODY, players - 1, 0, hands, won, [0] * players, [0] * players)


def loose(s: State) -> Sequence[Card]:
    return PACK_FOR[s.players]


def refuse(s: State, move: Move) -> Ruling | None:
    if not isinstance(move, Card):
        return Ruling(TURN, {})
    hand = s.hands[s.turn]
    if move not in hand:
        return Ruling(HELD, {"card": move})
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
    return (s.score.index(min(s.score)),)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("trick", s.trick),
        *(Zone("won", won, seat) for seat, won in enumerate(s.won)),
    ]


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    players = s.players
    s.trick, s.won, s.taken = [], [[] for _ in range(players)], [0] * players
    s.hands = [[] for _ in range(players)]
    at = 0
    for packet in PACKETS:
        for n in range(1, players + 1):
            s.hands[(s.dealer + n) % players] += deck[at : at + packet]
            at += packet
    s.turn = s.leader = (s.dealer + 1) % players
    if tell:
        if not any(s.score):
            lowest = min(c.rank for c in deck if c.rank != ACE)
            tell(THREE if players == 3 else PACK, players=players, size=len(deck), lowest=lowest)
        tell(DEAL, seat=s.dealer, each=HAND, packets=PACKETS)


def _fail_to_follow(s: State, c: Card, tell: Tell | None) -> None:
    """The player on turn has played another suit than the one led: because he had to, or against the rule."""
    seat, suit = s.turn, s.trick[0].suit
    if any(held.suit == suit for held in s.hands[seat]):
        s.taken[seat] += REVOKED
        if tell:
            tell(REVOKE, seat=seat, card=c, suit=SUITS[suit], points=REVOKED, total=s.taken[seat])
    elif tell:
        tell(THROW, seat=seat, card=c, suit=SUITS[suit])


def _take(s: State, tell: Tell | None) -> None:
    """The trick is complete: the highest card of the suit led takes it."""
    trick = s.trick
    best, place, points = trick[0], 0, 0
    for n, c in enumerate(trick):
        points += COUNT[c.n]
        if c.suit == best.suit and POWER[c.rank] > POWER[best.rank]:
            best, place = c, n
    taker = s.turn = (s.leader + place) % s.players
    s.taken[taker] += points
    if tell:
        tell(HIGHEST, seat=taker, card=best, suit=SUITS[best.suit])
        if points:
            jacks = tuple(c for c in trick if c.rank == JACK)
            tell(JACKS, seat=taker, cards=jacks, points=points, total=s.taken[taker])
    if not s.hands[taker]:
        _end(s, tell)


def _end(s: State, tell: Tell | None) -> None:
    if tell:
        tell(END, tricks=HAND)
    for seat, points in enumerate(s.taken):
        s.score[seat] += points
        if points and tell:
            tell(SCORE, seat=seat, points=points, total=s.score[seat])
    low, high = min(s.score), max(s.score)
    lowest = tuple(seat for seat, total in enumerate(s.score) if total == low)
    if high >= s.options.limit:
        if tell:
            over = tuple(seat for seat, total in enumerate(s.score) if total >= s.options.limit)
            tell(LIMIT, seats=over, limit=s.options.limit)
        if len(lowest) == 1:
            s.turn = OVER
            if tell:
                tell(LOWEST, seat=lowest[0], total=low)
            return
        if tell:
            tell(LEVEL, seats=lowest, total=low)
    s.dealer = (s.dealer + 1) % s.players
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer)
