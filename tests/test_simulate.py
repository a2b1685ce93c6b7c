"""Simulations add up to the same on any executor, and to what was played."""

import random
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from statistics import fmean, stdev

import pytest
from conftest import GAMES

from cardlib import kit
from cardlib.games import load
from cardlib.simulate import Sizes, interval, play_matches, simulate


class Backwards(Executor):
    """The least an executor can be: it has `submit`, and it does its jobs in reverse when the fourth comes."""

    def __init__(self):
        self.waiting = []
        self.jobs = 0

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        self.jobs += 1
        self.waiting.insert(0, (future, fn, args, kwargs))
        if self.jobs % 4 == 0:
            while self.waiting:
                future_, job, given, named = self.waiting.pop(0)
                future_.set_result(job(*given, **named))
        return future


GIVEN = {"n": 12, "players": 3, "options": {"target": 100}, "seed": 5}


@pytest.fixture(scope="module")
def expected():
    return simulate("crazy-eights", **GIVEN)


@pytest.mark.parametrize("chunk", [1, 3, 5, 100])
def test_parcels_make_no_difference(expected, chunk):
    assert simulate("crazy-eights", **GIVEN, chunk=chunk) == expected


@pytest.mark.parametrize("pool", [ThreadPoolExecutor, ProcessPoolExecutor])
def test_executors_make_no_difference(expected, pool):
    with pool(2) as executor:
        assert simulate("crazy-eights", **GIVEN, executor=executor, chunk=2) == expected


def test_any_executor_will_do(expected):
    executor = Backwards()
    assert simulate("crazy-eights", **GIVEN, executor=executor, chunk=3) == expected
    assert executor.jobs == 4


def test_a_match_depends_on_the_seed_and_its_number_alone(expected):
    later = play_matches("crazy-eights", 3, {"target": 100}, 5, range(6, 12))
    first = simulate("crazy-eights", **GIVEN | {"n": 6})
    first.join(later)
    assert first == expected
    assert simulate("crazy-eights", **GIVEN | {"seed": 6}) != expected


@pytest.mark.parametrize("name", GAMES)
def test_the_summary_is_what_was_played(name):
    game, n = load(name), 4
    found = simulate(name, n, seed=2)
    lengths, stretches, won, nobody, told, seen = [], [], Counter(), 0, Counter(), Counter()
    for number in range(n):
        rng = random.Random(f"2 {number}")
        s, clauses, runs = game.new(game.PLAYERS[0], game.Options()), [], []
        while s.turn != kit.OVER and (s.turn == kit.NOBODY or game.legal(s)):
            if s.turn == kit.NOBODY:
                kit.deal(game, s, rng, lambda clause, clauses=clauses, **facts: clauses.append(clause))
                runs.append(0)
            else:
                moves = game.legal(s)
                s, rulings = kit.carry_out(game, s, moves[int(rng.random() * len(moves))])
                clauses += [ruling.clause for ruling in rulings]
                runs[-1] += 1
        lengths.append(sum(runs))
        stretches += filter(None, runs)
        won.update(game.result(s))
        nobody += not game.result(s)
        told.update(clauses)
        seen.update(set(clauses))
    assert (found.matches, found.won, found.nobody) == (n, won, nobody)
    assert (found.told, found.seen) == (told, seen)
    for sizes, numbers in ((found.match, lengths), (found.stretch, stretches)):
        assert (sizes.n, sizes.least, sizes.most) == (len(numbers), min(numbers), max(numbers))
        assert sizes.mean == pytest.approx(fmean(numbers))
        assert sizes.sd == pytest.approx(stdev(numbers) if len(numbers) > 1 else 0)


def test_sizes_of_nothing_and_of_one():
    sizes = Sizes()
    assert (sizes.mean, sizes.sd) == (0, 0)
    sizes.add(7)
    assert (sizes.mean, sizes.sd, sizes.least, sizes.most) == (7, 0, 7, 7)


def test_progress_is_heard():
    heard = []
    simulate("crazy-eights", 5, options={"target": 100}, chunk=2, progress=heard.append)
    assert heard == [2, 4, 5]


def test_a_fault_in_a_worker_reaches_the_caller_and_stops_the_rest():
    class Faulty(Executor):
        futures = ()

        def submit(self, fn, /, *args, **kwargs):
            future = Future()
            if not self.futures:
                future.set_exception(RuntimeError("no more cards"))
            self.futures = (*self.futures, future)
            return future

    executor = Faulty()
    with pytest.raises(RuntimeError, match="no more cards"):
        simulate("crazy-eights", 3, executor=executor, chunk=1)
    assert [future.cancelled() for future in executor.futures] == [False, True, True]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"n": 0}, "n and chunk are at least 1"),
        ({"chunk": 0}, "n and chunk are at least 1"),
        ({"players": 8}, "crazy-eights is not played by 8"),
        ({"options": {"target": 7}}, "crazy-eights has no target=7"),
        ({"options": {"goal": 7}}, "crazy-eights has no option 'goal'"),
    ],
)
def test_what_cannot_be_played_is_told(changed, sentence):
    with pytest.raises(ValueError, match=sentence):
        simulate("crazy-eights", **GIVEN | changed)


def test_an_unknown_game_is_told():
    with pytest.raises(ValueError, match="there is no game 'crazy-aights': perhaps crazy-eights"):
        simulate("crazy-aights", 1)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (50, 100, 0.4038, 0.5962), (1, 1, 0.2065, 1)],
)
def test_the_interval_is_wilsons(hits, n, low, high):
    assert interval(hits, n) == pytest.approx((low, high), abs=1e-4)
