"""Cards and packs, and how they are written.

A card is one object per face, so `is`, `in` and `list.remove` are exact and fast. Cards have no
order of their own: strength belongs to a game, which says `POWER = order("23456789TJQKA")`.

>>> card("7H"), card("TS").rank, card("QD").red
(7H, 10, True)
>>> len(pack()), len(pack("9TJQKA")), len(pack(jokers=2)), len(pack(copies=2))
(52, 24, 54, 104)
"""

from collections.abc import Iterable, Sequence

SUITS = ("spades", "hearts", "diamonds", "clubs")
RANKS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"
SUIT_SIGNS = "♠♥♦♣"
SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
NO_SUIT, NO_RANK = 4, 0
JOKER_LETTER = "X"


class Card:
    """A face: `suit` 0-3 (spades, hearts, diamonds, clubs), `rank` 1-13 (ace 1), `red`, and `n`, 0-53.

    A joker has suit NO_SUIT and rank NO_RANK. `str(card)` is the text that `card` reads.
    """

    __slots__ = ("n", "rank", "red", "suit", "text")

    def __init__(self, suit: int, rank: int, red: bool, n: int, text: str) -> None:
        self.suit, self.rank, self.red, self.n, self.text = suit, rank, red, n, text

    def __repr__(self) -> str:
        return self.text

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, memo: object) -> "Card":
        return self

    def __reduce__(self) -> "tuple[object, tuple[str]]":
        return card, (self.text,)


FACES = tuple(
    Card(suit, rank, suit in (HEARTS, DIAMONDS), suit * 13 + rank - 1, RANKS[rank - 1] + SUIT_LETTERS[suit])
    for suit in range(4)
    for rank in range(1, 14)
)
JOKERS = (Card(NO_SUIT, NO_RANK, True, 52, "XR"), Card(NO_SUIT, NO_RANK, False, 53, "XB"))
BACK = Card(NO_SUIT, NO_RANK, False, -1, "??")  # a card whose face the viewer may not see
CARDS = {c.text: c for c in (*FACES, *JOKERS)}

_SUIT_OF = {sign: n for signs in ("SHDC", SUIT_SIGNS, "♤♡♢♧", "ПЧБТ") for n, sign in enumerate(signs)}
_RANK_OF = {sign: n for n, sign in enumerate(RANKS, 1)} | {"10": 10, "Т": 1, "К": 13, "Д": 12, "В": 11}


def card(text: str) -> Card:
    """The card written `text`, exactly: rank then suit, `7H`, `TS`; jokers `XR`, `XB`. KeyError if none."""
    return CARDS[text]


def cards(text: str) -> list[Card]:
    """Several cards, separated by spaces.

    >>> cards("7H TS")
    [7H, TS]
    """
    return [CARDS[word] for word in text.split()]


def guess(text: str) -> Card | None:
    """A card as people type it: either order, any case, suit signs, Russian letters; None if it is not one.

    >>> guess("♥10"), guess("10h"), guess("дп"), guess("♠Т"), guess("pass")
    (TH, TH, QS, AS, None)
    """
    word = text.upper()
    if word in CARDS:
        return CARDS[word]
    for rank, suit in ((word[:-1], word[-1:]), (word[1:], word[:1])):
        if rank in _RANK_OF and suit in _SUIT_OF:
            return FACES[_SUIT_OF[suit] * 13 + _RANK_OF[rank] - 1]
    return None


def guess_rank(text: str) -> int | None:
    """A rank as people type it: `7`, `10`, `q`, `Д`; None if it is not one."""
    return _RANK_OF.get(text.upper())


def pack(ranks: str = RANKS, copies: int = 1, jokers: int = 0) -> list[Card]:
    """A new pack in order: these ranks of every suit, so many times over, then the jokers (0-2 a copy)."""
    one = [FACES[suit * 13 + RANKS.index(rank)] for suit in range(4) for rank in ranks]
    return (one + list(JOKERS[:jokers])) * copies


def order(ranks: str) -> tuple[int, ...]:
    """Strength by rank, from the ranks listed weakest first: `order("23456789TJQKA")[c.rank]`.

    Index 0 is the joker's place; ranks that are not listed have strength -1.

    >>> power = order("9JQKTA")
    >>> power[card("TS").rank] > power[card("KS").rank]
    True
    """
    power = [-1] * 14
    for strength, rank in enumerate(ranks):
        power[RANKS.index(rank) + 1] = strength
    return tuple(power)


def values(table: str) -> tuple[int, ...]:
    """Card values by rank, as `order`: `values("A=11 T=10 K=4 Q=3 J=2")`; ranks not named are worth 0.

    >>> values("A=11 T=10 K=4 Q=3 J=2")[card("QH").rank]
    3
    """
    worth = [0] * 14
    for entry in table.split():
        ranks, value = entry.split("=")
        for rank in ranks:
            worth[RANKS.index(rank) + 1] = int(value)
    return tuple(worth)


def tidy(hand: Iterable[Card], power: Sequence[int] | None = None) -> list[Card]:
    """A hand as people hold it: by suit, strongest first."""
    strength = power or range(14)
    return sorted(hand, key=lambda c: (c.suit, -strength[c.rank], c.n))
