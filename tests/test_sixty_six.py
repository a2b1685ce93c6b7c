"""Sixty-six: what a deal always adds up to, and the cases of the rules page."""

import random
from functools import partial

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import BACK, CARDS, SUITS, cards, pack
from cardlib.games import load

game = load("sixty-six")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
STRONGER = "9JQKTA"
ALL_OPTIONS = [{}, {"exchange": True}, {"judged": "end"}, {"last_closed": False}, {"beat": True}, {"party": 7}]


def played(seed, **options):
    """The deals of a match played at random: for each, the (state before, move, rulings, state after) of its moves."""
    rng = random.Random(seed)
    s = game.new(2, kit.options(game, **options))
    deals = []
    while s.turn != kit.OVER:
        if s.turn == kit.NOBODY:
            move = ("deal", *rng.sample(pack("9TJQKA"), 24))
            deals.append([])
        else:
            move = rng.choice(game.legal(s))
        after, told = kit.step(game, s, move)
        deals[-1].append((s, move, told, after))
        s = after
    return deals[1:], s


def position(south, north, *, trump="9H", stock="", turn=0, points=(0, 0), tricks=(1, 1), **options):
    """A deal in progress: `trump` lies open under the stock, or names the suit alone when the stock is gone."""
    s = game.new(2, kit.options(game, **options))
    s.hands, s.stock, s.turn, s.dealer = [cards(south), cards(north)], cards(stock)[::-1], turn, 0
    s.turn_up = cards(trump) if len(trump) > 1 else []
    s.trump = "SHDC".index(trump[-1])
    s.points, s.tricks = list(points), list(tricks)
    return s


def gone(south, north, trump="H", **more):
    """The stock is gone."""
    return position(south, north, trump=trump, **more)


def clauses(told):
    return [short(r.clause) for r in told]


# What always adds up


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_points_are_the_cards_taken_the_marriages_and_the_last_trick(options):
    for seed in range(8):
        for deal in played(seed, **options)[0]:
            piles, extra, led = [0, 0], [0, 0], None
            for before, move, _, after in deal[1:]:
                seat = before.turn
                if move in ("close", "exchange"):
                    continue
                if led is None:
                    led = move
                    partner = CARDS[{"K": "Q", "Q": "K"}[move.text[0]] + move.text[1]] if move.text[0] in "KQ" else None
                    if partner in before.hands[seat]:
                        extra[seat] += 40 if move.text[1] == "SHDC"[before.trump] else 20
                else:
                    if move.suit == led.suit:
                        beaten = STRONGER.index(move.text[0]) > STRONGER.index(led.text[0])
                    else:
                        beaten = move.suit == before.trump
                    taker = seat if beaten else 1 - seat
                    piles[taker] += WORTH[led.text[0]] + WORTH[move.text[0]]
                    if not after.hands[0] and (not before.closed or before.options.last_closed):
                        extra[taker] += 10
                    led = None
                assert after.points == [piles[0] + extra[0], piles[1] + extra[1]]
            assert max(before.points) < 66


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_a_game_counts_one_to_three_and_the_winner_deals(options):
    for seed in range(8):
        deals, s = played(seed, **options)
        for deal in deals:
            start, end = deal[0][3], deal[-1][3]
            gained = sorted(now - then for now, then in zip(end.score, start.score, strict=True))
            told = clauses(deal[-1][2])
            if "drawn" in told:
                assert gained == [0, 0]
                assert end.points == [65, 65]
                assert end.dealer == start.dealer
                assert not end.closed
            else:
                assert gained[0] == 0
                assert gained[1] in (1, 2, 3)
                assert end.score[end.dealer] > start.score[end.dealer]
            assert start.turn == 1 - start.dealer
        party = options.get("party", 8)
        assert [seat for seat in range(2) if s.score[seat] >= party] == list(game.result(s))
        assert all(max(deal[0][0].score) < party for deal in deals)


