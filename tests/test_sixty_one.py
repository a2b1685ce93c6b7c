"""Sixty-one beyond the contract: the total, the stock that never ends, the loser, and how long a game can last."""

import random

import pytest

from cardlib import kit
from cardlib.cards import CARDS, cards, pack
from cardlib.games import sixty_one as game


def dealt(hands, stock="", options=None, total=0, dealer=-1):
    """A game about to begin: hands in order of play from seat 0; the last seat deals."""
    s = game.new(len(hands), options or game.Options())
    s.dealer = dealer % s.players
    hands = [cards(hand) for hand in hands]
    top = [hand[n] for n in range(game.HAND) for hand in hands] + cards(stock)
    game.play(s, ("deal", *top, *(c for c in pack(game.RANKS) if c not in top)))
    s.total = total
    return s


def play(s, *moves):
    told = []
    for text in moves:
        move = kit.parse(text)
        assert game.refuse(s, move) is None
        game.play(s, move, lambda clause, **facts: told.append((clause, facts)))
    return told


def clauses(told):
    return [clause for clause, _ in told]


def test_the_pack_is_worth_84():
    assert len(pack(game.RANKS)) == 36
    assert sum(game.VALUE[c.rank] for c in pack(game.RANKS)) == 84


@pytest.mark.parametrize(
    ("text", "points"),
    [("AS", 1), ("JS", 2), ("QS", 3), ("KS", 4), ("6S", 6), ("7S", 7), ("8S", 8), ("9S", 0), ("TS", -10)],
)
def test_what_a_card_counts(text, points):
    s = dealt([f"{text} 8H 8D", "7H 7D 7C"])
    play(s, text)
    assert s.total == points


def test_the_total_goes_below_zero_and_comes_back():
    s = dealt(["TC KS 6S", "7D 9H 6H"], "8S 8H")
    told = play(s, "TC", "7D", "KS", "9H")
    assert [facts["total"] for clause, facts in told if clause == game.SUM] == [-10, -3, 1, 1]
    assert clauses(told).count(game.BELOW) == 1


def test_there_is_no_floor():
    s = dealt(["TC 9S 9H", "TD 6S 6H", "TH 7S 7H", "TS 8S 8H"])
    play(s, "TC", "TD", "TH", "TS")
    assert s.total == -40


@pytest.mark.parametrize("text", ["8D", "7S", "QC"])
def test_at_sixty_only_nines_and_tens_are_safe(text):
    s = dealt(["8D 7S QC", "9H TS AH"], total=60)
    assert game.refuse(s, "pass").clause == game.TURN
    told = play(s, text)
    assert clauses(told)[-2:] == [game.LOSE, game.MATCH]
    assert (s.turn, game.result(s)) == (kit.OVER, (1,))
    for safe, total in [("9H", 60), ("TS", 50)]:
        s = dealt(["9H TS AH", "8D 7S QC"], total=60)
        play(s, safe)
        assert (s.turn, s.total) == (1, total)


def test_sixty_one_exactly_loses_and_the_loser_deals():
    hands = ["6S QH QS", "AH JC KS", "TD 9C TC", "8C 9H 6H"]
    s = dealt(hands, "6D 9D QD AC", kit.options(game, losses=3), total=53)
    told = play(s, "6S", "AH", "TD", "8C", "QH")
    assert [facts["total"] for clause, facts in told if clause == game.SUM] == [59, 60, 50, 58, 61]
    assert (s.losses, s.dealer, s.turn) == ([1, 0, 0, 0], 0, kit.NOBODY)


def test_a_match_is_lost_with_the_third_loss_and_everybody_else_has_won():
    options = kit.options(game, losses=3)
    s = dealt(["8S 8H 8D", "7S 7H 7D", "6S 6H 6D"], options=options, total=60)
    s.losses = [2, 2, 2]
    play(s, "8S")
    assert (s.turn, s.losses, game.result(s)) == (kit.OVER, [3, 2, 2], (1, 2))


@pytest.mark.parametrize("target", [31, 61, 101])
def test_the_limit_of_the_total_is_agreed(target):
    options = kit.options(game, target=target)
    s = dealt(["AS 8H 8D", "7S 7H 7D"], options=options, total=target - 2)
    play(s, "AS")
    assert (s.turn, s.total) == (1, target - 1)
    s = dealt(["JS 8H 8D", "7S 7H 7D"], options=options, total=target - 2)
    play(s, "JS")
    assert (s.turn, s.total) == (kit.OVER, target)


@pytest.mark.parametrize(
    ("move", "clause"),
    [("pass", game.TURN), ("draw", game.TURN), ("8S 8H", game.TURN), ("61", game.TURN), ("7S", game.HELD)],
)
def test_the_first_clause_broken_is_named(move, clause):
    s = dealt(["8S 8H 8D", "7S 7H 7D"])
    assert game.refuse(s, kit.parse(move)).clause == clause


def eleven(options=None):
    """Eleven players: 33 cards are dealt, so the fourth finds no stock."""
    deck = [c.text for c in pack(game.RANKS)]
    return dealt([" ".join(deck[n : n + game.HAND]) for n in range(0, 33, game.HAND)], " ".join(deck[33:]), options)


