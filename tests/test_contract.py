"""The engine contract, on every game, number of players and option.

Each test walks positions reached by play: with uniform and with badly shuffled packs, with uniform moves and with the
rarest kind of move first.
"""

import random
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest
from conftest import CASES, GAMES, label

from cardlib import kit, typed
from cardlib.cards import BACK, CARDS, SUITS, Card
from cardlib.games import load

LONGEST = 100_000  # player moves of one match: more means that it does not end
NONSENSE = ["banana", "", -1, 0, 3, 99, None, (), ("deal",), ("take", "take"), ("pass", 1), (1, 2, 3), ("deal", "x")]


def shape(move):
    """A move with its cards and numbers taken out: what kind of move it is."""
    return tuple("card" if isinstance(a, Card) else "number" if isinstance(a, int) else a for a in kit.atoms(move))


def riffle(cards, rng):
    """A bad shuffle: two or three riffles leave runs together."""
    for _ in range(rng.randint(1, 3)):
        half = len(cards) // 2 + rng.randint(-2, 2)
        left, right, out = cards[:half], cards[half:], []
        while left or right:
            pile = left if rng.random() * (len(left) + len(right)) < len(left) else right
            out.append(pile.pop(0))
        cards = out
    return cards


def match(game, players, options, seed, longest=LONGEST):
    """Play a match; yields (state before, move, rulings) for every move, the shuffles with no rulings.

    Even seeds shuffle well, odd ones badly; half of each chooses uniformly, half the rarest kind of move first.
    """
    rng = random.Random(seed)
    rare = seed // 2 % 2
    seen = Counter()
    s = game.new(players, options)
    for _ in range(longest):
        if s.turn == kit.OVER:
            return
        if s.turn == kit.NOBODY:
            loose = list(game.loose(s))
            if seed % 2:
                loose = riffle(sorted(loose, key=lambda c: c.n), rng)
            else:
                rng.shuffle(loose)
            move = ("deal", *loose)
        else:
            moves = game.legal(s)
            if not moves:
                return
            move = min(moves, key=lambda m: (seen[shape(m)], rng.random())) if rare else rng.choice(moves)
            seen[shape(move)] += 1
        after, told = kit.carry_out(game, s, move)
        yield s, move, told
        s = after
    raise AssertionError(f"{game.NAME} is not over after {longest} moves")


def positions(case):
    """Positions in which somebody is to move, spread over several matches."""
    return map(kit.clone, walked(case)[0])


def known_moves(case):
    """The moves that were legal in these matches."""
    return walked(case)[1]


