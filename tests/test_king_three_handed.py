"""Three-handed King: its pack, its totals, and that it is King in everything else (see also test_king.py)."""

from functools import partial

import playing
import pytest
from playing import short

from cardlib import kit, record
from cardlib.cards import cards
from cardlib.games import king, load
from cardlib.say import words

game = load("king-three-handed")
steps = partial(playing.steps, game)


def played(seed, **options):
    deals, s = playing.played(game, 3, seed, **options)
    return deals[1:], s


@pytest.mark.parametrize("seed", range(8))
def test_the_totals_are_those_of_ten_tricks(seed):
    deals, s = played(seed)
    sums = [sum(kit.step(game, *deal[-1][:2])[0].taken) for deal in deals]
    assert sums == [20, 16, 16, 16, 16, 16, 100, 30, 30, 30, 100]
    assert sum(sums[:7]) == game.DEBT == 200
    assert sum(sums[7:]) == game.WON_BACK == 190
    assert sum(s.score) == game.WON_BACK - game.DEBT
    assert game.result(s) == kit.highest(s.score)


@pytest.mark.parametrize(("left_out", "missing"), [("aces", "AS AC"), ("sevens", "7S 7C")])
def test_thirty_cards_are_dealt_ten_each(left_out, missing):
    s = game.new(3, kit.options(game, left_out=left_out))
    assert len(game.loose(s)) == 30
    assert not set(cards(missing)) & set(game.loose(s))
    deal, *_ = played(1, left_out=left_out)[0]
    assert [len(hand) for hand in deal[1][0].hands] == [10, 10, 10]
    _, told = kit.step(game, s, ("deal", *game.loose(s)))
    assert [short(r.clause) for r in told] == ["pack", "cut"]
    assert told[0].facts == {"cards": tuple(cards(missing)), "size": 30}


def test_the_clauses_are_those_of_king_and_the_pack():
    own, base = ([short(clause) for clause in kit.clauses(module)] for module in (game, king))
    assert own == ["pack", *base]
    assert {f"{king.NAME}.{short(c)}" for c in kit.bends(game).values()} - {"king.pack"} == set(
        kit.bends(king).values()
    )


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_what_is_told_at_the_table_is_told_in_the_same_words(lang):
    for kind in ("refused", "told", "moves", "public", "seat", "words"):
        own, base = words(lang, game.NAME)[kind], words(lang, king.NAME)[kind]
        assert {k: v for k, v in own.items() if k != "pack"} == base


def test_the_example_five_three_and_two_tricks():
    *_, last = (step for step in record.replay(record.open_deal(game.NAME, "ordinary")) if step.line.kind == "expect")
    assert last.state.score == [-4, -6, -10]


def test_a_player_with_a_heart_and_a_spade_must_lead_the_spade():
    s = kit.start(game, options=kit.options(game, first_deal=4), seed=1)
    s.hands[s.turn] = cards("9H 8S")
    assert playing.refused(game, s, "9H") == "hearts-lead"
    assert game.legal(s) == cards("8S")


def test_the_king_is_the_highest_black_card():
    s = kit.start(game, seed=1)
    s.hands = [cards("KC 7D"), cards("QC 8D"), cards("9C 9D")]
    s.turn = 0
    s, told = steps(s, "KC", "QC", "9C")
    assert s.turn == 0
    assert told[-1].facts["total"] == 2
