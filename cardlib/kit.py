"""What is the same for every game: rulings, zones, views, the text of moves, and the driver.

A game is a module of `cardlib.games` that keeps the contract `Game` below. Its rules are clauses;
`refuse` names the first clause a move breaks, `play` tells which clauses a move brought about.

>>> from cardlib.games import load
>>> game = load("crazy-eights")
>>> s = start(game, players=2, seed=7)
>>> moves = game.legal(s)
>>> after, told = step(game, s, moves[0])
>>> s.turn, after.turn
(0, 1)
"""

import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import Field, dataclass, field, fields
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

from cardlib.cards import BACK, CARDS, SUITS, Card
from cardlib.faults import Wrong

NOBODY = -1  # State.turn: a shuffle is due
OVER = -2  # State.turn: the match is over

Atom = Card | int | str
Move = Atom | tuple[Atom, ...]
Tell = Callable[..., None]
Choose = Callable[[Sequence[Move], random.Random], Move]


class Ruling(NamedTuple):
    """A clause and the facts of the case: cards, ints, words, None, and tuples of them."""

    clause: str
    facts: dict[str, Any]


class Zone(NamedTuple):
    """Cards lying in one place. Who sees their faces follows from the first word of the name (see SEEN_BY).

    `owner` is a seat or None; `up`, where faces differ within the zone, says card by card which lie face up.
    An empty place in a layout is None.
    """

    name: str
    cards: Sequence[Card | None]
    owner: int | None = None
    up: Sequence[bool] | None = None


SEEN_BY = {
    "hand": "owner",
    "kept": "owner",  # cards won that lie face down: their winner alone may look at them
    "stock": "nobody",
    "won": "nobody",
    "trick": "everybody",
    "table": "everybody",
    "discard": "everybody",
    "turn-up": "everybody",
    "meld": "everybody",
    "shown": "everybody",
    "row": "everybody",  # a row of a layout: see Zone.up
}


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know: `seat` None is a spectator to whom all hands are open.

    Faces that the viewer may not see are `cards.BACK`; `public` holds the fields that the game declares PUBLIC.
    """

    game: str
    players: int
    seat: int | None
    turn: int
    public: dict[str, Any]
    zones: tuple[Zone, ...]


class Game(Protocol):
    """The contract of a game module.

    `State` is a dataclass with slots, of atoms, lists of atoms and lists of such lists; it has `turn` (a seat,
    NOBODY or OVER) and `players`. A module may also have `sides(s)`, its partnerships, `OPEN`, the names of zones
    shown to all against SEEN_BY, and `DEALT`, the clauses with which a deal begins. Clauses are its upper-case
    constants `"<game>.<name>"`, in page order.
    """

    NAME: str
    PLAYERS: tuple[int, ...]
    PUBLIC: tuple[str, ...]
    Options: Any

    def new(self, players: int, options: Any) -> Any:
        """A state in which a shuffle is due: `turn` is NOBODY."""

    def loose(self, s: Any) -> Sequence[Card]:
        """The cards about to be shuffled."""

    def refuse(self, s: Any, move: Move) -> Ruling | None:
        """The first clause that the move breaks, in the order phase, ownership, rule; None if it is legal."""

    def legal(self, s: Any) -> Sequence[Move]:
        """Every move that `refuse` lets through, each once."""

    def play(self, s: Any, move: Move, tell: Tell | None = None) -> None:
        """Make the move, which is trusted to be legal, reporting to `tell(clause, **facts)`."""

    def result(self, s: Any) -> tuple[int, ...]:
        """The winning seats of a match that is over."""

    def table(self, s: Any) -> Sequence[Zone]:
        """Where every card of the pack lies."""


class Unreadable(Wrong):
    """The text is not a move of any game."""


class Illegal(ValueError):
    """The move breaks a clause: `ruling` says which."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(f"the move breaks {ruling.clause}")
        self.ruling = ruling


def clauses(game: Game) -> dict[str, str]:
    """The game's clauses in page order: id to the name of its constant."""
    start = f"{game.NAME}."
    return {v: k for k, v in vars(game).items() if k.isupper() and isinstance(v, str) and v.startswith(start)}


# Options


def option(default: Any, *others: Any, bends: str) -> Any:
    """A field of a game's Options: the default, the other values that the engine plays, the clause it bends."""
    return field(default=default, metadata={"values": (default, *others), "bends": bends})


