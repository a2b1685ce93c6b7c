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
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardlib import kit
from cardlib.cards import Card
from cardlib.tutor.change import Change, Search
from cardlib.tutor.memory import last_deal


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
    return WhyNot(move, ruling, nearest(game.legal(s), move), Search(game, s, move, deal).change(ruling))


# The nearest legal move


def nearest(moves: Sequence[kit.Move], move: kit.Move) -> kit.Move | None:
    """The legal move that differs from this one in a word or number, in one card, or has one part more or less."""
    found = [(far, n) for n, other in enumerate(moves) if (far := _far(move, other))]
    return moves[min(found)[1]] if found else None


def _far(move: kit.Move, other: kit.Move) -> tuple[int, ...] | None:
    """How far apart two moves are that differ in one part; None if they differ in more."""
    one, two = (Counter(kit.atoms(m)) for m in (move, other))
    lost, won = list((one - two).elements()), list((two - one).elements())
    if len(lost) == len(won) == 1:
        a, b = lost[0], won[0]
        if isinstance(a, Card) and isinstance(b, Card):
            return 2, a.rank != b.rank, a.suit != b.suit, abs(a.rank - b.rank)
        if isinstance(a, int) and isinstance(b, int):
            return 1, abs(a - b)
        return (3,) if one & two and isinstance(a, str) and isinstance(b, str) else None
    if len(lost) + len(won) == 1 and one & two:
        return (0,) if not isinstance([*lost, *won][0], Card) else (4,)
    return None
