"""What a screen sends to a table: `{"do": "move", "text": "7H"}`, `{"do": "undo"}` and so on."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlib.widget.sitting import Sitting

PLAIN = {  # what needs no more than the name, and the method that does it
    "undo": "undo",
    "new": "new",
    "deal": "deal_again",
    "next": "next",
    "back": "back",
    "play-on": "play_on",
    "walk": "walk",
    "open": "open_hands",
    "hint": "hint",
    "colours": "colours",
}


def act(sitting: "Sitting", message: object) -> str:
    """Do what the screen sends; returns the answer."""
    given = message if isinstance(message, Mapping) else {}
    what, text = given.get("do"), given.get("text", "")
    if what == "move" and isinstance(text, str):
        return sitting.move(text)
    if what == "try" and isinstance(given.get("cards"), list | tuple):
        return sitting.try_cards([str(word) for word in given["cards"]])
    if isinstance(what, str) and what in PLAIN:
        answer: str = getattr(sitting, PLAIN[what])()
        return answer
    return sitting.unknown()
