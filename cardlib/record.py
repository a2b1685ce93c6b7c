"""Worked deals: reading, writing and replaying `.deal` files.

A deal is a head (game, players, options, a title in each language), then lines in the order of play:

    deal 2S 2H 4D rest 7    the shuffle: these cards first, the others shuffled with seed 7 (`seed 7`: all of them)
    0 8C ? game.clause      seat 0 tries a move; it is refused, and this is the first clause it breaks
    0 knock KD ! game.clause game.other    seat 0 moves; the move brings about these clauses, among others
    expect score 10 0       a public field of the state
    end 0                   the match is over and these seats have won (`end` alone: nobody)
    ru ...  en ...          a comment on the line above, in each language

Blank lines and lines that begin with `#` mean nothing; they are kept.
"""

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal

from cardlib import kit
from cardlib.cards import CARDS, Card
from cardlib.faults import Wrong
from cardlib.games import load

LANGUAGES = ("ru", "en")
Kind = Literal["deal", "move", "refused", "expect", "end"]


class Fault(Wrong):
    """A deal that cannot be read or does not replay: file, line, and what would be right, in one sentence."""

    def __init__(self, name: str, line: int, fault: Wrong) -> None:
        super().__init__(fault.key, **fault.facts)
        self.name, self.line = name, line

    def __str__(self) -> str:
        return f"{self.name}:{self.line}: {self.sentence('en')}"


@dataclass(slots=True)
class Line:
    """One line of play. `seat` moves; `clauses` are told or, for a refused move, the one broken.

    `text` is the line without its clauses; `above` the blank lines and remarks before it.
    """

    kind: Kind
    number: int
    text: str
    seat: int = kit.NOBODY
    move: kit.Move = ""
    clauses: tuple[str, ...] = ()
    comment: dict[str, str] = field(default_factory=dict)
    above: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        mark = " ? " if self.kind == "refused" else " ! "
        cited = mark + " ".join(self.clauses) if self.clauses else ""
        comments = [f"{lang} {self.comment[lang]}" for lang in LANGUAGES if lang in self.comment]
        return "\n".join([*self.above, self.text + cited, *comments])


@dataclass(slots=True)
class Deal:
    """A deal as read: `name` is the file's name without `.deal`."""

    name: str
    game: kit.Game
    players: int
    options: Any
    title: dict[str, str]
    lines: list[Line]
    below: list[str] = field(default_factory=list)

    def cites(self) -> set[str]:
        """Every clause that the deal shows applied or refused."""
        return {clause for line in self.lines for clause in line.clauses}


@dataclass(slots=True)
class Step:
    """What a line of play did: the state after it and, for a move, all rulings; for a refused move, the refusal.

    `move` is the move made, a shuffle with every card; None if the state did not change.
    """

    line: Line
    state: Any
    move: kit.Move | None = None
    told: list[kit.Ruling] = field(default_factory=list)
    refusal: kit.Ruling | None = None


def folder(game: str) -> Traversable:
    """Where the worked deals of a game lie."""
    return files("cardlib") / "deals" / game


def deals(game: str) -> list[Deal]:
    """All worked deals of a game, by file name."""
    place = folder(game)
    found = sorted(f.name for f in place.iterdir() if f.name.endswith(".deal")) if place.is_dir() else []
    return [open_deal(game, name.removesuffix(".deal")) for name in found]


def open_deal(game: str, name: str) -> Deal:
    """One worked deal by name; ValueError with the names there are if it is not one of them."""
    place = folder(game) / f"{name}.deal"
    if not place.is_file():
        there = tuple(sorted(f.name.removesuffix(".deal") for f in folder(load(game).NAME).iterdir()))
        raise Wrong("no-deal", game=game, name=name, there=there)
    return read(place.read_text("utf-8"), f"{game}/{name}.deal")


def read(text: str, name: str = "deal") -> Deal:
    """A deal from its text; Fault if it cannot be read."""
    return _Reader(text, name).deal()


def write(deal: Deal) -> str:
    """The text of a deal, as `read` reads it."""
    changed = [
        f"{name}={value}"
        for name, values in kit.choices(deal.game).items()
        if (value := getattr(deal.options, name)) != values[0]
    ]
    head = [f"game     {deal.game.NAME}", f"players  {deal.players}"]
    head += [f"options  {' '.join(changed)}"] if changed else []
    head += [f"title {lang} {deal.title[lang]}" for lang in LANGUAGES]
    return "\n".join([*head, *map(str, deal.lines), *deal.below]) + "\n"


