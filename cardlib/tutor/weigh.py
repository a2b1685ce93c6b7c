"""The moves of the seat on turn, weighed: each is played through in deals that the seat might be sitting in.

All moves are tried in the same deals with the same chance, so that luck does not decide between them; the worse half is
dropped again and again, so that the time goes to the moves that are hard to tell apart.
"""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from math import ceil, log2, sqrt
from statistics import fmean, stdev
from typing import Any

from cardlib import kit, opponent
from cardlib.cards import Card
from cardlib.simulate import Z, beginnings
from cardlib.tutor.memory import all_loose
from cardlib.tutor.unseen import Unseen
from cardlib.tutor.worth import Yardstick, yardstick

HORIZON = 200  # moves after which a deal that drags on is judged as it stands


@dataclass(slots=True)
class Weighed:
    """A move, and what each deal played through with it came to.

    `worth` is what the seat wants more of: the lead of its side over the others, and a prize if the match is won.
    `over` counts the deals with which the match was over, `won` those that won it.
    """

    move: kit.Move
    worth: list[float] = field(default_factory=list)
    won: int = 0
    over: int = 0

    @property
    def deals(self) -> int:
        return len(self.worth)

    @property
    def mean(self) -> float:
        return fmean(self.worth) if self.worth else 0.0

    def judge(self, game: kit.Game, s: Any, seat: int, yard: Yardstick) -> None:
        """A deal more is played through, up to this position."""
        worth = yard.lead(game, s, seat)
        if s.turn == kit.OVER or (s.players == 1 and s.turn >= 0):
            winners = game.result(s)
            self.over += 1
            self.won += seat in winners
            worth += yard.prize * ((seat in winners) - (len(winners) / s.players if s.players > 1 else 0))
        self.worth.append(worth)


def better(one: Weighed, other: Weighed) -> tuple[float, float]:
    """How much more the one is worth than the other in the deals that both were played in, and the margin of it.

    The margin is half of a 95% interval.
    """
    both = [a - b for a, b in zip(one.worth, other.worth, strict=False)]
    if len(both) < 2:
        return (both[0] if both else 0.0), float("inf")
    return fmean(both), Z * stdev(both) / sqrt(len(both))


def weigh(
    game: kit.Game,
    s: Any,
    seat: int,
    *,
    moves: int,
    seed: object = 0,
    known: Collection[Card] = (),
    enough: Callable[[], bool] = lambda: False,
) -> list[Weighed]:
    """The legal moves of the seat, best first, with about so many players' moves played in all.

    The same seed and number give the same answer, the more the better. `enough` is asked between deals, to stop early.
    """
    weighed = [Weighed(move) for move in game.legal(s)]
    if len(weighed) < 2:
        return weighed
    yard = yardstick(game, s.players, s.options)
    unseen = Unseen(game, s, seat, known)
    rng = random.Random(f"{seed} worlds")
    standing, dropped = weighed, list[Weighed]()
    rounds = ceil(log2(len(weighed)))
    spent = 0
    for n in range(1, rounds + 1):
        while True:
            world, chance = unseen.dealt(rng), rng.getrandbits(48)
            for one in standing:
                after = kit.clone(world)
                game.play(after, one.move)
                spent += 1 + play_out(game, after, random.Random(chance), yard)
                one.judge(game, after, seat, yard)
            if spent >= moves * n // rounds or enough():
                break
        standing.sort(key=lambda one: -one.mean)
        half = len(standing) if n == rounds else max(2, (len(standing) + 1) // 2)
        dropped = standing[half:] + dropped
        standing = standing[:half]
    return standing + dropped


def play_out(game: kit.Game, s: Any, rng: random.Random, yard: Yardstick, tell: kit.Tell | None = None) -> int:
    """Play the deal to its end as simple opponents play; returns how many moves players made."""
    legal, play, chance = game.legal, game.play, rng.random
    marks = beginnings(game) if yard.marked else set()
    ended = False

    def listen(clause: str, **facts: Any) -> None:
        nonlocal ended
        if clause in marks:
            ended = True
        elif tell:
            tell(clause, **facts)

    hear = listen if yard.marked else tell
    for steps in range(HORIZON):
        turn = s.turn
        if turn >= 0:
            moves = legal(s)
            if not moves or ended:
                return steps
            play(s, _choose(moves, chance, rng), hear)
        elif turn == kit.OVER or all_loose(game, s, yard.size):
            return steps
        else:
            kit.deal(game, s, rng, hear)
    return HORIZON


def _choose(moves: Sequence[kit.Move], chance: Callable[[], float], rng: random.Random) -> kit.Move:
    """As the simple opponent chooses, who need not be asked where all the moves are of one kind."""
    for move in moves:
        if type(move) is not Card:
            return opponent.choose(moves, rng)
    return moves[int(chance() * len(moves))]
