"""Why not? The legal move nearest to one that was refused, and the smallest change by which that one would be legal.

The change is found by trying: one card of the position changes places with another, and the engine is asked again.
Whoever asks learns nothing that he cannot see. All cards hidden from him are one heap, wherever each of them lies.

>>> from random import Random
>>> from cardlib.games import load
>>> game, rng = load("crazy-eights"), Random(1)
>>> s = game.new(2, game.Options())
>>> log = [kit.deal(game, s, rng), kit.deal(game, s, rng), game.legal(s)[0]]
>>> game.play(s, log[-1])
>>> found = why_not(game, s, kit.parse("JH"), log)
>>> found.nearest, found.change.gone, found.change.suit, found.change.rank  # a heart would do, or a jack
(9C, (AC,), 1, 11)
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlib import kit
from cardlib.cards import SUITS, Card
from cardlib.tutor.memory import follow, last_deal
from cardlib.tutor.unseen import hidden, rewritten

TRIES = 1500  # positions tried, at most
PLACES = "discard", "turn-up", "trick", "table", "shown", "row"  # whose cards are changed, in this order
TRUMPS = "trump"  # the public field that may be changed


@dataclass(frozen=True, slots=True)
class Change:
    """A position a little different, in which the move is legal: `state`.

    `kind` is `card`, another card in the place of the one `gone`; `hold`, another card in the hand, whichever goes for
    it; `without`, all of the cards `gone` out of the hand; `named`, another suit named with the card `gone`; `trump`,
    another trump. `came` are the cards that do, an example first. If all cards of a `suit` or `rank` do, that is given;
    `unlike`, if every card does that is not of the suit or rank of the one gone (`suit`, `rank`), or `any` card.
    """

    kind: str
    place: str
    gone: tuple[Card, ...] = ()
    came: tuple[Card, ...] = ()
    suit: int | None = None
    rank: int | None = None
    unlike: str | None = None
    state: Any = field(default=None, compare=False, repr=False)

    def is_class(self) -> bool:
        """Would more than one card do, and can it be said which?"""
        return (self.suit, self.rank, self.unlike) != (None, None, None)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """What was tried and refused, the legal move that differs from it least, if one does in a single part, a change."""

    move: kit.Move
    ruling: kit.Ruling
    nearest: kit.Move | None
    change: Change | None


def why_not(game: kit.Game, s: Any, move: kit.Move, log: Sequence[kit.Move] = (), *, start: Any = None) -> WhyNot:
    """Why the seat on turn may not make this move; ValueError if it may.

    `log` are the moves that led here, from a new match or from the position `start`. Without them only cards of the
    hand are changed, for what else lies there was played by the rules.
    """
    move = kit.canon(move)
    ruling = game.refuse(s, move)
    if ruling is None:
        raise ValueError("the move is legal")
    deal = last_deal(game, s, s.turn, log, start) if log else None
    return WhyNot(move, ruling, nearest(game.legal(s), move), _Search(game, s, move, deal).change(ruling))


# The nearest legal move


def nearest(moves: Sequence[kit.Move], move: kit.Move) -> kit.Move | None:
    """The legal move that differs from this one in one card or number, or has one part more or less."""
    found = [(far, n) for n, other in enumerate(moves) if (far := _far(move, other))]
    return moves[min(found)[1]] if found else None


def _far(move: kit.Move, other: kit.Move) -> tuple[int, ...] | None:
    """How far apart two moves are that differ in one part; None if they differ in more."""
    one, two = (Counter(m if isinstance(m, tuple) else (m,)) for m in (move, other))
    lost, won = list((one - two).elements()), list((two - one).elements())
    if len(lost) == len(won) == 1:
        a, b = lost[0], won[0]
        if isinstance(a, Card) and isinstance(b, Card):
            return 0, a.rank != b.rank, a.suit != b.suit, abs(a.rank - b.rank)
        if isinstance(a, int) and isinstance(b, int):
            return 0, abs(a - b)
        return (1,) if one & two and isinstance(a, str) and isinstance(b, str) else None
    return (2,) if len(lost) + len(won) == 1 and one & two else None


# The change


class _Search:
    """The position as the seat knows it, the hidden cards laid out in order, and what can be changed in it."""

    def __init__(self, game: kit.Game, s: Any, move: kit.Move, deal: tuple[Any, Sequence[kit.Move]] | None) -> None:
        self.game, self.move, self.deal, self.seat = game, move, deal, s.turn
        self.left, self.at_first = TRIES, True
        self.parts = {*(move if isinstance(move, tuple) else (move,))}
        cards = [c for zone in game.table(s) for c in zone.cards if c]
        self.single = len({*cards}) == len(cards)
        known = follow(game, kit.clone(deal[0]), deal[1], self.seat) if deal else set[Card]()
        places = [c for c in hidden(game, s, self.seat) if c not in known]
        self.pool = sorted(places, key=lambda c: c.n)
        self.known = sorted(known, key=lambda c: c.n)
        self.order = dict(zip(places, self.pool, strict=True))
        self.world = rewritten(s, self.order) if self.single else s
        self.before: dict[Card, tuple[Any, int]] = {}
        self.turns: list[int] = []

    def change(self, ruling: kit.Ruling) -> Change | None:
        """The smallest: of a card on the table, of one in the hand, of what bars the move there, of the trumps."""
        if not self.single:
            return None
        if found := self.on_table() or self.in_hand():
            return found
        unseen, self.pool, self.at_first = self.pool, self.known, False  # with a card that lies face down, but was seen
        if found := self.on_table():
            return found
        self.pool = unseen
        return self.without(ruling) or self.trumps()

    def tried(self, s: Any) -> bool:
        """Would the move be legal here?"""
        return s.turn == self.seat and self.game.refuse(s, self.move) is None

    # A card that lies open

    def on_table(self) -> Change | None:
        lying = list(self.lying())
        if not self.before:
            self.look_back({c for _, c in lying})
        single = None
        for place, c in lying:
            if c not in self.before:
                continue
            change = self.one("card", place, c, lambda f, c=c: self.replayed(c, f))  # type: ignore[misc]
            if change and change.is_class():
                return change
            single = single or change or self.renamed(place, c)
        return single

    def renamed(self, place: str, c: Card) -> Change | None:
        """Another suit named with this card, if one was named."""
        assert self.deal
        move = self.deal[1][self.before[c][1]]
        for named in SUITS if isinstance(move, tuple) and {*SUITS} & {*move} else ():
            s = self.replayed(c, c, named)
            if s and self.tried(s):
                return Change("named", place, (c,), suit=SUITS.index(named), state=s)
        return None

    def lying(self) -> Iterator[tuple[str, Card]]:
        """The cards that all see and that may bear on the move: the top of a pile, the rest of the table."""
        zones = self.game.table(self.world)
        for place in PLACES:
            for zone in zones:
                if zone.name.split()[0] == place:
                    up = kit.faces_up(self.game, zone, self.seat)
                    cards = [c for c, shown in zip(zone.cards, up, strict=True) if c and shown]
                    for c in cards[-1:] if place == "discard" else cards:
                        if c not in self.parts:
                            yield place, c

    def look_back(self, cards: set[Card]) -> None:
        """Find the position before the last move with each of these cards, that it may be made with another."""
        if self.deal is None:
            return
        now, log = kit.clone(self.deal[0]), self.deal[1]
        last: dict[int, list[Card]] = {}
        for c in cards:
            for n in range(len(log) - 1, -1, -1):
                move = log[n]
                if c is move or (isinstance(move, tuple) and c in move):
                    last.setdefault(n, []).append(c)
                    break
        for n, move in enumerate(log):
            self.turns.append(now.turn)
            for c in last.get(n, ()):
                self.before[c] = kit.clone(now), n
            self.game.play(now, move)

    def replayed(self, c: Card, f: Card, named: str | None = None) -> Any:
        """The position, had this card been the other when it was last moved; None if it would not have come to this.

        With `named` the card stays, and another suit was named with it.
        """
        assert self.deal
        first, n = self.before[c]
        swap = {c: f, f: c}
        faces = {x: swap.get(y, y) for x, y in ({c: c, f: f} | self.order).items()}
        now = rewritten(first, faces)
        for turn, move in zip(self.turns[n:], self.deal[1][n:], strict=True):
            made = _mapped(move, faces)
            if named and isinstance(made, tuple) and c in made:
                made, named = tuple(named if atom in SUITS else atom for atom in made), None
            if now.turn != turn or not self.has_shape(now, made, f):
                return None
            try:  # play trusts a move, and this may not be one
                self.game.play(now, made)
            except (ValueError, LookupError, StopIteration, AssertionError):
                return None
        return now if self.looks_like(now, swap) else None

    def has_shape(self, s: Any, move: kit.Move, f: Card) -> bool:
        """Is this how the game has such a card played? An eight may need a suit with it."""
        if s.turn < 0:
            return True
        with_it = [m for m in self.game.legal(s) if f is m or (isinstance(m, tuple) and f in m)]
        return not with_it or kit.canon(move) in with_it

    def looks_like(self, s: Any, swap: dict[Card, Card]) -> bool:
        """Does every card lie where it does now, these two exchanged?"""
        return all(
            one.name == two.name and [swap.get(c, c) if c else None for c in one.cards] == list(two.cards)
            for one, two in zip(self.game.table(self.world), self.game.table(s), strict=True)
        )

    # A card of the hand

    def hand(self) -> list[Card]:
        return [
            c
            for zone in self.game.table(self.world)
            if zone.name.split()[0] == "hand" and zone.owner == self.seat
            for c, up in zip(zone.cards, kit.faces_up(self.game, zone, self.seat), strict=True)
            if c and up
        ]

    def exchanged(self, *pairs: tuple[Card, Card]) -> Any:
        return rewritten(self.world, {x: y for a, b in pairs for x, y in ((a, b), (b, a))})

    def in_hand(self) -> Change | None:
        hand = [c for c in self.hand() if c not in self.parts]
        found = [self.one("card", "hand", c, lambda f, c=c: self.exchanged((c, f))) for c in hand]  # type: ignore[misc]
        fits = [change for change in found if change]
        if len(fits) > 1 and len(fits) == len(hand):  # whichever goes: it is the card that comes which matters
            always = set.intersection(*({*change.came} for change in fits))
            if always:
                f = fits[0]
                states = {c: self.exchanged((f.gone[0], c)) for c in self.pool}
                return self.named("hold", "hand", f.gone, [c for c in f.came if c in always], states)
        return fits[0] if fits else None

    def one(self, kind: str, place: str, c: Card, make: Callable[[Card], Any]) -> Change | None:
        """What fits in the place of this card."""
        states, fitting = {}, []
        for f in self.pool:
            if self.left <= 0:
                break
            self.left -= 1
            if (s := make(f)) is not None:
                states[f] = s
                if self.tried(s):
                    fitting.append(f)
        return self.named(kind, place, (c,), fitting, states) if fitting else None

    def named(
        self, kind: str, place: str, gone: tuple[Card, ...], fitting: Sequence[Card], states: Mapping[Card, Any]
    ) -> Change:
        """The change, with the suit or rank that fits as a whole, and an example as near as may be to what goes.

        `states` are the positions with each card that could lie there.
        """
        c = gone[0]
        example = min(fitting, key=lambda f: (f.rank != c.rank, f.suit != c.suit, abs(f.rank - c.rank), f.n))
        suit, rank, unlike = self.kinds(c, {*fitting}, {*states}) if self.at_first else (None, None, None)
        if unlike is None and suit is not None:
            example = min((f for f in fitting if f.suit == suit), key=lambda f: (f.rank != c.rank, f.n))
        came = (example, *(f for f in fitting if f is not example))
        return Change(kind, place, gone, came, suit, rank, unlike, states[example])

    def kinds(self, c: Card, fitting: set[Card], pool: set[Card]) -> tuple[int | None, int | None, str | None]:
        """The suit and rank of which every card of the pool fits, if that says most of it, or what all are unlike."""
        if len(fitting) < 2:
            return None, None, None
        if fitting == pool:
            return None, None, "any"
        if fitting == {f for f in pool if f.suit != c.suit}:
            return c.suit, None, "suit"
        if fitting == {f for f in pool if f.rank != c.rank}:
            return None, c.rank, "rank"
        tried = {part.suit for part in self.parts if isinstance(part, Card)}
        by_suit = {n: {f for f in pool if f.suit == n} for n in range(4)}
        whole = [n for n, kind in by_suit.items() if kind and kind <= fitting]
        rest = fitting - {f for n in whole for f in by_suit[n]}
        ranks = {f.rank for f in rest}
        rank = min(ranks) if len(ranks) == 1 and {f for f in pool if f.rank in ranks} <= fitting else None
        suits = sorted((n for n in whole if len(by_suit[n]) > 1), key=lambda n: (n not in tried, n))
        suit = suits[0] if suits else None
        if suit is not None and (not rest or rank is not None or 2 * len(by_suit[suit]) >= len(fitting)):
            return suit, rank, None
        return None, rank if len(rest) > 1 and not whole else None, None

    # More than one card, and the trumps

    def without(self, ruling: kit.Ruling) -> Change | None:
        """All the cards of the hand that the ruling names for a reason, gone for others."""
        named = {c for fact in ruling.facts.values() if isinstance(fact, tuple) for c in fact}
        barring = (c for c in self.hand() if c in named and c not in self.parts)
        gone = tuple(sorted(barring, key=lambda c: c.n))
        if not gone:
            return None
        wanted = {part.suit for part in self.parts if isinstance(part, Card)}
        for suit in sorted(range(4), key=lambda n: (n not in wanted, n)):
            other = [f for f in self.pool if f not in self.parts and f.suit == suit]
            other += [f for f in self.pool if f not in self.parts and f.suit != suit]
            pairs = list(zip(gone, other, strict=False))
            if len(pairs) == len(gone) and self.tried(s := self.exchanged(*pairs)):
                suits = {c.suit for c in gone}
                whole = len(suits) == 1 and all(c in gone for c in self.hand() if c.suit in suits)
                return Change(
                    "without", "hand", gone, tuple(f for _, f in pairs), gone[0].suit if whole else None, state=s
                )
        return None

    def trumps(self) -> Change | None:
        """Another suit for trumps, if there are any."""
        now = getattr(self.world, TRUMPS, None)
        if TRUMPS not in self.game.PUBLIC or now not in range(4):
            return None
        for suit in range(4):
            s = kit.clone(self.world)
            setattr(s, TRUMPS, suit)
            if self.tried(s):
                return Change("trump", TRUMPS, suit=suit, state=s)
        return None


def _mapped(move: kit.Move, faces: dict[Card, Card]) -> kit.Move:
    """The move with other faces for its cards."""
    if isinstance(move, tuple):
        made = tuple(faces.get(atom, atom) if isinstance(atom, Card) else atom for atom in move)
        return kit.canon(made)
    return faces.get(move, move) if isinstance(move, Card) else move
