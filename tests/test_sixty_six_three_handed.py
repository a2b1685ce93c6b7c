"""Three-handed Sixty-six: who sits out, who deals and leads next; the game itself is that of Sixty-six for two."""

import random
from functools import partial
from itertools import pairwise

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import BACK, CARDS, cards, pack
from cardlib.games import load, sixty_six

game = load("sixty-six-three-handed")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
HOUSE = [{}, {"exchange": True}, {"judged": "end"}, {"last_closed": False}, {"beat": True}, {"dealer_scores": True}]
ALL = {"all_play": True}


def played(seed, **options):
    """The deals of a match played at random, after the one that settles the dealer, and how it ended."""
    deals, s = playing.played(game, 3, seed, **options)
    return deals[1:], s


def told(deal):
    return [short(ruling.clause) for _, _, rulings in deal for ruling in rulings]


def facts(deal, clause):
    return next(r.facts for _, _, rulings in deal for r in rulings if short(r.clause) == clause)


def position(hands, *, dealer, leader, trump="9H", stock="", points=(0, 0, 0), tricks=(0, 0, 0), **options):
    """A deal in progress, somebody on lead: hands by seat, the card turned up, the stock from the top."""
    s = game.new(3, kit.options(game, **options))
    s.dealer = dealer
    game._seat(s, leader)
    s.hands, s.stock, s.turn = [cards(hand) for hand in hands], cards(stock)[::-1], leader
    s.turn_up, s.trump = cards(trump), "SHDC".index(trump[-1])
    s.points, s.tricks = list(points), list(tricks)
    return s


# The rules of the base


def test_every_clause_of_the_base_is_here_under_the_same_name():
    ours = [short(clause) for clause in kit.clauses(game)]
    base = [short(clause) for clause in kit.clauses(sixty_six)]
    assert [name for name in ours if name in base] == base
    assert [n for n in ours if n not in base] == [
        "sit-out", "dealer-score", "comes-in", "all-play", "two-losers", "both-score",
    ]  # fmt: skip