def choices(game: Game) -> dict[str, tuple[Any, ...]]:
    """The values of each option, the default first."""
    return {f.name: tuple(f.metadata["values"]) for f in fields(game.Options)}


def bends(game: Game) -> dict[str, str]:
    """The clause that each option changes."""
    return {f.name: f.metadata["bends"] for f in fields(game.Options)}


def options(game: Game, **given: Any) -> Any:
    """The game's Options from values or text; ValueError with one sentence if one is not known or two contradict.

    >>> from cardlib.games import load
    >>> options(load("crazy-eights"), target="100").target
    100
    >>> options(load("crazy-eights"), target=300)
    Traceback (most recent call last):
    cardlib.faults.Wrong: crazy-eights has no target=300: choose 500 or 100
    """
    known = {f.name: f for f in fields(game.Options)}
    chosen = {}
    for name, value in given.items():
        if name not in known:
            raise Wrong("no-option", game=game.NAME, name=name, known=tuple(sorted(known)))
        chosen[name] = _value(game, known[name], value)
    return game.Options(**chosen)


def _value(game: Game, f: Field[Any], given: Any) -> Any:
    for value in f.metadata["values"]:
        if str(value).lower() == str(given).lower():
            return value
    raise Wrong("no-value", game=game.NAME, name=f.name, given=given, values=f.metadata["values"])


# The text of moves


_WORD = re.compile(r"[a-z][a-z-]*")
_INT = re.compile(r"-?\d{1,9}")


def write(move: Move) -> str:
    """A move as text: its atoms, separated by spaces.

    >>> write(("knock", CARDS["KD"]))
    'knock KD'
    """
    return " ".join(map(str, move)) if isinstance(move, tuple) else str(move)


def parse(text: str) -> Move:
    """The move that `write` wrote; Unreadable, with one sentence, if a word of it is none.

    >>> parse("7D takes 4H 3C"), parse("raise 4"), parse("pass")
    ((7D, 'takes', 4H, 3C), ('raise', 4), 'pass')
    """
    atoms = [_atom(word) for word in text.split()]
    if not atoms:
        raise Unreadable("empty-move")
    return canon(atoms[0] if len(atoms) == 1 else tuple(atoms))


def _atom(word: str) -> Atom:
    if word in CARDS:
        return CARDS[word]
    if _INT.fullmatch(word):
        return int(word)
    if _WORD.fullmatch(word):
        return word
    raise Unreadable("not-an-atom", word=word)


def canon(move: Move) -> Move:
    """The one spelling of a move: cards side by side are a set, so they stand in pack order.

    A shuffle, `("deal", ...)`, keeps its order.
    """
    if not isinstance(move, tuple) or len(move) < 2 or move[0] == "deal":
        return move
    out, run = list[Atom](), list[Card]()
    for atom in move:
        if isinstance(atom, Card):
            run.append(atom)
        else:
            out += sorted(run, key=attrgetter("n"))
            run = []
            out.append(atom)
    return (*out, *sorted(run, key=attrgetter("n")))


def atoms(move: Move) -> tuple[Atom, ...]:
    """The cards, numbers and words of a move."""
    return move if isinstance(move, tuple) else (move,)


# Playing


def start(game: Game, players: int | None = None, options: Any = None, seed: int | None = None) -> Any:
    """A new match with its first deal made. `seed` fixes the shuffles."""
    if players is None:
        players = game.PLAYERS[0]
    if players not in game.PLAYERS:
        raise Wrong("no-players", game=game.NAME, allowed=game.PLAYERS, given=players)
    s = game.new(players, game.Options() if options is None else options)
    rng = random.Random(seed)
    while s.turn == NOBODY:
        deal(game, s, rng)
    return s


def deal(game: Game, s: Any, rng: random.Random, tell: Tell | None = None) -> Move:
    """Shuffle the loose cards and play them; returns the shuffle, for the log."""
    loose = list(game.loose(s))
    rng.shuffle(loose)
    move: Move = ("deal", *loose)
    game.play(s, move, tell)
    return move


def shuffled(move: Move) -> list[Card]:
    """The cards of a shuffle, from the top of the pack."""
    return [atom for atom in move if isinstance(atom, Card)] if isinstance(move, tuple) else []