def test_the_pile_is_turned_over_unshuffled_and_the_card_just_laid_stays():
    s = eleven()
    first = []
    for _ in range(3):
        first.append(s.hands[s.turn][0])
        play(s, first[-1].text)
    assert not s.stock
    last, total, seat = s.hands[s.turn][0], s.total, s.turn
    told = play(s, last.text)
    assert clauses(told)[-3:] == [game.TURN_OVER, game.KEPT, game.DRAW]
    assert s.hands[seat][-1] is first[0]
    assert (s.stock[::-1], s.heap) == (first[1:], [last])
    assert s.total == total + game.VALUE[last.rank]


def test_by_agreement_the_pile_is_shuffled_and_then_the_player_draws():
    s = eleven(kit.options(game, shuffle_pile=True))
    first = [s.hands[seat][0] for seat in range(4)]
    play(s, *(c.text for c in first))
    assert (s.turn, s.waiting) == (kit.NOBODY, 3)
    assert list(game.loose(s)) == first[:3]
    mixed = [first[1], first[2], first[0]]
    told = play_shuffle(s, mixed)
    assert clauses(told) == [game.TURN_OVER, game.KEPT, game.DRAW]
    assert (s.hands[3][-1], s.stock[::-1], s.heap) == (mixed[0], mixed[1:], [first[3]])
    assert (s.turn, s.waiting) == (4, kit.NOBODY)


def play_shuffle(s, shuffled):
    told = []
    game.play(s, ("deal", *shuffled), lambda clause, **facts: told.append((clause, facts)))
    return told


def test_with_twelve_the_first_player_is_a_card_short_and_the_others_draw_what_was_laid_before_them():
    for seed in range(20):
        s = kit.start(game, 12, seed=seed)
        rng, first, before = random.Random(seed), s.turn, None
        while s.turn != kit.OVER:
            seat, c = s.turn, rng.choice(game.legal(s))
            game.play(s, c)
            if s.turn != kit.OVER:
                assert before is None or s.hands[seat][-1] is before
                assert [len(hand) for hand in s.hands] == [2 if n == first else 3 for n in range(12)]
            before = c


@pytest.mark.parametrize("players", game.PLAYERS)
def test_every_match_ends_with_one_loser(players):
    for losses in (1, 3):
        for seed in range(15):
            told = []
            rng = random.Random(seed)
            s = kit.start(game, players, kit.options(game, losses=losses), seed)
            kit.playout(game, s, rng, lambda clause, told=told, **facts: told.append(clause))
            assert len(game.result(s)) == players - 1
            assert max(s.losses) == losses == s.losses[s.dealer]
            assert told.count(game.LOSE) + told.count(game.LIMIT) == sum(s.losses)
            assert told.count(game.MATCH) == 1
            assert game.LIMIT not in told


def lowest(s):
    """The cheapest card: how players would lay who want the game never to end."""
    return min(game.legal(s), key=lambda c: (game.VALUE[c.rank], c.n))


def lasts(players, seed):
    """How many cards are laid in such a game, and whether the limit ended it."""
    s = kit.start(game, players, seed=seed)
    told = []
    while s.turn != kit.OVER:
        game.play(s, lowest(s), lambda clause, **facts: told.append(clause))
    return s.laid, game.LIMIT in told


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_up_to_five_lose_soon_however_they_play(players):
    """A card comes back after 36 - 2n turns at the earliest, and so many of the cheapest are worth more than 0."""
    cheapest = sorted(game.VALUE[c.rank] for c in pack(game.RANKS))[: 36 - 2 * players]
    assert sum(cheapest) > 0
    for seed in range(10):
        laid, limited = lasts(players, seed)
        assert laid < 200
        assert not limited


@pytest.mark.parametrize("players", [7, 8, 12])
def test_a_large_table_can_go_on_for_ever_and_the_limit_names_a_loser(players):
    cheapest = sorted(game.VALUE[c.rank] for c in pack(game.RANKS))[: 36 - 2 * players]
    assert sum(cheapest) < 0
    assert any(lasts(players, seed) == (500, True) for seed in range(10))


def test_whoever_lays_the_last_card_of_the_limit_loses():
    s = dealt(["9S 8H 8D", "7S 7H 7D"], options=kit.options(game, limit=20))
    s.laid = 19
    told = play(s, "9S")
    assert clauses(told)[-2:] == [game.LIMIT, game.MATCH]
    assert game.result(s) == (1,)


def test_a_card_too_many_loses_even_if_it_is_the_last_of_the_limit():
    s = dealt(["8S 8H 8D", "7S 7H 7D"], options=kit.options(game, limit=20), total=60)
    s.laid = 19
    assert clauses(play(s, "8S"))[-2:] == [game.LOSE, game.MATCH]


@pytest.mark.parametrize("players", game.PLAYERS)
def test_lots_are_drawn_by_the_first_ace(players):
    for seed in range(20):
        s = game.new(players, game.Options())
        deck = list(game.loose(s))
        random.Random(seed).shuffle(deck)
        game.play(s, ("deal", *deck))
        first = next(n for n, c in enumerate(deck) if c.text[0] == "A")
        assert s.dealer == first % players
        assert (s.turn, set(game.loose(s))) == (kit.NOBODY, set(deck))


def test_only_the_cards_of_this_pack_are_ever_in_a_hand():
    s = kit.start(game, 12, seed=1)
    assert {c.text[0] for hand in s.hands for c in hand} == set(game.RANKS)
    assert game.refuse(s, CARDS["2S"]).clause == game.HELD
