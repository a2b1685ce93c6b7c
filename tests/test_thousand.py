"""Thousand: what a deal always adds up to, and the cases of the rules page."""

from functools import partial

import playing
import pytest
import thousand_family
from playing import short
from thousand_family import allowed, best_of, clauses, couples, spouse, worth

from cardlib import kit
from cardlib.cards import SUITS, Card, cards, pack
from cardlib.games import load

game = load("thousand")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
played = partial(thousand_family.played, game)
table = partial(thousand_family.table, game)
legal = partial(thousand_family.legal, game)
MARRIAGES = {"H": 100, "D": 80, "C": 60, "S": 40}
CASES = [(2, {}), (2, {"count_discards": True}), (3, {}), (3, {"pack": 32}), (4, {}), (4, {"pack": 32})]
CASES += [(3, {"pack": 32, "count_discards": True})]
every_case = pytest.mark.parametrize(("players", "options"), CASES, ids=str)


def highest_number(hand):
    return 120 + sum(MARRIAGES[suit] for suit in couples(hand))


# What always adds up


@every_case
def test_a_deal_is_worth_120_and_its_marriages(players, options):
    for seed in range(4):
        for deal in played(players, seed, **options)[0]:
            end, moves = deal[-1][3], [move for _, move, _, _ in deal]
            if "give-up" in moves:
                assert "give-up" in clauses(deal[-1][2])
                continue
            married = sum(MARRIAGES[m[0].text[1]] for m in moves if isinstance(m, tuple) and m[1] == "marriage")
            aside = [*end.widow, *([] if end.options.count_discards else end.discards)]
            assert sum(end.points) == 120 + married - worth(aside)
            assert worth(end.trick) + sum(map(worth, end.won)) == 120 - worth(end.widow) - worth(end.discards)
            out = [*end.trick, *end.widow, *end.discards, *(c for pile in end.won for c in pile)]
            assert len(out) == len(set(out)) == len(pack("9TJQKA" if len(out) == 24 else "789TJQKA"))


@every_case
def test_bids_rise_by_tens_up_to_what_the_hand_allows_and_passes_are_for_good(players, options):
    for seed in range(3):
        for deal in played(players, seed, **options)[0]:
            best, out = 0, set()
            for before, move, _, after in deal[1:]:
                seat, top = before.turn, highest_number(before.hands[before.turn])
                if before.phase == "bid":
                    assert seat not in out
                    numbers = [m[1] for m in game.legal(before) if m != "pass"]
                    assert numbers == list(range(max(best + 10, 60), top + 1, 10))
                    if move == "pass":
                        out.add(seat)
                    else:
                        best = move[1]
                if before.phase == "name":
                    assert len(out) == players - 1
                    assert seat not in out
                    assert [m[1] for m in game.legal(before)] == list(range(max(best, 60), top + 1, 10))
                    assert not before.shown
                    assert after.bidder == seat


@every_case
def test_everybody_has_equally_many_cards_when_the_play_begins(players, options):
    each = {2: 10, 3: 10 if options.get("pack") == 32 else 8, 4: 6}[players]
    for deal in played(players, 1, **options)[0]:
        for before, move, _, _ in deal[1:]:
            if before.phase == "play" and not before.trick and move != "give-up":
                assert [len(hand) for hand in before.hands] == [each] * players
                assert before.turn == before.bidder


@every_case
def test_every_card_answers_the_trick_and_the_best_one_takes_it(players, options):
    for seed in range(3):
        for deal in played(players, seed, **options)[0]:
            trick, trump = [], None
            for before, move, _, after in deal[1:]:
                if before.phase != "play" or move == "give-up":
                    continue
                c = move if isinstance(move, Card) else move[0]
                if not trick and isinstance(move, tuple):
                    assert before.tricks[before.turn]
                    assert spouse(c) in [x.text for x in before.hands[before.turn]]
                    trump = c.text[1]
                if trick:
                    assert set(game.legal(before)) == set(allowed(before.hands[before.turn], trick, trump))
                trick.append(c)
                assert after.trump == (kit.NOBODY if trump is None else "SHDC".index(trump))
                if len(trick) == players:
                    assert after.trick == trick
                    taker = (before.turn + 1 + trick.index(best_of(trick, trump))) % players
                    assert [now - then for now, then in zip(after.tricks, before.tricks, strict=True)] == [
                        int(seat == taker) for seat in range(players)
                    ]
                    trick = []


