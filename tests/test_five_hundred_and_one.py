"""Five Hundred and One: what a deal always adds up to, trumps that stay, and the cases of the rules page."""

from functools import partial

import playing
import pytest
import thousand_family
from thousand_family import allowed, best_of, clauses, couples, worth

from cardlib import kit
from cardlib.cards import SUITS, Card, cards, pack
from cardlib.games import load

game = load("five-hundred-and-one")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
played = partial(thousand_family.played, game)
table = partial(thousand_family.table, game, trump="S")
legal = partial(thousand_family.legal, game)
MARRIAGES = {"H": 80, "S": 60, "D": 40, "C": 20}
CASES = [(2, {}), (3, {}), (4, {}), (2, {"twenty_forty": True, "target": 1001}), (3, {"twenty_forty": True})]
CASES += [(3, {"pack": 32, "count_discards": True})]
every_case = pytest.mark.parametrize(("players", "options"), CASES, ids=str)


def highest_number(hand, twenty_forty):
    """120 and what the marriages may come to count: by suit, or 20 each and 20 more for one of them."""
    suits = couples(hand)
    return 120 + (20 * len(suits) + 20 * bool(suits) if twenty_forty else sum(MARRIAGES[suit] for suit in suits))


def price(suit, s):
    if s.options.twenty_forty:
        return 40 if SUITS[s.trump][0].upper() == suit else 20
    return MARRIAGES[suit]


# What always adds up


@every_case
def test_a_deal_is_worth_120_and_its_marriages(players, options):
    for seed in range(3):
        for deal in played(players, seed, **options)[0]:
            end, moves = deal[-1][3], [move for _, move, _, _ in deal]
            if "give-up" in moves:
                assert "give-up" in clauses(deal[-1][2])
                continue
            married = sum(price(m[0].text[1], end) for m in moves if isinstance(m, tuple) and m[1] == "marriage")
            aside = [*end.widow, *([] if end.options.count_discards else end.discards)]
            assert sum(end.points) == 120 + married - worth(aside)


@every_case
def test_bids_rise_by_tens_up_to_what_the_hand_allows(players, options):
    for seed in range(3):
        for deal in played(players, seed, **options)[0]:
            best = 0
            for before, move, _, _ in deal[1:]:
                if before.phase not in ("bid", "name"):
                    break
                top = highest_number(before.hands[before.turn], options.get("twenty_forty"))
                step = 10 if before.phase == "bid" else 0
                numbers = [m[1] for m in game.legal(before) if m != "pass"]
                assert numbers == list(range(max(best + step, 60), top + 1, 10))
                if move != "pass":
                    best = move[1]


@every_case
def test_trumps_are_named_once_and_stay(players, options):
    named = 0
    for seed in range(3):
        for deal in played(players, seed, **options)[0]:
            trump = kit.NOBODY
            for before, move, told, after in deal[1:]:
                if before.phase == "trump":
                    assert before.turn == before.bidder
                    assert not before.shown
                    assert len({len(hand) for hand in before.hands}) == 1
                    assert set(game.legal(before)) == {*(("trump", suit) for suit in SUITS), "give-up"}
                if isinstance(move, tuple) and move[0] == "trump":
                    assert trump == kit.NOBODY
                    assert clauses(told) == ["name-trump"]
                    trump = SUITS.index(move[1])
                    named += 1
                if before.phase == "play":
                    assert refused(before, f"trump {SUITS[trump]}") == "stays"
                assert after.trump == trump
    assert named > 5


@every_case
def test_every_card_answers_the_trick_and_the_best_one_takes_it(players, options):
    for deal in played(players, 1, **options)[0]:
        trick = []
        for before, move, _, after in deal[1:]:
            if before.phase != "play" or move == "give-up":
                continue
            c, hand = move if isinstance(move, Card) else move[0], before.hands[before.turn]
            trump = SUITS[before.trump][0].upper()
            if trick:
                assert set(game.legal(before)) == set(allowed(hand, trick, trump))
            elif before.tricks[before.turn]:
                declared = {m[0].text[1] for m in game.legal(before) if isinstance(m, tuple)}
                assert declared == set(couples(hand))
            else:
                assert set(game.legal(before)) - {"give-up"} == set(hand)
            trick.append(c)
            if len(trick) == players:
                taker = (before.turn + 1 + trick.index(best_of(trick, trump))) % players
                assert after.tricks[taker] == before.tricks[taker] + 1
                trick = []


