"""What now? The moves of the seat on turn, the best first, and why it is better, in figures of deals played through.

>>> from cardlib.games import load
>>> game = load("sixty-one")
>>> s = kit.start(game, players=2, seed=1)
>>> advice = hint(game, s, moves=2000)
>>> advice.best in game.legal(s), advice.ranked[0].deals > 20
(True, True)
"""

import random
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Any, TypeVar

from cardlib import kit
from cardlib.tutor.memory import remembered
from cardlib.tutor.unseen import Unseen
from cardlib.tutor.weigh import Weighed, better, finished, play_out, weighing
from cardlib.tutor.worth import yardstick

T = TypeVar("T")
MOVES = 60_000  # players' moves played through for a hint
FOR_REASON = 4  # one part in so many of them is spent on the reason
SURE = 2.6  # standard deviations by which a difference must stand out before it is called a reason
WIDE = 0.1  # and it must be as wide as this


@dataclass(frozen=True, slots=True)
class Reason:
    """A clause that comes up more often after the best move, or less often, than after the others.

    `example` is the ruling as it came up most often; `share` and `otherwise` are the shares of the deals with it.
    """

    example: kit.Ruling
    share: float
    otherwise: float


@dataclass(frozen=True, slots=True)
class Hint:
    """The legal moves of a seat, best first, each with the deals that were played through with it."""

    game: kit.Game
    players: int
    seat: int
    count: str | None
    ranked: Sequence[Weighed]
    reason: Reason | None

    @property
    def best(self) -> kit.Move:
        return self.ranked[0].move

    @property
    def lead(self) -> tuple[float, float]:
        """How much more the best move is worth than the next best, and half of the 95% interval of that."""
        return better(*self.ranked[:2]) if len(self.ranked) > 1 else (0.0, 0.0)


def hint(game: kit.Game, s: Any, seat: int | None = None, log: Sequence[kit.Move] = (), **how: Any) -> Hint:
    """Weigh the legal moves of the seat on turn; see `hinting`."""
    return finished(hinting(game, s, seat, log, **how))


def hinting(
    game: kit.Game,
    s: Any,
    seat: int | None = None,
    log: Sequence[kit.Move] = (),
    *,
    start: Any = None,
    moves: int = MOVES,
    seed: object = 0,
    seconds: float | None = None,
    clock: Callable[[], float] = time.monotonic,
    enough: Callable[[], bool] = lambda: False,
) -> Generator[float, None, Hint]:
    """Weigh the legal moves of the seat on turn; ValueError if it is not this seat's turn, or if there is no move.

    `moves` is how many moves are played through: the more the better, and the same number and seed give the same hint.
    `seconds` by the `clock` may end it sooner, and so may `enough`. It yields how much
    of it is done. `log` are the moves that led here, from a new match or from `start`.
    """
    if s.turn < 0 or (seat is not None and seat != s.turn) or not game.legal(s):
        raise ValueError("a hint is for a seat that is to move and can")
    begun = 0.0 if seconds is None else clock()

    def gone() -> float:
        """How much of the time is gone."""
        return (clock() - begun) / seconds if seconds else 0.0

    part = 1 - 1 / FOR_REASON
    seat = s.turn
    known = remembered(game, s, seat, log, start) if log else ()
    work = weighing(
        game,
        s,
        seat,
        moves=moves - moves // FOR_REASON,
        seed=seed,
        known=known,
        enough=lambda: enough() or gone() >= part,
    )
    ranked = yield from _scaled(work, lambda done: max(done * part, gone()))
    count = yardstick(game, s.players, s.options).count
    reason = None
    if len(ranked) > 1 and not enough() and gone() < 1:
        looking = _reason(
            game,
            ranked,
            Unseen(game, s, seat, known),
            moves=moves // FOR_REASON,
            seed=seed,
            enough=lambda: enough() or gone() >= 1,
        )
        reason = yield from _scaled(looking, lambda done: max(part + done / FOR_REASON, gone()))
    return Hint(game, s.players, seat, count, ranked, reason)


