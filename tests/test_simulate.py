"""Simulations add up to the same on any executor, and to what was played; the benchmark measures both sides alike."""

import math
import random
import re
import sys
from collections import Counter
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from statistics import fmean, stdev

import pytest
from conftest import GAMES

from cardlib import bench, kit, say
from cardlib.__main__ import main
from cardlib.catalogue import catalogue
from cardlib.command import measure
from cardlib.games import load
from cardlib.opponent import choose
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


every_language = pytest.mark.parametrize("lang", say.LANGUAGES)


def run(capsys, *argv):
    """Exit status, what was printed, what was complained of."""
    status = main(argv)
    out, err = capsys.readouterr()
    return status, out, err


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


@pytest.mark.parametrize("chooser", [None, choose])
@pytest.mark.parametrize("name", GAMES)
def test_the_summary_is_what_was_played(name, chooser):
    game, n = load(name), 4
    found = simulate(name, n, seed=2, choose=chooser)
    lengths, deals, numbers, won, places, nobody = [], [], [], Counter(), Counter(), 0
    told, seen, heard = Counter(), Counter(), Counter()
    for number in range(n):
        rng = random.Random(f"2 {number}")
        s, first, dealt, played, clauses = game.new(game.PLAYERS[0], game.Options()), None, None, [0], [set()]
        while s.turn != kit.OVER and (s.turn == kit.NOBODY or game.legal(s)):
            shuffling = s.turn == kit.NOBODY
            if shuffling:
                loose = list(game.loose(s))
                rng.shuffle(loose)
                move = ("deal", *loose)
            else:
                first = s.turn if first is None else first
                moves = game.legal(s)
                move = chooser(moves, rng) if chooser else moves[int(rng.random() * len(moves))]
                played[-1] += 1
            s, rulings = kit.carry_out(game, s, move)
            now = [ruling.clause for ruling in rulings]
            marks = getattr(game, "DEALT", (f"{name}.deal", f"{name}.layout"))
            begins = next((n for n, clause in enumerate(now) if clause in marks), None)
            if begins is not None:
                dealt, before = sum(played), dealt
            if begins is not None and before is not None and dealt > before:
                begins = 0 if shuffling else begins
                clauses[-1] |= set(now[:begins])
                now = now[begins:]
                clauses.append(set())
                played.append(0)
            clauses[-1] |= set(now)
            told.update(ruling.clause for ruling in rulings)
        lengths.append(sum(played))
        deals += played
        numbers.append(len(played))
        won.update(game.result(s))
        places.update((seat - first) % game.PLAYERS[0] for seat in game.result(s))
        nobody += not game.result(s)
        seen.update(set().union(*clauses))
        for of_a_deal in clauses:
            heard.update(of_a_deal)
    assert (found.matches, found.won, found.places, found.nobody) == (n, won, places, nobody)
    assert (found.told, found.seen, found.heard) == (told, seen, heard)
    for sizes, measured in ((found.match, lengths), (found.deal, deals), (found.deals, numbers)):
        assert (sizes.n, sizes.least, sizes.most) == (len(measured), min(measured), max(measured))
        assert sizes.mean == pytest.approx(fmean(measured))
        assert sizes.sd == pytest.approx(stdev(measured) if len(measured) > 1 else 0)


def test_a_shuffle_that_renews_the_stock_begins_no_deal():
    """Sixty-one turns the pile over when the stock is gone, and a match is one deal all the same."""
    found = simulate("sixty-one", 20, players=12, options={"target": 101, "shuffle_pile": True})
    assert found.seen["sixty-one.turn-over"] > 0
    assert found.deals.counts == {1: 20}


def test_a_game_may_say_which_clauses_begin_a_deal():
    """King deals its win-back in stages, under another clause."""
    assert simulate("king", 3).deals.counts == {12: 3}


def test_a_deal_may_begin_without_a_shuffle():
    """Fifteen goes on dealing from what is left of the pack."""
    found = simulate("fifteen", 20)
    assert found.deals.mean == found.told["fifteen.deal"] / 20 == 20
    assert found.heard["fifteen.show"] == found.deal.n


def test_sizes_of_nothing_and_of_one():
    sizes = Sizes()
    assert (sizes.mean, sizes.sd, sizes.margin) == (0, 0, math.inf)
    with pytest.raises(ValueError, match="there are no sizes"):
        sizes.quantile(0.5)
    sizes.add(7)
    assert (sizes.mean, sizes.sd, sizes.least, sizes.most, sizes.quantile(0)) == (7, 0, 7, 7, 7)


