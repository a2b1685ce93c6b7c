"""What a table says of the rules: why a move was refused and what would be allowed, and by which rules one was made."""

from collections.abc import Callable, Sequence
from typing import Any

from cardlib import kit
from cardlib.tutor.excuse import allowed, excuse, ruled
from cardlib.widget.sitting import Sitting

FEW = 6  # so many legal moves are told at once, more are folded


def refusal(sitting: Sitting, ruling: kit.Ruling | None, aloud: Callable[[str, str], str]) -> dict[str, Any] | None:
    """The rule that was broken."""
    if ruling is None:
        return None
    why = sitting.why(ruling)
    return {"text": why, "spoken": aloud(why, sitting.lang), **rule(sitting, ruling)}


def explained(sitting: Sitting, aloud: Callable[[str, str], str]) -> dict[str, Any] | None:
    """As `refusal`, for what the reader has just tried: what would make it legal, and how many moves are legal."""
    ruling = sitting.refusal
    given = refusal(sitting, ruling, aloud)
    if ruling is None or given is None:
        return None
    moves = sitting.legal()
    given["change"] = excuse(sitting.game, sitting.why_not(), sitting.lang, sitting.players)
    given["may"] = sitting.label("may", n=len(moves))
    given["few"] = len(moves) <= FEW
    told = [given["change"]]
    if given["few"] and moves:
        told.append(allowed(sitting.game, moves, sitting.lang, sitting.players))
    given["spoken"] = aloud(" ".join([given["text"], *filter(None, told)]), sitting.lang)
    return given


def rule(sitting: Sitting, ruling: kit.Ruling) -> dict[str, str]:
    """A clause and where it is written."""
    return {"clause": ruling.clause, "url": sitting.address(ruling.clause)}


def rules(sitting: Sitting, told: Sequence[kit.Ruling]) -> list[dict[str, str]]:
    """The clauses that were told of, each once."""
    return [rule(sitting, kit.Ruling(clause, {})) for clause in dict.fromkeys(ruling.clause for ruling in told)]


def reasons(sitting: Sitting) -> str:
    """After a refused move what would make it legal, and what is; else what happened since, with its rules."""
    lang, players = sitting.lang, sitting.players
    if sitting.refusal:
        instead = excuse(sitting.game, sitting.why_not(), lang, players)
        return " ".join(filter(None, [instead, allowed(sitting.game, sitting.legal(), lang, players)]))
    told = [ruling for event in sitting.events for ruling in event.told]
    return "\n".join(ruled(told, lang, players)) or sitting.label("no-why")
