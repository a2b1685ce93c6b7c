"""Phrases said at the card table: what is said, by whom and when, and what the other language says.

>>> [phrase.en for phrase in said("бито")], said("тишина")
(['Beaten'], [])
>>> print(line(phrases()["travel-say"], "en"))
“Travel card” — «Проездной». The player attacked, showing a trump of the right rank and keeping it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

from cardlib.catalogue import catalogue
from cardlib.terms import fold as folded
from cardlib.terms import folder, toml
from cardlib.terms import terms as glossary

MOMENTS = ("before", "bidding", "tricks", "beating", "matching", "vying", "bank", "ending")  # in the order of the page
_LISTS = ("ru_also", "en_also", "games", "terms")


@dataclass(frozen=True, slots=True)
class Phrase:
    """One thing that is said. `who` and `when` make a sentence; `games` and `terms` are those it belongs to."""

    id: str
    moment: str
    ru: str
    en: str
    ru_who: str
    en_who: str
    ru_when: str
    en_when: str
    terms: tuple[str, ...]
    games: tuple[str, ...] = ()
    ru_also: tuple[str, ...] = ()
    en_also: tuple[str, ...] = ()

    def words(self, lang: str) -> tuple[str, ...]:
        """What is said in a language, the usual words first."""
        return (self.ru, *self.ru_also) if lang == "ru" else (self.en, *self.en_also)

    def told(self, lang: str) -> str:
        """Who says it and when, as a sentence."""
        who, when = (self.ru_who, self.ru_when) if lang == "ru" else (self.en_who, self.en_when)
        return f"{who[0].upper()}{who[1:]}, {when}."


def read(file: Path) -> dict[str, Phrase]:
    """The phrases of a TOML file, by id. ValueError says which of them is wrong, and how."""
    found: dict[str, Phrase] = {}
    known = {field.name for field in fields(Phrase)} - {"id"}
    for name, table in toml(file).items():
        where = f"{file.name}: the phrase {name}"
        for key, value in table.items():
            if key not in known:
                raise ValueError(f"{where} has an unknown key, {key}.")
            right = isinstance(value, list if key in _LISTS else str) and value
            if not right or not all(isinstance(word, str) for word in value):
                raise ValueError(f"{where}: {key} is not a {'list of words' if key in _LISTS else 'text'}.")
        for key in known - {"games", "ru_also", "en_also"}:
            if key not in table:
                raise ValueError(f"{where} has no {key}.")
        if table["moment"] not in MOMENTS:
            raise ValueError(f"{where} is said at no known moment: {table['moment']}; expected {', '.join(MOMENTS)}.")
        for key, there in (("terms", glossary()), ("games", catalogue())):
            for other in table.get(key, ()):
                if other not in there:
                    raise ValueError(f"{where} names {other}, which is not one of the {key}.")
        given: dict[str, Any] = {key: tuple(value) if key in _LISTS else value for key, value in table.items()}
        found[name] = Phrase(id=name, **given)
    return found


@cache
def phrases() -> Mapping[str, Phrase]:
    """All phrases by id."""
    return read(folder() / "phrases.toml")


def said(text: str) -> list[Phrase]:
    """The phrases that a text is, in either language."""
    wanted = folded(text)
    return [p for p in phrases().values() if wanted in map(folded, (*p.words("ru"), *p.words("en")))]


def quoted(words: tuple[str, ...], lang: str) -> str:
    """Words in the quotation marks of their language."""
    return ", ".join(f"«{word}»" if lang == "ru" else f"“{word}”" for word in words)


def line(phrase: Phrase, lang: str) -> str:
    """A phrase as plain text: what is said in both languages, who says it and when."""
    other = "en" if lang == "ru" else "ru"
    return f"{quoted(phrase.words(lang), lang)} — {quoted(phrase.words(other), other)}. {phrase.told(lang)}"
