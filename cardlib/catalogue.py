"""Every game of the sources: what it is called and played with; how far the work on it has come is computed.

>>> catalogue()["scopa"].title("ru"), catalogue()["scopa"].family
('Скопа', 'fish')
>>> [entry.en for entry in catalogue().values() if entry.family == "fish" and 3 in entry.players]
['Konchinka', 'Scopa']
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from cardlib import kit, record
from cardlib.games import load, names


@dataclass(frozen=True, slots=True)
class Entry:
    """One game: for how many, and with how many cards, of which there may be several numbers.

    `variant_of` is the slug of the game whose rules it changes, or empty. A game is `gambling` if a bank, a pool or a
    bet is the heart of it, and for `children` if its rules take a minute to tell.
    """

    slug: str
    ru: str
    en: str
    family: str
    players: tuple[int, ...]
    pack: tuple[int, ...]
    variant_of: str = ""
    ru_also: tuple[str, ...] = ()
    en_also: tuple[str, ...] = ()
    gambling: bool = False
    children: bool = False

    def title(self, lang: str) -> str:
        """The game's name in a language."""
        return self.ru if lang == "ru" else self.en

    def also(self, lang: str) -> tuple[str, ...]:
        """Its other names in a language.

        >>> catalogue()["crazy-eights"].also("en")
        ('Wild Eights', 'Swedish Rummy')
        """
        return self.ru_also if lang == "ru" else self.en_also


FIELDS = {field.name: field for field in fields(Entry) if field.name != "slug"}
NEEDED = [name for name, field in FIELDS.items() if field.default is MISSING]
TEXTS, NAMES, NUMBERS, SWITCHES = (
    ("ru", "en", "family", "variant_of"),
    ("ru_also", "en_also"),
    ("players", "pack"),
    ("gambling", "children"),
)


def read(text: str) -> tuple[dict[str, Entry], dict[str, dict[str, str]]]:
    """The games and the families of a catalogue, each by its short name; ValueError says which is at fault and how.

    >>> read('''
    ... [families]
    ... shed = {ru = "Игры на сброс карт", en = "Shedding games"}
    ... [games.macau]
    ... ru = "Макау"
    ... en = "Macau"
    ... family = "shed"
    ... players = [4, 3]
    ... pack = [52]
    ... ''')
    Traceback (most recent call last):
        ...
    ValueError: catalogue, macau: players is [4, 3]; expected rising numbers from 1 on
    """
    file = tomllib.loads(text)
    families = file.get("families", {})
    for family, called in families.items():
        if set(called) != {"ru", "en"}:
            raise ValueError(f"catalogue, family {family}: expected a name in ru and en")
    games = {slug: _entry(slug, table, families) for slug, table in file.get("games", {}).items()}
    for slug in games:
        _follow(slug, games)
    return games, families


def _entry(slug: str, table: Mapping[str, Any], families: Iterable[str]) -> Entry:
    """One entry, every field looked at."""

    def fault(what: str) -> ValueError:
        return ValueError(f"catalogue, {slug}: {what}")

    for name in NEEDED:
        if name not in table:
            raise fault(f"{name} is missing")
    for name, value in table.items():
        if name not in FIELDS:
            raise fault(f"there is no field {name}; expected {', '.join(FIELDS)}")
        if name in TEXTS and not (isinstance(value, str) and value):
            raise fault(f"{name} is {value!r}; expected a text")
        if name in NAMES and not (isinstance(value, list) and value and all(isinstance(n, str) and n for n in value)):
            raise fault(f"{name} is {value!r}; expected a list of names")
        if name in NUMBERS and not (
            isinstance(value, list) and value and all(type(n) is int and n > 0 for n in value) and _rising(value)
        ):
            raise fault(f"{name} is {value!r}; expected rising numbers from 1 on")
        if name in SWITCHES and not isinstance(value, bool):
            raise fault(f"{name} is {value!r}; expected true or false")
    if table["family"] not in families:
        raise fault(f"there is no family {table['family']}; expected {', '.join(families)}")
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in table.items()}
    return Entry(slug, **given)


def _rising(numbers: list[int]) -> bool:
    return all(low < high for low, high in pairwise(numbers))


def _follow(slug: str, games: Mapping[str, Entry]) -> None:
    """From a variant one comes to a game that is none."""
    seen = [slug]
    while base := games[seen[-1]].variant_of:
        if base not in games:
            raise ValueError(f"catalogue, {seen[-1]}: variant_of is {base}; the catalogue has no such game")
        if base in seen:
            raise ValueError(f"catalogue, {slug}: variant_of goes round in a ring: {', '.join([*seen, base])}")
        seen.append(base)


@cache
def _file() -> tuple[dict[str, Entry], dict[str, dict[str, str]]]:
    return read((files("cardlib") / "catalogue.toml").read_text("utf-8"))


@cache
def catalogue() -> Mapping[str, Entry]:
    """All games by slug."""
    return _file()[0]


@cache
def families() -> Mapping[str, Mapping[str, str]]:
    """Families in the order of the lists, with a name in each language."""
    return _file()[1]


def variants(slug: str) -> list[Entry]:
    """The games that change the rules of this one, in the order of the catalogue.

    >>> [entry.slug for entry in variants("canasta")], [entry.slug for entry in variants("canasta-a")]
    (['canasta-a'], ['canasta-b'])
    """
    return [entry for entry in catalogue().values() if entry.variant_of == slug]


def maturity(slug: str) -> str:
    """How far the work has come, from evidence: `listed`, `playable`, or `proven` by worked deals.

    `proven`: three deals or more replay and together cite every clause.

    >>> maturity("crazy-eights"), maturity("bridge")
    ('proven', 'listed')
    """
    if slug not in names():
        return "listed"
    deals = record.deals(slug)
    try:
        for deal in deals:
            for _ in record.replay(deal):
                pass
    except record.Fault:
        return "playable"
    cited = set().union(*(deal.cites() for deal in deals))
    return "proven" if len(deals) >= 3 and set(kit.clauses(load(slug))) <= cited else "playable"
