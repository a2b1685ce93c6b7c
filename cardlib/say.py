"""Rulings, moves and facts as sentences, in Russian and English.

The sentences are data: `words/<lang>/<game>.toml`, with what is common to all games in `words/<lang>/common.toml`.
A template names facts in braces and says after a colon how they are read:

    {card}           ♠7, with the reader's letters: ♠Т, ♠A       {cards}    several, with "and"
    {card:acc}       «семёрку пик»: a case of a Russian card (nom gen dat acc ins pre); English `name`: seven of spades
    {suit:gen}       a case of a word listed in [words]; `nom` or `name` is its plain form, English `one`: a heart
    {seat:who}       a seat or several, by the points of the compass; Russian `who-gen` and so on
    {points:очко|очка|очков}   a number with its noun; `~` before the forms leaves the number out
    {winners:~wins|win}        the form that agrees with several seats or cards
    {gin:?yes|no}    the first text if the fact is true (not 0, None or empty), else the second; either may hold facts
    {rank:rank}      a rank letter, named: «десятка», "ten"; Russian `rank-acc` and so on

>>> from cardlib.cards import card, cards
>>> speak("ru", "Вы держите {card:acc} — ходите в масть.", {"card": card("7S")})
'Вы держите семёрку пик — ходите в масть.'
>>> speak("en", "{seat:who} takes {n:point|points} with {cards}.", {"seat": 0, "n": 1, "cards": tuple(cards("7H AS"))})
'South takes 1 point with ♥7 and ♠A.'
"""

import locale
import os
import string
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from cardlib.cards import NO_RANK, SUIT_SIGNS, SUITS, Card
from cardlib.kit import Game, Move, Ruling, atoms, write

LANGUAGES = ("ru", "en")
CASES = ("nom", "gen", "dat", "acc", "ins", "pre")
FACES = {"ru": "ТКДВ", "en": "AKQJ"}
# Which points of the compass are seats, clockwise from South; five to eight players take the first of its eight points.
# Points 8-11 lie between South or North and their neighbours, for a larger table.
SEATS = {
    2: (0, 4),
    3: (0, 2, 6),
    4: (0, 2, 4, 6),
    9: (0, 1, 2, 3, 9, 10, 5, 6, 7),
    10: (0, 8, 1, 2, 3, 4, 5, 6, 7, 11),
    11: (0, 8, 1, 2, 3, 9, 10, 5, 6, 7, 11),
    12: (0, 8, 1, 2, 3, 9, 4, 10, 5, 6, 7, 11),
}


def language() -> str:
    """The reader's language: CARDLIB_LANG, else the folder `ru` or `en` that we are in, else the locale's."""
    folder = Path.cwd().name
    tongue = os.environ.get("CARDLIB_LANG") or (folder if folder in LANGUAGES else locale.getlocale()[0] or "")
    return "ru" if tongue.lower().startswith("ru") else "en"


class Gap:
    """Stands in a ruling for a fact that is not told: in the sentence there are dots in its place."""


GAP = Gap()


@cache
def words(lang: str, game: str = "common") -> dict[str, Any]:
    """The sentences of a game in a language, as they stand in its file."""
    place = files("cardlib") / "words" / lang / f"{game}.toml"
    return tomllib.loads(place.read_text("utf-8"))


def say(ruling: Ruling, lang: str, players: int = 2, refused: bool = False) -> str:
    """A ruling as a sentence: why a move was refused, or what a move brought about."""
    game, _, clause = ruling.clause.partition(".")
    return speak(lang, words(lang, game)["refused" if refused else "told"][clause], ruling.facts, game, players)


def say_move(game: Game, move: Move, lang: str, players: int = 2) -> str:
    """A move as a short phrase, without its player: for a button, or after a name and a colon.

    Templates stand under [moves] by shape: the words as they are, `card` or `cards` for cards side by side, `number`
    for a number; any other word may be written `word`. Parts are numbered from 0.
    """
    parts: list[Any] = []
    for atom in atoms(move):
        if isinstance(atom, Card) and parts and isinstance(parts[-1], tuple):
            parts[-1] = (*parts[-1], atom)
        else:
            parts.append((atom,) if isinstance(atom, Card) else atom)
    shapes = [_shape(part) for part in parts]
    known = words(lang, game.NAME)["moves"] | {"card": words(lang, game.NAME)["moves"].get("card", "{0}")}
    template = known.get(" ".join(shapes)) or known.get(
        " ".join("word" if isinstance(part, str) else shape for part, shape in zip(parts, shapes, strict=True))
    )
    return speak(lang, template, parts, game.NAME, players) if template else write(move)


def _shape(part: object) -> str:
    if isinstance(part, tuple):
        return "card" if len(part) == 1 else "cards"
    return "number" if isinstance(part, int) else str(part)


def option(game: Game, name: str, value: Any, lang: str) -> tuple[str, str]:
    """What an option is called and what a value of it is called.

    Under [options] stands a template of the whole, or a table: `name`, and a phrase or template for each value.
    """
    entry = words(lang, game.NAME)["options"][name]
    if isinstance(entry, str):
        head, colon, tail = entry.partition(": ")
        return (head, speak(lang, tail, {"value": value}, game.NAME)) if colon else (entry, str(value))
    phrase = entry.get(str(value), entry.get("value", "{value}"))
    return entry["name"], speak(lang, phrase, {"value": value}, game.NAME)


