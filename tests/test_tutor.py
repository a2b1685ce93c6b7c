"""Hints and thinking opponents: legal, the same again, the better the longer, and blind to what the seat cannot see."""

import random
from collections import Counter
from dataclasses import dataclass, field
from types import ModuleType, SimpleNamespace

import pytest
from conftest import GAMES
from playing import played
from test_contract import _swap

from cardlib import kit, opponent, say
from cardlib.cards import cards
from cardlib.games import load
from cardlib.kit import Zone
from cardlib.tutor import duel
from cardlib.tutor.advice import advise
from cardlib.tutor.hints import hint
from cardlib.tutor.memory import remembered
from cardlib.tutor.think import LEVELS, choose
from cardlib.tutor.unseen import Unseen, hidden
from cardlib.tutor.weigh import weigh
from cardlib.tutor.worth import yardstick

every_game = pytest.mark.parametrize("name", GAMES)
FEW = 400  # moves played through: enough to see that it works


def positions(name, n, seed=0, choices=True):
    """Positions of random matches with more than one legal move, each with the moves that led there."""
    game, rng = load(name), random.Random(seed)
    found = []
    for players in {game.PLAYERS[0], game.PLAYERS[-1]}:
        log, been = [], []
        for deal in played(game, players, seed)[0]:
            for s, move, _ in deal:
                if s.turn >= 0 and (not choices or len(game.legal(s)) > 1):
                    been.append((s, list(log)))
                log.append(move)
        found += rng.sample(been, min(n, len(been)))
    return found


def figures(ranked):
    return [(one.move, one.worth, one.won, one.over) for one in ranked]


@every_game
def test_a_sampled_world_looks_the_same_to_the_seat(name):
    game, rng = load(name), random.Random(1)
    for s, log in positions(name, 4, choices=False):
        for seat in range(s.players):
            for known in ((), remembered(game, s, seat, log)):
                world = Unseen(game, s, seat, known).dealt(rng)
                assert kit.view(game, world, seat) == kit.view(game, s, seat)
                assert Counter(hidden(game, world, seat)) == Counter(hidden(game, s, seat))
                assert s.turn != seat or game.legal(world) == game.legal(s)


@every_game
def test_every_order_of_the_unseen_cards_comes_up(name):
    for s, _ in positions(name, 1, choices=False):
        game, seat = load(name), s.turn
        unseen = list(hidden(game, s, seat))
        if len(unseen) > 1:
            first = {next(hidden(game, Unseen(game, s, seat).dealt(random.Random(n)), seat)) for n in range(200)}
            assert len(first) > min(len(unseen), 30) * 0.6


@every_game
def test_a_hint_does_not_know_what_the_seat_cannot_see(name):
    """Two hidden cards change places, in the position and in the shuffle that dealt them: the hint stays the same."""
    game, rng = load(name), random.Random(2)
    told = ever = 0
    for s, log in positions(name, 4):
        seat = s.turn
        known = remembered(game, s, seat, log)
        unseen = [c for c in hidden(game, s, seat) if c not in known]
        ever += len(unseen) > 1
        for _ in range(6):
            if len(unseen) < 2:
                break
            a, b = rng.sample(unseen, 2)
            other = kit.clone(s)
            _swap(other, a, b)
            assert figures(weigh(game, other, seat, moves=FEW)) == figures(weigh(game, s, seat, moves=FEW))
            again = _replayed(game, s, log, a, b)
            if again and kit.view(game, again[0], seat) == kit.view(game, s, seat):
                told += 1
                there, moves = again
                assert remembered(game, there, seat, moves) == known
                one, two = hint(game, s, log=log, moves=FEW), hint(game, there, log=moves, moves=FEW)
                assert figures(one.ranked) == figures(two.ranked)
                assert one.reason == two.reason
                break
    assert told or not ever


def _replayed(game, s, log, a, b):
    """The match, had these two cards changed places in the last shuffle; None if it could not have been played so."""
    last = max(n for n, move in enumerate(log) if isinstance(move, tuple) and move[0] == "deal")
    other = {a: b, b: a}
    log = [*log[:last], tuple(other.get(atom, atom) for atom in log[last]), *log[last + 1 :]]
    again = game.new(s.players, s.options)
    for move in log:
        if again.turn >= 0 and game.refuse(again, move):
            return None
        game.play(again, move)
    return again, log


@every_game
def test_a_hint_is_a_legal_move_the_same_again_and_can_be_said(name):
    game = load(name)
    for s, log in positions(name, 2):
        one, two = (hint(game, s, s.turn, log, moves=FEW, seed=5) for _ in range(2))
        assert sorted(map(kit.write, (w.move for w in one.ranked))) == sorted(map(kit.write, game.legal(s)))
        assert figures(one.ranked) == figures(two.ranked)
        assert one.reason == two.reason
        for lang in say.LANGUAGES:
            assert say.say_move(game, one.best, lang, s.players) in advise(one, lang)
            assert "{" not in advise(one, lang)