Kind = tuple[str, bool]  # a clause, and whether it is told of the seat's own side
Tale = tuple[dict[Kind, kit.Ruling], float]  # what was told in a deal, and what the deal was worth


def _scaled(work: Generator[float, None, T], scale: Callable[[float], float]) -> Generator[float, None, T]:
    """A part of a piece of work: what it tells of itself, as a share of the whole."""
    while True:
        try:
            done = next(work)
        except StopIteration as end:
            found: T = end.value
            return found
        yield min(1.0, scale(done))


def _reason(
    game: kit.Game,
    ranked: Sequence[Weighed],
    unseen: Unseen,
    *,
    moves: int,
    seed: object,
    enough: Callable[[], bool],
) -> Generator[float, None, Reason | None]:
    """The clause that does most for the best move: it comes up more or less often than otherwise, and that pays."""
    rng = random.Random(f"{seed} reason")
    with_it, without = list[Tale](), list[Tale]()
    at_once: set[Kind] = set()
    spent = 0
    while spent < moves and not (with_it and enough()):
        world, chance = unseen.dealt(rng), rng.getrandbits(48)
        for one, tales in ((ranked[0], with_it), (rng.choice(ranked[1:]), without)):
            tale, first, steps = _tale(game, world, one.move, chance)
            tales.append(tale)
            spent += steps
            if one is ranked[0]:
                at_once |= first
        yield spent / moves
    found = [(gain, reason) for gain, reason in _differences(with_it, without) if reason[0] not in at_once]
    if not found:
        return None
    _, (kind, share, otherwise) = max(found, key=lambda item: item[0])
    tales = with_it if share > otherwise else without
    examples = Counter(tuple(told[kind].facts.items()) for told, _ in tales if kind in told)
    return Reason(kit.Ruling(kind[0], dict(examples.most_common(1)[0][0])), share, otherwise)


def _tale(game: kit.Game, world: Any, move: kit.Move, chance: int) -> tuple[Tale, set[Kind], int]:
    """Play a deal through and keep what is told of it."""
    seat = world.turn
    side = next(side for side in kit.sides(game, world) if seat in side)
    yard = yardstick(game, world.players, world.options)
    told: dict[Kind, kit.Ruling] = {}

    def tell(clause: str, **facts: Any) -> None:
        concerned = set(_seats(facts))
        told.setdefault((clause, bool(concerned & {*side})), kit.Ruling(clause, facts))

    after = kit.clone(world)
    game.play(after, move, tell)
    first = set(told)
    steps = 1 + play_out(game, after, random.Random(chance), yard, tell)
    return (told, yard.lead(game, after, seat)), first, steps


def _seats(facts: dict[str, Any]) -> Iterator[int]:
    for name in ("seat", "seats", "winners", "pair"):
        value = facts.get(name)
        yield from value if isinstance(value, tuple) else () if value is None else (value,)


def _differences(with_it: Sequence[Tale], without: Sequence[Tale]) -> Iterator[tuple[float, tuple[Kind, float, float]]]:
    """The clauses that clearly come up more or less often with the move, and how much of its worth that explains."""
    n = len(with_it)
    tales = [*with_it, *without]
    for kind in {kind: None for told, _ in tales for kind in told}:
        share, otherwise = (sum(kind in told for told, _ in part) / n for part in (with_it, without))
        both = (share + otherwise) / 2
        if abs(share - otherwise) < max(WIDE, SURE * sqrt(both * (1 - both) * 2 / n)):
            continue
        yes = [worth for told, worth in tales if kind in told]
        no = [worth for told, worth in tales if kind not in told]
        gain = (share - otherwise) * (fmean(yes) - fmean(no)) if yes and no else 0.0
        if gain > 0:
            yield gain, (kind, share, otherwise)
