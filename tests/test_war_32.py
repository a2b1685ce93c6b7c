"""War with 32 Cards: disputes of three cards, stacks that run short, and the end."""

import random
from collections import deque

import pytest

from cardlib import kit
from cardlib.cards import card, cards
from cardlib.games import load

game = load("war-32")


def set_up(south, north, **options):
    """A match with these stacks, top card first; the other cards are left out."""
    s = game.new(2, kit.options(game, **options))
    s.stacks = [cards(south)[::-1], cards(north)[::-1]]
    s.cards = [len(stack) for stack in s.stacks]
    s.turn = 0
    return s


def one_round(s):
    """Play the round out; returns the facts of each clause told, the last if it was told more than once."""
    told, rounds = {}, s.rounds
    while s.turn >= 0 and s.rounds == rounds:
        (move,) = game.legal(s)
        game.play(s, move, lambda clause, **facts: told.__setitem__(clause, facts))
    return told


def test_the_example_of_the_rules_page():
    s = set_up("QS 7C 9H TS KC", "QD AD KD 8H 9S")
    told = one_round(s)
    assert told[game.HIGHER] == {"seat": 0, "card": card("TS"), "cards": 8}
    assert s.stacks[0] == cards("8H KD AD QD TS 9H 7C QS KC")
    assert s.cards == [9, 1]


def test_third_cards_equal_again():
    s = set_up("QS 7C 9H TS 8S KS AS 7S", "QD AD KD TD JC JH JD 7D")
    told = one_round(s)
    assert told[game.AGAIN]["cards"] == tuple(cards("TS TD"))
    assert told[game.HIGHER]["cards"] == 2 + 6 + 6
    assert s.cards == [15, 1]


@pytest.mark.parametrize(
    ("south", "north", "winners", "told"),
    [
        ("QS 7C AS", "QD AD KD 8H 9S", (0,), game.SHORT),  # the ace is the last card, and counts
        ("QS 7C KS", "QD AD 8D KH 9S", (1,), game.NONE),
        ("QS", "QD AD", (1,), game.NONE),
        ("QS 7C", "QD 7D", (), game.DRAW),
        ("QS", "QD", (), game.DRAW),
    ],
)
def test_too_few_cards_for_a_dispute(south, north, winners, told):
    s = set_up(south, north)
    found = one_round(s)
    assert told in found
    if told != game.SHORT:
        assert s.turn == kit.OVER
        assert game.result(s) == winners
    else:
        assert s.cards == [7, 1]


def test_a_dispute_as_in_war():
    s = set_up("QS 7C 9H TS", "QD AD KD 8H", face_down=True)
    for _ in range(4):
        game.play(s, game.legal(s)[0])
        if s.turn == 1 and s.disputes:
            assert s.up[0] == [True, False, True]
    assert s.cards == [1, 7]


@pytest.mark.parametrize(("south", "north", "winner"), [("7C", "AD", 0), ("AC", "7D", 1), ("7C", "KD", 1)])
def test_a_seven_that_beats_the_ace_beats_nothing_else(south, north, winner):
    s = set_up(south, north, seven_beats_ace=True)
    assert one_round(s)[game.HIGHER]["seat"] == winner


def test_what_is_refused():
    s = set_up("QS 7C 9H TS", "QD AD KD 8H")
    for text, clause in (("dispute", game.TURN), ("QS", game.STACK), ("banana", game.TURN), ("turn", None)):
        ruling = kit.refuse(game, s, kit.parse(text))
        assert (ruling and ruling.clause) == clause
    for _ in range(2):
        game.play(s, "turn")
    for text, clause in (("turn", game.DISPUTE), ("TS", game.STACK), ("war", game.DISPUTE), ("dispute", None)):
        ruling = kit.refuse(game, s, kit.parse(text))
        assert (ruling and ruling.clause) == clause


def by_hand(first, second):
    """The match once more, as one would write it without this engine: who has won, and after how many rounds."""
    stacks = deque(first), deque(second)
    rounds = 0
    while all(stacks):
        rounds += 1
        laid = [[stack.popleft()] for stack in stacks]
        while laid[0][-1].text[0] == laid[1][-1].text[0] and all(stacks):
            for heap, stack in zip(laid, stacks, strict=True):
                heap += [stack.popleft() for _ in range(min(3, len(stack)))]
        south, north = ("789TJQKA".index(heap[-1].text[0]) for heap in laid)
        if south == north and not any(stacks):
            return None, rounds
        winner = (0 if stacks[0] else 1) if south == north else (0 if south > north else 1)
        stacks[winner].extend(laid[winner] + laid[1 - winner])
    return (0 if stacks[0] else 1), rounds


@pytest.mark.parametrize("seed", range(40))
def test_the_engine_plays_as_one_would_by_hand(seed):
    s = kit.start(game, seed=seed)
    assert [len(stack) for stack in s.stacks] == [16, 16]
    expected = by_hand(*(stack[::-1] for stack in s.stacks))
    kit.playout(game, s, random.Random(0))
    assert s.rounds < 1000
    assert (game.result(s)[0], s.rounds) == expected
    assert sorted(s.cards) == [0, 32]


def test_at_the_limit_the_larger_stack_wins():
    s = kit.start(game, options=kit.options(game, limit=10), seed=1)
    kit.playout(game, s, random.Random(0))
    assert s.rounds == 10
    assert game.result(s) == (s.cards.index(max(s.cards)),)
