"""Sets and runs: which ones a hand holds, how to lay it out so that the least is left over, what may be added.

A set is three or four cards of a rank; a run is cards of one suit in order. This is for one pack: no card twice.

>>> from cardlib.cards import cards, values
>>> melds = Melds(values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 TJQK=10"))
>>> melds.arrange(cards("2S 2H 2D 4D 5D 6D AS AH 3C 5S"))
([[2S, 2H, 2D], [4D, 5D, 6D]], [AS, AH, 3C, 5S])
>>> melds.add([cards("2S 2H 2D"), cards("4D 5D 6D")], cards("7D 3D 2C"))
[[2S, 2H, 2D, 2C], [3D, 4D, 5D, 6D, 7D]]
>>> melds.add([cards("2S 2H 2D"), cards("4D 5D 6D")], cards("8D"))
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from typing import Literal

from cardlib.cards import FACES, RANKS, Card

KINDS = "set", "run"
Aces = Literal["low", "high", "both"]
Layout = tuple[int, int, tuple[int, ...]]  # the value laid out, minus the number of melds, the melds

LINES: dict[Aces, str] = {"low": RANKS, "high": RANKS[1:] + "A", "both": RANKS + "A"}
SUIT = (1 << 13) - 1
PACK = (1 << 52) - 1
CACHED = 1 << 16


class Melds:
    """The melds of a game: what a card left over costs, by rank; where the ace stands in a run; the shortest run.

    Inside, a group of cards is a number with bit `c.n` set for each card.
    """

    def __init__(self, worth: Sequence[int], aces: Aces = "low", least: int = 3) -> None:
        self.worth = worth
        self.dearest = max(worth)
        self.cards = _all(aces, least)
        self._in_runs = _in_runs(aces, least)
        self._from: dict[int, list[int]] = {1 << c.n: [] for c in FACES}
        for meld in self.cards:
            self._from[meld & -meld].append(meld)
        self._value = {meld: sum(worth[c.rank] for c in cards) for meld, cards in self.cards.items()}
        self._weight = {c: 1 << c.n | worth[c.rank] << 52 for c in FACES}  # a card's bit and, above all bits, its worth
        self._layout = lru_cache(CACHED)(self._find_layout)
        self._takes = cache(self._find_takes)

    def among(self, cards: Iterable[Card]) -> list[tuple[Card, ...]]:
        """Every meld that can be made of the cards, the longer runs with the shorter ones in them."""
        held = self._useful(_bits(cards))
        if not held:
            return []
        return [meld for bits, meld in self.cards.items() if bits & held == bits]

    def arrange(self, cards: Iterable[Card]) -> tuple[list[list[Card]], list[Card]]:
        """Melds that leave the lowest count, as few of them as do it, and the cards left over."""
        held = list(cards)
        melds = self._layout(self._useful(_bits(held)))[2]
        laid = sum(melds)
        return [list(self.cards[meld]) for meld in melds], [c for c in held if not laid >> c.n & 1]

    def count(self, cards: Iterable[Card]) -> int:
        """The least that the cards left over can be worth."""
        packed = sum(map(self._weight.__getitem__, cards))
        return (packed >> 52) - self._layout(self._useful(packed & PACK))[0]

    def throws(self, hand: Sequence[Card], limit: int) -> list[Card]:
        """The cards that can be thrown so that the count of the others is no more than `limit`."""
        packed = sum(map(self._weight.__getitem__, hand))
        useful, total = self._useful(packed), packed >> 52
        most = self._layout(useful)[0] if useful else 0
        if total - most - limit > self.dearest:
            return []
        found = []
        for c in hand:
            left = total - self.worth[c.rank] - limit
            if left <= most:
                bit = 1 << c.n
                if not useful & bit or left <= self._layout(self._useful(useful ^ bit))[0]:
                    found.append(c)
        return found

    def add(self, melds: Sequence[Sequence[Card]], added: Iterable[Card]) -> list[list[Card]] | None:
        """The melds with the added cards in them, or None if some card has no place.

        A card that fits a run goes there: the run may then grow further, and only that card could fill the set.
        """
        grown = [_bits(meld) for meld in melds]
        waiting = [1 << c.n for c in added]
        for runs in (True, False):
            while moved := [
                (n, bit)
                for bit in waiting
                for n, meld in enumerate(grown)
                if meld | bit in self.cards and (melds[n][0].rank != melds[n][1].rank) == runs
            ]:
                n, bit = moved[0]
                grown[n] |= bit
                waiting.remove(bit)
        if waiting:
            return None
        return [list(self.cards[meld]) for meld in grown]

    def made_of(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The meld that these cards make all together, in order; () if they make none."""
        return self.cards.get(_bits(cards), ())

    def takes(self, meld: Iterable[Card]) -> tuple[Card, ...]:
        """The cards that a meld can grow by.

        >>> melds = Melds([1] * 14)
        >>> melds.takes(FACES[:3]), melds.takes(FACES[1:4]), melds.takes(FACES[6:33:13])
        ((4S,), (AS, 5S), (7C,))
        """
        return self._takes(_bits(meld))

    def fits(self, melds: Iterable[Sequence[Card]]) -> dict[Card, list[str]]:
        """The cards that may be added to one of the melds, and what each could go to: a set, a run or either."""
        found: dict[Card, list[str]] = {}
        for meld in melds:
            kind = kind_of(meld)
            for c in self.takes(meld):
                kinds = found.setdefault(c, [])
                if kind not in kinds:
                    kinds.append(kind)
        return found

    def _find_takes(self, meld: int) -> tuple[Card, ...]:
        return tuple(c for c in FACES if not meld >> c.n & 1 and meld | 1 << c.n in self.cards)

    def _useful(self, held: int) -> int:
        """The cards that stand in some meld; bits above the pack do not matter."""
        a, b, c, d = held & SUIT, held >> 13 & SUIT, held >> 26 & SUIT, held >> 39 & SUIT
        runs = self._in_runs
        found = runs[a] | runs[b] << 13 | runs[c] << 26 | runs[d] << 39
        sets = a & b & (c | d) | c & d & (a | b)
        return found | held & sets * 0x8004002001 if sets else found

    def _find_layout(self, held: int) -> Layout:
        if not held:
            return 0, 0, ()
        lowest = held & -held
        best = self._layout(self._useful(held ^ lowest))
        for meld in self._from[lowest]:
            if meld & held == meld:
                value, fewer, melds = self._layout(self._useful(held ^ meld))
                best = max(best, (value + self._value[meld], fewer - 1, (meld, *melds)), key=lambda found: found[:2])
        return best


