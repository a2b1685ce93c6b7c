"""Where two sets of rules part: the smallest deal on which they differ, found by search.

>>> from cardlib.games import load
>>> game = load("crazy-eights")
>>> found = differ(game, kit.options(game), kit.options(game, draw_freely=True))
>>> len(found.moves), kit.write(found.move), found.under_one.refusal.clause, found.under_other.refusal
(2, 'draw', 'crazy-eights.play-it', None)
"""

import random
import sys
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlib import kit, opponent, record, simulate
from cardlib.cards import Card
from cardlib.faults import Wrong
from cardlib.tutor import memory


class Judged(NamedTuple):
    """What one set of rules makes of the move on which they part: refused, or told, and the public fields after it.

    `fields` holds those in which the two differ; a shuffle of another pack cannot be dealt, and `why` says so.
    """

    refusal: kit.Ruling | None = None
    told: tuple[kit.Ruling, ...] = ()
    fields: tuple[tuple[str, Any], ...] = ()
    over: bool = False
    why: Wrong | None = None
    state: Any = None  # after it


@dataclass(frozen=True)
class Difference:
    """The same deal by two sets of rules: `moves`, shuffles among them, are the same in both; on `move` they part."""

    game: kit.Game
    players: int
    one: Any
    other: Any
    moves: tuple[kit.Move, ...]
    move: kit.Move
    under_one: Judged
    under_other: Judged

    @property
    def seat(self) -> int:
        """Who makes the move on which they part; NOBODY if it is a shuffle."""
        return kit.NOBODY if _is_shuffle(self.move) else self._before().turn

    @property
    def size(self) -> tuple[int, int]:
        """How many moves players make, that in dispute among them, and how many shuffles there are."""
        played = (*self.moves, self.move)
        shuffles = sum(_is_shuffle(move) for move in played)
        return len(played) - shuffles, shuffles

    def deal(self, title: dict[str, str]) -> record.Deal:
        """As a worked deal by the first rules: it replays by them, and by the others it does not come true."""
        refused = self.under_one.refusal
        moves = self.moves if refused else (*self.moves, self.move)
        deal = record.record(self.game, self.players, self.one, moves, title)
        if refused:
            text = f"{self.seat} {kit.write(self.move)}"
            deal.lines.append(record.Line("refused", 0, text, self.seat, self.move, (refused.clause,)))
        if self.under_other.over and not self.under_one.over:
            self._go_on(deal)
        expected = [record.Line("expect", 0, f"expect {name} {words(value)}") for name, value in self.under_one.fields]
        end = len(deal.lines) - self.under_one.over
        deal.lines[end:end] = expected
        return deal

    def _before(self) -> Any:
        """The position before that move, by the first rules."""
        s = self.game.new(self.players, self.one)
        for move in self.moves:
            self.game.play(s, move)
        return s

    def _go_on(self, deal: record.Deal) -> None:
        """One more line: by the other rules the match is over."""
        s = self._before()
        self.game.play(s, self.move)
        if s.turn == kit.NOBODY:
            deal.lines.append(record.Line("deal", 0, kit.write(("deal", *self.game.loose(s))), above=[""]))
        elif moves := self.game.legal(s):
            deal.lines.append(record.Line("move", 0, f"{s.turn} {kit.write(moves[0])}", s.turn, moves[0]))


class Progress(NamedTuple):
    """How far a search has come: moves tried, and the smallest difference found yet."""

    tried: int
    best: Difference | None


BUDGET = 30_000  # moves played in a search
SHORT = 32  # moves after which every other match is given up; of the others every other after twice as many, and so on.
# Until a difference is found one match in four is played to its end.


def differ(
    game: kit.Game, one: Any, other: Any, *, players: int | None = None, budget: int = BUDGET, seed: int = 0
) -> Difference | None:
    """The smallest deal found on which two sets of options differ; None if the budget of moves was spent in vain."""
    best = None
    for progress in search(game, one, other, players=players, budget=budget, seed=seed):
        best = progress.best
    return best


