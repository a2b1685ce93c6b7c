"""Questions made of positions. Every wrong answer is the engine's own: what it says of another move or of another case.

A question has one right answer, and it follows from what is shown: it stays the same however the cards lie that the
seat does not see.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from string import Formatter
from typing import Any, Literal

from cardlib import kit, say
from cardlib.cards import Card
from cardlib.tutor.question import Choice, Kind, Question
from cardlib.tutor.spots import Spot, Spots, in_sight
from cardlib.tutor.unseen import Unseen

ANSWERS = 4
REDEALS = 30  # ways in which the unseen cards are dealt anew, to see whether the answer depends on them

Maker = Callable[[Spots, Spot, random.Random], Question | None]


def questions(spots: Spots, clause: str, rng: random.Random) -> Iterator[Question]:
    """Questions about the clause, each kind of case in turn, in an order that the source of chance gives."""
    makers: list[tuple[Maker, Spot]] = []
    for spot in spots.refused.get(clause, []):
        makers += [(maker, spot) for maker in (may, which, which_not)]
    for spot in spots.told.get(clause, []):
        makers += [(fill, spot)] if spot.seat < 0 else [(maker, spot) for maker in (may, brings, fill)]
    kinds = list(dict.fromkeys(maker for maker, _ in makers))
    rng.shuffle(makers)
    rng.shuffle(kinds)
    makers.sort(key=lambda pair: kinds.index(pair[0]))
    for maker, spot in makers:
        if question := maker(spots, spot, rng):
            yield question


# What a seat may do


def may(spots: Spots, spot: Spot, rng: random.Random) -> Question | None:
    """May the seat make this move, and which rule decides?"""
    others = {r.clause: (m, r) for m, r in spots.near(spot.state, rng) if _told_apart(spots, spot, m)}
    others.pop(spot.ruling.clause, None)
    wrong = [_about(spot, *pair, spot.seat) for pair in others.values()]
    if spot.told:
        of_the_move = spot.ruling is spot.told[0]  # what the move leads to comes after
        if not wrong or not of_the_move or not steady(spots.game, spot.state, spot.seat, _tells(spots.game, spot)):
            return None
        right = Choice("yes")
    else:
        right = Choice("refused", spot.ruling)
        wrong = wrong[: ANSWERS - 2]
    choices = [right] if spot.told else [Choice("yes"), right]
    choices += [Choice("refused", ruling) for ruling in _unlike([spot.ruling], wrong)]
    # Yes comes first, as people put it; the rules stand in an order that tells nothing.
    first, *rest = choices[:ANSWERS]
    rng.shuffle(rest)
    return _question("may", spots, spot, [first, *rest], right)


def which(spots: Spots, spot: Spot, rng: random.Random) -> Question | None:
    """Which of these moves may the seat make? One is legal; one of the others breaks the clause."""
    wrong = [(spot.move, spot.ruling)]
    for move, ruling in spots.near(spot.state, rng):
        if move not in [m for m, _ in wrong] and len(wrong) < ANSWERS - 1:
            wrong.append((move, ruling))
    legal = _alike(spots.game.legal(spot.state), spot.move, rng)
    choices = [Choice("move", move, ruling, refused=True) for move, ruling in wrong]
    right = Choice("move", legal[0]) if legal else None
    if not right or len(choices) < 2:
        return None
    return _question("which", spots, spot, _shuffled([right, *choices], rng), right)


def which_not(spots: Spots, spot: Spot, rng: random.Random) -> Question | None:
    """Which of these moves may the seat not make? One breaks the clause; the others are legal."""
    legal = _alike(spots.game.legal(spot.state), spot.move, rng)[: ANSWERS - 1]
    if len(legal) < 2:
        return None
    right = Choice("move", spot.move, spot.ruling, refused=True)
    choices = [Choice("move", move, _first_told(spots.game, spot.state, move)) for move in legal]
    return _question("which-not", spots, spot, _shuffled([right, *choices], rng), right)


def _told_apart(spots: Spots, spot: Spot, other: kit.Move) -> bool:
    """Can the rule that refuses the other move not also be one that this move breaks?

    A move with a card that the seat does not hold may break more rules than the first; then only rules about moves of
    another shape are certainly not among them.
    """
    if spot.told:
        return True
    own, _ = in_sight(spots.game, spot.state)
    return all(c in own for c in _cards(spot.move)) or _shape(other) != _shape(spot.move)


def _about(spot: Spot, other: kit.Move, ruling: kit.Ruling, seat: int) -> kit.Ruling:
    """The ruling on another move, which `seat` made, as if it were about this one: with its seat and its cards."""
    there, here = _cards(other), _cards(spot.move)
    instead = dict(zip(there, here, strict=True)) if len(there) == len(here) else {}
    facts = {k: instead.get(v, v) if isinstance(v, Card) else v for k, v in ruling.facts.items()}
    if facts.get("seat") == seat:
        facts["seat"] = spot.seat
    return kit.Ruling(ruling.clause, facts)


def _alike(moves: Iterable[kit.Move], move: kit.Move, rng: random.Random) -> list[kit.Move]:
    """Moves in an order of chance, those of the same shape first."""
    found = list(moves)
    rng.shuffle(found)
    return sorted(found, key=lambda other: _shape(other) != _shape(move))


def _tells(game: kit.Game, spot: Spot) -> Callable[[Any], bool]:
    return lambda s: spot.ruling in _told(game, s, spot.move)


def _first_told(game: kit.Game, s: Any, move: kit.Move) -> kit.Ruling | None:
    _, told = kit.carry_out(game, s, move)
    return told[0] if told and steady(game, s, s.turn, lambda other: _told(game, other, move)[:1]) else None


# What a move brings about


def brings(spots: Spots, spot: Spot, rng: random.Random) -> Question | None:
    """Which rule comes into play with this move? The wrong ones are told of other moves."""
    game = spots.game
    happen = {ruling.clause for ruling in spot.told}
    near: dict[str, kit.Ruling] = {}
    for move in _alike(game.legal(spot.state), spot.move, rng)[:12]:
        for ruling in _told(game, spot.state, move):
            near.setdefault(ruling.clause, _about(spot, move, ruling, spot.seat))
    far = [c for c in spots.told if c not in near]
    for clause in rng.sample(far, len(far)):
        other = rng.choice(spots.told[clause])
        if other.seat >= 0 and other.state.players == spot.state.players:
            near.setdefault(clause, _about(spot, other.move, other.ruling, other.seat))
    wrong = [ruling for clause, ruling in near.items() if clause not in happen]
    wrong = _unlike([spot.ruling], wrong)[: ANSWERS - 1]
    shown = _shown(spots, spot, [ruling.clause for ruling in wrong])
    if not shown or not wrong:
        return None
    right = Choice("told", spot.ruling)
    choices = _shuffled([right, *(Choice("told", ruling) for ruling in wrong)], rng)
    return _question("brings", spots, spot, choices, right, **shown)


def fill(spots: Spots, spot: Spot, rng: random.Random) -> Question | None:
    """What belongs in the gap: a number, a seat or a card of what the move brings about? Who takes the trick?"""
    shown = _shown(spots, spot)
    if not shown:
        return None
    if spot.seat >= 0 and _takes_the_trick(spots, spot):
        seat = spot.ruling.facts["seat"]
        choices = [Choice("seat", n) for n in range(spot.state.players)]
        return _question("trick", spots, spot, choices, choices[seat], **shown)
    gaps = list(_gaps(spots, spot))
    rng.shuffle(gaps)
    for name, sort, others in gaps:
        value = spot.ruling.facts[name]
        wrong = list(dict.fromkeys(other for other in others if other != value))
        if not wrong:
            continue
        found = [Choice(sort, other) for other in (value, *wrong[: ANSWERS - 1])]
        if all(isinstance(one.value, int) for one in found):
            found.sort(key=lambda one: int(one.value))
        else:
            rng.shuffle(found)
        right = next(one for one in found if one.value == value)
        question = _question("fill", spots, spot, found, right, **shown)
        return question and replace(question, gap=name, before=tuple(_before(spot)))
    return None


def _takes_the_trick(spots: Spots, spot: Spot) -> bool:
    """Does the ruling say who takes a trick that the move completes?"""
    game, s = spots.game, spot.state
    trick = [c for zone in game.table(s) if zone.name == "trick" for c in zone.cards]
    facts = spot.ruling.facts
    after, _ = kit.carry_out(game, s, spot.move)
    there = facts.get("card") in [*trick, spot.move] and facts.get("seat") == after.turn
    return bool(there and trick and len(trick) == s.players - 1 and len(spots.movers[spot.ruling.clause]) == 2)


def _gaps(spots: Spots, spot: Spot) -> Iterator[tuple[str, Literal["seat", "fact"], Sequence[Any]]]:
    """The facts that may be left out of the sentence, with wrong values for each."""
    clause, facts = spot.ruling
    for name, fact in facts.items():
        specs = [_specs(clause, name, lang) for lang in say.LANGUAGES]
        if not all(specs) or isinstance(fact, bool):
            continue
        if isinstance(fact, Card):
            others = [c for other in facts.values() if isinstance(other, tuple) for c in _cards(other)]
            if len(set(others)) > 1 and all(spec == "" for found in specs for spec in found):
                yield name, "fact", others
        elif not isinstance(fact, int):
            continue
        elif all(spec.startswith("who") for found in specs for spec in found):
            mover = name == "seat" and spots.movers[clause] == {True}
            if not mover and (spot.seat >= 0 or _seats_told([*_before(spot), spot.ruling]) > 1):
                yield name, "seat", [(fact + n) % spot.state.players for n in range(1, spot.state.players)]
        elif all(spec == "" or spec[0] not in "?~wrs" for found in specs for spec in found):
            yield name, "fact", _numbers(fact, spots.values.get((clause, name), set()))


def _before(spot: Spot) -> list[kit.Ruling]:
    """What a shuffle brings about before the ruling: there is no table yet from which the reader could know it."""
    return list(spot.told[: spot.told.index(spot.ruling)]) if spot.seat < 0 else []


def _seats_told(rulings: Iterable[kit.Ruling]) -> int:
    return sum(
        spec.startswith("who")
        for ruling in rulings
        for name in ruling.facts
        for spec in _specs(ruling.clause, name, "en")
    )


def _specs(clause: str, name: str, lang: str) -> list[str]:
    """How a sentence reads a fact, in each place where it stands."""
    game, _, short = clause.partition(".")
    template = say.words(lang, game)["told"][short]
    return [spec or "" for _, field, spec, _ in Formatter().parse(template) if field == name]


def _numbers(right: int, seen: set[int]) -> list[int]:
    """Wrong numbers near the right one: first such as the engine has told elsewhere."""
    near = sorted(seen - {right}, key=lambda n: (abs(n - right), n))
    step = 10 if right and right % 10 == 0 else 1
    plain = [right + step, right - step, right + 2 * step, right - 2 * step, right + 3 * step]
    return [n for n in [*near[:2], *plain] if n >= 0 or right < 0]


# The same for all


def steady(game: kit.Game, s: Any, seat: int | None, ask: Callable[[Any], Any]) -> bool:
    """Is the answer the same however the cards lie that the seat does not see?"""
    unseen, right = Unseen(game, s, seat), ask(s)
    return all(ask(unseen.dealt(random.Random(n))) == right for n in range(REDEALS))


def _shown(spots: Spots, spot: Spot, silent: Sequence[str] = ()) -> dict[str, Any] | None:
    """Of the position as little as the answer needs: what the mover sees, else all hands, else all cards.

    The answer is that the ruling is told, and that none of the clauses in `silent` is.
    """
    if spot.seat < 0:
        return {"view": None}
    game, s = spots.game, spot.state

    def answer(other: Any) -> Any:
        told = _told(game, other, spot.move)
        return spot.ruling in told, any(ruling.clause in silent for ruling in told)

    if steady(game, s, s.turn, answer):
        return {"view": kit.view(game, s, s.turn)}
    if steady(game, s, None, answer):
        return {"view": kit.view(game, s, None), "open": "hands"}
    return {"view": all_open(game, s), "open": "all"}


def all_open(game: kit.Game, s: Any) -> kit.View:
    """The position with every card face up."""
    view = kit.view(game, s, None)
    zones = tuple(kit.Zone(zone.name, tuple(zone.cards), zone.owner) for zone in game.table(s))
    return replace(view, zones=zones)


def _told(game: kit.Game, s: Any, move: kit.Move) -> list[kit.Ruling]:
    return kit.carry_out(game, s, move)[1]


def _question(
    kind: Kind, spots: Spots, spot: Spot, choices: Sequence[Choice], right: Choice, **shown: Any
) -> Question | None:
    """The question, unless two of its answers read alike or a move in it has no name."""
    moves = [spot.move, *(one.value for one in choices if one.sort == "move")]
    named = spot.seat < 0 or all(_named(spots.game, move) for move in moves)
    if not named or len(choices) < 2 or len({_read(one, spots, spot) for one in choices}) < len(choices):
        return None
    return Question(
        kind,
        spot.ruling.clause,
        spots.name,
        tuple(choices),
        choices.index(right),
        players=spot.state.players,
        options=spot.state.options,
        seat=spot.seat,
        move=spot.move,
        ruling=spot.ruling,
        refused=not spot.told,
        state=spot.state,
        **(shown or {"view": kit.view(spots.game, spot.state, spot.seat)}),
    )


def _named(game: kit.Game, move: kit.Move) -> bool:
    """Is the move one that the game's words can name? Nonsense has no name."""
    words = any(isinstance(atom, str) for atom in kit.atoms(move))
    return not words or all(say.say_move(game, move, lang) != kit.write(move) for lang in say.LANGUAGES)


def _read(choice: Choice, spots: Spots, spot: Spot) -> str:
    """How an answer reads, in both languages: what may not be told apart is not asked."""
    if choice.sort == "move":
        players = spot.state.players
        return " / ".join(say.say_move(spots.game, choice.value, lang, players) for lang in say.LANGUAGES)
    return f"{choice.sort} {choice.value}"


def _unlike(taken: Sequence[kit.Ruling], rulings: Iterable[kit.Ruling]) -> list[kit.Ruling]:
    """One ruling for each clause, without those of the clauses that are taken."""
    found = {ruling.clause: ruling for ruling in rulings}
    for ruling in taken:
        found.pop(ruling.clause, None)
    return list(found.values())


def _shuffled(choices: list[Choice], rng: random.Random) -> list[Choice]:
    rng.shuffle(choices)
    return choices


def _cards(value: Any) -> list[Card]:
    return [c for c in (value if isinstance(value, tuple) else (value,)) if isinstance(c, Card)]


def _shape(move: kit.Move) -> str:
    """A move with its cards and numbers taken out."""
    atoms = kit.atoms(move)
    return " ".join("card" if isinstance(a, Card) else a if isinstance(a, str) else "number" for a in atoms)
