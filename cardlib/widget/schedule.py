"""FSRS says when a rule is asked again: the package `fsrs`, which a notebook, the command line and the page share."""

from datetime import datetime
from types import ModuleType
from typing import Any

from cardlib.faults import Wrong
from cardlib.tutor.ledger import Record


class Fsrs:
    """A scheduler for the ledger. An answer is right (FSRS's "good") or wrong ("again"); nothing is left to chance."""

    def __init__(self) -> None:
        self.fsrs: ModuleType = _fsrs()
        self.scheduler = self.fsrs.Scheduler(enable_fuzzing=False)

    def review(self, record: Record | None, good: bool, now: datetime) -> Record:
        """The record after an answer."""
        known = {name: record.get(name) for name in ("state", "step", "stability", "difficulty")} if record else {}
        if record:
            known |= {name: datetime.fromisoformat(record[name]) for name in ("due", "last_review")}
            known["state"] = self.fsrs.State(known["state"])
        rating = self.fsrs.Rating.Good if good else self.fsrs.Rating.Again
        card, _ = self.scheduler.review_card(self.fsrs.Card(card_id=0, **known), rating, now)
        told: dict[str, Any] = card.to_dict()
        return {name: value for name, value in told.items() if name != "card_id"}


def _fsrs() -> ModuleType:
    try:
        import fsrs  # noqa: PLC0415
    except ImportError:
        raise Wrong("no-fsrs") from None
    return fsrs
