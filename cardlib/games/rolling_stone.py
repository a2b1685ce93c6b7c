"""Rolling Stone: follow suit, or take up the whole trick; the first player without cards wins.

Source: «Катящийся камень», the beginning of which has not come down to us; rulings of our own are marked on the
rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import SUITS, Card, order, pack
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, highest, option, shuffled

NAME = "rolling-stone"
PLAYERS = (4, 5, 6)
PUBLIC = "dealer", "deals", "taken", "tricks", "score"

PACK = "rolling-stone.pack"  # four play with the sevens and up, five with the fives and up, six with the threes and up
DEAL = "rolling-stone.deal"  # all the cards, one at a time: eight each
FIRST = "rolling-stone.first-lead"  # the player after the dealer leads any card
TURN = "rolling-stone.turn"  # a turn: lay one card, or take the trick
HELD = "rolling-stone.held"  # only a card of your own hand
FOLLOW = "rolling-stone.follow"  # whoever can follow suit does
GONE = "rolling-stone.gone"  # a trick to which all have followed leaves the deal and counts for nobody
HIGHER = "rolling-stone.higher"  # whoever laid its highest card leads next, any card
TAKE = "rolling-stone.take"  # who cannot follow takes up the trick; the players after him do not play to it
FRESH = "rolling-stone.fresh-lead"  # he leads next, and not the suit that he has taken
OUT = "rolling-stone.out"  # whoever lays his last card wins the deal at once: the trick is not completed
SCORE = "rolling-stone.score"  # the winner scores one for each card in the other hands
ON_TABLE = "rolling-stone.on-table"  # cards that lie on the table do not count
LIMIT = "rolling-stone.limit"  # after 300 tricks without a winner the deal is void
NEXT = "rolling-stone.next-deal"  # the deal passes to the left
MATCH = "rolling-stone.match"  # as many deals as players, or until somebody has 50; the highest score wins

HAND = 8
POINT = 1  # for each card left in a hand
MOST_DEALS = 100  # of a match to 50, which void deals could draw out for ever
POWER = order("3456789TJQKA")
LOWEST = {4: "7", 5: "5", 6: "3"}  # the lowest rank of the pack for so many players
PACKS = {n: tuple(c for c in pack() if POWER[c.rank] >= POWER[int(low)]) for n, low in LOWEST.items()}
NONE = -1  # State.taken when no cards have been taken since the last lead


@dataclass(frozen=True)
class Options:
    """House rules. A target of 0 is a match of as many deals as players; 1, until a deal is won."""

    lead_back: bool = option(False, True, bends=FRESH)
    limit: int = option(300, 20, bends=LIMIT)
    target: int = option(0, 50, 1, bends=MATCH)


@dataclass(slots=True)
class State:
    """A match. `trick` is complete when it has a card of every player, and lies open until the next lead.

    `gone` holds the cards that are out of play; `taken` is the suit just taken; `tricks` counts those of this deal.
    """

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    deals: int = 0
    hands: list[list[Card]] = field(default_factory=list)
    trick: list[Card] = field(default_factory=list)
    gone: list[Card] = field(default_factory=list)
    taken: int = NONE
    tricks: int = 0
    score: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    return State(
        players,
        options,
        dealer=players - 1,
        hands=[[] for _ in range(players)],
        gone=list(PACKS[players]),
        score=[0] * players,
    )


def loose(s: State) -> Sequence[Card]:
    return PACKS[s.players]


def refuse(s: State, move: Move) -> Ruling | None:
    hand = s.hands[s.turn]
    leading = _leading(s)
    if move == "take":
        if leading:
            return Ruling(TAKE, {"cards": (), "suit": None})
        suit = s.trick[0].suit
        following = tuple(c for c in hand if c.suit == suit)
        return Ruling(FOLLOW, {"cards": following, "suit": SUITS[suit]}) if following else None
    if not isinstance(move, Card):
        return Ruling(TURN, {})
    if move not in hand:
        return Ruling(HELD, {"card": move})
    if leading:
        barred = move.suit == s.taken and not s.options.lead_back
        return Ruling(FRESH, {"suit": SUITS[move.suit]}) if barred else None
    suit = s.trick[0].suit
    if move.suit == suit:
        return None
    following = tuple(c for c in hand if c.suit == suit)
    if following:
        return Ruling(FOLLOW, {"cards": following, "suit": SUITS[suit]})
    return Ruling(TAKE, {"cards": tuple(s.trick), "suit": SUITS[suit]})


def legal(s: State) -> Sequence[Move]:
    hand = s.hands[s.turn]
    if _leading(s):
        taken = s.taken
        return hand[:] if taken == NONE or s.options.lead_back else [c for c in hand if c.suit != taken]
    suit = s.trick[0].suit
    return [c for c in hand if c.suit == suit] or ["take"]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        _deal(s, shuffled(move), tell)
    elif move == "take":
        _take(s, tell)
    else:
        assert isinstance(move, Card)
        _lay(s, move, tell)


def result(s: State) -> tuple[int, ...]:
    return highest(s.score)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("trick", s.trick),
        Zone("won", s.gone),
    ]


def _leading(s: State) -> bool:
    """Does the card to be laid begin a trick?"""
    return len(s.trick) in (0, s.players)


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    first = (s.dealer + 1) % s.players
    for n in range(s.players):
        s.hands[(first + n) % s.players] = deck[n :: s.players]
    s.trick, s.gone = [], []
    s.taken, s.tricks = NONE, 0
    s.deals += 1
    s.turn = first
    if tell:
        tell(PACK, count=len(deck), rank=LOWEST[s.players], players=s.players)
        tell(DEAL, seat=s.dealer, each=HAND)


def _take(s: State, tell: Tell | None) -> None:
    seat, trick = s.turn, s.trick
    suit = trick[0].suit
    if tell:
        spared = tuple((seat + n) % s.players for n in range(1, s.players - len(trick)))
        tell(TAKE, seat=seat, cards=tuple(trick), suit=SUITS[suit], spared=spared)
    s.hands[seat] += trick
    s.trick, s.taken = [], suit
    _count_trick(s, tell)


def _lay(s: State, c: Card, tell: Tell | None) -> None:
    seat, players = s.turn, s.players
    hand = s.hands[seat]
    hand.remove(c)
    if _leading(s):
        if tell:
            if s.taken != NONE:
                tell(FRESH, seat=seat, card=c, suit=SUITS[s.taken], back=c.suit == s.taken)
            elif s.trick:
                tell(HIGHER, seat=seat, card=c, high=_highest(s.trick))
            else:
                tell(FIRST, seat=seat, card=c)
        s.gone += s.trick
        s.trick = [c]
        s.taken = NONE
    else:
        s.trick.append(c)
        if tell and len(s.trick) < players:
            tell(FOLLOW, seat=seat, card=c, suit=SUITS[c.suit])
    if not hand:
        _win(s, tell)
    elif len(s.trick) < players:
        s.turn = seat + 1 if seat + 1 < players else 0
    else:
        s.turn = (seat + 1 + s.trick.index(_highest(s.trick))) % players
        if tell:
            tell(GONE, cards=tuple(s.trick))
        _count_trick(s, tell)


def _highest(trick: list[Card]) -> Card:
    return max(trick, key=lambda c: POWER[c.rank])


def _count_trick(s: State, tell: Tell | None) -> None:
    """A trick is over, played out or taken: is it the last that is allowed?"""
    s.tricks += 1
    if s.tricks >= s.options.limit:
        if tell:
            tell(LIMIT, tricks=s.tricks)
        _end(s, tell)


def _win(s: State, tell: Tell | None) -> None:
    seat = s.turn
    counts = tuple(len(hand) for hand in s.hands if hand)
    points = POINT * sum(counts)
    if tell:
        tell(OUT, seat=seat, left=s.players - len(s.trick))
        tell(SCORE, seat=seat, counts=counts, points=points)
        if len(s.trick) > 1:
            tell(ON_TABLE, cards=tuple(s.trick))
    s.score[seat] += points
    _end(s, tell)


def _end(s: State, tell: Tell | None) -> None:
    best, target = max(s.score), s.options.target
    if (best >= target or s.deals == MOST_DEALS) if target else s.deals == s.players:
        s.turn = OVER
        if tell:
            tell(MATCH, winners=result(s), score=best, deals=s.deals)
        return
    s.dealer = (s.dealer + 1) % s.players
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer)
