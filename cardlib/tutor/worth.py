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
from statistics import fmean
from typing import Any

from cardlib import kit
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


@lru_cache(maxsize=64)
def yardstick(game: kit.Game, players: int, options: Any) -> Yardstick:
    """What a game with these house rules is measured by."""
    rng = random.Random(1)
    fits: Counter[tuple[str, int]] = Counter()
    changes: dict[str, list[float]] = {}
    anew: set[str] = set()  # counts of one deal, which begin anew with the next
    deals = shuffles = 0
    marks = {f"{game.NAME}.deal", f"{game.NAME}.layout"}
    s = game.new(players, options)
    size = in_play(game, s)
    counts = [name for name in game.PUBLIC if _by_seat(getattr(s, name), players)]

    def tell(clause: str, **facts: Any) -> None:
        nonlocal deals
        deals += clause in marks

    for _ in range(MATCHES):
        s = game.new(players, options)
        start = {name: list(getattr(s, name)) for name in counts}

        def settle() -> None:
            for name in counts:
                now = list(getattr(s, name))
                changes.setdefault(name, []).append(_spread([b - a for a, b in zip(start[name], now, strict=True)]))
                start[name] = now

        for _ in range(LONGEST):
            if s.turn == kit.NOBODY:
                if whole := all_loose(game, s, size):
                    shuffles += 1
                    settle()
                kit.deal(game, s, rng, tell)
                anew |= {name for name in counts if whole and getattr(s, name) != start[name]}
            elif s.turn == kit.OVER or not (moves := game.legal(s)):
                break
            else:
                game.play(s, moves[int(rng.random() * len(moves))], tell)
        settle()
        winners = game.result(s)
        for name in counts:
            for sign in (1, -1):
                fits[name, sign] += _tells(getattr(s, name), winners, sign)
    most = max(fits.values(), default=0)
    best = max(
        fits,
        key=lambda fit: (fit[0] not in anew and 2 * fits[fit] > most, fits[fit], counts.index(fit[0])),
        default=None,
    )
    if best is None:
        return Yardstick(None, 1, 1.0, size, deals > shuffles)
    usual = [change for change in changes[best[0]] if change]
    return Yardstick(*best, 2 * fmean(usual) if usual else 1.0, size, deals > shuffles)


def _by_seat(value: Any, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(type(item) is int for item in value)


def _spread(values: list[int]) -> float:
    return max(values) - min(values) if len(values) > 1 else abs(values[0])


def _tells(values: list[int], winners: tuple[int, ...], sign: int) -> bool:
    """Is every winner's number better than every loser's?"""
    won = [sign * value for seat, value in enumerate(values) if seat in winners]
    lost = [sign * value for seat, value in enumerate(values) if seat not in winners]
    if len(values) == 1:
        return sign > 0
    return bool(won and lost and min(won) > max(lost))
