"""What the end of a deal is worth to a seat, found out from matches played at random: nothing is written per game.

The yardstick is the public count, one number a seat, that tells winners from losers at the end of a match: the score
in most games, the chips in some, the fewest losses in others. A deal is judged by what it adds to that count.

>>> from cardlib.games import load
>>> game = load("two-handed-hearts")
>>> yard = yardstick(game, 2, game.Options())
>>> yard.count, yard.sign
('score', -1)
"""

import random
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import Any

from cardlib import kit
from cardlib.simulate import beginnings
from cardlib.tutor.memory import all_loose, in_play

MATCHES = 8  # so many are played to find the yardstick
LONGEST = 20_000  # moves of one of them: more would keep the reader waiting


@dataclass(frozen=True, slots=True)
class Yardstick:
    """`count` is the public field, None if there is none; `sign` is -1 where little is good.

    `prize` is what winning the match is worth beside it: twice what a deal usually changes. `size` is how many cards
    are in play. `marked`: deals follow one another without a shuffle, so the clause `deal` must be listened for.
    """

    count: str | None
    sign: int
    prize: float
    size: int
    marked: bool

    def lead(self, game: kit.Game, s: Any, seat: int) -> float:
        """How far the seat's side is ahead of the others, on average; alone, how far it has come."""
        if self.count is None:
            return 0.0
        return self.sign * ahead(getattr(s, self.count), _side(game, s, seat))


def ahead(values: list[int], side: tuple[int, ...]) -> float:
    """The mean of these seats less the mean of the others."""
    mine = sum(values[seat] for seat in side)
    rest = len(values) - len(side)
    return mine / len(side) - ((sum(values) - mine) / rest if rest else 0)


def _side(game: kit.Game, s: Any, seat: int) -> tuple[int, ...]:
    return next(side for side in kit.sides(game, s) if seat in side)


def yardstick(game: kit.Game, players: int, options: Any) -> Yardstick:
    """What a game with these house rules is measured by."""
    module: Any = game
    return _found(module, players, options)


@lru_cache(maxsize=64)
def _found(game: Any, players: int, options: Any) -> Yardstick:
    trial = _Trial(game, game.new(players, options))
    rng = random.Random(1)
    for _ in range(MATCHES):
        trial.play(game.new(players, options), rng)
    return trial.yardstick()


class _Trial:
    """Matches at random, and what the public counts were at their end and at the end of each deal."""

    def __init__(self, game: kit.Game, s: Any) -> None:
        self.game, self.size = game, in_play(game, s)
        self.counts = [name for name in game.PUBLIC if _by_seat(getattr(s, name), s.players)]
        self.changes: dict[str, list[int]] = {name: [] for name in self.counts}
        self.fits: Counter[tuple[str, int]] = Counter()
        self.anew: set[str] = set()  # counts of one deal, which begin anew with the next
        self.deals = self.shuffles = 0

    def play(self, s: Any, rng: random.Random) -> None:
        """A match more."""
        game, chance = self.game, rng.random
        marks = beginnings(game)

        def tell(clause: str, **facts: Any) -> None:
            self.deals += clause in marks

        last = self.now(s)
        for _ in range(LONGEST):
            if s.turn == kit.NOBODY:
                whole, now = all_loose(game, s, self.size), self.now(s)
                kit.deal(game, s, rng, tell)
                if whole:
                    self.shuffles += 1
                    self.changed(last, now)
                    last = now
                    self.anew |= {name for name, values in self.now(s).items() if values != now[name]}
            elif s.turn == kit.OVER or not (moves := game.legal(s)):
                break
            else:
                game.play(s, moves[int(chance() * len(moves))], tell)
        self.changed(last, self.now(s))
        winners = game.result(s)
        for name, values in self.now(s).items():
            for sign in (1, -1):
                self.fits[name, sign] += _tells(values, winners, sign)

    def now(self, s: Any) -> dict[str, list[int]]:
        return {name: list(getattr(s, name)) for name in self.counts}

    def changed(self, before: dict[str, list[int]], after: dict[str, list[int]]) -> None:
        """A deal is over: how far apart has it driven the seats?"""
        for name in self.counts:
            won = [b - a for a, b in zip(before[name], after[name], strict=True)]
            self.changes[name].append(max(won) - min(won) if len(won) > 1 else abs(won[0]))

    def yardstick(self) -> Yardstick:
        marked = self.deals > self.shuffles
        if not self.counts:
            return Yardstick(None, 1, 1.0, self.size, marked)
        usual = {name: median(filter(None, sizes)) if any(sizes) else 0.5 for name, sizes in self.changes.items()}
        most = max(self.fits.values())

        def rank(fit: tuple[str, int]) -> tuple[bool, int, float, int]:
            """A count that goes on from deal to deal, that tells the winners best, and the finest or last of those."""
            name = fit[0]
            lasting = name not in self.anew and 2 * self.fits[fit] > most
            return lasting, self.fits[fit], usual[name], self.counts.index(name)

        name, sign = max(self.fits, key=rank)
        return Yardstick(name, sign, 2 * usual[name], self.size, marked)


def _by_seat(value: Any, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(type(item) is int for item in value)


def _tells(values: list[int], winners: tuple[int, ...], sign: int) -> bool:
    """Is every winner's number better than every loser's?"""
    won = [sign * value for seat, value in enumerate(values) if seat in winners]
    lost = [sign * value for seat, value in enumerate(values) if seat not in winners]
    if len(values) == 1:
        return sign > 0
    return bool(won and lost and min(won) > max(lost))
