"""The table of a page in a browser: plain text in, plain text out, for a script that knows nothing of Python.

>>> live = Live("crazy-eights", "en")
>>> answer = json.loads(live.open("seed=3"))
>>> answer["view"]["status"], answer["kept"].split(",")[:2]
('Your turn.', ['seed=3&moves=deal', 'deal'])
>>> json.loads(live.hear('{"do": "move", "text": "pass"}'))["view"]["refusal"]["clause"]
'crazy-eights.draw'
"""

import json
from typing import Any
from urllib.parse import urlencode

from cardlib.widget import kept, lesson
from cardlib.widget.labels import labels
from cardlib.widget.scene import scene
from cardlib.widget.sitting import Sitting

RULES = "#{clause}"  # the rules stand on the same page
SLICE = 0.1  # seconds of thought between two looks at whether it is to stop


class Live:
    """One table on the page of a game, in the page's language."""

    def __init__(self, game: str, lang: str) -> None:
        self.game, self.lang = game, lang
        self.sitting: Sitting | None = None
        self.seat: int | None = None  # who was last seen to think
        self.learning: lesson.Learning | None = None

    def open(self, line: str) -> str:
        """The sitting of which a line tells, as `kept` writes it; if the line has a fault, the answer says so."""
        before = self.sitting
        self.sitting, trouble = kept.read(self.game, line, self.lang, RULES)
        if before:
            self.sitting.four_colours = before.four_colours
            self.sitting.number = before.number + 1
        self.sitting.notice = trouble
        return self.answer()

    def load(self, deal: str) -> str:
        """A `.deal` file, to step through; if it has a fault, the table stays as it was and says so."""
        before = self.sitting
        self.open(urlencode({"deal": deal}))
        if before and self.sitting and not self.sitting.steps:
            notice, self.sitting = self.sitting.notice, before
            before.number += 1
            before.refusal, before.choices, before.notice = None, (), notice
        return self.answer()

    def hear(self, message: str) -> str:
        """What the reader did, as `Sitting.do` takes it."""
        if self.sitting is None:
            self.open("")
        assert self.sitting
        self.sitting.do(json.loads(message))
        return self.answer()

    def begin(self, message: str) -> None:
        """As `hear`, but what is to be thought is left to `think`; then `answer` has what the page shows."""
        if self.sitting is None:
            self.open("")
        assert self.sitting
        thought = self.sitting.thought
        while thought.go_on(SLICE) is not None:  # of before
            pass
        thought.sliced, self.seat = True, None
        self.sitting.do(json.loads(message))
        thought.sliced = False

    def think(self, stop: bool) -> str:
        """Think a while; returns how far it is, or nothing when all is thought. `stop`: make do with what there is."""
        assert self.sitting
        sitting, thought = self.sitting, self.sitting.thought
        thought.hurry = thought.hurry or stop
        done = thought.go_on(SLICE)
        if done is None:
            sitting.number += self.seat is not None  # what was shown on the way is told again, with what followed
            return ""
        seat = sitting.state.turn
        mine = sitting.to_move()
        said = sitting.label("weighing") if mine else sitting.label("thinking", seat=seat)
        shown: dict[str, Any] = {"done": round(done, 3), "said": said, "stop": labels(self.lang)["stop"]}
        if not mine and seat != self.seat:  # the table as it is while another thinks
            self.seat = seat
            shown["view"] = scene(sitting)
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))

    def learn(self, message: str) -> str:
        """What the reader did in the page's lesson, as `lesson.hear` takes it: what to show, and at which step."""
        self.learning = lesson.hear(self.learning, self.game, self.lang, RULES, message)
        answer = {"view": lesson.shown(self.learning), "at": self.learning.asked, "solved": self.learning.solved}
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))

    def deal(self) -> str:
        """The match so far as a `.deal` file."""
        assert self.sitting
        return kept.deal(self.sitting)

    def answer(self) -> str:
        """What the page shows, and what it keeps."""
        assert self.sitting
        shown = {"view": scene(self.sitting), "kept": kept.write(self.sitting)}
        return json.dumps(shown, ensure_ascii=False, separators=(",", ":"))
