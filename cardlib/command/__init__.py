"""What the commands share: their phrases, their one-sentence errors, and games and house rules by name."""

from collections import UserString
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from pathlib import Path
from sys import argv
from typing import Any

from cardlib import kit, say
from cardlib.catalogue import catalogue
from cardlib.faults import Wrong
from cardlib.games import load, names


class Trouble(Exception):
    """A command that cannot be carried out: one sentence for the reader, and the exit status."""

    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(sentence)
        self.status = status


def program() -> str:
    """How the reader calls the command line."""
    return "kartoteka" if Path(argv[0]).stem == "kartoteka" else "python -m cardlib"


def phrase(lang: str, section: str, name: str, /, players: int = 2, **facts: Any) -> str:
    """A phrase of `words/<lang>/command.toml`; a text among the facts is said as it stands."""
    template = say.words(lang, "command")[section][name]
    plain = {key: UserString(fact) if isinstance(fact, str) else fact for key, fact in facts.items()}
    return say.speak(lang, template, {"players": players, **plain}, "command", players)


def trouble(lang: str, name: str, /, status: int = 2, **facts: Any) -> Trouble:
    """The error of that name, to be raised."""
    return Trouble(phrase(lang, "error", name, prog=program(), **facts), status)


def either(choices: Iterable[Any], lang: str) -> str:
    """Choices in a row: "2, 3 or 4", «2, 3 или 4»."""
    *first, last = map(str, choices)
    return f"{', '.join(first)} {'или' if lang == 'ru' else 'or'} {last}" if first else last


def title(name: str, lang: str) -> str:
    """A game's title; its short name if the catalogue does not have it."""
    entry = catalogue().get(name)
    return entry.title(lang) if entry else name


def plain(text: str) -> str:
    """A name as people compare them: case, ё and the kind of hyphen do not matter."""
    return " ".join(text.casefold().replace("ё", "е").replace("_", "-").split())


def find_game(text: str, lang: str) -> kit.Game:
    """A game by its short name or by any of its names in either language; Trouble with the nearest if there is none."""
    wanted = plain(text)
    entries = catalogue().items()
    known = {plain(called): slug for slug, entry in entries for called in (*entry.ru_also, *entry.en_also)}
    known |= {plain(called): slug for slug, entry in entries for called in (entry.ru, entry.en)}
    known |= {name: name for name in (*catalogue(), *names())}
    slug = known.get(wanted) or known.get(wanted.replace(" ", "-"))
    if slug in names():
        return load(slug)
    if slug:
        raise trouble(lang, "unplayable", game=title(slug, lang))
    playable = [called for called, name in known.items() if name in names()]
    near = list(dict.fromkeys(known[called] for called in get_close_matches(wanted, playable, n=3, cutoff=0.5)))
    if near:
        raise trouble(lang, "near-game", game=text, near=either(near, lang))
    raise trouble(lang, "no-game", game=text)


def find_players(game: kit.Game, given: int | None, lang: str) -> int:
    """How many play: the fewest if nothing is said."""
    if given is None:
        return game.PLAYERS[0]
    if given not in game.PLAYERS:
        raise trouble(lang, "players", game=title(game.NAME, lang), allowed=either(game.PLAYERS, lang), given=given)
    return given


def find_options(game: kit.Game, given: Sequence[str], lang: str) -> dict[str, Any]:
    """House rules from `name=value` texts, as values."""
    known = kit.choices(game)
    called = title(game.NAME, lang)
    chosen: dict[str, Any] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        if not known:
            raise trouble(lang, "no-options", game=called)
        if not equals:
            example = next(f"{option}={values[-1]}" for option, values in known.items())
            raise trouble(lang, "not-option", given=pair, example=example)
        if name not in known:
            raise trouble(lang, "no-option", game=called, given=name, known=say.join(sorted(known), lang))
        try:
            chosen[name] = getattr(kit.options(game, **{name: text}), name)
        except ValueError:
            values = either(known[name], lang)
            raise trouble(lang, "no-value-of-option", game=called, name=name, given=text, values=values) from None
    try:
        kit.options(game, **chosen)
    except Wrong as contradiction:
        sentence = contradiction.sentence(lang)
        raise Trouble(f"{sentence[:1].upper()}{sentence[1:]}.") from None
    return chosen


def columns(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Rows as lines in columns, those in `right` set to the right."""
    if not rows:
        return []
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if n in right else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def figure(number: float, lang: str, places: int = 1) -> str:
    """A number as it is printed: 12,345.6 or, in Russian, 12 345,6."""
    text = f"{number:,.{places}f}"
    return text.replace(",", "\N{NO-BREAK SPACE}").replace(".", ",") if lang == "ru" else text
