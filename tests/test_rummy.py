"""Rummy: the call, the spread, the stock turned over, what a deal adds up to, and the cases of the rules page."""

import random
from functools import partial
from itertools import pairwise

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import CARDS, card, cards, pack
from cardlib.games import load

game = load("rummy")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
played = partial(playing.played, game)
every_number = pytest.mark.parametrize("players", game.PLAYERS)
CLUBS = "3C 4C 5C"
SEVENS = "7S 7H 7D"


def position(*hands, melds=(), stock="AH 2H", pile="2D 2S", phase="lay", turn=0, score=None, laid=None, **options):
    """A position of so many hands; the melds are the last player's, the stock and the pile from their tops."""
    s = game.new(len(hands), kit.options(game, **options))
    s.hands, s.stock, s.pile = [cards(hand) for hand in hands], cards(stock)[::-1], cards(pile)[::-1]
    s.melds, s.owners = [cards(meld) for meld in melds], [len(hands) - 1] * len(melds)
    s.phase, s.turn, s.mover, s.dealer = phase, turn, turn, (turn - 1) % len(hands)
    s.laid, s.score = list(laid or [False] * len(hands)), list(score or [0] * len(hands))
    s.turns, s.began = 20, 0
    return s


def names(told):
    return [short(r.clause) for r in told]


def moves(s):
    return {kit.write(move) for move in game.legal(s)}


def facts(told, clause):
    return [r.facts for r in told if short(r.clause) == clause]


# The deal


@pytest.mark.parametrize(("players", "each", "left"), [(2, 10, 31), (3, 7, 30), (4, 7, 23), (5, 6, 21), (6, 6, 15)])
def test_the_hands_and_the_stock(players, each, left):
    s = kit.start(game, players, seed=1)
    assert [len(hand) for hand in s.hands] == [each] * players
    assert (len(s.stock), len(s.pile)) == (left, 1)
    assert s.turn == (s.dealer + 1) % players


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    s = game.new(3, game.Options())
    game.play(s, ("deal", *cards("9H 3H 4H"), *[c for c in pack() if c.text not in ("9H", "3H", "4H")]))
    assert s.dealer == 1
    deck = pack()
    game.play(s, ("deal", *deck))
    assert s.turn == 2
    assert s.hands == [deck[1:21:3], deck[2:21:3], deck[0:21:3]]
    assert (s.pile, s.stock) == ([deck[21]], deck[22:][::-1])


@every_number
def test_whoever_began_deals_next(players):
    for seed in range(3):
        deals, _ = played(players, seed)
        firsts = [next(s.turn for s, _, _ in deal if s.turn >= 0) for deal in deals if len(deal) > 1]
        assert all((first + 1) % players == second for first, second in pairwise(firsts))


# Melds and adding to them


@pytest.mark.parametrize(
    ("meld", "clause"),
    [
        ("AH 2H 3H", None),
        ("AH QH KH", "run"),
        ("JH QH KH", None),
        ("2H 4H 5H", "run"),
        ("2H 3H", "run"),
        ("7S 7H", "set"),
        ("7S 7H 7C", None),
        ("7H 7C JH", "lay"),
        ("AH 2H 3H 4H 5H", None),
        ("2H 3H 4D", "held"),
    ],
)
def test_what_is_a_meld(meld, clause):
    s = position("AH 2H 3H 4H 5H JH QH KH 7S 7H 7C", "KS KC", stock="6S 6D")
    assert refused(s, f"lay {meld}") == clause
    assert (f"lay {kit.write(kit.canon(tuple(cards(meld))))}" in moves(s)) == (clause is None)


def test_dossier_two_and_six_of_clubs_are_added_to_three_four_five():
    s = position("6C 2C KS 9D", "KD", melds=[CLUBS])
    s, told = steps(s, "lay 6C", "lay 2C", "KS")
    assert names(told) == ["lay-off", "lay-off", "discard"]
    assert s.melds == [cards("2C 3C 4C 5C 6C")]
    assert s.owners == [1]
    assert s.hands[0] == cards("9D")


def test_a_card_on_the_table_stays_in_its_meld():
    s = position("5D 6D 7C KS", "KD", melds=[SEVENS])
    assert refused(s, "lay 5D 6D 7D") == "one-meld"
    assert refused(s, "lay 7D") == "one-meld"
    assert refused(s, "7D") == "held"


def test_a_card_that_fits_a_set_and_a_run_goes_where_one_says():
    s = position("7C 8C KS QD", "KD JD", melds=[SEVENS, "4C 5C 6C"])
    assert {"lay 7C set", "lay 7C run"} <= moves(s)
    assert "lay 7C" not in moves(s)
    assert refused(s, "lay 7C") == "which"
    to_set, _ = steps(s, "lay 7C set")
    assert "lay 8C" not in moves(to_set)
    to_run, _ = steps(s, "lay 7C run")
    assert to_run.melds[1] == cards("4C 5C 6C 7C")
    assert "lay 8C" in moves(to_run)
    assert refused(to_run, "lay 8C run") == "which"
    assert refused(to_run, "lay 8C set") == "lay-off"


