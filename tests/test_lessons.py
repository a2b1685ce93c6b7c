"""Lessons: every game has one, and what it says of a position is what the engine does there."""

import re

import pytest
from conftest import GAMES

from cardlib import record
from cardlib.faults import Wrong
from cardlib.tutor import lessons

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_a_lesson_is_true(name):
    lessons.check(lessons.open_lesson(name))


@every_game
def test_a_lesson_speaks_both_languages(name):
    for step in lessons.open_lesson(name).steps:
        assert set(step.said["ru"]) == set(step.said["en"])
        for key, text in step.said["ru"].items():
            assert re.search("[а-яё]", text), f"step {step.number}, ru.{key}"
            assert not re.search("[A-Za-z]{2}", text), f"step {step.number}, ru.{key} has a word in English"
        for key, text in step.said["en"].items():
            assert not re.search("[А-Яа-яЁё]", text), f"step {step.number}, en.{key} has a word in Russian"
        for lang, said in step.said.items():
            for key, text in said.items():
                assert text[-1] in ".!?»”…", f"step {step.number}, {lang}.{key} does not end as a sentence does"
                assert len(text) <= 600, f"step {step.number}, {lang}.{key} is long for a table"


GOOD = """
[[steps]]
kind = "turn"
deal = "ordinary"
after = 3
right = ["5D"]
ru = {ask = "Что?", well = "Да.", else = "Нет."}
en = {ask = "What?", well = "Yes.", else = "No."}

[[steps]]
kind = "trap"
deal = "refusal"
after = 3
right = ["5D"]
tempting = ["4S"]
ru = {ask = "Что?", well = "Да.", else = "Нет."}
en = {ask = "What?", well = "Yes.", else = "No."}

[[steps]]
kind = "score"
deal = "ordinary"
after = 17
right = ["JH"]
ru = {ask = "Что?", well = "Да."}
en = {ask = "What?", well = "Yes."}
"""


def test_the_good_example_is_good():
    lessons.check(lessons.read(GOOD, "crazy-eights"))


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[[steps]]", "[steps]", "lessons/crazy-eights.toml: this is not TOML"),
        ("[[steps]]", "[[step]]", "lessons/crazy-eights.toml: a lesson is a list of [[steps]]"),
        ('kind = "turn"', 'kind = "score"', "lessons/crazy-eights.toml: the steps are score, trap, score; their order"),
        ('kind = "turn"', 'kind = "trap"', "lessons/crazy-eights.toml: a step of kind goal or turn is missing"),
        ('kind = "turn"', 'kind = "twist"', "step 1: there is no kind twist: choose goal, turn,"),
        ('kind = "turn"', 'kind = "turn"\nname = 1', "step 1: a step has after, deal, en,"),
        ("after = 3", "after = 300", "step 1: the deal ordinary has 18 moves, not 300"),
        ("after = 3", "after = 1", "step 1: after 1 moves of the deal ordinary nobody is to move"),
        ("after = 3", "after = '3'", "step 1: after is missing or not as it should be"),
        ('deal = "refusal"', 'deal = "none"', "step 2: crazy-eights has no worked deal 'none': it has blocked,"),
        ('right = ["5D"]', 'right = ["4S"]', "step 1: the right move 4S breaks crazy-eights.held"),
        ('right = ["5D"]', "right = []", "step 1: right is missing or not as it should be"),
        ('right = ["5D"]', 'right = ["5d"]', "step 1: '5d' is neither a card (7H)"),
        ('tempting = ["4S"]', 'tempting = ["5D"]', "step 2: the tempting move 5D is legal here"),
        ('kind = "turn"', 'kind = "turn"\ntempting = ["4S"]', "step 1: only a trap has tempting moves"),
        ("after = 17", "after = 13", "step 3: the right move JH breaks crazy-eights."),
        (', else = "No."', "", "step 1: en needs else, since 8H spades is legal and not right"),
        ('well = "Yes."}', 'well = "Yes.", else = "No."}', "step 3: en has an else, but every legal move is"),
        ('well = "Да."', 'well = ""', "step 1: ru.well is missing or not as it should be"),
        ('well = "Да."', 'good = "Да."', "step 1: ru has ask and well, else if it is needed"),
    ],
)
def test_a_fault_is_told_with_file_and_step(old, new, sentence):
    text = GOOD.replace(old, new, 1) if old != "[[steps]]" else GOOD.replace(old, new)
    assert text != GOOD
    with pytest.raises(lessons.Fault) as caught:
        lessons.check(lessons.read(text, "crazy-eights"))
    assert sentence in str(caught.value)
    assert re.search("[а-яё]", caught.value.sentence("ru"))


def test_too_long_a_lesson_is_told():
    with pytest.raises(lessons.Fault, match="a lesson has 3, 4, 5 or 6 steps, not 9"):
        lessons.read(3 * GOOD, "crazy-eights")


def test_a_move_that_settles_nothing_is_no_score():
    text = GOOD.replace("after = 17", "after = 3").replace('"JH"', '"5D"')
    with pytest.raises(lessons.Fault, match="step 3: 5D ends no deal and changes no count"):
        lessons.check(lessons.read(text, "crazy-eights"))


def test_a_game_without_a_lesson_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(lessons, "place", lambda game: tmp_path / f"{game}.toml")
    with pytest.raises(Wrong, match="crazy-eights has no lesson"):
        lessons.open_lesson("crazy-eights")


def test_positions_are_those_of_the_deal():
    lesson = lessons.read(GOOD, "crazy-eights")
    for step in lesson.steps:
        position = lesson.position(step)
        assert len(position.moves) == step.after
        s = lesson.game.new(position.state.players, position.state.options)
        for move in position.moves:
            lesson.game.play(s, move)
        assert s == position.state
        assert record.open_deal("crazy-eights", step.deal).players == s.players
