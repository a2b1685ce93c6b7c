"""Positions worth asking about: those of the worked deals, and some of matches played here, by the clause they show.

>>> spots = Spots("crazy-eights")
>>> spot = spots.refused["crazy-eights.follow"][0]
>>> spot.ruling.clause, kit.refuse(spots.game, spot.state, spot.move).clause
('crazy-eights.follow', 'crazy-eights.follow')
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from cardlib import kit, record
from cardlib.cards import BACK, SUITS, Card
from cardlib.games import load
from cardlib.opponent import choose

MOST = 8  # positions kept for a clause, of matches; those of worked deals are kept besides
WORKED = 4  # positions of one worked deal kept for a clause
STEPS = 250  # moves of a match that is looked at
MATCHES = 4
TRIED = 14  # moves near the rules' edge that are tried in a position


@dataclass(frozen=True, slots=True)
class Spot:
    """A move and the state before it: refused with `ruling`, or made, `told` being what it brought about."""

    state: Any
    move: kit.Move
    ruling: kit.Ruling
    told: tuple[kit.Ruling, ...] = ()

    @property
    def seat(self) -> int:
        """Who moves; kit.NOBODY for a shuffle."""
        seat: int = self.state.turn
        return seat


@dataclass(slots=True)
class Spots:
    """The positions of a game: `refused` and `told` by clause; `values` are what a number among the facts has been.

    `moves` are moves seen, one of each shape and number of cards; `movers` says of a clause whether its seat was the
    mover's, or another's, or now this, now that.
    """

    name: str
    seed: int = 0
    game: kit.Game = field(init=False)
    refused: dict[str, list[Spot]] = field(default_factory=dict)
    told: dict[str, list[Spot]] = field(default_factory=dict)
    values: dict[tuple[str, str], set[int]] = field(default_factory=dict)
    movers: dict[str, set[bool]] = field(default_factory=dict)
    moves: dict[str, kit.Move] = field(default_factory=dict)
    _met: dict[tuple[str, str], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.game = load(self.name)
        for deal in record.deals(self.name):
            self._worked(deal)
        counts = list(self.game.PLAYERS)
        for n in range(MATCHES):
            self._match(counts[n % len(counts)], random.Random(f"{self.seed} {n}"))

    def near(self, s: Any, rng: random.Random, most: int = TRIED) -> list[tuple[kit.Move, kit.Ruling]]:
        """Moves that are refused here though little is wrong with them, with their rulings."""
        legal = {kit.write(move) for move in self.game.legal(s)}
        found: dict[str, tuple[kit.Move, kit.Ruling]] = {}
        for move in islice(self._tries(s, rng), 6 * most):
            text = kit.write(kit.canon(move))
            if text in legal or text in found or len(found) == most:
                continue
            if ruling := kit.refuse(self.game, s, move):
                found[text] = (kit.canon(move), ruling)
        return list(found.values())

    def _tries(self, s: Any, rng: random.Random) -> Iterator[kit.Move]:
        own, others = in_sight(self.game, s)
        yield from rng.sample(own, len(own))
        shapes = list(self.moves.values())
        rng.shuffle(shapes)
        for move in shapes:
            yield _filled(move, own, rng)
        for move in rng.sample(list(self.game.legal(s)), min(6, len(self.game.legal(s)))):
            yield from _altered(move, own + others, rng)
        yield from rng.sample(others, min(2, len(others)))
        yield from rng.sample(list(self.game.loose(s)), min(1, len(self.game.loose(s))))

    def _worked(self, deal: record.Deal) -> None:
        s = self.game.new(deal.players, deal.options)
        kept: dict[str, int] = {}
        for step in record.replay(deal):
            rulings = [step.refusal] if step.refusal else step.told
            for ruling in rulings:
                kept[ruling.clause] = kept.get(ruling.clause, 0) + 1
                move = kit.canon(step.line.move) if step.move is None else step.move
                spot = Spot(s, move, ruling, tuple(step.told))
                self._note(spot)
                if kept[ruling.clause] <= WORKED or ruling.clause in step.line.clauses:
                    (self.refused if step.refusal else self.told).setdefault(ruling.clause, []).append(spot)
            s = step.state

    def _match(self, players: int, rng: random.Random) -> None:
        game = self.game
        s = game.new(players, game.Options())
        for _ in range(STEPS):
            if s.turn == kit.OVER:
                return
            if s.turn == kit.NOBODY:
                loose = list(game.loose(s))
                rng.shuffle(loose)
                move: kit.Move = ("deal", *loose)
            else:
                moves = game.legal(s)
                if not moves:
                    return
                if rng.random() < 0.15:
                    for tried, refusal in self.near(s, rng):
                        self._keep(self.refused, Spot(s, tried, refusal), rng)
                move = choose(moves, rng)
            after, told = kit.carry_out(game, s, move)
            for ruling in told:
                spot = Spot(s, move, ruling, tuple(told))
                self._note(spot)
                self._keep(self.told, spot, rng)
            s = after

    def _note(self, spot: Spot) -> None:
        """What the spot tells of the clause in general."""
        clause, facts = spot.ruling
        for name, fact in facts.items():
            if isinstance(fact, int) and not isinstance(fact, bool):
                self.values.setdefault((clause, name), set()).add(fact)
        if "seat" in facts:
            self.movers.setdefault(clause, set()).add(facts["seat"] == spot.seat)
        if spot.told and spot.seat >= 0:
            atoms = spot.move if isinstance(spot.move, tuple) else (spot.move,)
            shape = " ".join("card" if isinstance(a, Card) else a if isinstance(a, str) else "number" for a in atoms)
            self.moves.setdefault(shape, spot.move)

    def _keep(self, places: dict[str, list[Spot]], spot: Spot, rng: random.Random) -> None:
        """Keep some of the positions that show a clause, each with the same chance."""
        clause = spot.ruling.clause
        kept = places.setdefault(clause, [])
        key = ("told" if spot.told else "refused", clause)
        met = self._met[key] = self._met.get(key, 0) + 1
        if met <= MOST:
            kept.append(spot)
        elif (n := rng.randrange(met)) < MOST:
            kept[len(kept) - MOST + n] = spot


def in_sight(game: kit.Game, s: Any) -> tuple[list[Card], list[Card]]:
    """The cards that the seat on turn sees: its own, and the others."""
    own, others = [], []
    for zone in kit.view(game, s, s.turn).zones:
        seen = [c for c in zone.cards if c is not None and c is not BACK]
        if zone.owner == s.turn:
            own += seen
        else:
            others += seen
    return own, others


def _filled(move: kit.Move, own: list[Card], rng: random.Random) -> kit.Move:
    """A move of the same shape with cards of one's own."""
    atoms = kit.atoms(move)
    hand = rng.sample(own, len(own))
    out: tuple[kit.Atom, ...] = tuple(hand.pop() if isinstance(a, Card) and hand else a for a in atoms)
    return out if isinstance(move, tuple) else out[0]


def _altered(move: kit.Move, cards: list[Card], rng: random.Random) -> Iterator[kit.Move]:
    """The move with one atom changed."""
    atoms = kit.atoms(move)
    for n, atom in enumerate(atoms):
        other: kit.Atom
        if isinstance(atom, Card):
            if not cards:
                continue
            other = rng.choice(cards)
        elif isinstance(atom, int):
            other = atom + rng.choice((-1, 1))
        elif atom in SUITS:
            other = rng.choice([suit for suit in SUITS if suit != atom])
        else:
            continue
        changed = (*atoms[:n], other, *atoms[n + 1 :])
        yield changed if isinstance(move, tuple) else changed[0]
    if len(atoms) > 1:  # one atom fewer
        n = rng.randrange(len(atoms))
        shorter = (*atoms[:n], *atoms[n + 1 :])
        yield shorter if len(shorter) > 1 else shorter[0]
