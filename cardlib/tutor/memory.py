"""What a player remembers: the cards that lay open before, as long as he could follow where they went.

He remembers who took the card on the pile and what is in the tricks that lie face down. He forgets what is shuffled,
and what lay among cards of which one has gone from sight to where he does not see it.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from cardlib import kit
from cardlib.cards import Card

Place = tuple[str, int | None]


def remembered(game: kit.Game, s: Any, seat: int | None, log: Sequence[kit.Move], start: Any = None) -> set[Card]:
    """The hidden cards of which the seat knows where they lie, from the moves that led to this position.

    `log` begins at a new match, or at the position `start`. What does not lead here is not remembered, nor is anything
    of a pack that has a face twice.
    """
    found = last_deal(game, s, seat, log, start)
    return follow(game, *found, seat) if found else set()


def last_deal(
    game: kit.Game, s: Any, seat: int | None, log: Sequence[kit.Move], start: Any = None
) -> tuple[Any, Sequence[kit.Move]] | None:
    """The position before the last shuffle of the whole pack, and the moves since; None if they do not lead here."""
    now = game.new(s.players, s.options) if start is None else kit.clone(start)
    size = in_play(game, now)
    first, deal = 0, kit.clone(now)
    for n, move in enumerate(log):
        if all_loose(game, now, size):
            first, deal = n, kit.clone(now)
        game.play(now, move)
    return (deal, log[first:]) if kit.view(game, now, seat) == kit.view(game, s, seat) else None


def in_play(game: kit.Game, s: Any) -> int:
    """How many cards the game is played with. Before the first deal they may lie nowhere yet."""
    there = sum(c is not None for zone in game.table(s) for c in zone.cards)
    return max(there, len(game.loose(s))) if s.turn == kit.NOBODY else there


def all_loose(game: kit.Game, s: Any, size: int) -> bool:
    """Are all the cards gathered in for a new deal?"""
    return bool(s.turn == kit.NOBODY and len(game.loose(s)) >= size)


def follow(game: kit.Game, s: Any, log: Sequence[kit.Move], seat: int | None) -> set[Card]:
    """What the seat remembers after these moves; they are played in this position."""
    before = _Sight(game, s, seat)
    if len(before.where) < before.size:  # two cards have the same face
        return set()
    known = set(before.seen)
    for move in log:
        mover = s.turn
        if mover == kit.NOBODY:
            known.difference_update(game.loose(s))
        game.play(s, move)
        after = _Sight(game, s, seat)
        fell = {place for place, n in before.hidden.items() if after.hidden[place] < n}
        gone = sum(before.hidden[place] - after.hidden[place] for place in fell)
        if gone > len(after.seen - before.seen):
            known -= before.lying(fell)
        if mover not in (seat, kit.NOBODY):
            cards = {atom for atom in kit.atoms(move) if isinstance(atom, Card)}
            if cards - before.seen - after.seen:  # moved face down: it may have been any that he held
                known -= before.lying({place for place in before.hidden if place[1] in (mover, None)})
        known |= after.seen
        before = after
    return known - before.seen


class _Sight:
    """What the seat sees: the faces, how many cards lie hidden where, and (for those it knows) where each lies."""

    def __init__(self, game: kit.Game, s: Any, seat: int | None) -> None:
        self.seen: set[Card] = set()
        self.hidden: Counter[Place] = Counter()
        self.where: dict[Card, Place] = {}
        self.size = 0
        for zone in game.table(s):
            place = (zone.name, zone.owner)
            for c, up in zip(zone.cards, kit.faces_up(game, zone, seat), strict=True):
                if c is None:
                    continue
                self.size += 1
                self.where[c] = place
                if up:
                    self.seen.add(c)
                else:
                    self.hidden[place] += 1

    def lying(self, places: set[Place]) -> set[Card]:
        """The cards that lie hidden there."""
        return {c for c, place in self.where.items() if place in places and c not in self.seen}
