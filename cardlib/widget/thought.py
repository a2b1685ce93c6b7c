"""What is being thought at a table: at once, or bit by bit for a screen that shows how far it is and may stop it."""

import time
from collections.abc import Callable, Generator

from cardlib.tutor.weigh import finished


class Thought:
    """A piece of thinking. It tells on its way how much of it is done; `hurry` makes it end with what it has."""

    def __init__(self) -> None:
        self.sliced = False  # does a screen ask for it bit by bit?
        self.hurry = False
        self.work: Generator[float, None, None] | None = None

    def begin(self, work: Generator[float, None, None]) -> None:
        """Think this now, or leave it to the screen."""
        self.hurry = False
        if self.sliced:
            self.work = work
        else:
            finished(work)

    def enough(self) -> bool:
        """Is the thinking to end?"""
        return self.hurry

    def go_on(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> float | None:
        """Think for about so long; how much is done, or None if nothing is left."""
        stop = clock() + seconds
        done = 0.0
        while self.work is not None:
            try:
                done = next(self.work)
            except StopIteration:
                self.work = None
                return None
            if clock() >= stop:
                return done
        return None