def search(
    game: kit.Game, one: Any, other: Any, *, players: int | None = None, budget: int = BUDGET, seed: int = 0
) -> Iterator[Progress]:
    """Plays the same moves by both rules until they part, again and again, each time in fewer moves than before.

    Some matches repeat the shuffles of the best one with other moves. If the best takes several deals, every other
    match goes on from one of them in a hurry. The search is the same for the same seed.
    """
    tables = game.PLAYERS if players is None else (players,)
    best: Difference | None = None
    stages: list[_Match] = []  # the best match before each of its deals
    tried, trial, fresh, floor = 0, 0, 1, 1
    while tried < budget and (best is None or best.size[0] > floor):
        rng = random.Random(f"{seed} {trial}")
        longest = best.size[0] - 1 if best else budget - tried
        if best and len(stages) > 1 and trial % 4:
            match, found, made = _hurry(rng.choice(stages), longest, rng, [None, *_scores(stages[-1])])
        else:
            again = best is not None and trial % 4 < 2
            shuffles = [move for move in best.moves if _is_shuffle(move)] if best and again else []
            match = _Match(game, best.players if best and again else rng.choice(tables), (one, other), shuffles)
            patience = SHORT * (fresh & -fresh) if best or fresh % 4 else longest
            found = match.part(min(longest, patience), rng, opponent.choose)
            fresh += 1
            made = match.made
        tried += made + 1
        if found and (best is None or found.size < best.size):
            best, stages = found, match.stages
        floor = 0 if best and not best.size[0] else 1
        trial += 1
        yield Progress(tried, best)


class _Match:
    """One match, played by two sets of rules at once; the shuffles that are given come first."""

    def __init__(self, game: kit.Game, players: int, rules: tuple[Any, Any], shuffles: Sequence[kit.Move] = ()) -> None:
        self.game, self.players, self.rules = game, players, rules
        self.shuffles = list(reversed(shuffles))
        self.sides = game.new(players, rules[0]), game.new(players, rules[1])
        self.log: list[kit.Move] = []
        self.made = 0  # moves of players
        self.stages: list[_Match] = []  # itself before each deal

    def copy(self) -> "_Match":
        """The same match at this point, of which no given shuffles are left."""
        new = copy(self)
        new.shuffles, new.log, new.stages = [], list(self.log), list(self.stages)
        new.sides = kit.clone(self.sides[0]), kit.clone(self.sides[1])
        return new

    def part(self, longest: int, rng: random.Random, choose: kit.Choose, deals: int = sys.maxsize) -> Difference | None:
        """Play on until the rules part, within so many moves of players and so many deals."""
        game, (s, t) = self.game, self.sides
        last = len(self.stages) + deals
        anew = True
        while s.turn != kit.OVER:
            if anew:
                if len(self.stages) == last:
                    return None
                self.stages.append(self.copy())
            if s.turn == kit.NOBODY:
                move = self.shuffle(rng)
                if set(kit.shuffled(move)) != set(game.loose(t)):
                    return self.difference(move, self.carry_out(s, move), Judged(why=Wrong("other-pack")))
            else:
                if self.made >= longest:
                    return None
                moves, others = game.legal(s), game.legal(t)
                if moves != others and (apart := set(moves) ^ set(others)):
                    move = min(apart, key=kit.write)
                    return self.difference(move, self.judge(s, move), self.judge(t, move))
                if not moves:
                    return None
                move = choose(moves, rng)
                self.made += 1
            under_one, under_other = self.carry_out(s, move), self.carry_out(t, move)
            if self.seen(under_one, under_other):
                return self.difference(move, under_one, under_other)
            self.log.append(move)
            anew = self.between(move, under_one)
        return None

    def between(self, move: kit.Move, judged: Judged) -> bool:
        """Does another deal begin after this move, with a shuffle of all the cards or without one?"""
        s = self.sides[0]
        if s.turn == kit.NOBODY:
            return not _is_shuffle(move) and memory.all_loose(self.game, s, memory.in_play(self.game, s))
        return not _is_shuffle(move) and not simulate.beginnings(self.game).isdisjoint(r.clause for r in judged.told)

    def shuffle(self, rng: random.Random) -> kit.Move:
        loose = self.game.loose(self.sides[0])
        known = self.shuffles.pop() if self.shuffles else ()
        return known if set(kit.shuffled(known)) == set(loose) else ("deal", *shuffled(loose, rng))

    def judge(self, s: Any, move: kit.Move) -> Judged:
        refusal = self.game.refuse(s, move)
        return Judged(refusal) if refusal else self.carry_out(s, move)

    def carry_out(self, s: Any, move: kit.Move) -> Judged:
        told: list[kit.Ruling] = []
        self.game.play(s, move, lambda clause, **facts: told.append(kit.Ruling(clause, facts)))
        fields = tuple((name, kit.frozen(getattr(s, name))) for name in self.game.PUBLIC)
        return Judged(None, tuple(told), fields, s.turn == kit.OVER, state=s)

    def seen(self, one: Judged, other: Judged) -> bool:
        """Is it plain from what the table sees that the rules have parted?"""
        return bool(
            one.over != other.over
            or {r.clause for r in one.told} - {r.clause for r in other.told}
            or any(a != b for a, b in zip(one.fields, other.fields, strict=True) if words(a[1]) and words(b[1]))
        )

    def difference(self, move: kit.Move, one: Judged, other: Judged) -> Difference:
        theirs = dict(other.fields)
        apart = [n for n, v in one.fields if n in theirs and v != theirs[n] and words(v) and words(theirs[n])]
        one, other = (j._replace(fields=tuple((n, v) for n, v in j.fields if n in apart)) for j in (one, other))
        return Difference(self.game, self.players, *self.rules, tuple(self.log), move, one, other)


