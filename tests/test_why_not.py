"""Why not? The nearest legal move is legal, the change found makes the move legal, and neither tells what is hidden."""

import random
from collections import Counter
from itertools import combinations, permutations
from types import SimpleNamespace

import pytest
from conftest import GAMES
from playing import played
from test_contract import _swap
from test_tutor import _replayed

from cardlib import kit, say
from cardlib.cards import BACK, CARDS, SUITS, Card
from cardlib.games import load
from cardlib.tutor.change import TRIES
from cardlib.tutor.excuse import excuse
from cardlib.tutor.memory import remembered
from cardlib.tutor.unseen import Unseen, hidden
from cardlib.tutor.way import NODES, Made
from cardlib.tutor.why_not import nearest, why_not

every_game = pytest.mark.parametrize("name", GAMES)


def must_pass(game, s, move, known):
    return [*game.legal(s)] == ["pass"]


def no_card_is_moved(game, s, move, known):
    return not any(cards(m) for m in game.legal(s))


def up_to_the_others(game, s, move, known):
    """Few moves of one's own, with the others' and perhaps a word of one's own after it, lead there nearly always."""
    sure = 0
    for first in game.legal(s):
        came = Counter()
        for n in range(20):
            rng = random.Random(n)
            now = kit.step(game, Unseen(game, s, s.turn, known).dealt(rng), first)[0]
            while now.turn not in (s.turn, kit.NOBODY, kit.OVER):
                game.play(now, rng.choice(game.legal(now)))
            if now.turn == s.turn:
                came[""] += game.refuse(now, move) is None
                for word in (m for m in game.legal(now) if isinstance(m, str)):
                    after = kit.step(game, now, word)[0]
                    came[word] += after.turn == s.turn and game.refuse(after, move) is None
        sure += max(came.values(), default=0) >= 18
    return 2 * sure < len(game.legal(s))


def nearest_keeps_the_cards(game, s, move, known):
    return cards(nearest(game.legal(s), move)) == cards(move)


def too_few_hearts(game, s, move, known):
    unseen = sum(c.suit == SUITS.index("hearts") for c in hidden(game, s, s.turn))
    return unseen < sum(c.suit != SUITS.index("hearts") for c in hand(game, s))


def no_two_cards_of_the_table(game, s, move, known):
    other, unseen = kit.clone(s), [*hidden(game, s, s.turn)]
    for one, two in combinations(range(len(s.table)), 2):
        for c, d in permutations(unseen, 2):
            other.table[one], other.table[two] = c, d
            if game.refuse(other, move) is None:
                return False
        other.table[:] = s.table
    return True


def no_unseen_card_fits(game, s, move, known):
    for c in cards(move):
        for f in hidden(game, s, s.turn):
            other = kit.clone(s)
            other.hands[s.turn][s.hands[s.turn].index(c)] = f
            if game.refuse(other, kit.canon(tuple(f if a is c else a for a in move))) is None:
                return False
    return True


BY_NATURE = {  # the clauses by which a near miss may have no change, and when
    "crazy-eights.eight": nearest_keeps_the_cards,  # it is the word that is missing, which the nearest move has
    "fifteen.turn": no_card_is_moved,
    "five-hundred-and-one.marriage": no_unseen_card_fits,
    "five-hundred-and-one.bid": must_pass,  # whoever is not to lead may play what the lead allows, and that lies hidden
    "king-three-handed.hearts-lead": too_few_hearts,  # for a hand of nothing but hearts
    "rolling-stone.fresh-lead": up_to_the_others,  # who leads next
    "rummy.lay": no_unseen_card_fits,
    "rummy.lay-off": no_unseen_card_fits,
    "rummy.run": no_unseen_card_fits,
    "scopa.must-capture": no_two_cards_of_the_table,  # three captures or more, each by itself enough
    "thousand.bid": must_pass,
    "thousand.marriage": no_unseen_card_fits,
    "two-ten-jack.named": nearest_keeps_the_cards,
    "thousand-and-one.bid": must_pass,
    "thousand-and-one.marriage": no_unseen_card_fits,
}


def cards(move):
    return {atom for atom in kit.atoms(move) if isinstance(atom, Card)}


def hand(game, s):
    return [c for zone in game.table(s) if (zone.name, zone.owner) == ("hand", s.turn) for c in zone.cards if c]


def near_misses(game, s, rng):
    """Refused moves: legal ones with another card of the hand, and cards of the hand alone."""
    held = hand(game, s)
    tried = {*rng.sample(held, min(2, len(held)))}
    for move in rng.sample(list(game.legal(s)), min(4, len(game.legal(s)))):
        atoms = list(move) if isinstance(move, tuple) else [move]
        places = [n for n, atom in enumerate(atoms) if isinstance(atom, Card) and atom in held]
        others = [c for c in held if c not in atoms]
        if places and others:
            atoms[rng.choice(places)] = rng.choice(others)
            tried.add(kit.canon(tuple(atoms)) if isinstance(move, tuple) else atoms[0])
    return [move for move in sorted(tried, key=kit.write) if game.refuse(s, move)]


