"""Two-handed Hearts: what a deal always adds up to, and the cases of the rules page."""

from collections import Counter
from functools import partial

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import HEARTS, cards
from cardlib.games import load

game = load("two-handed-hearts")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
played = partial(playing.played, game, 2)
ACE_HIGH = "23456789TJQKA"


def position(south, north, *, stock="", trick="", turn=0, taken=(0, 0), score=(0, 0), **options):
    s = game.new(2, kit.options(game, **options))
    s.hands, s.stock, s.trick = [cards(south), cards(north)], cards(stock)[::-1], cards(trick)
    s.turn, s.taken, s.score = turn, list(taken), list(score)
    return s


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_is_26_tricks_and_13_hearts(seed):
    (deal,), s = played(seed)
    told = Counter(short(r.clause) for _, _, rulings in deal for r in rulings)
    assert told["higher"] + told["throw"] == 26
    assert told["draw"] == 13
    assert told["stock-gone"] == told["end"] == told["fewest"] == told["match"] == 1
    assert sum(s.taken) == 13
    assert s.score == s.taken
    assert game.result(s) == (s.taken.index(min(s.taken)),)


@pytest.mark.parametrize("seed", range(10))
def test_every_card_goes_to_the_taker_of_its_trick(seed):
    """The count kept on the way is the hearts that lie in the tricks, taken by the rule written out once more."""
    (deal,), s = played(seed)
    owner, piles, led = None, [[], []], None
    for before, move, _ in deal[1:]:
        if led is None:
            assert owner is None or before.turn == owner
            led, leader = move, before.turn
            continue
        higher = ACE_HIGH.index(move.text[0]) > ACE_HIGH.index(led.text[0])
        owner = 1 - leader if move.suit == led.suit and higher else leader
        piles[owner] += [led, move]
        led = None
    assert [sum(c.suit == HEARTS for c in pile) for pile in piles] == s.taken
    s.won[owner] += s.trick
    assert list(map(set, s.won)) == list(map(set, piles))


@pytest.mark.parametrize("seed", range(10))
def test_both_hold_as_many_cards_and_the_hand_stays_at_thirteen_while_the_stock_lasts(seed):
    for deal in played(seed, target=50)[0]:
        for before, _, _ in deal[1:]:
            if len(before.trick) != 1:
                assert len(before.hands[0]) == len(before.hands[1])
                assert not before.stock or len(before.hands[0]) == 13


@pytest.mark.parametrize(("queen", "total"), [(False, 13), (True, 26)])
def test_a_match_ends_with_the_lower_total_once_somebody_has_50(queen, total):
    for seed in range(10):
        deals, s = played(seed, target=50, queen=queen)
        assert sum(s.score) == total * len(deals)
        assert max(s.score) >= 50
        assert game.result(s) == (s.score.index(min(s.score)),)
        dealers = [deal[0][0].dealer for deal in deals]
        assert dealers == [1 - n % 2 for n in range(len(deals))]
        assert [deal[1][0].turn for deal in deals] == [1 - dealer for dealer in dealers]
        assert all(max(deal[0][0].score) < 50 for deal in deals[:-1])


@pytest.mark.parametrize(("queen", "enough"), [(False, 7), (True, 14)])
def test_a_deal_may_stop_when_it_is_decided(queen, enough):
    shortened = 0
    for seed in range(20):
        for deal in played(seed, target=50, queen=queen, stop_early=True)[0]:
            s, move, told = deal[-1]
            after, _ = kit.step(game, s, move)
            assert max(s.taken) < enough
            assert max(after.taken) >= enough or sum(after.taken) == 2 * enough - 2
            left = next(r.facts["left"] for r in told if short(r.clause) == "end")
            assert left == 26 - (len(deal) - 1) // 2
            shortened += left > 0
    assert shortened


def test_the_first_example_a_club_is_led_and_a_heart_thrown():
    s = position("9C 2C", "KH 3D", stock="AS AD")
    s, told = steps(s, "9C", "KH")
    assert s.turn == 0
    assert s.taken == [1, 0]
    assert s.hands == [cards("2C AS"), cards("3D AD")]
    assert [short(r.clause) for r in told] == ["first-lead", "throw", "penalty", "draw", "stock-gone"]


def test_the_second_example_the_ace_must_be_played_although_it_wins():
    s, _ = steps(position("5D 2C", "AD QH"), "5D")
    assert refused(s, "QH") == "follow"
    assert game.legal(s) == cards("AD")
    s, _ = steps(s, "AD")
    assert s.turn == 1


def test_the_third_example_three_deals_of_a_match():
    s = position("2C", "3C", turn=0, score=(14, 12), taken=(9, 4), target=50)
    s, told = steps(s, "2C", "3C")
    assert s.score == [23, 16]
    assert s.turn == kit.NOBODY
    assert short(told[-1].clause) == "next-deal"


def test_at_the_end_level_totals_need_another_deal():
    s, told = steps(position("2C", "3C", score=(46, 41), taken=(4, 9), target=50), "2C", "3C")
    assert s.score == [50, 50]
    assert s.turn == kit.NOBODY
    assert told[-1].facts["level"]
    s, _ = steps(position("2C", "3C", score=(46, 40), taken=(4, 9), target=50), "2C", "3C")
    assert s.turn == kit.OVER
    assert game.result(s) == (1,)


def test_the_queen_of_spades_can_make_a_deal_level():
    s, told = steps(position("2C", "3C", taken=(13, 13), queen=True), "2C", "3C")
    assert s.turn == kit.NOBODY
    fewest = next(r for r in told if short(r.clause) == "fewest")
    assert fewest.facts == {"winners": (), "low": 13, "high": 13}


@pytest.mark.parametrize(("queen", "points"), [(False, 1), (True, 14)])
def test_the_queen_of_spades_counts_13_where_agreed(queen, points):
    s, _ = steps(position("KH 2C", "QS 3C", queen=queen), "KH", "QS")
    assert s.taken == [points, 0]


def test_hearts_may_be_led_at_any_time():
    s = position("2H 3C", "4H 5C")
    assert set(game.legal(s)) == set(cards("2H 3C"))


def test_what_is_wrong_first_is_named_first():
    s, _ = steps(position("5D 2C", "AD QH"), "5D")
    assert refused(s, "pass") == "turn"
    assert refused(s, "AD QH") == "turn"
    assert refused(s, "2C") == "held"
    assert refused(s, "QH") == "follow"
    assert refused(s, "AD") is None


def test_the_trick_lies_open_until_the_next_lead():
    s, _ = steps(position("KC 5D", "2C 3D", stock="4S 6S"), "KC", "2C")
    assert s.trick == cards("KC 2C")
    assert s.won == [[], []]
    s, _ = steps(s, "5D")
    assert s.trick == cards("5D")
    assert s.won == [cards("KC 2C"), []]
