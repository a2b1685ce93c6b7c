"""Why a move was refused and what would have made it legal, as sentences in Russian and English."""

from collections import UserString
from collections.abc import Sequence
from typing import Any

from cardlib import kit, say
from cardlib.cards import SUITS
from cardlib.tutor.why_not import Change, WhyNot


def excuse(game: kit.Game, found: WhyNot, lang: str, players: int) -> str:
    """What would have to be different, and the legal move that differs least; empty if neither is known."""
    parts = [changed(found.change, lang)] if found.change else []
    if found.nearest is not None:
        move = UserString(say.say_move(game, found.nearest, lang, players))
        parts.append(say.speak(lang, say.words(lang, "tutor")["why-not"]["nearest"], {"move": move}))
    return " ".join(parts)


def changed(change: Change, lang: str) -> str:
    """The change, as a condition that does not hold."""
    words = say.words(lang, "tutor")["why-not"]
    kind = "without-suit" if change.kind == "without" and change.suit is not None else change.kind
    facts: dict[str, Any] = {"cards": change.gone, "card": change.gone[0] if change.gone else None}
    if change.suit is not None:
        facts["suit"] = SUITS[change.suit]
    if change.rank is not None:
        facts["rank"] = change.rank
    if change.came:
        what = say.speak(lang, words["what"][_what(change)], facts | {"example": change.came[0]})
        facts |= {"what": UserString(what), "place": UserString(words["place"][change.place])}
    return say.speak(lang, words[kind], facts)


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
