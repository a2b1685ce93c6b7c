"""What is kept of a sitting can be opened again: the same position, in either language, and the match as a deal."""

import random

import pytest
from conftest import GAMES
from hypothesis import given
from hypothesis import strategies as st

from cardlib import kit, record
from cardlib.games import load
from cardlib.widget import kept
from cardlib.widget.sitting import Sitting, labels


def played(name, turns, seed, **how):
    """A sitting after some turns of the reader, some of them taken back."""
    sitting, rng = Sitting(name, seed=seed, **({"level": "simple"} | how)), random.Random(seed)
    for _ in range(turns):
        if sitting.deal_is_over():
            sitting.deal_again()
        elif not (legal := sitting.legal()):
            break
        else:
            sitting.move(kit.write(rng.choice(legal)))
        if rng.random() < 0.2:
            sitting.undo()
    return sitting


def same(one, other):
    return (
        one.state == other.state
        and one.log == other.log
        and (one.players, one.seat, one.options, one.seed) == (other.players, other.seat, other.options, other.seed)
        and [(t.state, t.moves) for t in one.past] == [(t.state, t.moves) for t in other.past]
    )


@pytest.mark.parametrize("name", GAMES)
def test_a_match_is_opened_again_in_the_other_language(name):
    game = load(name)
    option, values = next(((o, v) for o, v in kit.choices(game).items() if len(v) > 1), (None, ()))
    house = {option: values[1]} if option else {}
    for turns, how in (
        (0, {}),
        (12, {"players": game.PLAYERS[-1], "seat": game.PLAYERS[-1] - 1}),
        (25, {"options": house}),
    ):
        sitting = played(name, turns, seed=7 + turns, lang="ru", **how)
        again, trouble = kept.read(name, kept.write(sitting), "en")
        assert trouble == ""
        assert same(again, sitting)
        assert kept.write(again) == kept.write(sitting)
        sitting.undo()
        again.undo()
        assert again.state == sitting.state


@pytest.mark.parametrize("name", GAMES)
def test_a_match_becomes_a_deal_that_replays_to_the_same_position(name):
    sitting = played(name, 15, seed=3)
    deal = record.read(kept.deal(sitting))
    assert list(record.replay(deal))[-1].state == sitting.state
    walking = Sitting(name, deal=deal)
    assert walking.steps[-1].state == sitting.state


def test_a_worked_deal_played_on_is_kept():
    sitting = Sitting("crazy-eights", deal="ordinary", seed=5)
    for _ in range(3):
        sitting.next()
    walked, trouble = kept.read("crazy-eights", kept.write(sitting), "ru")
    assert (walked.at, walked.walking, walked.state, trouble) == (sitting.at, True, sitting.state, "")
    sitting.play_on()
    sitting.move(kit.write(sitting.legal()[0]))
    again, trouble = kept.read("crazy-eights", kept.write(sitting), "ru")
    assert trouble == ""
    assert same(again, sitting)
    deal = record.read(kept.deal(sitting))
    assert list(record.replay(deal))[-1].state == sitting.state


def test_a_new_match_after_a_worked_deal_is_a_deal_without_it():
    sitting = Sitting("crazy-eights", deal="ordinary", seed=5)
    sitting.next()
    sitting.new()
    sitting.move(kit.write(sitting.legal()[0]))
    deal = record.read(kept.deal(sitting))
    assert list(record.replay(deal))[-1].state == sitting.state


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("seed=3&moves=deal,deal,pass", "draw"),
        ("seed=3&moves=deal,deal,9H,7h!", "7h!"),
        ("seed=3&moves=deal,7H", "a shuffle was due"),
        ("seed=3&moves=deal,deal,deal", "no shuffle was due"),
        ("seed=x", "seed"),
        ("players=9", "players, not 9"),
        ("target=12", "target"),
        ("nonsense=1", "nonsense"),
        ("deal=game%20scopa", "no title"),
    ],
)
def test_a_faulty_line_gives_what_is_right_of_it_and_one_sentence(line, said):
    sitting, trouble = kept.read("crazy-eights", line, "en")
    assert said in trouble
    assert trouble.count(labels("en")["link-fault"].split("{")[0]) == 1
    assert sitting.state.turn >= 0 or sitting.deal_is_over()


def test_a_deal_of_another_game_is_not_laid_at_this_table():
    line = kept.write(Sitting("scopa", deal="ordinary"))
    _, trouble = kept.read("crazy-eights", line, "ru")
    assert "«Скопа»" in trouble


@given(st.text(max_size=60))
def test_any_line_leaves_a_table(line):
    for text in (line, f"seed=3&moves={line}", f"deal={line}"):
        sitting, trouble = kept.read("crazy-eights", text, "ru")
        assert sitting.state is not None
        assert isinstance(trouble, str)


def test_the_level_of_the_opponents_is_kept():
    sitting = Sitting("scopa", seed=4, level="strong", lang="en")
    assert "level=strong" in kept.write(sitting)
    again, trouble = kept.read("scopa", kept.write(sitting), "ru")
    assert (trouble, again.level, again.state) == ("", "strong", sitting.state)
    assert "level" not in kept.write(Sitting("scopa", seed=4))
    usual, trouble = kept.read("scopa", "seed=4&level=perfect", "en")
    assert usual.level == "careful"
    assert "opponents are simple, careful or strong, not perfect" in trouble
