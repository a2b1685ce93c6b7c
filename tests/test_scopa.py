"""Scopa: the five points of a deal, the captures, and the cases of the rules page."""

import random
from functools import partial
from itertools import combinations

import playing
import pytest

from cardlib import kit
from cardlib.cards import CLUBS, cards, pack
from cardlib.games import load

game = load("scopa")
refused = partial(playing.refused, game)


def position(hand, table, **options):
    """Two players, South to move with this hand at this table; the rest of the pack is stock."""
    s = game.new(2, kit.options(game, **options))
    s.dealer, s.turn = 1, 0
    s.hands[0], s.table = cards(hand), cards(table)
    left = [c for c in pack() if c not in s.hands[0] and c not in s.table]
    s.hands[1], s.stock = left[:4], left[4:]
    return s


def moves(s):
    return {kit.write(move) for move in game.legal(s)}


def ending(piles, score=None, last=None):
    """A deal's end: the dealer lays his last card, the king of spades, which goes to the last capturer, himself."""
    players = len(piles)
    s = game.new(players, kit.options(game, target=21))
    s.dealer = s.turn = s.last = players - 1
    s.won, s.stock, s.hands[s.turn] = [list(pile) for pile in piles], [], cards("KS")
    s.score = score or [0] * players
    told = []
    game.play(s, s.hands[s.turn][0], lambda clause, **facts: told.append(clause))
    assert sum(map(len, s.won)) == 52
    return s, told


def share(*portions):
    """Piles of so many cards, each with the cards named; others than those are neither clubs nor scoring cards.

    The last pile takes what is left, but for the king of spades.
    """
    named = [cards(text) for _, text in portions]
    plain = [
        c for c in pack() if c.suit != CLUBS and c.text not in ("KS", "TD") and not any(c in mine for mine in named)
    ]
    piles = [
        mine + [plain.pop() for _ in range(size - len(mine))] for (size, _), mine in zip(portions, named, strict=True)
    ]
    return [*piles, [c for c in pack() if c.text != "KS" and not any(c in pile for pile in piles)]]


@pytest.mark.parametrize(("players", "rounds"), [(2, 6), (3, 4), (4, 3)])
def test_the_pack_comes_out_even(players, rounds):
    s = kit.start(game, players=players, seed=players)
    told, rng = [], random.Random(1)
    while s.turn >= 0:
        s, rulings = kit.step(game, s, rng.choice(game.legal(s)))
        told += rulings
    more = [ruling.facts for ruling in told if ruling.clause == game.MORE]
    assert len(more) == rounds - 1
    assert more[-1]["left"] == 0
    assert len({facts["seat"] for facts in more}) == 1, "the same dealer gives to the end of the pack"
    assert sum(map(len, s.won)) == 52


@pytest.mark.parametrize("players", game.PLAYERS)
@pytest.mark.parametrize("options", [{}, {"several": True}, {"lay_freely": True}, {"clear_scores": True}])
def test_a_deal_pays_five_points_but_for_a_tie_in_clubs(players, options):
    rng, ties = random.Random(5), 0
    for _ in range(40):
        s = game.new(players, kit.options(game, **options))
        before, told = 0, []
        while s.turn != kit.OVER:
            if s.turn == kit.NOBODY:
                kit.deal(game, s, rng)
                told = []
                continue
            game.play(s, rng.choice(game.legal(s)), lambda clause, told=told, **facts: told.append((clause, facts)))
            if s.turn < 0:
                points = sum(s.score[side[0]] for side in kit.sides(game, s))
                clears = sum(facts["points"] for clause, facts in told if clause == game.CLEAR)
                tie = any(clause == game.EVEN_CLUBS for clause, _ in told)
                assert points - before - clears == 5 - tie
                assert all(s.score[seat] == s.score[side[0]] for side in kit.sides(game, s) for seat in side)
                before, ties = points, ties + tie
    assert bool(ties) == (players == 3), "thirteen clubs cannot be halved, but three may have five, five and three"


def brute(s, several):
    """Captures by the rule as it is written: every set of table cards, tried one by one."""

    def group(c, taken):
        if len(taken) == 1:
            return taken[0].rank == c.rank
        return c.rank <= 10 and all(t.rank <= 10 for t in taken) and sum(t.rank for t in taken) == c.rank

    def groups(c, taken):
        first, *rest = taken
        return group(c, taken) or any(
            group(c, (first, *some)) and groups(c, tuple(t for t in rest if t not in some))
            for k in range(len(rest))
            for some in combinations(rest, k)
        )

    fits = groups if several else group
    lying = sorted(s.table, key=lambda c: c.n)
    return {
        (c, "takes", *taken)
        for c in s.hands[s.turn]
        for k in range(1, len(lying) + 1)
        for taken in combinations(lying, k)
        if fits(c, taken)
    }


@pytest.mark.parametrize("several", [False, True])
def test_the_captures_are_those_of_the_rule(several):
    rng, found = random.Random(3), 0
    for _ in range(60):
        deck = rng.sample(pack(), 12)
        s = position(" ".join(map(str, deck[:4])), " ".join(map(str, deck[4:])), several=several)
        wanted = brute(s, several)
        assert {move for move in game.legal(s) if isinstance(move, tuple)} == wanted
        found += len(wanted)
    assert found > 200


