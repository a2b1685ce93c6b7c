"""The games: one module each. The folder is the registry.

>>> "crazy-eights" in names()
True
>>> load("crazy-eights").PLAYERS
(2, 3, 4, 5, 6, 7)
"""

import pkgutil
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from cardlib.faults import Wrong
from cardlib.kit import Game


@cache
def names() -> tuple[str, ...]:
    """The slugs of all games that can be played, in alphabetical order."""
    return tuple(sorted(m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__)))


def load(name: str) -> Game:
    """The module of a game; ValueError, with the nearest names, if there is none."""
    if name not in names():
        near = tuple(get_close_matches(name, names(), n=3, cutoff=0.5))
        raise Wrong("near-game" if near else "no-game", game=name, near=near)
    module: Game = import_module(f"cardlib.games.{name.replace('-', '_')}")
    return module