def refusals(name, n, seed=0):
    """Positions of random matches with the moves that led there and one that is refused."""
    game, rng = load(name), random.Random(seed)
    for players in {game.PLAYERS[0], game.PLAYERS[-1]}:
        log, been = [], []
        for deal in played(game, players, seed)[0][:8]:
            for s, move, _ in deal:
                if s.turn >= 0:
                    been.append((s, list(log)))
                log.append(move)
        for s, moves in rng.sample(been, min(n, len(been))):
            for move in near_misses(game, s, rng):
                yield s, moves, move


def moved(one, two):
    """The faces of one view that are others in the second."""
    lying = zip(one.zones, two.zones, strict=True)
    return [(a, b) for x, y in lying for a, b in zip(x.cards, y.cards, strict=True) if a is not b]


@every_game
def test_each_refusal_has_a_change_unless_its_clause_is_known_to_have_none(name):
    game, without = load(name), set()
    for seed in range(3):
        for s, log, move in refusals(name, 25, seed):
            found = why_not(game, s, move, log)
            if found.change is None:
                clause = found.ruling.clause
                assert clause in BY_NATURE, f"{kit.write(move)}: {clause}"
                assert BY_NATURE[clause](game, s, move, remembered(game, s, s.turn, log)), (
                    f"{kit.write(move)}: {clause}"
                )
                without.add(clause)
    assert without == {clause for clause in BY_NATURE if clause.startswith(f"{name}.")}


@every_game
def test_what_is_found_makes_the_move_legal_and_changes_no_more_than_it_says(name):
    game = load(name)
    for s, log, move in refusals(name, 40):
        before = kit.clone(s)
        given = why_not(game, s, move, log)
        assert s == before
        assert given.ruling == game.refuse(s, move)
        if given.nearest is not None:
            assert given.nearest in game.legal(s)
            assert given.nearest != move
        if (change := given.change) is None:
            continue
        if change.kind in ("first", "way"):
            leads_there(game, Unseen(game, s, s.turn, remembered(game, s, s.turn, log)), move, change)
            continue
        assert game.refuse(change.state, change.move) is None
        assert change.move in game.legal(change.state)
        gone = cards(move) - cards(change.move)
        assert gone <= {*change.gone}
        assert cards(change.move) - cards(move) <= {*change.came[:1]}
        seat = s.turn
        view, there = kit.view(game, s, seat), kit.view(game, change.state, seat)
        assert there.turn == view.turn
        seen = moved(view, there)
        if change.kind in ("card", "hold"):
            assert [(change.gone[0], change.came[0])] == [pair for pair in seen if pair[0] is change.gone[0]]
            assert len(seen) == 1 or {frozenset(pair) for pair in seen} == {frozenset((*change.gone, change.came[0]))}
        elif change.kind == "two":
            one, two = (change.gone[0], change.came[0]), (change.second.gone[0], change.second.came[0])
            assert {one, two} <= {*seen}
            assert {c for pair in seen for c in pair} == {*one, *two}
        elif change.kind == "without":
            assert {a for a, _ in seen} == {*change.gone}
        else:
            assert not seen
        lying = Counter(c for zone in game.table(change.state) for c in zone.cards if c)
        assert lying == Counter(c for zone in game.table(s) for c in zone.cards if c), "each card once"


def leads_there(game, unseen, move, change):
    """In the true deal and in others that look the same, the moves can be made and lead to where this one is legal."""
    s = unseen.s
    for steps in [change.way] if change.way else [(Made(s.turn, first),) for first in change.firsts]:
        came = [
            led(game, kit.clone(s) if n < 4 else unseen.dealt(random.Random(n)), move, steps, random.Random(n))
            for n in range(24)
        ]
        if any(made.move is None for made in steps):
            assert sum(came) >= 12, "often, whatever the others do"
        else:
            assert all(came)


def led(game, now, move, steps, rng):
    seat = now.turn
    for made in steps:
        if now.turn != made.seat:
            return False
        if made.move is None:
            while now.turn not in (seat, kit.NOBODY, kit.OVER):
                game.play(now, rng.choice(game.legal(now)))
            continue
        fits = [
            m
            for m in game.legal(now)
            if like(m, made.move) and not (BACK in cards(made.move) and cards(m) & cards(move))
        ]
        if not fits:
            return False
        game.play(now, rng.choice(fits))
    return now.turn == seat and game.refuse(now, move) is None


def like(move, made):
    """Is it this move, or one with a card for each back in it?"""
    one, two = map(kit.atoms, (move, made))
    return len(one) == len(two) and all(
        a == b or (b is BACK and isinstance(a, Card)) for a, b in zip(one, two, strict=True)
    )


