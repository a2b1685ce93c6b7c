"""A simple opponent: it chooses among its legal moves without weighing them.

It is shown nothing but its legal moves, so it cannot use what it should not know.
"""

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache

from cardlib.cards import SUITS, Card
from cardlib.kit import Atom, Move, atoms

GIVING_WAY = ("draw", "pass", "take")  # what a player does who cannot or will not lay a card
WAYS = {(way,) for way in GIVING_WAY}  # the same as kinds of moves
GIVING_UP = ("give-up",)  # who gives up a deal plays none of it: not while anything else may be done
A_CARD = "a card"


def choose(moves: Sequence[Move], rng: random.Random) -> Move:
    """A move: if a card can be laid the opponent does not give way; then every kind of move is equally likely.

    >>> from cardlib.cards import card
    >>> choose([card("7H"), "draw"], random.Random(1))
    7H
    >>> choose([("trump", "hearts"), "give-up"], random.Random(1))
    ('trump', 'hearts')
    """
    kinds = by_kind(moves)
    if len(kinds) > 1:
        kinds.pop(GIVING_UP, None)
    for kind in kinds:
        if A_CARD in kind:
            kinds = {other: found for other, found in kinds.items() if other not in WAYS}
            break
    return rng.choice(rng.choice(list(kinds.values())))


def by_kind(moves: Iterable[Move]) -> dict[tuple[str, ...], list[Move]]:
    """The moves of each kind."""
    kinds: dict[tuple[str, ...], list[Move]] = {}
    for move in moves:
        kinds.setdefault(kind_of(move), []).append(move)
    return kinds


@lru_cache(maxsize=5000)
def kind_of(move: Move) -> tuple[str, ...]:
    """A move with its cards, numbers and suits taken out: a card, `raise` and a number, `bid`, a number and a suit."""
    return tuple(dict.fromkeys(_word(atom) for atom in atoms(move)))


def _word(atom: Atom) -> str:
    if isinstance(atom, str):
        return "a suit" if atom in SUITS else atom
    return A_CARD if isinstance(atom, Card) else "a number"
