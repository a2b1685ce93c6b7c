"""A position in words: what the seat sees, line by line.

>>> from cardlib import kit
>>> from cardlib.games import load
>>> s = kit.start(load("crazy-eights"), players=2, seed=3)
>>> print(table(kit.view(load("crazy-eights"), s, seat=0), "en"))
South deals
North, 0 points
  Hand: 7 face down
Table
  Stock: 38 face down
  Cards laid: none
South, 0 points
  Hand: ♠K ♠5 ♥J ♦8 ♦5 ♣K ♣6
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardlib.cards import BACK, Card, tidy
from cardlib.games import load
from cardlib.kit import View, Zone
from cardlib.say import card_sign, seat_name, speak, words

HELD = {"hand", "shown", "won"}  # zones whose cards may be put in order for the eye


def table(view: View, lang: str) -> str:
    """The whole position, a line for each zone."""
    lines = ["; ".join(facts(view, lang))] if facts(view, lang) else []
    for seat in places(view):
        lines.append(heading(view, seat, lang))
        lines += [f"  {zone_name(view, zone, lang)}: {contents(zone, view, lang)}" for zone in at(view, seat)]
    return "\n".join(lines)


def describe(view: View, lang: str) -> list[tuple[str, str]]:
    """Each zone as a label and its cards, the seat named in the label."""
    return [
        (
            zone_name(view, zone, lang)
            if seat is None
            else f"{seat_name(seat, view.players, lang)}: {zone_name(view, zone, lang).lower()}",
            contents(zone, view, lang),
        )
        for seat in places(view)
        for zone in at(view, seat)
    ]


def places(view: View) -> list[int | None]:
    """From the far side of the table to the viewer's: the other seats in order of play, the middle, the viewer."""
    near = view.seat or 0
    far: list[int | None] = [(near + n) % view.players for n in range(1, view.players)]
    return [seat for seat in [*far, None, near] if at(view, seat)]


def at(view: View, seat: int | None) -> list[Zone]:
    """The zones of a seat, or of the middle of the table; empty ones only if they are piles or hands."""
    kept = {"hand", "stock", "discard", "table"}
    return [zone for zone in view.zones if zone.owner == seat and (zone.cards or zone.name in kept)]


def heading(view: View, seat: int | None, lang: str) -> str:
    """The name over a seat's zones, with what belongs to the seat: "South, 12 points"."""
    if seat is None:
        return str(words(lang)["zones"]["table"])
    return ", ".join([seat_name(seat, view.players, lang), *seat_facts(view, seat, lang)])


def facts(view: View, lang: str) -> list[str]:
    """The public fields of the table that have something to say."""
    return _said(view, "public", lang, lambda value: value)


def seat_facts(view: View, seat: int, lang: str) -> list[str]:
    """The public fields that have a value for each seat."""
    return _said(view, "seat", lang, lambda values: values[seat])


def _said(view: View, section: str, lang: str, pick: Any) -> list[str]:
    templates = words(lang).get(section, {}) | words(lang, view.game).get(section, {})
    out = []
    for name, value in view.public.items():
        template = templates.get(name, "")
        nothing = (None, (), -1) if ":who" in template or ":suit" in template else (None, ())
        if template and (value := pick(value)) not in nothing and value is not False:
            said = speak(lang, template, {"value": value}, view.game, view.players)
            out += [said] if said else []
    return out


def zone_name(view: View, zone: Zone, lang: str) -> str:
    """What a zone is called at this game's table."""
    kind, _, rest = zone.name.partition(" ")
    names = words(lang)["zones"] | words(lang, view.game).get("zones", {})
    return speak(lang, names.get(zone.name, names[kind]), [int(rest) if rest.isdigit() else rest], view.game)


def contents(zone: Zone, view: View, lang: str) -> str:
    """The cards of a zone: faces by their signs, hidden ones by their number, an empty place by a dash."""
    common = words(lang)
    if not zone.cards:
        return str(common["none"])
    if zone.up is None:
        hidden = sum(c is BACK for c in zone.cards)
        seen = [card_sign(c, lang) for c in in_order(zone, view) if c is not None and c is not BACK]
        return ", ".join([*([" ".join(seen)] if seen else []), *([_hidden(hidden, lang)] if hidden else [])])
    return " ".join("–" if c is None else "▒" if c is BACK else card_sign(c, lang) for c in zone.cards)


def _hidden(number: int, lang: str) -> str:
    return speak(lang, words(lang)["face-down"], {"n": number})


def in_order(zone: Zone, view: View) -> Sequence[Card | None]:
    """The cards as they lie; a hand as people hold it, by suit and strength."""
    if zone.name not in HELD:
        return zone.cards
    return tidy((c for c in zone.cards if c is not None), getattr(load(view.game), "POWER", None))


def public(view: View, name: str, lang: str) -> str:
    """One public field in words, or as it stands in a deal if the table has no words for it."""
    view = replace(view, public={name: view.public[name]})
    said = facts(view, lang)
    for seat in range(view.players):
        said += [f"{seat_name(seat, view.players, lang)} — {fact}" for fact in seat_facts(view, seat, lang)]
    value = view.public[name]
    return ", ".join(said) or f"{name} = {' '.join(map(str, value)) if isinstance(value, tuple) else value}"
