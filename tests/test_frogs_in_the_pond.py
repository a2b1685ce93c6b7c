"""Frogs in the Pond: a hundred points in a deal, what the winner of a frog alone sees, the cases of the rules page."""

import random
from functools import partial

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import cards
from cardlib.games import load

game = load("frogs-in-the-pond")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
played = partial(playing.played, game)
ACE_HIGH = "23456789TJQKA"
POINTS = {"T": 10, "5": 5, "A": 4, "K": 3, "Q": 2, "J": 1}
every_table = pytest.mark.parametrize("players", game.PLAYERS)


def worth(pile):
    return sum(POINTS.get(c.text[0], 0) for c in pile)


def position(*hands, pond="", trick="", turn=0, leader=0, score=None, dealt=1, **options):
    s = game.new(len(hands), kit.options(game, **options))
    s.hands, s.pond, s.trick = [cards(hand) for hand in hands], cards(pond), cards(trick)
    s.turn, s.leader, s.deals = turn, leader, dealt
    s.score = list(score or s.score)
    return s


def names(told):
    return [short(ruling.clause) for ruling in told]


def facts(told, clause):
    return next(ruling.facts for ruling in told if short(ruling.clause) == clause)


def ends(deals, s):
    """The state after each deal of a match."""
    return [deal[0][0] for deal in deals[1:]] + [s]


@pytest.mark.parametrize(
    ("players", "each", "out"),
    [(2, 17, "2C"), (3, 13, ""), (4, 10, "2C 2D"), (5, 8, "2C 2D 2H 2S"), (6, 7, "2C 2D 2H")],
)
def test_hands_and_pond_are_of_the_same_size_and_use_up_the_pack(players, each, out):
    s = kit.start(game, players, seed=players)
    assert [len(pile) for pile in [*s.hands, s.pond]] == [each] * (players + 1)
    dealt = {c for pile in [*s.hands, s.pond] for c in pile}
    assert len(dealt) == 52 - len(cards(out))
    assert not dealt & set(cards(out))


@every_table
def test_cards_are_dealt_in_twos_and_an_odd_last_card_singly(players):
    s = game.new(players, game.Options())
    pack = game.loose(s)
    s, told = kit.step(game, s, ("deal", *pack))
    each = game.EACH[players]
    assert s.turn == 0
    assert s.hands[0][:4] == [*pack[:2], *pack[2 * players : 2 * players + 2]]
    assert s.hands[-1][:2] == pack[2 * players - 2 : 2 * players]
    assert ("single" in names(told)) == (each % 2 == 1)
    if each % 2:
        assert [hand[-1] for hand in s.hands] == pack[players * (each - 1) : players * each]
    assert s.pond[::-1] == pack[players * each :]


@every_table
@pytest.mark.parametrize("options", [{}, {"pairs": False}, {"three_pairs": True}, {"target": 200}])
def test_every_deal_holds_exactly_a_hundred_points(players, options):
    for seed in range(4):
        deals, s = played(players, seed, **options)
        assert s.deals == len(deals)
        for n, after in enumerate(ends(deals, s), 1):
            assert sum(after.score[side[0]] for side in game.sides(s)) == 100 * n


@every_table
def test_every_trick_and_every_frog_goes_to_the_highest_card_of_the_suit_led(players):
    """The winners and their points, against the rules written out once more."""
    for seed in range(3):
        deals, s = played(players, seed)
        for deal, after in zip(deals, ends(deals, s), strict=True):
            first = deal[1][0]
            expected, pond, leader = [0] * players, first.pond[::-1], first.turn
            moves = [move for _, move, _ in deal[1:]]
            assert len(moves) == players * len(pond)
            for n, frog in enumerate(pond):
                trick = moves[players * n : players * (n + 1)]
                following = [c for c in trick if c.suit == trick[0].suit]
                best = max(following, key=lambda c: ACE_HIGH.index(c.text[0]))
                leader = (leader + trick.index(best)) % players
                expected[leader] += worth([*trick, frog])
            for side in game.sides(s):
                for seat in side:
                    assert after.score[seat] - first.score[seat] == sum(expected[mate] for mate in side)


