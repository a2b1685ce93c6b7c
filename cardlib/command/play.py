"""`play`: a game at the terminal against opponents of three levels."""

import random
from argparse import Namespace
from dataclasses import dataclass, field
from typing import Any

from cardlib import kit, say
from cardlib.cards import Card
from cardlib.command import find_game, find_options, find_players, phrase, plain, title, trouble
from cardlib.show import text
from cardlib.tutor.advice import advise
from cardlib.tutor.excuse import excuse, ruled
from cardlib.tutor.hints import hint
from cardlib.tutor.think import LEVEL, choose
from cardlib.tutor.why_not import why_not
from cardlib.typed import Ambiguous, read


def play(given: Namespace) -> int:
    """Sit down and play a match."""
    lang = given.lang
    game = find_game(given.game, lang)
    players = find_players(game, given.players, lang)
    options = kit.options(game, **find_options(game, given.option, lang))
    if not 0 <= given.seat < players:
        raise trouble(lang, "no-seat", given=str(given.seat), last=players - 1)
    seed = random.randrange(1_000_000) if given.seed is None else given.seed
    print(phrase(lang, "play", "title", game=title(game.NAME, lang)))
    print(phrase(lang, "play", "you" if players > 1 else "alone", players, seat=given.seat, seed=seed))
    Seat(game, lang, given.seat, random.Random(seed), game.new(players, options), given.level).sit()
    return 0


@dataclass(slots=True)
class Seat:
    """The player's seat: the state of the match, what has happened since the last prompt, and the turns gone by.

    `log` are all moves of the match; the others play at `level`. `reasons`: by which rules it all went, since his turn.
    """

    game: kit.Game
    lang: str
    seat: int
    rng: random.Random
    state: Any
    level: str = LEVEL
    news: list[str] = field(default_factory=list)
    log: list[kit.Move] = field(default_factory=list)
    past: list[tuple[Any, Any, int]] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)

    def sit(self) -> None:
        """Play to the end of the match, or until the player leaves."""
        self.others()
        while not self.over():
            self.show()
            if not self.turn():
                print(self.said("bye"))
                return
            self.others()
        self.show()
        print(ending(self.game, self.state, self.lang, self.seat))

    def said(self, name: str, **facts: Any) -> str:
        return phrase(self.lang, "play", name, self.state.players, **facts)

    def over(self) -> bool:
        """Is the match over, or a patience stuck?"""
        return self.state.turn == kit.OVER or not self.game.legal(self.state)

    def others(self) -> None:
        """Shuffles and the moves of the others, up to the player's turn."""
        while self.state.turn not in (self.seat, kit.OVER):
            if self.state.turn == kit.NOBODY:
                loose = list(self.game.loose(self.state))
                self.rng.shuffle(loose)
                self.news += ["", self.said("shuffled")]
                self.make(("deal", *loose))
            else:
                self.make(choose(self.game, self.state, self.level, self.rng, self.log))

    def make(self, move: kit.Move) -> None:
        """Make a move and keep what the player hears of it."""
        before = self.state
        self.state, told = kit.carry_out(self.game, before, move)
        self.log.append(move)
        if before.turn not in (self.seat, kit.NOBODY):
            views = [kit.view(self.game, s, self.seat) for s in (before, self.state)]
            if in_sight(move, told, *views):
                what = say.say_move(self.game, move, self.lang, before.players)
                self.news.append(self.said("moved", seat=before.turn, what=what))
            else:
                self.news.append(self.said("closed", seat=before.turn))
        self.reasons += ruled(told, self.lang, before.players)
        self.news += ["  " + say.say(ruling, self.lang, before.players) for ruling in told]

    def show(self) -> None:
        """What has happened, and the table as the player sees it."""
        print("\n".join(self.news))
        self.news = []
        print()
        print(text.table(kit.view(self.game, self.state, self.seat), self.lang))

    def turn(self) -> bool:
        """Ask until the player moves or goes back a turn; False if he leaves."""
        while True:
            try:
                typed = input(self.said("prompt")).strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return False
            word = plain(typed)
            if word in ("q", self.said("quit-word")):
                return False
            if word in ("u", self.said("undo-word")):
                if self.undo():
                    return True
            elif word in ("h", self.said("help-word")):
                print(self.said("help").strip("\n"))
            elif word in ("!", self.said("hint-word")):
                print(advise(hint(self.game, self.state, log=self.log), self.lang))
            elif word in ("w", self.said("why-word")):
                print("\n".join(self.reasons) or self.said("no-why"))
            elif word in ("?", self.said("moves-word")):
                moves = self.game.legal(self.state)
                print(self.said("moves", n=len(moves)))
                self.choose_from(moves)
            elif word and self.try_move(typed):
                return True

    def try_move(self, typed: str) -> bool:
        """Make the move that was typed, or say why not: it cannot be read, it fits several moves, or it is illegal."""
        try:
            move = self.read(typed)
            refusal = kit.refuse(self.game, self.state, move)
        except kit.Unreadable:
            print(self.said("unreadable", text=typed))
            return False
        except Ambiguous as error:
            print(self.said("ambiguous", text=typed))
            self.choose_from(error.moves)
            return False
        if refusal:
            why = say.say(refusal, self.lang, self.state.players, refused=True)
            print(self.said("illegal", why=why, clause=refusal.clause))
            found = why_not(self.game, self.state, move, self.log)
            if instead := excuse(self.game, found, self.lang, self.state.players):
                print(instead)
            return False
        self.past.append((self.state, self.rng.getstate(), len(self.log)))
        self.reasons = []
        self.make(kit.canon(move))
        return True

    def read(self, typed: str) -> kit.Move:
        """A move as typed, or by the phrase that the list of moves gives it."""
        moves = self.game.legal(self.state)
        named = [move for move in moves if plain(self.called(move)) == plain(typed)]
        if len(named) > 1:
            raise Ambiguous(typed, named)
        return named[0] if named else read(self.game, self.state, typed)

    def called(self, move: kit.Move) -> str:
        return say.say_move(self.game, move, self.lang, self.state.players)

    def choose_from(self, moves: Any) -> None:
        """Moves as one types them, and what they are called."""
        width = max(len(kit.write(move)) for move in moves)
        for move in moves:
            print(f"  {kit.write(move):<{width}}  {self.called(move)}")

    def undo(self) -> bool:
        """Back to the player's previous turn, the shuffles to come unchanged."""
        if not self.past:
            print(self.said("no-undo"))
            return False
        self.state, chance, moves = self.past.pop()
        del self.log[moves:]
        self.rng.setstate(chance)
        self.news, self.reasons = [self.said("undone")], []
        return True


