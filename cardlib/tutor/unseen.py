"""The cards that a seat cannot see, dealt to their places once more: how the table might look from where it sits.

Nothing of the true deal enters but what the seat knows: which cards it does not see, and how many lie where.

>>> from cardlib.games import load
>>> game = load("crazy-eights")
>>> s = kit.start(game, players=2, seed=3)
>>> other = Unseen(game, s, seat=0).dealt(random.Random(1))
>>> kit.view(game, other, 0) == kit.view(game, s, 0), other.hands[1] == s.hands[1]
(True, False)
"""

import random
from collections.abc import Collection, Iterator
from typing import Any

from cardlib import kit
from cardlib.cards import Card


class Unseen:
    """The places that the seat cannot look into. Cards it has seen, `known`, stay where it last followed them."""

    def __init__(self, game: kit.Game, s: Any, seat: int | None, known: Collection[Card] = ()) -> None:
        there, twice = set[Card](), False
        for zone in game.table(s):
            for c in zone.cards:
                twice = twice or c in there
                there |= {c} if c else set()
        # Where a face lies more than once, only its place tells a hidden card from one in sight.
        self.s, self.faces = _marked(s) if twice else (s, {c: c for c in there})
        known = {*known, *(c for name in game.PUBLIC for c in _cards(getattr(s, name)))}
        self.places = [c for c in hidden(game, self.s, seat) if self.faces[c] not in known]
        self.cards = sorted((self.faces[c] for c in self.places), key=lambda c: c.n)  # not as they truly lie

    def dealt(self, rng: random.Random) -> Any:
        """A new state in which these cards lie in another order, each order equally likely."""
        cards = self.cards[:]
        rng.shuffle(cards)
        return rewritten(self.s, {**self.faces, **dict(zip(self.places, cards, strict=True))})


def hidden(game: kit.Game, s: Any, seat: int | None) -> Iterator[Card]:
    """The cards whose faces the seat does not see, as they lie."""
    for zone in game.table(s):
        for c, up in zip(zone.cards, kit.faces_up(game, zone, seat), strict=True):
            if c and not up:
                yield c


def _cards(value: Any) -> Iterator[Card]:
    """The cards in a field of the state."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from _cards(item)


def _marked(s: Any) -> tuple[Any, dict[Card, Card]]:
    """A copy of the state in which no two cards are the same object, and the faces that they stand for."""
    faces: dict[Card, Card] = {}

    def mark(value: Any) -> Any:
        if isinstance(value, list):
            return [mark(item) for item in value]
        if isinstance(value, Card):
            stand_in = Card(value.suit, value.rank, value.red, value.n, value.text)
            faces[stand_in] = value
            return stand_in
        return value

    new = object.__new__(type(s))
    for name in s.__slots__:
        setattr(new, name, mark(getattr(s, name)))
    return new, faces


def rewritten(s: Any, faces: dict[Card, Card]) -> Any:
    """A copy of the state with other faces in the places of these cards."""
    new = object.__new__(type(s))
    for name in s.__slots__:
        value = getattr(s, name)
        if isinstance(value, list):
            value = _listed(value, faces)
        elif isinstance(value, Card):
            value = faces.get(value, value)
        setattr(new, name, value)
    return new


def _listed(value: list[Any], faces: dict[Card, Card]) -> list[Any]:
    of = faces.get
    return [_listed(item, faces) if isinstance(item, list) else of(item, item) for item in value]
