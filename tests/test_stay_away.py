"""Stay Away: what a deal always adds up to, and the cases of the rules page."""

from collections import Counter
from functools import partial

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import JACK, cards
from cardlib.games import load

game = load("stay-away")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
played = partial(playing.played, game)
ACE_HIGH = "3456789TJQKA"


def position(*hands, trick="", turn=0, leader=0, taken=None, score=None, **options):
    s = game.new(len(hands), kit.options(game, **options))
    s.hands, s.trick = [cards(hand) for hand in hands], cards(trick)
    s.turn, s.leader = turn, leader
    s.taken, s.score = list(taken or s.taken), list(score or s.score)
    return s


def names(told):
    return [short(ruling.clause) for ruling in told]


def facts(told, clause):
    return next(ruling.facts for ruling in told if short(ruling.clause) == clause)


@pytest.mark.parametrize(("players", "size", "lowest"), [(3, 24, 9), (4, 32, 7), (5, 40, 5), (6, 48, 3)])
def test_everybody_is_dealt_eight_cards_and_none_is_left(players, size, lowest):
    (deal, *_), _ = played(players, 1)
    (s, shuffle, told), (after, _, _) = deal[:2]
    assert len(shuffle) == size + 1
    assert min(c.rank for c in game.loose(s) if c.rank > 1) == lowest
    assert [len(hand) for hand in after.hands] == [8] * players
    assert facts(told, "three" if players == 3 else "pack") == {"players": players, "size": size, "lowest": lowest}


def test_the_packets_are_three_two_and_three():
    s = game.new(4, game.Options())
    pack = game.loose(s)
    s, _ = kit.step(game, s, ("deal", *pack))
    assert s.turn == 0
    assert s.hands[0] == [*pack[:3], *pack[12:14], *pack[20:23]]
    assert s.hands[3] == [*pack[9:12], *pack[18:20], *pack[29:32]]


@pytest.mark.parametrize("players", game.PLAYERS)
def test_a_deal_is_eight_tricks_and_six_penalty_points(players):
    for seed in range(5):
        deals, s = played(players, seed)
        for deal in deals:
            told = Counter(short(r.clause) for _, _, rulings in deal for r in rulings)
            assert told["highest"] == 8
            assert told["first-lead"] + told["lead"] == 8
            assert told["revoke"] == 0
        assert sum(s.score) == 6 * len(deals)


@pytest.mark.parametrize("players", game.PLAYERS)
def test_every_jack_goes_to_the_taker_of_its_trick(players):
    """The count kept on the way, against the rule written out once more."""
    for seed in range(5):
        for deal in played(players, seed)[0]:
            expected, trick, leader = [0] * players, [], None
            for before, move, _ in deal[1:]:
                leader = before.turn if not trick else leader
                trick.append(move)
                if len(trick) == players:
                    following = [c for c in trick if c.suit == trick[0].suit]
                    best = max(following, key=lambda c: ACE_HIGH.index(c.text[0]))
                    taker = (leader + trick.index(best)) % players
                    expected[taker] += sum(3 if c.text == "JS" else 1 for c in trick if c.rank == JACK)
                    trick = []
            s, move, _ = deal[-1]
            assert kit.step(game, s, move)[0].taken == expected


@pytest.mark.parametrize("limit", [10, 15, 20])
@pytest.mark.parametrize("players", game.PLAYERS)
def test_a_match_ends_after_the_deal_that_reaches_the_limit_unless_level_at_the_bottom(players, limit):
    for seed in range(5):
        deals, s = played(players, seed, limit=limit)
        assert max(s.score) >= limit
        assert s.score.count(min(s.score)) == 1
        assert game.result(s) == (s.score.index(min(s.score)),)
        for deal in deals[1:]:
            score = deal[0][0].score
            assert max(score) < limit or score.count(min(score)) > 1
        dealers = [deal[0][0].dealer for deal in deals]
        assert dealers == [(n - 1) % players for n in range(len(deals))]
        assert [deal[1][0].turn for deal in deals] == [(dealer + 1) % players for dealer in dealers]


def test_nothing_is_added_up_before_the_end_of_a_deal():
    for deal in played(4, 3)[0]:
        assert len({tuple(before.score) for before, _, _ in deal}) == 1


