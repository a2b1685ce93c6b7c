"""Two-Ten-Jack: what a deal always adds up to, what the speculation may do, and the cases of the rules page."""

from collections import Counter
from functools import partial

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import SUITS, card, cards, pack
from cardlib.games import load

game = load("two-ten-jack")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
ACE_HIGH = "23456789TJQKA"
PLUS = dict.fromkeys(cards("2H TH JH"), 10) | dict.fromkeys(cards("AH KH QH"), 5)
PLUS |= dict.fromkeys(cards("AD KD QD JD"), 1)
MINUS = dict.fromkeys(cards("2S TS JS"), 10) | dict.fromkeys(cards("AS KS QS"), 5)
SPECULATION = card("AS")
TRICKS = {2: 26, 3: 17, 4: 13}
every_number = pytest.mark.parametrize("players", game.PLAYERS)


def played(seed, players, **options):
    """The deals of a match played at random: for each, the (state before, move, rulings) of its moves; the end."""
    deals, s = playing.played(game, players, seed, **options)
    return deals[1:], s  # the first is the cut


def position(*hands, stock="", trick="", suit=None, turn=0, plus=None, minus=None, score=None, dealer=0, **options):
    """A position of so many hands; `trick` is what lies, `suit` what must be followed, the stock from its top."""
    s = game.new(len(hands), kit.options(game, **options))
    s.hands, s.stock, s.trick = [cards(hand) for hand in hands], cards(stock)[::-1], cards(trick)
    if s.trick:
        s.suit = s.trick[0].suit if suit is None else suit
    nothing = [0] * len(hands)
    s.turn, s.dealer = turn, dealer
    s.plus, s.minus, s.score = list(plus or nothing), list(minus or nothing), list(score or nothing)
    return s


def names(told):
    return [short(r.clause) for r in told]


@every_number
@pytest.mark.parametrize("seed", range(12))
def test_the_scores_of_a_deal_add_up_to_four(players, seed):
    deals, s = played(seed, players)
    for deal in deals:
        counts = [r.facts for r in deal[-1][2] if short(r.clause) == "count"]
        assert sum(f["points"] for f in counts) == 4 == game.WHOLE
        assert sum(f["plus"] for f in counts) == 49
        assert sum(f["minus"] for f in counts) == 45
    assert sum(s.score) == 4 * len(deals)


@every_number
@pytest.mark.parametrize("seed", range(6))
def test_every_trick_goes_by_the_rules_written_out_once_more(players, seed):
    """Who takes, who draws next and what it counts, computed here from the cards alone."""
    for deal in played(seed, players)[0]:
        before, _, told = deal[0]
        dealer = before.dealer
        leader, trick, suit = (dealer + 1) % players, [], None
        plus, minus, tricks = [0] * players, [0] * players, 0
        for before, move, told in deal[1:]:
            assert before.turn == (leader + len(trick)) % players
            if not trick:
                suit = SUITS.index(move[1]) if isinstance(move, tuple) else move.suit
            trick.append(move[0] if isinstance(move, tuple) else move)
            if len(trick) < players:
                continue
            best = max(trick, key=lambda c: (c is SPECULATION, c.suit == 1, c.suit == suit, ACE_HIGH.index(c.text[0])))
            leader = (leader + trick.index(best)) % players
            plus[leader] += sum(PLUS.get(c, 0) for c in trick)
            minus[leader] += sum(MINUS.get(c, 0) for c in trick)
            drawing = [r.facts["seats"] for r in told if short(r.clause) == "draw"]
            assert drawing in ([], [tuple((leader + n) % players for n in range(players))])
            trick, tricks = [], tricks + 1
        assert tricks == TRICKS[players]
        ends = {r.facts["seat"]: r.facts for r in told if short(r.clause) == "count"}
        assert [ends[seat]["plus"] for seat in range(players)] == plus
        assert [ends[seat]["minus"] for seat in range(players)] == minus