def test_the_taker_draws_first_and_the_turned_card_comes_last():
    for seed in range(10):
        for deal in played(seed)[0]:
            for before, move, told, after in deal[1:]:
                if "draw" in clauses(told):
                    winner, loser = after.turn, 1 - after.turn
                    assert after.hands[winner][-1] is before.stock[-1]
                    last = before.turn_up[0] if len(before.stock) == 1 else before.stock[-2]
                    assert after.hands[loser][-1] is last
                    assert not before.closed
                if before.closed:
                    assert after.stock == before.stock
                    assert move != "close"


def test_a_closed_game_is_never_drawn():
    for seed in range(20):
        for deal in played(seed)[0]:
            end = deal[-1][3]
            if end.closed:
                told = clauses(deal[-1][2])
                assert ("win" in told) == (end.points[end.closer] >= 66)
                assert ("win" in told) != ("failed" in told or "failed-treble" in told)


# Who deals first


@pytest.mark.parametrize(
    ("pack_starts", "dealer"), [("AS 9S", 0), ("KS TS", 1), ("JS JH 9S QS", 1), ("JS JH QS 9S", 0)]
)
def test_the_higher_card_deals_and_equal_ranks_draw_again(pack_starts, dealer):
    first = cards(pack_starts)
    rest = [c for c in pack("9TJQKA") if c not in first]
    s, told = kit.step(game, game.new(2, game.Options()), ("deal", *first, *rest))
    assert s.dealer == dealer
    assert s.turn == kit.NOBODY
    assert told[0].facts["again"] == len(first) // 2 - 1


# The examples of the rules


def test_with_a_stock_anything_may_be_played_and_a_trump_takes():
    s = position("TS 9C", "9S 9H QD", trump="AH", stock="JC JD JS")
    s, _ = steps(s, "TS")
    assert set(game.legal(s)) == set(cards("9S 9H QD"))
    s, told = steps(s, "9H")
    assert s.turn == 1
    assert s.points == [0, 10]
    assert clauses(told)[:2] == ["trump", "points"]


def test_without_a_stock_suit_must_be_followed_even_against_a_trump():
    s, _ = steps(gone("TS 9C", "9S 9H"), "TS")
    assert refused(s, "9H") == "follow"
    assert game.legal(s) == cards("9S")
    s, _ = steps(gone("TS 9C", "9H QD"), "TS")
    assert refused(s, "QD") == "must-trump"
    assert game.legal(s) == cards("9H")
    s, _ = steps(gone("TS 9C", "QD JC"), "TS")
    assert set(game.legal(s)) == set(cards("QD JC"))
    s, _ = steps(gone("TH 9C", "9H QD"), "TH")
    assert refused(s, "QD") == "follow"


def test_a_lower_card_may_be_played_under_unless_beating_is_agreed():
    s, _ = steps(gone("TS 9C", "9S AS"), "TS")
    assert set(game.legal(s)) == set(cards("9S AS"))
    s, _ = steps(gone("TS 9C", "9S AS", beat=True), "TS")
    assert refused(s, "9S") == "beat"
    s, _ = steps(gone("TS 9C", "9S KS", beat=True), "TS")
    assert set(game.legal(s)) == set(cards("9S KS"))
    s, _ = steps(position("TS 9C", "9S AS", stock="JC JD JS", beat=True), "TS")
    assert set(game.legal(s)) == set(cards("9S AS"))


@pytest.mark.parametrize(("left", "clause"), [(11, None), (9, None), (5, None), (3, "five"), (1, "five"), (0, "five")])
def test_the_stock_is_closed_with_five_cards_or_more_the_turned_one_among_them(left, clause):
    others = [c for c in pack("9TJQKA") if c.text not in ("TS", "9C", "9S", "9H", "AH")]
    s = position("TS 9C", "9S 9H", trump="AH" if left else "H", stock=" ".join(c.text for c in others[:left]))
    assert refused(s, "close") == clause
    assert ("close" in game.legal(s)) == (clause is None)


