"""The dispute desk: what each house rule and each relative of a game says of a move.

>>> import random
>>> game = load("crazy-eights")
>>> s, log = game.new(2, game.Options()), []
>>> while s.turn == kit.NOBODY:
...     log.append(kit.deal(game, s, random.Random(3)))
>>> [(v.option, v.value) for v in verdicts(game, s, "draw", log) if v.refusal is None]
[('draw_freely', True)]
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from cardlib import kit, opponent
from cardlib.cards import Card
from cardlib.catalogue import catalogue
from cardlib.faults import Wrong
from cardlib.games import load, names

Place = tuple[str, int | None]


class Verdict(NamedTuple):
    """What one set of rules says of a move: those of `game`, with one option at a value, or as they stand (None).

    `refusal` is the clause that the move breaks first; if it is allowed, `told` are those it brings about. `why` says
    why the position cannot be judged by these rules at all.
    """

    game: str
    option: str | None
    value: Any
    refusal: kit.Ruling | None = None
    told: tuple[kit.Ruling, ...] = ()
    why: Wrong | None = None

    @property
    def allowed(self) -> bool:
        """May the move be made?"""
        return self.refusal is None and self.why is None


def verdicts(game: kit.Game, s: Any, move: kit.Move, log: Sequence[kit.Move] | None) -> list[Verdict]:
    """The move by the rules of the position, by every other value of each option, and by those of relatives.

    `log` holds the moves that led to the position, from the first shuffle on; None if they are not known.
    """
    if s.turn < 0:
        raise Wrong("match-over" if s.turn == kit.OVER else "a-shuffle-due")
    move = kit.canon(move)
    found = [_judge(game, s, move, None, None)]
    rules = {name: getattr(s.options, name) for name in kit.choices(game)}
    for name, values in kit.choices(game).items():
        for value in values:
            if value == rules[name]:
                continue
            try:
                carried = under(game, s, kit.options(game, **(rules | {name: value})))
                found.append(_judge(game, carried, move, name, value))
            except Wrong as why:
                found.append(Verdict(game.NAME, name, value, why=why))
    for other in relatives(game):
        try:
            found.append(_judge(other, among(other, game, s, log), move, None, None))
        except Wrong as why:
            found.append(Verdict(other.NAME, None, None, why=why))
    return found


def under(game: kit.Game, s: Any, options: Any) -> Any:
    """A copy of the position, played on by these options; Wrong if they want another pack."""
    return _carried(game, s, game, options)


def _carried(game: kit.Game, s: Any, other: kit.Game, options: Any) -> Any:
    if _pack(game, s) != _pack(other, _begun(other, s.players, options)):
        raise Wrong("other-pack")
    carried = kit.clone(s)
    carried.options = options
    return carried


def _judge(game: kit.Game, s: Any, move: kit.Move, option: str | None, value: Any) -> Verdict:
    refusal = game.refuse(s, move)
    told = () if refusal else tuple(kit.carry_out(game, s, move)[1])
    return Verdict(game.NAME, option, value, refusal, told)


# Relatives


def relatives(game: kit.Game) -> list[kit.Game]:
    """The games of the same tree of variants, and those of the family that are ever dealt alike.

    >>> [other.NAME for name in ("war", "gin-rummy") for other in relatives(load(name))]
    ['war-32', 'rummy']
    """
    return [load(name) for name in _relatives(game.NAME)]


@cache
def _relatives(game: str) -> tuple[str, ...]:
    return tuple(name for name in names() if name != game and (_root(name) == _root(game) or _alike(name, game)))


def _root(name: str) -> str:
    """The game from which the variants come in the end."""
    base = catalogue()[name].variant_of
    return _root(base) if base else name


def _alike(one: str, other: str) -> bool:
    if catalogue()[one].family != catalogue()[other].family:
        return False
    a, b = load(one), load(other)
    begun = ((_begun(a, n, a.Options()), _begun(b, n, b.Options())) for n in a.PLAYERS if n in b.PLAYERS)
    return any(_pack(a, s) == _pack(b, t) and _sizes(a, s) == _sizes(b, t) for s, t in begun)


def among(other: kit.Game, game: kit.Game, s: Any, log: Sequence[kit.Move] | None) -> Any:
    """The position in a relative, by the house rules that both know; Wrong says why it cannot stand there.

    The same cards must be dealt to the same places, and a move of the same kind be due. Whether every move on the way
    would have been legal is not asked, no more than of a house rule: the answer might tell what others held.
    """
    if s.players not in other.PLAYERS:
        raise Wrong("other-players", allowed=other.PLAYERS, given=s.players)
    rules = {name: getattr(s.options, name, None) for name in kit.choices(other)}
    options = kit.options(other, **{name: rule for name, rule in rules.items() if rule in kit.choices(other)[name]})
    carried = _carried(game, s, other, options)
    if _sizes(game, _begun(game, s.players, s.options)) != _sizes(other, _begun(other, s.players, options)):
        raise Wrong("other-deal")
    begun = other.new(s.players, options)
    if type(begun) is not type(s):
        if log is None:
            raise Wrong("no-way")
        carried = _played(other, begun, game, game.new(s.players, s.options), log)
    if not _due(game, s) & _due(other, carried):
        raise Wrong("other-move")
    return carried


def _played(other: kit.Game, t: Any, game: kit.Game, s: Any, log: Sequence[kit.Move]) -> Any:
    """The position to which the moves lead in a game that keeps it in its own way."""
    for move in log:
        if s.turn == kit.NOBODY:
            loose = kit.shuffled(move)
            game.play(s, move)
            t = t if s.turn == kit.NOBODY else _dealt(other, t, game, s, loose)
            continue
        if opponent.kind_of(move) not in _due(other, t):
            raise Wrong("other-move")
        game.play(s, move)
        other.play(t, move)
        if s.turn != t.turn:
            raise Wrong("other-turn")
        if _lie(game, s) != _lie(other, t):
            raise Wrong("other-places")
    return t


def _dealt(other: kit.Game, t: Any, game: kit.Game, s: Any, loose: Sequence[Card]) -> Any:
    """The relative with the same cards dealt to the same places, by whoever makes the same player be to move."""
    pack = list(other.loose(t)) if t.turn == kit.NOBODY else []
    if _numbers(pack) != _numbers(loose):
        raise Wrong("other-deal")
    shuffle: kit.Move = ("deal", *pack)
    while (after := kit.carry_out(other, t, shuffle)[0]).turn == kit.NOBODY:
        t = after  # it was a cut for the deal
    why = "other-deal"
    for dealer in range(s.players):
        before = kit.clone(t)
        if "dealer" in other.PUBLIC:
            before.dealer = dealer
        after = kit.carry_out(other, before, shuffle)[0]
        if _sizes(game, s) == _sizes(other, after):
            alike = _arranged(pack, _zones(other, after), loose, _zones(game, s))
            after = kit.carry_out(other, before, ("deal", *alike))[0]
            if after.turn == s.turn and _lie(game, s) == _lie(other, after):
                return after
            why = "other-turn"
    raise Wrong(why)


def _arranged(
    pack: Sequence[Card], dealt: dict[Place, list[Card]], loose: Sequence[Card], ours: dict[Place, list[Card]]
) -> list[Card]:
    """The pack with our cards in the stead of those that were dealt to the same places."""
    instead: dict[Card, list[Card]] = {}
    for place, cards in dealt.items():
        for c, own in zip((c for c in cards if c in pack), (c for c in ours[place] if c in loose), strict=False):
            instead.setdefault(c, []).append(own)
    return [instead[c].pop() for c in pack]


def _zones(game: kit.Game, s: Any) -> dict[Place, list[Card]]:
    found: dict[Place, list[Card]] = {}
    for zone in game.table(s):
        if cards := [c for c in zone.cards if c]:
            found.setdefault((zone.name, zone.owner), []).extend(cards)
    return found


def _sizes(game: kit.Game, s: Any) -> dict[Place, int]:
    return {place: len(cards) for place, cards in _zones(game, s).items()}


def _lie(game: kit.Game, s: Any) -> dict[Place, list[int]]:
    """Which cards lie where."""
    return {place: _numbers(cards) for place, cards in _zones(game, s).items()}


def _begun(game: kit.Game, players: int, options: Any) -> Any:
    """A match after its first deal: before it the cards may lie nowhere yet."""
    return kit.start(game, players, options, seed=0)


def _pack(game: kit.Game, s: Any) -> list[int]:
    return _numbers(c for cards in _zones(game, s).values() for c in cards)


def _numbers(cards: Iterable[Card]) -> list[int]:
    return sorted(c.n for c in cards)


def _due(game: kit.Game, s: Any) -> set[tuple[str, ...]]:
    """The kinds of move that may be made."""
    return {opponent.kind_of(move) for move in game.legal(s)}