@every_number
def test_the_cards_come_out_even(players):
    s = kit.start(game, players, seed=1)
    assert [len(hand) for hand in s.hands] == [6] * players
    assert len(s.stock) == {2: 40, 3: 33, 4: 28}[players]
    assert len(s.stock) % players == 0
    assert (card("3C") in game.loose(s)) == (players != 3)
    assert s.turn == (s.dealer + 1) % players
    deal = played(3, players)[0][0]
    told = Counter(short(r.clause) for _, _, rulings in deal for r in rulings)
    assert told["draw"] == {2: 20, 3: 11, 4: 7}[players]
    assert told["higher"] + told["trump"] + told["speculation"] == TRICKS[players]
    assert told["speculation"] == told["stock-gone"] == told["end"] == 1
    assert told["short-pack"] == (players == 3)


@every_number
@pytest.mark.parametrize("target", [25, 31])
def test_a_match_ends_when_one_player_alone_is_highest_at_the_target(players, target):
    for seed in range(8):
        deals, s = played(seed, players, target=target)
        assert max(s.score) >= target
        assert game.result(s) == (s.score.index(max(s.score)),)
        for deal in deals[1:]:
            scores = deal[0][0].score
            assert max(scores) < target or scores.count(max(scores)) > 1
        dealers = [deal[0][0].dealer for deal in deals]
        assert dealers == [(dealers[0] + n) % players for n in range(len(deals))]


def test_with_two_players_somebody_has_25_after_thirteen_deals_at_the_latest():
    longest = 0
    for seed in range(60):
        deals, _ = played(seed, 2)
        level = sum(max(deal[0][0].score) >= 25 for deal in deals)
        longest = max(longest, len(deals) - level)
    assert longest <= 13


def test_the_first_example_on_a_heart_the_speculation_or_a_heart():
    s, _ = steps(position("9H 2C", "4H AS", stock="3D 4D"), "9H")
    assert set(game.legal(s)) == set(cards("4H AS"))
    after, told = steps(s, "AS")
    assert after.turn == 1
    assert names(told)[:2] == ["as-heart", "speculation"]
    after, told = steps(s, "4H")
    assert after.turn == 0
    assert names(told)[0] == "higher"


def test_on_a_heart_without_hearts_the_speculation_must_be_played():
    s, _ = steps(position("9H 2C", "2S AS"), "9H")
    assert refused(s, "2S") == "must-trump"
    assert game.legal(s) == [SPECULATION]
    _, told = steps(s, "AS")
    assert names(told)[0] == "must-trump"


def test_the_second_example_a_lone_speculation_falls_on_a_spade():
    s, _ = steps(position("6S 2D", "AS 3H 2C"), "6S")
    assert refused(s, "3H") == refused(s, "2C") == "as-spade"
    assert game.legal(s) == [SPECULATION]
    s, _ = steps(position("9C 2D", "AS 2C 3H"), "9C")
    assert refused(s, "AS") == refused(s, "3H") == "follow"
    assert game.legal(s) == cards("2C")


def test_with_other_spades_the_speculation_may_be_kept():
    s, _ = steps(position("6S 2D", "AS 7S 3H"), "6S")
    assert set(game.legal(s)) == set(cards("AS 7S"))
    assert refused(s, "3H") == "follow"


def test_on_a_plain_suit_any_trump_will_do():
    s, _ = steps(position("9C 2D", "AS 3H 7D"), "9C")
    assert set(game.legal(s)) == set(cards("AS 3H"))
    assert refused(s, "7D") == "must-trump"


def test_the_third_example_is_counted():
    rest = [c for c in pack() if c not in cards("TH JH AH KD AS KS")]
    plus, minus = sum(PLUS.get(c, 0) for c in rest), sum(MINUS.get(c, 0) for c in rest)
    assert (plus, minus) == (23, 35)
    s, told = steps(position("4C", "3C", plus=(26, plus), minus=(10, minus)), "4C", "3C")
    assert s.score == [16, -12]
    assert names(told)[-4:] == ["end", "count", "count", "next-deal"]
    assert (s.turn, s.dealer) == (kit.NOBODY, 1)