def test_a_ten_takes_seven_two_and_ace():
    s = position("TS 4H JD QC", "7S 2H AD KC")
    assert moves(s) == {"TS takes 7S 2H AD"}
    after, told = kit.step(game, s, kit.parse("TS takes AD 7S 2H"))
    assert after.table == cards("KC")
    assert [ruling.clause for ruling in told] == [game.SUM, game.PILE]
    assert told[0].facts["value"] == 10


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("JD takes 3S 8H", "court"),
        ("QD takes KC", "court"),
        ("8D takes KC", "court"),
        ("7C takes 3S KC", "court"),
        ("JD", "must-capture"),
        ("7C takes 8H", "equal"),
        ("7C takes 3S 5C", "sum"),
        ("8D takes 3S 8H 5C", "one-capture"),
        ("8D takes 3S", "equal"),
        ("8D takes 8C", "there"),
        ("8S takes 8H", "held"),
        ("8S", "held"),
        ("8D takes", "turn"),
        ("8D takes 3S 3S", "turn"),
        ("takes 8H", "turn"),
        ("8D 8H", "turn"),
        ("pass", "turn"),
        ("8D takes 8H", None),
        ("8D takes 3S 5C", None),
    ],
)
def test_who_may_take_what(text, clause):
    assert refused(position("JD QD 8D 7C", "KC 3S 8H 5C"), text) == clause


def test_an_equal_card_does_not_bar_the_sum():
    assert moves(position("5S KD KH KS", "5H 2C 3D")) == {"5S takes 5H", "5S takes 3D 2C"}


def test_several_captures_with_one_card():
    s = position("8D QD KH 9S", "8S 3H 5D AC QC QH", several=True)
    assert {"8D takes 8S 3H 5D", "8D takes 8S", "QD takes QH QC", "9S takes 8S AC", "9S takes 3H 5D AC"} <= moves(s)
    assert refused(s, "9S takes 8S 3H 5D AC") == "sum"
    s = position("7D KD KH KS", "5S 5H 4C", several=True)
    assert refused(s, "7D takes 5S 5H 4C") == "one-capture", "fourteen, but not seven and seven"


def test_laying_freely_ends_when_the_table_is_crowded():
    few = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS"
    s = position("2H KD KH KC", few, lay_freely=True)
    assert {"2H", "KD", "2H takes 2S"} <= moves(s)
    s = position("2H KD KH KC", few + " AC", lay_freely=True)
    assert moves(s) == {"2H takes 2S"}
    assert refused(s, "KD") == "must-capture"


SIX = "2C AC 3C 4C 5C 6C"


@pytest.mark.parametrize(
    ("piles", "score"),
    [
        (share((27, SIX)), [3, 2]),
        (share((26, SIX)), [2, 3]),
        (share((25, SIX)), [1, 4]),
        (share((26, SIX + " 7C TD")), [4, 1]),
        (share((17, "2C 3C 4C 5C 6C"), (17, "7C 8C 9C TC JC")), [1, 0, 3]),
        (share((18, "2C 3C 4C 5C 6C"), (16, "7C 8C 9C TC JC")), [2, 0, 2]),
        (share((20, SIX), (16, "TD")), [3, 1, 1]),
        (share((12, "2C 3C 4C 5C"), (16, ""), (15, "6C 7C 8C")), [4, 1, 4, 1]),
        (share((10, "2C 3C 4C 5C"), (18, ""), (15, "6C 7C 8C")), [2, 3, 2, 3]),
    ],
)
def test_what_a_deal_pays(piles, score):
    s, _ = ending(piles)
    assert s.score == score


def test_the_match_goes_to_the_highest_score_at_twenty_one():
    s, told = ending(share((27, SIX)), score=[17, 18])
    assert (s.score, s.turn, s.dealer) == ([20, 20], kit.NOBODY, 0)
    assert game.LEVEL not in told and told[-1] == game.NEXT
    s, told = ending(share((27, SIX)), score=[18, 19])
    assert (s.score, s.turn) == ([21, 21], kit.NOBODY)
    assert told[-2:] == [game.LEVEL, game.NEXT]
    s, told = ending(share((27, SIX)), score=[20, 19])
    assert (s.score, s.turn, game.result(s)) == ([23, 21], kit.OVER, (0,))
    assert told[-1] == game.MATCH
    s, _ = ending(share((12, "2C 3C 4C 5C"), (16, ""), (15, "6C 7C 8C")), score=[17, 20, 17, 20])
    assert (s.score, s.turn) == ([21, 21, 21, 21], kit.NOBODY), "partners are not rivals, but the pairs are level"


def test_the_last_card_clears_no_table():
    s = game.new(2, kit.options(game, clear_scores=True))
    s.dealer = s.turn = 1
    s.won, s.stock, s.table, s.hands[1] = share((27, SIX)), [], cards("KD"), cards("KS")
    s.won = [[c for c in pile if c not in s.table] for pile in s.won]
    told = []
    game.play(s, kit.parse("KS takes KD"), lambda clause, **facts: told.append(clause))
    assert game.CLEAR not in told
    assert sum(s.score) == 5


def test_clearing_the_table_is_a_point_only_by_house_rule():
    for clear_scores in (False, True):
        s = position("7D KH QH JH", "3C 4C", clear_scores=clear_scores)
        after, told = kit.step(game, s, kit.parse("7D takes 3C 4C"))
        assert told[-1] == kit.Ruling(game.CLEAR, {"seat": 0, "points": int(clear_scores)})
        assert after.score == [int(clear_scores), 0]


def test_somebody_always_captures():
    """A card laid for want of a capture is of a rank that is not on the table, so the table cannot grow for ever."""
    for seed in range(20):
        s = kit.start(game, players=2, seed=seed, options=kit.options(game, lay_freely=True))
        while s.turn >= 0:
            found = game.legal(s)
            game.play(s, next((move for move in found if not isinstance(move, tuple)), found[0]))
        assert s.last in (0, 1)
        assert sum(map(len, s.won)) == 52
