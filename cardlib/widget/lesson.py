"""A lesson at the card table: a question about a position, answered with a move; then the next.

Nobody but the reader moves. A right answer is made on the table; another legal move is answered and not made.

>>> sitting = Learning("crazy-eights", lang="en")
>>> sitting.next() == sitting.said("ask"), sitting.asked
(True, 1)
>>> sitting.move(kit.write(sitting.step.right[0])).startswith(sitting.said("well")), sitting.solved
(True, True)
"""

import json
from collections import UserString
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardlib import kit, say
from cardlib.catalogue import catalogue
from cardlib.tutor import lessons
from cardlib.widget.scene import aloud, scene
from cardlib.widget.sitting import RULES, Sitting


@dataclass(frozen=True, slots=True)
class Answer:
    """The legal move with which the reader answered."""

    move: kit.Move
    right: bool


class Learning(Sitting):
    """The reader at a lesson. He has the seat that is asked and sees what it may see; `at` counts the steps from 0."""

    def __init__(self, game: str, *, at: int = 0, lang: str | None = None, rules_url: str = RULES) -> None:
        self.lesson = lessons.open_lesson(game)
        first = self.lesson.position(self.lesson.steps[0])
        super().__init__(game, seat=first.seat, state=first.state, seed=0, lang=lang, rules_url=rules_url)
        self._stand(at if at in range(len(self.lesson.steps)) else 0)

    def _stand(self, at: int) -> None:
        """At the position of this step, before it is answered."""
        self.asked, self.step = at, self.lesson.steps[at]
        self.led = self.lesson.position(self.step)
        self.players, self.options = self.led.state.players, self.led.state.options
        self.seat, self.answer = self.led.seat, None
        self._leave()
        self._state = kit.clone(self.led.state)

    answer: Answer | None

    @property
    def solved(self) -> bool:
        """Has the question been answered, and rightly?"""
        return self.answer is not None and self.answer.right

    def said(self, name: str) -> str:
        """What the lesson says here: `ask`, `well` or `else`."""
        return self.step.said[self.lang][name]

    def to_move(self) -> bool:
        return not self.solved and super().to_move()

    def moves(self) -> list[kit.Move]:
        return [*self.led.moves, *self.log]

    # What the reader does

    def do(self, message: object) -> str:
        if isinstance(message, Mapping) and message.get("do") == "again":
            return self.again()
        return super().do(message)

    def next(self) -> str:
        """The next question."""
        return self._go(1, "lesson-end")

    def back(self) -> str:
        """The question before."""
        return self._go(-1, "lesson-start")

    def again(self) -> str:
        """The same question once more."""
        return self._go(0, "")

    def undo(self) -> str:
        return self.again()

    def new(self, seed: int | None = None) -> str:
        """The first question again."""
        return self._go(-self.asked, "")

    def deal_again(self) -> str:
        return self._say(self.label("no-deal"))

    # How it is done

    def _go(self, by: int, stop: str) -> str:
        self._hush()
        if self.asked + by not in range(len(self.lesson.steps)):
            return self._say(self.label(stop))
        self._stand(self.asked + by)
        return self.said("ask")

    def _nobody_asked(self) -> str:
        return self._say(self.label("solved")) if self.solved else super()._nobody_asked()

    def _try(self, move: kit.Move) -> str:
        self._hush()
        self.answer = None
        self.refusal = kit.refuse(self.game, self.state, move)
        if self.refusal:
            return self.why(self.refusal)
        self.answer = Answer(move, self.step.is_right(move))
        if not self.answer.right:
            return self.said("else")
        self._carry_out(move)
        return " ".join([self.said("well"), *self.told()])

    def told(self) -> list[str]:
        """What the right answer brought about."""
        return [say.say(ruling, self.lang, self.players) for event in self.events for ruling in event.told]

    def _others(self) -> None:
        """In a lesson nobody else moves."""


def shown(sitting: Sitting) -> dict[str, Any]:
    """What a screen shows of a sitting, be it a lesson or not."""
    view = scene(sitting)
    if not isinstance(sitting, Learning):
        return view
    last = sitting.asked + 1 == len(sitting.lesson.steps)
    can = dict.fromkeys(view["can"], False) | {
        "hint": bool(sitting.legal()),
        "next": not last,
        "back": sitting.asked > 0,
        "again": sitting.answer is not None,
        "restart": last and sitting.solved,
    }
    status = sitting.label("right") if sitting.solved else view["status"]
    label = sitting.label("lesson", title=UserString(catalogue()[sitting.game.NAME].title(sitting.lang)))
    own: dict[str, Any] = {"label": label, "events": [], "can": can, "status": status, "lesson": _lesson(sitting)}
    return view | own | ({"buttons": []} if sitting.solved else {})


def title(kind: str, lang: str) -> str:
    """What a step of this kind is called."""
    return str(say.words(lang, "tutor")["lesson"][kind])


def heading(sitting: Learning) -> str:
    """Which step of how many, and what it is called."""
    step = sitting.label("step", n=sitting.step.number, total=len(sitting.lesson.steps))
    return f"{step} · {title(sitting.step.kind, sitting.lang)}"


def _lesson(sitting: Learning) -> dict[str, Any]:
    head, ask = heading(sitting), sitting.said("ask")
    return {
        "title": head,
        "ask": ask,
        "spoken": aloud(f"{head.replace(' · ', '. ')}. {ask}", sitting.lang),
        "answer": _answer(sitting, sitting.answer) if sitting.answer else None,
    }


def _answer(sitting: Learning, answer: Answer) -> dict[str, Any]:
    """What is said of a legal move: the verdict, the reason, what it brought about, and what was refused here."""
    lang = sitting.lang
    verdict = sitting.label("right" if answer.right else "other")
    text = sitting.said("well" if answer.right else "else")
    said = sitting.told() if answer.right else []
    move = sitting.phrase(answer.move)
    return {
        "right": answer.right,
        "verdict": verdict,
        "move": move,
        "text": text,
        "said": said,
        "refused": refusals(sitting.lesson, sitting.step, lang) if answer.right else [],
        "spoken": aloud(" ".join([f"{move}.", verdict, text, *said]), lang),
    }


def refusals(lesson: lessons.Lesson, step: lessons.Step, lang: str) -> list[dict[str, str]]:
    """The tempting moves of a trap, and why each is refused."""
    found = []
    s = lesson.position(step).state
    for move in step.tempting:
        if ruling := kit.refuse(lesson.game, s, move):
            called = say.say_move(lesson.game, move, lang, s.players)
            found.append({"move": called, "text": say.say(ruling, lang, s.players, refused=True)})
    return found


def hear(sitting: Learning | None, game: str, lang: str, rules_url: str, message: str) -> Learning:
    """What the reader of a page did at the step `at` of its lesson, as JSON; the sitting is made anew if it is lost.

    >>> at = hear(None, "crazy-eights", "en", RULES, '{"at": 1, "do": "next"}')
    >>> at.asked
    2
    """
    given = json.loads(message)
    if sitting is None or sitting.asked != given["at"]:
        sitting = Learning(game, at=given["at"], lang=lang, rules_url=rules_url)
        sitting.number = given.get("number", 0)
    sitting.do(given)
    return sitting
