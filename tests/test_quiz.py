"""Questions of every game: the right answer is the engine's, the wrong ones are wrong, nothing hidden decides."""

import random
from functools import cache

import pytest
from conftest import GAMES

from cardlib import kit, say
from cardlib.cards import BACK
from cardlib.games import load
from cardlib.terms import terms
from cardlib.tutor.ask_terms import of_game
from cardlib.tutor.question import TERM
from cardlib.tutor.quiz import ask, subjects, unreached
from cardlib.tutor.spoken import explain, speak
from cardlib.tutor.unseen import Unseen

every_game = pytest.mark.parametrize("name", GAMES)


@cache
def asked(name):
    """Three questions on every clause that has one."""
    return [q for clause in kit.clauses(load(name)) for n in range(3) if (q := ask(clause, n))]


def told(game, s, move):
    """What a move brings about: every shuffle is legal, and any other move must be."""
    return kit.step(game, s, move)[1]


def holds(game, q, choice, s):
    """Is this a right answer, by the engine alone?"""
    if q.kind == "may":
        refusal = kit.refuse(game, s, q.move)
        return refusal is None if choice.sort == "yes" else refusal is not None and refusal == choice.value
    if q.kind in ("which", "which-not"):
        return (kit.refuse(game, s, choice.value) is None) == (q.kind == "which")
    happened = told(game, s, q.move)
    if q.kind == "brings":
        return choice.value in happened
    fact = "seat" if q.kind == "trick" else q.gap
    return kit.Ruling(q.subject, {**q.ruling.facts, fact: choice.value}) in happened


@every_game
def test_one_answer_is_right_by_the_engine_and_the_others_are_not(name):
    game = load(name)
    for q in asked(name):
        assert [holds(game, q, choice, q.state) for choice in q.choices] == [
            n == q.right for n in range(len(q.choices))
        ], (q.kind, q.subject)


@every_game
def test_a_wrong_answer_names_a_clause_that_does_not_decide(name):
    for q in asked(name):
        if q.kind in ("may", "brings"):
            named = [choice.value.clause for choice in q.choices if choice.sort != "yes"]
            assert len(set(named)) == len(named)
            decides = {r.clause for r in told(load(name), q.state, q.move)} if not q.refused else {q.subject}
            wrong = {choice.value.clause for n, choice in enumerate(q.choices) if n != q.right and choice.value}
            assert not wrong & decides


@every_game
def test_the_view_shows_no_more_than_the_seat_sees(name):
    game = load(name)
    for q in asked(name):
        if q.kind in ("may", "which", "which-not"):
            assert q.view == kit.view(game, q.state, q.seat)
            assert not q.open
        elif q.view and not q.open:
            assert q.view == kit.view(game, q.state, q.seat)
        elif q.open == "hands":
            assert q.view == kit.view(game, q.state, None)
        if q.open == "all":
            assert all(c is not BACK for zone in q.view.zones for c in zone.cards)


@every_game
def test_nothing_hidden_decides(name):
    game = load(name)
    for q in asked(name):
        if q.view is None or q.open == "all":
            continue
        unseen = Unseen(game, q.state, None if q.open else q.seat)
        for seed in range(100, 103):
            other = unseen.dealt(random.Random(seed))
            right = [n for n, choice in enumerate(q.choices) if holds(game, q, choice, other)]
            assert right == [q.right], q.subject


@every_game
def test_most_clauses_are_asked_about_in_more_than_one_way(name, capsys):
    found, mute = asked(name), unreached(name)
    clauses = list(kit.clauses(load(name)))
    share = 1 - len(mute) / len(clauses)
    with capsys.disabled():
        print(f"\n{name}: {share:.0%} of {len(clauses)} clauses; no question: {', '.join(mute) or '-'}")
    assert share > 0.8
    assert len({q.kind for q in found}) >= 2
    assert {q.subject for q in found} == set(clauses) - set(mute)


@every_game
def test_a_question_is_the_same_for_the_same_seed_and_is_said_in_both_languages(name):
    for q in asked(name):
        for lang in say.LANGUAGES:
            said = speak(q, lang)
            assert len(set(said.choices)) == len(said.choices)
            assert (q.kind == "fill") == ("…" in said.quote)
            for n in range(len(q.choices)):
                reasons = explain(q, n, lang)
                assert reasons
                assert all(clause in kit.clauses(load(name)) for _, clause in reasons)
    clause = asked(name)[0].subject
    assert ask(clause, 0) == ask(clause, 0)


def test_every_word_is_asked_about():
    for name, term in terms().items():
        q = ask(TERM + name, 1)
        assert q.choices[q.right].value == name
        for n, choice in enumerate(q.choices):
            if n != q.right:
                other = terms()[choice.value]
                assert all(term.word(lang) not in (other.word(lang), *other.also(lang)) for lang in say.LANGUAGES)


def test_a_game_asks_about_its_rules_and_its_words_each_once():
    for name in GAMES:
        found = subjects(name)
        assert len(set(found)) == len(found)
        assert set(found) == {*kit.clauses(load(name)), *(TERM + term for term in of_game(name))}
