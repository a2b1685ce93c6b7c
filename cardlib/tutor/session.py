"""Practice: what is due is asked again, then something new; an answer is noted and explained.

>>> from cardlib.tutor.ledger import Ledger
>>> session = Session(Ledger(), scheduler=None, game="crazy-eights")
>>> session.next().subject
'crazy-eights.cut'
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime

from cardlib.games import load, names
from cardlib.tutor.ledger import Ledger, Scheduler
from cardlib.tutor.question import Question
from cardlib.tutor.quiz import WORDS, ask, subjects


@dataclass(slots=True)
class Session:
    """A reader practises a game; "" is all games and words, WORDS the words alone."""

    ledger: Ledger
    scheduler: Scheduler | None
    game: str = ""
    seed: int = 0
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    question: Question | None = None
    last: str = ""
    _mute: set[str] = field(default_factory=set)  # subjects that no question reaches

    def __post_init__(self) -> None:
        if self.game not in ("", WORDS):
            load(self.game)

    def games(self) -> list[str]:
        """What is practised: the game, or all of them and the words."""
        return [self.game] if self.game else [*names(), WORDS]

    def subjects(self) -> list[str]:
        """All that is asked here, each once."""
        return list(dict.fromkeys(subject for game in self.games() for subject in subjects(game)))

    def next(self) -> Question:
        """The next question: what is due, else what is new, else what will be due soonest."""
        while True:
            subject = self._choose()
            asked = self.ledger.records.get(subject, {}).get("asked", 0)
            found = ask(subject, self.seed + asked, self.game or WORDS)
            if found:
                self.question, self.last = found, subject
                return found
            self._mute.add(subject)

    def answer(self, chosen: int) -> bool:
        """Is this the right answer? The ledger is told, if there is a scheduler, the first time only."""
        assert self.question
        good = chosen == self.question.right
        if self.scheduler:
            self.ledger.review(self.question.subject, good, self.clock(), self.scheduler)
        return good

    def _choose(self) -> str:
        records, here = self.ledger.records, [s for s in self.subjects() if s not in self._mute]
        due = [subject for subject in self.ledger.due(here, self.clock()) if subject != self.last]
        if due:
            return due[0]
        new = self._new()
        if new:
            return new
        later = sorted((s for s in here if s != self.last), key=lambda s: (records[s]["due"], s))
        return later[0] if later else self.last

    def _new(self) -> str:
        """Something not asked before; among all games, of a game that chance picks."""
        records = self.ledger.records
        fresh = {
            game: [s for s in subjects(game) if s not in records and s not in self._mute and s != self.last]
            for game in self.games()
        }
        games = [game for game, found in fresh.items() if found]
        if not games:
            return ""
        return fresh[random.Random(f"{self.seed} {len(records)}").choice(games)][0]
