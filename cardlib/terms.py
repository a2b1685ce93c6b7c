"""The glossary: words of the card table in Russian and English, found in whatever form they are typed.

Themes are the TOML files; `themes.toml` names them. `uses.json` says which games' pages link to a term.

>>> [t.id for t in find("взяткой")], [t.id for t in find("Tricks")], suggest("взятко")
(['trick', 'capture'], ['trick'], ['взятка'])
"""

import json
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from hashlib import sha256
from itertools import islice, product
from pathlib import Path
from typing import Any

from cardlib.catalogue import catalogue

LANGUAGES = ("ru", "en")
ID, HEADWORD, SYNONYM, FORM_OF_HEADWORD, FORM_OF_OTHER = range(5)  # how well a word fits a term, best first
_HEADS = {HEADWORD, FORM_OF_HEADWORD}
_LISTS = ("ru_also", "en_also", "see", "ru_kin", "en_kin", "false", "games")
_TEXTS = ("ru_note", "en_note", "ru_false", "en_false")
_NOT_THEMES = ("themes.toml", "phrases.toml")
_NEEDED = ("ru", "en", "ru_def", "en_def")
_FOLDED = str.maketrans({"ё": "е", "è": "e", "é": "e", "’": "'", "\u0301": None} | dict.fromkeys("-‐‑–—", " "))
_AROUND = " \t\n«»„“”\"'`.,:;!?()[]"
_IRREGULAR = {
    "led": "lead", "dealt": "deal", "drew": "draw", "drawn": "draw", "won": "win", "laid": "lay", "took": "take",
    "taken": "take", "went": "go", "gone": "go", "threw": "throw", "thrown": "throw", "held": "hold", "stuck": "stick",
    "stood": "stand", "beaten": "beat", "built": "build", "swept": "sweep", "knaves": "knave", "saw": "see",
    "came": "come", "lost": "lose", "bidden": "bid", "made": "make",
}  # fmt: skip


_SENTENCE = re.compile(r"(?<=[.!?]) (?=[«A-ZА-ЯЁ])")


@dataclass(frozen=True, slots=True)
class Term:
    """One idea of the card table. `also`: synonyms; `kin`: related words that lead here but are not synonyms.

    `false`: terms that share a word with this one and mean something else; `ru_false` and `en_false` say what.
    `games`: slugs of games to which the term belongs; `uses` knows others, from their pages.
    """

    id: str
    theme: str
    ru: str
    en: str
    ru_also: tuple[str, ...]
    en_also: tuple[str, ...]
    ru_def: str
    en_def: str
    ru_note: str
    en_note: str
    see: tuple[str, ...]
    ru_kin: tuple[str, ...] = ()
    en_kin: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    ru_false: str = ""
    en_false: str = ""
    games: tuple[str, ...] = ()

    def word(self, lang: str) -> str:
        """The headword in a language."""
        return self.ru if lang == "ru" else self.en

    def also(self, lang: str) -> tuple[str, ...]:
        """Other words for the same thing."""
        return self.ru_also if lang == "ru" else self.en_also

    def kin(self, lang: str) -> tuple[str, ...]:
        """Words of the same root or sort that lead here, such as the adjective of a suit."""
        return self.ru_kin if lang == "ru" else self.en_kin

    def definition(self, lang: str) -> str:
        """What the term means."""
        return self.ru_def if lang == "ru" else self.en_def

    def note(self, lang: str) -> str:
        """A remark on usage, or nothing."""
        return self.ru_note if lang == "ru" else self.en_note

    def false_friend(self, lang: str) -> str:
        """What the word, or its look-alike in the other language, means elsewhere; or nothing."""
        return self.ru_false if lang == "ru" else self.en_false

    def tip(self, lang: str) -> str:
        """The first sentence of the definition; all of it if it is numbered.

        >>> terms()["slam"].tip("en"), terms()["joker"].tip("en")[:22]
        ('All the tricks (grand slam) or all but one (small slam).', 'A card without a suit:')
        """
        whole = self.definition(lang)
        return whole if whole[0].isdigit() else _SENTENCE.split(whole, maxsplit=1)[0]


def folder() -> Path:
    """Where the glossary lies: inside an installed cardlib, beside it in a checkout."""
    here = Path(__file__).parent
    return here / "glossary" if (here / "glossary").is_dir() else here.parent / "glossary"


def read(path: Path) -> dict[str, Term]:
    """The terms of a folder of TOML files, by id. ValueError says which term of which file is wrong, and how."""
    found: dict[str, Term] = {}
    for file in sorted(path.glob("*.toml")):
        if file.name in _NOT_THEMES:
            continue
        for name, table in toml(file).items():
            if name in found:
                raise ValueError(f"{file.name}: the term {name} is already in {found[name].theme}.toml.")
            found[name] = _term(file, name, table)
    for term in found.values():
        for other in (*term.see, *term.false):
            if other not in found:
                raise ValueError(f"{term.theme}.toml: the term {term.id} refers to {other}, which is not a term.")
    return found


