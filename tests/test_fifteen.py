"""Fifteen beyond the contract: the count, who takes the chips, the pack over several deals, and how a match ends."""

import random

import pytest

from cardlib import kit
from cardlib.cards import CARDS, cards, pack
from cardlib.games import fifteen


def stacked(text, options=None, dealer=1):
    """A match whose pack begins with these cards: the dealer's opponent gets the first, the dealer the second."""
    s = fifteen.new(2, options or fifteen.Options())
    s.dealer = dealer
    wanted = cards(text)
    fifteen.play(s, ("deal", *wanted, *[c for c in pack() if c not in wanted]))
    return s


def play(s, text):
    """The moves in turn, each of them legal; returns what they told."""
    told = []
    for move in text.split():
        assert fifteen.refuse(s, move) is None, (move, fifteen.refuse(s, move))
        assert move in fifteen.legal(s)
        fifteen.play(s, move, lambda clause, **facts: told.append((clause, facts)))
    return told


def told_clauses(told):
    return [clause for clause, _ in told]


def test_a_full_match_keeps_its_chips_and_deals_in_turn():
    for stake, deals, seed in [(2, 20, 1), (1, 6, 2), (3, 50, 3), (5, 50, 4), (5, 20, 5), (2, 10, 6)]:
        options = kit.options(fifteen, stake=stake, deals=deals)
        rng, s = random.Random(seed), fifteen.new(2, options)
        dealers = []
        while s.turn != kit.OVER:
            if s.turn == kit.NOBODY:
                kit.deal(fifteen, s, rng)
                continue
            assert sum(s.chips) + s.pot == 80
            before = s.deals
            dealer = s.dealer
            fifteen.play(s, rng.choice(fifteen.legal(s)))
            if s.deals > before:
                dealers.append(dealer)
                assert len(s.stock) >= fifteen.ENOUGH - 2
        assert s.pot == 0
        assert sum(s.chips) == 80
        assert min(s.chips) >= 0
        assert dealers == [(dealers[0] + n) % 2 for n in range(s.deals)]
        assert s.deals == deals or min(s.chips) < stake + (s.chips[0] == s.chips[1]) * stake


def test_the_lower_cut_deals_and_equal_cuts_are_cut_again():
    s, told = fifteen.new(2, fifteen.Options()), []
    deck = [*cards("5S 5H 4C"), *[c for c in pack() if c.text not in ("5S", "5H", "4C")]]
    fifteen.play(s, ("deal", *deck), lambda clause, **facts: told.append((clause, facts)))
    assert told[0] == (fifteen.CHIPS, {"each": 40})
    assert told[1][1] == {"seat": 1, "cards": (CARDS["5S"], CARDS["4C"]), "card": CARDS["4C"]}
    assert (s.dealer, s.turn) == (1, kit.NOBODY)


def test_both_stake_before_the_deal_and_the_dealer_last():
    s = stacked("9H QS")
    assert (s.turn, s.hands) == (0, [[], []])
    for move in ("draw", "stand", "show", "pass"):
        assert fifteen.refuse(s, move).clause == fifteen.ANTE
    play(s, "stake")
    assert (s.turn, s.hands, s.chips, s.pot) == (1, [[], []], [38, 40], 2)
    play(s, "stake")
    assert (s.turn, s.hands, s.chips, s.pot) == (0, [cards("9H"), cards("QS")], [38, 38], 4)
    assert fifteen.refuse(s, "stake").clause == fifteen.TURN