def test_a_gap_between_two_runs_is_filled_once():
    s = position("6C KS QD", "KD", melds=[CLUBS, "7C 8C 9C"])
    assert "lay 6C" in moves(s)
    s, _ = steps(s, "lay 6C")
    assert s.melds == [cards("3C 4C 5C 6C"), cards("7C 8C 9C")]


def test_nobody_has_to_lay_or_to_add():
    s = position("7C KS KH KD", "JD", melds=[SEVENS])
    assert refused(s, "KS") is None


# The turn


@pytest.mark.parametrize("first", ["KS", "lay KS KH KD", "lay 7C"])
def test_the_card_comes_first(first):
    s = position("7C KS KH KD", "JD", melds=[SEVENS], phase="draw")
    assert refused(s, first) == "draw-first"
    assert moves(s) == {"stock", "pile"}


def test_by_agreement_melds_that_were_dealt_are_laid_before_the_first_draw_only():
    s = position("7C KS KH KD QS", "JD", melds=[SEVENS], phase="draw", dealt_melds=True)
    s.began = s.turns
    assert moves(s) == {"stock", "pile", "lay KS KH KD"}
    assert refused(s, "lay 7C") == refused(s, "QS") == "draw-first"
    s, _ = steps(s, "lay KS KH KD")
    assert s.phase == "draw"
    s.began = s.turns - 2
    s.hands[0] += cards("9S TS JS")
    assert refused(s, "lay 9S TS JS") == "draw-first"


def test_six_cards_dealt_as_two_sets_go_down_at_once_by_agreement():
    hands = ["KS KH KD QS QH QD", *["AS", "2S", "3S", "4S"]]
    s = position(*hands, phase="draw", dealt_melds=True)
    s.began = s.turns
    s, told = steps(s, "lay KS KH KD", "lay QS QH QD")
    assert names(told)[-5:-1] == ["values", "values", "score", "spread"]
    assert s.score[0] == 2 * (1 + 2 + 3 + 4)


def test_a_card_from_the_pile_is_not_thrown_back_unless_it_is_the_last():
    s = position("6C 9D", "KD", melds=[CLUBS], pile="TS 2S", phase="draw")
    s, _ = steps(s, "pile")
    assert refused(s, "TS") == "not-back"
    s, _ = steps(s, "lay 6C", "9D")
    assert s.turn == 1
    s = position("6C", "KD", melds=[CLUBS], pile="TS 2S", phase="draw")
    s, told = steps(s, "pile", "lay 6C", "TS")
    assert "out" in names(told)


def test_the_stock_is_turned_over_without_a_shuffle_when_somebody_wants_it():
    s = position("6C 9D", "KD", stock="", pile="TS 9S 8S 2S", phase="draw")
    taking, _ = steps(s, "pile")
    assert (taking.stock, taking.taken) == ([], CARDS["TS"])
    s, told = steps(s, "stock")
    assert facts(told, "turn-over") == [{"card": CARDS["2S"], "left": 3}]
    assert s.hands[0][-1] is CARDS["8S"]
    assert (s.pile, s.stock) == (cards("2S"), cards("TS 9S"))


# The call


def test_a_discard_that_fits_may_be_called_and_the_caller_may_throw_one():
    s = position("6C KS QD", "9D 8D JH", melds=[CLUBS])
    s, told = steps(s, "6C")
    assert names(told) == ["discard", "call-order"]
    assert (s.turn, moves(s)) == (1, {"call", "pass"})
    assert refused(s, "stock") == refused(s, "9D") == refused(s, "lay 6C") == "call-order"
    s, told = steps(s, "call")
    assert s.melds == [cards("3C 4C 5C 6C")]
    assert s.pile == cards("2S 2D")
    assert moves(s) == {"9D", "8D", "JH", "pass"}
    thrown, told = steps(s, "JH")
    assert names(told) == ["call-discard", "play-on"]
    assert (thrown.turn, thrown.phase, thrown.pile[-1]) == (1, "draw", CARDS["JH"])
    kept, told = steps(s, "pass")
    assert names(told) == ["play-on"]
    assert (kept.turn, kept.phase, kept.pile[-1]) == (1, "draw", CARDS["2D"])
    assert len(kept.hands[1]) == 3


def test_a_discard_that_fits_nothing_is_not_called():
    s = position("7C KS QD", "9D 8D JH", melds=[CLUBS])
    s, told = steps(s, "7C")
    assert names(told) == ["discard"]
    assert s.phase == "draw"
    assert refused(s, "call") == "call"


