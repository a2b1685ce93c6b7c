"""A question about a rule or a word, in no language: what is asked, of which position, and what may be answered."""

from dataclasses import dataclass
from typing import Any, Literal

from cardlib import kit

Kind = Literal["may", "which", "which-not", "brings", "fill", "trick", "meaning", "translation"]
KINDS: tuple[Kind, ...] = ("may", "which", "which-not", "brings", "fill", "trick", "meaning", "translation")
Sort = Literal["yes", "refused", "told", "move", "fact", "seat", "term"]
TERM = "term:"  # before the id of a term in the subject of a question


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer. `value` is a ruling, a move, a fact, a seat or a term's id, as `sort` says; nothing for "yes".

    `why` is the ruling about this very answer, `refused` whether it refuses a move; None where the question's own says
    all there is to say.
    """

    sort: Sort
    value: Any = None
    why: kit.Ruling | None = None
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. The subject is a clause, or `term:` and the id of a term.

    `view` shows the position before the move: what the seat on turn sees; for counting all hands or all cards, which
    `open` says. `ruling` is what decides, `refused` whether it refuses a move. `gap` is the fact of it to be filled in.
    """

    kind: Kind
    subject: str
    game: str
    choices: tuple[Choice, ...]
    right: int
    players: int = 0
    options: Any = None
    view: kit.View | None = None
    open: Literal["", "hands", "all"] = ""
    seat: int = kit.NOBODY
    move: kit.Move = ""
    ruling: kit.Ruling | None = None
    refused: bool = False
    gap: str = ""
    before: tuple[kit.Ruling, ...] = ()  # told with it, and said before it
    state: Any = None  # for tests and for playing on; never shown
