"""The table of a page in a browser: plain text in, plain text out, for a script that knows nothing of Python.

>>> live = Live("crazy-eights", "en")
>>> answer = json.loads(live.open("seed=3"))
>>> answer["view"]["status"], answer["kept"].split(",")[:2]
('Your turn.', ['seed=3&moves=deal', 'deal'])
>>> json.loads(live.hear('{"do": "move", "text": "pass"}'))["view"]["refusal"]["clause"]
'crazy-eights.draw'
"""

import json
from urllib.parse import urlencode

from cardlib.widget import kept, lesson
from cardlib.widget.scene import scene
from cardlib.widget.sitting import Sitting

RULES = "#{clause}"  # the rules stand on the same page


class Live:
    """One table on the page of a game, in the page's language."""

    def __init__(self, game: str, lang: str) -> None:
        self.game, self.lang = game, lang
        self.sitting: Sitting | None = None
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