def record(game: kit.Game, players: int, options: Any, moves: Sequence[kit.Move], title: dict[str, str]) -> Deal:
    """A match that was played, as a deal: `moves` from the first shuffle on, with every clause they bring about.

    >>> game = load("crazy-eights")
    >>> s = game.new(2, game.Options())
    >>> log: list[kit.Move] = []
    >>> steps = kit.playout(game, s, random.Random(1), log=log)
    >>> deal = record(game, 2, game.Options(), log, {"ru": "Пример", "en": "An example"})
    >>> [step.state == s for step in replay(read(write(deal)))][-1]
    True
    """
    lines = []
    s = game.new(players, options)
    for number, move in enumerate(moves, 1):
        seat = s.turn
        s, told = kit.step(game, s, move)
        clauses = tuple(dict.fromkeys(ruling.clause for ruling in told))
        if seat == kit.NOBODY:
            lines.append(Line("deal", number, kit.write(move), clauses=clauses, above=[""]))
        else:
            lines.append(Line("move", number, f"{seat} {kit.write(move)}", seat, move, clauses))
    if s.turn == kit.OVER:
        lines.append(Line("end", len(moves) + 1, " ".join(["end", *map(str, game.result(s))])))
    return Deal("record", game, players, options, title, lines)


def replay(deal: Deal, off: Collection[str] = ()) -> Iterator[Step]:
    """Play the deal line by line; Fault at the first line that does not come true.

    Clauses in `off` are switched off: their refusals are ignored and they are not told.
    """
    game = deal.game
    s = game.new(deal.players, deal.options)
    for line in deal.lines:

        def fault(key: str, number: int = line.number, **facts: Any) -> Fault:
            return Fault(f"{game.NAME}/{deal.name}.deal", number, Wrong(key, **facts))

        if line.kind == "expect":
            _check_field(game, s, line, fault)
            yield Step(line, s)
        elif line.kind == "end":
            winners = tuple(map(int, line.text.split()[1:]))
            if s.turn != kit.OVER:
                raise fault("not-over", whose=_whose(s))
            if game.result(s) != winners:
                raise fault("winners", there=_seats(game.result(s)), given=_seats(winners))
            yield Step(line, s)
        else:
            move = _shuffled(game, s, line, fault) if line.kind == "deal" else kit.canon(line.move)
            if line.kind != "deal" and s.turn != line.seat:
                raise fault("not-on-turn", seat=line.seat, whose=_whose(s))
            refusal = None if line.kind == "deal" else game.refuse(s, move)
            if refusal and refusal.clause in off:
                refusal = None
            if line.kind == "refused":
                if refusal is None or refusal.clause != line.clauses[0]:
                    key, other = ("breaks-other", refusal.clause) if refusal else ("is-legal", "")
                    raise fault(key, other=other, clause=line.clauses[0])
                yield Step(line, s, refusal=refusal)
                continue
            if refusal:
                raise fault("breaks", clause=refusal.clause, example=_example(game, s))
            s, rulings = kit.carry_out(game, s, move)
            rulings = [ruling for ruling in rulings if ruling.clause not in off]
            missing = [c for c in line.clauses if c not in {ruling.clause for ruling in rulings}]
            if missing:
                there = tuple(dict.fromkeys(r.clause for r in rulings))
                raise fault("not-told", clause=missing[0], there=there or Wrong("nothing"))
            yield Step(line, s, move, rulings)


def _check_field(game: kit.Game, s: Any, line: Line, fault: Any) -> None:
    _, name, *words = line.text.split()
    if name not in game.PUBLIC:
        raise fault("no-field", game=game.NAME, name=name, known=game.PUBLIC)
    value = getattr(s, name)
    there = [str(v) for v in value] if isinstance(value, list | tuple) else [str(value)]
    if there != words:
        raise fault("field-is", name=name, there=" ".join(there), given=" ".join(words))


def _shuffled(game: kit.Game, s: Any, line: Line, fault: Any) -> kit.Move:
    if s.turn != kit.NOBODY:
        raise fault("no-shuffle-due", whose=_whose(s))
    loose = list(game.loose(s))
    words = line.text.split()[1:]
    first: list[Card] = []
    while words and words[0] not in ("rest", "seed"):
        word = words.pop(0)
        if word not in CARDS or CARDS[word] not in loose:
            raise fault("not-loose", word=word)
        loose.remove(CARDS[word])
        first.append(CARDS[word])
    if words:
        random.Random(int(words[1])).shuffle(loose)
    elif loose:
        raise fault("not-all-dealt", left=len(loose))
    return ("deal", *first, *loose)


def _whose(s: Any) -> Wrong:
    key = {kit.OVER: "match-over", kit.NOBODY: "a-shuffle-due"}.get(s.turn, "seat-to-move")
    return Wrong(key, seat=s.turn)


