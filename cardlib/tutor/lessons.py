"""Lessons: a game in three to six questions, each about a position of a worked deal.

A lesson is a file `lessons/<game>.toml`, a list of `[[steps]]`:

    kind      goal, turn, decision, trap or score, in this order
    deal      a worked deal of the game
    after     so many moves of it have been made, shuffles among them; the seat on turn is asked
    right     the moves that are a right answer, as they are written in deals
    tempting  in a trap: moves that are refused here
    ru, en    `ask`, the question; `well`, said of a right move; `else`, of another legal one, if there is any

>>> lesson = open_lesson("crazy-eights")
>>> lesson.steps[0].kind in KINDS, check(lesson)
(True, None)
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from cardlib import kit, record
from cardlib.faults import Wrong
from cardlib.games import load
from cardlib.tutor.memory import all_loose, in_play

KINDS = ("goal", "turn", "decision", "trap", "score")
LENGTHS = (3, 4, 5, 6)
NEEDED = (("goal", "turn"), ("decision", "trap"), ("score",))  # of each of these a lesson has at least one
KEYS = {"kind", "deal", "after", "right", "tempting", *record.LANGUAGES}
SAID = ("ask", "well", "else")


class Fault(Wrong):
    """A lesson that cannot be read or is not true: the game, the step (0: the whole file), and what is wrong."""

    def __init__(self, game: str, step: int, fault: Wrong) -> None:
        super().__init__(fault.key, **fault.facts)
        self.game, self.step = game, step

    def sentence(self, lang: str) -> str:
        place = Wrong("lesson-step", game=self.game, step=self.step) if self.step else None
        where = place.sentence(lang) if place else f"lessons/{self.game}.toml"
        return f"{where}: {super().sentence(lang)}"


@dataclass(frozen=True, slots=True)
class Step:
    """A question: where it is asked, its right answers, and what is said, by language."""

    number: int
    kind: str
    deal: str
    after: int
    right: tuple[kit.Move, ...]
    tempting: tuple[kit.Move, ...]
    said: Mapping[str, Mapping[str, str]]

    def is_right(self, move: kit.Move) -> bool:
        """Is this legal move a right answer?"""
        return kit.canon(move) in self.right


@dataclass(frozen=True, slots=True)
class Position:
    """Where a question is asked, and the moves of the worked deal that led there."""

    state: Any
    moves: Sequence[kit.Move]

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        seat: int = self.state.turn
        return seat


@dataclass(frozen=True, slots=True)
class Lesson:
    """The questions about a game, in order."""

    game: kit.Game
    steps: tuple[Step, ...]

    def fault(self, step: Step, key: str, **facts: Any) -> Fault:
        return Fault(self.game.NAME, step.number, Wrong(key, **facts))

    def position(self, step: Step) -> Position:
        """The position of a step; Fault if its deal has none, or nobody is to move there."""
        name = self.game.NAME
        try:
            deal = record.open_deal(name, step.deal)
        except Wrong as error:
            raise Fault(name, step.number, error) from None
        moves: list[kit.Move] = []
        for made in record.replay(deal):
            if made.move is not None:
                moves.append(made.move)
            if len(moves) == step.after and made.move is not None:
                if made.state.turn < 0:
                    raise self.fault(step, "lesson-nobody", deal=step.deal, after=step.after)
                return Position(made.state, moves)
        raise self.fault(step, "lesson-after", deal=step.deal, after=step.after, there=len(moves))


def place(game: str) -> Traversable:
    """Where the lesson of a game lies."""
    return files("cardlib") / "lessons" / f"{game}.toml"


def open_lesson(game: str) -> Lesson:
    """The lesson of a game; Wrong if there is none, Fault if it cannot be read."""
    name = load(game).NAME
    if not place(name).is_file():
        raise Wrong("no-lesson", game=name)
    return read(place(name).read_text("utf-8"), name)


def read(text: str, game: str) -> Lesson:
    """A lesson from its text; Fault if it is not written as lessons are."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Fault(game, 0, Wrong("lesson-toml", why=str(error))) from None
    given = told.get("steps")
    if set(told) != {"steps"} or not isinstance(given, list):
        raise Fault(game, 0, Wrong("lesson-steps"))
    steps = tuple(_Reader(game, n, one).step() for n, one in enumerate(given, 1))
    kinds = [step.kind for step in steps]
    if len(kinds) not in LENGTHS:
        raise Fault(game, 0, Wrong("lesson-length", there=len(kinds), allowed=LENGTHS))
    if kinds != sorted(kinds, key=KINDS.index):
        raise Fault(game, 0, Wrong("lesson-order", there=tuple(kinds), known=KINDS))
    for wanted in NEEDED:
        if not set(wanted) & set(kinds):
            raise Fault(game, 0, Wrong("lesson-lacks", wanted=wanted))
    return Lesson(load(game), steps)


