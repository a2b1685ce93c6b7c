"""Scopa («Скопа»): take from the table one card of equal rank, or several that add up to yours.

Source: the Russian fishing game of 52 cards, known in the south as «кончинка»; it is not quite the Italian scopa.
Rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from cardlib.cards import CLUBS, Card, card, pack, values
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, highest, option, shuffled

NAME = "scopa"
PLAYERS = (2, 3, 4)
PUBLIC = "dealer", "last", "score"

CUT = "scopa.cut"  # everybody cuts; the lowest card deals first
PARTNERS = "scopa.partners"  # four play in pairs, partners opposite each other
DEAL = "scopa.deal"  # four cards each, one at a time, then four face up on the table
FIRST = "scopa.first"  # the player to the dealer's left begins, and the turn goes to the left
TURN = "scopa.turn"  # a turn: one card of your hand, which captures or is laid
HELD = "scopa.held"  # only a card of your own hand
THERE = "scopa.there"  # only cards that lie on the table can be captured
EQUAL = "scopa.equal"  # one card of the same rank
SUM = "scopa.sum"  # or several whose values add up: ace 1, the others their number
COURT = "scopa.court"  # court cards have no value: each takes its own rank, and none enters a sum
ONE = "scopa.one-capture"  # one capture a turn: one card or one sum
MUST = "scopa.must-capture"  # a card is laid only by a player who can capture nothing
LAY = "scopa.lay"  # then it stays on the table, face up
PILE = "scopa.pile"  # captured cards go face down before their owner, with the card that took them
CLEAR = "scopa.clear"  # clearing the table earns nothing by itself
MORE = "scopa.more"  # hands empty: the same dealer gives four more each, none to the table
REST = "scopa.rest"  # pack and hands gone: what lies on the table goes to the last capturer
TOGETHER = "scopa.together"  # partners count their cards as one pile
CARDS = "scopa.most-cards"  # most cards: 2 points
EVEN = "scopa.even-cards"  # equal numbers of cards: 1 point each instead
MOST_CLUBS = "scopa.most-clubs"  # most clubs: 1 point
EVEN_CLUBS = "scopa.even-clubs"  # equal numbers of clubs: nobody scores for them
TWO = "scopa.two-of-clubs"  # the two of clubs: 1 point
TEN = "scopa.ten-of-diamonds"  # the ten of diamonds: 1 point
NEXT = "scopa.next-deal"  # the player to the dealer's left deals next
MATCH = "scopa.match"  # to 21 points; after a deal the highest score wins
LEVEL = "scopa.level"  # level at the top, they play another deal

HAND = 4
VALUE = values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 T=10")
HIGHEST = 10
CROWDED = 12  # where laying is free: with so many cards on the table whoever can capture must
FOR_CARDS, FOR_EVEN, POINT = 2, 1, 1  # for most cards, alone or level; for each of the other three awards
TWO_OF_CLUBS, TEN_OF_DIAMONDS = card("2C"), card("TD")
_in_pack = attrgetter("n")


@dataclass(frozen=True)
class Options:
    """House rules."""

    target: int = option(21, 11, bends=MATCH)
    several: bool = option(False, True, bends=ONE)
    lay_freely: bool = option(False, True, bends=MUST)
    clear_scores: bool = option(False, True, bends=CLEAR)


@dataclass(slots=True)
class State:
    """A match. `stock` is dealt from its end; `won` are the piles; `last` is the seat that captured last."""

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=list)
    table: list[Card] = field(default_factory=list)
    stock: list[Card] = field(default_factory=pack)
    won: list[list[Card]] = field(default_factory=list)
    last: int = NOBODY
    score: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    empty: list[list[list[Card]]] = [[[] for _ in range(players)] for _ in range(2)]
    return State(players, options, hands=empty[0], won=empty[1], score=[0] * players)


def loose(s: State) -> Sequence[Card]:
    return pack()


def sides(s: State) -> list[tuple[int, ...]]:
    return [(0, 2), (1, 3)] if s.players == 4 else [(seat,) for seat in range(s.players)]


def refuse(s: State, move: Move) -> Ruling | None:
    hand = s.hands[s.turn]
    if isinstance(move, Card):
        if move not in hand:
            return Ruling(HELD, {"card": move})
        if s.options.lay_freely and len(s.table) < CROWDED:
            return None
        found = _captures(s)
        return Ruling(MUST, {"card": found[0][0], "cards": found[0][2:]}) if found else None
    if not isinstance(move, tuple) or len(move) < 3 or move[1] != "takes":
        return Ruling(TURN, {})
    c, taken = move[0], tuple(t for t in move[2:] if isinstance(t, Card))
    if not isinstance(c, Card) or len(set(taken)) < len(move) - 2:
        return Ruling(TURN, {})
    if c not in hand:
        return Ruling(HELD, {"card": c})
    for t in taken:
        if t not in s.table:
            return Ruling(THERE, {"card": t})
    return _unfit(s, c, taken)


def legal(s: State) -> Sequence[Move]:
    moves = _captures(s)
    if not moves or (s.options.lay_freely and len(s.table) < CROWDED):
        return [*moves, *s.hands[s.turn]]
    return moves


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            _cut(s, deck, tell)
        else:
            _deal(s, deck, tell)
        return
    seat = s.turn
    if isinstance(move, tuple):
        _capture(s, move, tell)
    else:
        assert isinstance(move, Card)
        s.hands[seat].remove(move)
        s.table.append(move)
        if tell:
            tell(LAY, seat=seat, card=move)
    if s.hands[s.dealer]:  # the dealer plays last of all
        s.turn = (seat + 1) % s.players
    elif s.stock:
        _deal_more(s, tell)
    else:
        _finish(s, tell)


def result(s: State) -> tuple[int, ...]:
    return highest(s.score)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("table", s.table),
        Zone("stock", s.stock),
        *(Zone("won", pile, seat) for seat, pile in enumerate(s.won)),
    ]


def _captures(s: State) -> list[tuple[Card, str, *tuple[Card, ...]]]:
    """Every capture the player to move has, the captured cards in pack order."""
    hand, lying = s.hands[s.turn], s.table
    if not lying:
        return []
    groups = _groups(hand, lying)
    if s.options.several:
        return [(c, "takes", *cards) for c in hand for cards in _unions(groups[c.rank])]
    return [(c, "takes", *cards) for c in hand for cards in groups[c.rank]]


def _groups(hand: Sequence[Card], lying: Sequence[Card]) -> list[list[tuple[Card, ...]]]:
    """By rank: the sets of cards on the table that a card of this rank takes as one card or one sum."""
    groups: list[list[tuple[Card, ...]]] = [[] for _ in range(14)]
    most = max([c.rank for c in hand if c.rank <= HIGHEST], default=0)
    for c in sorted(lying, key=_in_pack):
        rank = c.rank
        if rank < most:
            for smaller in range(most - rank, 0, -1):  # downwards, so that no card is added twice
                if groups[smaller]:
                    groups[smaller + rank] += [(*cards, c) for cards in groups[smaller]]
        groups[rank].append((c,))
    return groups


def _unions(groups: Sequence[tuple[Card, ...]]) -> list[tuple[Card, ...]]:
    """The sets that are made of one or more groups without a card in common, each once."""
    found: dict[frozenset[Card], None] = {}
    for group in map(frozenset, groups):
        found |= dict.fromkeys([group, *(group | other for other in found if not group & other)])
    return [tuple(sorted(cards, key=_in_pack)) for cards in found]


def _unfit(s: State, c: Card, taken: tuple[Card, ...]) -> Ruling | None:
    """Why the card does not take these cards of the table."""
    several, facts = s.options.several, {"card": c, "cards": taken}
    if any(t.rank != c.rank and not (VALUE[t.rank] and VALUE[c.rank]) for t in taken):
        return Ruling(COURT, facts)
    if len(taken) == 1:
        return None if taken[0].rank == c.rank else Ruling(EQUAL, facts)
    total, value = sum(VALUE[t.rank] for t in taken), VALUE[c.rank]
    if value and (total == value or total % value):
        return None if total == value else Ruling(SUM, {**facts, "total": total, "value": value})
    parts = not value or taken in _unions(_groups([c], taken)[c.rank])
    if parts and several:
        return None
    if parts or several:
        return Ruling(ONE, {**facts, "several": several})
    return Ruling(SUM, {**facts, "total": total, "value": value})


def _cut(s: State, deck: list[Card], tell: Tell | None) -> None:
    cards = cut(deck, s.players)
    lowest = min(cards, key=lambda c: c.rank)
    s.dealer = cards.index(lowest)
    if tell:
        tell(CUT, seat=s.dealer, cards=tuple(cards), card=lowest)
        if s.players == 4:
            tell(PARTNERS, pair=(0, 2), others=(1, 3))


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    s.stock = deck[::-1]
    s.won = [[] for _ in range(s.players)]
    s.last = NOBODY
    _give(s)
    s.table = s.stock[: -HAND - 1 : -1]
    del s.stock[-HAND:]
    if tell:
        tell(DEAL, seat=s.dealer, each=HAND, cards=tuple(s.table))
        tell(FIRST, seat=s.turn)


def _deal_more(s: State, tell: Tell | None) -> None:
    _give(s)
    if tell:
        tell(MORE, seat=s.dealer, each=HAND, left=len(s.stock))


def _give(s: State) -> None:
    """Four cards each from the stock, one at a time; the player to the dealer's left is to move."""
    s.turn = (s.dealer + 1) % s.players
    given = s.players * HAND
    cards = s.stock[: -given - 1 : -1]
    del s.stock[-given:]
    for n in range(s.players):
        s.hands[(s.turn + n) % s.players] = cards[n :: s.players]


