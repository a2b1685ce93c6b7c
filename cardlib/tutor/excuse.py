"""Why a move was refused and what would have made it legal, as sentences in Russian and English."""

from collections import UserString
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from cardlib import kit, say
from cardlib.cards import BACK, SUITS
from cardlib.tutor.change import Change
from cardlib.tutor.way import MANY
from cardlib.tutor.why_not import WhyNot, why_not


def excuse(game: kit.Game, found: WhyNot, lang: str, players: int) -> str:
    """What would have to be different, and the legal move that differs least; empty if neither is known."""
    parts = [changed(game, found.change, lang, players)] if found.change else []
    if found.nearest is not None:
        parts.append(_nearest(game, found.nearest, lang, players))
    return " ".join(parts)


def condition(game: kit.Game, s: Any, move: kit.Move, log: Sequence[kit.Move], lang: str) -> str:
    """What would have to be different for a refused move to be legal, or else the move that differs least; or empty."""
    found = why_not(game, s, move, log)
    if found.change:
        return changed(game, found.change, lang, s.players)
    return "" if found.nearest is None else _nearest(game, found.nearest, lang, s.players)


def _nearest(game: kit.Game, move: kit.Move, lang: str, players: int) -> str:
    called = UserString(say.say_move(game, move, lang, players))
    return say.speak(lang, say.words(lang, "tutor")["why-not"]["nearest"], {"move": called})


def changed(game: kit.Game, change: Change, lang: str, players: int) -> str:
    """The change, as a condition that does not hold, or as what has to come first."""
    words = say.words(lang, "tutor")["why-not"]
    if change.kind in ("first", "way"):
        return _before(game, change, lang, players)
    kind = "without-suit" if change.kind == "without" and change.suit is not None else change.kind
    facts = _facts(change, lang)
    if change.second:
        facts |= {f"{name}-2": value for name, value in _facts(change.second, lang).items()}
    return say.speak(lang, words[kind], facts)


def _facts(change: Change, lang: str) -> dict[str, Any]:
    """What the words of a change speak of."""
    words = say.words(lang, "tutor")["why-not"]
    facts: dict[str, Any] = {"cards": change.gone, "card": change.gone[0] if change.gone else None}
    if change.suit is not None:
        facts["suit"] = SUITS[change.suit]
    if change.rank is not None:
        facts["rank"] = change.rank
    if change.came:
        what = say.speak(lang, words["what"][_what(change)], facts | {"example": change.came[0]})
        facts |= {"what": UserString(what), "place": UserString(words["place"][change.place])}
    return facts


def _before(game: kit.Game, change: Change, lang: str, players: int) -> str:
    """The moves that have to be made before."""
    words = say.words(lang, "tutor")["why-not"]

    def quoted(moves: Sequence[kit.Move]) -> UserString:
        called = [words["quoted"].format(move=_called(game, move, lang, players)) for move in moves]
        return UserString(words["or"].join(called))

    if change.firsts:
        few = len(change.firsts) < MANY
        moves = change.firsts if few else change.firsts[:1]
        return say.speak(lang, words["first" if few else "first-say"], {"moves": quoted(moves)})
    seat, steps = change.way[0].seat, list[UserString]()
    for (who, move), made in groupby(change.way, key=lambda made: (made.seat == seat, made.move)):
        seats = tuple(one.seat for one in made)
        facts = {"seats": seats, "move": move and UserString(_called(game, move, lang, players))}
        kind = "others" if move is None else "own" if who else "other"
        step = UserString(say.speak(lang, words["step"][kind], facts, players=players))
        steps += [step] * (len(seats) if kind == "own" else 1)
    return say.speak(lang, words["way"], {"moves": UserString("; ".join(map(str, steps)))}).replace("….", "…")


def _called(game: kit.Game, move: kit.Move, lang: str, players: int) -> str:
    """A move, with dots for cards that are not seen yet."""
    return say.say_move(game, move, lang, players).replace(say.card_sign(BACK, lang), "…")


def _what(change: Change) -> str:
    """Which words tell the cards that would do."""
    if change.unlike:
        return f"unlike-{change.unlike}"
    named = [name for name, value in (("suit", change.suit), ("rank", change.rank)) if value is not None]
    return "-".join(named) or ("one" if len(change.came) == 1 else "example")


def allowed(game: kit.Game, moves: Sequence[kit.Move], lang: str, players: int) -> str:
    """The legal moves, in one sentence."""
    called = [say.say_move(game, move, lang, players) for move in moves]
    return say.speak(lang, say.words(lang, "tutor")["why-not"]["legal"], {"moves": UserString("; ".join(called))})


def ruled(told: Sequence[kit.Ruling], lang: str, players: int) -> list[str]:
    """What a move brought about, each sentence with the id of its rule."""
    return [f"{say.say(ruling, lang, players)} [{ruling.clause}]" for ruling in told]
