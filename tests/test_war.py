"""War: rounds, wars and conflicts, stacks that run short, and matches that would never end."""

import random
from collections import deque

import pytest

from cardlib import kit
from cardlib.cards import cards, pack
from cardlib.games import load

game = load("war")


def set_up(*stacks, **options):
    """A match with these stacks, top card first; the cards that no stack names are left out."""
    s = game.new(len(stacks), kit.options(game, **options))
    s.stacks = [cards(stack)[::-1] for stack in stacks]
    s.cards = [len(stack) for stack in s.stacks]
    s.turn, *s.due = s.fighters = [seat for seat in range(len(stacks)) if s.stacks[seat]]
    return s


def one_round(s):
    """Play the round out; returns what was told: clauses with their facts, in order."""
    told, rounds = [], s.rounds
    while s.turn >= 0 and s.rounds == rounds:
        (move,) = game.legal(s)
        game.play(s, move, lambda clause, **facts: told.append((clause, facts)))
    return told


def fact(told, clause, name):
    return next(facts[name] for found, facts in told if found == clause)


def clauses(told):
    return {clause for clause, _ in told}


def test_the_examples_of_the_rules_page():
    s = set_up("9S 5S 4D KC QH 3S 2D", "JD 5H 2H KD AS 8C 2C")
    one_round(s)
    assert s.cards == [6, 8]
    told = one_round(s)
    assert {game.WAR, game.PROLONGED, game.HIGHER} <= clauses(told)
    assert fact(told, game.HIGHER, "cards") == 10
    assert s.cards == [1, 13]
    s = set_up("KS 2C", "5H 4C TS 2H", "5D AH KH 2D")
    told = one_round(s)
    assert fact(told, game.ANY_TWO, "others") == (0,)
    assert fact(told, game.HIGHER, "cards") == 3 + 4
    assert s.cards == [1, 1, 8]


@pytest.mark.parametrize(
    ("stacks", "total", "winner"),
    [
        (("9S 2S 3S AC 4S", "9H 2H 3H JC 4H", "9C 2C 3C QD 4C"), 12, 0),
        (("9S 2S 3S TC 4S", "9H 2H 3H JC 4H", "9C 2C 3C QD 4C", "9D 2D 3D KD 4D"), 16, 3),
    ],
)
def test_a_conflict_of_all(stacks, total, winner):
    s = set_up(*stacks)
    told = one_round(s)
    assert game.CONFLICT in clauses(told) and game.FIGHTERS not in clauses(told)
    assert (fact(told, game.HIGHER, "seat"), fact(told, game.HIGHER, "cards")) == (winner, total)


def test_winnings_go_under_the_stack_face_down():
    s = set_up("3S 4S 5S", "7H 8H 9H")
    one_round(s)
    assert s.stacks == [cards("5S 4S"), cards("3S 7H 9H 8H")]
    s = set_up("3S 4S 5S", "7H 8H 9H", order="seats")
    one_round(s)
    assert s.stacks[1] == cards("7H 3S 9H 8H")
    s = set_up("3S 4S", "7H 8H", "6D TD")
    one_round(s)
    assert s.stacks[1] == cards("6D 7H 3S 8H"), "three players: by the seats"
    s = set_up("3S 4S", "7H 8H", "6D TD", order="own")
    one_round(s)
    assert s.stacks[1] == cards("3S 6D 7H 8H")


def test_a_card_put_down_in_a_war_is_seen_by_nobody():
    s = set_up("5S 4D KC QH", "5H 2H KD AS")
    for _ in range(4):
        game.play(s, game.legal(s)[0])
    for seat in (0, 1, None):
        zones = {(z.name, z.owner): z.cards for z in kit.view(game, s, seat).zones}
        assert [str(c) for c in zones["table", 0]] == ["5S", "??", "KC"]
        assert {str(c) for c in zones["stock", 0] + zones["stock", 1]} == {"??"}


def test_only_the_top_card_and_as_many_as_the_rule_wants():
    s = set_up("5S 4D KC QH 7S", "5H 2H KD AS 7H", "5D 3D KS AH 7D")
    asked = ["turn", "war", "conflict", "5S", "banana"]

    def broken():
        return [ruling and ruling.clause for text in asked for ruling in [kit.refuse(game, s, kit.parse(text))]]

    assert broken() == [None, game.TURN, game.TURN, game.STACK, game.TURN]
    for _ in range(3):
        game.play(s, "turn")
    assert broken() == [game.CONFLICT, game.CONFLICT, None, game.STACK, game.CONFLICT]
    assert kit.refuse(game, s, "war").facts == {"cards": tuple(cards("5S 5H 5D"))}
    for _ in range(3):
        game.play(s, "conflict")
    assert (s.fighters, broken()[:3]) == ([1, 2], [game.WAR, None, game.WAR]), "the two aces fight on"


def test_a_player_short_of_cards():
    s = set_up("5S 4D", "5H 2H KD AS")
    told = one_round(s)
    assert fact(told, game.SHORT, "card") == cards("4D")[0], "the last card goes face up"
    assert {game.OUT, game.MATCH} <= clauses(told)
    assert (s.turn, game.result(s)) == (kit.OVER, (1,))


def test_equal_again_and_no_cards_left():
    s = set_up("5S 4D", "5H 2H 4C AS")
    told = one_round(s)
    assert fact(told, game.NONE, "losers") == (0,)
    assert game.HIGHER not in clauses(told)
    assert s.cards == [0, 6]


