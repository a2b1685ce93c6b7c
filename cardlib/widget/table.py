"""The card table as a widget for notebooks.

It takes its place among other ipywidgets: `VBox([table, slider])`, `link((box, "value"), (table, "four_colours"))`.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import anywidget
import traitlets

from cardlib import kit, record, say
from cardlib.faults import Wrong
from cardlib.show.cards import sprite
from cardlib.tutor.think import LEVEL
from cardlib.widget.lesson import Learning, shown
from cardlib.widget.refused import reasons
from cardlib.widget.sitting import RULES, Sitting

HERE = files("cardlib") / "widget"
CSS = "\n".join(place.read_text("utf-8") for place in (files("cardlib") / "show" / "cards.css", HERE / "table.css"))


class Table(anywidget.AnyWidget):
    """A card table at which the reader plays, or steps through a worked deal.

    `game` is a game's short name. `deal` names a worked deal; without one a match is played with `players`, house
    rules in `options`, shuffles fixed by `seed`, and opponents of a `level`: simple, careful or strong. `seat` is the
    reader's, None to see all hands and play for everybody. `state` is a position to start from. `lesson` is for the
    game's lesson, which has positions of its own. `lang` is `ru` or `en`; left out, the notebook's.

    `view` is what the browser shows; it holds nothing that the seat may not know.
    """

    _esm = (HERE / "table.js").read_text("utf-8")
    _css = CSS

    view = traitlets.Dict().tag(sync=True)
    sprite = traitlets.Unicode().tag(sync=True)
    lang = traitlets.Enum(say.LANGUAGES)
    four_colours = traitlets.Bool(False)

    def __init__(
        self,
        game: str = "crazy-eights",
        *,
        players: int | None = None,
        seat: int | None = 0,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        deal: str | record.Deal | None = None,
        state: Any = None,
        lesson: bool = False,
        level: str = LEVEL,
        lang: str | None = None,
        four_colours: bool = False,
        rules_url: str = RULES,
        **kwargs: Any,
    ) -> None:
        self.sitting: Sitting
        if lesson:
            if deal is not None or state is not None or players is not None or options is not None:
                raise Wrong("lesson-brings")
            self.sitting = Learning(game, lang=lang, rules_url=rules_url)
        else:
            self.sitting = Sitting(
                game,
                players=players,
                seat=seat,
                options=options,
                seed=seed,
                deal=deal,
                state=state,
                level=level,
                lang=lang,
                rules_url=rules_url,
            )
        kwargs.setdefault("layout", {"width": "100%"})  # so that tables side by side share the width
        super().__init__(lang=self.sitting.lang, four_colours=four_colours, **kwargs)
        self._show()
        self.observe(self._show, ["lang", "four_colours"])
        self.on_msg(self._heard)

    def _show(self, change: object = None) -> None:
        """Put the sitting on the screen."""
        self.sitting.lang, self.sitting.four_colours = self.lang, self.four_colours
        self.sprite = sprite(self.lang)
        self.view = shown(self.sitting)

    def _heard(self, widget: object, message: object, buffers: object) -> None:
        self.sitting.do(message)
        self.four_colours = self.sitting.four_colours
        self._show()

    def _answer(self, sentence: str) -> str:
        self._show()
        return sentence

    # The table from a notebook's cells

    @property
    def game(self) -> kit.Game:
        """The game's module."""
        return self.sitting.game

    @property
    def state(self) -> Any:
        """The position: of the worked deal, or of the match."""
        return self.sitting.state

    @property
    def log(self) -> list[str]:
        """The moves made at this table, shuffles among them, as text."""
        return [kit.write(move) for move in self.sitting.log]

    @property
    def refusal(self) -> kit.Ruling | None:
        """The ruling by which the last move was refused; None if it was not."""
        return self.sitting.refusal

    def view_for(self, seat: int | None) -> kit.View:
        """The position as a seat sees it; None sees all hands."""
        return self.sitting.view_for(seat)

    def legal(self) -> list[str]:
        """The reader's legal moves, as text; none when it is another's turn."""
        return [kit.write(move) for move in self.sitting.legal()]

    def move(self, text: str) -> str:
        """Try a move. Returns what it brought about, or why it is refused."""
        return self._answer(self.sitting.move(text))

    def why(self) -> str:
        """Why? After a refused move what would make it legal; else by which rules the last moves went as they did."""
        return reasons(self.sitting)

    def hint(self) -> str:
        """What the tutor would do in your place, and why."""
        return self._answer(self.sitting.hint())

    def undo(self) -> str:
        """Take back the reader's last move."""
        return self._answer(self.sitting.undo())

    def new(self, seed: int | None = None) -> str:
        """A new match; `seed` fixes its shuffles."""
        return self._answer(self.sitting.new(seed))

    def next(self) -> str:
        """The next step of the worked deal; returns its comment."""
        return self._answer(self.sitting.next())

    def back(self) -> str:
        """The step before; returns its comment."""
        return self._answer(self.sitting.back())

    def play_on(self) -> str:
        """Leave the worked deal and play on from here."""
        return self._answer(self.sitting.play_on())

    def under(self, **options: Any) -> "Table":
        """Another table with the same position, played by other house rules: `table.under(draw_freely=True)`."""
        return Table(
            self.game.NAME,
            seat=self.sitting.seat,
            state=self.sitting.under(**options),
            level=self.sitting.level,
            lang=self.lang,
            four_colours=self.four_colours,
            rules_url=self.sitting.rules_url,
        )
