"""Thousand and One: what a deal always adds up to, and the cases of the rules page."""

from functools import partial

import playing
import pytest
import thousand_family
from playing import short
from thousand_family import STRONGER, best_of, clauses, couples, spouse

from cardlib import kit, marriages
from cardlib.cards import SUITS, Card, cards, pack
from cardlib.games import load

game = load("thousand-and-one")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
played = partial(thousand_family.played, game)
table = partial(thousand_family.table, game)
legal = partial(thousand_family.legal, game)
MARRIAGES = {
    "hearts-100": {"H": 100, "D": 80, "C": 60, "S": 40},
    "hearts-80": {"H": 80, "S": 60, "D": 40, "C": 20},
}
CASES = [
    (3, {}),
    (4, {}),
    (3, {"couples": "hearts-80", "after_trick": True}),
    (4, {"barrel": True, "give_up": True}),
]
every_case = pytest.mark.parametrize(("players", "options"), CASES, ids=str)


def limit(hand, prices="hearts-100"):
    return 120 + sum(MARRIAGES[prices][suit] for suit in couples(hand))


def allowed(hand, trick, trump):
    """What may be played, reckoned the long way round."""
    following = [c for c in hand if c.text[1] == trick[0].text[1]]
    return following or [c for c in hand if c.text[1] == trump] or hand


# What always adds up


@every_case
def test_three_play_and_of_four_the_dealer_sits_out(players, options):
    for deal in played(players, 1, **options)[0]:
        start = deal[0][3]
        assert start.seats == [(start.dealer + n) % players for n in (1, 2, 3)]
        assert start.turn == start.seats[0]
        assert [len(hand) for hand in start.hands] == [7 if seat in start.seats else 0 for seat in range(players)]
        assert len(start.widow) == 3
        assert ("sit-out" in clauses(deal[0][2])) == (players == 4)
        for before, _, _, after in deal[1:]:
            assert before.turn in start.seats
            if players == 4:
                out = start.dealer
                assert not (after.hands[out] or after.won[out] or after.bids[out] or after.passed[out])
                assert after.score[out] == start.score[out]


@every_case
def test_the_widow_has_neither_the_first_card_nor_the_last(players, options):
    for deal in played(players, 2, **options)[0]:
        deck = kit.shuffled(deal[0][1])
        start = deal[0][3]
        assert deck[0] in start.hands[start.seats[0]]
        assert deck[-1] not in start.widow
        assert sorted(c.n for hand in (*start.hands, start.widow) for c in hand) == sorted(c.n for c in deck)


@every_case
def test_a_deal_is_worth_120_and_its_marriages(players, options):
    couples = MARRIAGES[options.get("couples", "hearts-100")]
    for seed in range(4):
        for deal in played(players, seed, **options)[0]:
            end, moves = deal[-1][3], [move for _, move, _, _ in deal]
            if "give-up" in moves or end.bidder == kit.NOBODY:
                assert {"give-up", "all-pass"} & set(clauses(deal[-1][2]))
                continue
            married = sum(couples[m[0].text[1]] for m in moves if isinstance(m, tuple) and m[1] == "marriage")
            assert sum(end.points) == 120 + married
            out = [*end.trick, *(c for pile in end.won for c in pile)]
            assert sorted(c.n for c in out) == sorted(c.n for c in pack("9TJQKA"))


@every_case
def test_bids_rise_by_fives_up_to_what_the_hand_allows_and_passes_are_for_good(players, options):
    couples = options.get("couples", "hearts-100")
    for seed in range(3):
        for deal in played(players, seed, **options)[0]:
            best, out = 0, set()
            for before, move, _, after in deal[1:]:
                seat, top = before.turn, limit(before.hands[before.turn], couples)
                numbers = [m[1] for m in game.legal(before) if isinstance(m, tuple) and m[0] in ("bid", "name")]
                if before.phase == "bid":
                    assert seat not in out
                    assert numbers == list(range(max(best + 5, 40), top + 1, 5))
                    if move == "pass":
                        out.add(seat)
                    else:
                        best = move[1]
                if before.phase == "name":
                    assert len(out) == 2
                    assert seat not in out
                    assert numbers == list(range(best, max(top, best) + 1, 5))
                    assert after.bidder == seat
            if len(out) == 3:
                assert not best
                assert deal[-1][3].bidder == kit.NOBODY


@every_case
def test_everybody_has_eight_cards_when_the_play_begins(players, options):
    for deal in played(players, 1, **options)[0]:
        for before, _, _, _ in deal[1:]:
            if before.phase == "play" and not before.trick:
                assert [len(before.hands[seat]) for seat in before.seats] == [8, 8, 8]
                assert before.turn == before.bidder


