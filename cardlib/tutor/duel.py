"""Thinking opponents against those that choose at random: who wins how often.

Every deal is played twice, with the seats exchanged: the second time those think who did not the first time. If
thinking were of no use, each would win half of the matches, whatever the number of players.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardlib import kit
from cardlib.simulate import interval

Play = Callable[[Any, list[kit.Move], random.Random], kit.Move]


@dataclass(slots=True)
class Duel:
    """How many matches the thinking seats won, lost, and how many were undecided."""

    won: int = 0
    lost: int = 0
    level: int = 0

    @property
    def share(self) -> float:
        decided = self.won + self.lost
        return self.won / decided if decided else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The share of the matches won among those decided, with 95% confidence."""
        return interval(self.won, self.won + self.lost) if self.won + self.lost else (0.0, 1.0)

    def count(self, game: kit.Game, s: Any, thinking: set[int]) -> None:
        """Add a match that is over: the thinking seats win it if more of them are among the winners, in proportion."""
        winners = set(game.result(s))
        others = set(range(s.players)) - thinking
        here, there = len(winners & thinking) * len(others), len(winners & others) * len(thinking)
        self.won += here > there
        self.lost += here < there
        self.level += here == there


def duel(
    game: kit.Game,
    players: int,
    options: Any,
    pairs: int,
    *,
    think: Play,
    seed: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Duel:
    """Play so many deals, each twice; `think(s, log, rng)` chooses for the thinking seats."""
    found = Duel()
    sides = kit.sides(game, game.new(players, options))
    for n in range(pairs):
        some = {seat for place, side in enumerate(sides) if place % 2 == n % 2 for seat in side}
        for thinking in (some, set(range(players)) - some):
            s = play_match(game, players, options, f"{seed} {n}", dict.fromkeys(thinking, think))
            found.count(game, s, thinking)
        if progress:
            progress(n + 1)
    return found


def play_match(game: kit.Game, players: int, options: Any, seed: object, thinking: dict[int, Play]) -> Any:
    """A match in which these seats think, and the others choose at random; returns its last position."""
    chance, shuffles = random.Random(f"{seed} moves"), random.Random(f"{seed} shuffles")
    s, log = game.new(players, options), list[kit.Move]()
    while s.turn != kit.OVER:
        if s.turn == kit.NOBODY:
            log.append(kit.deal(game, s, shuffles))
            continue
        moves = game.legal(s)
        if not moves:
            break
        think = thinking.get(s.turn) if len(moves) > 1 else None
        move = think(s, log, chance) if think else chance.choice(moves)
        log.append(move)
        game.play(s, move)
    return s


def choices(game: kit.Game, players: int, options: Any, matches: int = 5) -> bool:
    """Is there ever more than one legal move, in so many matches at random?"""
    found = False

    def choose(moves: Sequence[kit.Move], rng: random.Random) -> kit.Move:
        nonlocal found
        found = found or len(moves) > 1
        return rng.choice(moves)

    for n in range(matches):
        kit.playout(game, game.new(players, options), random.Random(n), choose=choose)
        if found:
            break
    return found