def test_the_first_example_a_jack_thrown_on_a_club():
    s = position("9C 7H", "QC 8H", "JS 9H", "7C TH")
    s, told = steps(s, "9C", "QC", "JS", "7C")
    assert s.turn == 1
    assert s.taken == [0, 3, 0, 0]
    assert names(told) == ["first-lead", "follow", "throw", "follow", "highest", "jacks"]


def test_the_second_example_the_jack_must_follow():
    s, _ = steps(position("KD 7H", "JD 8C", "7D 9H", "8D TH"), "KD")
    assert refused(s, "8C") == "follow"
    assert game.legal(s) == cards("JD")
    s, _ = steps(s, "JD", "7D", "8D")
    assert s.turn == 0
    assert s.taken == [1, 0, 0, 0]


def test_the_third_example_a_match_decided():
    s = position("AC", "9C", "8C", "7C", taken=(4, 1, 0, 1), score=(6, 3, 5, 4))
    s, told = steps(s, "AC", "9C", "8C", "7C")
    assert s.score == [10, 4, 5, 5]
    assert s.turn == kit.OVER
    assert game.result(s) == (1,)
    assert facts(told, "limit") == {"seats": (0,), "limit": 10}
    assert facts(told, "lowest") == {"seat": 1, "total": 4}


def test_level_at_the_bottom_needs_another_deal():
    s = position("AC", "9C", "8C", "7C", taken=(4, 1, 0, 1), score=(6, 4, 5, 9))
    s, told = steps(s, "AC", "9C", "8C", "7C")
    assert s.score == [10, 5, 5, 10]
    assert s.turn == kit.NOBODY
    assert s.dealer == 0
    assert facts(told, "limit") == {"seats": (0, 3), "limit": 10}
    assert facts(told, "level") == {"seats": (1, 2), "total": 5}


def test_level_higher_up_does_not_matter():
    s = position("AC", "9C", "8C", "7C", taken=(4, 0, 1, 1), score=(6, 3, 5, 5))
    s, _ = steps(s, "AC", "9C", "8C", "7C")
    assert s.turn == kit.OVER


def test_one_trick_may_hold_all_the_jacks():
    s, told = steps(position("QS 7H", "JS 8H", "JD 9H", "JC JH"), "QS", "JS", "JD", "JC")
    assert s.taken == [5, 0, 0, 0]
    assert facts(told, "jacks") == {"seat": 0, "cards": tuple(cards("JS JD JC")), "points": 5, "total": 5}


def test_a_revoke_where_it_can_be_made_costs_one_point_and_the_card_stays():
    s, _ = steps(position("9S 7H", "JS AH", "8S 9H", "7S TH", revoke=True), "9S")
    assert set(game.legal(s)) == set(cards("JS AH"))
    s, told = steps(s, "AH")
    assert facts(told, "revoke") == {"seat": 1, "card": cards("AH")[0], "suit": "spades", "points": 1, "total": 1}
    s, _ = steps(s, "8S", "7S")
    assert s.turn == 0
    assert s.taken == [0, 1, 0, 0]
    assert len(s.trick) == 4


@pytest.mark.parametrize("players", game.PLAYERS)
def test_with_revokes_a_deal_counts_six_and_one_for_each(players):
    for seed in range(5):
        deals, s = played(players, seed, revoke=True)
        revokes = sum(short(r.clause) == "revoke" for deal in deals for _, _, told in deal for r in told)
        assert revokes
        assert sum(s.score) == 6 * len(deals) + revokes


def test_what_is_wrong_first_is_named_first():
    s, _ = steps(position("KD 7H", "JD 8C", "7D 9H", "8D TH"), "KD")
    assert refused(s, "pass") == "turn"
    assert refused(s, "JD 8C") == "turn"
    assert refused(s, "7D") == "held"
    assert refused(s, "8C") == "follow"
    assert refused(s, "JD") is None


def test_the_trick_lies_open_until_the_next_lead():
    s, _ = steps(position("KD 7H", "JD 8C", "7D 9H", "8D TH"), "KD", "JD", "7D", "8D")
    assert s.trick == cards("KD JD 7D 8D")
    assert set(game.legal(s)) == set(cards("7H"))
    s, _ = steps(s, "7H")
    assert s.trick == cards("7H")
    assert s.won[0] == cards("KD JD 7D 8D")