def test_by_agreement_nobody_calls():
    s = position("6C KS QD", "9D 8D JH", melds=[CLUBS], calls=False)
    s, _ = steps(s, "6C")
    assert s.phase == "draw"
    assert kit.refuse(game, s, "call") == (game.CALL, {"agreed": False})


def test_the_call_is_offered_by_what_all_can_see_and_not_by_what_is_held():
    """Whether there is a call, and what may be done, is the same whatever the opponents hold."""
    for hands in (("9D 8D JH", "TH TC 4S"), ("TH TC 4S", "9D 8D JH")):
        s, _ = steps(position("6C KS QD", *hands, melds=[CLUBS]), "6C")
        assert (s.phase, s.turn, moves(s)) == ("call", 1, {"call", "pass"})


def test_the_first_in_turn_has_the_call_and_then_it_is_whose_turn_it_would_have_been():
    s, _ = steps(position("6C KS QD", "9D 8D", "JH TH", "4S 4H", melds=[CLUBS]), "6C")
    asked = []
    for answer in ("pass", "pass"):
        asked.append(s.turn)
        s, _ = steps(s, answer)
    assert asked == [1, 2]
    s, _ = steps(s, "call", "4S")
    assert s.hands[3] == cards("4H")
    assert (s.turn, s.phase) == (1, "draw")


def test_when_all_pass_play_goes_on():
    s, told = steps(position("6C KS QD", "9D 8D", "JH TH", melds=[CLUBS]), "6C", "pass", "pass")
    assert (s.turn, s.phase, s.pile[-1]) == (1, "draw", CARDS["6C"])
    assert names(told) == ["discard", "call-order", "call-order", "play-on"]


def test_what_the_caller_throws_may_be_called_too_even_by_the_first_thrower():
    s, told = steps(position("6C KS 8C", "7C 8D", "JH TH", melds=[CLUBS]), "6C", "call", "7C")
    assert names(told)[-2:] == ["call-discard", "call-order"]
    assert s.turn == 2
    s, _ = steps(s, "pass", "call", "KS")
    assert s.melds == [cards("3C 4C 5C 6C 7C")]
    assert s.hands[0] == cards("8C")
    assert (s.turn, s.phase) == (1, "draw")


def test_a_call_says_set_or_run_where_the_card_fits_both():
    s, _ = steps(position("7C KS QD", "9D 8D", melds=[SEVENS, "4C 5C 6C"]), "7C")
    assert moves(s) == {"call set", "call run", "pass"}
    assert refused(s, "call") == "which"
    s, told = steps(s, "call set")
    assert names(told) == ["call", "which"]
    assert s.melds[0] == cards("7S 7H 7D 7C")
    s, _ = steps(position("6C KS QD", "9D 8D", melds=[CLUBS]), "6C")
    assert refused(s, "call run") == "which"


def test_a_caller_who_throws_the_last_card_is_out_and_it_is_no_spread():
    s, told = steps(position("6C KS QD", "9D", melds=[CLUBS]), "6C", "call", "9D")
    assert names(told)[-5:] == ["call-discard", "out", "values", "score", "next-deal"]
    assert s.score == [0, 20]


def test_a_caller_must_throw_when_hardly_anything_is_left_to_draw():
    s, _ = steps(position("6C KS QD", "9D 8D", melds=[CLUBS], stock="", pile="2S"), "6C", "call")
    assert moves(s) == {"9D", "8D"}
    assert kit.refuse(game, s, "pass") == (game.CALL_DISCARD, {"enough": False})
    s, _ = steps(s, "9D")
    assert moves(s) == {"stock", "pile"}


def test_the_last_card_is_never_called():
    s, told = steps(position("6C", "9D 8D", melds=[CLUBS]), "6C")
    assert "out" in names(told)
    assert s.turn == kit.NOBODY


def test_from_an_empty_pile_nobody_takes():
    s, _ = steps(position("6C KS QD", "9D 8D", melds=[CLUBS], pile=""), "6C", "call", "pass")
    assert refused(s, "pile") == "take"
    assert moves(s) == {"stock"}


# Going out and the score


def test_dossier_twenty_two_and_a_spread_forty_four():
    rest = "KS 9H AD 2C"
    for laid, spread, score in [(True, True, 22), (False, True, 44), (False, False, 22)]:
        s = position("7S 7H 7D 3H", rest, laid=[laid, True], spread=spread)
        s, told = steps(s, "lay 7S 7H 7D", "3H")
        assert s.score == [score, 0]
        assert facts(told, "values") == [{"seat": 1, "cards": tuple(cards(rest)), "points": 22}]
        assert ("spread" in names(told)) == (score == 44)