def toml(file: Path) -> dict[str, Any]:
    """A TOML file; ValueError names the file that cannot be read."""
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{file.name} cannot be read as TOML: {error}.") from None


def _term(file: Path, name: str, table: object) -> Term:
    where = f"{file.name}: the term {name}"
    if not isinstance(table, dict):
        raise ValueError(f"{where} is not a table.")
    known = {field.name for field in fields(Term)} - {"id", "theme"}
    for key, value in table.items():
        if key not in known:
            raise ValueError(f"{where} has an unknown key, {key}.")
        if key in _LISTS:
            if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
                raise ValueError(f"{where}: {key} is not a list of words.")
        elif not isinstance(value, str) or not value.strip():
            raise ValueError(f"{where}: {key} is not a text.")
    for key in _NEEDED:
        if key not in table:
            raise ValueError(f"{where} has no {key}.")
    lists = {key: tuple(table[key]) for key in _LISTS if key in table}
    if bool(table.get("ru_false")) != bool(table.get("en_false")) or (table.get("false") and "ru_false" not in table):
        raise ValueError(f"{where} has a false friend that is not explained in both languages.")
    empty = dict.fromkeys(_TEXTS, "") | dict.fromkeys(_LISTS, ())
    return Term(**{"id": name, "theme": file.stem, **empty, **table, **lists})


@cache
def terms() -> Mapping[str, Term]:
    """All terms by id, in the order of the files.

    >>> terms()["trick"].ru, terms()["trick"].theme
    ('взятка', 'tricks')
    """
    return read(folder())


def themes() -> list[str]:
    """The names of the files, each a theme: `cards`, `tricks` and so on."""
    return list(dict.fromkeys(term.theme for term in terms().values()))


@cache
def theme_names() -> Mapping[str, Mapping[str, str]]:
    """What each theme is called in both languages, in the order in which the site has them.

    >>> theme_names()["tricks"]["en"]
    'Tricks and trumps'
    """
    return toml(folder() / "themes.toml")


@cache
def uses() -> Mapping[str, list[str]]:
    """The games whose rules pages link to a term, by term; written by `glossary/make_uses.py`."""
    found: dict[str, list[str]] = json.loads((folder() / "uses.json").read_text("utf-8"))
    return found


def games(term: Term, lang: str) -> list[str]:
    """The slugs of the games that use a term: first those to which it belongs, then others by name.

    >>> "sixty-six" in games(terms()["marriage"], "en")
    True
    """
    others = [name for name in uses().get(term.id, ()) if name not in term.games]
    return [*term.games, *sorted(others, key=lambda name: fold(catalogue()[name].title(lang)))]


def fold(text: str) -> str:
    """A word as it is compared: small letters, ё as е, hyphens as spaces, nothing around it.

    >>> fold(" «Ва-банк», "), fold("онёр"), fold("Misère")
    ('ва банк', 'онер', 'misere')
    """
    return " ".join(unicodedata.normalize("NFC", text).casefold().translate(_FOLDED).strip(_AROUND).split())


def fingerprint(entries: Mapping[str, Term]) -> str:
    """A mark of the Russian words; forms_ru.json carries the one that it was made from."""
    lines = [f"{t.id}|{t.ru}|{';'.join(t.ru_also)}|{';'.join(t.ru_kin)}" for t in entries.values()]
    return sha256("\n".join(sorted(lines)).encode()).hexdigest()[:16]


@cache
def _index() -> Mapping[str, Mapping[str, int]]:
    """Every known word, folded, with the terms that it may mean and how well it fits each of them."""
    index: dict[str, dict[str, int]] = {}

    def note(word: str, name: str, fit: int) -> None:
        row = index.setdefault(fold(word), {})
        row[name] = min(fit, row.get(name, fit))

    for term in terms().values():
        for lang in LANGUAGES:
            note(term.word(lang), term.id, HEADWORD)
            for word in term.also(lang):
                note(word, term.id, SYNONYM)
            for word in term.kin(lang):
                note(word, term.id, FORM_OF_OTHER)
    table = json.loads((folder() / "forms_ru.json").read_text("utf-8"))
    for form, names in table["forms"].items():
        for name in names:
            note(form, name, FORM_OF_OTHER if name in table["also"].get(form, ()) else FORM_OF_HEADWORD)
    return index


def _bases(word: str) -> Iterator[str]:
    """The English words of which this may be a form, itself first: knocked -> knock, cutting -> cut, passes -> pass."""
    yield word
    if word in _IRREGULAR:
        yield _IRREGULAR[word]
    if word.endswith("ies"):
        yield word[:-3] + "y"
    for ending in ("'s", "s", "es", "ed", "ing"):
        stem = word.removesuffix(ending)
        if stem == word or len(stem) < 2:
            continue
        yield stem
        if ending in {"ed", "ing"}:
            yield stem + "e"
            if stem[-1] == stem[-2]:
                yield stem[:-1]