@every_case
def test_the_score_is_as_the_rules_say(players, options):
    for seed in range(4):
        deals, s = played(players, seed, **options)
        for deal in deals:
            start, end, gave_up = deal[0][3], deal[-1][3], deal[-1][1] == "give-up"
            for seat in range(players):
                change = end.score[seat] - start.score[seat]
                if gave_up:
                    assert change == (-end.number if seat == end.bidder else 60)
                    continue
                if seat == end.bidder:
                    wanted = end.number if end.points[seat] >= end.number else -end.number
                else:
                    wanted = int(end.points[seat] / 10 + 0.5) * 10
                assert change == wanted - 100 * (start.score[seat] >= 850 and end.points[seat] == 0)
            assert all(total % 10 == 0 for total in end.score)
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


# Bidding


def dealt(hands, widow, dealer=-1, **options):
    """A deal about to be bid for: hands in order from the dealer's left, who is seat 0 unless told otherwise."""
    players = len(hands)
    s = game.new(players, kit.options(game, **options))
    s.dealer = dealer % players
    hands = [cards(hand) for hand in hands]
    return kit.step(game, s, ("deal", *(c for turn in zip(*hands, strict=True) for c in turn), *cards(widow)))[0]


THREE = ["KH QH AS TS 9C JD 9D", "AH 9H KS QS TC KC AC", "TH JH JS 9S QC TD AD"], "KD QD JC"


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("bid 75", "step"),
        ("bid 50", "least"),
        ("bid 60", None),
        ("bid 220", None),
        ("bid 230", "ceiling"),
        ("pass", None),
        ("name 100", "bid"),
        ("AS", "bid"),
        ("give-up", "give-up"),
    ],
)
def test_what_may_be_bid_first(text, clause):
    assert refused(dealt(*THREE), text) == clause


def test_the_third_is_obliged_after_two_passes():
    s, _ = steps(dealt(*THREE), "pass")
    s, told = steps(s, "pass")
    assert clauses(told) == ["pass", "obliged"]
    assert (s.turn, s.phase) == (2, "name")
    assert refused(s, "pass") == "obliged"
    assert refused(s, "name 50") == "least"
    assert refused(s, "name 130") == "ceiling"
    assert legal(s) == sorted(f"name {n}" for n in range(60, 121, 10))


def test_the_number_is_named_before_the_widow_is_seen_and_stands():
    s, told = steps(dealt(*THREE), "bid 100", "bid 110", "pass", "bid 120", "pass")
    assert "obliged" not in clauses(told)
    assert refused(s, "pass") == "number"
    assert refused(s, "name 110") == "number"
    assert refused(s, "name 125") == "step"
    s, told = steps(s, "name 200")
    assert clauses(told) == ["number", "open"]
    for text in ("name 210", "bid 300"):
        assert refused(s, text) == "fixed"
    assert s.shown == cards("KD QD JC")


def test_one_card_of_the_widow_is_kept_and_the_others_are_given_away():
    s, _ = steps(dealt(*THREE), "bid 100", "pass", "pass", "name 120")
    assert refused(s, "give KD") == "keep"
    assert refused(s, "keep AS") == "keep"
    s, _ = steps(s, "keep KD")
    assert refused(s, "give AS") == "give"
    s, told = steps(s, "give JC")
    assert clauses(told) == ["give", "give"]
    assert [len(hand) for hand in s.hands] == [8, 8, 8]
    assert cards("JC")[0] in s.hands[1] and cards("QD")[0] in s.hands[2]


def test_four_players_get_a_card_each():
    s, _ = steps(
        dealt(["AS TS KS QS JS", "AH TH KH QH JH", "AD TD KD QD JD", "AC TC KC QC JC"], "9S 9H 9D 9C"), "bid 60"
    )
    s, told = steps(s, "pass", "pass", "pass", "name 60", "keep 9D", "give 9S", "give 9H")
    assert clauses(told)[-2:] == ["give", "give"]
    assert [c.text for hand in s.hands for c in hand if c.text[0] == "9"] == ["9D", "9S", "9H", "9C"]
    assert s.phase == "play"


TWO = ["KH QH AS TS 9C JD 9D AC TC KC", "AH 9H KS QS JC TH JH JS 9S QC"], "KD QD TD AD"