@every_table
def test_a_match_ends_after_the_deal_in_which_one_side_alone_is_highest_with_a_hundred(players):
    for seed in range(6):
        deals, s = played(players, seed)
        best = max(s.score)
        assert best >= 100
        assert game.result(s) == tuple(seat for seat in range(players) if s.score[seat] == best)
        assert game.result(s) in game.sides(s)
        for deal in deals[1:]:
            before = deal[0][0]
            level = len({side for side in game.sides(s) if before.score[side[0]] == max(before.score)}) > 1
            assert max(before.score) < 100 or level
        assert [deal[0][0].dealer for deal in deals] == [(n - 1) % players for n in range(len(deals))]


@pytest.mark.parametrize("options", [{}, {"pairs": False}, {"revoke": True}, {"tadpole": True}])
def test_until_the_count_nothing_told_depends_on_a_frog(options):
    """The same cards played over another pond: everything that is said is the same."""
    for seed in range(10):
        s = kit.start(game, 4, kit.options(game, **options), seed)
        other = kit.clone(s)
        random.Random(seed).shuffle(other.pond)
        rng = random.Random(seed)
        while sum(map(len, s.hands)) > 1:
            move = rng.choice(game.legal(s))
            assert game.legal(other) == game.legal(s)
            s, told = kit.step(game, s, move)
            other, also = kit.step(game, other, move)
            assert told == also
            assert other.score == s.score


def test_a_frog_is_seen_by_its_winner_alone():
    s, _ = steps(position("AS 2S", "4S 3S", "TS 6S", "KH QH", pond="8D TH"), "AS", "4S", "TS", "KH")
    assert s.frogs == [cards("TH"), [], [], []]
    for seat in range(4):
        kept = next(zone for zone in kit.view(game, s, seat).zones if zone.name == "kept" and zone.owner == 0)
        assert (kept.cards == tuple(cards("TH"))) == (seat == 0)
        stock = next(zone for zone in kit.view(game, s, seat).zones if zone.name == "stock")
        assert not set(stock.cards) & set(cards("8D"))


def test_the_first_example_an_ace_led_to_partner():
    s, told = steps(position("AS 2S", "4S 3S", "TS 6S", "KH QH", pond="8D TH"), "AS", "4S", "TS", "KH")
    assert s.turn == 0
    assert names(told) == ["first-lead", "follow", "follow", "throw", "highest", "values", "frog"]
    assert facts(told, "values") == {"seat": 0, "cards": tuple(cards("AS TS KH")), "points": 17}
    assert facts(told, "frog") == {"seat": 0, "left": 1}


def test_the_second_example_the_king_must_follow_and_a_frog_is_not_shown():
    s, _ = steps(position("3D 7H", "KD TC", "5D 9H", "AD TH", pond="2S 5H"), "3D")
    assert refused(s, "TC") == "follow"
    assert game.legal(s) == cards("KD")
    s, _ = steps(s, "KD", "5D", "AD")
    assert refused(s, "show 5H") == "secret"
    assert refused(s, "5H") == "stays"
    assert refused(s, "2S") == "held"
    assert refused(s, "pass") == "turn"
    assert refused(s, "show") == "turn"
    assert refused(s, "TH") is None


def test_nobody_is_told_whose_frog_he_asks_for():
    s, _ = steps(position("3D 7H", "KD TC", "5D 9H", "AD TH", pond="2S 5H"), "3D", "KD", "5D", "AD", "TH")
    assert s.turn == 0
    assert refused(s, "5H") == refused(s, "2S") == "held"
    assert refused(s, "show 5H") == refused(s, "show 2S") == "secret"


def last_trick(won, frogs, **given):
    """Four players about to end a deal: South leads the last trick, and takes it and its frog, both worth nothing."""
    s = position("9C", "8C", "7C", "6C", pond="4C", **given)
    s.won, s.frogs = [cards(pile) for pile in won], [cards(pile) for pile in frogs]
    return steps(s, "9C", "8C", "7C", "6C")


def test_the_third_example_sixty_one_to_thirty_nine():
    won = "AS AH AC TS TH", "AD KD KC QD JD JC 5S 5D 5C", "TD 5H KS KH QS QH QC JH JS", ""
    s, told = last_trick(won, ("", "", "", "TC"))
    assert [facts["points"] for clause, facts in told if clause == game.TOGETHER] == [61, 39]
    assert s.score == [61, 39, 61, 39]
    assert s.turn == kit.NOBODY