def cut(deck: Iterable[Card], players: int) -> list[Card]:
    """What the players cut, seat by seat, to find a dealer: a rank that has been cut already is cut again.

    >>> from cardlib.cards import cards
    >>> cut(cards("7H 7S KD 2C"), 3)
    [7H, KD, 2C]
    """
    found: dict[int, Card] = {}
    for c in deck:
        found.setdefault(c.rank, c)
        if len(found) == players:
            break
    return list(found.values())


def highest(scores: Sequence[int]) -> tuple[int, ...]:
    """The seats whose score is the highest.

    >>> highest([7, 11, 11])
    (1, 2)
    """
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


def refuse(game: Game, s: Any, move: Move) -> Ruling | None:
    """The first clause that the move breaks, or None. The cards of a set may come in any order."""
    return game.refuse(s, canon(move))


def step(game: Game, s: Any, move: Move) -> tuple[Any, list[Ruling]]:
    """The state after the move, as a new object, and the clauses it brought about. Illegal if it is refused."""
    move = canon(move)
    if s.turn != NOBODY:
        ruling = game.refuse(s, move)
        if ruling is not None:
            raise Illegal(ruling)
    return carry_out(game, s, move)


def carry_out(game: Game, s: Any, move: Move) -> tuple[Any, list[Ruling]]:
    """As `step`, for a move in its one spelling that is known to be legal."""
    told: list[Ruling] = []
    after = clone(s)
    game.play(after, move, lambda clause, **facts: told.append(Ruling(clause, facts)))
    return after, told


def clone(s: Any) -> Any:
    """A copy of a state that shares no list with it."""
    new = object.__new__(type(s))
    for name in s.__slots__:
        value = getattr(s, name)
        setattr(new, name, _copy(value) if isinstance(value, list) else value)
    return new


def _copy(value: list[Any]) -> list[Any]:
    return [_copy(item) if isinstance(item, list) else item for item in value]


def playout(
    game: Game,
    s: Any,
    rng: random.Random,
    tell: Tell | None = None,
    log: list[Move] | None = None,
    *,
    choose: Choose | None = None,
) -> int:
    """Play to the end of the match; returns how many moves players made.

    Players choose uniformly among their legal moves, or as `choose(moves, rng)` says.
    """
    legal, play, chance = game.legal, game.play, rng.random
    steps = 0
    while (turn := s.turn) != OVER:
        if turn == NOBODY:
            move: Move = deal(game, s, rng, tell)
        else:
            moves = legal(s)
            if not moves:
                break
            move = choose(moves, rng) if choose else moves[int(chance() * len(moves))]
            play(s, move, tell)
            steps += 1
        if log is not None:
            log.append(move)
    return steps


# Views


def faces_up(game: Game, zone: Zone, seat: int | None) -> Sequence[bool]:
    """Which cards of a zone the seat sees. A spectator (None) sees the hands as well."""
    if zone.up is not None:
        return zone.up
    who = SEEN_BY[zone.name.split()[0]]
    seen = who == "everybody" or (who == "owner" and (seat is None or seat == zone.owner))
    return [seen or zone.name in getattr(game, "OPEN", ())] * len(zone.cards)


def view(game: Game, s: Any, seat: int | None) -> View:
    """What the seat may know of the state."""
    zones = []
    for zone in game.table(s):
        up = faces_up(game, zone, seat)
        seen = tuple(c if c is None or shown else BACK for c, shown in zip(zone.cards, up, strict=True))
        zones.append(Zone(zone.name, seen, zone.owner, zone.up and tuple(zone.up)))
    public = {name: frozen(getattr(s, name)) for name in game.PUBLIC}
    return View(game.NAME, s.players, seat, s.turn, public, tuple(zones))


def frozen(value: Any) -> Any:
    """A public field that nothing can change any more."""
    return tuple(map(frozen, value)) if isinstance(value, list) else value


def sides(game: Game, s: Any) -> list[tuple[int, ...]]:
    """The partnerships: each seat alone unless the game says otherwise."""
    own = getattr(game, "sides", None)
    return own(s) if own else [(seat,) for seat in range(s.players)]


def suit_named(word: object) -> int | None:
    """The suit that a word names (`hearts` is 1), or None."""
    return SUITS.index(word) if isinstance(word, str) and word in SUITS else None
