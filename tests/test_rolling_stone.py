"""Rolling Stone: what is true of every deal, and the cases of the rules page."""

from functools import partial

import playing
import pytest
from playing import short

from cardlib import kit
from cardlib.cards import cards
from cardlib.games import load

game = load("rolling-stone")
steps = partial(playing.steps, game)
refused = partial(playing.refused, game)
ACE_HIGH = "3456789TJQKA"


def played(seed, players=4, **options):
    return playing.played(game, players, seed, **options)


def position(*hands, trick="", turn=0, **options):
    """A deal in the middle: the hands, seat by seat, and the cards on the table."""
    s = game.new(len(hands), kit.options(game, **options))
    s.hands, s.trick, s.gone, s.turn, s.deals = [cards(hand) for hand in hands], cards(trick), [], turn, 1
    return s


def fact(told, clause):
    """The facts of the one ruling by this clause."""
    (found,) = [r.facts for r in told if short(r.clause) == clause]
    return found


@pytest.mark.parametrize(("players", "count", "lowest"), [(4, 32, "7"), (5, 40, "5"), (6, 48, "3")])
def test_the_pack_is_eight_cards_for_each_player(players, count, lowest):
    s = game.new(players, game.Options())
    loose = game.loose(s)
    assert len(loose) == len(set(loose)) == count == 8 * players
    assert {c.text[0] for c in loose} == set(ACE_HIGH[ACE_HIGH.index(lowest) :])
    s, told = kit.step(game, s, ("deal", *loose))
    assert [len(hand) for hand in s.hands] == [8] * players
    assert s.hands[0] == list(loose[::players])
    assert fact(told, "pack") == {"count": count, "rank": lowest, "players": players}


@pytest.mark.parametrize("players", game.PLAYERS)
@pytest.mark.parametrize("seed", range(6))
def test_a_trick_goes_out_of_play_or_into_one_hand_by_the_rules_written_out_once_more(players, seed):
    for deal in played(seed, players)[0]:
        hands, table, barred, high, leader = None, [], None, None, None
        for before, move, told in deal:
            seat = before.turn
            if hands is None:
                hands = [set(move[1 + (n - before.dealer - 1) % players :: players]) for n in range(players)]
                continue
            assert list(map(set, before.hands)) == hands
            if move == "take":
                assert table
                assert not any(c.suit == table[0].suit for c in hands[seat])
                hands[seat] |= set(table)
                barred, table, leader = table[0].suit, [], seat
                assert any(c.suit != barred for c in hands[seat])
                continue
            hands[seat].remove(move)
            if not table:
                assert move.suit != barred
                told_high = [r.facts["high"] for r in told if short(r.clause) == "higher"]
                assert told_high == ([] if high is None else [high])
                assert leader is None or seat == leader
                barred, high = None, None
            else:
                assert move.suit == table[0].suit
            table.append(move)
            if not hands[seat]:
                assert fact(told, "score")["points"] == sum(map(len, hands))
                assert (before, move, told) == deal[-1]
                break
            if len(table) == players:
                assert short(told[0].clause) == "gone"
                high = max(table, key=lambda c: ACE_HIGH.index(c.text[0]))
                leader, table = (seat + 1 + table.index(high)) % players, []


@pytest.mark.parametrize("players", game.PLAYERS)
def test_a_match_is_as_many_deals_as_players_and_each_deals_once(players):
    for seed in range(8):
        deals, s = played(seed, players)
        assert len(deals) == players
        assert [deal[0][0].dealer for deal in deals] == [players - 1, *range(players - 1)]
        assert [deal[1][0].turn for deal in deals] == list(range(players))
        won = [fact(deal[-1][2], "score") for deal in deals]
        assert [sum(f["points"] for f in won if f["seat"] == seat) for seat in range(players)] == s.score
        assert all(f["points"] >= players - 1 for f in won)
        assert game.result(s) == tuple(n for n in range(players) if s.score[n] == max(s.score))


@pytest.mark.parametrize("target", [1, 50])
def test_a_match_to_a_target_ends_with_the_deal_in_which_it_is_reached(target):
    for seed in range(8):
        deals, s = played(seed, target=target)
        assert max(s.score) >= target
        assert all(max(deal[0][0].score) < target for deal in deals)
        assert game.result(s) == (s.score.index(max(s.score)),)


