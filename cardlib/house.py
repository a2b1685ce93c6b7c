"""House rules that contradict each other, found by trying every two values together.

>>> from cardlib.games import load
>>> found = contradictions(load("sixty-six-three-handed"))
>>> [(c.one, c.other) for c in found]
[(('dealer_scores', True), ('all_play', True))]
>>> str(found[0].why)
'where all three play nobody sits out, so there is no idle dealer to score with the winner'
"""

from itertools import combinations
from typing import Any, NamedTuple

from cardlib import kit
from cardlib.faults import Wrong


class Contradiction(NamedTuple):
    """Two values of different options, (name, value) each, that a table cannot both have, and why not."""

    one: tuple[str, Any]
    other: tuple[str, Any]
    why: Wrong


def contradictions(game: kit.Game) -> list[Contradiction]:
    """Every two values of the game's options that `kit.options` refuses together."""
    found = []
    for (one, values), (other, others) in combinations(kit.choices(game).items(), 2):
        for value in values:
            for against in others:
                try:
                    kit.options(game, **{one: value, other: against})
                except Wrong as why:
                    found.append(Contradiction((one, value), (other, against), why))
    return found
