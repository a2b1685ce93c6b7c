"""A question as a reader sees it, in Russian and English, and why an answer is right or wrong."""

from collections import UserString
from dataclasses import dataclass
from typing import Any

from cardlib import kit, say, terms
from cardlib.catalogue import catalogue
from cardlib.games import load
from cardlib.tutor.question import TERM, Choice, Question


@dataclass(frozen=True, slots=True)
class Spoken:
    """`head` says which game it is and by which house rules, `stem` asks, `quote` is what is asked about.

    `caption` says whose view of the table is shown.
    """

    head: str
    stem: str
    quote: str
    caption: str
    choices: tuple[str, ...]


def speak(question: Question, lang: str) -> Spoken:
    """The question in a language."""
    q = question
    if q.subject.startswith(TERM):
        term = terms.terms()[q.subject.removeprefix(TERM)]
        quote = term.tip(lang) if q.kind == "meaning" else term.word(lang)
        return Spoken(_said(q, lang, "words"), _said(q, lang, q.kind), quote, "", _choices(q, lang))
    title = catalogue()[q.game].title(lang)
    house = [
        ": ".join(say.option(load(q.game), name, getattr(q.options, name), lang))
        for name, values in kit.choices(load(q.game)).items()
        if getattr(q.options, name) != values[0]
    ]
    head = _said(q, lang, "head", game=title, n=q.players)
    quote, caption = "", ""
    if q.kind == "fill":
        assert q.ruling
        gapped = kit.Ruling(q.ruling.clause, {**q.ruling.facts, q.gap: say.GAP})
        quote = " ".join(_ruled(q, ruling, False, lang) for ruling in (*q.before, gapped))
    if q.view:
        caption = _said(q, lang, f"open-{q.open}" if q.open else "sees")
    return Spoken(
        " ".join([head, *([_said(q, lang, "house", rules="; ".join(house))] if house else [])]),
        _said(q, lang, "fill-dealt" if q.kind == "fill" and q.seat < 0 else q.kind),
        quote,
        caption,
        _choices(q, lang),
    )


def explain(question: Question, chosen: int, lang: str) -> list[tuple[str, str]]:
    """Why the answer is right or wrong: sentences, each with the clause or the term that says more."""
    q, choice = question, question.choices[chosen]
    if q.subject.startswith(TERM):
        named = [choice.value] if chosen == q.right else [choice.value, q.choices[q.right].value]
        return [(_entry(terms.terms()[name], lang), TERM + name) for name in named]
    found = []
    if choice.why and chosen != q.right:
        found.append((f"{_called(q, choice.value, lang)}: {_ruled(q, choice.why, choice.refused, lang)}", choice.why))
    if q.ruling:
        sentence = _ruled(q, q.ruling, q.refused, lang)
        about = f"{_called(q, q.move, lang)}: " if q.kind in ("which", "which-not") else ""
        found.append((about + sentence, q.ruling))
    return list(dict.fromkeys((text, ruling.clause) for text, ruling in found))


def verdict(right: bool, lang: str) -> str:
    """ "Right." or "No." """
    return str(say.words(lang, "quiz")["right" if right else "wrong"])


def _choices(q: Question, lang: str) -> tuple[str, ...]:
    return tuple(_choice(q, choice, lang) for choice in q.choices)


def _choice(q: Question, choice: Choice, lang: str) -> str:
    value = choice.value
    if choice.sort == "yes":
        return _said(q, lang, "yes")
    if choice.sort == "refused":
        return _said(q, lang, "no", why=_ruled(q, value, True, lang))
    if choice.sort == "told":
        return _ruled(q, value, False, lang)
    if choice.sort == "move":
        return _called(q, value, lang)
    if choice.sort == "seat":
        return say.seat_name(value, q.players, lang)
    if choice.sort == "term":
        other = {"ru": "en", "en": "ru"}[lang]
        return terms.terms()[value].word(other if q.kind == "translation" else lang)
    return say.number(value) if isinstance(value, int) else say.card_sign(value, lang)


def _ruled(q: Question, ruling: kit.Ruling, refused: bool, lang: str) -> str:
    return say.say(ruling, lang, q.players, refused)


def _called(q: Question, move: kit.Move, lang: str) -> str:
    return say.say_move(load(q.game), move, lang, q.players)


def _entry(term: terms.Term, lang: str) -> str:
    other = {"ru": "en", "en": "ru"}[lang]
    return f"{term.word(lang)} ({term.word(other)}): {term.tip(lang)}"


def _said(q: Question, lang: str, name: str, **facts: Any) -> str:
    """A phrase of `words/<lang>/quiz.toml`."""
    moved = q.seat >= 0
    known: dict[str, Any] = {"seat": max(q.seat, 0), "move": _called(q, q.move, lang) if moved else ""}
    plain = {k: UserString(v) if isinstance(v, str) else v for k, v in {**known, **facts}.items()}
    return say.speak(lang, say.words(lang, "quiz")[name], plain, "quiz", max(q.players, 2))