def kind_of(meld: Sequence[Card]) -> str:
    """Is a meld a set or a run?"""
    return KINDS[meld[0].rank != meld[1].rank]


def _bits(cards: Iterable[Card]) -> int:
    return sum(1 << c.n for c in cards)


@cache
def _runs(aces: Aces, least: int) -> list[tuple[int, ...]]:
    """Every run as ranks counted from 0, the ace as the line has it, once."""
    line = [RANKS.index(rank) for rank in LINES[aces]]
    return [
        tuple(line[start:end])
        for start in range(len(line))
        for end in range(start + least, min(len(line), start + 13) + 1)
    ]


@cache
def _all(aces: Aces, least: int) -> dict[int, tuple[Card, ...]]:
    """Every meld there is, sets first, by its bits."""
    sets = [
        [FACES[suit * 13 + rank] for suit in suits]
        for rank in range(13)
        for size in (3, 4)
        for suits in combinations(range(4), size)
    ]
    runs = [[FACES[suit * 13 + rank] for rank in ranks] for suit in range(4) for ranks in _runs(aces, least)]
    return {_bits(meld): tuple(meld) for meld in [*sets, *runs]}


@cache
def _in_runs(aces: Aces, least: int) -> list[int]:
    """For every holding in a suit, those of its cards that stand in a run."""
    shortest = [sum(1 << rank for rank in ranks) for ranks in _runs(aces, least) if len(ranks) == least]
    found = [0] * (SUIT + 1)
    for held in range(SUIT + 1):
        for run in shortest:
            if held & run == run:
                found[held] |= run
    return found