@pytest.mark.parametrize("options", HOUSE[:-1], ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_the_two_who_play_play_sixty_six(seed, options):
    """The same pack and the same moves at a table for two: the same moves are legal, the same points are scored."""
    for deal in played(seed, **options)[0]:
        dealt, shuffle, _ = deal[0]
        leader, other = dealt.seats
        two = sixty_six.new(2, kit.options(sixty_six, **options))
        two.dealer = 1
        sixty_six.play(two, shuffle)
        for before, move, _ in deal[1:]:
            assert sixty_six.legal(two) == game.legal(before)
            assert two.points == [before.points[leader], before.points[other]]
            assert two.turn == (0 if before.turn == leader else 1)
            sixty_six.play(two, move)
        after, _ = kit.step(game, *deal[-1][:2])
        gained = [now - then for now, then in zip(after.score, dealt.score, strict=True)]
        assert two.score == [gained[leader], gained[other]]


# The dealer


@pytest.mark.parametrize("options", HOUSE, ids=str)
def test_the_dealer_has_no_cards_no_turn_and_sees_the_tricks_alone(options):
    for deal in played(3, **options)[0]:
        for s, _, _ in deal[1:]:
            assert s.turn != s.dealer
            assert not s.hands[s.dealer] and not s.won[s.dealer]
            for zone in kit.view(game, s, s.dealer).zones:
                assert zone.name in ("trick", "turn-up") or set(zone.cards) <= {BACK}


@pytest.mark.parametrize("options", HOUSE, ids=str)
def test_the_winner_deals_the_former_dealer_comes_in_and_the_loser_leads(options):
    drawn = 0
    for seed in range(12):
        deals, _ = played(seed, **options)
        assert deals[0][0][0].seats[0] == (deals[0][0][0].dealer + 1) % 3
        for deal, after in pairwise(deals):
            before, then = deal[1][0], after[0][0]
            assert after[1][0].turn == then.seats[0]
            if "drawn" in told(deal):
                drawn += 1
                assert then.dealer == before.dealer
                assert then.seats[0] == (then.dealer + 1) % 3
                assert set(then.seats) == set(before.seats)
                assert then.score == before.score
                assert "comes-in" not in told(deal)
            else:
                winner = then.dealer
                (loser,) = set(before.seats) - {winner}
                assert then.seats == [loser, before.dealer]
                assert then.score[winner] > before.score[winner]
                assert facts(deal, "comes-in") == {"seat": before.dealer, "other": loser}
    assert drawn or options


def test_the_dealer_scores_nothing_or_by_agreement_as_much_as_the_winner():
    for scores in (False, True):
        for deal in played(1, dealer_scores=scores)[0]:
            before, (after, _) = deal[1][0], kit.step(game, *deal[-1][:2])
            gained = [now - then for now, then in zip(after.score, before.score, strict=True)]
            worth = max(gained)
            assert gained[before.dealer] == (worth if scores else 0)
            assert gained.count(worth) == (3 if not worth else 2 if scores else 1)


def test_two_who_reach_the_target_together_are_ranked_by_the_score():
    s = game.new(3, kit.options(game, dealer_scores=True))
    for score, winners in (([8, 9, 2], (1,)), ([9, 9, 0], (0, 1)), ([7, 7, 7], ())):
        s.score = score
        assert game.result(s) == winners


def test_a_match_takes_five_games_at_least():
    """Whoever wins a game sits the next one out, and three wins do not follow on one another."""
    assert min(len(played(seed)[0]) for seed in range(40)) >= 5


# The lots


@pytest.mark.parametrize(
    ("start", "dealer", "drawn"),
    [
        ("9S TS JS", 1, "9S TS JS"),
        ("9S 9H KS QD", 1, "9S KS QD"),
        ("AS AH AD JC TC", 0, "AS JC TC"),
        ("QS KD KH TH", 2, "QS KD TH"),
    ],
)
def test_the_highest_card_deals_and_a_rank_drawn_already_is_drawn_again(start, dealer, drawn):
    first = cards(start)
    rest = [c for c in pack("9TJQKA") if c not in first]
    s, rulings = kit.step(game, game.new(3, game.Options()), ("deal", *first, *rest))
    assert s.dealer == dealer
    assert rulings[0].facts["cards"] == tuple(cards(drawn))


def test_the_thirteenth_card_is_turned_up_or_the_nineteenth():
    for options, number in (({}, 12), (ALL, 18)):
        deal = played(2, **options)[0][0]
        (s, shuffle, _), (after, _, _) = deal[:2]
        assert after.turn_up == [shuffle[1 + number]]
        assert [len(after.hands[seat]) for seat in s.seats] == [6] * len(s.seats)
        assert len(after.stock) + 1 == 24 - number


# The examples of the rules


def test_a_closed_game_and_then_a_closer_who_fails():
    """B closes with eight cards left, C having 18 and a trick, and reaches 68; then C closes and stops at 61."""
    a, b, c = range(3)
    s = position(
        ["", "AH KC QC", "KH JC JD"],
        dealer=a, leader=b, stock="9D TD QD KD 9S JS TS", points=(0, 34, 18), tricks=(0, 1, 1),
    )  # fmt: skip
    s, _ = steps(s, "close", "AH", "KH", "KC")
    assert s.score == [0, 2, 0]
    assert (s.dealer, s.seats) == (b, [c, a])
    s = position(["AC AS", "", "TC JS"], dealer=b, leader=c, stock="9D TD QD KD JD QS KS TS TH QH", points=(0, 0, 61))
    s.score = [0, 2, 0]
    s, rulings = steps(s, "close", "TC", "AC", "AS", "JS")
    assert s.points == [44, 0, 61]
    assert s.score == [3, 2, 0]
    assert "failed-treble" in [short(r.clause) for r in rulings]
    assert (s.dealer, s.seats) == (a, [c, b])


def test_a_marriage_is_scored_by_the_leader_alone():
    s = position(["", "9S AS", "KS QS"], dealer=0, leader=1, stock="9D TD TC JD JC")
    s, _ = steps(s, "9S", "QS")
    assert s.points == [0, 0, 3]
    s = position(["", "9S AS", "KS QS"], dealer=0, leader=2, stock="9D TD TC JD JC")
    s, _ = steps(s, "QS")
    assert s.points == [0, 0, 20]


# All three play


@pytest.mark.parametrize("seed", range(8))
def test_with_three_hands_the_points_add_up_and_the_strongest_card_takes(seed):
    for deal in played(seed, **ALL)[0]:
        extra, order = 0, []
        for s, move, rulings in deal[1:]:
            if move == "close":
                assert len(s.stock) == 5
                assert not any(s.tricks)
                continue
            extra += sum(r.facts["points"] for r in rulings if short(r.clause) in ("marriage", "trump-marriage"))
            extra += 10 * any(short(r.clause) == "last-trick" for r in rulings)
            order = [*order, (s.turn, move)]
            if len(order) == 3:
                led = order[0][1]
                best = max(
                    order,
                    key=lambda played: (
                        played[1].suit == s.trump,
                        played[1].suit == led.suit,
                        "9JQKTA".index(played[1].text[0]),
                    ),
                )
                after, _ = kit.step(game, s, move)
                if after.turn >= 0:
                    assert after.turn == best[0]
                    taken = sum(WORTH[c.text[0]] for won in after.won for c in won)
                    assert sum(after.points) == taken + extra + sum(WORTH[c.text[0]] for _, c in order)
                order = []


def test_with_three_hands_the_winner_deals_and_his_left_neighbour_leads_but_a_lone_closer_leads_himself():
    lone = drawn = 0
    for seed in range(12):
        deals, _ = played(seed, **ALL)
        for deal, after in pairwise(deals):
            before, then = deal[1][0], after[0][0]
            gained = [now - old for now, old in zip(then.score, before.score, strict=True)]
            assert then.seats == [(then.dealer + n) % 3 for n in (1, 2, 3)]
            if "both-score" in told(deal):
                lone += 1
                closer = facts(deal, "close")["seat"]
                assert sorted(gained)[1:] == [3, 3] and gained[closer] == 0
                assert then.seats[0] == closer
            elif "drawn" in told(deal):
                drawn += 1
                assert then.dealer == before.dealer
            else:
                assert sorted(gained)[:2] == [0, 0]
                assert gained[then.dealer] in (1, 2, 3)
    assert lone and drawn


@pytest.mark.parametrize(
    ("points", "tricks", "worth"),
    [
        ((60, 20, 33), (4, 1, 1), 1),
        ((60, 33, 32), (4, 1, 1), 1),
        ((60, 32, 32), (4, 1, 1), 2),
        ((60, 0, 32), (4, 0, 1), 2),
        ((60, 0, 0), (4, 0, 0), 3),
        ((60, 20, 0), (4, 0, 0), 3),
    ],
)
def test_two_who_lose_are_judged_together(points, tricks, worth):
    s = position(["AS 9D", "9S TD", "JS JD"], dealer=2, leader=0, points=points, tricks=tricks, **ALL)
    s.turn_up = []
    s, _ = steps(s, "AS", "9S", "JS")
    assert s.score == [worth, 0, 0]


def test_closing_with_three_hands_is_for_the_first_lead_alone():
    s = position(["9S AS", "TS KS", "QS JS"], dealer=2, leader=0, stock="9D TD JD QD KD", **ALL)
    assert refused(s, "close") is None
    s, _ = steps(s, "9S")
    assert refused(s, "close") == "close"
    s, _ = steps(s, "TS")
    assert refused(s, "close") == "close"
    s, _ = steps(s, "QS")
    assert s.turn == 1
    assert refused(s, "close") == "five"
    assert [len(hand) for hand in s.hands] == [2, 2, 2]
    assert s.hands[1][-1] is CARDS["9D"]
    assert s.hands[2][-1] is CARDS["TD"]
    assert s.hands[0][-1] is CARDS["JD"]


def test_play_at_random_is_over():
    for options in (*HOUSE, ALL):
        s = kit.start(game, options=kit.options(game, **options), seed=5)
        kit.playout(game, s, random.Random(5))
        assert s.turn == kit.OVER
        assert game.result(s)