@every_game
def test_every_level_moves_legally_and_changes_nothing(name):
    game = load(name)
    for s, log in positions(name, 1):
        before = kit.clone(s)
        for level in LEVELS:
            assert choose(game, s, level, random.Random(1), log) in game.legal(s)
        assert s == before
        assert choose(game, s, "simple", random.Random(1)) == opponent.choose(game.legal(s), random.Random(1))


def test_a_hint_is_for_the_seat_on_turn():
    game = load("scopa")
    s = kit.start(game, seed=1)
    with pytest.raises(ValueError, match="to move"):
        hint(game, s, 1 - s.turn)
    with pytest.raises(ValueError, match="to move"):
        hint(game, game.new(2, game.Options()))


def test_time_is_kept():
    game, ticks = load("king"), iter(range(10_000))
    s = kit.start(game, seed=1)
    short = hint(game, s, seconds=5, clock=lambda: next(ticks), moves=10**6)
    assert sum(one.deals for one in short.ranked) < 200
    assert short.best in game.legal(s)


def test_more_thought_is_better():
    """The more is played through, the oftener the choice agrees with that of much thought."""
    game, right = load("two-handed-hearts"), Counter()
    for s, log in positions("two-handed-hearts", 20, seed=4):
        if len(game.legal(s)) < 3:
            continue
        best = {
            one.move: one.mean for one in weigh(game, s, s.turn, moves=20_000, known=remembered(game, s, s.turn, log))
        }
        for moves in (60, 6_000):
            chosen = weigh(game, s, s.turn, moves=moves, seed=1, known=remembered(game, s, s.turn, log))[0].move
            right[moves] += best[chosen]
    assert right[6_000] > right[60]


def test_a_hint_takes_what_is_for_the_taking():
    """The party hangs on one point more, and a trick is to be had: the hint wins it and says so."""
    game, found = load("sixty-six"), 0
    for s, _ in positions("sixty-six", 60, seed=1):
        s.score, s.points[s.turn] = [7, 7], 65
        won = {move for move in game.legal(s) if game.result(kit.step(game, s, move)[0]) == (s.turn,)}
        if s.due == 1 and won and won != set(game.legal(s)):
            advice = hint(game, s, moves=1000)
            assert advice.ranked[0].won == advice.ranked[0].deals
            assert advice.best in won or advice.ranked[0].deals > 20
            if advice.ranked[1].won < advice.ranked[1].deals - 4:
                assert advice.best in won
                assert "it won 100 %" in advise(advice, "en")
                found += 1
    assert found


def test_what_was_seen_is_remembered():
    game = load("two-handed-hearts")
    log, s = [], kit.start(game, seed=5)
    start = kit.clone(s)
    for _ in range(8):
        log.append(game.legal(s)[0])
        game.play(s, log[-1])
    known = remembered(game, s, s.turn, log, start)
    assert set(s.won[0] + s.won[1]) <= known
    assert not known & set(s.hands[1 - s.turn])
    assert not remembered(game, s, s.turn, log[:-1], start)  # these moves do not lead here


# A game of our own: two packs, a heap that is shuffled, and a card passed face down.


@dataclass(slots=True)
class State:
    players: int
    options: None
    turn: int = 0
    hands: list = field(default_factory=list)
    heap: list = field(default_factory=list)
    score: list = field(default_factory=lambda: [0, 0])


def _play(s, move, tell=None):
    word, *moved = move
    if word == "deal":
        s.heap, s.turn = [*moved], 0
        return
    (c,) = moved
    if word == "take":
        s.heap.remove(c)
        s.hands[s.turn].append(c)
    elif word == "lay":
        s.hands[s.turn].remove(c)
        s.heap.append(c)
    elif word == "pass":
        s.hands[s.turn].remove(c)
        s.hands[1 - s.turn].append(c)
    s.turn = 1 - s.turn


def _toy(*hands, heap="", face_up=True):
    zone = "discard" if face_up else "stock"
    s = State(2, None, hands=[cards(hand) for hand in hands], heap=cards(heap))
    table = lambda s: [*(Zone("hand", hand, n) for n, hand in enumerate(s.hands)), Zone(zone, s.heap)]  # noqa: E731
    return SimpleNamespace(NAME="toy", PUBLIC=("score",), table=table, play=_play, loose=lambda s: s.heap), s


def _after(game, s, *moves):
    """What seat 0 remembers after these moves."""
    now = kit.clone(s)
    for move in moves:
        if move[0] == "deal":
            now.turn = kit.NOBODY
        game.play(now, move)
    return {str(c) for c in remembered(game, now, 0, moves, s)}


