"""What a reader has practised, subject by subject, and what is due: one JSON text for page, notebook and command line.

When a subject comes round again is for a scheduler to say, which is given; here is only what it has said.

>>> from datetime import timedelta
>>> class Tomorrow:
...     def review(self, record, good, now):
...         due = now + timedelta(days=1)
...         return {"state": KNOWN, "due": due.isoformat(), "last_review": now.isoformat()}
>>> ledger, now = Ledger(), datetime(2026, 5, 1, tzinfo=UTC)
>>> ledger.review("scopa.turn", True, now, Tomorrow())
>>> again = Ledger.read(ledger.write())
>>> again.tally(["scopa.turn", "scopa.capture"], now), again.due(["scopa.turn"], now + timedelta(days=2))
(Tally(seen=1, known=1, due=0), ['scopa.turn'])
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple, Protocol

from cardlib.faults import Wrong

FORM = "kartoteka practice"
VERSION = 1
KNOWN = 2  # the state of what is past its first steps: FSRS calls it Review
STATES = (1, KNOWN, 3)

Record = dict[str, Any]


class Scheduler(Protocol):
    """Says when a subject comes round again."""

    def review(self, record: Record | None, good: bool, now: datetime) -> Record:
        """The record after an answer, with `state`, `due` and `last_review`; None if it is the first."""


class Tally(NamedTuple):
    """Of some subjects: how many have been asked, how many of these are known, how many are due."""

    seen: int
    known: int
    due: int


@dataclass(slots=True)
class Ledger:
    """The records by subject. Those of subjects that there are no longer are kept as they are."""

    records: dict[str, Record] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> "Ledger":
        """The ledger that `write` wrote; Wrong, with one sentence, if it is none."""
        try:
            told = json.loads(text)
        except (ValueError, RecursionError):
            raise Wrong("ledger-unreadable") from None
        if not isinstance(told, dict) or told.get("form") != FORM or not isinstance(told.get("records"), dict):
            raise Wrong("ledger-other")
        if told.get("version") != VERSION:
            raise Wrong("ledger-version", given=told.get("version"))
        for subject, record in told["records"].items():
            if not _sound(record):
                raise Wrong("ledger-record", subject=subject)
        return cls(told["records"])

    def write(self) -> str:
        """The ledger as JSON, the same text for the same records."""
        told = {"form": FORM, "version": VERSION, "records": dict(sorted(self.records.items()))}
        return json.dumps(told, ensure_ascii=False, indent=1) + "\n"

    def review(self, subject: str, good: bool, now: datetime, scheduler: Scheduler) -> None:
        """Note an answer."""
        before = self.records.get(subject)
        asked, right = (before["asked"], before["right"]) if before else (0, 0)
        self.records[subject] = {
            **scheduler.review(before, good, now),
            "asked": asked + 1,
            "right": right + good,
        }

    def merge(self, other: "Ledger") -> int:
        """Take over from another ledger what it knows better: the later answer counts. How many were taken over."""
        newer = {
            subject: record
            for subject, record in other.records.items()
            if subject not in self.records or _age(record) > _age(self.records[subject])
        }
        self.records |= newer
        return len(newer)

    def due(self, subjects: Iterable[str], now: datetime) -> list[str]:
        """Those whose time has come, the longest overdue first."""
        found = [(_time(self.records[s]["due"]), s) for s in subjects if s in self.records]
        return [subject for time, subject in sorted(found) if time <= now]

    def tally(self, subjects: Sequence[str], now: datetime) -> Tally:
        """What is known of them."""
        seen = [self.records[s] for s in subjects if s in self.records]
        return Tally(len(seen), sum(r["state"] == KNOWN for r in seen), len(self.due(subjects, now)))


def _sound(record: object) -> bool:
    """Is this a record of ours?"""
    if not isinstance(record, Mapping) or record.get("state") not in STATES:
        return False
    counts = [record.get("asked"), record.get("right")]
    if not all(isinstance(n, int) and not isinstance(n, bool) and n >= 0 for n in counts):
        return False
    numbers = [record.get(name) for name in ("step", "stability", "difficulty")]
    if not all(n is None or (isinstance(n, int | float) and not isinstance(n, bool)) for n in numbers):
        return False
    try:
        for name in ("due", "last_review"):
            _time(record[name])
    except (KeyError, TypeError, ValueError, OverflowError):
        return False
    return True


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError(text)
    return time.astimezone(UTC)


def _age(record: Record) -> tuple[datetime, int]:
    return _time(record["last_review"]), record["asked"]
