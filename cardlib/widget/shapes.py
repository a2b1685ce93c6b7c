"""What a reader means: the one-word moves of a game, a move's phrase typed, cards chosen together."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardlib import kit, say, typed
from cardlib.cards import Card


def words_of(game: kit.Game, lang: str) -> list[str]:
    """The moves of a game that are one word: `draw`, `pass`."""
    return [
        shape
        for shape in say.words(lang, game.NAME)["moves"]
        if shape not in ("card", "cards", "number", "word") and " " not in shape
    ]


def meant(game: kit.Game, s: Any, text: str, called: Mapping[kit.Move, str]) -> kit.Move:
    """The move that was typed; what it is called on the table, in any case, will do as well."""
    said = text.casefold()
    for move, phrase in called.items():
        if phrase.casefold() == said:
            return move
    return typed.read(game, s, text)


def shaped(moves: Sequence[kit.Move], shapes: Iterable[str], cards: Sequence[Card]) -> kit.Move | None:
    """These cards in the place of the cards of a legal move that has words too, or of a shape: `card takes cards`."""
    for move in moves:
        atoms = move if isinstance(move, tuple) else ()
        if any(isinstance(atom, str) for atom in atoms) and sum(isinstance(atom, Card) for atom in atoms) == len(cards):
            given = iter(cards)
            return tuple(next(given) if isinstance(atom, Card) else atom for atom in atoms)
    for shape in shapes:
        parts = shape.split()
        places = [n for n, part in enumerate(parts) if part in ("card", "cards")]
        if not places or len(parts) == len(places) or {"number", "word"} & {*parts}:
            continue
        several = [n for n in places if parts[n] == "cards"]
        spare = len(cards) - len(places)
        if spare == 0 or (spare > 0 and several):
            left, filled = list(cards), list[kit.Atom]()
            for n, part in enumerate(parts):
                many = 1 + (spare if several and n == several[-1] else 0)
                filled += [left.pop(0) for _ in range(many)] if n in places else [part]
            return tuple(filled)
    return None
