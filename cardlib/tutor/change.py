"""The smallest change of a position by which a move that is refused there would be legal, found by trying.

Whoever asks learns nothing that he cannot see. All cards hidden from him are one heap, wherever each of them lies.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from cardlib import kit
from cardlib.cards import SUITS, Card
from cardlib.tutor.memory import follow
from cardlib.tutor.unseen import Unseen, hidden, rewritten
from cardlib.tutor.way import Made, firsts, way

TRIES = 1500  # positions tried, at most
PAIRS = 1000  # and of those in which two cards are changed
FEW = 8  # cards tried for the first of two with each for the second
PLACES = "discard", "turn-up", "trick", "table", "shown", "row"  # whose cards are changed, in this order
TRUMPS = "trump"  # the public field that may be changed


@dataclass(frozen=True, slots=True)
class Change:
    """A position a little different, `state`, in which the move is legal: `move`, as it reads there.

    `kind` is `card`, another card in the place of the one `gone`; `two`, so with this card and with that of `second`;
    `hold`, another card in the hand, whichever goes for it; `without`, all of the cards `gone` out of the hand;
    `named`, another suit named with the card `gone`; `trump`, another trump; `first`, any of the moves `firsts` made
    before; `way`, several moves made before. `came` are the cards that do, an example first. If all cards of a `suit`
    or `rank` do, that is given; `unlike`, if every card does that is not of the suit or rank of the one gone (`suit`,
    `rank`), or `any` card.
    """

    kind: str
    place: str = ""
    gone: tuple[Card, ...] = ()
    came: tuple[Card, ...] = ()
    suit: int | None = None
    rank: int | None = None
    unlike: str | None = None
    second: "Change | None" = None
    firsts: tuple[kit.Move, ...] = ()
    way: tuple[Made, ...] = ()
    move: kit.Move | None = None
    state: Any = field(default=None, compare=False, repr=False)

    def is_class(self) -> bool:
        """Would more than one card do, and can it be said which?"""
        return (self.suit, self.rank, self.unlike) != (None, None, None)


class Search:
    """The position as the seat knows it, the hidden cards laid out in order, and what can be changed in it."""

    def __init__(self, game: kit.Game, s: Any, move: kit.Move, deal: tuple[Any, Sequence[kit.Move]] | None) -> None:
        self.game, self.move, self.deal, self.seat = game, move, deal, s.turn
        self.left, self.at_first = TRIES, True
        self.parts = {*kit.atoms(move)}
        cards = [c for zone in game.table(s) for c in zone.cards if c]
        self.single = len({*cards}) == len(cards)
        known = follow(game, kit.clone(deal[0]), deal[1], self.seat) if deal else set[Card]()
        places = [c for c in hidden(game, s, self.seat) if c not in known]
        self.pool = sorted(places, key=lambda c: c.n)
        self.known = sorted(known, key=lambda c: c.n)
        self.order = dict(zip(places, self.pool, strict=True))
        self.world = rewritten(s, self.order) if self.single else s
        self.unseen = Unseen(game, s, self.seat, known)
        self.before: dict[Card, tuple[Any, int]] = {}
        self.turns: list[int] = []

    def change(self, ruling: kit.Ruling) -> Change | None:
        """The smallest: of one card, a move made first, what bars this one, more moves, two cards, moves of others."""
        if not self.single:
            return self.first() or self.later()
        if found := self.on_table() or self.in_hand() or self.first() or self.in_move():
            return found
        if found := self.of_seen() or self.without(ruling) or self.trumps():
            return found
        later = self.later()
        alone = later is not None and all(made.seat == self.seat for made in later.way)
        return later if alone else self.two(ruling) or later

    def tried(self, s: Any, move: kit.Move | None = None) -> bool:
        """Would the move be legal here?"""
        return s.turn == self.seat and self.game.refuse(s, self.move if move is None else move) is None

    # Moves made first

    def first(self) -> Change | None:
        """Another move before this one."""
        moves = firsts(self.game, self.unseen, self.move)
        return Change("first", firsts=moves, move=self.move) if moves else None

    def later(self) -> Change | None:
        """Several moves before this one, others' too."""
        made = way(self.game, self.unseen, self.move)
        return Change("way", way=made, move=self.move) if made else None

    # A card that lies open

    def on_table(self) -> Change | None:
        lying = [found for found in self.lying() if found[1] not in self.parts]
        if not self.before:
            self.look_back({c for _, c in lying})
        single = None
        for place, c in lying:
            if c not in self.before:
                continue
            change = self.one(place, c)
            if change and change.is_class():
                return change
            single = single or change or self.renamed(place, c)
        return single

    def renamed(self, place: str, c: Card) -> Change | None:
        """Another suit named with this card, if one was named."""
        assert self.deal
        move = self.deal[1][self.before[c][1]]
        for named in SUITS if {*SUITS} & {*kit.atoms(move)} else ():
            s = self.replayed({c: c}, named)
            if s and self.tried(s):
                return Change("named", place, (c,), suit=SUITS.index(named), move=self.move, state=s)
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
                        yield place, c

    def look_back(self, cards: set[Card]) -> None:
        """Find the position before the last move with each of these cards, that it may be made with another."""
        if self.deal is None or not cards:
            return
        now, log = kit.clone(self.deal[0]), self.deal[1]
        last: dict[int, list[Card]] = {}
        for c in cards:
            for n in range(len(log) - 1, -1, -1):
                move = log[n]
                if c in kit.atoms(move):
                    last.setdefault(n, []).append(c)
                    break
        self.turns = []
        for n, move in enumerate(log):
            self.turns.append(now.turn)
            for c in last.get(n, ()):
                self.before[c] = kit.clone(now), n
            self.game.play(now, move)

    def buried(self) -> list[Card]:
        """The cards deep in a pile that lies open."""
        deep = set[Card]()
        for zone in self.game.table(self.world):
            if zone.name.split()[0] == "discard":
                up = kit.faces_up(self.game, zone, self.seat)[:-1]
                deep |= {c for c, shown in zip(zone.cards[:-1], up, strict=True) if c and shown}
        return sorted(deep - self.parts, key=lambda c: c.n)

    def replayed(self, came: Mapping[Card, Card], named: str | None = None) -> Any:
        """The position, had these cards been others when one was last moved; None if it would not have come to this.

        With `named` the card stays, and another suit was named with it.
        """
        assert self.deal
        first, n = min((self.before[c] for c in came if c in self.before), key=lambda found: found[1])
        swap = {x: y for c, f in came.items() for x, y in ((c, f), (f, c))}
        faces = {x: swap.get(y, y) for x, y in ({c: c for c in swap} | self.order).items()}
        now = rewritten(first, faces)
        for turn, move in zip(self.turns[n:], self.deal[1][n:], strict=True):
            made = _mapped(move, faces)
            if named and isinstance(made, tuple) and {*came} & {*made}:
                made, named = tuple(named if atom in SUITS else atom for atom in made), None
            if now.turn != turn or not all(self.has_shape(now, made, f) for f in came.values()):
                return None
            try:  # play trusts a move, and this may not be one
                self.game.play(now, made)
            except (ValueError, LookupError, StopIteration, AssertionError):
                return None
        return now if self.looks_like(now, swap) else None

    def has_shape(self, s: Any, move: kit.Move, f: Card) -> bool:
        """Is this how the game has such a card played? An eight may need a suit with it."""
        if s.turn < 0 or f not in kit.atoms(move):
            return True
        with_it = [m for m in self.game.legal(s) if f in kit.atoms(m)]
        return not with_it or kit.canon(move) in with_it

    def looks_like(self, s: Any, swap: dict[Card, Card]) -> bool:
        """Does every card lie where it does now, these two exchanged?"""
        return all(
            one.name == two.name and [swap.get(c, c) if c else None for c in one.cards] == list(two.cards)
            for one, two in zip(self.game.table(self.world), self.game.table(s), strict=True)
        )

    def of_seen(self) -> Change | None:
        """Of one card, another in its place that lies face down, but was seen, or that lies deep in an open pile."""
        unseen, self.at_first = self.pool, False
        found = None
        for pool in self.known, self.buried():
            self.pool = pool
            found = found or self.on_table() or self.in_hand() or self.in_move()
        self.pool, self.at_first = unseen, True
        return found

    # A card of the hand

    def hand(self) -> list[Card]:
        return [
            c
            for zone in self.game.table(self.world)
            if zone.name.split()[0] == "hand" and zone.owner == self.seat
            for c, up in zip(zone.cards, kit.faces_up(self.game, zone, self.seat), strict=True)
            if c and up
        ]

    def exchanged(self, came: Mapping[Card, Card]) -> Any:
        """The position with other cards in place of these; those on the table were others when they were last moved."""
        if any(c in self.before for c in came):
            return self.replayed(came)
        return rewritten(self.world, {x: y for c, f in came.items() for x, y in ((c, f), (f, c))})

    def in_hand(self) -> Change | None:
        hand = [c for c in self.hand() if c not in self.parts]
        found = [self.one("hand", c) for c in hand]
        fits = [change for change in found if change]
        if len(fits) > 1 and len(fits) == len(hand):  # whichever goes: it is the card that comes which matters
            always = set.intersection(*({*change.came} for change in fits))
            if always:
                f = fits[0]
                states = {c: self.exchanged({f.gone[0]: c}) for c in self.pool}
                return self.named("hold", "hand", f.gone[0], [c for c in f.came if c in always], states)
        return fits[0] if fits else None

    def one(self, place: str, c: Card) -> Change | None:
        """What fits in the place of this card. If it is a card of the move, the move is made with the other."""
        states, fitting = {}, []
        for f in self.pool:
            if self.left <= 0:
                break
            if f is c or (c in self.parts and f in self.parts):
                continue
            self.left -= 1
            if (s := self.exchanged({c: f})) is not None:
                states[f] = s
                if self.tried(s, self.with_it(c, f)):
                    fitting.append(f)
        return self.named("card", place, c, fitting, states) if fitting else None

    def with_it(self, c: Card, f: Card) -> kit.Move:
        """The move, with the other card if this one is in it."""
        return _mapped(self.move, {c: f}) if c in self.parts else self.move

    def named(self, kind: str, place: str, c: Card, fitting: Sequence[Card], states: Mapping[Card, Any]) -> Change:
        """The change, with the suit or rank that fits as a whole, and an example as near as may be to what goes.

        `states` are the positions with each card that could lie there.
        """
        example = min(fitting, key=lambda f: (f.rank != c.rank, f.suit != c.suit, abs(f.rank - c.rank), f.n))
        suit, rank, unlike = self.kinds(c, {*fitting}, {*states}) if self.at_first else (None, None, None)
        if unlike is None and suit is not None:
            example = min((f for f in fitting if f.suit == suit), key=lambda f: (f.rank != c.rank, f.n))
        came = (example, *(f for f in fitting if f is not example))
        move, s = self.with_it(c, example), states[example]
        return Change(kind, place, (c,), came, suit, rank, unlike, move=move, state=s)

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

    # The move's own cards, more than one card, and the trumps

    def in_move(self) -> Change | None:
        """Another card in a capture, a meld or whatever else is made of cards, those on the table first."""
        if not isinstance(self.move, tuple):
            return None
        lying = [found for found in self.lying() if found[1] in self.parts]
        self.look_back({c for _, c in lying})
        lying = [found for found in lying if found[1] in self.before]
        for place, c in [*lying, *(("hand", c) for c in self.hand() if c in self.parts)]:
            if found := self.one(place, c):
                return found
        return None

    def two(self, ruling: kit.Ruling) -> Change | None:
        """A card on the table or in the hand, and one that would bar the move then."""
        self.left = min(self.left, PAIRS)
        places = [(place, c) for place, c in self.lying() if c in self.before]
        places += [("hand", c) for c in self.hand()]
        places = [found for found in places if found[1] not in self.parts]
        for place, c in sorted(places, key=lambda found: found[1] not in _cards(ruling)):
            for f, barring in self.barred(c, ruling):
                for other, d in places:
                    if d is not c and d in barring and (g := self.besides({c: f}, d)):
                        second = Change("card", other, (d,), (g,))
                        s = self.exchanged({c: f, d: g})
                        return Change("two", place, (c,), (f,), second=second, move=self.move, state=s)
        return None

    def barred(self, c: Card, ruling: kit.Ruling) -> list[tuple[Card, set[Card]]]:
        """Some cards in place of this one with which another reason bars the move, those first that most leave so."""
        found = []
        for f in self.mixed():
            if self.left <= 0:
                break
            self.left -= 1
            s = self.exchanged({c: f})
            again = self.game.refuse(s, self.move) if s is not None and s.turn == self.seat else None
            if again and again.facts != ruling.facts and (barring := _cards(again)) and f not in barring:
                found.append((f, barring))
        often = Counter(frozenset(barring) for _, barring in found)
        return sorted(found, key=lambda pair: -often[frozenset(pair[1])])[:FEW]

    def mixed(self) -> list[Card]:
        """The cards that might lie there, suits and ranks mixed."""
        return Random(0).sample(self.pool, len(self.pool))

    def besides(self, came: Mapping[Card, Card], d: Card) -> Card | None:
        """What fits in the place of this card, if others lie elsewhere already."""
        for g in self.mixed():
            if self.left <= 0:
                break
            if g not in came.values():
                self.left -= 1
                if (s := self.exchanged({**came, d: g})) is not None and self.tried(s):
                    return g
        return None

    def without(self, ruling: kit.Ruling) -> Change | None:
        """All the cards of the hand that the ruling names for a reason, gone for others."""
        barring = (c for c in self.hand() if c in _cards(ruling) and c not in self.parts)
        gone = tuple(sorted(barring, key=lambda c: c.n))
        if not gone:
            return None
        wanted = {part.suit for part in self.parts if isinstance(part, Card)}
        for suit in sorted(range(4), key=lambda n: (n not in wanted, n)):
            other = [f for f in self.pool if f not in self.parts and f.suit == suit]
            other += [f for f in self.pool if f not in self.parts and f.suit != suit]
            pairs = dict(zip(gone, other, strict=False))
            if len(pairs) == len(gone) and self.tried(s := self.exchanged(pairs)):
                suits = {c.suit for c in gone}
                whole = (
                    gone[0].suit if len(suits) == 1 and all(c in gone for c in self.hand() if c.suit in suits) else None
                )
                return Change("without", "hand", gone, tuple(pairs.values()), whole, move=self.move, state=s)
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
                return Change("trump", TRUMPS, suit=suit, move=self.move, state=s)
        return None


def _cards(ruling: kit.Ruling) -> set[Card]:
    """The cards of which a ruling speaks as several: the reason for it."""
    return {c for fact in ruling.facts.values() if isinstance(fact, tuple) for c in fact if isinstance(c, Card)}


def _mapped(move: kit.Move, faces: dict[Card, Card]) -> kit.Move:
    """The move with other faces for its cards."""
    if isinstance(move, tuple):
        made = tuple(faces.get(atom, atom) if isinstance(atom, Card) else atom for atom in move)
        return kit.canon(made)
    return faces.get(move, move) if isinstance(move, Card) else move