@every_case
def test_every_card_answers_the_trick_and_the_best_one_takes_it(players, options):
    for seed in range(3):
        for deal in played(players, seed, **options)[0]:
            trick, trump = [], None
            for before, move, _, after in deal[1:]:
                if before.phase != "play":
                    continue
                c = move if isinstance(move, Card) else move[0]
                if not trick and isinstance(move, tuple):
                    assert before.tricks[before.turn] or not options.get("after_trick")
                    assert spouse(c) in [x.text for x in before.hands[before.turn]]
                    trump = c.text[1]
                if trick:
                    assert set(game.legal(before)) == set(allowed(before.hands[before.turn], trick, trump))
                trick.append(c)
                assert after.trump == (kit.NOBODY if trump is None else "SHDC".index(trump))
                if len(trick) == 3:
                    place = (before.seats.index(before.turn) + 1 + trick.index(best_of(trick, trump))) % 3
                    assert after.tricks[before.seats[place]] == before.tricks[before.seats[place]] + 1
                    trick = []


@every_case
def test_the_score_is_as_the_rules_say(players, options):
    for seed in range(4):
        deals, s = played(players, seed, **options)
        for deal in deals:
            start, end, gave_up = deal[0][3], deal[-1][3], deal[-1][1] == "give-up"
            for seat in range(players):
                wanted = start.score[seat]
                if gave_up and seat in end.seats:
                    wanted += -end.bids[seat] if seat == end.bidder else 60
                elif seat == end.bidder:
                    wanted += end.number if end.points[seat] >= end.number else -end.number
                elif not gave_up:
                    wanted += int(end.points[seat] / 5 + 0.5) * 5
                if options.get("barrel") and 881 < wanted < 1001:
                    wanted = 881
                assert end.score[seat] == wanted
        assert len(deals) <= 60
        assert s.deals == len(deals)
        assert game.result(s)


@every_case
def test_nothing_is_told_of_a_card_that_nobody_has_shown(players, options):
    for deal in played(players, 2, **options)[0]:
        for before, _, told, after in deal[1:]:
            for ruling in told:
                facts = [x for v in ruling.facts.values() for x in (v if isinstance(v, tuple) else (v,))]
                named = {x for x in facts if isinstance(x, Card)}
                if short(ruling.clause) == "marriage":
                    continue
                seen = {*before.shown, *before.trick, *after.shown, *after.trick}
                assert named <= seen | {c for pile in after.won for c in pile}


def test_the_page_shows_the_order_by_which_tricks_are_taken():
    assert [strength(game, r) for r in STRONGER] == sorted(strength(game, r) for r in STRONGER)
    assert [strength(marriages, r) for r in STRONGER] == sorted(strength(marriages, r) for r in STRONGER)


def strength(module, rank):
    return module.POWER[cards(f"{rank}S")[0].rank]


# Bidding and the widow


def dealt(hands, widow, players=3, dealer=-1, **options):
    """A deal about to be bid for: hands in order from the dealer's left, who is seat 0 unless told otherwise."""
    s = game.new(players, kit.options(game, **options))
    s.dealer = dealer % players
    hands, widow = [cards(hand) for hand in hands], cards(widow)
    deck = []
    for n, turn in enumerate(zip(*hands, strict=True)):
        deck += [*turn, *widow[n : n + 1]]
    return kit.step(game, s, ("deal", *deck))[0]


THREE = ["KH QH AS TS 9C JD 9D", "AH 9H KS QS TC KC AC", "TH JH JS 9S QC TD AD"], "KD QD JC"


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("bid 42", "step"),
        ("bid 35", "least"),
        ("bid 40", None),
        ("bid 220", None),
        ("bid 225", "ceiling"),
        ("pass", None),
        ("name 100", "bid"),
        ("AS", "bid"),
        ("give-up", "give-up"),
    ],
)
def test_what_may_be_bid_first(text, clause):
    assert refused(dealt(*THREE), text) == clause


def test_the_price_of_the_marriages_is_the_limit_too():
    s = dealt(*THREE, couples="hearts-80")
    assert refused(s, "bid 200") is None
    assert refused(s, "bid 205") == "ceiling"


