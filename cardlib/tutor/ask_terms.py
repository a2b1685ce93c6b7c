"""Questions about the words of the card table: which word is meant, and what it is in the other language."""

import random
from collections.abc import Iterator

from cardlib import terms
from cardlib.tutor.question import TERM, Choice, Kind, Question

ANSWERS = 4
KINDS: tuple[Kind, ...] = ("meaning", "translation")


def of_game(game: str) -> list[str]:
    """The ids of the terms that a game's page uses or to which the game belongs, in the order of the glossary."""
    return [name for name, term in terms.terms().items() if game in term.games or game in terms.uses().get(name, ())]


def questions(subject: str, game: str, rng: random.Random) -> Iterator[Question]:
    """Both questions about a term, in an order that the source of chance gives."""
    term = terms.terms()[subject.removeprefix(TERM)]
    for kind in rng.sample(KINDS, len(KINDS)):
        others = [other for other in terms.terms().values() if _apart(term, other)]
        others.sort(key=lambda other: (other.theme != term.theme, rng.random()))
        picked = others[: ANSWERS - 1]
        choices = [Choice("term", one.id) for one in rng.sample([term, *picked], len(picked) + 1)]
        if kind == "meaning" and any(_gives_away(term, lang) for lang in terms.LANGUAGES):
            continue
        yield Question(kind, subject, game, tuple(choices), choices.index(Choice("term", term.id)))


def _apart(term: terms.Term, other: terms.Term) -> bool:
    """Is the other surely a wrong answer? Not if the two share a word, or are named together as near or confusable."""
    if term is other or other.id in (*term.see, *term.false) or term.id in (*other.see, *other.false):
        return False
    return all(_all_words(term, lang).isdisjoint(_all_words(other, lang)) for lang in terms.LANGUAGES)


def _all_words(term: terms.Term, lang: str) -> set[str]:
    return {terms.fold(word) for word in (term.word(lang), *term.also(lang), *term.kin(lang))}


def _gives_away(term: terms.Term, lang: str) -> bool:
    """Does the definition use the word itself?"""
    text, word = terms.fold(term.tip(lang)), terms.fold(term.word(lang))
    stem = word if len(word) < 5 or lang == "en" else word[: max(4, len(word) - 2)]
    return stem in text