@every_case
def test_the_score_is_as_the_rules_say(players, options):
    for seed in range(3):
        deals, s = played(players, seed, **options)
        for deal in deals:
            start, end, gave_up = deal[0][3], deal[-1][3], deal[-1][1] == "give-up"
            for seat in range(players):
                if gave_up:
                    wanted = -end.number if seat == end.bidder else 60
                elif seat == end.bidder:
                    wanted = end.number if end.points[seat] >= end.number else -end.number
                else:
                    wanted = int(end.points[seat] / 10 + 0.5) * 10
                assert end.score[seat] - start.score[seat] == wanted
        assert len(deals) == s.deals <= 60
        target = options.get("target", 501)
        assert max(s.score) >= target or s.deals == 60
        assert all(max(deal[0][3].score) < target for deal in deals)
        assert game.result(s)


@every_case
def test_every_ruling_is_of_this_game(players, options):
    for deal in played(players, 2, **options)[0]:
        for before, _, told, _ in deal[1:]:
            assert all(r.clause.startswith("five-hundred-and-one.") for r in told)
            for move in ("banana", ("bid", 65), ("trump", "stars"), cards("9S")[0], "give-up", ("keep", 1)):
                ruling = game.refuse(before, move)
                assert ruling is None or ruling.clause in kit.clauses(game)


# Trumps


THREE = ["9H 9C AS AH KH QH", "TC JC KS AC", "TD JD KD AD"]


def test_trumps_are_named_when_the_cards_have_been_given_away():
    s = table(["AS KS QS", "AH KH QH", "AD KD QD"], phase="keep", shown="9S 9H 9D", trump=None)
    assert refused(s, "trump hearts") == "keep"
    s, _ = steps(s, "keep 9S")
    assert refused(s, "trump hearts") == "give"
    s, _ = steps(s, "give 9H")
    assert s.phase == "trump"
    for text in ("AS", "pass", "KS marriage", "top", "banana"):
        assert refused(s, text) == "name-trump"
    assert refused(s, "bid 200") == "fixed"
    assert refused(s, "give-up") is None
    s, told = steps(s, "trump diamonds")
    assert told[-1].facts == {"seat": 0, "suit": "diamonds"}
    assert (s.phase, s.turn, SUITS[s.trump]) == ("play", 0, "diamonds")
    for suit in SUITS:
        assert refused(s, f"trump {suit}") == "stays"


def test_with_two_players_after_the_discards():
    s = table(["AS KS QS", "AH KH QH"], phase="pair", widow="9S 9H 9D 9C", trump=None)
    s, _ = steps(s, "bottom", "discard 9D")
    assert refused(s, "trump hearts") == "discard"
    s, _ = steps(s, "discard KS")
    assert legal(s) == ["give-up", *(f"trump {suit}" for suit in sorted(SUITS))]


def test_the_bidder_may_still_give_up_when_trumps_are_named_but_not_when_he_has_led():
    s = table(THREE, phase="trump", trump=None, tricks=[0, 0, 0], number=130)
    for before in (s, steps(s, "trump hearts")[0]):
        assert steps(before, "give-up")[0].score == [-130, 60, 60]
    assert refused(steps(s, "trump hearts", "AS")[0], "give-up") == "give-up"


def test_trumps_bind_from_the_first_trick():
    s = table(["AH 9C", "9S KD", "KS TD"], tricks=[0, 0, 0])
    s, _ = steps(s, "AH")
    assert refused(s, "KD") == "must-trump"
    s, _ = steps(s, "9S")
    assert legal(s) == ["KS"]
    s, told = steps(s, "KS")
    assert clauses(told)[:2] == ["must-trump", "trump"]
    assert s.turn == 2


def test_a_marriage_scores_and_does_not_change_trumps():
    s = table(["KH QH AS", "9D 9S TC", "9C JC AC"], tricks=[0, 0, 0])
    assert refused(s, "KH marriage") == "after-trick"
    s, _ = steps(s, "AS", "9S", "9C")
    after, told = steps(s, "KH marriage")
    assert clauses(told) == ["lead", "marriage"]
    assert (after.points[0], SUITS[after.trump]) == (11 + 80, "spades")
    assert refused(s, "trump hearts") == "stays"
    assert steps(s, "KH")[0].points[0] == 11


@pytest.mark.parametrize(("suit", "points"), MARRIAGES.items())
def test_what_a_marriage_is_worth(suit, points):
    s = table([f"K{suit} Q{suit}", "7S 8S", "7H 8H"])
    assert steps(s, f"K{suit} marriage")[0].points[0] == points
    s = table([f"K{suit} Q{suit}", "7S 8S", "7H 8H"], options={"twenty_forty": True})
    assert steps(s, f"Q{suit} marriage")[0].points[0] == (40 if suit == "S" else 20)


# Bidding