def _inflected(word: str) -> Iterator[str]:
    """An English word and its forms, right or wrong: trump, trumps, trumped, trumping."""
    yield word
    yield from (form for form, base in _IRREGULAR.items() if base == word)
    if word.endswith(("s", "x", "z", "ch", "sh")):
        yield word + "es"
    elif word.endswith("y") and word[-2:-1] not in "aeiou":
        yield word[:-1] + "ies"
    else:
        yield word + "s"
    stem = word.removesuffix("e")
    doubled = word[-1:] not in "aeiouwxy" and word[-2:-1] in "aeiou" and word[-3:-2] not in "aeiou"
    for start in {stem, word + word[-1] if doubled else stem}:
        yield from (start + "ed", start + "ing")


@cache
def forms() -> Mapping[str, Mapping[str, int]]:
    """Every form of every word of the glossary, folded, with the terms it may mean and how well it fits each.

    >>> forms()["взяткой"], "trumping" in forms(), "following suit" in forms()
    ({'trick': 3, 'capture': 4}, True, True)
    """
    found = dict(_index())
    for word in _index():
        if word.isascii():
            words = word.split()
            for n in {0, len(words) - 1}:
                for form in _inflected(words[n]):
                    phrase = " ".join([*words[:n], form, *words[n + 1 :]])
                    if fits := _fits(phrase):
                        found[phrase] = fits
    return found


def _fits(word: str) -> dict[str, int]:
    """The terms that a word may mean, with its fit for each."""
    key = fold(word)
    fits = dict(_index().get(key, {}))
    words = key.split()
    if key.isascii() and 0 < len(words) <= 6:
        for bases in islice(product(*(tuple(_bases(w)) for w in words)), 200):
            if " ".join(bases) != key:
                for name, fit in _index().get(" ".join(bases), {}).items():
                    inflected = FORM_OF_HEADWORD if fit == HEADWORD else FORM_OF_OTHER
                    fits[name] = min(inflected, fits.get(name, inflected))
    return fits


def find(word: str) -> list[Term]:
    """The terms that a word names, best first: an id, a headword, a synonym, a form of one of them.

    >>> [t.id for t in find("козырной масти")], [t.id for t in find("trumping")], find("чайник")
    (['trump-suit'], ['trump', 'ruff'], [])
    """
    fits = _fits(word)
    if word.strip() in terms():
        fits[word.strip()] = ID
    order = {name: n for n, name in enumerate(terms())}
    return [terms()[name] for name in sorted(fits, key=lambda name: (fits[name], order[name]))]


def meanings(word: str) -> list[Term]:
    """What a word in running text may mean: the terms it heads, in any form, or failing these the others.

    More than one term means that the text has to say which.

    >>> [t.id for t in meanings("сдатчика")], [t.id for t in meanings("колоду")]
    (['dealer'], ['pack', 'stock'])
    """
    fits = _fits(word)
    heads = [name for name, fit in fits.items() if fit in _HEADS]
    return [term for name, term in terms().items() if name in (heads or fits)]


def suggest(word: str, n: int = 3) -> list[str]:
    """Headwords close to a misspelt word, nearest first: one typing error in a short word, two in a longer one.

    >>> suggest("казырь"), suggest("deadwod"), suggest("чайник")
    (['козырь'], ['deadwood'], [])
    """
    key = fold(word)
    if not 3 <= len(key) <= 60:
        return []
    most = 1 if len(key) < 6 else 2
    letters = set(key)
    near: dict[str, tuple[int, int]] = {}
    for known, fits in _index().items():
        if abs(len(known) - len(key)) <= most and len(letters ^ set(known)) <= 2 * most:
            wrong = _errors(key, known)
            if wrong <= most:
                heads = {name: fit for name, fit in fits.items() if fit in _HEADS}
                for name, fit in (heads or fits).items():
                    head = terms()[name].word("en" if known.isascii() else "ru")
                    near[head] = min((wrong, fit), near.get(head, (wrong, fit)))
    fewest = min((wrong for wrong, _ in near.values()), default=0)
    return sorted((head for head in near if near[head][0] == fewest), key=lambda head: (near[head], head))[:n]


def _errors(a: str, b: str) -> int:
    """Typing errors between two words: letters missing, extra, wrong or swapped with a neighbour."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, above, row = row, before, [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                row[j] = min(row[j], above[j - 2] + 1)
    return row[-1]


def alphabetical(entries: Iterable[Term], lang: str) -> list[Term]:
    """Terms in the alphabet of a language, ё with е."""
    return sorted(entries, key=lambda term: (fold(term.word(lang)), term.id))