@lru_cache(maxsize=1)
def walked(case, seeds=range(4), most=0):
    """Matches are played once for all the tests of a case, which follow one another: positions, moves and rulings.

    Unless told how many, it takes fewer positions for an option, of which a game's matches are many.
    """
    game, players, options = load(case[0]), *case[1:]
    most = most or (60 if options == game.Options() else 32)
    sample, known, rulings = [], set(), []
    for seed in seeds:
        been = list(match(game, players, options, seed))
        rulings += [ruling for _, _, told in been for ruling in told]
        found = [s for s, _, _ in been if s.turn >= 0]
        known.update(m for s in found for m in game.legal(s))
        sample += random.Random(seed).sample(found, min(most // len(seeds), len(found)))
    return sample, frozenset(known), rulings


def thinkable(game, s, known, rng):
    """Moves that a player might try: known ones, the same with other cards and numbers, and nonsense."""
    pack = sorted({c for zone in game.table(s) for c in zone.cards if c}, key=lambda c: c.n)
    everything = set(known) | set(CARDS.values())
    for move in rng.sample(sorted(known, key=kit.write), min(25, len(known))):
        atoms = kit.atoms(move)
        for n, atom in enumerate(atoms):
            if isinstance(atom, Card):
                others = pack
            elif isinstance(atom, int):
                others = [atom - 1, atom + 1]
            else:
                others = [*SUITS, "pass", "take"]
            for other in others:
                changed = (*atoms[:n], other, *atoms[n + 1 :])
                everything.add(kit.canon(changed if len(changed) > 1 else changed[0]))
        if len(atoms) > 1:
            everything |= {kit.canon(atoms[:-1] if len(atoms) > 2 else atoms[0]), kit.canon((*atoms, atoms[-1]))}
        everything.add(kit.canon((*atoms, rng.choice(pack))))
    return everything


every_case = pytest.mark.parametrize("case", CASES, ids=label, scope="module")  # all tests of a case, then the next
every_game = pytest.mark.parametrize("name", GAMES)


@every_case
def test_1_legal_moves_are_the_thinkable_moves_that_nobody_refuses(case):
    game, known, rng = load(case[0]), known_moves(case), random.Random(1)
    for s in positions(case):
        legal = set(game.legal(s))
        for move in thinkable(game, s, known, rng) | legal:
            refused = game.refuse(s, move)
            assert (refused is None) == (move in legal), (kit.write(move), refused)


@every_case
def test_2_refuse_answers_any_move_at_all(case):
    game, rng = load(case[0]), random.Random(2)
    atoms = [*CARDS.values(), BACK, *SUITS, "pass", "take", "deal", 0, 1, -3, 10**6, None]
    for s in positions(case):
        for move in NONSENSE + [tuple(rng.choices(atoms, k=rng.randint(1, 5))) for _ in range(40)]:
            ruling = game.refuse(s, move)
            assert ruling is not None or move in game.legal(s)


@every_case
def test_3_refuse_and_legal_change_nothing(case):
    game = load(case[0])
    for s in positions(case):
        before = kit.clone(s)
        for move in [*game.legal(s), *NONSENSE, *CARDS.values()]:
            game.refuse(s, move)
        assert s == before


@every_case
def test_4_no_legal_move_stands_twice(case):
    for s in positions(case):
        moves = load(case[0]).legal(s)
        assert len(moves) == len(set(moves))


@every_case
def test_5_a_move_and_its_text_are_the_same(case):
    game = load(case[0])
    for s in positions(case):
        for move in game.legal(s):
            assert kit.parse(kit.write(move)) == move
            assert typed.read(game, s, kit.write(move)) == move


@every_case
def test_6_the_order_of_a_set_does_not_matter(case):
    game, rng = load(case[0]), random.Random(6)
    for s in positions(case):
        for move in game.legal(s):
            if isinstance(move, tuple):
                mixed = _shuffle_runs(move, rng)
                assert kit.canon(mixed) == move
                assert kit.refuse(game, s, mixed) is None
                assert kit.parse(kit.write(mixed)) == move


def _shuffle_runs(move, rng):
    out, run = [], []
    for atom in (*move, None):
        if isinstance(atom, Card):
            run.append(atom)
            continue
        rng.shuffle(run)
        out += run
        run = []
        out.append(atom)
    return tuple(out[:-1])


@every_case
def test_7_telling_changes_nothing(case):
    game = load(case[0])
    for s, move, _ in match(game, *case[1:], seed=7):
        told, silent = kit.clone(s), kit.clone(s)
        game.play(told, move, lambda clause, **facts: None)
        game.play(silent, move)
        assert told == silent


@every_case
def test_8_a_clone_shares_nothing(case):
    for s in positions(case):
        copy = kit.clone(s)
        assert copy == s
        assert not {id(x) for x in _lists(copy)} & {id(x) for x in _lists(s)}


def _lists(s):
    todo = [getattr(s, name) for name in s.__slots__]
    while todo:
        value = todo.pop()
        assert not isinstance(value, dict | set | random.Random)
        if isinstance(value, list):
            yield value
            todo += value


@every_case
def test_9_the_log_replays_to_the_same_state(case):
    game = load(case[0])
    log, last = [], None
    for s, move, _ in match(game, *case[1:], seed=9):
        log.append(kit.write(move))
        last = s
    again = game.new(*case[1:])
    for text in log[:-1]:
        again, _ = kit.step(game, again, kit.parse(text))
    assert again == last


@every_case
def test_10_cards_are_conserved(case):
    game = load(case[0])
    packs = set()
    for seed in range(2):
        for s, move, _ in match(game, *case[1:], seed):
            if s.turn == kit.NOBODY:
                assert Counter(move[1:]) == Counter(game.loose(s))
            else:
                packs.add(tuple(sorted(c.n for zone in game.table(s) for c in zone.cards if c)))
    assert len(packs) == 1


@every_case
def test_11_what_a_seat_cannot_see_changes_nothing_for_it(case):
    game, known, rng = load(case[0]), known_moves(case), random.Random(11)
    swapped = ever_hidden = 0
    for s in positions(case):
        seat = s.turn
        hidden = [
            c
            for zone in game.table(s)
            for c, up in zip(zone.cards, kit.faces_up(game, zone, seat), strict=True)
            if c and not up
        ]
        ever_hidden += len(set(hidden)) > 1
        tries = sorted(thinkable(game, s, known, rng), key=kit.write)
        tries = [*rng.sample(tries, min(200, len(tries))), *NONSENSE]
        answers = [game.refuse(s, move) for move in tries]
        for _ in range(4):
            if len(set(hidden)) < 2:
                break
            a, b = rng.sample(sorted(set(hidden), key=lambda c: c.n), 2)
            # A face that also lies in sight, where the pack is double, would be swapped where it is seen.
            if {a, b} & {c for zone in kit.view(game, s, seat).zones for c in zone.cards}:
                continue
            other = kit.clone(s)
            _swap(other, a, b)
            swapped += 1
            assert kit.view(game, other, seat) == kit.view(game, s, seat)
            assert game.legal(other) == game.legal(s)
            assert [game.refuse(other, move) for move in tries] == answers
    assert swapped or not ever_hidden


def _swap(s, a, b):
    other = {a: b, b: a}
    for value in _lists(s):
        value[:] = [other.get(x, x) if isinstance(x, Card) else x for x in value]
    for name in s.__slots__:
        value = getattr(s, name)
        if isinstance(value, Card):
            setattr(s, name, other.get(value, value))


@every_case
def test_12_a_zone_is_seen_by_whom_its_name_says(case):
    game = load(case[0])
    for s in positions(case):
        for zone in game.table(s):
            assert zone.name.split()[0] in kit.SEEN_BY
            assert zone.up is None or len(zone.up) == len(zone.cards)
            assert zone.owner is None or 0 <= zone.owner < s.players
            for seat in range(s.players):
                seen = kit.faces_up(game, zone, seat)
                if zone.up is None and zone.name not in getattr(game, "OPEN", ()):
                    who = kit.SEEN_BY[zone.name.split()[0]]
                    assert all(up == (who == "everybody" or (who == "owner" and seat == zone.owner)) for up in seen)
        for seat in range(s.players):
            view = kit.view(game, s, seat)
            assert set(view.public) == set(game.PUBLIC)


@every_case
def test_13_and_14_every_ruling_cites_a_clause_with_plain_facts(case):
    game = load(case[0])
    declared = kit.clauses(game)
    rulings = list(walked(case)[2])
    known, rng = known_moves(case), random.Random(13)
    for s in positions(case):
        rulings += filter(None, (game.refuse(s, m) for m in [*thinkable(game, s, known, rng), *NONSENSE]))
    for clause, facts in rulings:
        assert clause in declared
        assert all(isinstance(name, str) and _plain(value) for name, value in facts.items()), (clause, facts)


def _plain(value):
    if isinstance(value, tuple):
        return all(map(_plain, value))
    if isinstance(value, str):
        return " " not in value
    return value is None or isinstance(value, bool | int | Card)


@every_case
def test_15_it_ends_and_the_result_names_seats(case):
    game, players, options = load(case[0]), *case[1:]
    for seed in range(20, 28):
        s = None
        for before, move, _ in match(game, players, options, seed):
            s = before, move
        after, _ = kit.carry_out(game, *s)
        assert after.turn == kit.OVER or not game.legal(after)
        winners = game.result(after)
        assert list(winners) == sorted(set(winners))
        assert set(winners) <= set(range(players))
        whole = [side for side in kit.sides(game, after) if set(side) & set(winners)]
        assert sorted(seat for side in whole for seat in side) == list(winners)


@every_game
def test_a_patience_alone_may_be_stuck(name):
    game = load(name)
    if 1 not in game.PLAYERS:
        for s in positions((name, game.PLAYERS[0], game.Options())):
            assert game.legal(s)


@every_game
def test_the_module_keeps_the_contract(name):
    game = load(name)
    assert name == game.NAME
    assert game.__name__.rpartition(".")[2] == name.replace("-", "_")
    assert kit.clauses(game)
    assert all(clause.startswith(f"{name}.") for clause in kit.clauses(game))
    assert set(kit.bends(game).values()) <= set(kit.clauses(game))
    assert all(hasattr(game.new(game.PLAYERS[0], game.Options()), field) for field in game.PUBLIC)
    source = Path(game.__file__).read_text("utf-8")
    for constant in kit.clauses(game).values():
        assert f"\n{constant} = " in source
        line = next(line for line in source.splitlines() if line.startswith(f"{constant} = "))
        assert "  # " in line, f"{constant} has no comment that says the rule"