@every_game
def test_it_does_not_know_what_the_seat_cannot_see(name):
    """Two hidden cards change places, in the position and in the shuffle that dealt them: the answer stays the same."""
    game, rng = load(name), random.Random(3)
    told = ever = 0
    for s, log, move in refusals(name, 12, seed=5):
        seat = s.turn
        known = remembered(game, s, seat, log)
        unseen = [c for c in hidden(game, s, seat) if c not in known]
        ever += len(unseen) > 1
        if len(unseen) < 2:
            continue
        alone, with_log = _said(why_not(game, s, move)), _said(why_not(game, s, move, log))
        for _ in range(4):
            a, b = rng.sample(unseen, 2)
            other = kit.clone(s)
            _swap(other, a, b)
            assert _said(why_not(game, other, move)) == alone
            again = _replayed(game, s, log, a, b)
            if again and kit.view(game, again[0], seat) == kit.view(game, s, seat):
                told += 1
                there, moves = again
                assert _said(why_not(game, there, move, moves)) == with_log
    assert told or not ever


def _said(found):
    return found.ruling.clause, found.nearest, found.change


@every_game
def test_it_is_said_in_both_languages(name):
    game = load(name)
    for s, log, move in refusals(name, 8, seed=9):
        found = why_not(game, s, move, log)
        for lang in say.LANGUAGES:
            text = excuse(game, found, lang, s.players)
            assert bool(text) == bool(found.change or found.nearest is not None)
            assert "{" not in text
            assert not text or text[-1] in ".…"
            if found.change:
                for c in found.change.gone if found.change.kind == "card" else ():
                    assert say.card_sign(c, lang) in text


def eights(*moves):
    """Crazy Eights with a hand of ours against the pile."""
    game, rng = load("crazy-eights"), random.Random(1)
    s = game.new(2, game.Options())
    log = [kit.deal(game, s, rng), kit.deal(game, s, rng)]
    for text in moves:
        log.append(kit.parse(text))
        assert game.refuse(s, log[-1]) is None
        game.play(s, log[-1])
    return game, s, log


def test_the_sentence_names_the_suit_and_the_rank_that_would_do():
    game, s, log = eights("AC")
    found = why_not(game, s, CARDS["JH"], log)
    assert (found.change.suit, found.change.rank) == (SUITS.index("hearts"), 11)
    assert excuse(game, found, "en", 2) == (
        "It would be allowed if ♣A on top were any heart or jack. The nearest legal move: ♣9."
    )
    assert excuse(game, found, "ru", 2) == (
        "Так было бы можно, окажись сверху не ♣Т, а карта червей или валет. Ближайший возможный ход: ♣9."
    )


def test_another_suit_might_have_been_named():
    game, s, log = eights("8H clubs")
    found = why_not(game, s, CARDS["JH"], log)
    assert (found.change.kind, found.change.suit) == ("named", SUITS.index("hearts"))
    assert excuse(game, found, "en", 2).startswith("It would be allowed if hearts had been named with ♥8.")


def test_cards_of_the_hand_that_bar_the_move_may_be_gone():
    game = load("king")
    s = kit.start(game, seed=2)
    s.contract, s.trick = "no-hearts", []
    heart = next(c for c in hand(game, s) if c.suit == SUITS.index("hearts"))
    found = why_not(game, s, heart)
    assert found.ruling.clause == "king.hearts-lead"
    assert found.change.kind == "without"
    assert {*found.change.gone} == {c for c in hand(game, s) if c.suit != heart.suit}


def test_the_nearest_move_differs_in_one_part():
    def near(text, *legal):
        found = nearest([kit.parse(one) for one in legal], kit.parse(text))
        return found if found is None else kit.write(found)

    assert near("7S", "KH", "TS", "9S") == "9S"
    assert near("7S", "KH", "TS", "7D") == "7D"
    assert near("8S", "7S", "8S hearts", "draw") == "8S hearts"
    assert near("raise 4", "raise 9", "raise 3", "pass") == "raise 3"
    assert near("7D takes 3C 5H", "7D takes 4H 3C", "7D takes 7S") == "7D takes 4H 3C"
    assert near("lay 7D 8D 9D TS", "lay 7D 8D 9D", "draw") == "lay 7D 8D 9D"
    assert near("pass", "draw") is None


def test_a_legal_move_is_not_explained():
    game, s, log = eights("AC")
    with pytest.raises(ValueError, match="legal"):
        why_not(game, s, CARDS["9C"], log)


@every_game
def test_the_search_is_bounded(name):
    game = load(name)
    for s, log, move in refusals(name, 5, seed=2):
        asked = 0

        def refuse(s, move, refuse=game.refuse):
            nonlocal asked
            asked += 1
            return refuse(s, move)

        why_not(SimpleNamespace(**vars(game) | {"refuse": refuse}), s, move, log)
        assert asked < TRIES + 30 * NODES