def _seats(seats: Sequence[int]) -> str | Wrong:
    return " ".join(map(str, seats)) or Wrong("nobody")


def _example(game: kit.Game, s: Any) -> str:
    moves = game.legal(s)
    return kit.write(moves[0]) if moves else "none"


class _Reader:
    """Reads a text line by line, knowing where it is."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name, self.number = text, name, 0
        self.head: dict[str, tuple[int, str]] = {}
        self.title: dict[str, str] = {}
        self.lines: list[Line] = []
        self.above: list[str] = []

    def fault(self, key: str, **facts: Any) -> Fault:
        return self.at_line(Wrong(key, **facts))

    def at_line(self, fault: Wrong) -> Fault:
        return Fault(self.name, self.number, fault)

    def deal(self) -> Deal:
        for number, raw in enumerate(self.text.splitlines(), 1):
            self.number = number
            line = raw.strip()
            if not line or line.startswith("#"):
                self.above.append(line)
            else:
                self.line(line)
        self.number += 1
        for lang in LANGUAGES:
            if lang not in self.title:
                raise self.fault("no-title", lang=lang)
        game, players = self.game(), self.players()
        given = dict(pair.partition("=")[::2] for pair in self.said("options").split())
        try:
            options = kit.options(game, **given)
        except Wrong as error:
            raise self.at_line(error) from None
        short = self.name.rpartition("/")[2].removesuffix(".deal")
        return Deal(short, game, players, options, self.title, self.lines, self.above)

    def said(self, word: str) -> str:
        """What the head says of the game, players or options; faults from here on are on that line."""
        self.number, text = self.head.get(word, (self.number, ""))
        return text

    def game(self) -> kit.Game:
        if "game" not in self.head:
            raise self.fault("no-game-named")
        number, name = self.head["game"]
        try:
            return load(name)
        except Wrong as error:
            self.number = number
            raise self.at_line(error) from None

    def players(self) -> int:
        count, allowed = self.said("players"), self.game().PLAYERS
        if not count.isdecimal() or int(count) not in allowed:
            raise self.fault("players-are" if count else "players-missing", given=count, allowed=allowed)
        return int(count)

    def line(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        if word in ("game", "players", "options"):
            if self.lines:
                raise self.fault("belongs-to-head", word=word)
            self.head[word] = self.number, rest
        elif word == "title":
            lang, _, title = rest.partition(" ")
            if lang not in LANGUAGES or not title:
                raise self.fault("title-how")
            self.title[lang] = title.strip()
        elif word in LANGUAGES:
            if not self.lines:
                raise self.fault("comment-on-nothing")
            if word in self.lines[-1].comment:
                raise self.fault("comment-twice", lang=word)
            self.lines[-1].comment[word] = rest
        elif word == "deal":
            self.shuffle(text)
        elif word == "expect":
            if len(rest.split()) < 2:
                raise self.fault("expect-how")
            self.add(Line("expect", self.number, text))
        elif word == "end":
            if not all(seat.isdecimal() for seat in rest.split()):
                raise self.fault("end-how")
            self.add(Line("end", self.number, text))
        elif word.isdecimal():
            self.move(int(word), rest, text)
        else:
            raise self.fault("no-such-line", word=word)

    def shuffle(self, text: str) -> None:
        body, _, clauses = text.partition(" ! ")
        words = body.split()
        mark = next((n for n, w in enumerate(words) if w in ("rest", "seed")), None)
        if mark is not None and (len(words) != mark + 2 or not words[-1].isdecimal()):
            raise self.fault("number-after", word=words[mark])
        if len(words) == 1:
            raise self.fault("nothing-dealt")
        self.add(Line("deal", self.number, body, clauses=self.clauses(clauses.split())))

    def move(self, seat: int, rest: str, text: str) -> None:
        words = rest.split()
        mark = next((n for n, word in enumerate(words) if word in "?!"), len(words))
        kind: Kind = "refused" if words[mark : mark + 1] == ["?"] else "move"
        try:
            move = kit.parse(" ".join(words[:mark]))
        except kit.Unreadable as error:
            raise self.at_line(error) from None
        cited = self.clauses(words[mark + 1 :])
        if kind == "refused" and len(cited) != 1:
            raise self.fault("one-clause")
        self.add(Line(kind, self.number, f"{seat} {kit.write(move)}", seat, move, cited))

    def add(self, line: Line) -> None:
        line.above, self.above = self.above, []
        self.lines.append(line)

    def clauses(self, cited: Sequence[str]) -> tuple[str, ...]:
        known = kit.clauses(self.game())
        for clause in cited:
            if clause not in known:
                raise self.fault("no-clause", game=self.game().NAME, clause=clause)
        return tuple(cited)