@pytest.mark.parametrize(
    ("deck", "moves", "counts", "chips", "pot"),
    [
        ("9H QS 4C 5D", "draw stand draw stand", (13, 15), [38, 42], 0),
        ("9D KH 5S 4C", "draw stand draw stand", (14, 14), [38, 38], 4),
        ("8H 6D TC 3S TS", "draw stand draw draw stand", (18, 19), [38, 38], 4),
        ("7H 9C 5C 7D", "draw stand draw stand", (12, 16), [42, 38], 0),
        ("8D 7C 9S", "draw stand stand", (17, 7), [38, 42], 0),
        ("AS 2S", "stand stand", (1, 2), [38, 42], 0),
        ("AS KS 4S 8D", "draw stand draw stand", (5, 18), [42, 38], 0),
        ("KS KH 6S 6H", "draw stand draw stand", (16, 16), [38, 38], 4),
    ],
)
def test_the_closer_without_passing_takes_the_chips(deck, moves, counts, chips, pot):
    s = stacked(deck)
    told = play(s, f"stake stake {moves}")
    assert tuple(f["points"] for c, f in told if c == fifteen.VALUES) == counts
    assert (s.chips, s.pot) == (chips, pot)
    assert told_clauses(told)[-1] == fifteen.NEXT


def test_every_card_counts_what_the_page_says():
    worth = [fifteen.VALUE[CARDS[f"{rank}S"].rank] for rank in "A23456789TJQK"]
    assert worth == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_three_deals_of_the_dossier_leave_a_gain_of_six():
    s = stacked("9D KH 5S 4C 8H 6D TC 3S TS 7H 9C 5C 7D")
    play(s, "stake stake draw stand draw stand")
    assert (s.pot, s.dealer, s.turn) == (4, 0, 1)
    told = play(s, "stake stake draw stand draw draw stand")
    assert (fifteen.GROWS, {"stayed": 4, "each": 2, "pot": 8}) in told
    assert s.pot == 8
    play(s, "stake stake draw stand draw stand")
    assert (s.pot, s.chips) == (0, [46, 34])


def test_over_fifteen_only_standing_is_left_and_nothing_is_told_of_it():
    s = stacked("8D 7C 9S")
    told = play(s, "stake stake draw")
    assert fifteen.legal(s) == ("stand",)
    assert fifteen.refuse(s, "draw") == (fifteen.BUST, {"points": 17, "goal": 15})
    told = play(s, "stand")
    assert told == [(fifteen.STAND, {"seat": 0, "cards": 2}), (fifteen.DEALER, {"seat": 1})]
    assert fifteen.refuse(s, "ask") == (fifteen.SILENT, {"cards": 2})
    assert fifteen.refuse(s, "show").clause == fifteen.SILENT


def test_on_fifteen_exactly_one_may_still_draw():
    s = stacked("KS 2H 5S")
    play(s, "stake stake draw")
    assert list(fifteen.legal(s)) == ["draw", "stand"]


@pytest.mark.parametrize("first", ["AS", "5H", "9C", "TD", "JS", "QH", "KC"])
def test_by_agreement_a_single_card_stands_only_if_it_counts_ten(first):
    free, bound = (stacked(f"{first} 2H 3D", kit.options(fifteen, ten_to_stand=on)) for on in (False, True))
    for s in (free, bound):
        play(s, "stake stake")
    assert list(fifteen.legal(free)) == ["draw", "stand"]
    ten = first[0] in "TJQK"
    assert list(fifteen.legal(bound)) == (["draw", "stand"] if ten else ["draw"])
    assert (fifteen.refuse(bound, "stand") is None) == ten
    play(bound, "draw stand")
    assert fifteen.refuse(bound, "stand").clause == fifteen.ONE_CARD, "the dealer's two"


def test_the_cards_played_go_aside_and_the_order_of_the_rest_stays():
    s = stacked("9H QS 4C 5D KD 7C 6S")
    play(s, "stake stake draw stand draw stand")
    order = s.stock[::-1]
    assert order[:3] == cards("KD 7C 6S")
    shown = [zone for zone in fifteen.table(s) if zone.name == "shown"]
    assert [zone.cards for zone in shown] == [cards("9H 4C"), cards("QS 5D")]
    told = play(s, "stake stake")
    assert (fifteen.ASIDE, {"left": 48}) in told
    assert s.used == cards("9H 4C QS 5D")
    assert s.hands == [cards("7C"), cards("KD")]
    assert s.stock[::-1] == order[2:]