@pytest.mark.parametrize(("named", "fits"), [("spades", "2S"), ("hearts", "4H")])
def test_a_lead_of_the_speculation_is_followed_as_it_was_named(named, fits):
    s = position("AS 9D", "2S 4H 5C")
    assert refused(s, "AS") == refused(s, "AS clubs") == refused(s, "9D diamonds") == "named"
    assert set(game.legal(s)) == {(SPECULATION, "spades"), (SPECULATION, "hearts"), card("9D")}
    s, told = steps(s, f"AS {named}")
    assert names(told) == ["first-lead", "named"]
    assert game.legal(s) == cards(fits)
    s, told = steps(s, fits)
    assert s.turn == 0
    assert names(told)[0] == "speculation"


def test_against_the_speculation_as_a_heart_a_player_without_hearts_throws_what_he_likes():
    s, _ = steps(position("AS 9D", "2S 5C"), "AS hearts")
    assert set(game.legal(s)) == set(cards("2S 5C"))
    s, told = steps(s, "2S")
    assert names(told)[:3] == ["throw", "speculation", "spades"]
    assert s.minus == [15, 0]


def test_against_the_speculation_as_a_spade_a_player_without_spades_loses_a_heart():
    s, _ = steps(position("AS 9D", "2H 5C"), "AS spades")
    assert game.legal(s) == cards("2H")
    s, _ = steps(s, "2H")
    assert (s.turn, s.plus, s.minus) == (0, [10, 0], [5, 0])


def test_no_suit_is_named_when_following():
    s, _ = steps(position("9H 2C", "4H AS"), "9H")
    assert refused(s, "AS hearts") == "named"


def test_the_highest_of_several_trumps_takes():
    s, told = steps(position("KC 2C", "4H 5D", "9H 6D"), "KC", "4H", "9H")
    assert s.turn == 2
    assert names(told) == ["first-lead", "must-trump", "must-trump", "trump"]
    assert told[-1].facts["others"] == tuple(cards("4H"))


@pytest.mark.parametrize("face_down", [False, True])
def test_only_an_open_stock_shows_its_top_card_and_what_is_drawn(face_down):
    s = position("KC 2C", "4C 5D", stock="QS 8H 7H 6D", face_down=face_down)
    zones = {zone.name: zone.cards for zone in kit.view(game, s, 0).zones if zone.owner is None}
    assert zones["turn-up"] == (() if face_down else (card("QS"),))
    assert len(zones["stock"]) + len(zones["turn-up"]) == 4
    s, told = steps(s, "KC", "4C")
    assert s.hands == [cards("2C QS"), cards("5D 8H")]
    drawn = next(r.facts for r in told if short(r.clause) == "draw")
    assert drawn["cards"] == (() if face_down else tuple(cards("QS 8H")))


def test_several_at_the_target_the_highest_wins_and_level_scores_need_another_deal():
    hands = "4C", "3C", "2C"
    s, told = steps(position(*hands, score=(26, 25, -40)), "4C", "3C", "2C")
    assert s.turn == kit.OVER
    assert game.result(s) == (0,)
    assert names(told)[-1] == "match"
    s, told = steps(position(*hands, score=(26, 26, -40)), "4C", "3C", "2C")
    assert s.turn == kit.NOBODY
    assert told[-1].facts["level"]
    s, told = steps(position(*hands, score=(24, 24, -36)), "4C", "3C", "2C")
    assert s.turn == kit.NOBODY
    assert not told[-1].facts["level"]


def test_what_is_wrong_first_is_named_first():
    s, _ = steps(position("6S 2D", "AS 3H"), "6S")
    assert refused(s, "draw") == refused(s, "AS 3H") == "turn"
    assert refused(s, "2D") == refused(s, "2D hearts") == "held"
    assert refused(s, "AS hearts") == "named"
    assert refused(s, "3H") == "as-spade"
    assert refused(s, "AS") is None