def dealt(*hands, **options):
    """A deal about to be bid for by three, the hands in order from the dealer's left; the rest is the widow."""
    s = game.new(3, kit.options(game, **options))
    s.dealer = 2
    hands = [cards(hand) for hand in hands]
    rest = [c for c in pack("9TJQKA") if not any(c in hand for hand in hands)]
    return kit.step(game, s, ("deal", *(c for turn in zip(*hands, strict=True) for c in turn), *rest))[0]


def test_the_ceiling_is_320_at_most():
    s = dealt("KS QS KH QH KD QD 9C", "AS AH AD AC TS TH TD", "KC QC JS JH JD JC TC")
    assert legal(s)[-1] == "pass"
    assert (refused(s, "bid 300"), refused(s, "bid 310")) == (None, "ceiling")
    s = table(["KS QS KH QH KD QD KC QC AS AH", "9S"], phase="bid", trump=None, number=0, bidder=kit.NOBODY)
    assert (refused(s, "bid 320"), refused(s, "bid 330")) == (None, "ceiling")


def test_where_marriages_are_alike_one_may_be_reckoned_in_trumps():
    s = dealt("KS QS KH QH AD TD 9C", "AS AH QD AC TS TH KD", "KC QC JS JH JD JC TC", twenty_forty=True)
    assert (refused(s, "bid 180"), refused(s, "bid 190")) == (None, "ceiling")
    s, _ = steps(s, "pass")
    assert (refused(s, "bid 160"), refused(s, "bid 170")) == (None, "ceiling")


def test_the_last_is_obliged_and_names_60_or_more():
    s, told = steps(dealt("9S 9H 9D 9C JS JH JD", "AS AH AD AC TS TH TD", "KC QC KS KH KD JC TC"), "pass", "pass")
    assert clauses(told)[-1] == "obliged"
    assert refused(s, "pass") == "obliged"
    assert refused(s, "name 50") == "least"
    assert refused(s, "name 150") == "ceiling"
    assert refused(s, "name 140") is None


# The score


def scored(points, number, score, **options):
    """The last trick, worth nothing, is played, the bidder being South."""
    hands = "9S", "9H", "9D"
    return steps(table(hands, points=list(points), number=number, score=list(score), options=options), *hands)


@pytest.mark.parametrize(
    ("points", "number", "before", "score"),
    [
        ((71 + 80, 33 + 20, 16), 130, [430, 0, 0], [560, 50, 20]),  # the example of the rules page
        ((71 + 40, 33, 16), 130, [430, 0, 0], [300, 30, 20]),
        ((150, 14, 36), 120, [0, 0, 0], [120, 10, 40]),
        ((117, 45, 58), 120, [0, 0, 0], [-120, 50, 60]),
    ],
)
def test_the_bidder_scores_his_number_and_the_others_to_the_nearest_ten(points, number, before, score):
    assert scored(points, number, before)[0].score == score


@pytest.mark.parametrize(
    ("score", "points", "winners"),
    [
        ([430, 0, 0], (100, 20, 0), (0,)),
        ([410, 490, 0], (100, 20, 0), (0,)),
        ([380, 490, 0], (100, 20, 0), (1,)),
        ([0, 470, 460], (0, 60, 60), (1,)),
        ([0, 460, 460], (0, 60, 60), (1, 2)),
    ],
)
def test_the_first_to_have_501_wins_and_of_several_the_bidder(score, points, winners):
    s, told = scored(points, 100, score)
    assert s.turn == kit.OVER
    assert game.result(s) == winners
    assert told[-1].clause == game.MATCH


def test_500_is_not_enough_and_1001_may_be_agreed():
    assert scored((100, 20, 0), 100, [400, 0, 0])[0].turn == kit.NOBODY
    assert scored((100, 20, 0), 100, [500, 0, 0], target=1001)[0].turn == kit.NOBODY
    s, told = scored((110, 20, 0), 110, [900, 0, 0], target=1001)
    assert (s.turn, told[-1].facts["target"]) == (kit.OVER, 1001)


def test_no_rule_of_thousand_about_850_is_left():
    s, told = scored((100, 20, 0), 100, [0, 0, 860], target=1001)
    assert s.score == [100, 20, 860]
    s = game.new(2, kit.options(game, target=1001))
    s.dealer, s.score = 1, [900, 400]
    s, told = kit.step(game, s, ("deal", *pack("9TJQKA")))
    assert clauses(told) == ["deal"]
    assert (s.phase, refused(s, "pass")) == ("bid", None)


def test_after_the_last_deal_of_the_limit_the_highest_wins():
    s = table(["9S", "9H", "9D"], points=[0, 60, 60], options={"limit": 3}, deals=2)
    s, told = steps(s, "9S", "9H", "9D")
    assert clauses(told)[-1] == "limit"
    assert game.result(s) == (1, 2)
