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
from cardlib.catalogue import catalogue
from cardlib.phrases import line, said

MANY = 12  # so many games are named after an entry; the rest are counted
_LABELS = {
    "ru": ("Также", "Примечание", "Ложный друг", "См. также", "Тема", "Игры", "и ещё {}"),
    "en": ("Also", "Note", "False friend", "See", "Theme", "Games", "and {} more"),
}
_SAID = {"ru": "Говорят", "en": "Said"}
_NOTHING = {"ru": "Слова «{}» в словаре нет.", "en": "The glossary has no “{}”."}
_NEAR = {"ru": "Может быть: {}?", "en": "Perhaps: {}?"}


class Told(str):
    """A text that a notebook shows as it stands."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def entry(term: terms.Term, lang: str) -> str:
    """A term as plain text: headword and translation, what it means, synonyms, remarks, where else to look, games."""
    if lang not in terms.LANGUAGES:
        raise ValueError(f"The glossary is written in ru and en, not in {lang}.")
    also, note, false, see, theme, played, more = _LABELS[lang]
    other = "en" if lang == "ru" else "ru"
    lines = [f"{term.word(lang)} — {', '.join((term.word(other), *term.also(other)))}", term.definition(lang)]
    if term.also(lang):
        lines.append(f"{also}: {', '.join(term.also(lang))}.")
    if term.note(lang):
        lines.append(f"{note}: {term.note(lang)}")
    if term.false_friend(lang):
        lines.append(f"{false}: {term.false_friend(lang)}")
    if term.see:
        lines.append(f"{see}: {', '.join(terms.terms()[name].word(lang) for name in term.see)}.")
    lines.append(f"{theme}: {terms.theme_names()[term.theme][lang]}.")
    if names := terms.games(term, lang):
        titles = [catalogue()[name].title(lang) for name in names[:MANY]]
        rest = len(names) - MANY
        lines.append(f"{played}: {', '.join(titles)}{' ' + more.format(rest) if rest > 0 else ''}.")
    return "\n".join(lines)


def known(word: str) -> bool:
    """Whether the glossary has the word, or the phrases have it."""
    return bool(terms.find(word) or said(word))


def look_up(word: str, lang: str) -> Told:
    """The entries of all terms that a word may mean, best first, and what is said so at the table.

    A word that is not there is a LookupError, with the nearest.
    """
    found = [entry(term, lang) for term in terms.find(word)]
    heard = [f"{_SAID[lang]}: {line(phrase, lang)}" for phrase in said(word)]
    if found or heard:
        return Told("\n\n".join([*found, *heard]))
    near = terms.suggest(word)
    raise LookupError(" ".join([_NOTHING[lang].format(word), *([_NEAR[lang].format(", ".join(near))] if near else [])]))