def test_no_deal_has_more_tricks_than_the_limit():
    void = 0
    for seed in range(20):
        for deal in played(seed, 6, limit=20)[0]:
            s, move, told = deal[-1]
            after, _ = kit.step(game, s, move)
            assert after.tricks <= 20
            if any(short(r.clause) == "limit" for r in told):
                assert after.tricks == 20
                assert after.score == s.score
                void += 1
    assert void


def test_void_deals_cannot_draw_a_match_out_for_ever():
    s = game.new(4, kit.options(game, target=50, limit=20))
    deals = 0
    while s.turn != kit.OVER:
        if s.turn == kit.NOBODY:
            game.play(s, ("deal", *(c for n in range(8) for c in game.loose(s)[n::8])))
            deals += 1
            continue
        moves = game.legal(s)
        held = [c.suit for c in s.hands[s.turn]]
        game.play(s, moves[0] if moves == ["take"] else min(moves, key=lambda c: (held.count(c.suit), c.n)))
    assert deals == game.MOST_DEALS
    assert s.score == [0, 0, 0, 0]
    assert game.result(s) == (0, 1, 2, 3)


def test_the_first_example_four_clubs_leave_the_deal():
    s = position("9C 7S", "KC 7H", "7C 8H", "TC 9H")
    s, told = steps(s, "9C", "KC", "7C", "TC")
    assert s.turn == 1
    assert s.trick == cards("9C KC 7C TC")
    assert [short(r.clause) for r in told] == ["first-lead", "follow", "follow", "gone"]
    s, told = steps(s, "7H")
    assert fact(told, "higher") == {"seat": 1, "card": cards("7H")[0], "high": cards("KC")[0]}
    assert s.gone == cards("9C KC 7C TC")
    assert s.trick == cards("7H")


def test_the_second_example_the_third_player_takes_and_changes_the_suit():
    s, _ = steps(position("8H 8S", "QH 9S", "7S 9C", "AH TS"), "8H", "QH")
    assert game.legal(s) == ["take"]
    assert refused(s, "7S") == "take"
    s, told = steps(s, "take")
    assert fact(told, "take")["spared"] == (3,)
    assert s.turn == 2
    assert s.hands[2] == cards("7S 9C 8H QH")
    assert refused(s, "QH") == "fresh-lead"
    assert set(game.legal(s)) == set(cards("7S 9C"))


def test_the_third_example_cards_on_the_table_do_not_count():
    s = position("JD", "AD 7S 8S 9S TS JS", "7H 8H 9H TH JH QH KH AH 7C 8C", "QD KS AS", turn=3)
    s, told = steps(s, "QD", "JD")
    assert s.score == [18, 0, 0, 0]
    assert s.turn == kit.NOBODY
    assert fact(told, "score") == {"seat": 0, "counts": (6, 10, 2), "points": 18}
    assert fact(told, "on-table") == {"cards": tuple(cards("QD JD"))}
    assert fact(told, "out")["left"] == 2


def test_a_last_card_led_wins_at_once():
    s, told = steps(position("JD", "QD", "7C 8C", "KD"), "JD")
    assert s.score == [4, 0, 0, 0]
    assert not any(short(r.clause) == "on-table" for r in told)


def test_the_suit_taken_is_barred_for_one_lead_only():
    s = position("8H KS 7D", "QH 9S 7C", "7S 9C 8C", "AH TS JS")
    s, _ = steps(s, "8H", "QH", "take", "7S", "TS", "KS", "9S")
    assert s.turn == 0
    assert s.taken == game.NONE
    s = position("8H KS 7D", "QH 9S 7C", "7S 9C 8C", "AH TS JS", lead_back=True)
    s, _ = steps(s, "8H", "QH", "take")
    assert refused(s, "QH") is None


def test_what_is_wrong_first_is_named_first():
    s = position("8H 8S", "QH 9S", "7S 9C", "AH TS")
    assert refused(s, "take") == "take"
    assert refused(s, "pass") == "turn"
    assert refused(s, "8H 8S") == "turn"
    assert refused(s, "AH") == "held"
    s, _ = steps(s, "8H")
    assert refused(s, "9S") == "follow"
    assert refused(s, "take") == "follow"
    assert refused(s, "AH") == "held"
