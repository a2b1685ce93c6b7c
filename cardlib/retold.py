"""A game that is played by the functions of its relative, or by functions that both share, speaks of rules of its own.

>>> ruling("king-three-handed", Ruling("king.follow", {})).clause
'king-three-handed.follow'
"""

from cardlib.kit import Ruling, Tell


def ruling(game: str, found: Ruling | None) -> Ruling | None:
    """What is refused elsewhere, by a clause's name after the dot, as a ruling of the game."""
    return found and Ruling(_own(game, found.clause), found.facts)


def teller(game: str, tell: Tell | None) -> Tell | None:
    """Tells what is told elsewhere as clauses of the game."""
    return tell and (lambda clause, **facts: tell(_own(game, clause), **facts))


def _own(game: str, clause: str) -> str:
    return f"{game}.{clause.rpartition('.')[2]}"