def test_with_four_the_dealer_is_neither_asked_nor_dealt_to():
    s = dealt(*THREE, players=4, dealer=1)
    assert (s.seats, s.turn) == ([2, 3, 0], 2)
    s, _ = steps(s, "bid 40", "pass", "bid 45", "pass")
    assert (s.turn, s.bidder, s.phase) == (0, 0, "give")
    s, told = steps(s, "give QC", "give JH", "name 45")
    assert [r.facts["other"] for r in told if short(r.clause) == "give"] == [2, 3]
    assert [len(hand) for hand in s.hands] == [8, 0, 8, 8]


def test_when_all_pass_the_next_player_deals():
    s, told = steps(dealt(*THREE), "pass", "pass")
    assert (s.phase, s.turn) == ("bid", 2)
    s, told = steps(s, "pass")
    assert clauses(told) == ["pass", "all-pass", "next-deal"]
    assert (s.turn, s.dealer, s.score, s.deals) == (kit.NOBODY, 0, [0, 0, 0], 1)


def test_the_last_of_three_may_bid_and_has_the_widow_at_once():
    s, told = steps(dealt(*THREE), "pass", "pass", "bid 40")
    assert clauses(told)[-1] == "open"
    assert s.bidder == s.turn == 2


def test_any_card_may_be_given_and_nobody_else_sees_it():
    s, _ = steps(dealt(*THREE), "bid 100", "pass", "pass")
    assert s.shown == cards("KD QD JC")
    assert refused(s, "name 100") == "give"
    assert refused(s, "pass") == "give"
    assert refused(s, "give AH") == "held"
    s, told = steps(s, "give 9C")
    assert told[0].facts == {"seat": 0, "other": 1}
    assert len(s.hands[0]) == 9
    s, _ = steps(s, "give JC")
    assert cards("9C")[0] in s.hands[1]
    assert cards("JC")[0] in s.hands[2]
    assert refused(s, "name 95") == "number"
    assert refused(s, "name 300") is None
    assert refused(s, "name 305") == "ceiling"
    assert steps(s, "name 145")[0].phase == "play"


def test_a_bid_stands_when_its_marriage_has_been_given_away():
    s, _ = steps(dealt(*THREE), "bid 200", "pass", "pass", "give QH", "give QD")
    assert legal(s) == ["name 200"]


def test_giving_up_is_for_the_bidder_before_he_names_his_number_and_by_agreement():
    assert refused(steps(dealt(*THREE), "bid 100", "pass", "pass")[0], "give-up") == "give-up"
    s = dealt(*THREE, give_up=True)
    assert refused(s, "give-up") == "give-up"
    s, _ = steps(s, "bid 100", "pass", "pass")
    assert steps(s, "give-up")[0].score == [-100, 60, 60]
    s, _ = steps(s, "give 9C", "give 9D")
    assert steps(s, "give-up")[0].score == [-100, 60, 60]
    s, _ = steps(s, "name 150")
    assert refused(s, "give-up") == "give-up"
    s, told = steps(dealt(*THREE, players=4, dealer=3, give_up=True), "bid 100", "pass", "pass", "give-up")
    assert s.score == [-100, 60, 60, 0]
    assert clauses(told)[-2:] == ["give-up", "next-deal"]


# The tricks


def test_suit_is_followed_but_nothing_need_be_beaten():
    s = table(["9C", "AS 9S KD", "TD"], trick="KS")
    assert legal(s) == ["9S", "AS"]
    assert refused(s, "KD") == "follow"
    assert legal(table(["9D", "AH 9H KD", "9C"], trick="JH", trump="H")) == ["9H", "AH"]


def test_without_the_suit_a_trump_must_be_played_but_not_a_higher_one():
    s = table(["9C", "9D", "AH 9H KD"], trick="KS JH", trump="H")
    assert legal(s) == ["9H", "AH"]
    assert refused(s, "KD") == "must-trump"
    assert clauses(steps(s, "9H")[1])[0] == "under-trump"
    assert clauses(steps(s, "AH")[1])[0] == "must-trump"
    assert legal(table(["9C", "9D", "AH KD"], trick="KS JH")) == ["AH", "KD"]


def test_a_marriage_needs_no_trick_unless_agreed():
    hands = ["KH QH 9S", "9H 9D 9C", "AH AD AC"]
    assert refused(table(hands, tricks=[0, 1, 1]), "KH marriage") is None
    s = table(hands, tricks=[0, 1, 1], options={"after_trick": True})
    assert refused(s, "KH marriage") == "after-trick"
    assert refused(s, "KH") is None
    assert refused(table(hands, options={"after_trick": True}), "KH marriage") is None