def _capture(s: State, move: tuple[object, ...], tell: Tell | None) -> None:
    seat, c, taken = s.turn, move[0], [t for t in move[2:] if isinstance(t, Card)]
    assert isinstance(c, Card)
    s.hands[seat].remove(c)
    for t in taken:
        s.table.remove(t)
    s.won[seat] += [c, *taken]
    s.last = seat
    if tell:
        _tell_capture(s, c, tuple(taken), tell)
    if not s.table and (s.stock or s.hands[s.dealer]):
        points = int(s.options.clear_scores)
        for n in _side(s, seat):
            s.score[n] += points
        if tell:
            tell(CLEAR, seat=seat, points=points)


def _tell_capture(s: State, c: Card, taken: tuple[Card, ...], tell: Tell) -> None:
    seat, value = s.turn, VALUE[c.rank]
    groups = sum(VALUE[t.rank] for t in taken) // value if value else len(taken)
    if groups > 1:
        tell(ONE, seat=seat, card=c, cards=taken, groups=groups)
    elif not value:
        tell(COURT, seat=seat, card=c, cards=taken)
    elif len(taken) == 1:
        tell(EQUAL, seat=seat, card=c, cards=taken)
    else:
        tell(SUM, seat=seat, card=c, cards=taken, value=value)
    tell(PILE, seat=seat, won=len(s.won[seat]))


