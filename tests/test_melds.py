"""Sets and runs against a slow search that knows only the definitions."""

from itertools import chain, combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlib.cards import FACES, cards, pack, values
from cardlib.melds import LINES, Melds

WORTH = values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 TJQK=10")
KINDS = [(aces, least) for aces in LINES for least in (3, 4)]
MELDS = {kind: Melds(WORTH, *kind) for kind in KINDS}
GIN = MELDS["low", 3]

# Few ranks or few suits make hands in which melds get in each other's way.
hands = st.sampled_from([pack(), pack("A2345K"), pack("9TJQKA"), pack("34567"), pack()[:26]]).flatmap(
    lambda deck: st.lists(st.sampled_from(deck), unique=True, max_size=11)
)
kinds = st.sampled_from(KINDS)


def is_meld(group, aces, least):
    if len(group) in (3, 4) and len({c.rank for c in group}) == 1:
        return True
    places = sorted(c.rank for c in group)
    high = sorted(14 if rank == 1 else rank for rank in places)
    lines = {"low": [places], "high": [high], "both": [places, high]}[aces]
    return (
        len(group) >= least
        and len({c.suit for c in group}) == 1
        and any(line == list(range(line[0], line[0] + len(line))) for line in lines)
    )


def groups(hand, kind):
    return [set(g) for n in range(3, len(hand) + 1) for g in combinations(hand, n) if is_meld(g, *kind)]


def least(hand, found):
    """The lowest count over all ways of taking melds that share no card."""
    best, todo = sum(WORTH[c.rank] for c in hand), [(set(hand), found)]
    while todo:
        left, free = todo.pop()
        best = min(best, sum(WORTH[c.rank] for c in left))
        for n, meld in enumerate(free):
            todo.append((left - meld, [other for other in free[n + 1 :] if not other & meld]))
    return best


@given(hands, kinds)
def test_all_melds_are_found(hand, kind):
    among = [set(meld) for meld in MELDS[kind].among(hand)]
    assert sorted(map(str, map(sorted_cards, among))) == sorted(map(str, map(sorted_cards, groups(hand, kind))))


def sorted_cards(group):
    return sorted(group, key=lambda c: c.n)


@given(hands, kinds)
def test_what_is_left_over_is_the_least(hand, kind):
    rules = MELDS[kind]
    melds, left = rules.arrange(hand)
    assert all(is_meld(meld, *kind) for meld in melds)
    assert sorted_cards([*chain(*melds), *left]) == sorted_cards(hand)
    assert [c for c in hand if c in left] == left
    assert sum(WORTH[c.rank] for c in left) == rules.count(hand) == least(hand, groups(hand, kind))


@given(hands.filter(bool), kinds, st.integers(0, 30))
def test_the_cards_that_may_be_thrown(hand, kind, limit):
    found = groups(hand, kind)
    expected = [
        c for c in hand if least([x for x in hand if x is not c], [meld for meld in found if c not in meld]) <= limit
    ]
    assert MELDS[kind].throws(hand, limit) == expected


@given(st.data(), kinds)
def test_a_card_is_added_where_there_is_a_place(data, kind):
    rules = MELDS[kind]
    melds, _ = rules.arrange(data.draw(hands))
    used = {c for meld in melds for c in meld}
    near = [c for c in FACES if c not in used and any(is_meld([*m, c, *x], *kind) for m in melds for x in ([], [c]))]
    near += [c for c in FACES if c not in used and c not in near and any(abs(c.n - d.n) == 2 for d in used)]
    added = data.draw(st.lists(st.sampled_from(near), unique=True, max_size=4)) if near else []
    grown = rules.add(melds, added)
    assert (grown is not None) == can_add(melds, added, kind)
    if grown is not None:
        assert all(is_meld(meld, *kind) and set(old) <= set(meld) for old, meld in zip(melds, grown, strict=True))
        assert sorted_cards(chain(*grown)) == sorted_cards([*chain(*melds), *added])


def can_add(melds, added, kind):
    """Some order of the cards, each with some place for it, uses them all."""
    return any(_place([list(meld) for meld in melds], list(order), kind) for order in permutations(added))


def _place(melds, order, kind):
    if not order:
        return True
    first, *others = order
    for n, meld in enumerate(melds):
        if is_meld([*meld, first], *kind) and _place([*melds[:n], [*meld, first], *melds[n + 1 :]], others, kind):
            return True
    return False


@pytest.mark.parametrize(
    ("hand", "melds", "left"),
    [
        ("2S 2H 2D 4D 5D 6D AS AH 3C 5S", ["2S 2H 2D", "4D 5D 6D"], "AS AH 3C 5S"),
        ("7S 7H 7D 8D 9D", ["7D 8D 9D"], "7S 7H"),
        ("7S 7H 7D 5D 6D", ["7S 7H 7D"], "5D 6D"),
        ("7S 7H 7D 7C 5D 6D", ["7S 7H 7C", "5D 6D 7D"], ""),
        ("3C 4C 5C 6C 7C 8C 9C", ["3C 4C 5C 6C 7C 8C 9C"], ""),
        ("QS KS AS", [], "QS KS AS"),
        ("AS 2S 3S", ["AS 2S 3S"], ""),
    ],
)
def test_hands_that_can_be_laid_out_in_several_ways(hand, melds, left):
    found, over = GIN.arrange(cards(hand))
    assert sorted(map(sorted_cards, found), key=str) == sorted(map(sorted_cards, map(cards, melds)), key=str)
    assert over == cards(left)


def test_the_ace_stands_below_the_two_or_above_the_king_or_at_either_end():
    low, high, both = (MELDS[aces, 3] for aces in ("low", "high", "both"))
    assert [bool(m.among(cards("AS 2S 3S"))) for m in (low, high, both)] == [True, False, True]
    assert [bool(m.among(cards("QS KS AS"))) for m in (low, high, both)] == [False, True, True]
    assert both.among(cards("KS AS 2S")) == []
    assert high.arrange(cards("AS QS KS"))[0] == [cards("QS KS AS")]
    assert both.add([cards("JS QS KS")], cards("AS")) == [cards("JS QS KS AS")]


def test_a_card_leaves_a_set_for_the_run_that_needs_it():
    melds = [cards("2S 2H 2D"), cards("4C 5C 6C")]
    assert GIN.add(melds, cards("2C")) == [cards("2S 2H 2D 2C"), cards("4C 5C 6C")]
    assert GIN.add(melds, cards("2C 3C")) == [cards("2S 2H 2D"), cards("2C 3C 4C 5C 6C")]
    assert GIN.add(melds, cards("2C 3C AC")) == [cards("2S 2H 2D"), cards("AC 2C 3C 4C 5C 6C")]
    assert GIN.add(melds, cards("2C AC")) is None


@given(hands, kinds)
def test_what_a_meld_takes_makes_a_meld_with_it(hand, kind):
    melds = MELDS[kind]
    assert bool(melds.made_of(hand)) == is_meld(hand, *kind)
    for meld in melds.among(hand):
        takes = melds.takes(meld)
        assert set(takes) == {c for c in FACES if c not in meld and is_meld([*meld, c], *kind)}
        assert all(set(melds.made_of([*meld, c])) == {*meld, c} for c in takes)
