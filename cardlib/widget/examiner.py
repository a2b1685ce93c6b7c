"""Practice on a page in a browser: plain text in, plain text out, for a script that knows nothing of Python.

The page keeps the ledger and sends it along; what comes back tells what to keep.

>>> class Never:
...     def review(self, record, good, now):
...         return {"state": 1, "due": now.isoformat(), "last_review": now.isoformat()}
>>> examiner = Examiner("en", Never())
>>> question = json.loads(examiner.ask('{"game": "scopa", "kept": null, "seed": 1}'))
>>> question["subject"], len(question["choices"])
('scopa.cut', 2)
>>> told = json.loads(examiner.answer('{"chosen": 0, "kept": null}'))
>>> told["verdict"] in ("Right.", "No."), told["why"][0]["subject"], list(told["kept"]["records"])
(True, 'scopa.cut', ['scopa.cut'])
>>> json.loads(examiner.merge('{"kept": null, "file": "[]"}'))["fault"][:32]
'This is not a file of practice: '
"""

import json
from typing import Any

from cardlib.faults import Wrong
from cardlib.show import svg
from cardlib.terms import terms
from cardlib.tutor.ledger import Ledger, Scheduler
from cardlib.tutor.question import TERM
from cardlib.tutor.session import Session
from cardlib.tutor.spoken import explain, speak, verdict

RULES = "games/{game}.html#{clause}"  # from a page at the root of its language
WORDS = "glossary/{theme}.html#term-{term}"


class Examiner:
    """One reader on one page, in the page's language."""

    def __init__(self, lang: str, scheduler: Scheduler) -> None:
        self.lang, self.scheduler = lang, scheduler
        self.session: Session | None = None

    def ask(self, text: str) -> str:
        """The next question about a game: `game`, the ledger `kept`, and a `seed`."""
        given = json.loads(text)
        last = self.session.last if self.session else ""
        self.session = Session(_ledger(given), self.scheduler, given["game"], given["seed"], last=last)
        question = self.session.next()
        said = speak(question, self.lang)
        return _json(
            {
                "subject": question.subject,
                "head": said.head,
                "stem": said.stem,
                "quote": said.quote,
                "caption": said.caption,
                "table": svg.table(question.view, self.lang) if question.view else "",
                "choices": said.choices,
            }
        )

    def answer(self, text: str) -> str:
        """Is the answer `chosen` right, why, and the ledger with it."""
        given = json.loads(text)
        assert self.session and self.session.question
        self.session.ledger = _ledger(given)  # another tab may have written to it
        question, chosen = self.session.question, given["chosen"]
        good = self.session.answer(chosen)
        return _json(
            {
                "good": good,
                "right": question.right,
                "verdict": verdict(good, self.lang),
                "why": [
                    {"text": sentence, "subject": subject, "url": address(subject)}
                    for sentence, subject in explain(question, chosen, self.lang)
                ],
                "kept": json.loads(self.session.ledger.write()),
            }
        )

    def merge(self, text: str) -> str:
        """The ledger `kept` with what a `file` knows better, and how much that is; a `fault` if it is no such file."""
        given = json.loads(text)
        ledger = _ledger(given)
        try:
            taken = ledger.merge(Ledger.read(given["file"]))
        except Wrong as wrong:
            sentence = wrong.sentence(self.lang)
            return _json({"fault": f"{sentence[:1].upper()}{sentence[1:]}."})
        return _json({"taken": taken, "kept": json.loads(ledger.write())})


def address(subject: str) -> str:
    """Where the rule or the word is explained."""
    if subject.startswith(TERM):
        name = subject.removeprefix(TERM)
        return WORDS.format(theme=terms()[name].theme, term=name)
    return RULES.format(game=subject.partition(".")[0], clause=subject)


def _ledger(given: dict[str, Any]) -> Ledger:
    return Ledger.read(json.dumps(given["kept"])) if given["kept"] else Ledger()


def _json(told: dict[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
