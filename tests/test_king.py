"""King: what every deal adds up to, who may lead what, and the cases of the rules page.

What three-handed King has in common with it is tested here as well, on both.
"""

from functools import partial

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import HEARTS, SUITS, card, cards
from cardlib.games import load

game = load("king")
BOTH = [game, load("king-three-handed")]
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
KING = card("KH")
TASKS = ["no-tricks", "no-jacks", "no-queens", "no-hearts", "last-two", "no-king", "muddle"]
BARRED = {"no-hearts", "no-king", "muddle", "plus-muddle"}  # no leading of hearts
THROWN = {"no-king", "muddle", "plus-muddle"}  # the king goes at the first chance
STRENGTH = "789TJQKA"
both = pytest.mark.parametrize("game", BOTH, ids=lambda game: game.NAME)
seeds = pytest.mark.parametrize("seed", range(6))


def played(game, seed, **options):
    """The deals of a match played at random, the cut for the deal left out; the end."""
    deals, s = playing.played(game, game.PLAYERS[0], seed, **options)
    return deals[1:], s


def position(*hands, contract, trump=None, namer=0, **options):
    """The beginning of a trick that South leads, with so much left in hand."""
    s = game.new(4, kit.options(game, **options))
    s.stock, s.number, s.contract = [], 1 + [*game.CONTRACTS].index(contract), contract
    s.hands, s.turn, s.dealer = [cards(hand) for hand in hands], 0, 3
    if trump:
        s.trump, s.namer = SUITS.index(trump), namer
    return s


def names(told):
    return [short(r.clause) for r in told]


def worth(contract, trick, last_two):
    """What a trick counts, from the rules written out once more."""
    jacks, queens = (4 * sum(c.text[0] == rank for c in trick) for rank in "JQ")
    hearts, king = 2 * sum(c.suit == HEARTS for c in trick), 16 * (KING in trick)
    last = 8 if last_two else 0
    return {
        "no-tricks": 2,
        "no-jacks": jacks,
        "no-queens": queens,
        "no-hearts": hearts,
        "last-two": last,
        "no-king": king,
        "trumps": 3,
    }.get(contract, 2 + jacks + queens + hearts + last + king)


@seeds
def test_the_first_six_deals_come_to_16_the_seventh_to_96_and_all_is_won_back(seed):
    deals, s = played(game, seed)
    ends = [kit.step(game, *deal[-1][:2])[0] for deal in deals]
    assert [e.contract for e in ends] == TASKS + 4 * ["trumps"] + ["plus-muddle"]
    assert [sum(e.taken) for e in ends] == 6 * [game.IN_A_DEAL] + [96] + 4 * [24] + [96]
    assert sum(ends[6].score) == -game.DEBT == -192
    assert sum(s.score) == 0
    assert game.result(s) == kit.highest(s.score)
    debts = next(r.facts for r in deals[6][-1][2] if short(r.clause) == "debts")
    assert (debts["total"], debts["debts"]) == (192, tuple(-n for n in ends[6].score))


@both
@seeds
def test_every_trick_goes_by_the_rules_written_out_once_more(game, seed):
    """Who takes it and what it counts, computed here from the cards alone."""
    players = game.PLAYERS[0]
    for deal in played(game, seed)[0]:
        trick, taken, left = [], [0] * players, 32 // players
        moves = [(s, move) for s, move, _ in deal[1:] if not s.stock]
        leader = moves[0][0].turn
        for s, move in moves:
            assert s.turn == (leader + len(trick)) % players
            trick.append(move)
            if len(trick) < players:
                continue
            best = max(trick, key=lambda c: (c.suit == s.trump, c.suit == trick[0].suit, STRENGTH.index(c.text[0])))
            leader = (leader + trick.index(best)) % players
            left -= 1
            taken[leader] += worth(s.contract, trick, left < 2)
            trick = []
        last, move, _ = deal[-1]
        assert left == 0
        assert kit.step(game, last, move)[0].taken == taken


@both
@seeds
def test_hearts_and_trumps_are_led_and_the_king_is_kept_only_as_far_as_the_rules_let(game, seed):
    for deal in played(game, seed)[0]:
        for s, move, _ in deal[1:]:
            if s.stock:
                continue
            hand = s.hands[s.turn]
            if len(s.trick) in (0, s.players):
                barred = s.trump if s.contract == "trumps" else HEARTS if s.contract in BARRED else None
                if move.suit == barred and not (s.contract == "trumps" and s.turn == s.namer):
                    assert all(c.suit == barred for c in hand)
                continue
            suit = s.trick[0].suit
            if any(c.suit == suit for c in hand):
                assert move.suit == suit
            elif s.contract == "trumps":
                assert move.suit == s.trump or all(c.suit != s.trump for c in hand)
            elif s.contract in THROWN and KING in hand:
                assert move is KING


