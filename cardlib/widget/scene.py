"""What a screen shows of a sitting: one dictionary of plain values, every text in the reader's language.

Hidden faces never enter it: cards are taken from `kit.view`, moves are the reader's own.
"""

import re
from collections import Counter, UserString
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cardlib import kit, say
from cardlib.cards import BACK, CARDS, NO_RANK, Card
from cardlib.catalogue import catalogue
from cardlib.kit import Zone
from cardlib.show import text
from cardlib.show.cards import symbol_id
from cardlib.tutor.excuse import condition
from cardlib.widget.events import Event
from cardlib.widget.labels import labels
from cardlib.widget.refused import explained, refusal, rules
from cardlib.widget.shapes import words_of
from cardlib.widget.sitting import Sitting

PILES = ("stock", "discard", "won")
PILE_WORDS = {"stock": ("draw", "stock"), "discard": ("pile", "heap", "take")}  # the moves a click on a pile means
SUITS_TYPED = "ПЧБТ"
EVENTS = 40  # so many things that happened are listed at most


def scene(sitting: Sitting) -> dict[str, Any]:
    """Everything there is to show."""
    view = sitting.view_for(sitting.viewer)
    moves = [_Move(move) for move in sitting.legal()]
    drawing = _Drawing(sitting, view, moves)
    places = [drawing.place(seat) for seat in text.places(view)]
    lang, names = sitting.lang, labels(sitting.lang)
    title = catalogue()[view.game].title(lang) if view.game in catalogue() else view.game
    return {
        "number": sitting.number,
        "lang": lang,
        "game": view.game,
        "label": names["table"].format(title=title),
        "four": sitting.four_colours,
        "labels": names,
        "status": _status(sitting),
        "over": view.turn < 0,
        "facts": text.facts(view, lang),
        "places": places,
        "moves": [
            {"text": move.text, "phrase": phrase, "spoken": aloud(phrase, lang), "size": move.size}
            for move in moves
            for phrase in [sitting.phrase(move.move)]
        ],
        "buttons": _buttons(sitting, moves),
        "choices": [_button(sitting, move, True) for move in sitting.choices],
        "refusal": explained(sitting, aloud),
        "notice": sitting.notice,
        "heard": aloud(sitting.notice, lang),
        "events": [] if sitting.walking else _happened(sitting, sitting.events[-EVENTS:]),
        "walk": _walk(sitting) if sitting.walking else None,
        "example": _example(moves, lang),
        "can": _can(sitting),
        "position": _position(sitting, view),
    }


