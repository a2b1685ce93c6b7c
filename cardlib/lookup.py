"""Look up a word of the card table: what the command line prints and a notebook shows.

>>> look_up("plain suits", "en")
plain suit — некозырная масть, простая масть
Any suit but trumps.
Also: side suit.
See: trump suit.
Theme: Tricks and trumps.
>>> look_up("trik", "en")
Traceback (most recent call last):
    ...
LookupError: The glossary has no “trik”. Perhaps: trick?
"""

from cardlib import terms
from cardlib.phrases import line, said

_SAID = {"ru": "Говорят", "en": "Said"}
_NOTHING = {"ru": "Слова «{}» в словаре нет.", "en": "The glossary has no “{}”."}
_NEAR = {"ru": "Может быть: {}?", "en": "Perhaps: {}?"}


class Told(str):
    """A text that a notebook shows as it stands."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def known(word: str) -> bool:
    """Whether the glossary has the word, or the phrases have it."""
    return bool(terms.find(word) or said(word))


def look_up(word: str, lang: str) -> Told:
    """The entries of all terms that a word may mean, best first, and what is said so at the table.

    A word that is not there is a LookupError, with the nearest.
    """
    found = [terms.entry(term, lang) for term in terms.find(word)]
    heard = [f"{_SAID[lang]}: {line(phrase, lang)}" for phrase in said(word)]
    if found or heard:
        return Told("\n\n".join([*found, *heard]))
    near = terms.suggest(word)
    raise LookupError(" ".join([_NOTHING[lang].format(word), *([_NEAR[lang].format(", ".join(near))] if near else [])]))