@pytest.mark.parametrize(
    ("turn", "more", "before"),
    [
        (0, "KS KH KD 2S", ["lay KS KH KD", "2S", "stock", "4D"]),
        (0, "6C KD", ["lay 6C", "KD", "stock", "4D"]),
        (1, "KS", ["6C", "call", "KS"]),
    ],
)
def test_a_meld_a_card_or_a_call_in_an_earlier_turn_spoils_a_spread(turn, more, before):
    stock = "QC 5D" if turn else "4D QC 5D"
    s = position(f"QS QH QD 9S {more}", "JD JS JC" if turn == 0 else "6C JS JC", melds=[CLUBS], stock=stock, turn=turn)
    s, _ = steps(s, *before)
    assert s.laid == [True, False]
    s, told = steps(s, "stock", "lay QS QH QD QC", "9S")
    assert "out" in names(told)
    assert "spread" not in names(told)


def test_in_a_spread_cards_may_be_added_to_other_melds():
    s, told = steps(position("7S 7H 7D 6C", "KS", melds=[CLUBS]), "lay 7S 7H 7D", "lay 6C")
    assert names(told)[-6:] == ["no-discard", "out", "values", "score", "spread", "next-deal"]
    assert s.score == [20, 0]


def test_the_match_is_to_a_hundred_or_a_single_deal():
    for target, score, over in [(100, 78, True), (100, 77, False), (0, 0, True)]:
        s = position("7S 7H 7D 3H", "KS 9H AD 2C", laid=[True, True], score=[score, 90], target=target)
        s, told = steps(s, "lay 7S 7H 7D", "3H")
        assert (s.turn == kit.OVER) == over
        assert game.result(s) == ((0,) if over else ())
        assert ("match" in names(told)) == over


@pytest.mark.parametrize(("score", "winners"), [([5, 4], (0,)), ([0, 1], (1,)), ([7, 7], ())])
def test_the_limit_ends_the_match_and_the_higher_score_wins(score, winners):
    s = position("7S 7H KD 3H", "KS 9H AD 2C", score=score, limit=20)
    s.turns = 19
    s, _ = steps(s, "3H")
    assert (s.turn, game.result(s), s.score) == (kit.OVER, winners, score)


def test_a_deal_won_in_the_last_turn_counts():
    s = position("3H", "KS 9H AD 2C", score=[0, 21], laid=[True, True], limit=20)
    s.turns = 19
    s, told = steps(s, "3H")
    assert (s.score, game.result(s)) == ([22, 21], (0,))
    assert names(told)[-1] == "limit"


# Whole matches


def melding(s, rng):
    """A player who mostly lays and adds what he can, and for the rest plays at random."""
    legal = game.legal(s)
    lays = [m for m in legal if isinstance(m, tuple) and rng.random() < 0.7]
    return rng.choice(lays or legal)


@every_number
def test_matches_of_players_who_meld(players):
    won = called = 0
    for seed in range(20):
        rng = random.Random(seed)
        s = game.new(players, game.Options())
        while s.turn != kit.OVER:
            if s.turn == kit.NOBODY:
                kit.deal(game, s, rng)
                continue
            legal, before = set(game.legal(s)), kit.clone(s)
            for word in ("call", "pass", "stock", "pile", ("call", "set"), ("call", "run")):
                assert (game.refuse(s, word) is None) == (word in legal)
            everything = [c for zone in game.table(s) for c in zone.cards]
            assert len(everything) == len(set(everything)) == 52
            assert len(s.stock) + len(s.pile) + (s.phase != "draw") > 1
            told = []
            game.play(s, melding(s, rng), lambda clause, told=told, **facts: told.append(kit.Ruling(clause, facts)))
            called += "call" in names(told)
            if "score" in names(told):
                winner = facts(told, "score")[0]["seat"]
                points = sum(f["points"] for f in facts(told, "values"))
                assert facts(told, "score") == [{"seat": winner, "points": points}]
                gained = [new - old for new, old in zip(s.score, before.score, strict=True)]
                times = 2 if "spread" in names(told) else 1
                assert gained == [points * times if seat == winner else 0 for seat in range(players)]
                won += 1
        assert len(game.result(s)) <= 1
    assert won > 10
    assert called > 5


@every_number
def test_random_matches_end_within_the_limit(players):
    for seed in range(4):
        _, s = played(players, seed, limit=1000)
        assert s.turn == kit.OVER
        assert s.turns <= 1000


def test_equal_cuts_are_cut_again():
    s = game.new(2, game.Options())
    told = []
    deck = [*cards("5S 5H 4C"), *[c for c in pack() if c.text not in ("5S", "5H", "4C")]]
    game.play(s, ("deal", *deck), lambda clause, **facts: told.append(facts))
    assert told == [{"seat": 1, "cards": (card("5S"), card("4C")), "card": card("4C")}]
