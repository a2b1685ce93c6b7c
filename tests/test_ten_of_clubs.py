"""Ten of Clubs: the chain, its twenty equally likely lengths, and the contest."""

import random
from collections import Counter

import pytest

from cardlib import kit
from cardlib.cards import card, cards
from cardlib.games import load

game = load("ten-of-clubs")


def place(c):
    """Where a card belongs, as the page says: rows of spades, hearts, diamonds, clubs; columns A K Q J 10."""
    return "SHDC".index(c.text[1]) * 5 + "AKQJT".index(c.text[0])


def layout(ordering):
    """The layout whose cards come up in this order; those after the ten of clubs fill the other places in turn.

    Every ordering of the twenty cards gives a layout and every layout one ordering: see `ordering`.
    """
    cut = ordering.index(card("TC")) + 1
    spots = [19, *map(place, ordering[: cut - 1])]
    spots += [n for n in range(20) if n not in spots]
    found = [None] * 20
    for spot, c in zip(spots, ordering, strict=True):
        found[spot] = c
    return found


def ordering(found):
    """The ordering that gives this layout."""
    spots = [19]
    while found[spots[-1]] != card("TC"):
        spots.append(place(found[spots[-1]]))
    return [found[n] for n in [*spots, *(n for n in range(20) if n not in spots)]]


def play_through(s):
    """Play until a shuffle is due or the match is over; returns how many cards were turned."""
    turned = 0
    while s.turn >= 0:
        (move,) = game.legal(s)
        game.play(s, move)
        turned += 1
    return turned


def solo(found, **options):
    s = game.new(1, kit.options(game, **options))
    game.play(s, ("deal", *found))
    return s


def test_every_score_from_0_to_19_is_equally_likely():
    """Orderings and layouts answer each other one to one, and the score is the ten's place in the ordering.

    Of the orderings exactly one in twenty has the ten of clubs at any given place, so it is for the scores.
    """
    rng, scores = random.Random(1), Counter()
    for _ in range(2000):
        cards_in_order = rng.sample(game.FACES, 20)
        found = layout(cards_in_order)
        assert ordering(found) == cards_in_order
        s = solo(found)
        assert play_through(s) == s.score[0] + 1
        assert s.score == [cards_in_order.index(card("TC"))]
        s = solo(rng.sample(game.FACES, 20))
        play_through(s)
        scores[s.score[0]] += 1
    assert sum((scores[n] - 100) ** 2 / 100 for n in range(20)) < 43.8, "chi-square of 19 degrees, one in a thousand"


@pytest.mark.parametrize("seed", range(20))
def test_the_chain_never_stops_before_the_ten(seed):
    s = kit.start(game, players=1, seed=seed)
    seen = set()
    while s.turn >= 0:
        (move,) = game.legal(s)
        assert move not in seen
        seen.add(move)
        s, _ = kit.step(game, s, move)
        up = [c for zone in game.table(s) if zone.up for c, shown in zip(zone.cards, zone.up, strict=True) if shown]
        assert len(up) == len(seen) - 1 + (s.turn == kit.OVER)
    assert s.layout[0][19] == card("TC")
    assert all(c == game.FACES[n] for n, c in enumerate(s.layout[0]) if s.up[0][n])
    assert game.result(s) == ((0,) if s.score == [19] else ())


def test_the_example_of_the_rules_page():
    rest = [c for c in game.FACES if c not in cards("TD QS AH KC TC")]
    s = solo(layout([*cards("TD QS AH KC TC"), *rest]))
    texts = []
    while s.turn >= 0:
        (move,) = game.legal(s)
        texts.append(kit.write(move))
        game.play(s, move)
    assert texts == ["turn 4 5", "turn 3 5", "turn 1 3", "turn 2 1", "turn 4 2"]
    assert (s.score, game.result(s)) == ([4], ())


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("turn 1 4", "displaced"),
        ("turn 3 5", "filled"),
        ("turn 4 5", "filled"),
        ("turn 0 1", "turn"),
        ("turn 5 1", "turn"),
        ("turn 1 6", "turn"),
        ("turn 1", "turn"),
        ("QS", "turn"),
        ("turn QS", "turn"),
        ("turn 1 3", None),
    ],
)
def test_only_the_displaced_card_is_turned(text, clause):
    rest = [c for c in game.FACES if c not in cards("TD QS AH KC TC")]
    s = solo(layout([*cards("TD QS AH KC TC"), *rest]))
    assert kit.refuse(game, s, ("turn", 1, 3)).clause == game.CORNER
    for step in ("turn 4 5", "turn 3 5"):
        s, _ = kit.step(game, s, kit.parse(step))
    ruling = kit.refuse(game, s, kit.parse(text))
    assert (ruling and ruling.clause) == (clause and f"ten-of-clubs.{clause}")
    if clause == "displaced":
        assert ruling.facts == {"card": card("QS"), "row": 1, "column": 3}


def contest(south, north, **options):
    """A match with these scores, game by game."""
    s = game.new(2, kit.options(game, **options))
    told = []
    for pair in zip(south, north, strict=True):
        for seat, score in enumerate(pair):
            assert s.turn == kit.NOBODY
            others = [c for c in game.FACES if c != card("TC")]
            game.play(s, ("deal", *layout([*others[:score], card("TC"), *others[score:]])))
            assert s.turn == seat, "each plays his whole game in turn"
            while s.turn >= 0:
                game.play(s, game.legal(s)[0], lambda clause, **facts: told.append(clause))
    assert s.turn == kit.OVER
    return s, told


def test_a_contest_of_five_games():
    s, told = contest([4, 19, 0, 7, 11], [12, 3, 9, 15, 1])
    assert (s.score, game.result(s)) == ([41, 40], (0,))
    assert told[-1] == game.MATCH
    assert told.count(game.ALL) == 1


def test_equal_sums_share_the_victory():
    s, told = contest([1, 2, 3, 4, 5], [5, 4, 3, 2, 1], count_ten=True)
    assert (s.score, game.result(s)) == ([20, 20], (0, 1))
    assert told[-1] == game.SHARED


def test_a_contest_of_ten_games():
    s, _ = contest(range(10), range(1, 11), games=10)
    assert (s.score, game.result(s)) == ([45, 55], (1,))


def test_the_two_packs_are_shuffled_apart():
    """Each lays out a pack of his own: knowing one layout tells nothing of the other."""
    s = game.new(2, game.Options())
    first = random.Random(1).sample(game.FACES, 20)
    game.play(s, ("deal", *first))
    assert [len(zone.cards) for zone in game.table(s) if zone.name == "stock"] == [20]
    play_through(s)
    assert sorted(game.loose(s), key=place) == game.FACES
    second = random.Random(2).sample(game.FACES, 20)
    game.play(s, ("deal", *second))
    assert (s.turn, s.layout[1]) == (1, second)
    assert sum(len([c for c in zone.cards if c]) for zone in game.table(s)) == 40