def test_a_marriage_makes_trumps_and_the_next_one_new_ones():
    s = table(["QH KH KD QD", "9H 9D 9C JC", "JH JD TS AC"])
    assert refused(table(["9S", "KH QH", "9D"], trick="AH"), "KH marriage") == "marriage"
    s, told = steps(s, "QH marriage")
    assert clauses(told)[-2:] == ["marriage", "new-trump"]
    assert (s.points, SUITS[s.trump]) == ([100, 0, 0], "hearts")
    s, _ = steps(s, "9H", "JH", "KD marriage")
    assert (s.points, SUITS[s.trump]) == ([185, 0, 0], "diamonds")
    assert refused(s, "JC") is not None
    silent, _ = steps(table(["QH KH KD QD", "9H 9D 9C JC", "JH JD TS AC"]), "QH")
    assert (silent.points, silent.trump) == ([0, 0, 0], kit.NOBODY)


@pytest.mark.parametrize(("couples", "suit"), [(c, suit) for c in MARRIAGES for suit in "SHDC"])
def test_what_a_marriage_is_worth(couples, suit):
    rest = [c.text for c in pack("9TJ") if c.text[1] != suit]
    s = table([f"K{suit} Q{suit}", " ".join(rest[:2]), " ".join(rest[2:4])], options={"couples": couples})
    assert steps(s, f"K{suit} marriage")[0].points == [MARRIAGES[couples][suit], 0, 0]


# The score


def scored(points, number, score, **more):
    """The last trick, worth nothing, is played, the bidder being South."""
    s = table(["9S", "9H", "9D"], points=list(points), number=number, score=list(score), **more)
    return steps(s, "9S", "9H", "9D")


@pytest.mark.parametrize(
    ("points", "number", "score"),
    [
        ((134, 43, 43), 100, [100, 45, 45]),
        ((34, 43, 43), 100, [-100, 45, 45]),
        ((120, 42, 58), 120, [120, 40, 60]),
        ((119, 61, 40), 120, [-120, 60, 40]),
        ((0, 118, 2), 40, [-40, 120, 0]),
    ],
)
def test_the_bidder_scores_his_number_and_the_others_to_the_nearest_five(points, number, score):
    assert scored(points, number, [0, 0, 0])[0].score == score


@pytest.mark.parametrize(
    ("score", "points", "winners"),
    [
        ([905, 0, 0], (100, 20, 0), (0,)),
        ([905, 990, 0], (100, 20, 0), (0,)),
        ([880, 985, 0], (100, 20, 0), (1,)),
        ([0, 975, 965], (0, 60, 60), (1,)),
        ([0, 965, 965], (0, 60, 60), (1, 2)),
    ],
)
def test_the_first_to_have_1001_wins_and_of_several_the_bidder(score, points, winners):
    s, told = scored(points, 100, score)
    assert s.turn == kit.OVER
    assert game.result(s) == winners
    assert told[-1].clause == game.MATCH


def test_a_thousand_is_not_enough():
    s, _ = scored((100, 20, 0), 100, [900, 0, 0])
    assert (s.score[0], s.turn) == (1000, kit.NOBODY)


@pytest.mark.parametrize(
    ("before", "points", "number", "after"),
    [
        (780, 100, 100, 880),
        (785, 100, 100, 881),
        (870, 130, 130, 881),
        (870, 135, 135, 1005),
        (881, 115, 115, 881),
        (881, 120, 120, 1001),
        (881, 100, 120, 761),
    ],
)
def test_on_the_barrel_the_last_120_are_taken_in_one_deal(before, points, number, after):
    s, told = scored((points, 20, 0), number, [before, 0, 0], options={"barrel": True})
    assert s.score[0] == after
    assert ("barrel" in clauses(told)) == (after == 881)
    assert (s.turn == kit.OVER) == (after > 1000)


def test_the_barrel_stops_the_opponents_as_well():
    s, _ = scored((0, 40, 80), 100, [0, 860, 881], options={"barrel": True})
    assert s.score == [-100, 881, 881]
    s, _ = scored((0, 0, 120), 100, [0, 860, 881], options={"barrel": True})
    assert game.result(s) == (2,)
    s = dealt(*THREE, give_up=True, barrel=True)
    s.score = [0, 850, 881]
    s, told = steps(s, "bid 100", "pass", "pass", "give-up")
    assert s.score == [-100, 881, 881]
    assert clauses(told)[-4:] == ["give-up", "barrel", "barrel", "next-deal"]


def test_after_the_last_deal_of_the_limit_the_highest_wins():
    s, told = scored((0, 60, 60), 100, [0, 0, 0], options={"limit": 3}, deals=2)
    assert clauses(told)[-1] == "limit"
    assert game.result(s) == (1, 2)