def test_only_the_player_on_lead_closes_and_only_once():
    s, _ = steps(position("TS 9C", "9S 9H", trump="AH", stock="JC JD JS JH QC"), "TS")
    assert refused(s, "close") == "close"
    s, _ = steps(position("TS 9C", "9S 9H", trump="AH", stock="JC JD JS JH QC"), "close")
    assert s.turn == 0
    assert refused(s, "close") == "close"
    s, _ = steps(s, "TS")
    assert refused(s, "9H") == "follow"
    s, told = steps(s, "9S")
    assert "draw" not in clauses(told)
    assert len(s.hands[0]) == 1


def closed_game(north_at_closing, north_tricks, closer_reaches, **options):
    """South closes, and takes or loses a trick with which he has 66 or 64; North has taken 15 more since."""
    s = position("AC KC", "QC JC", trump="9H", stock="9D 9S JD JS QH", points=(0, north_at_closing), **options)
    s.tricks[1] = north_tricks
    s, told = steps(s, "close")
    s.points = [closer_reaches - 14, north_at_closing + 15]
    s.tricks[1] += 1
    s.hands[0], s.hands[1] = cards("AC"), cards("QC")
    s.options = kit.options(game, last_closed=False, **options)
    s, more = steps(s, "AC", "QC")
    return s, clauses(told + more)


@pytest.mark.parametrize(
    ("north", "tricks", "reaches", "judged", "score"),
    [
        (20, 1, 66, "closing", [2, 0]),
        (20, 1, 66, "end", [1, 0]),
        (33, 1, 66, "closing", [1, 0]),
        (0, 0, 66, "closing", [3, 0]),
        (0, 0, 66, "end", [2, 0]),
        (20, 1, 64, "closing", [0, 2]),
        (40, 2, 64, "closing", [0, 2]),
        (0, 0, 64, "closing", [0, 3]),
        (0, 0, 64, "end", [0, 2]),
    ],
)
def test_a_closed_game_is_judged_at_the_closing_or_by_agreement_at_the_end(north, tricks, reaches, judged, score):
    s, told = closed_game(north, tricks, reaches, judged=judged)
    assert s.score == score
    assert ("judged" in told) == (judged == "closing")


def test_a_closer_who_lets_the_other_reach_66_has_failed():
    s = position("KC 9S", "QC AC TC", trump="9H", stock="9D 9S JD JS QH", points=(50, 60), tricks=(3, 3))
    s, told = steps(s, "close", "KC", "AC")
    assert clauses(told)[-2:] == ["failed", "next-deal"]
    assert s.score == [0, 2]


@pytest.mark.parametrize(
    ("points", "tricks", "score", "clause"),
    [
        ((53, 33), (3, 2), [1, 0], None),
        ((53, 34), (3, 2), [1, 0], None),
        ((53, 32), (3, 2), [2, 0], "double"),
        ((53, 0), (3, 1), [2, 0], "double"),
        ((53, 0), (3, 0), [3, 0], "treble"),
        ((53, 40), (3, 0), [3, 0], "treble"),
    ],
)
def test_single_double_treble(points, tricks, score, clause):
    s = gone("AC 9S", "JC 9D", points=points, tricks=tricks)
    s, told = steps(s, "AC", "JC")
    assert s.points[0] == 66
    assert s.score == score
    assert s.turn == kit.NOBODY
    assert [c for c in clauses(told) if c in ("double", "treble")] == ([clause] if clause else [])


def test_with_65_each_the_game_is_drawn_and_the_same_player_deals():
    s = gone("AC", "TC", points=(34, 65), tricks=(6, 5))
    s, told = steps(s, "AC", "TC")
    assert s.points == [65, 65]
    assert clauses(told)[-3:] == ["last-trick", "drawn", "next-deal"]
    assert s.score == [0, 0]
    assert s.dealer == 0


@pytest.mark.parametrize(("counted", "points"), [(True, 31), (False, 21)])
def test_the_last_trick_of_a_closed_game(counted, points):
    s = position("AC", "TC", trump="9H", stock="9D 9S JD JS QH", last_closed=counted)
    s, _ = steps(s, "close", "AC", "TC")
    assert s.points == [points, 0]


# Marriages