class _Move:
    """A legal move and what on the table belongs to it. `size` counts the things to be clicked."""

    def __init__(self, move: kit.Move) -> None:
        self.move, self.text = move, kit.write(move)
        atoms = kit.atoms(move)
        self.cards = {atom for atom in atoms if isinstance(atom, Card)}
        self.pairs = {(a, b) for a, b in pairwise(atoms) if isinstance(a, int) and isinstance(b, int)}
        self.size = 0


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The places of the table, with what may be clicked."""

    sitting: Sitting
    view: kit.View
    moves: list[_Move]

    def place(self, seat: int | None) -> dict[str, Any]:
        """A seat, or the middle of the table."""
        sitting, view, lang = self.sitting, self.view, self.sitting.lang
        name = text.heading(view, None, lang) if seat is None else say.seat_name(seat, view.players, lang)
        if seat is not None and seat == sitting.seat and view.players > 1:
            name = sitting.label("you", seat=seat)
        return {
            "seat": seat,
            "name": name,
            "facts": [] if seat is None else text.seat_facts(view, seat, lang),
            "turn": seat is not None and seat == view.turn,
            "mine": seat is not None and seat == (sitting.seat or 0),
            "zones": [self.zone(zone) for zone in text.at(view, seat)],
        }

    def zone(self, zone: Zone) -> dict[str, Any]:
        """Cards lying together: a pile of which the top is drawn, a fan of backs, a spread, a row of a layout."""
        kind, lang = zone.name.split()[0], self.sitting.lang
        name = text.zone_name(self.view, zone, lang)
        top = zone.cards[-1] if zone.cards else None
        if kind in PILES:
            shape, cards = "pile", [self.pile(zone, name)] if kind != "won" and top else []
        else:
            shape = "row" if kind == "row" else "fan" if all(c is BACK for c in zone.cards) else "spread"
            lying = zone.cards if shape == "row" else text.in_order(zone, self.view)
            seen: Counter[str] = Counter()
            cards = [self.card(zone, n, c, seen) for n, c in enumerate(lying) if c or shape == "row"]
        return {
            "id": _ident(zone),
            "kind": kind,
            "shape": shape,
            "name": name,
            "count": len(zone.cards),
            "image": symbol_id(top, lang) if top and shape == "pile" else None,
            "said": f"{name}: {aloud(text.contents(zone, self.view, lang), lang)}",
            "cards": cards,
        }

    def card(self, zone: Zone, n: int, c: Card | None, seen: Counter[str]) -> dict[str, Any]:
        """One card of a spread or a row: its name, the moves it belongs to, and what a click tries if there is none."""
        sitting, lang = self.sitting, self.sitting.lang
        face = c if c is not BACK else None
        place = (int(zone.name.split()[1]), n + 1) if zone.name.startswith("row ") else None
        code = str(face) if face else ""
        seen[code] += 1
        label = say.card_name(face, lang) if face else labels(lang)["hidden" if c else "empty"]
        if place:
            row = UserString(text.zone_name(self.view, zone, lang))
            label = f"{sitting.label('place', zone=row, n=n + 1)}: {label}"
        own = place if zone.owner in (None, sitting.state.turn) else None
        fits = self.touching(lambda move: (face in move.cards) or (own in move.pairs))
        return {
            "key": f"{_ident(zone)}/{n}" if place else f"{_ident(zone)}/{code}{seen[code]}",
            "code": code,
            "image": symbol_id(c, lang) if c else None,
            "label": _with_state(label, sitting, fits),
            "moves": fits,
            "attempt": code or (_attempt(self.moves, own) if own else None),
        }

    def pile(self, zone: Zone, name: str) -> dict[str, Any]:
        """The top of a pile. A click means the pile's word, or the card if its face is seen."""
        sitting, lang, top = self.sitting, self.sitting.lang, zone.cards[-1]
        face = top if top is not BACK else None
        wanted = PILE_WORDS.get(zone.name.split()[0], ())
        one_thing = len(self.moves) == 1 and zone.owner == sitting.seat  # a stack of one's own, and nothing to choose
        fits = self.touching(lambda move: one_thing or move.move in wanted or face in move.cards)
        count = sitting.label("cards", n=len(zone.cards))
        label = f"{name}: {say.card_name(face, lang)}, {count}" if face else f"{name}: {count}"
        known = words_of(sitting.game, lang)
        return {
            "key": f"{_ident(zone)}/top",
            "code": str(face) if face else "",
            "image": symbol_id(top, lang) if top else None,
            "label": _with_state(label, sitting, fits),
            "moves": fits,
            "attempt": str(face) if face else next((word for word in wanted if word in known), None),
        }

    def touching(self, belongs: Callable[[_Move], bool]) -> list[int]:
        """The moves to which a thing on the table belongs; it is counted among what must be clicked for them."""
        fits = [n for n, move in enumerate(self.moves) if belongs(move)]
        for n in fits:
            self.moves[n].size += 1
        return fits


def _ident(zone: Zone) -> str:
    return zone.name if zone.owner is None else f"{zone.name} of {zone.owner}"


def _with_state(label: str, sitting: Sitting, fits: list[int]) -> str:
    return f"{label}, {labels(sitting.lang)['can']}" if fits else label


def _attempt(moves: list[_Move], place: tuple[int, int]) -> str | None:
    """The move for another place, with this place in it."""
    for move in moves:
        for a, b in move.pairs:
            return move.text.replace(f"{a} {b}", f"{place[0]} {place[1]}", 1)
    return None


def _buttons(sitting: Sitting, moves: list[_Move]) -> list[dict[str, Any]]:
    """Moves that no card stands for, and the one-word moves of the game that are illegal now, last."""
    legal = [_button(sitting, move.move, True) for move in moves if not move.size or not (move.cards or move.pairs)]
    texts = {button["text"] for button in legal}
    words = [word for word in words_of(sitting.game, sitting.lang) if word not in texts]
    return legal + [_button(sitting, word, False) for word in words]


def _button(sitting: Sitting, move: kit.Move, legal: bool) -> dict[str, Any]:
    phrase = sitting.phrase(move)
    spoken = aloud(phrase, sitting.lang)
    if not legal:
        spoken += f", {labels(sitting.lang)['illegal']}"
    return {"text": kit.write(move), "phrase": phrase, "spoken": spoken, "legal": legal}


def _example(moves: list[_Move], lang: str) -> str:
    """Moves as the reader might type them: the first of each of two lengths."""
    shortest = {len(move.text.split()): move.text for move in reversed(moves)}
    written = [" ".join(_typed(word, lang) for word in shortest[n].split()) for n in sorted(shortest)[:2]]
    return ", ".join(written)