def test_nobody_has_a_card_left():
    s = set_up("5S 4D", "5H 4C")
    told = one_round(s)
    assert game.DRAW in clauses(told)
    assert (s.turn, game.result(s)) == (kit.OVER, ())


def test_the_spoils_wait_for_the_next_round():
    s = set_up("5S", "5H", "KC 9D", "QC 8D")
    told = one_round(s)
    assert fact(told, game.WAIT, "cards") == 4
    assert s.cards == [0, 0, 1, 1]
    told = one_round(s)
    assert fact(told, game.HIGHER, "cards") == 6
    assert (s.cards, game.result(s)) == ([0, 0, 6, 0], (2,))


def test_the_only_player_with_cards_takes_what_nobody_can_fight_for():
    s = set_up("5S", "5H", "KC 9D")
    told = one_round(s)
    assert fact(told, game.WAIT, "alone")
    assert (s.cards, game.result(s)) == ([0, 0, 4], (2,))


def test_of_two_pairs_the_higher_fights():
    s = set_up("5S 2S 3S 4S", "5H 2H 3H 4H", "QC 2C 6C 7C", "QD 2D 3D 4D")
    told = one_round(s)
    assert fact(told, game.HIGHEST_PAIR, "seats") == (2, 3)
    assert s.cards == [3, 3, 9, 1]


def test_three_equal_of_four_lay_two_cards_each():
    s = set_up("5S 2S 3S TS 6S 7S", "5H 2H 3H 4H 6H 8H", "5C 2C 3C JC 6C 7C", "QD 2D 3D 4D 6D 7D")
    told = one_round(s)
    assert fact(told, game.FIGHTERS, "down") == 2
    assert fact(told, game.HIGHER, "cards") == 13


@pytest.mark.parametrize(("highest_only", "winner"), [(False, 2), (True, 0)])
def test_equal_cards_below_a_higher_one(highest_only, winner):
    s = set_up("KS 2C", "5H 4C TS 2H", "5D AH KH 2D", highest_only=highest_only)
    assert fact(one_round(s), game.HIGHER, "seat") == winner


@pytest.mark.parametrize("players", game.PLAYERS)
def test_everybody_has_equally_many_cards(players):
    s = kit.start(game, players=players, seed=1)
    whole = [c for stack in s.stacks for c in stack]
    out = [c for c in pack() if c not in whole]
    assert {len(stack) for stack in s.stacks} == {52 // players}
    assert all(c.rank == 2 for c in out) and len(out) == 52 % players


def by_hand(first, second):
    """War for two once more, as one would write it without this engine: who has won, and after how many rounds."""
    stacks = deque(first), deque(second)
    rank = "23456789TJQKA".index
    rounds = 0
    while all(stacks) and rounds < 2000:
        rounds += 1
        laid = [[stack.popleft()] for stack in stacks]
        while rank(laid[0][-1].text[0]) == rank(laid[1][-1].text[0]) and all(stacks):
            for heap, stack in zip(laid, stacks, strict=True):
                heap += [stack.popleft() for _ in range(min(2, len(stack)))]
        last = [rank(heap[-1].text[0]) for heap in laid]
        if last[0] == last[1]:
            if not any(stacks):
                return None, rounds
            winner = 0 if stacks[0] else 1
        else:
            winner = 0 if last[0] > last[1] else 1
        stacks[winner].extend(laid[winner] + laid[1 - winner])
    return max((0, 1), key=lambda seat: len(stacks[seat])), rounds


@pytest.mark.parametrize("seed", range(40))
def test_the_engine_plays_as_one_would_by_hand(seed):
    s = kit.start(game, players=2, seed=seed)
    expected = by_hand(*(stack[::-1] for stack in s.stacks))
    kit.playout(game, s, random.Random(0))
    assert (game.result(s)[0], s.rounds) == expected


@pytest.mark.parametrize("players", game.PLAYERS)
def test_the_cards_of_every_stack_add_up(players):
    s = kit.start(game, players=players, seed=players)
    whole = sum(s.cards)
    while s.turn >= 0:
        before, told = list(s.cards), one_round(s)
        waiting = sum(map(len, s.laid))
        assert sum(s.cards) + waiting == whole
        assert waiting == 0 or game.WAIT in clauses(told)
        for seat, (had, has) in enumerate(zip(before, s.cards, strict=True)):
            assert has >= had or (game.UNDER, seat) not in {(c, f.get("seat")) for c, f in told}
    assert game.result(s) == (s.cards.index(whole),)


def test_at_the_limit_the_largest_stack_wins():
    s = kit.start(game, players=2, options=kit.options(game, limit=10), seed=3)
    kit.playout(game, s, random.Random(0))
    assert s.rounds == 10
    assert game.result(s) == (s.cards.index(max(s.cards)),)


@pytest.mark.parametrize(("players", "wrong"), [(2, "seats"), (3, "own")])
def test_in_the_wrong_order_the_same_rounds_come_back(players, wrong):
    ends = {"usual": 0, wrong: 0}
    for order in ends:
        for seed in range(10):
            s = kit.start(game, players=players, options=kit.options(game, order=order), seed=seed)
            kit.playout(game, s, random.Random(0))
            ends[order] += s.rounds < 2000
    assert ends["usual"] == 10
    assert ends[wrong] < 6
