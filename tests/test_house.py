"""House rules that contradict each other: which, and what is said of them."""

from itertools import product

import pytest
from conftest import GAMES

from cardlib import kit
from cardlib.command import Trouble, find_options
from cardlib.faults import Wrong
from cardlib.games import load
from cardlib.house import contradictions

LANGUAGES = ("ru", "en")
KNOWN = {
    "five-hundred-and-one": 1,  # 1001 in three deals
    "frogs-in-the-pond": 1,  # 200 in one
    "gin-rummy": 2,  # 20 or 25 for an undercut that cannot be
    "king": 5,  # beginning with deal 8 to 12 of seven
    "king-three-handed": 4,
    "sixty-six-three-handed": 1,  # a dealer who sits out, where none does
}


@pytest.mark.parametrize("name", GAMES)
def test_the_contradictions_are_those_we_know(name):
    assert len(contradictions(load(name))) == KNOWN.get(name, 0)


@pytest.mark.parametrize("name", GAMES)
def test_nothing_contradicts_the_usual_rules(name):
    game = load(name)
    for option, values in kit.choices(game).items():
        for value in values:
            assert getattr(kit.options(game, **{option: value}), option) == value


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_contradiction_is_one_sentence(name, lang):
    for found in contradictions(load(name)):
        said = found.why.sentence(lang)
        assert said and "{" not in said and "\n" not in said


@pytest.mark.parametrize("name", KNOWN)
def test_three_rules_contradict_each_other_only_if_two_of_them_do(name):
    game = load(name)
    choices = kit.choices(game)
    pairs = [{found.one, found.other} for found in contradictions(game)]
    for values in product(*choices.values()):
        chosen = set(zip(choices, values, strict=True))
        try:
            kit.options(game, **dict(chosen))
        except Wrong:
            assert any(pair <= chosen for pair in pairs), chosen
        else:
            assert not any(pair <= chosen for pair in pairs), chosen


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_line_refuses_them(lang):
    given = ["all_play=True", "dealer_scores=True"]
    with pytest.raises(Trouble) as refused:
        find_options(load("sixty-six-three-handed"), given, lang)
    assert str(refused.value).endswith(".") and refused.value.status == 2