def in_sight(move: kit.Move, told: list[kit.Ruling], before: kit.View, after: kit.View) -> bool:
    """Are the cards of another's move seen, as the viewer's views before and after it go?

    Seen are those that lie open before or after the move, those that the game names in telling of the move, those that
    leave with cards that lay open, as the last card of a trick does, and those of a move that ends the deal.
    """
    if after.turn < 0:
        return True
    moved = [atom for atom in kit.atoms(move) if isinstance(atom, Card)]
    named = [c for ruling in told for fact in ruling.facts.values() for c in _cards(fact)]
    seen = {*named, *(c for view in (before, after) for zone in view.zones for c in zone.cards)}
    middle = [zone for zone in before.zones if zone.name.split()[0] in ("trick", "table")]
    return all(c in seen for c in moved) or any(zone.cards for zone in middle)


def _cards(fact: Any) -> list[Card]:
    if isinstance(fact, tuple):
        return [c for part in fact for c in _cards(part)]
    return [fact] if isinstance(fact, Card) else []


def ending(game: kit.Game, s: Any, lang: str, seat: int | None = None) -> str:
    """How the match ended, in one sentence."""
    winners = game.result(s)
    if s.players == 1:
        return phrase(lang, "play", "patience-out" if winners else "patience-stuck")
    if not winners:
        return phrase(lang, "play", "over-nobody")
    return phrase(lang, "play", "over-you" if seat in winners else "over", s.players, winners=winners)