@pytest.mark.parametrize(("lead", "points"), [("KS", 20), ("QS", 20), ("KH", 40), ("QH", 40), ("KC", 0), ("AS", 0)])
def test_leading_one_of_a_pair_scores_at_once(lead, points):
    s = position("KS QS KH QH KC AS", "QC 9C 9S JS JC JD", trump="9H", stock="9D TD TC", tricks=(0, 0))
    s, told = steps(s, lead)
    assert s.points == [points, 0]
    assert sum(c.endswith("marriage") for c in clauses(told)) == (points > 0)


def test_a_marriage_is_lost_by_playing_one_of_the_pair_to_the_others_lead():
    s = position("KS QS", "9S AS", trump="9H", stock="9D TD TC", turn=1)
    s, _ = steps(s, "9S", "QS")
    s.hands[0] = cards("KS TD")
    s, told = steps(s, "KS")
    assert s.points == [3, 0]
    assert clauses(told) == ["lead"]


def test_a_marriage_that_reaches_66_ends_the_game_in_the_middle_of_the_trick():
    s = position("KS QS", "AS 9S", trump="9H", stock="9D TD TC", points=(46, 40))
    s, told = steps(s, "KS")
    assert clauses(told)[-3:] == ["marriage", "win", "next-deal"]
    assert s.score == [1, 0]
    assert len(s.hands[1]) == 2


def test_a_pair_still_held_at_the_end_is_told_as_lost():
    _, told = steps(gone("AC 9S", "JC KD QD", points=(53, 40)), "AC", "JC")
    lost = next(r for r in told if short(r.clause) == "lost-marriage")
    assert lost.facts == {"seat": 1, "card": CARDS["KD"], "other": CARDS["QD"]}


def test_while_the_cards_are_played_nothing_tells_what_a_hand_still_holds():
    """The other half of a marriage that was broken up stays the holder's secret until the deal is over."""
    s = position("KS QS", "9S AS", trump="9H", stock="9D TD TC", turn=1)
    _, told = steps(s, "9S", "QS")
    assert "lost-marriage" not in clauses(told)
    assert all(CARDS["KS"] not in r.facts.values() for r in told)


# The nine of trumps


def test_the_trump_nine_is_exchanged_on_lead_after_a_trick():
    def holding(south="9H KS", **more):
        return position(south, "AS 9S", trump="AH", stock="9D TD TC", **{"exchange": True} | more)

    assert refused(holding(), "exchange") is None
    assert refused(holding(exchange=False), "exchange") == "turn"
    assert refused(holding(tricks=(0, 1)), "exchange") == "exchange"
    assert refused(holding("QH KS"), "exchange") == "exchange"
    s, _ = steps(holding(), "exchange")
    assert (set(s.hands[0]), s.turn_up, s.turn) == (set(cards("AH KS")), cards("9H"), 0)
    assert refused(s, "exchange") == "exchange"
    s, _ = steps(holding(turn=1), "9S")
    assert refused(s, "exchange") == "exchange"
    s = position("9H KS", "AS 9S", trump="AH", stock="9D TD TC JD QD", exchange=True)
    s, _ = steps(s, "close")
    assert refused(s, "exchange") == "exchange"


def test_whoever_closes_turns_the_trump_down():
    s = position("TS 9C", "9S 9H", trump="AH", stock="JC JD JS JH QC")
    shown = {z.name: z.cards for z in kit.view(game, s, 1).zones}
    assert shown["turn-up"] == tuple(cards("AH"))
    s, _ = steps(s, "close")
    shown = {z.name: z.cards for z in kit.view(game, s, 1).zones}
    assert shown["turn-up"] == ()
    assert shown["stock"] == (BACK,) * 6
    assert SUITS[s.trump] == "hearts"


def test_what_is_wrong_first_is_named_first():
    s, _ = steps(gone("TS 9C", "9S 9H"), "TS")
    assert refused(s, "pass") == "turn"
    assert refused(s, "9S 9H") == "turn"
    assert refused(s, "AD") == "held"
    assert refused(s, "9H") == "follow"
    assert refused(s, "9S") is None
