"""What happens at a table, and what of it the reader may know."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlib import kit, record
from cardlib.cards import Card


@dataclass(slots=True)
class Event:
    """Something that happened: a shuffle (`seat` is NOBODY) or a move, what it brought about, or why it was refused.

    `secret`: the reader may not know which card was moved.
    """

    seat: int
    move: kit.Move
    told: Sequence[kit.Ruling] = ()
    refusal: kit.Ruling | None = None
    secret: bool = False


@dataclass(slots=True)
class Turn:
    """What undoing goes back to."""

    state: Any
    moves: int
    events: list[Event] = field(default_factory=list)


def secret(game: kit.Game, after: Any, viewer: int | None, event: Event) -> bool:
    """Did another than the viewer move a card that he has not seen and has not been told of?

    Cards won are face down, but lay open before.
    """
    if event.seat < 0 or viewer in (None, event.seat):
        return False
    atoms = event.move if isinstance(event.move, tuple) else (event.move,)
    moved = {atom for atom in atoms if isinstance(atom, Card)}
    for ruling in event.told:
        moved -= set(_cards_in(tuple(ruling.facts.values())))
    for zone, seen in zip(game.table(after), kit.view(game, after, viewer).zones, strict=True):
        moved -= {
            c for c, shown in zip(zone.cards, seen.cards, strict=True) if c and (shown is c or zone.name == "won")
        }
    return bool(moved)


def _cards_in(facts: tuple[Any, ...]) -> Iterator[Card]:
    """The cards among facts."""
    for fact in facts:
        if isinstance(fact, tuple):
            yield from _cards_in(fact)
        elif isinstance(fact, Card):
            yield fact


def worth_showing(deal: record.Deal) -> Sequence[record.Step]:
    """Every step of a deal but the bare checks."""
    return [step for step in record.replay(deal) if step.line.kind not in ("expect", "end") or step.line.comment]
