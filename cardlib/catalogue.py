"""Every game of the sources: its titles, family and base; how far the work on it has come is computed.

>>> catalogue()["scopa"].title("ru"), catalogue()["scopa"].family
('Скопа', 'fish')
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from cardlib import kit, record
from cardlib.games import load, names


@dataclass(frozen=True, slots=True)
class Entry:
    """One game: `variant_of` is the slug of the game whose rules it changes, or empty."""

    slug: str
    ru: str
    en: str
    family: str
    variant_of: str = ""

    def title(self, lang: str) -> str:
        """The game's name in a language."""
        return self.ru if lang == "ru" else self.en


@cache
def _file() -> dict[str, Any]:
    return tomllib.loads((files("cardlib") / "catalogue.toml").read_text("utf-8"))


@cache
def catalogue() -> Mapping[str, Entry]:
    """All games by slug."""
    return {slug: Entry(slug, **entry) for slug, entry in _file()["games"].items()}


@cache
def families() -> Mapping[str, Mapping[str, str]]:
    """Families in the order of the lists, with a name in each language."""
    return dict(_file()["families"])


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