@both
@seeds
def test_each_player_names_the_trump_once_and_the_deal_passes_to_the_left(game, seed):
    players = game.PLAYERS[0]
    deals, _ = played(game, seed)
    dealers = [deal[0][0].dealer for deal in deals]
    assert dealers == [(dealers[0] + n) % players for n in range(8 + players)]
    win_back = [deal for deal in deals if deal[1][0].contract == "trumps"]
    namers = [deal[1][0].namer for deal in win_back]
    assert sorted(namers) == list(range(players))
    assert namers == [(deal[0][0].dealer - 1) % players for deal in win_back]
    for deal in win_back:
        (s, move, told), (lead, *_) = deal[1], deal[2]
        assert [len(hand) for hand in s.hands] == [3 if seat == s.namer else 0 for seat in range(players)]
        assert {len(hand) for hand in lead.hands} == {32 // players}
        assert lead.turn == s.namer
        assert lead.hands[s.namer][:3] == s.hands[s.namer]
        last = lead.hands[s.namer][-1]
        assert SUITS[lead.trump] == (SUITS[last.suit] if move == "last" else move)
        if move == "last":
            assert told[0].facts == {"seat": s.namer, "card": last, "suit": SUITS[last.suit]}
    for deal in deals:
        if deal not in win_back:
            assert deal[1][0].turn == (deal[0][0].dealer + 1) % players


def test_the_others_get_their_three_before_the_rest_is_dealt():
    s = game.new(4, kit.options(game, first_deal=8))
    pack = list(game.loose(s))
    s, _ = kit.step(game, s, ("deal", *cards("8S 7C TD 9H"), *(c for c in pack if c not in cards("8S 7C TD 9H"))))
    assert s.dealer == 1
    s, _ = kit.step(game, s, ("deal", *pack))
    assert (s.turn, s.hands[0]) == (0, pack[:3])
    s, _ = kit.step(game, s, "clubs")
    assert s.hands[2] == [*pack[3:6], *pack[12::4]]
    assert s.hands[3] == [*pack[6:9], *pack[13::4]]
    assert s.hands[0] == [*pack[:3], *pack[14::4]]
    assert s.hands[1] == [*pack[9:12], *pack[15::4]]


def test_who_names_the_trump_sees_his_three_cards_and_no_more():
    s = kit.start(game, options=kit.options(game, first_deal=8), seed=5)
    seen = [c for zone in kit.view(game, s, s.namer).zones for c in zone.cards if c.n >= 0]
    assert seen == s.hands[s.namer]
    assert len(seen) == 3
    assert game.legal(s) == (*SUITS, "last")
    for text in ("AS", "pass", "hearts hearts", str(s.hands[s.namer][0])):
        assert refused(s, text) == "name-trump"


@pytest.mark.parametrize("contract", sorted(BARRED))
def test_a_heart_is_led_only_for_want_of_another_suit(contract):
    s = position("7H AC", "8S", "9S", "TS", contract=contract)
    assert refused(s, "7H") == "hearts-lead"
    assert game.legal(s) == cards("AC")
    s = position("7H KH", "8S 7S", "9S JS", "TS QS", contract=contract)
    assert set(game.legal(s)) == set(cards("7H KH"))
    assert names(steps(s, "7H")[1]) == ["first-lead", "hearts-lead"]


@pytest.mark.parametrize("contract", sorted({*TASKS} - BARRED))
def test_elsewhere_a_heart_may_be_led(contract):
    assert refused(position("7H AC", "8S", "9S", "TS", contract=contract), "7H") is None


def test_the_first_example_the_king_must_be_thrown_on_the_ace_of_spades():
    s, _ = steps(position("AS 7C", "KH AD", "7S 8C", "8S 9C", contract="no-king"), "AS")
    assert refused(s, "AD") == "king-thrown"
    assert game.legal(s) == [KING]
    s, told = steps(s, "KH", "7S", "8S")
    assert s.taken == [16, 0, 0, 0]
    assert names(told) == ["king-thrown", "follow", "follow", "highest", "no-king"]


@pytest.mark.parametrize("contract", ["no-hearts", "no-tricks", "last-two"])
def test_elsewhere_the_king_may_be_kept(contract):
    s, _ = steps(position("AS 7C", "KH AD", "7S 8C", "8S 9C", contract=contract), "AS")
    assert set(game.legal(s)) == set(cards("KH AD"))


@pytest.mark.parametrize(("strict", "legal"), [(False, "KH 8H"), (True, "KH")])
def test_when_hearts_are_led_the_king_may_be_kept_unless_the_table_is_strict(strict, legal):
    s, _ = steps(position("7H", "KH 8H", "9H 8C", "TH 9C", contract="muddle", king_on_hearts=strict), "7H")
    assert set(game.legal(s)) == set(cards(legal))
    assert refused(s, "8H") == ("king-thrown" if strict else None)
    s, told = steps(s, "KH")
    assert names(told) == ["king-thrown" if strict else "follow"]


def test_the_second_example_only_the_namer_leads_trumps_while_he_has_another_suit():
    hands = "AD 8S", "7D 9S", "8D TS", "9D JS"
    s = position(*hands, contract="trumps", trump="diamonds", namer=2)
    assert refused(s, "AD") == "trump-lead"
    assert game.legal(s) == cards("8S")
    s = position(*hands, contract="trumps", trump="diamonds", namer=0)
    assert set(game.legal(s)) == set(cards("AD 8S"))
    s = position("AD KD", *hands[1:], contract="trumps", trump="diamonds", namer=2)
    assert set(game.legal(s)) == set(cards("AD KD"))


def test_a_trump_must_be_played_but_need_not_beat():
    s = position("AC", "7D TD 8S", "KD 9S", "9C JS", contract="trumps", trump="diamonds")
    s, _ = steps(s, "AC")
    assert refused(s, "8S") == "must-trump"
    assert set(game.legal(s)) == set(cards("7D TD"))
    s, told = steps(s, "TD", "KD", "9C")
    assert (s.turn, s.taken) == (2, [0, 0, 3, 0])
    assert names(told) == ["must-trump", "must-trump", "follow", "trump-takes", "trick-points"]
    s = position("AC", "7D TD 8S", "9D KD 9S", "9C JS", contract="trumps", trump="diamonds")
    s, _ = steps(s, "AC", "TD")
    assert set(game.legal(s)) == set(cards("9D KD"))


def test_the_third_example_the_last_trick_of_the_muddle():
    s, told = steps(position("7D", "KH", "QH", "JS", contract="muddle"), "7D", "KH", "QH", "JS")
    assert s.taken == [38, 0, 0, 0]
    facts = next(r.facts for r in told if short(r.clause) == "muddle")
    assert {"trick": 2, "last": 8, "jacks": 4, "queens": 4, "hearts": 4, "king": 16}.items() <= facts.items()
    assert s.score == [-38, 0, 0, 0]
    s, _ = steps(position("7D", "KH", "QH", "JS", contract="plus-muddle"), "7D", "KH", "QH", "JS")
    assert s.score == [38, 0, 0, 0]


def test_the_lowest_card_cut_deals_first():
    s = game.new(4, game.Options())
    rest = [c for c in game.loose(s) if c not in cards("AS 8C 8D KD 9H")]
    s, told = kit.step(game, s, ("deal", *cards("AS 8C 8D KD 9H"), *rest))
    assert (s.turn, s.dealer) == (kit.NOBODY, 1)
    assert told[0].facts["cards"] == tuple(cards("AS 8C KD 9H"))


@both
@seeds
def test_without_the_win_back_the_match_is_seven_deals(game, seed):
    deals, s = played(game, seed, win_back=False)
    assert [deal[1][0].contract for deal in deals] == TASKS
    assert sum(s.score) == -game.DEBT
    assert max(s.score) <= 0


@both
@pytest.mark.parametrize("first", [2, 7, 8, 11])
def test_a_match_may_begin_with_any_deal(game, first):
    deals, s = played(game, 1, first_deal=first)
    whole = 8 + game.PLAYERS[0]
    assert [deal[1][0].number for deal in deals] == list(range(first, whole + 1))
    assert s.turn == kit.OVER
    if first <= len(TASKS):
        assert len(played(game, 1, first_deal=first, win_back=False)[0]) == 8 - first


@both
@seeds
def test_stopping_early_changes_no_sum(game, seed):
    deals, s = played(game, seed, stop_early=True)
    full, end = played(game, seed)
    assert sum(s.score) == sum(end.score)
    cards_only = {"no-jacks", "no-queens", "no-hearts", "no-king"}
    for deal, other in zip(deals, full, strict=True):
        last, move, _ = deal[-1]
        after, _ = kit.step(game, last, move)
        if last.contract in cards_only:
            assert sum(after.taken) == 16
            assert sum(last.taken) < 16
        else:
            assert len(deal) == len(other)
            assert not any(after.hands)


def test_the_best_score_may_be_shared():
    s = position("7D", "KS", "QS", "8S", contract="muddle", win_back=False)
    s.score = [-10, -24, -30, -24]
    s, told = steps(s, "7D", "KS", "QS", "8S")
    assert (s.turn, s.score) == (kit.OVER, [-24, -24, -30, -24])
    assert game.result(s) == (0, 1, 3)
    assert told[-1].facts == {"seats": (0, 1, 3), "best": -24}


def test_what_is_wrong_first_is_named_first():
    s, _ = steps(position("AS 7C", "KH AD 8S", "7S 8C", "9S 9C", contract="no-king"), "AS")
    assert refused(s, "pass") == refused(s, "KH AD") == refused(s, "last") == "turn"
    assert refused(s, "7S") == "held"
    assert refused(s, "AD") == refused(s, "KH") == "follow"
    assert refused(s, "8S") is None