def test_sizes_by_quantile_and_margin():
    sizes = Sizes(Counter(range(1, 101)))
    assert [sizes.quantile(share) for share in (0, 0.25, 0.5, 0.75, 1)] == [1, 25, 50, 75, 100]
    assert sizes.margin == pytest.approx(1.959964 * stdev(range(1, 101)) / 10)


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


# On the command line


@every_language
def test_a_simulation_is_summed_up(capsys, lang):
    argv = ("--lang", lang, "simulate", "crazy-eights", "-n", "8", "--players", "4", "--option", "target=100")
    status, out, err = run(capsys, *argv, "--seed", "3")
    assert (status, err) == (0, "")
    assert "crazy-eights.partners" in out
    assert all(say.seat_name(seat, 4, lang) in out for seat in range(4))
    assert run(capsys, *argv, "--seed", "3", "--workers", "2")[1] == out
    assert run(capsys, *argv, "--seed", "4")[1] != out


def test_a_bar_is_drawn_only_for_somebody(capsys, monkeypatch):
    measure._bar(3, 6, "ru")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    measure._bar(3, 6, "ru")
    measure._bar(6, 6, "ru")
    err = capsys.readouterr().err
    assert err.split("\r")[1] == f"[{'#' * 15}{'.' * 15}] 3/6 партии"
    assert err.endswith(f"[{'#' * 30}] 6/6 партии\n")


def test_workers_that_die_are_told(capsys, monkeypatch):
    def die(*args, **kwargs):
        raise BrokenProcessPool

    monkeypatch.setattr(measure, "play_many", die)
    status, out, err = run(capsys, "--lang", "en", "simulate", "crazy-eights")
    assert (status, out, err) == (1, "", "The worker processes broke off, and nothing could be counted.\n")


@every_language
def test_a_benchmark_has_a_line_for_every_game(capsys, monkeypatch, lang):
    monkeypatch.setattr(bench, "open_spiel", lambda: None)
    status, out, _ = run(capsys, "--lang", lang, "bench", "--seconds", "0")
    assert status == 0
    lines = out.splitlines()
    assert [line.split()[0] for line in lines[2:-1]] == list(GAMES)
    assert "pip install -e .[bench]" in lines[-1]


def test_the_peer_is_measured_beside_us(capsys):
    pytest.importorskip("pyspiel")
    status, out, _ = run(capsys, "--lang", "en", "bench", "--seconds", "0", "--games", "crazy-eights")
    assert status == 0
    rows = [re.split("  +", line.strip()) for line in out.splitlines()[2:5]]
    assert rows[0][:3] == ["crazy-eights", "5", "cardlib"]
    assert [row[0] for row in rows[1:]] == ["OpenSpiel crazy_eights, usual", "OpenSpiel crazy_eights, lean"]
    best, ours = (float(text.replace(",", "")) for text in rows[0][3:])
    assert best >= ours > 0
    for row in rows[1:]:
        their_best, theirs, ratio = (float(text.replace(",", "")) for text in row[1:])
        assert their_best >= theirs > 0
        assert ratio == pytest.approx(ours / theirs, abs=0.02)


def test_every_peer_is_a_game_of_the_catalogue_and_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    assert set(bench.PEERS) <= set(catalogue())
    assert {peer for peer, _ in bench.PEERS.values()} <= set(pyspiel.registered_names())
    for name, (_, players) in bench.PEERS.items():
        if name in GAMES:
            assert players in load(name).PLAYERS


@pytest.mark.parametrize("way", [bench.usual_playout, bench.lean_playout])
def test_their_playout_counts_only_the_moves_of_players(way):
    playout = way(pytest.importorskip("pyspiel"), "hearts")
    plays, passes = 52, 12  # in one deal of four nobody passes cards
    assert {playout(random.Random(seed)) for seed in range(40)} == {plays, plays + passes}


@pytest.mark.parametrize("peer", [peer for peer, _ in bench.PEERS.values()])
def test_chance_is_even_in_their_games(peer):
    """Only then is the lean way the same game."""
    pyspiel, rng = pytest.importorskip("pyspiel"), random.Random(1)
    for _ in range(3):
        state = pyspiel.load_game(peer).new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                assert max(weights) == pytest.approx(min(weights))
                assert sorted(outcomes) == sorted(state.legal_actions())
            state.apply_action(rng.choice(state.legal_actions()))