def _typed(word: str, lang: str) -> str:
    """A card with the letters of the reader's keyboard: 7Ч, 7H."""
    if lang != "ru" or word not in CARDS or CARDS[word].rank == NO_RANK:
        return word
    return say.rank_letters(CARDS[word].rank, lang) + SUITS_TYPED[CARDS[word].suit]


def _status(sitting: Sitting) -> str:
    turn = sitting.state.turn
    if turn == kit.OVER:
        winners = sitting.game.result(sitting.state)
        return sitting.label("won", winners=winners) if winners else sitting.label("nobody-won")
    if turn == kit.NOBODY:
        return sitting.label("deal-over")
    if sitting.to_move() and not sitting.legal():
        return sitting.label("stuck")
    if turn == sitting.seat:
        return sitting.label("your-turn")
    return sitting.label("turn-of", seat=turn)


def _happened(sitting: Sitting, events: Sequence[Event]) -> list[dict[str, Any]]:
    """What happened, a line for each move: what was done, what it brought about, why it was refused."""
    out = []
    for event in events:
        lang = sitting.lang
        if event.seat < 0:
            line = labels(lang)["dealt"]
        else:
            move = labels(lang)["face-down"] if event.secret else sitting.phrase(event.move)
            line = sitting.label("tries" if event.refusal else "moves", seat=event.seat, move=UserString(move))
        said = [say.say(ruling, lang, sitting.players) for ruling in event.told]
        out.append(
            {
                "text": line,
                "said": said,
                "mine": event.seat == sitting.seat,
                "spoken": aloud(" ".join([line + ".", *said]), lang),
                "rules": rules(sitting, event.told),
                "refusal": refusal(sitting, event.refusal, aloud),
            }
        )
    return out


def _walk(sitting: Sitting) -> dict[str, Any]:
    step = sitting.steps[sitting.at]
    line = step.line
    seat = kit.NOBODY if line.kind == "deal" else line.seat
    moved = line.kind in ("deal", "move", "refused")
    event = Event(seat, line.move, step.told, step.refusal)
    assert sitting.deal
    return {
        "title": sitting.deal.title[sitting.lang],
        "step": sitting.label("step", n=sitting.at + 1, total=len(sitting.steps)),
        "event": _walked(sitting, event) if moved else None,
        "comment": line.comment.get(sitting.lang, ""),
        "spoken": aloud(line.comment.get(sitting.lang, ""), sitting.lang),
        "open": sitting.open,
    }


def _walked(sitting: Sitting, event: Event) -> dict[str, Any]:
    """What a step of a worked deal did; for a refused move also what would make it legal."""
    told = _happened(sitting, [event])[0]
    if event.refusal:
        s, move = sitting.state, kit.canon(event.move)
        told["refusal"]["change"] = instead = condition(sitting.game, s, move, sitting.moves(), sitting.lang)
        told["refusal"]["spoken"] += aloud(f" {instead}" if instead else "", sitting.lang)
    return told


def _can(sitting: Sitting) -> dict[str, bool]:
    """Which of the table's own buttons do something now."""
    return {
        "hint": bool(sitting.legal()),
        "undo": not sitting.walking and bool(sitting.past),
        "new": not sitting.walking,
        "deal": not sitting.walking and sitting.deal_is_over(),
        "next": sitting.walking and sitting.at + 1 < len(sitting.steps),
        "back": sitting.walking and sitting.at > 0,
        "play-on": sitting.walking and sitting.state.turn != kit.OVER,
        "walk": not sitting.walking and bool(sitting.steps),
        "open": sitting.walking and sitting.seat is not None and sitting.players > 1,
    }


def _position(sitting: Sitting, view: kit.View) -> str:
    """The whole table read aloud."""
    parts = [_status(sitting), *(f"{fact}." for fact in text.facts(view, sitting.lang))]
    parts += [f"{label} — {cards}." for label, cards in text.describe(view, sitting.lang)]
    return aloud(" ".join(parts), sitting.lang)


_SIGN = re.compile("[♠♥♦♣](?:10|[2-9AKQJТКДВ])")


def aloud(sentence: str, lang: str) -> str:
    """A sentence for the ear: cards by name, not by sign.

    >>> aloud("♠10 fits ♣10.", "en")
    'ten of spades fits ten of clubs.'
    """
    names = {say.card_sign(c, lang): say.card_name(c, lang) for c in CARDS.values()}
    return _SIGN.sub(lambda sign: names.get(sign[0], sign[0]), sentence)
