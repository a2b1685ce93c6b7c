"""A lesson at the table: right, refused and other answers, going on and back, nothing hidden shown."""

import json

import pytest
from conftest import GAMES

from cardlib import kit
from cardlib.faults import Wrong
from cardlib.games import load
from cardlib.tutor import lessons
from cardlib.widget import Table
from cardlib.widget.lesson import Learning, shown
from cardlib.widget.live import Live

every_game = pytest.mark.parametrize("name", GAMES)


def hidden(sitting):
    """The cards that the seat which is asked does not see."""
    game, s = sitting.game, sitting.state
    seen = {str(c) for zone in kit.view(game, s, sitting.seat).zones for c in zone.cards}
    return {str(c) for zone in game.table(s) for c in zone.cards if c is not None} - seen


@every_game
def test_a_lesson_is_answered_step_by_step(name):
    sitting = Learning(name, lang="en")
    for n, step in enumerate(sitting.lesson.steps):
        view = shown(sitting)
        assert view["lesson"]["ask"] == step.said["en"]["ask"]
        assert view["lesson"]["answer"] is None
        for zone in (zone for place in view["places"] for zone in place["zones"]):
            assert not {card["code"] for card in zone["cards"]} & hidden(sitting)
        right = kit.write(step.right[0])
        for move in sitting.legal():
            if not step.is_right(move):
                before = sitting.state
                assert sitting.move(kit.write(move)) == step.said["en"]["else"]
                assert sitting.state == before and not sitting.solved
                assert not shown(sitting)["lesson"]["answer"]["right"]
                break
        for move in step.tempting:
            assert sitting.move(kit.write(move)) == sitting.why(sitting.refusal)
            assert sitting.answer is None
        assert sitting.move(right).startswith(step.said["en"]["well"])
        assert sitting.solved and not sitting.legal()
        view = shown(sitting)
        assert view["lesson"]["answer"]["said"] == sitting.told()
        assert len(view["lesson"]["answer"]["refused"]) == len(step.tempting)
        assert view["can"]["next"] == (n + 1 < len(sitting.lesson.steps)) != view["can"]["restart"]
        sitting.next()
    assert sitting.notice == "That was the last question."


def test_nobody_else_moves():
    sitting = Learning("crazy-eights")
    sitting.move(kit.write(sitting.step.right[0]))
    assert len(sitting.log) == 1
    assert sitting.moves() == [*sitting.led.moves, *sitting.log]


def test_a_question_is_asked_again_and_the_lesson_begun_anew():
    sitting = Learning("crazy-eights", at=1, lang="en")
    asked = sitting.state
    sitting.move(kit.write(sitting.step.right[0]))
    assert sitting.move("draw") == "This question is answered: go on, or try it once more."
    for message in ({"do": "again"}, {"do": "undo"}):
        sitting.do(message)
        assert sitting.state == asked and not sitting.solved
    sitting.back()
    assert sitting.asked == 0
    assert sitting.back() == "This is the first question."
    sitting.next()
    sitting.do({"do": "new"})
    assert sitting.asked == 0


@pytest.mark.parametrize("what", ["deal", "play-on", "walk", "open"])
def test_what_belongs_to_a_match_changes_no_lesson(what):
    sitting = Learning("crazy-eights")
    before = sitting.state
    assert sitting.do({"do": what})
    assert sitting.state == before


def test_a_hint_remembers_the_moves_that_led_here():
    sitting = Learning("crazy-eights", lang="en")
    assert "played through" in sitting.hint() or "no other move" in sitting.hint()


def test_a_page_is_told_what_to_show_and_where_it_is():
    live, lesson = Live("crazy-eights", "ru"), lessons.open_lesson("crazy-eights")
    asked = json.loads(live.learn('{"at": 1, "do": "again", "number": 7}'))
    assert (asked["at"], asked["solved"], asked["view"]["number"]) == (1, False, 8)
    message = {"at": 1, "do": "move", "text": kit.write(lesson.steps[1].right[0])}
    answered = json.loads(live.learn(json.dumps(message)))
    assert answered["solved"]
    assert answered["view"]["number"] == 9
    assert json.loads(live.learn('{"at": 1, "do": "next"}'))["at"] == 2
    assert json.loads(live.learn('{"at": 99, "do": "again"}'))["at"] == 0


def test_a_widget_has_a_lesson():
    table = Table("crazy-eights", lesson=True, lang="ru")
    assert table.view["lesson"]["title"].startswith("Шаг 1 из")
    table.next()
    assert table.view["lesson"]["title"].startswith("Шаг 2 из")
    table.new()
    assert table.view["lesson"]["title"].startswith("Шаг 1 из")
    with pytest.raises(Wrong, match="a lesson has positions of its own"):
        Table("crazy-eights", lesson=True, deal="ordinary")


def test_two_sides_of_a_hidden_card_look_alike(monkeypatch):
    """Cards that the seat does not see change nothing of what is shown."""
    sitting = Learning("crazy-eights", lang="en")
    view = shown(sitting)
    game, s = load("crazy-eights"), sitting._state
    other = 1 - sitting.seat
    s.hands[other][0], s.stock[0] = s.stock[0], s.hands[other][0]
    assert kit.view(game, s, sitting.seat) == sitting.view_for(sitting.seat)
    assert shown(sitting) == view
