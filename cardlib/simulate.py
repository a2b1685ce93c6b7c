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
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf, sqrt
from typing import Any

from cardlib import kit
from cardlib.games import load


@dataclass(slots=True)
class Sizes:
    """Whole numbers and how often each of them came up."""

    counts: Counter[int] = field(default_factory=Counter)

    def add(self, size: int) -> None:
        self.counts[size] += 1

    def join(self, other: "Sizes") -> None:
        self.counts.update(other.counts)

    @property
    def n(self) -> int:
        return self.counts.total()

    @property
    def least(self) -> float:
        return min(self.counts, default=inf)

    @property
    def most(self) -> float:
        return max(self.counts, default=-inf)

    @property
    def mean(self) -> float:
        return sum(size * n for size, n in self.counts.items()) / self.n if self.counts else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of the sample; 0 for fewer than two."""
        n, total = self.n, sum(size * n for size, n in self.counts.items())
        if n < 2:
            return 0.0
        return sqrt((n * sum(size * size * n for size, n in self.counts.items()) - total**2) / (n * (n - 1)))

    @property
    def margin(self) -> float:
        """The mean is known to within so much on either side, with 95% confidence."""
        return Z * self.sd / sqrt(self.n) if self.counts else inf

    def quantile(self, share: float) -> int:
        """The least size that at least this share of them do not exceed.

        >>> sizes = Sizes(Counter([1, 2, 2, 3]))
        >>> sizes.quantile(0.25), sizes.quantile(0.5), sizes.quantile(1)
        (1, 2, 3)
        """
        rank = share * self.n
        for size in sorted(self.counts):
            rank -= self.counts[size]
            if rank <= 0:
                return size
        raise ValueError("there are no sizes")


@dataclass(slots=True)
class Summary:
    """What many matches add up to.

    `match` is the length of a match in players' moves, `deal` that of a deal; `deals` is how many deals a match had.
    `won` is how many matches each seat won, alone or with others, and `nobody` how many had no winner; `places` counts
    the same from the seat that moved first, which is 0. `told` is how often each clause was told in all, `seen` in how
    many matches, `heard` in how many deals.

    A deal begins where the game tells its clause `deal`, or `layout` in a patience, or one of those in its DEALT; one
    in which nobody moves belongs to the next. A game without such a clause is one deal a match.
    """

    game: str
    players: int
    matches: int = 0
    match: Sizes = field(default_factory=Sizes)
    deal: Sizes = field(default_factory=Sizes)
    deals: Sizes = field(default_factory=Sizes)
    won: Counter[int] = field(default_factory=Counter)
    places: Counter[int] = field(default_factory=Counter)
    nobody: int = 0
    told: Counter[str] = field(default_factory=Counter)
    seen: Counter[str] = field(default_factory=Counter)
    heard: Counter[str] = field(default_factory=Counter)

    def join(self, other: "Summary") -> None:
        """Add the matches of another summary."""
        self.matches += other.matches
        self.nobody += other.nobody
        for mine, theirs in ((self.match, other.match), (self.deal, other.deal), (self.deals, other.deals)):
            mine.join(theirs)
        for our, their in ((self.won, other.won), (self.places, other.places)):
            our.update(their)
        for known, new in ((self.told, other.told), (self.seen, other.seen), (self.heard, other.heard)):
            known.update(new)


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
    choose: kit.Choose | None = None,
) -> Summary:
    """Play `n` matches with uniformly chosen legal moves; `progress` hears how many are done.

    `choose(moves, rng)` chooses otherwise, as `cardlib.opponent.choose` does; among processes it must be a function of
    a module.
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
            take(play_matches(*parcel, choose=choose))
        return whole
    waiting = [executor.submit(play_matches, *parcel, choose=choose) for parcel in parcels]
    try:
        for done in as_completed(waiting):
            take(done.result())
    finally:
        for future in waiting:
            future.cancel()
    return whole


def play_matches(
    game_name: str,
    players: int,
    options: dict[str, Any],
    seed: int,
    numbers: range,
    *,
    choose: kit.Choose | None = None,
) -> Summary:
    """Play the matches of these numbers."""
    game = load(game_name)
    house = kit.options(game, **options)
    part = Summary(game_name, players)
    for number in numbers:
        _play(game, players, house, random.Random(f"{seed} {number}"), part, choose=choose)
    return part


def _play(
    game: kit.Game, players: int, house: Any, rng: random.Random, part: Summary, *, choose: kit.Choose | None
) -> None:
    told: list[tuple[int, str]] = []  # clauses, each with how many moves were made before
    log: list[kit.Move] = []
    s = game.new(players, house)

    def tell(clause: str, **facts: Any) -> None:
        told.append((len(log), clause))

    while s.turn == kit.NOBODY:
        log.append(kit.deal(game, s, rng, tell))
    first = s.turn
    steps = kit.playout(game, s, rng, tell, log, choose=choose)
    begins = _begins(game, told, log)
    part.matches += 1
    part.match.add(steps)
    part.deals.add(len(begins))
    for (at, moves), (end, more) in pairwise([*begins, (len(told), steps)]):
        part.deal.add(more - moves)
        part.heard.update({clause for _, clause in told[at:end]})
    winners = game.result(s)
    part.won.update(winners)
    part.places.update((seat - first) % players for seat in winners)
    part.nobody += not winners
    part.told.update(clause for _, clause in told)
    part.seen.update({clause for _, clause in told})


def beginnings(game: kit.Game) -> set[str]:
    """The clauses with which a deal begins."""
    return set(getattr(game, "DEALT", (f"{game.NAME}.deal", f"{game.NAME}.layout")))


def _begins(game: kit.Game, told: list[tuple[int, str]], log: Sequence[kit.Move]) -> list[tuple[int, int]]:
    """Where each deal of a match begins: in what was told, and after how many moves of players."""
    marks = beginnings(game)
    shuffles = [n for n, move in enumerate(log) if isinstance(move, tuple) and move[0] == "deal"]
    found, last = [(0, 0)], inf  # cutting and stakes before the first deal belong to it
    for n, made in [(n, made) for n, (made, clause) in enumerate(told) if clause in marks]:
        before = bisect_left(shuffles, made)
        shuffled = before < len(shuffles) and shuffles[before] == made
        moves = made + (not shuffled) - before  # a player's move may end one deal and begin the next
        if moves > last:
            found.append((bisect_left(told, (made, "")) if shuffled else n, moves))
        last = moves
    return found


Z = 1.959964  # 95% of a normal distribution lie within so many standard deviations


def interval(hits: int, n: int) -> tuple[float, float]:
    """The share of hits with 95% confidence, from and to (Wilson's interval).

    >>> [round(end, 3) for end in interval(50, 100)]
    [0.404, 0.596]
    """
    middle = (hits + Z * Z / 2) / (n + Z * Z)
    half = Z / (n + Z * Z) * sqrt(hits * (n - hits) / n + Z * Z / 4)
    return max(0.0, middle - half), min(1.0, middle + half)