def check(lesson: Lesson) -> None:
    """Ask the engine whether all is true: Fault at the first step of which something is not."""
    for step in lesson.steps:
        _check(lesson, step)


def _check(lesson: Lesson, step: Step) -> None:
    game, s = lesson.game, lesson.position(step).state
    for move in step.right:
        if ruling := game.refuse(s, move):
            raise lesson.fault(step, "lesson-illegal", move=kit.write(move), clause=ruling.clause)
        if step.kind == "score" and not _counts(game, s, move):
            raise lesson.fault(step, "lesson-no-score", move=kit.write(move))
    for move in step.tempting:
        if game.refuse(s, move) is None:
            raise lesson.fault(step, "lesson-legal", move=kit.write(move))
    others = [kit.write(move) for move in game.legal(s) if not step.is_right(move)]
    for lang in record.LANGUAGES:
        if others and "else" not in step.said[lang]:
            raise lesson.fault(step, "lesson-else", lang=lang, move=others[0])
        if not others and "else" in step.said[lang]:
            raise lesson.fault(step, "lesson-no-else", lang=lang)


def _counts(game: kit.Game, s: Any, move: kit.Move) -> bool:
    """Does the move end the deal or the match, or change a public count of the seats?"""
    after, _ = kit.carry_out(game, s, move)
    if after.turn == kit.OVER or all_loose(game, after, in_play(game, s)):
        return True
    public = [(getattr(s, name), getattr(after, name)) for name in game.PUBLIC]
    return any(
        isinstance(old, list) and len(old) == s.players and all(type(n) is int for n in old) and old != new
        for old, new in public
    )


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads one step, knowing where it is."""

    game: str
    number: int
    given: Any

    def fault(self, key: str, **facts: Any) -> Fault:
        return Fault(self.game, self.number, Wrong(key, **facts))

    def step(self) -> Step:
        if not isinstance(self.given, dict) or set(self.given) - KEYS:
            raise self.fault("lesson-keys", known=tuple(sorted(KEYS)))
        kind = self.value("kind", str)
        if kind not in KINDS:
            raise self.fault("lesson-kind", given=kind, known=KINDS)
        tempting = self.moves("tempting") if "tempting" in self.given else ()
        if tempting and kind != "trap":
            raise self.fault("lesson-tempting")
        right = self.moves("right")
        if not right:
            raise self.fault("lesson-key", name="right")
        said = {lang: self.said(lang) for lang in record.LANGUAGES}
        return Step(self.number, kind, self.value("deal", str), self.value("after", int), right, tempting, said)

    def value(self, name: str, wanted: type) -> Any:
        value = self.given.get(name)
        if type(value) is not wanted:
            raise self.fault("lesson-key", name=name)
        return value

    def moves(self, name: str) -> tuple[kit.Move, ...]:
        texts = self.value(name, list)
        try:
            moves = tuple(kit.parse(text) for text in texts if isinstance(text, str))
        except kit.Unreadable as error:
            raise Fault(self.game, self.number, error) from None
        if len(moves) != len(texts) or len(set(moves)) != len(moves):
            raise self.fault("lesson-key", name=name)
        return moves

    def said(self, lang: str) -> dict[str, str]:
        said = self.value(lang, dict)
        if set(said) - set(SAID) or not {"ask", "well"} <= set(said):
            raise self.fault("lesson-said", lang=lang)
        for name, text in said.items():
            if not isinstance(text, str) or not text.strip():
                raise self.fault("lesson-key", name=f"{lang}.{name}")
        return {name: " ".join(text.split()) for name, text in said.items()}