TRIES = 8  # ways in which a deal is played before the next one begins
SELDOM = 0.1  # how often a player who leans to some moves plays like any other


def _hurry(
    match: _Match, longest: int, rng: random.Random, goals: Sequence[str | None]
) -> tuple[_Match, Difference | None, int]:
    """The match played on, each deal the best of several; where the rules part in it; how many moves all that took.

    The best is the shortest deal or, if the goal is a public count, the one that takes it furthest for its moves.
    """
    match = match.copy()
    made = 0
    goal = rng.choice(goals)
    while True:
        best: tuple[float, _Match] | None = None
        for _ in range(TRIES):
            trial = match.copy()
            found = trial.part(longest, rng, _leaning(rng), deals=1)
            moves = trial.made - match.made
            made += moves
            if found:
                return trial, found, made
            if trial.made >= longest or trial.sides[0].turn == kit.OVER:
                continue
            gain = max(getattr(trial.sides[0], goal)) - max(getattr(match.sides[0], goal)) if goal else 1
            rate = gain / (moves or 1)
            if best is None or rate > best[0]:
                best = rate, trial
        if best is None:
            return match, None, made
        match = best[1]


def _scores(match: _Match) -> list[str]:
    """The public counts, a number a seat, that go on when another deal begins."""
    game, s = match.game, kit.clone(match.sides[0])
    before = {name: kit.frozen(value) for name in game.PUBLIC if _by_seat(value := getattr(s, name), s.players)}
    if s.turn == kit.NOBODY:
        game.play(s, ("deal", *game.loose(s)))
    return [name for name, value in before.items() if any(value) and kit.frozen(getattr(s, name)) == value]


def _by_seat(value: Any, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(type(item) is int for item in value)


def _leaning(rng: random.Random) -> kit.Choose:
    """A player who likes some kinds of move better than others, and of a kind the first, the last or any."""
    liking: dict[tuple[str, ...], float] = {}
    place = rng.choice([0, -1, None])

    def choose(moves: Sequence[kit.Move], rng: random.Random) -> kit.Move:
        if rng.random() < SELDOM:
            return opponent.choose(moves, rng)
        kinds = opponent.by_kind(moves)
        best = kinds[max(kinds, key=lambda kind: liking.setdefault(kind, rng.random()))]
        return rng.choice(best) if place is None else best[place]

    return choose


def shuffled(loose: Sequence[Card], rng: random.Random) -> list[Card]:
    """The cards in any order, or, every other time, hardly shuffled at all: hands in which much is alike."""
    out = list(loose)
    rng.shuffle(out)
    if rng.random() < 0.5:
        return out
    by_rank, piles = rng.random() < 0.5, rng.randint(1, 4)
    out.sort(key=lambda c: (c.rank, c.suit) if by_rank else (c.suit, c.rank))
    at = rng.randrange(len(out))
    out = out[at:] + out[:at]
    each = -(-len(out) // piles)
    out = [c for n in range(each) for c in out[n::each]]
    for _ in range(rng.randint(0, 4)):
        a, b = rng.randrange(len(out)), rng.randrange(len(out))
        out[a], out[b] = out[b], out[a]
    return out


def _is_shuffle(move: kit.Move) -> bool:
    return isinstance(move, tuple) and move[0] == "deal"


def words(value: Any) -> str:
    """A public field as a deal writes it; nothing if it cannot."""
    if isinstance(value, tuple):
        return "" if any(isinstance(item, tuple) for item in value) else " ".join(map(str, value))
    return str(value)