@pytest.mark.parametrize(("side", "shown"), [("top", "KD QD"), ("bottom", "TD AD")])
def test_two_players_take_one_pair_and_nobody_sees_the_other(side, shown):
    s, _ = steps(dealt(*TWO), "bid 100", "pass", "name 100")
    assert refused(s, "give-up") == "give-up"
    assert refused(s, "AS") == "pair"
    s, _ = steps(s, side)
    assert s.shown == cards(shown)
    first, second = shown.split()
    assert refused(s, "AS") == "discard"
    assert refused(s, "discard 9H") == "held"
    s, told = steps(s, f"discard {first}", "discard 9C")
    assert second in [c.text for c in s.hands[0]]
    assert all("card" not in r.facts for r in told)
    assert len(s.hands[0]) == 10
    for seat in (0, 1):
        seen = {c for zone in kit.view(game, s, seat).zones if zone.name.startswith("stock") for c in zone.cards}
        assert len(seen) == 1


def position_at(score, **options):
    s = game.new(len(score), kit.options(game, **options))
    s.dealer, s.score = len(score) - 1, list(score)
    return kit.step(game, s, ("deal", *pack("9TJQKA")))


def test_of_two_players_the_one_with_850_may_not_bid_and_the_other_not_pass():
    s, told = position_at([850, 400])
    assert "barred" in clauses(told)
    assert (s.turn, s.phase, s.bidder) == (1, "name", 1)
    assert refused(s, "pass") == "barred"
    for score in ([850, 900], [840, 840]):
        s, told = position_at(score)
        assert "barred" not in clauses(told)
        assert s.phase == "bid"
    s, _ = position_at([850, 0, 0])
    assert (s.turn, s.phase) == (0, "bid")


# Giving up


def test_the_bidder_gives_up_before_he_leads_and_the_others_score_60():
    s, _ = steps(dealt(*THREE), "bid 100", "pass", "pass", "name 120")
    assert steps(s, "give-up")[0].score == [-120, 60, 60]
    s, _ = steps(s, "keep KD", "give JC")
    assert steps(s, "give-up")[0].score == [-120, 60, 60]
    s, _ = steps(s, "AS")
    assert refused(s, "give-up") == "give-up"


def test_with_two_players_too():
    s, _ = steps(dealt(*TWO), "bid 100", "pass", "name 150", "top", "discard KD", "give-up")
    assert s.score == [-150, 60]
    assert s.turn == kit.NOBODY


# The tricks


def test_a_trick_is_followed_and_beaten():
    s = table(["9C", "AS 9S KD", "TD"], trick="KS")
    assert legal(s) == ["AS"]
    assert refused(s, "9S") == "beat"
    assert refused(s, "KD") == "follow"
    assert legal(table(["9C", "JS 9S KD", "TD"], trick="KS")) == ["9S", "JS"]


def test_once_it_is_trumped_any_card_of_the_suit_will_do():
    s = table(["9C", "9D", "AS 9S KD"], trick="KS JH", trump="H")
    assert legal(s) == ["9S", "AS"]
    _, told = steps(s, "9S")
    assert clauses(told)[0] == "trumped"
    assert legal(table(["9C", "9D", "AS 9S KD"], trick="KS JH", trump="D")) == ["AS"]
    assert legal(table(["9C", "9D", "AH 9H KD"], trick="JH KH", trump="H")) == ["AH"]


def test_without_the_suit_a_trump_must_be_played_but_not_a_higher_one():
    s = table(["9C", "9D", "AH 9H KD"], trick="KS JH", trump="H")
    assert legal(s) == ["9H", "AH"]
    assert refused(s, "KD") == "must-trump"
    assert clauses(steps(s, "9H")[1])[0] == "under-trump"
    assert clauses(steps(s, "AH")[1])[0] == "must-trump"
    assert legal(table(["9C", "9D", "AH KD"], trick="KS JH")) == ["AH", "KD"]


def test_a_marriage_waits_for_a_trick_and_makes_trumps():
    s = table(["KH QH 9S", "9H 9D 9C", "AH AD AC"], tricks=[0, 1, 1])
    assert refused(s, "KH marriage") == "after-trick"
    assert refused(s, "KH") is None
    s = table(["KH QH 9S", "9H 9D 9C", "TS AD AC"], tricks=[1, 0, 0])
    assert refused(s, "9S marriage") == "marriage"
    after, told = steps(s, "QH marriage")
    assert clauses(told)[-2:] == ["marriage", "new-trump"]
    assert after.points == [100, 0, 0]
    assert SUITS[after.trump] == "hearts"
    assert steps(s, "QH")[0].trump == kit.NOBODY
    assert refused(table(["9S", "KH QH", "9D"], trick="AH"), "KH marriage") == "marriage"
    assert refused(table(["KH 9S", "QH 9D", "9C JC"]), "KH marriage") == "marriage"