def seat_name(seat: int, players: int, lang: str, case: str = "nom") -> str:
    """A seat by the compass: two players are South and North, four South, West, North and East.

    >>> seat_name(1, 2, "en"), seat_name(1, 4, "ru", "gen"), seat_name(1, 12, "ru")
    ('North', 'Запада', 'Юго-Юго-Запад')
    """
    point = SEATS.get(players, range(players))[seat] if players > 1 else 0
    name: str = words(lang)["compass"][point]
    ending = words(lang)["compass-endings"].get(case, "") if lang == "ru" else ""
    return name + ending


def card_name(c: Card, lang: str, case: str = "nom") -> str:
    """A card in words: «семёрка пик», "seven of spades".

    >>> from cardlib.cards import card
    >>> card_name(card("7S"), "ru", "ins"), card_name(card("QD"), "en")
    ('семёркой пик', 'queen of diamonds')
    """
    common = words(lang)
    if c.rank == NO_RANK:
        return _case(common["words"]["joker"], case)
    rank = rank_name(c.rank, lang, case)
    return f"{rank} {_case(common['words'][SUITS[c.suit]], 'gen')}" if lang == "ru" else f"{rank} of {SUITS[c.suit]}"


def rank_name(rank: int, lang: str, case: str = "nom") -> str:
    """A rank in words: «десятка», "ten"."""
    return _case(words(lang)["ranks"][rank - 1], case)


def rank_letters(rank: int, lang: str) -> str:
    """What stands in a card's corner: 7, 10, and the reader's letters, «Т К Д В» or A K Q J.

    >>> rank_letters(1, "ru"), rank_letters(10, "en")
    ('Т', '10')
    """
    return FACES[lang][{1: 0, 13: 1, 12: 2, 11: 3}[rank]] if rank in (1, 11, 12, 13) else str(rank)


def card_sign(c: Card, lang: str) -> str:
    """A card as it is printed: ♠Т for a Russian reader, ♠A for an English one."""
    if c.rank == NO_RANK:
        return "🂠" if c.n < 0 else "★"
    return SUIT_SIGNS[c.suit] + rank_letters(c.rank, lang)


def _case(forms: Any, case: str) -> str:
    """A word with one form, or with a table of cases."""
    return forms if isinstance(forms, str) else forms[case]


def join(parts: Sequence[str], lang: str) -> str:
    """Things in a row: "a, b and c", «а, б и в»."""
    *first, last = parts
    return f"{', '.join(first)} {'и' if lang == 'ru' else 'and'} {last}" if first else last


def number(value: object) -> str:
    """A number as it is printed: with a minus sign, not a hyphen.

    >>> number(-10)
    '−10'
    """
    return str(value).replace("-", "−") if isinstance(value, int) else str(value)


def count(number: int, forms: Sequence[str], lang: str) -> str:
    """The form of a noun that agrees with a number.

    >>> [f"{n} " + count(n, ("очко", "очка", "очков"), "ru") for n in (1, 2, 5, 11, 21)]
    ['1 очко', '2 очка', '5 очков', '11 очков', '21 очко']
    """
    n = abs(number)
    if lang == "en":
        return forms[n != 1]
    if n % 10 == 1 and n % 100 != 11:
        return forms[0]
    return forms[1] if 2 <= n % 10 <= 4 and not 12 <= n % 100 <= 14 else forms[2]


def speak(
    lang: str, template: str, facts: Mapping[str, Any] | Sequence[Any], game: str = "common", players: int = 2
) -> str:
    """Fill a template; the first letter is made a capital if the template begins with a fact and ends as a sentence."""
    named = facts if isinstance(facts, Mapping) else {str(n): fact for n, fact in enumerate(facts)}
    voice = _Voice(lang, game, players)
    text = voice.vformat(template, (), {**named, **{f"_{n}": fact for n, fact in enumerate(named.values())}})
    return text[:1].upper() + text[1:] if template.endswith((".", "!", "?")) else text


class _Voice(string.Formatter):
    def __init__(self, lang: str, game: str, players: int) -> None:
        self.lang, self.game, self.players = lang, game, players

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[str(key)]

    def format_field(self, value: Any, format_spec: str) -> str:
        spec = format_spec
        if value is GAP:
            yes, *others = spec.removeprefix("?").removeprefix("~").split("|")
            noun = others[-1] if others else ""  # «… очков»: the form of many tells nothing
            return yes if spec.startswith("?") else noun if spec.startswith("~") else f"… {noun}".rstrip()
        if spec.startswith("?"):
            yes, _, no = spec[1:].partition("|")
            return yes if value else no
        if "|" in spec:
            forms = spec.removeprefix("~").split("|")
            noun = count(len(value) if isinstance(value, tuple) else value, forms, self.lang)
            return noun if spec.startswith("~") else f"{number(value)} {noun}"
        if isinstance(value, tuple):
            return join([self.format_field(v, spec) for v in value], self.lang) if value else words(self.lang)["none"]
        kind, _, case = spec.partition("-")
        if kind == "who":
            return seat_name(value, self.players, self.lang, case or "nom")
        if kind == "rank":
            return rank_name(
                "A23456789TJQK".index(value) + 1 if isinstance(value, str) else value, self.lang, case or "nom"
            )
        if isinstance(value, Card):
            return (
                card_name(value, self.lang, "nom" if spec == "name" else spec) if spec else card_sign(value, self.lang)
            )
        if isinstance(value, str):
            return self.word(value, spec or "nom")
        if kind == "suit":
            return self.word(SUITS[value], case or "nom") if value >= 0 else words(self.lang)["none"]
        return number(value)

    def word(self, word: str, case: str) -> str:
        own = words(self.lang, self.game).get("words", {})
        forms = own[word] if word in own else words(self.lang)["words"][word]
        return _case(forms, "nom" if case == "name" else case)
