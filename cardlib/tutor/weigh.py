"""The moves of the seat on turn, weighed: each is played through in deals that the seat might be sitting in.

All moves are tried in the same deals with the same chance, so that luck does not decide between them. Then the better
half is tried in more, and the better half of those, so that the time goes to the moves that are hard to tell apart; a
move comes back if those that were preferred to it turn out worse.
"""

import random
from collections.abc import Callable, Collection, Generator, Sequence
from dataclasses import dataclass, field
from math import ceil, hypot, inf, log2, sqrt
from statistics import fmean, stdev
from typing import Any, TypeVar

from cardlib import kit, opponent
from cardlib.cards import Card
from cardlib.simulate import Z, beginnings
from cardlib.tutor.memory import all_loose
from cardlib.tutor.unseen import Unseen
from cardlib.tutor.worth import Yardstick, yardstick

T = TypeVar("T")
HORIZON = 200  # moves after which a deal that drags on is judged as it stands


@dataclass(slots=True)
class Weighed:
    """A move, and what each deal played through with it came to.

    `worth` is, by the number of the deal, what the seat wants more of: the lead of its side over the others, and a
    prize if the match is won. `over` counts the deals with which the match was over, `won` those that won it.
    """

    move: kit.Move
    seat: int
    worth: dict[int, float] = field(default_factory=dict)
    won: int = 0
    over: int = 0

    @property
    def deals(self) -> int:
        return len(self.worth)

    @property
    def mean(self) -> float:
        return fmean(self.worth.values()) if self.worth else 0.0

    def judge(self, deal: int, game: kit.Game, s: Any, yard: Yardstick) -> None:
        """A deal more is played through, up to this position."""
        worth = yard.lead(game, s, self.seat)
        if s.turn == kit.OVER or (s.players == 1 and s.turn >= 0):
            winners = game.result(s)
            self.over += 1
            self.won += self.seat in winners
            worth += yard.prize * ((self.seat in winners) - (len(winners) / s.players if s.players > 1 else 0))
        self.worth[deal] = worth


def better(one: Weighed, other: Weighed) -> tuple[float, float]:
    """How much more the one is worth than the other, and half of the 95% interval of that.

    They are compared in the deals that both were played in, if those are most of the deals of either.
    """
    both = [worth - other.worth[deal] for deal, worth in one.worth.items() if deal in other.worth]
    if 2 * len(both) > min(one.deals, other.deals):
        return fmean(both), _margin(both)
    return one.mean - other.mean, hypot(*(_margin([*each.worth.values()]) for each in (one, other)))


def _margin(values: Sequence[float]) -> float:
    return Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


def weigh(game: kit.Game, s: Any, seat: int, **how: Any) -> list[Weighed]:
    """As `weighing`, all at once."""
    return finished(weighing(game, s, seat, **how))


def finished(work: Generator[object, None, T]) -> T:
    """What a piece of work comes to that yields on its way."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: T = end.value
            return found


def weighing(
    game: kit.Game,
    s: Any,
    seat: int,
    *,
    moves: int,
    seed: object = 0,
    known: Collection[Card] = (),
    enough: Callable[[], bool] = lambda: False,
) -> Generator[float, None, list[Weighed]]:
    """The legal moves of the seat, best first, with about so many players' moves played in all.

    It yields between deals how much of that is done. The same seed and number give the same answer, the more the
    better. `enough` is asked between deals, to stop early.
    """
    weighed = [Weighed(move, seat) for move in game.legal(s)]
    if len(weighed) < 2:
        return weighed
    yard = yardstick(game, s.players, s.options)
    unseen = Unseen(game, s, seat, known)
    rng = random.Random(f"{seed} worlds")
    rounds = ceil(log2(len(weighed))) + 1
    spent = worlds = 0
    for n in range(rounds):
        weighed.sort(key=lambda one: -one.mean)
        while True:
            world, chance = unseen.dealt(rng), rng.getrandbits(48)
            for one in weighed[: max(2, ceil(len(weighed) / 2**n))]:
                after = kit.clone(world)
                game.play(after, one.move)
                spent += 1 + play_out(game, after, random.Random(chance), yard)
                one.judge(worlds, game, after, yard)
            worlds += 1
            yield min(1.0, spent / moves)
            if spent >= moves * (n + 1) // rounds or enough():
                break
    best = max(weighed[:2], key=lambda one: one.mean)
    return [best, *sorted((one for one in weighed if one is not best), key=lambda one: -one.mean)]


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