def test_a_deal_uses_fifteen_cards_at_most():
    s = stacked("AS 3H AH AD AC 2S 2H 2D 2C 3S KS 3D 3C 4S KH")
    play(s, "stake stake draw draw draw draw draw draw draw draw draw stand draw draw draw draw stand")
    assert [len(hand) for hand in s.hands] == [10, 5]
    for seed in range(300):
        s = kit.start(fifteen, seed=seed)
        play(s, "stake")
        s.stock.sort(key=lambda c: -fifteen.VALUE[c.rank])  # the smallest come first
        play(s, "stake")
        rng = random.Random(seed)
        while s.staked == 2:
            draw = "draw" in fifteen.legal(s) and rng.random() < 0.97
            play(s, "draw" if draw else "stand")
        assert sum(map(len, s.hands)) <= fifteen.ENOUGH


@pytest.mark.parametrize(("left", "gathers"), [(16, False), (15, False), (14, True)])
def test_with_fewer_than_fifteen_left_all_cards_are_shuffled(left, gathers):
    s = stacked("KS KH")
    play(s, "stake stake")
    s.used, s.stock = s.stock[left:], s.stock[:left]
    play(s, "stand stand")
    assert (s.turn == kit.NOBODY) == gathers
    if gathers:
        told = []
        fifteen.play(s, ("deal", *pack()), lambda clause, **facts: told.append((clause, facts)))
        assert told == [(fifteen.GATHER, {"seat": 0, "left": left})]
        assert (s.hands, s.used, len(s.stock), s.pot) == ([[], []], [], 52, 4)
    assert s.turn == 1


def test_the_last_deal_ends_the_match_and_halves_what_nobody_has_won():
    s = stacked("KS KH", kit.options(fifteen, deals=6))
    s.deals, s.chips, s.pot = 5, [30, 42], 8
    told = play(s, "stake stake stand stand")
    assert told_clauses(told)[-3:] == [fifteen.LENGTH, fifteen.HALVED, fifteen.MATCH]
    assert (s.turn, s.chips, s.pot, fifteen.result(s)) == (kit.OVER, [34, 46], 0, (1,))


def test_equal_chips_are_a_draw():
    s = stacked("KS KH", kit.options(fifteen, deals=6))
    s.deals = 5
    told = play(s, "stake stake stand stand")
    assert (s.turn, s.chips, fifteen.result(s)) == (kit.OVER, [40, 40], ())
    assert told[-1] == (fifteen.MATCH, {"winners": (), "chips": 40, "other": 40})


@pytest.mark.parametrize(("chips", "over"), [(4, False), (3, True), (2, True)])
def test_whoever_cannot_stake_ends_the_match(chips, over):
    s = stacked("9S KH")
    s.chips = [chips, 80 - chips]
    told = play(s, "stake stake stand stand")
    assert (s.turn == kit.OVER) == over
    assert (fifteen.BROKE in told_clauses(told)) == over
    assert fifteen.HALVED not in told_clauses(told)
    if over:
        assert fifteen.result(s) == (1,)


def test_both_out_of_chips_share_what_lies_on_the_table():
    s = stacked("KS KH", kit.options(fifteen, stake=5))
    s.chips, s.pot = [5, 5], 70
    told = play(s, "stake stake stand stand")
    assert (fifteen.BROKE, {"seats": (0, 1), "stake": 5}) in told
    assert (s.chips, s.pot, fifteen.result(s)) == ([40, 40], 0, ())


def test_a_standing_player_keeps_his_cards_to_himself():
    s = stacked("9H QS 4C")
    play(s, "stake stake draw stand")
    other = next(zone for zone in kit.view(fifteen, s, 1).zones if zone.owner == 0)
    assert [c.text for c in other.cards] == ["??", "??"]
