"""Twenty-nine: the total, the heaps and the pack, over many deals; and the cases of the rules page."""

import random
from functools import partial

import playing
import pytest

from cardlib import kit
from cardlib.cards import cards
from cardlib.games import load

game = load("twenty-nine")
refused = partial(playing.refused, game)
PACK = {3: 222, 4: 232, 5: 212, 6: 192, 7: 202, 8: 192}  # what the pack is worth
every_table = pytest.mark.parametrize("players", game.PLAYERS)


def worth(pile):
    return sum(game.VALUE[c.rank] for c in pile)


def position(hand, heap, players=4, won=0, others="", **options):
    """South is to move with this hand; each of the others holds `others`, and South has `won` heaps already."""
    s = game.new(players, kit.options(game, **options))
    s.dealer, s.turn, s.stock = players - 1, 0, []
    s.hands[0], s.heap = cards(hand), cards(heap)
    for seat in range(1, players):
        s.hands[seat] = cards(others)
    s.won[0] = cards("TS 9S 8S 2S") * won
    s.total = worth(s.heap)
    return s


def moves(s):
    return [kit.write(move) for move in game.legal(s)]


def clauses(rulings):
    return [ruling.clause.removeprefix("twenty-nine.") for ruling in rulings]


@every_table
def test_everybody_gets_as_many_cards_and_the_pack_is_worth_what_the_page_says(players):
    s = kit.start(game, players, seed=players)
    assert {len(hand) for hand in s.hands} == {game.EACH[players]}
    assert sum(map(worth, s.hands)) == PACK[players]
    tens = [c for hand in s.hands for c in hand if c.rank == 10]
    assert len(tens) == {3: 3, 4: 4, 5: 2, 6: 0, 7: 1, 8: 0}[players]
    assert not set(tens) & set(game.TEN_BY_TEN[: 4 - len(tens)])


@every_table
@pytest.mark.parametrize("options", [{}, {"pairs": True}, {"count_cards": True}, {"target": 100}])
def test_the_total_never_passes_29_and_every_heap_taken_is_29(players, options):
    for seed in range(40):
        rng, sizes = random.Random(seed), []
        s = game.new(players, kit.options(game, **options))

        def told(clause, *, sizes=sizes, **facts):
            if clause == game.TAKE:
                sizes.append(facts["cards"])

        while s.turn != kit.OVER:
            if s.turn == kit.NOBODY:
                kit.deal(game, s, rng)
                continue
            fits = [c for c in s.hands[s.turn] if worth([*s.heap, c]) <= 29]
            assert game.legal(s) == (fits or ["pass"])
            game.play(s, rng.choice(game.legal(s)), told)
            assert s.total == worth(s.heap) < 29
            if s.turn < 0:
                assert [worth(pile) % 29 for pile in s.won] == [0] * players
                assert sum(map(worth, [*s.won, *s.hands, s.heap])) == PACK[players]
                assert sum(sizes) == sum(map(len, s.won))
                sizes.clear()


@every_table
def test_a_deal_ends_when_nobody_can_add_and_not_before(players):
    played_out = 0
    for seed in range(60):
        s = kit.start(game, players, seed=seed)
        rng, before = random.Random(seed), None
        while s.turn >= 0:
            before = s
            s, _ = kit.step(game, s, rng.choice(game.legal(s)))
        assert all(worth([*s.heap, c]) > 29 for hand in s.hands for c in hand)
        if any(s.hands):
            assert game.legal(before) == ["pass"]
        else:
            played_out += 1
            assert worth(s.heap) == PACK[players] % 29, "a full pack of 232 is eight heaps and nothing over"
    assert played_out


@pytest.mark.parametrize(
    ("hand", "heap", "text", "clause"),
    [
        ("KH 5D", "TC 9C 8C", "5D", "limit"),
        ("KH 5D", "TC 9C 8C", "pass", "must-lay"),
        ("KH 5D", "TC 9C 8C", "KH", None),
        ("2H 5D", "TC 9C 8C", "2H", None),
        ("3H 5D", "TC 9C 8C", "3H", "limit"),
        ("3H 5D", "TC 9C 8C", "pass", None),
        ("3H 5D", "TC 9C 8C", "KH", "held"),
        ("3H 5D", "TC 9C 8C", "3H 5D", "turn"),
        ("3H 5D", "", "pass", "must-lay"),
        ("3H 5D", "", "draw", "turn"),
        ("TH", "TC 9C", "TH", None),
        ("TH QD", "TC 9C KC", "TH", "limit"),
    ],
)
def test_what_may_be_laid(hand, heap, text, clause):
    s = position(hand, heap, others="4S")
    assert refused(s, text) == clause
    assert (text in moves(s)) == (clause is None)


