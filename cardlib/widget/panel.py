"""Practice in a notebook: one call shows a panel of plain ipywidgets.

`Practice("scopa")` asks about a game, `Practice("words")` about the words of the card table, `Practice()` about all.
Answers are kept in the same file as those of the command line.
"""

import html
from base64 import b64encode
from typing import Any

import ipywidgets  # type: ignore[import-untyped]

from cardlib import say
from cardlib.faults import Wrong
from cardlib.show import svg
from cardlib.tutor import shelf
from cardlib.tutor.ledger import Ledger
from cardlib.tutor.question import TERM, Question
from cardlib.tutor.session import Session
from cardlib.tutor.spoken import explain, speak, verdict
from cardlib.widget.examiner import address
from cardlib.widget.schedule import Fsrs
from cardlib.widget.sitting import RULES

WIDE = {"width": "auto"}
FILE = "kartoteka-practice.json"


class Practice(ipywidgets.VBox):  # type: ignore[misc]
    """Questions about a game, one after another.

    With `keep` the answers so far are read from the reader's file, and each new one is written to it.
    """

    def __init__(
        self, game: str = "", *, lang: str | None = None, seed: int = 0, keep: bool = True, rules_url: str = RULES
    ) -> None:
        self.lang = lang or say.language()
        self.words = say.words(self.lang, "quiz")["panel"]
        self.keep, self.rules_url = keep, rules_url
        self.session = Session(shelf.mine() if keep else Ledger(), Fsrs(), game, seed)
        self.asked, self.told = ipywidgets.HTML(), ipywidgets.HTML()
        self.choices = ipywidgets.VBox()
        self.further = ipywidgets.Button(description=self.words["next"])
        self.further.on_click(lambda _: self.next())
        self.taking = ipywidgets.FileUpload(accept=".json", description=self.words["take"], layout=WIDE)
        self.taking.observe(self._upload, "value")
        self.giving = ipywidgets.HTML()
        below = ipywidgets.HBox([self.further, self.taking, self.giving])
        super().__init__([self.asked, self.choices, self.told, below])
        self.next()

    @property
    def question(self) -> Question:
        """The question that is shown."""
        assert self.session.question
        return self.session.question

    @property
    def ledger(self) -> Ledger:
        """What has been answered."""
        return self.session.ledger

    def next(self) -> None:
        """Show the next question."""
        said = speak(self.session.next(), self.lang)
        view = self.question.view
        drawn = svg.picture(view, self.lang) if view else ""
        parts = [f"<p>{html.escape(said.head)}</p>", drawn, f"<p><small>{html.escape(said.caption)}</small></p>"]
        parts += [f"<p><b>{html.escape(said.stem)}</b></p>", f"<p>{html.escape(said.quote)}</p>"]
        self.asked.value = f'<div style="max-width: 36rem">{"".join(parts)}</div>'
        self.choices.children = [self._button(n, text) for n, text in enumerate(said.choices)]
        self.told.value = ""
        self.further.disabled = True
        self._give()

    def answer(self, number: int) -> str:
        """Answer by a choice's number, from 1; returns the verdict and the reasons."""
        if not 1 <= number <= len(self.question.choices):
            raise Wrong("no-answer", last=len(self.question.choices), given=number)
        if self.further.disabled:  # the first answer counts
            good = self.session.answer(number - 1)
            self._shown(number - 1, good)
            self._save()
        reasons = [sentence for sentence, _ in explain(self.question, number - 1, self.lang)]
        return " ".join([verdict(number - 1 == self.question.right, self.lang), *reasons])

    def take(self, text: str) -> str:
        """Add the answers of an exported file, given as its text; returns how many were taken over."""
        taken = self.ledger.merge(Ledger.read(text))
        self._save()
        return say.speak(self.lang, self.words["taken"], {"n": taken})

    def give(self) -> str:
        """All answers as the text of a file."""
        return self.ledger.write()

    def _button(self, n: int, text: str) -> ipywidgets.Button:
        button = ipywidgets.Button(description=f"{n + 1}. {text}", tooltip=text, layout=WIDE)
        button.style.text_align = "left"
        button.on_click(lambda _: self.answer(n + 1))
        return button

    def _shown(self, chosen: int, good: bool) -> None:
        for n, button in enumerate(self.choices.children):
            button.disabled = True
            if n in (chosen, self.question.right):
                button.button_style = "success" if n == self.question.right else "danger"
        lines = [f"<p><b>{verdict(good, self.lang)}</b></p>"]
        for sentence, subject in explain(self.question, chosen, self.lang):
            link = f'<a href="{self._address(subject)}">{subject.removeprefix(TERM)}</a>'
            lines.append(f"<p>{html.escape(sentence)} {link}</p>")
        self.told.value = f'<div role="status">{"".join(lines)}</div>'
        self.further.disabled = False

    def _address(self, subject: str) -> str:
        if subject.startswith(TERM):
            root = self.rules_url.partition("games/")[0].format(lang=self.lang)
            return root + address(subject)
        return self.rules_url.format(lang=self.lang, game=subject.partition(".")[0], clause=subject)

    def _save(self) -> None:
        if self.keep:
            shelf.write(self.ledger, shelf.place())
        self._give()

    def _give(self) -> None:
        """The link by which the answers are saved to a file."""
        data = b64encode(self.give().encode()).decode()
        self.giving.value = f'<a download="{FILE}" href="data:application/json;base64,{data}">{self.words["give"]}</a>'

    def _upload(self, change: Any) -> None:
        for file in change["new"]:
            try:
                said = self.take(bytes(file["content"]).decode("utf-8"))
            except UnicodeDecodeError:
                said = Wrong("ledger-unreadable").sentence(self.lang)
            except Wrong as wrong:
                said = wrong.sentence(self.lang)
            self.told.value = f'<p role="status">{html.escape(said[:1].upper() + said[1:])}</p>'
