"""One reader at a card table: a worked deal to step through, or a match against opponents of three levels.

A sitting knows nothing of screens. `scene.scene` says what it shows; `do` takes what the reader does.

>>> sitting = Sitting("crazy-eights", seed=3, lang="en")
>>> sitting.move("pass")
'There are still 38 cards in the stock: draw until you can play.'
>>> sitting.refusal.clause
'crazy-eights.draw'
"""

import os
import random
from collections.abc import Generator, Mapping, Sequence
from typing import Any

from cardlib import kit, record, say, typed
from cardlib.cards import Card
from cardlib.faults import Wrong
from cardlib.games import load
from cardlib.tutor.advice import advise
from cardlib.tutor.hints import hinting
from cardlib.tutor.think import LEVEL, LEVELS, choosing
from cardlib.tutor.why_not import WhyNot, why_not
from cardlib.widget.events import Event, Turn, secret, worth_showing
from cardlib.widget.labels import labels
from cardlib.widget.message import act
from cardlib.widget.shapes import meant, shaped, words_of
from cardlib.widget.thought import Thought

SEEDS = 1_000_000  # seeds that the table draws itself
PATIENCE = 1.2  # seconds after which a hint is given as it stands
# Where a rule is written; Jupyter serves the built pages under /files/, and JupyterLite lies beside them.
RULES = os.environ.get("CARDLIB_RULES", "/files/site/{lang}/games/{game}.html#{clause}")