def test_four_cards_make_29_and_the_next_heap_is_begun_on_the_takers_left():
    s = position("9D 2C", "TC 9H JS", others="4S")
    after, told = kit.step(game, s, kit.parse("9D"))
    assert clauses(told) == ["add", "take", "new-heap"]
    assert told[1].facts == {"seat": 0, "cards": 4}
    assert (after.won[0], after.heap, after.total, after.turn) == (cards("TC 9H JS 9D"), [], 0, 1)


def test_a_player_without_cards_is_passed_over():
    s = position("9D", "TC 9H JS", others="4S")
    s.hands[1] = []
    after, told = kit.step(game, s, kit.parse("9D"))
    assert clauses(told) == ["add", "take", "out", "new-heap"]
    assert after.turn == 2


def test_everybody_passes_in_turn_before_the_deal_ends():
    s = position("3D KC", "TC 9H 8S", others="4S 5S", won=1)
    seats = []
    while s.turn >= 0:
        seats.append(s.turn)
        s, told = kit.step(game, s, game.legal(s)[0])
    assert seats == [0, 1, 2, 3, 0], "the player of the last card passes too"
    assert clauses(told) == ["pass", "stuck", "left-over", "count", "count", "count", "count", "win"]
    assert told[2].facts == {"total": 28, "held": 7}
    assert (s.score, game.result(s)) == ([29, 0, 0, 0], (0,))


def ending(heaps, **options):
    """A deal's end for players with so many heaps: the last card of all is laid and makes no 29."""
    players = len(heaps)
    s = position("KC", "", players, **options)
    s.won = [cards("TS 9S 8S 2S") * n for n in heaps]
    return kit.step(game, s, kit.parse("KC"))


@pytest.mark.parametrize(
    ("heaps", "options", "score", "winners"),
    [
        ((3, 2, 2, 1), {}, [87, 58, 58, 29], (0,)),
        ((3, 2, 2, 1), {"pairs": True}, [145, 87, 145, 87], (0, 2)),
        ((2, 2, 1, 1), {"pairs": True}, [87, 87, 87, 87], (0, 1, 2, 3)),
        ((3, 2, 2), {"pairs": True}, [87, 58, 58], (0,)),
        ((3, 3, 1), {}, [87, 87, 29], (0, 1)),
        ((3, 2, 2, 1), {"count_cards": True}, [12, 8, 8, 4], (0,)),
        ((0, 0, 0), {}, [0, 0, 0], (0, 1, 2)),
    ],
)
def test_what_a_deal_is_worth_and_who_wins_it(heaps, options, score, winners):
    s, told = ending(heaps, **options)
    assert (s.score, s.turn, game.result(s)) == (score, kit.OVER, winners)
    alone = winners in game.sides(s)
    assert clauses(told)[-1] == ("win" if alone else "share")


def test_a_match_goes_on_until_somebody_has_a_hundred():
    s, told = ending((3, 2, 2), target=100)
    assert (s.score, s.turn, s.dealer) == ([87, 58, 58], kit.NOBODY, 0)
    assert clauses(told)[-1] == "next-deal"
    s, told = ending((4, 2, 1), target=100)
    assert (s.score, s.turn, game.result(s)) == ([116, 58, 29], kit.OVER, (0,))
    assert clauses(told)[-1] == "match"


def test_cards_can_count_instead_of_points():
    s = position("KC", "", 3, count_cards=True)
    s.won[1], s.won[2] = cards("TS 9S 8S 2S"), cards("5S 5H 5D 5C 4S AS 2H AH KH")
    after, _ = kit.step(game, s, kit.parse("KC"))
    assert after.score == [0, 4, 9]


@pytest.mark.parametrize("seed", range(5))
def test_partners_have_one_score(seed):
    s = game.new(4, kit.options(game, pairs=True, target=100))
    kit.playout(game, s, random.Random(seed))
    assert s.score[0] == s.score[2]
    assert s.score[1] == s.score[3]
    assert max(s.score) >= 100
    assert game.result(s) in {(0, 2), (1, 3), (0, 1, 2, 3)}
