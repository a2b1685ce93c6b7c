"""A hint as sentences that a player understands, in Russian and English."""

import re
from collections import UserString
from typing import Any

from cardlib import say
from cardlib.tutor.hints import Hint
from cardlib.tutor.weigh import Weighed, better

FRACTION = 2  # a number with a decimal is declined like this one: 2 фишки, 1,4 фишки; 2 points, 1.4 points


def advise(hint: Hint, lang: str) -> str:
    """The move, how much better it is than the others, and the reason."""
    best, *others = hint.ranked
    if not others:
        return _speak(hint, lang, "only", move=_called(hint, best, lang))
    parts = [_compared(hint, best, others[0], lang)]
    lead, margin = hint.lead
    if len(others) > 1 and lead > 0:
        gap, sure = better(best, others[-1])
        if gap > max(lead, sure) and not _whole_matches(best):
            parts.append(
                _speak(hint, lang, "worst", last=_called(hint, others[-1], lang), gap=_amount(hint, gap, lang))
            )
    if hint.reason and lead > margin:
        reason = hint.reason
        parts.append(
            _speak(
                hint,
                lang,
                "more" if reason.share > reason.otherwise else "less",
                share=_percent(reason.share),
                otherwise=_percent(reason.otherwise),
                told=say.say(reason.example, lang, hint.players),
            )
        )
    return " ".join(parts)


def _compared(hint: Hint, best: Weighed, following: Weighed, lang: str) -> str:
    lead, margin = hint.lead
    facts: dict[str, Any] = {"move": _called(hint, best, lang), "next": _called(hint, following, lang)}
    if lead <= margin:
        return _speak(hint, lang, "level", deals=following.deals, **facts)
    if _whole_matches(best):
        won, other = best.won / best.deals, following.won / following.deals
        return _speak(hint, lang, "matches", deals=best.deals, won=_percent(won), other=_percent(other), **facts)
    amounts = {"lead": _amount(hint, lead, lang), "margin": _decimal(margin, lang)}
    return _speak(hint, lang, "ahead", deals=following.deals, **amounts, **facts)


def _whole_matches(one: Weighed) -> bool:
    """Did the deals played through with this move mostly decide the match?"""
    return 2 * one.over > one.deals


def _called(hint: Hint, one: Weighed, lang: str) -> str:
    return say.say_move(hint.game, one.move, lang, hint.players)


def _speak(hint: Hint, lang: str, name: str, **facts: Any) -> str:
    plain = {key: UserString(fact) if isinstance(fact, str) else fact for key, fact in facts.items()}
    return say.speak(lang, say.words(lang, "tutor")[name], plain, "tutor", hint.players)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"


def _decimal(number: float, lang: str) -> str:
    text = f"{number:.1f}"
    return text.replace(".", ",") if lang == "ru" else text


def _amount(hint: Hint, number: float, lang: str) -> str:
    """So many points, or whatever the game counts by."""
    known = say.words(lang)["seat"] | say.words(lang, hint.game.NAME).get("seat", {})
    for template in (known.get(hint.count, ""), say.words(lang, "tutor")["value"]):
        said = say.speak(lang, template, {"value": FRACTION}, hint.game.NAME, hint.players)
        if found := re.fullmatch(rf"{FRACTION} (\D+)", said):
            return f"{_decimal(number, lang)} {found[1]}"
    return _decimal(number, lang)
