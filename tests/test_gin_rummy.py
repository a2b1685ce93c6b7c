"""Gin Rummy beyond the contract: replies to a knock, the score, the options, and how a match ends."""

import random

import pytest

from cardlib import kit
from cardlib.cards import CARDS, cards, pack
from cardlib.games import gin_rummy as gin

TENS = "KS KH QS QH JS JH 9D 8C 6C 4S"  # no meld


def dealt(hands, stock="", options=None, score=None):
    """A deal about to begin: hands in order from the player after the dealer, who is seat 0; the last one deals."""
    hands = [cards(hand) for hand in hands]
    s = gin.new(len(hands), options or gin.Options())
    s.dealer = len(hands) - 1
    s.score = list(score or s.score)
    deck = [hands[n % len(hands)][n // len(hands)] for n in range(10 * len(hands))]
    wanted = cards(stock)
    others = [c for c in pack() if c not in deck and c not in wanted]
    assert len({*deck, *wanted, *others}) == len(deck) + len(wanted) + len(others) == 52
    gin.play(s, ("deal", *deck, others.pop(), *wanted, *others))
    return s


def play(s, *texts):
    """The moves in turn, each of them legal; returns what they told."""
    told = []
    for text in texts:
        move = kit.parse(text)
        assert gin.refuse(s, move) is None, (text, gin.refuse(s, move))
        assert move in gin.legal(s)
        gin.play(s, move, lambda clause, **facts: told.append((clause, facts)))
    return told


TWOS = "2S 2H 2D 4D 5D 6D AS AH 3C 5S"  # ten points of deadwood
LOW = "9S 9H 9C JS JH JD JC 2C 7D"  # with one more card


def test_the_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    s = gin.new(3, gin.Options())
    gin.play(s, ("deal", *cards("9H 3H 4H"), *[c for c in pack() if c.text not in ("9H", "3H", "4H")]))
    assert s.dealer == 1
    deck = pack()
    gin.play(s, ("deal", *deck))
    assert s.turn == 2
    assert s.hands == [deck[1:30:3], deck[2:30:3], deck[0:30:3]]
    assert (s.pile, s.stock) == ([deck[30]], deck[31:][::-1])


def test_equal_cuts_are_cut_again():
    s = gin.new(2, gin.Options())
    told = []
    deck = [*cards("5S 5H 4C"), *[c for c in pack() if c.text not in ("5S", "5H", "4C")]]
    gin.play(s, ("deal", *deck), lambda clause, **facts: told.append(facts))
    assert told == [{"seat": 1, "cards": (CARDS["5S"], CARDS["4C"]), "card": CARDS["4C"]}]


@pytest.mark.parametrize(
    ("reply", "lays", "score"),
    [
        ("KC", (), [9, 0]),
        ("KC", ("lay 2C", "lay 7D"), [0, 10]),
        ("8C", ("lay 2C", "lay 7D"), [0, 12]),
        ("8C", ("lay 2C",), [5, 0]),
        ("8C", ("lay 7D",), [0, 10]),
        ("AC", ("lay 2C", "lay 7D"), [0, 19]),
    ],
)
def test_the_difference_and_the_undercut(reply, lays, score):
    s = dealt([TWOS, f"{LOW} {reply}"], "KS")
    play(s, "stock", "knock KS", *lays, "done")
    assert s.score == score
    assert s.deals == [int(points > 0) for points in s.score]
    assert (s.turn, s.dealer) == (kit.NOBODY, 0)


@pytest.mark.parametrize("bonus", [10, 20, 25])
def test_the_bonus_for_an_undercut_is_agreed(bonus):
    s = dealt([TWOS, f"{LOW} 8C"], "KS", kit.options(gin, undercut=bonus))
    play(s, "stock", "knock KS", "lay 2C", "lay 7D", "done")
    assert s.score == [0, 2 + bonus]


GIN = "2S 2H 2D 4D 5D 6D 9S 9C TC JC"


@pytest.mark.parametrize("bonus", [20, 25])
def test_gin_ends_the_deal_at_once_and_nothing_is_laid_off(bonus):
    s = dealt([GIN, "7D 2C 3D AS AH 4C QS QH KC 8S"], "8C", kit.options(gin, gin=bonus, target=200))
    told = play(s, "stock", "knock 9S")
    assert s.score == [7 + 2 + 3 + 1 + 1 + 4 + 10 + 10 + 10 + 8 + bonus, 0]
    assert gin.LAY_OFF not in [clause for clause, _ in told]
    assert s.turn == kit.NOBODY


def test_gin_against_a_hand_without_deadwood_is_no_undercut():
    s = dealt([GIN, "3S 3H 3C 3D KS KH KC QS QH QC"], "8C")
    play(s, "stock", "knock 9S")
    assert s.score == [20, 0]


@pytest.mark.parametrize(("limit", "throws"), [(10, ["KS"]), (5, []), (0, [])])
def test_the_most_to_knock_with_is_agreed(limit, throws):
    s = dealt([TWOS, TENS.replace("KS", "KD")], "KS", kit.options(gin, knock_limit=limit))
    play(s, "stock")
    assert [m[1].text for m in gin.legal(s) if isinstance(m, tuple)] == throws
    ruling = gin.refuse(s, ("knock", CARDS["5S"]))
    assert ruling == (
        gin.KNOCK_LIMIT,
        {"card": CARDS["5S"], "cards": tuple(cards("AS AH 3C KS")), "points": 15, "limit": limit},
    )


def test_a_card_from_the_pile_is_not_thrown_in_the_same_turn_even_to_knock():
    s = dealt([TWOS, TENS], "7S 8S")
    up = s.pile[-1]
    play(s, "pile")
    assert gin.refuse(s, up).clause == gin.refuse(s, ("knock", up)).clause == gin.NOT_BACK
    assert all(up not in (m, m[1] if isinstance(m, tuple) else None) for m in gin.legal(s))
    play(s, "5S", "stock", "7S", "stock", up.text)
    assert s.taken is None


def test_melds_and_hands_lie_open_after_a_knock_but_not_the_card_thrown():
    s = dealt([TWOS, f"{LOW} KC"], "KS")
    play(s, "stock")
    for seat in (0, 1):
        hidden = [zone for zone in kit.view(gin, s, seat).zones if zone.name == "hand" and zone.owner != seat]
        assert all(c.text == "??" for zone in hidden for c in zone.cards)
    play(s, "knock KS", "lay 2C")
    seen = {(zone.name, zone.owner): zone.cards for zone in kit.view(gin, s, 1).zones if zone.name == "shown"}
    assert seen == {("shown", 0): tuple(cards("AS AH 3C 5S")), ("shown", 1): tuple(cards("7D KC"))}
    melds = [zone.cards for zone in kit.view(gin, s, 1).zones if zone.name == "meld" and zone.owner == 0]
    assert melds == [tuple(cards("2S 2H 2D 2C")), tuple(cards("4D 5D 6D"))]
    pile = next(zone for zone in kit.view(gin, s, 0).zones if zone.name == "discard")
    assert [c.text == "??" for c in pile.cards] == [False, True]


def sensible(s, rng):
    """A player who keeps his melds and his pairs, knocks as often as not, and lays off half the time."""
    moves = gin.legal(s)
    knocks = [m for m in moves if isinstance(m, tuple)]
    if s.knocker != kit.NOBODY or len(s.hands[s.turn]) == gin.HAND:
        return rng.choice(moves)
    if knocks and rng.random() < 0.5:
        return rng.choice(knocks)
    hand = s.hands[s.turn]
    throws = [m for m in moves if not isinstance(m, tuple)]
    return min(throws, key=lambda m: (gin.MELDS.count([c for c in hand if c is not m]), rng.random()))


@pytest.mark.parametrize("players", gin.PLAYERS)
def test_replies_to_a_knock_keep_the_contract(players):
    replies = 0
    for seed in range(12):
        rng = random.Random(seed)
        s = kit.start(gin, players, seed=seed)
        while s.turn != kit.OVER:
            if s.turn == kit.NOBODY:
                kit.deal(gin, s, rng)
                continue
            if s.knocker != kit.NOBODY:
                replies += 1
                moves = gin.legal(s)
                lays = [("lay", c) for c in CARDS.values()]
                tried = [*CARDS.values(), *lays, "done", "stock", "pile", "knock", "lay"]
                assert {m for m in tried if gin.refuse(s, m) is None} == set(moves)
                assert len(moves) == len(set(moves))
                hidden = {*s.stock, s.pile[-1]}
                clear = {c for zone in kit.view(gin, s, s.turn).zones for c in zone.cards}
                assert not hidden & clear
            kit.view(gin, s, s.turn)
            everything = [c for zone in gin.table(s) for c in zone.cards]
            assert len(everything) == len(set(everything)) == 52
            gin.play(s, sensible(s, rng))
        assert len(gin.result(s)) == 1
    assert replies > 100


def test_three_players_settle_with_the_knocker_one_by_one():
    s = dealt([TWOS, f"{LOW} 8C", "KC KD KH QS QH TD TH 8S 6H 4C"], "KS")
    told = play(s, "stock", "knock KS", "lay 2C", "lay 7D", "done", "done")
    assert s.score == [58 - 10, 2 + 10, 0]
    assert s.deals == [1, 1, 0]
    assert [facts for clause, facts in told if clause == gin.EACH] == [{"seat": 0, "others": (1, 2)}]


def test_a_match_ends_with_bonuses_or_without():
    for bonuses, score, final in [
        (True, [90, 0], [90 + 27 + 200 + 20, 0]),
        (True, [90, 30], [90 + 27 + 100 + 20, 30]),
        (False, [90, 0], [90 + 27, 0]),
    ]:
        s = dealt([TWOS, "9S 9H 9C QS QH QC KC KD TS 7H"], "KS", kit.options(gin, bonuses=bonuses), score)
        play(s, "stock", "knock KS", "done")
        assert s.score == final
        assert (s.turn, gin.result(s)) == (kit.OVER, (0,))


def test_whoever_reaches_the_target_has_won_even_if_deals_bring_the_other_more():
    s = dealt([TWOS, "9S 9H 9C QS QH QC KC KD TS 7H"], "KS", score=[80, 99])
    s.deals = [1, 9]
    play(s, "stock", "knock KS", "done")
    assert s.score == [107 + 100 + 2 * 20, 99 + 9 * 20]
    assert gin.result(s) == (0,)


@pytest.mark.parametrize("target", [50, 100, 200])
def test_the_target_is_agreed(target):
    s = dealt([TWOS, f"{LOW} KC"], "KS", kit.options(gin, target=target, bonuses=False), [target - 10, 0])
    play(s, "stock", "knock KS", "done")
    assert s.turn == kit.NOBODY
    s = dealt([TWOS, f"{LOW} KC"], "KS", kit.options(gin, target=target, bonuses=False), [target - 9, 0])
    play(s, "stock", "knock KS", "done")
    assert s.turn == kit.OVER


def test_level_at_the_top_means_one_more_deal():
    hands = [TWOS, f"{LOW} 8C", "KC KD KH QS QH TD TH 8S 6H 4C"]
    s = dealt(hands, "KS", score=[52, 88, 0])
    play(s, "stock", "knock KS", "lay 2C", "lay 7D", "done", "done")
    assert (s.score, s.turn) == ([100, 100, 0], kit.NOBODY)
    s = dealt(hands, "KS", kit.options(gin, bonuses=False), [53, 88, 0])
    play(s, "stock", "knock KS", "lay 2C", "lay 7D", "done", "done")
    assert (s.score, s.turn, gin.result(s)) == ([101, 100, 0], kit.OVER, (0,))


def pass_turns(s, number):
    """So many turns in which the card drawn is thrown again."""
    for _ in range(number):
        play(s, "stock", s.stock[-1].text if s.stock else s.pile[1].text)


def test_the_pile_is_turned_over_without_a_shuffle_and_may_be_taken_from_until_then():
    s = dealt([TENS, "7S 5C 3D AD 9H TH QD JC KC 2S"], "")
    order = [s.pile[0], *s.stock[::-1]]
    pass_turns(s, 31)
    assert (s.stock, s.pile) == ([], order)
    assert list(gin.legal(s)) == ["stock", "pile"]
    taking = kit.clone(s)
    play(taking, "pile")
    assert taking.taken is order[-1]
    told = play(s, "stock")
    assert told[0] == (gin.TURN_OVER, {"card": order[0], "left": 31})
    assert s.hands[s.turn][-1] is order[1]
    assert (s.pile, s.stock) == ([order[0]], order[:1:-1])


def test_by_agreement_two_cards_left_make_the_deal_void():
    s = dealt([TENS, "7S 5C 3D AD 9H TH QD JC KC 2S"], "", kit.options(gin, void_at_two=True))
    pass_turns(s, 28)
    assert (len(s.stock), s.turn) == (3, 0)
    pass_turns(s, 1)
    assert (s.turn, s.score, s.dealer) == (kit.NOBODY, [0, 0], 0)


def test_a_knock_with_two_cards_left_counts():
    s = dealt([TWOS, TENS], "", kit.options(gin, void_at_two=True))
    pass_turns(s, 28)
    drawn = s.stock[-1].text
    play(s, "stock", f"knock {drawn}", "done")
    assert len(s.stock) == 2
    assert s.score[0] > 0


def test_the_limit_stops_the_match_and_the_higher_score_wins():
    options = kit.options(gin, limit=20)
    for score, winners in [([5, 4], (0,)), ([0, 1], (1,)), ([7, 7], ())]:
        s = dealt([TENS, "7S 5C 3D AD 9H TH QD JC KC 2S"], "", options, score)
        pass_turns(s, 19)
        assert s.turn == 1
        pass_turns(s, 1)
        assert (s.turn, gin.result(s), s.score) == (kit.OVER, winners, score)


def test_a_deal_that_ends_in_the_last_turn_counts():
    s = dealt([TWOS, f"{LOW} KC"], "KS", kit.options(gin, limit=20))
    s.turns = 19
    play(s, "stock", "knock KS", "done")
    assert (s.turn, gin.result(s), s.score) == (kit.OVER, (0,), [9, 0])


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("pass", gin.TURN),
        ("discard 2S", gin.TURN),
        ("2S 2H 2D", gin.TURN),
        ("2S", gin.DRAW_FIRST),
        ("KC", gin.DRAW_FIRST),
        ("knock", gin.DRAW_FIRST),
        ("knock 2S", gin.DRAW_FIRST),
        ("lay 2S", gin.HIDDEN),
        ("done", gin.HIDDEN),
    ],
)
def test_before_the_draw_the_first_clause_broken_is_named(move, clause):
    s = dealt([TWOS, TENS], "8S")
    assert gin.refuse(s, kit.parse(move)).clause == clause


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("stock", gin.DISCARD),
        ("pile", gin.DISCARD),
        ("pass", gin.TURN),
        ("knock", gin.KNOCK),
        ("QS", gin.HELD),
        ("knock QS", gin.HELD),
        ("lay QS", gin.HIDDEN),
        ("knock 5S", gin.KNOCK_LIMIT),
    ],
)
def test_after_the_draw_the_first_clause_broken_is_named(move, clause):
    s = dealt([TWOS, TENS.replace("KS", "KD")], "KS")
    play(s, "stock")
    assert gin.refuse(s, kit.parse(move)).clause == clause


@pytest.mark.parametrize(
    ("move", "clause"),
    [
        ("stock", gin.REPLY),
        ("8C", gin.REPLY),
        ("knock 8C", gin.REPLY),
        ("lay", gin.REPLY),
        ("lay 2C 7D", gin.REPLY),
        ("lay 3D", gin.HELD),
        ("lay 8C", gin.LAY_OFF),
    ],
)
def test_after_a_knock_the_first_clause_broken_is_named(move, clause):
    s = dealt([TWOS, f"{LOW} 8C"], "KS")
    play(s, "stock", "knock KS")
    assert gin.refuse(s, kit.parse(move)).clause == clause
