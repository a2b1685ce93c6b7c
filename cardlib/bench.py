"""Players' moves a second in random play, ours and OpenSpiel's measured by turns in one run.

Both sides play whole matches with uniformly chosen legal moves from Python. Shuffling and dealing take their time on
both sides and are counted on neither. That matters: OpenSpiel deals card by card, and much of its time goes there. So
it is driven in two ways: `usual`, chance drawn by its weights from `chance_outcomes()`, as its own examples do; and
`lean`, chance drawn from `legal_actions()`, which is right where all outcomes are equally likely, as in these games.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from time import perf_counter
from typing import Any

from cardlib import kit
from cardlib.games import load

# The OpenSpiel game that is most alike, and how many play ours: as many as play theirs, where ours can seat them.
PEERS = {"crazy-eights": ("crazy_eights", 5), "gin-rummy": ("gin_rummy", 2), "two-handed-hearts": ("hearts", 2)}
CHANCE, TERMINAL = -1, -4  # pyspiel.PlayerId

Playout = Callable[[random.Random], int]  # plays a match, returns how many moves the players made


@dataclass(slots=True)
class Speeds:
    """Moves a second, round by round; `usual` and `lean` are OpenSpiel's, empty where it has no such game."""

    game: str
    players: int
    peer: str = ""
    ours: list[float] = field(default_factory=list)
    usual: list[float] = field(default_factory=list)
    lean: list[float] = field(default_factory=list)


def open_spiel() -> Any:
    """The module pyspiel, or None if OpenSpiel is not installed."""
    try:
        return import_module("pyspiel")
    except ImportError:
        return None


def bench(names: list[str], seconds: float, rounds: int = 5, pyspiel: Any = None) -> Iterator[Speeds]:
    """Measure each game in turn: so many seconds for each way to play it, cut into rounds by turns."""
    for name in names:
        peer, players = PEERS.get(name, ("", load(name).PLAYERS[0]))
        speeds = Speeds(name, players, peer if pyspiel else "")
        sides = [(speeds.ours, our_playout(name, players))]
        if speeds.peer:
            sides.append((speeds.usual, usual_playout(pyspiel, peer)))
            sides.append((speeds.lean, lean_playout(pyspiel, peer)))
        for number in range(rounds):
            for measured, playout in sides:
                measured.append(speed(playout, seconds / rounds, number))
        yield speeds


def speed(playout: Playout, seconds: float, seed: int) -> float:
    """Moves a second over whole matches that together take the seconds given, or a little more."""
    rng = random.Random(seed)
    moves = 0
    start = perf_counter()
    while True:
        moves += playout(rng)
        taken = perf_counter() - start
        if taken >= seconds:
            return moves / taken


def our_playout(name: str, players: int) -> Playout:
    """A match of ours."""
    game = load(name)
    options = game.Options()
    return lambda rng: kit.playout(game, game.new(players, options), rng)


def usual_playout(pyspiel: Any, name: str) -> Playout:
    """A match of OpenSpiel's, chance drawn by its weights."""
    game = pyspiel.load_game(name)

    def playout(rng: random.Random) -> int:
        state = game.new_initial_state()
        chance = rng.random
        moves = 0
        while (player := state.current_player()) != TERMINAL:
            if player == CHANCE:
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(chance() * len(actions))])
                moves += 1
        return moves

    return playout


def lean_playout(pyspiel: Any, name: str) -> Playout:
    """A match of OpenSpiel's whose chance is always between equally likely outcomes."""
    game = pyspiel.load_game(name)

    def playout(rng: random.Random) -> int:
        state = game.new_initial_state()
        chance = rng.random
        moves = 0
        while (player := state.current_player()) != TERMINAL:
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
            moves += player != CHANCE
        return moves

    return playout