@pytest.mark.parametrize(("suit", "points"), MARRIAGES.items())
def test_what_a_marriage_is_worth(suit, points):
    s = table([f"K{suit} Q{suit}", "7S 8S", "7H 8H"])
    assert steps(s, f"K{suit} marriage")[0].points == [points, 0, 0]


# The score


def scored(points, number, score, hands=("9S", "9H", "9D"), **options):
    """The last trick, worth nothing, is played, the bidder being South."""
    s = table(hands[: len(points)], points=list(points), number=number, score=list(score), options=options)
    return steps(s, *hands[: len(points)])


@pytest.mark.parametrize(
    ("points", "number", "score"),
    [
        ((164, 25, 11), 120, [120, 30, 10]),
        ((120, 44, 36), 120, [120, 40, 40]),
        ((118, 54, 28), 120, [-120, 50, 30]),
        ((0, 120, 0), 60, [-60, 120, 0]),
        ((76, 4, 40), 60, [60, 0, 40]),
    ],
)
def test_the_bidder_scores_his_number_and_the_others_to_the_nearest_ten(points, number, score):
    assert scored(points, number, [0, 0, 0])[0].score == score


@pytest.mark.parametrize(
    ("score", "points", "after"),
    [
        ([0, 0, 860], (100, 20, 0), [100, 20, 760]),
        ([0, 0, 840], (100, 20, 0), [100, 20, 840]),
        ([0, 0, 850], (100, 19, 1), [100, 20, 850]),
        ([870, 0, 0], (0, 60, 60), [670, 60, 60]),
        ([0, 900, 850], (120, 0, 0), [100, 800, 750]),
    ],
)
def test_who_stood_at_850_and_took_nothing_loses_100(score, points, after):
    assert scored(points, 100, score)[0].score == after


@pytest.mark.parametrize(
    ("score", "points", "winners"),
    [
        ([900, 0, 0], (100, 20, 0), (0,)),
        ([900, 990, 0], (100, 20, 0), (0,)),
        ([880, 990, 0], (100, 20, 0), (1,)),
        ([0, 970, 960], (0, 60, 60), (1,)),
        ([0, 960, 960], (0, 60, 60), (1, 2)),
    ],
)
def test_the_first_to_have_1000_wins_and_of_several_the_bidder(score, points, winners):
    s, told = scored(points, 100, score)
    assert s.turn == kit.OVER
    assert game.result(s) == winners
    assert told[-1].clause == game.MATCH
    assert told[-1].facts["winners"] == winners


def test_giving_up_may_end_the_match_for_the_others():
    s = table(["9S", "9H", "9D"], score=[0, 940, 900])
    s, told = steps(s, "give-up")
    assert game.result(s) == (1,)
    assert clauses(told) == ["give-up", "match"]


def test_after_the_last_deal_of_the_limit_the_highest_wins():
    s = table(["9S", "9H", "9D"], points=[0, 60, 60], options={"limit": 3}, deals=2)
    s, told = steps(s, "9S", "9H", "9D")
    assert clauses(told)[-1] == "limit"
    assert game.result(s) == (1, 2)


@pytest.mark.parametrize(("counted", "points"), [(False, 90), (True, 111)])
def test_the_discards_count_for_nobody_or_by_agreement_for_the_bidder(counted, points):
    s = table(["9S", "9H"], points=[90, 9], discards=cards("AS TH"), options={"count_discards": counted})
    s, told = steps(s, "9S", "9H")
    assert s.points[0] == points
    assert s.score == [100 if counted else -100, 10]
    assert "aside" in clauses(told)


def test_three_with_32_cards_take_the_widow_of_two_and_discard_as_many():
    s = game.new(3, kit.options(game, pack=32))
    s.dealer = 2
    s, told = kit.step(game, s, ("deal", *pack("789TJQKA")))
    assert "pack" in clauses(told)
    assert ([len(hand) for hand in s.hands], len(s.widow)) == ([10, 10, 10], 2)
    s, _ = steps(s, "pass", "pass", "name 60")
    own, shown = s.hands[2][:], s.shown[:]
    assert refused(s, f"keep {shown[0]}") == "discard"
    s, _ = steps(s, f"discard {shown[0]}", f"discard {own[0]}")
    assert set(s.hands[2]) == {shown[1], *own[1:]}
    assert (s.phase, s.turn) == ("play", 2)


def test_other_numbers_of_players_keep_to_24():
    for players in (2, 4):
        assert len(game.loose(game.new(players, kit.options(game, pack=32)))) == 24
