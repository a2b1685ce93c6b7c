"""Opponents of three levels. Each knows what its seat sees and remembers, and nothing else.

>>> from cardlib.games import load
>>> game = load("two-handed-hearts")
>>> s = kit.start(game, seed=1)
>>> choose(game, s, "careful", random.Random(1)) in game.legal(s)
True
"""

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

from cardlib import kit, opponent
from cardlib.tutor.memory import remembered
from cardlib.tutor.weigh import finished, weighing

# Moves played through in thought before each move; the opponents at one table share them, so that nobody waits longer
# for many than for one.
LEVELS = {"simple": 0, "careful": 10_000, "strong": 40_000}
LEVEL = "careful"  # the usual one


def choose(
    game: kit.Game, s: Any, level: str, rng: random.Random, log: Sequence[kit.Move] = (), *, start: Any = None
) -> kit.Move:
    """The move of an opponent of this level for the seat on turn; see `choosing`."""
    return finished(choosing(game, s, level, rng, log, start=start))


def choosing(
    game: kit.Game,
    s: Any,
    level: str,
    rng: random.Random,
    log: Sequence[kit.Move] = (),
    *,
    start: Any = None,
    enough: Callable[[], bool] = lambda: False,
) -> Generator[float, None, kit.Move]:
    """The move of an opponent of this level for the seat on turn. It yields how far he is; `enough` makes him decide.

    `log` are the moves that led here, from a new match or from the position `start`: what he has seen in them he
    remembers.
    """
    moves = game.legal(s)
    if not LEVELS[level]:
        return opponent.choose(moves, rng)
    if len(moves) == 1:
        return moves[0]
    thought = LEVELS[level] // max(1, s.players - 1)
    known = remembered(game, s, s.turn, log, start) if log else ()
    seed = rng.getrandbits(48)
    ranked = yield from weighing(game, s, s.turn, moves=thought, seed=seed, known=known, enough=enough)
    return ranked[0].move
