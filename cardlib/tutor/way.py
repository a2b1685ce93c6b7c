"""The way to a move that comes too early: moves to be made first, after which it is legal whatever lies hidden.

Nothing of the true deal enters. The hidden cards are dealt anew several times, and a move belongs to the way only
if it can be made each time, or if it does not matter what the others do until the turn comes back.

>>> from cardlib.games import load
>>> game = load("gin-rummy")
>>> s = kit.start(game, seed=1)
>>> firsts(game, Unseen(game, s, s.turn), s.hands[s.turn][0])
('stock', 'pile')
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, NamedTuple

from cardlib import kit
from cardlib.cards import BACK, Card
from cardlib.tutor.unseen import Unseen

DEALT = 2  # so many times the hidden cards are dealt anew
AGAIN = 20  # and so many times more to make sure of a way that was found
NODES = 60  # positions from which the search goes on, at most
LONGEST = 9  # steps of a way
MANY = 3  # moves, any of which would do first, and no more are looked for
OFTEN = 3  # times the others play on, and a way is looked for, before it is given up
ROUND = 60  # moves of the others, at most, until it is the seat's turn again

Worlds = Sequence[Any]


class Made(NamedTuple):
    """A step of the way. Backs in the move are cards not seen yet; None: the others play until the turn comes back."""

    seat: int
    move: kit.Move | None


def firsts(game: kit.Game, unseen: Unseen, move: kit.Move) -> tuple[kit.Move, ...]:
    """Moves of the seat on turn after any of which this one would be legal, its turn going on; not more than MANY."""
    search = _Search(game, unseen, move)
    found: list[kit.Move] = []
    for first in search.common(search.worlds):
        step = Made(search.seat, first)
        after = search.made(search.worlds, step, Random(0))
        if after and search.there(after) and search.sure((step,)):
            found.append(first)
            if len(found) == MANY:
                break
    return tuple(found)


def way(game: kit.Game, unseen: Unseen, move: kit.Move) -> tuple[Made, ...] | None:
    """A short way to this move for the seat on turn, a move of each shape being tried.

    Where another clause refuses the move than before, the game has moved on: from there the search goes on first.
    """
    search = _Search(game, unseen, move)
    ways = (_way(search, Random(n)) for n in range(OFTEN))
    return next((found for found in ways if found), None)


def _way(search: "_Search", rng: Random) -> tuple[Made, ...] | None:
    put = count()
    waiting: list[tuple[int, int, int, tuple[Made, ...], frozenset[str], Worlds]] = []
    heappush(waiting, (0, 0, next(put), (), search.broken(search.worlds), search.worlds))
    for _ in range(NODES):
        if not waiting:
            break
        *_, been, broken, now = heappop(waiting)
        for made in search.next(now):
            if made.move is None and _left_open(been):
                continue
            path, after = (*been, made), search.made(now, made, rng)
            if after is None:
                continue
            if search.there(after):
                if search.sure(path):
                    return path
            elif len(path) < LONGEST:
                known = broken | search.broken(after)
                heappush(waiting, (-len(known), len(path), next(put), path, known, after))
    return None


class _Search:
    """The move looked for, and worlds that all look the same to the seat on turn."""

    def __init__(self, game: kit.Game, unseen: Unseen, move: kit.Move) -> None:
        self.game, self.unseen, self.move = game, unseen, move
        self.worlds: Worlds = [unseen.dealt(Random(n)) for n in range(DEALT)]
        self.seat: int = self.worlds[0].turn
        self.cards = _cards(move)
        self.dark = {*unseen.cards}
        zones = game.table(self.worlds[0])
        hands = ({*zone.cards} for zone in zones if zone.name == "hand" and zone.owner == self.seat)
        self.kept = self.cards.intersection(*hands)

    def next(self, worlds: Worlds) -> Iterator[Made]:
        """A move of each shape that can be made in every world; where others are to move, also whatever they do.

        Where the cards to choose from are yet unseen, they stand in the move as backs.
        """
        turn = worlds[0].turn
        if turn != self.seat:
            yield Made(turn, None)
        shapes: dict[kit.Move, kit.Move] = {}
        for m in self.common(worlds):
            shapes.setdefault(_shape(m), m)
        if turn == self.seat:
            first, *others = ({_shape(m) for m in self.game.legal(s)} for s in worlds)
            for shape in sorted(first.intersection(*others) - {*shapes, BACK}, key=kit.write):
                shapes[shape] = shape
        for m in shapes.values():
            yield Made(turn, m)

    def common(self, worlds: Worlds) -> list[kit.Move]:
        """The moves with cards in sight that are legal in every world and leave the cards wanted in the hand."""
        first, *others = (self.game.legal(s) for s in worlds)
        there = [{*moves} for moves in others]
        moves = [m for m in first if all(m in moves for moves in there) and not self.dark & _cards(m)]
        return [m for m in moves if not self.kept & _cards(m)]

    def made(self, worlds: Worlds, made: Made, rng: Random) -> Worlds | None:
        """The worlds after this step; None if it cannot be made in one, or if then the turn is not the same in all."""
        after = []
        for s in worlds:
            if made.move is None:
                now = self.round(s, rng)
            else:
                moves = self.fits(s, made.move)
                now = kit.clone(s) if moves else None
                if now is not None:
                    self.game.play(now, rng.choice(moves))
            if now is None or now.turn < 0:
                return None
            after.append(now)
        return after if len({s.turn for s in after}) == 1 else None

    def round(self, s: Any, rng: Random) -> Any:
        """A world after the others have played until the turn is the seat's again; None if the deal ends each time."""
        for _ in range(OFTEN):
            now = kit.clone(s)
            for _ in range(ROUND):
                self.game.play(now, rng.choice(self.game.legal(now)))
                if now.turn == self.seat:
                    return now
                if now.turn < 0:
                    break
        return None

    def fits(self, s: Any, step: kit.Move) -> Sequence[kit.Move]:
        """The legal moves that this step may be."""
        if BACK not in _cards(step):
            return () if self.game.refuse(s, step) else (step,)
        return [m for m in self.game.legal(s) if _shape(m) == step and not self.kept & _cards(m)]

    def there(self, worlds: Worlds) -> bool:
        """Is the move legal now, in every world?"""
        return worlds[0].turn == self.seat and not self.broken(worlds)

    def broken(self, worlds: Worlds) -> frozenset[str]:
        """The clauses that refuse the move to its seat."""
        if worlds[0].turn != self.seat:
            return frozenset()
        return frozenset(ruling.clause for s in worlds if (ruling := self.game.refuse(s, self.move)))

    def sure(self, path: Sequence[Made]) -> bool:
        """Does the way lead there in all other worlds too? In three of four, if the others may do as they like."""
        bad = 0
        for n in range(DEALT, DEALT + AGAIN):
            bad += not self.leads(path, Random(n))
            if 4 * bad > (AGAIN if _left_open(path) else 0):
                return False
        return True

    def leads(self, path: Sequence[Made], rng: Random) -> bool:
        """Does the way lead there in a world dealt anew?"""
        now: Worlds | None = [self.unseen.dealt(rng)]
        for made in path:
            if now is None or now[0].turn != made.seat:
                return False
            now = self.made(now, made, rng)
        return now is not None and self.there(now)


def _left_open(path: Sequence[Made]) -> bool:
    return any(made.move is None for made in path)


def _shape(move: kit.Move) -> kit.Move:
    """The move with backs for its cards, and 0 for its numbers."""
    made = tuple(BACK if isinstance(a, Card) else 0 if isinstance(a, int) else a for a in kit.atoms(move))
    return made if isinstance(move, tuple) else made[0]


def _cards(move: kit.Move) -> set[Card]:
    return {a for a in kit.atoms(move) if isinstance(a, Card)}