class Sitting:
    """The reader at a table. `seat` None sees all hands and plays for everybody."""

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        seat: int | None = 0,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        deal: str | record.Deal | None = None,
        state: Any = None,
        level: str = LEVEL,
        lang: str | None = None,
        rules_url: str = RULES,
    ) -> None:
        self.game = load(game)
        self.lang = say.language() if lang is None else lang
        if self.lang not in say.LANGUAGES:
            raise Wrong("no-language", known=say.LANGUAGES, lang=lang)
        self.rules_url = rules_url
        self.seed = random.randrange(SEEDS) if seed is None else seed
        self.deal = record.open_deal(game, deal) if isinstance(deal, str) else deal
        if self.deal and (players is not None or options is not None or state is not None):
            raise Wrong("deal-brings")
        self.steps = list(worth_showing(self.deal)) if self.deal else []
        first = self.steps[0].state if self.steps else state
        self.players = first.players if first else self.game.PLAYERS[0] if players is None else players
        self.options = first.options if first else kit.options(self.game, **dict(options or {}))
        if self.players not in self.game.PLAYERS:
            raise Wrong("no-players", game=game, allowed=self.game.PLAYERS, given=self.players)
        if seat is not None and seat not in range(self.players):
            raise Wrong("no-seat", seat=seat, last=self.players - 1)
        if level not in LEVELS:
            raise Wrong("no-level", given=level, known=tuple(LEVELS))
        self.level = level
        self.seat = seat
        self.walking = bool(self.steps)
        self.at = next((n for n, step in enumerate(self.steps) if step.state.turn >= 0), 0)
        self.since: int | None = None  # the step of the worked deal after which the reader has played on
        self.open = False  # in a worked deal: all hands are shown
        self.four_colours = False
        self.number = 0  # of what the reader has done, so that a screen hears of everything once
        self.refusal: kit.Ruling | None = None
        self.tried: kit.Move = ()  # what was refused
        self.thought = Thought()
        self.notice = ""
        self.choices: Sequence[kit.Move] = ()
        self.log: list[kit.Move] = []
        self.events: list[Event] = []
        self.past: list[Turn] = []
        self.start = state  # the position that a match begins from, if not with a deal
        self._state: Any = kit.clone(state) if state is not None else None
        if not self.walking and state is None:
            self._fresh()
        elif not self.walking:
            self._others()

    # What the table shows

    @property
    def state(self) -> Any:
        """The position on the table."""
        return self.steps[self.at].state if self.walking else self._state

    @property
    def viewer(self) -> int | None:
        """The seat whose knowledge is shown; None when all hands are open."""
        return None if self.walking and self.open else self.seat

    def view_for(self, seat: int | None) -> kit.View:
        """The position as a seat sees it."""
        return kit.view(self.game, self.state, seat)

    def to_move(self) -> bool:
        """Is it the reader's turn?"""
        turn = self.state.turn
        return turn >= 0 and (self.seat is None or turn == self.seat)

    def legal(self) -> Sequence[kit.Move]:
        """The reader's legal moves; none when it is another's turn."""
        return self.game.legal(self.state) if self.to_move() else ()

    def moves(self) -> list[kit.Move]:
        """The moves that led to the position: those of the worked deal, then those made at this table."""
        upto = self.at if self.walking else self.since
        walked = [] if upto is None else [step.move for step in self.steps[: upto + 1] if step.move is not None]
        return walked if self.walking else walked + self.log

    def deal_is_over(self) -> bool:
        """Is everything gathered in for a new deal?"""
        s = self.state
        in_play = sum(c is not None for zone in self.game.table(s) for c in zone.cards)
        return bool(s.turn == kit.NOBODY and len(self.game.loose(s)) >= in_play)

    def label(self, name: str, **facts: Any) -> str:
        """A label in the reader's language."""
        return say.speak(self.lang, labels(self.lang)[name], facts, players=self.players)

    def address(self, clause: str) -> str:
        """Where the rule is written."""
        return self.rules_url.format(lang=self.lang, game=self.game.NAME, clause=clause)

    def phrase(self, move: kit.Move) -> str:
        """A move as the table calls it; a word that is no move of the game by its name alone."""
        if isinstance(move, str) and move in say.words(self.lang)["words"]:
            return say.speak(self.lang, "{move}", {"move": move})
        return say.say_move(self.game, move, self.lang, self.players)

    def why(self, ruling: kit.Ruling) -> str:
        """Why a move was refused."""
        return say.say(ruling, self.lang, self.players, refused=True)

    def why_not(self) -> WhyNot:
        """What would have to be different for the refused move to be legal."""
        return why_not(self.game, self.state, self.tried, self.moves(), start=self.start)

    def under(self, **options: Any) -> Any:
        """A copy of the position, with these house rules changed."""
        rules = {name: getattr(self.options, name) for name in kit.choices(self.game)}
        s = kit.clone(self.state)
        s.options = kit.options(self.game, **(rules | options))
        return s

    # What the reader does

    def do(self, message: object) -> str:
        """What a screen sends: `{"do": "move", "text": "7H"}`, `{"do": "undo"}` and so on; returns the answer."""
        return act(self, message)

    def unknown(self) -> str:
        """Something was sent that no table understands."""
        return self._say(self.label("unknown"))

    def move(self, text: str) -> str:
        """Try a move, written as people write it. Returns what it brought about, or why it is refused."""
        if trouble := self._nobody_asked():
            return trouble
        text = " ".join(text.split())
        try:
            called = {move: self.phrase(move) for move in [*self.legal(), *words_of(self.game, self.lang)]}
            move = meant(self.game, self.state, text, called)
        except typed.Ambiguous as error:
            self._hush()
            self.choices = error.moves
            return self._say(labels(self.lang)["ambiguous"].format(text=text))
        except kit.Unreadable:
            return self._say(labels(self.lang)["unreadable" if text else "nothing"].format(text=text))
        return self._try(move)

    def try_cards(self, words: Sequence[str]) -> str:
        """Try a move with these cards, in the shape of a legal move if one has as many; it may well be refused."""
        if trouble := self._nobody_asked():
            return trouble
        try:
            atoms = [kit.parse(word) for word in words] or [kit.parse("")]
        except kit.Unreadable:
            return self._say(self.label("unknown"))
        cards = [atom for atom in atoms if isinstance(atom, Card)]
        shapes = say.words(self.lang, self.game.NAME)["moves"]
        return self._try(shaped(self.legal(), shapes, cards) or (tuple(cards) if len(cards) > 1 else atoms[0]))

    def undo(self) -> str:
        """Take back the reader's last move, and all that followed."""
        self._hush()
        if self.walking or not self.past:
            return self._say(self.label("no-undo"))
        turn = self.past.pop()
        self._state, self.events = turn.state, turn.events
        del self.log[turn.moves :]
        return ""

    def hint(self) -> str:
        """What the tutor would do in the reader's place, and why."""
        if trouble := self._nobody_asked():
            return trouble
        if not self.legal():
            return self._say(self.label("stuck"))
        self._hush()
        self.thought.begin(self._hinting())
        return self.notice

    def new(self, seed: int | None = None) -> str:
        """A new match; `seed` fixes its shuffles. Without one the next follows from the last."""
        self._hush()
        self.seed = random.Random(f"{self.seed} new").randrange(SEEDS) if seed is None else seed
        self._fresh()
        return ""

    def replay(self, moves: Sequence[str], since: int | None = None) -> kit.Ruling | None:
        """These moves again, `deal` a shuffle: from the start of a match, or since a step of the worked deal.

        Stops before a move that is refused, and returns the ruling; ValueError if a text is no move or a move not due.
        """
        self._leave(since)
        for n, text in enumerate(moves, 1):
            turn = self._state.turn
            if (text == "deal") != (turn == kit.NOBODY) or turn == kit.OVER:
                raise Wrong("shuffle-due" if turn == kit.NOBODY else "not-due", n=n, text=text)
            if turn == kit.NOBODY:
                self._shuffle()
                continue
            move = kit.parse(text)
            if ruling := kit.refuse(self.game, self._state, move):
                return ruling
            if self.to_move():
                self._turn()
            self._carry_out(move)
        self._others()
        return None

    def deal_again(self) -> str:
        """The next deal of the match."""
        self._hush()
        if self.walking or not self.deal_is_over():
            return self._say(self.label("no-deal"))
        self.events = []
        self._shuffle()
        self._others()
        return ""

    def next(self) -> str:
        """The next step of the worked deal."""
        return self._go(1, "last-step")

    def back(self) -> str:
        """The step before."""
        return self._go(-1, "first-step")

    def walk(self) -> str:
        """Back to the worked deal, where it was left."""
        self._hush()
        if not self.steps:
            return self._say(self.label("no-walk"))
        self.walking = True
        return ""

    def play_on(self) -> str:
        """Leave the worked deal and play on from the position reached."""
        self._hush()
        if not self.walking:
            return self._say(self.label("no-walk"))
        self._leave(self.at)
        self._others()
        return ""

    def open_hands(self) -> str:
        """In a worked deal: show all hands, or only the reader's again."""
        self._hush()
        if not self.walking:
            return self._say(self.label("no-walk"))
        self.open = not self.open
        return ""

    def colours(self) -> str:
        """Each suit in a colour of its own, or two colours again."""
        self.four_colours = not self.four_colours
        return ""

    # How it is done

    def _hush(self) -> None:
        self.number += 1
        self.refusal, self.notice, self.choices = None, "", ()

    def _say(self, sentence: str) -> str:
        choices = self.choices
        self._hush()
        self.notice, self.choices = sentence, choices
        return sentence

    def _nobody_asked(self) -> str:
        """A sentence if the reader cannot move at all now."""
        turn = self.state.turn
        if turn == kit.OVER:
            return self._say(self.label("match-over"))
        if turn < 0:
            return self._say(self.label("nobody-moves"))
        return "" if self.to_move() else self._say(self.label("not-yours"))

    def _try(self, move: kit.Move) -> str:
        self._hush()
        self.refusal, self.tried = kit.refuse(self.game, self.state, move), move
        if self.refusal:
            return self.why(self.refusal)
        if self.walking:
            self._leave(self.at)
        self._turn()
        self._carry_out(move)
        self._others()
        return " ".join(say.say(ruling, self.lang, self.players) for e in self.events[:1] for ruling in e.told)

    def _leave(self, since: int | None = None) -> None:
        """To the start of a match, or off the worked deal at this step."""
        start = self.game.new(self.players, self.options)
        self.start = None
        self._state = start if since is None else kit.clone(self.steps[since].state)
        self.since, self.walking, self.open = since, False, False
        self.past, self.events, self.log = [], [], []

    def _turn(self) -> None:
        """The reader moves: undoing will come back to here."""
        self.past.append(Turn(self._state, len(self.log), self.events))
        self.events = []

    def _fresh(self) -> None:
        self._leave()
        while self._state.turn == kit.NOBODY:
            self._shuffle()
        self._others()

    def _shuffle(self) -> None:
        loose = list(self.game.loose(self._state))
        self._chance().shuffle(loose)
        self._carry_out(("deal", *loose))

    def _chance(self) -> random.Random:
        """Chance, the same whenever this point of the match is reached by the same moves."""
        return random.Random(f"{self.seed} {len(self.log)}")

    def _hinting(self) -> Generator[float, None, None]:
        known = {"log": self.moves(), "start": self.start, "seed": f"{self.seed} {len(self.log)}"}
        found = yield from hinting(self.game, self.state, seconds=PATIENCE, enough=self.thought.enough, **known)
        self._say(advise(found, self.lang))

    def _others(self) -> None:
        """The others move, and cards are shuffled in mid-deal, until the reader is to move or the deal is over."""
        self.thought.begin(self._moving())

    def _moving(self) -> Generator[float, None, None]:
        while self._state.turn != kit.OVER and not self.deal_is_over() and not self.to_move():
            if self._state.turn == kit.NOBODY:
                self._shuffle()
            else:
                moves, start, chance = self.moves(), self.start, self._chance()
                thought = choosing(
                    self.game, self._state, self.level, chance, moves, start=start, enough=self.thought.enough
                )
                self._carry_out((yield from thought))

    def _carry_out(self, move: kit.Move) -> None:
        seat = self._state.turn
        move = kit.canon(move)
        self._state, told = kit.carry_out(self.game, self._state, move)
        self.log.append(move)
        event = Event(seat, move, told)
        event.secret = secret(self.game, self._state, self.seat, event)
        self.events.append(event)

    def _go(self, by: int, stop: str) -> str:
        self._hush()
        if not self.walking:
            return self._say(self.label("no-walk"))
        if self.at + by not in range(len(self.steps)):
            return self._say(self.label(stop))
        self.at += by
        return self.steps[self.at].line.comment.get(self.lang, "")