def _side(s: State, seat: int) -> tuple[int, ...]:
    return (seat % 2, seat % 2 + 2) if s.players == 4 else (seat,)


def _finish(s: State, tell: Tell | None) -> None:
    """The rest goes to the last capturer (there always is one: a card laid for want of a capture is of a new rank)."""
    if s.table:
        if tell:
            tell(REST, seat=s.last, cards=tuple(s.table))
        s.won[s.last] += s.table
        s.table = []
    _score(s, tell)
    best = max(s.score)
    top = [side for side in sides(s) if s.score[side[0]] == best]
    if best >= s.options.target and len(top) == 1:
        s.turn = OVER
        if tell:
            tell(MATCH, winners=top[0], score=best, target=s.options.target)
        return
    if tell and best >= s.options.target:
        tell(LEVEL, score=best)
    s.dealer = (s.dealer + 1) % s.players
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer)


def _score(s: State, tell: Tell | None) -> None:
    teams = sides(s)
    piles = [[c for seat in side for c in s.won[seat]] for side in teams]
    if tell and s.players == 4:
        for side, pile in zip(teams, piles, strict=True):
            tell(TOGETHER, pair=side, cards=len(pile))
    _award_most(s, [len(pile) for pile in piles], (FOR_CARDS, CARDS), (FOR_EVEN, EVEN), tell)
    clubs = [sum(c.suit == CLUBS for c in pile) for pile in piles]
    _award_most(s, clubs, (POINT, MOST_CLUBS), (0, EVEN_CLUBS), tell)
    for c, clause in ((TWO_OF_CLUBS, TWO), (TEN_OF_DIAMONDS, TEN)):
        side = next(side for side, pile in zip(teams, piles, strict=True) if c in pile)
        for seat in side:
            s.score[seat] += POINT
        if tell:
            tell(clause, winners=side)


def _award_most(s: State, counts: list[int], alone: tuple[int, str], level: tuple[int, str], tell: Tell | None) -> None:
    """Points for the highest count, one count a side: so many, by such a clause, when it is `alone` or `level`."""
    best = max(counts)
    top = [side for side, count in zip(sides(s), counts, strict=True) if count == best]
    points, clause = alone if len(top) == 1 else level
    winners = tuple(sorted(seat for side in top for seat in side))
    for seat in winners:
        s.score[seat] += points
    if tell:
        tell(clause, winners=winners, count=best, points=points)
