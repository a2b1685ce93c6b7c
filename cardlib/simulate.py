"""Many matches played at random, on any executor of `concurrent.futures`, and what they add up to.

Every match has its own source of chance, made from the seed and the number of the match, and only whole numbers are
added up: the summary is the same whatever the executor and however the matches are parcelled out.

>>> from concurrent.futures import ThreadPoolExecutor
>>> with ThreadPoolExecutor(2) as pool:
...     parallel = simulate("crazy-eights", 6, seed=1, executor=pool, chunk=2)
>>> parallel == simulate("crazy-eights", 6, seed=1), parallel.matches
(True, 6)
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

from cardlib import kit
from cardlib.games import load


@dataclass(slots=True)
class Sizes:
    """Whole numbers summed up: how many, their sum and the sum of their squares, the least and the greatest."""

    n: int = 0
    total: int = 0
    squares: int = 0
    least: float = inf
    most: float = -inf

    def add(self, size: int) -> None:
        self.n, self.total, self.squares = self.n + 1, self.total + size, self.squares + size * size
        self.least, self.most = min(self.least, size), max(self.most, size)

    def join(self, other: "Sizes") -> None:
        self.n, self.total, self.squares = self.n + other.n, self.total + other.total, self.squares + other.squares
        self.least, self.most = min(self.least, other.least), max(self.most, other.most)

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of the sample; 0 for fewer than two."""
        if self.n < 2:
            return 0.0
        return sqrt((self.n * self.squares - self.total**2) / (self.n * (self.n - 1)))


@dataclass(slots=True)
class Summary:
    """What many matches add up to.

    `match` is the length of a match in players' moves, `stretch` that of the play between two shuffles; `won` how many
    matches each seat won, alone or with others, and `nobody` how many had no winner; `told` how often each clause was
    told in all, and `seen` in how many matches.
    """

    game: str
    players: int
    matches: int = 0
    match: Sizes = field(default_factory=Sizes)
    stretch: Sizes = field(default_factory=Sizes)
    won: Counter[int] = field(default_factory=Counter)
    nobody: int = 0
    told: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)

    def join(self, other: "Summary") -> None:
        """Add the matches of another summary."""
        self.matches += other.matches
        self.nobody += other.nobody
        for mine, theirs in ((self.match, other.match), (self.stretch, other.stretch)):
            mine.join(theirs)
        self.won.update(other.won)
        self.told.update(other.told)
        self.seen.update(other.seen)


def simulate(
    game_name: str,
    n: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    *,
    executor: Executor | None = None,
    chunk: int = 25,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play `n` matches with uniformly chosen legal moves; `progress` hears how many are done.

    `executor` may be any that has `submit` and returns futures of `concurrent.futures`: of threads, of processes,
    of Dask (`client.get_executor()`). Without one the matches are played here. ValueError if the game, the number
    of players, an option or its value is unknown, or if there is nothing to play.
    """
    game = load(game_name)
    players = game.PLAYERS[0] if players is None else players
    if players not in game.PLAYERS:
        raise ValueError(f"{game_name} is not played by {players}")
    if n < 1 or chunk < 1:
        raise ValueError(f"n and chunk are at least 1, not {n} and {chunk}")
    house = dict(options or {})
    kit.options(game, **house)
    whole = Summary(game_name, players)
    parcels = [(game_name, players, house, seed, range(n)[first : first + chunk]) for first in range(0, n, chunk)]

    def take(part: Summary) -> None:
        whole.join(part)
        if progress:
            progress(whole.matches)

    if executor is None:
        for parcel in parcels:
            take(play_matches(*parcel))
        return whole
    waiting = [executor.submit(play_matches, *parcel) for parcel in parcels]
    try:
        for done in as_completed(waiting):
            take(done.result())
    finally:
        for future in waiting:
            future.cancel()
    return whole


def play_matches(game_name: str, players: int, options: dict[str, Any], seed: int, numbers: range) -> Summary:
    """Play the matches of these numbers."""
    game = load(game_name)
    house = kit.options(game, **options)
    part = Summary(game_name, players)
    for number in numbers:
        _play(game, players, house, random.Random(f"{seed} {number}"), part)
    return part


def _play(game: kit.Game, players: int, house: Any, rng: random.Random, part: Summary) -> None:
    told: list[str] = []
    log: list[kit.Move] = []
    s = game.new(players, house)
    steps = kit.playout(game, s, rng, lambda clause, **facts: told.append(clause), log)
    shuffles = [n for n, move in enumerate(log) if isinstance(move, tuple) and move[0] == "deal"]
    part.matches += 1
    part.match.add(steps)
    for start, end in zip(shuffles, [*shuffles[1:], len(log)], strict=True):
        if end - start > 1:  # shuffled only to cut for the deal: nobody moved
            part.stretch.add(end - start - 1)
    winners = game.result(s)
    part.won.update(winners)
    part.nobody += not winners
    part.told.update(told)
    part.seen.update(set(told))


def interval(hits: int, n: int) -> tuple[float, float]:
    """The share of hits with 95% confidence, from and to (Wilson's interval).

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    z = 1.959964
    middle = (hits + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * sqrt(hits * (n - hits) / n + z * z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)
