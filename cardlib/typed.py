"""Moves as people type them: cards in either order and alphabet, a rank alone where only one card fits.

>>> from cardlib import kit
>>> from cardlib.games import load
>>> game = load("scopa")
>>> s = kit.start(game, players=2, seed=3)
>>> game.legal(s)
[(8S, 'takes', 5S, 3D), (8S, 'takes', 8D), (3C, 'takes', 3D)]
>>> read(game, s, "8 takes 3 5"), read(game, s, "♣3 takes бт")
((8S, 'takes', 5S, 3D), (3C, 'takes', AD))
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from cardlib.cards import CARDS, Card, guess, guess_rank
from cardlib.kit import Atom, Game, Move, atoms, parse, refuse, write


class Ambiguous(ValueError):
    """The text fits several moves: `moves` lists them."""

    def __init__(self, text: str, moves: Sequence[Move]) -> None:
        super().__init__(f"{text!r} fits {len(moves)} moves: {', '.join(map(write, moves))}")
        self.moves = moves


def read(game: Game, s: Any, text: str) -> Move:
    """The move that the text means. It may still be illegal.

    kit.Unreadable if a word is neither card, number nor word; Ambiguous if it fits several legal moves.
    """
    words = [str(found) if (found := guess(word)) else word.lower() for word in text.split()]
    ranks = {n: rank for n, word in enumerate(words) if word not in CARDS and (rank := guess_rank(word))}
    if not ranks:
        return parse(" ".join(words))
    if all(words[n].isdigit() for n in ranks) and refuse(game, s, number := parse(" ".join(words))) is None:
        return number
    fitting = [move for move in game.legal(s) if _fits(atoms(move), words, ranks)]
    if len(fitting) > 1:
        raise Ambiguous(text, fitting)
    return fitting[0] if fitting else parse(" ".join(words))


def _fits(move: tuple[Atom, ...], words: Sequence[str], ranks: dict[int, int]) -> bool:
    """Could the words mean the move, where `ranks` says which of them are a rank alone?"""
    if len(move) != len(words):
        return False
    for is_card, places in groupby(range(len(move)), key=lambda n: isinstance(move[n], Card)):
        if not is_card:
            if any(n in ranks or str(move[n]) != words[n] for n in places):
                return False
            continue
        run = list(places)
        left = [c for n in run if isinstance(c := move[n], Card)]
        for n in sorted(run, key=ranks.__contains__):  # whole cards first, so that a rank takes none of theirs
            meant = next((c for c in left if (c.rank == ranks[n] if n in ranks else str(c) == words[n])), None)
            if meant is None:
                return False
            left.remove(meant)
    return True
