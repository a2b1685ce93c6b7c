"""Questions about every rule of a game and every word of its table, the same ones for the same seed.

>>> question = ask("crazy-eights.follow", seed=1)
>>> question.subject, question == ask("crazy-eights.follow", seed=1)
('crazy-eights.follow', True)
>>> ask("term:trick", seed=1).kind in ("meaning", "translation")
True
"""

import random
from functools import lru_cache

from cardlib import kit, terms
from cardlib.games import load, names
from cardlib.tutor import ask_terms
from cardlib.tutor.ask import questions
from cardlib.tutor.question import TERM, Question
from cardlib.tutor.spots import Spots

WORDS = "words"  # instead of a game: the words of the card table, all of them
TERMS_AFTER = 3  # in a game so many rules come before a word

spots = lru_cache(maxsize=4)(Spots)  # a game's positions take a moment to find, and some room


def subjects(game: str) -> list[str]:
    """What there is to ask of a game, in the order in which it is asked first: rules as on the page, words between."""
    if game == WORDS:
        return [TERM + name for name in terms.terms()]
    rules, words = list(kit.clauses(load(game))), [TERM + name for name in ask_terms.of_game(game)]
    mixed: list[str] = []
    for n, rule in enumerate(rules, 1):
        mixed.append(rule)
        mixed += words[n // TERMS_AFTER - 1 : n // TERMS_AFTER] if n % TERMS_AFTER == 0 else []
    return mixed + words[len(rules) // TERMS_AFTER :]


def known(subject: str) -> bool:
    """Is there a rule or a word of that name?"""
    if subject.startswith(TERM):
        return subject.removeprefix(TERM) in terms.terms()
    game = subject.partition(".")[0]
    return game in names() and subject in kit.clauses(load(game))


def ask(subject: str, seed: int = 0, game: str = WORDS) -> Question | None:
    """A question on the subject; None if no position of the engine's reaches it. `game` is for a word: whose it is."""
    rng = random.Random(f"{seed} {subject}")
    if subject.startswith(TERM):
        return next(ask_terms.questions(subject, game, rng), None)
    return next(questions(spots(subject.partition(".")[0]), subject, rng), None)


def unreached(game: str, tries: int = 3) -> list[str]:
    """The clauses of a game about which no question is found."""
    return [clause for clause in kit.clauses(load(game)) if not any(ask(clause, n) for n in range(tries))]