def test_a_card_taken_in_sight_is_remembered_until_one_goes_face_down():
    game, s = _toy("2S 3S", "4S 5S 6S", heap="7S 8S")
    mine = ("lay", cards("2S")[0]), ("take", cards("7S")[0])
    assert _after(game, s, *mine) == {"7S"}
    assert _after(game, s, *mine, ("lay", cards("3S")[0]), ("lay", cards("7S")[0])) == set()  # it is in sight again
    assert _after(game, s, *mine, ("take", cards("8S")[0]), ("lay", cards("4S")[0])) == {"7S"}
    assert _after(game, s, *mine, ("pass", cards("3S")[0])) == {"7S", "3S"}


def test_a_card_moved_face_down_may_have_been_any():
    game, s = _toy("2S 3S", "4S 5S", "6S", heap="7S 8S")
    three = SimpleNamespace(**vars(game))
    three.play = _pass_on
    s.players = 3
    s.turn = 1
    moves = ("take", cards("7S")[0]), ("give", cards("7S")[0])
    assert _after(three, s, moves[0]) == {"7S"}
    assert _after(three, s, *moves) == set()
    assert _after(three, s, moves[0], ("give", cards("4S")[0])) == set()


def _pass_on(s, move, tell=None):
    word, c = move
    if word == "take":
        s.heap.remove(c)
        s.hands[1].append(c)
    else:
        s.hands[1].remove(c)
        s.hands[2].append(c)


def test_where_a_face_lies_twice_only_its_place_tells():
    game, s = _toy("2S 3S", "2S 4S 5S", heap="4S 3S")
    orders = set()
    for n in range(60):
        world = Unseen(game, s, 0).dealt(random.Random(n))
        assert kit.view(game, world, 0) == kit.view(game, s, 0)
        assert sorted(map(str, world.hands[1])) == ["2S", "4S", "5S"]
        assert world.hands[0] == s.hands[0]
        orders.add(tuple(world.hands[1]))
    assert len(orders) == 6
    assert remembered(game, s, 0, (), s) == set()


# Duels


@every_game
def test_the_yardstick_is_found(name):
    game = load(name)
    for players in {game.PLAYERS[0], game.PLAYERS[-1]}:
        yard = yardstick(game, players, game.Options())
        assert yard.count in game.PUBLIC
        assert yard.prize > 0
        assert yard.size == len({*game.loose(game.new(players, game.Options()))}) or players == 2


def test_low_is_good_where_it_is():
    for name, count, sign in (("stay-away", "score", -1), ("crazy-eights", "score", 1), ("sixty-one", "losses", -1)):
        game = load(name)
        yard = yardstick(game, game.PLAYERS[0], game.Options())
        assert (yard.count, yard.sign) == (count, sign)
    assert yardstick(load("gin-rummy"), 2, load("gin-rummy").Options()).count == "score"
    assert yardstick(load("king"), 4, load("king").Options()).count == "score"


def test_a_duel_without_thought_is_level_by_construction():
    game = load("sixty-one")
    found = duel.duel(game, 3, game.Options(), 40, think=lambda s, log, rng: rng.choice(game.legal(s)))
    low, high = found.interval
    assert found.won + found.lost + found.level == 80
    assert low < 0.5 < high


@pytest.mark.parametrize("name", ["two-handed-hearts", "stay-away"])
def test_thought_wins(name):
    game = load(name)

    def think(s, log, rng):
        known = remembered(game, s, s.turn, log)
        return weigh(game, s, s.turn, moves=400, seed=rng.random(), known=known)[0].move

    found = duel.duel(game, game.PLAYERS[0], game.Options(), 12, think=think)
    assert found.interval[0] > 0.5


def test_games_without_choices_are_known_by_their_moves():
    for name, expected in (("war", False), ("war-32", False), ("scopa", True)):
        game = load(name)
        assert duel.choices(game, game.PLAYERS[0], game.Options()) is expected


@dataclass(slots=True)
class Alone:
    players: int
    options: None
    turn: int = 0
    left: int = 8
    up: int = 0


def _climb(s, move, tell=None):
    s.up += move == "up"
    s.left -= 1
    s.turn = 0 if s.left else kit.OVER


def test_a_patience_comes_out_more_often_with_thought():
    """Eight steps, seven of them up: at random that is rare."""
    game = ModuleType("alone")
    vars(game).update(
        NAME="alone",
        PUBLIC=("left", "up"),
        table=lambda s: [],
        loose=lambda s: [],
        new=Alone,
        legal=lambda s: ["down", "up"],
        play=_climb,
        result=lambda s: (0,) if s.up > 6 else (),
    )
    out = Counter()
    for seed in range(20):
        thoughtful, random_one, rng = Alone(1, None), Alone(1, None), random.Random(seed)
        while thoughtful.turn == 0:
            _climb(thoughtful, weigh(game, thoughtful, 0, moves=1500, seed=seed)[0].move)
            _climb(random_one, rng.choice(["down", "up"]))
        out["thought"] += thoughtful.up > 6
        out["chance"] += random_one.up > 6
    assert out["thought"] > 10 > out["chance"]