@pytest.mark.parametrize(
    ("score", "clauses", "turn"),
    [
        ((44, 10, 44, 10), ["next-deal"], kit.NOBODY),
        ((45, 10, 45, 10), ["match"], kit.OVER),
        ((60, 85, 60, 85), ["both", "match"], kit.OVER),
        ((60, 70, 60, 70), ["both", "level", "next-deal"], kit.NOBODY),
    ],
)
def test_the_end_of_a_match(score, clauses, turn):
    """South and North add 55 to their score, West and East 45; the last trick adds nothing."""
    won = "TS TH TD 5S 5H", "TC AS AH AC AD KS KH KC KD", "5D 5C", "QS QH JS JH JC"
    s, told = last_trick(won, ("QC QD JD", "", "", ""), score=score)
    assert s.score == [score[0] + 55, score[1] + 45, score[0] + 55, score[1] + 45]
    assert names(told)[-len(clauses) :] == clauses
    assert s.turn == turn


def test_the_last_deal_of_all_may_be_shared():
    won = "TS TH TD TC 5S 5H", "AS AH AC AD KS KH KC KD QS QH QC QD JS JH JC JD", "", "5D 5C"
    s, told = last_trick(won, ("", "", "", ""), deals=1)
    assert s.score == [50] * 4
    assert s.turn == kit.OVER
    assert game.result(s) == (0, 1, 2, 3)
    assert facts(told, "limit") == {"deals": 1, "winners": (0, 1, 2, 3), "total": 50, "level": True}


def test_the_limit_ends_a_match_that_nobody_wins():
    for seed in range(3):
        deals, s = played(6, seed, deals=1)
        assert len(deals) == 1
        assert max(s.score) < 100


@every_table
def test_partners_share_one_score(players):
    pairs = {4: [(0, 2), (1, 3)]}.get(players, [(seat,) for seat in range(players)])
    s = kit.start(game, players, seed=1)
    assert game.sides(s) == pairs
    s = kit.start(game, players, kit.options(game, pairs=False, three_pairs=True), seed=1)
    assert game.sides(s) == ([(0, 3), (1, 4), (2, 5)] if players == 6 else [(seat,) for seat in range(players)])


def test_a_revoke_where_it_can_be_made_costs_the_side_ten_points():
    s = position("AS 2S", "TS 3D", "KS 6S", "4S QH", pond="8D TH", score=(30, 20, 30, 20), revoke=True)
    s, _ = steps(s, "AS")
    assert set(game.legal(s)) == set(cards("TS 3D"))
    s, told = steps(s, "3D")
    expected = {"seat": 1, "card": cards("3D")[0], "suit": "spades", "points": 10, "total": 10}
    assert facts(told, "revoke") == expected
    assert s.score == [30, 10, 30, 10]
    s, _ = steps(s, "KS", "4S")
    assert s.turn == 0
    assert len(s.trick) == 4


@every_table
def test_with_revokes_a_deal_holds_a_hundred_less_ten_for_each(players):
    for seed in range(3):
        deals, s = played(players, seed, revoke=True)
        revokes = sum(short(r.clause) == "revoke" for deal in deals for _, _, told in deal for r in told)
        assert revokes
        assert sum(s.score[side[0]] for side in game.sides(s)) == 100 * len(deals) - 10 * revokes


@every_table
def test_with_a_tadpole_a_deal_holds_eighty_nine(players):
    deals, s = played(players, 2, tadpole=True)
    assert sum(s.score[side[0]] for side in game.sides(s)) == 89 * len(deals)


def test_the_trick_lies_open_until_the_next_lead():
    s, _ = steps(position("AS 2S", "4S 3S", "TS 6S", "KH QH", pond="8D TH"), "AS", "4S", "TS", "KH")
    assert s.trick == cards("AS 4S TS KH")
    assert set(game.legal(s)) == set(cards("2S"))
    s, _ = steps(s, "2S")
    assert s.trick == cards("2S")
    assert s.won[0] == cards("AS 4S TS KH")
