"""Playing a game in a test: some moves, a refusal, a whole match at random."""

import random

from cardlib import kit


def short(clause):
    """A clause's name without its game."""
    return clause.partition(".")[2]


def steps(game, s, *moves):
    """The state after these moves, and everything told on the way."""
    told = []
    for text in moves:
        s, rulings = kit.step(game, s, kit.parse(text))
        told += rulings
    return s, told


def refused(game, s, text):
    """The name of the clause that refuses the move; None if it is legal."""
    ruling = kit.refuse(game, s, kit.parse(text))
    return ruling and short(ruling.clause)


def anything(s, legal, rng):
    """A legal move at random."""
    return rng.choice(legal)


def played(game, players, seed, choose=anything, **options):
    """The deals of a match played at random: for each, the (state before, move, rulings) of its moves; the end."""
    rng = random.Random(seed)
    s = game.new(players, kit.options(game, **options))
    deals = []
    while s.turn != kit.OVER:
        if s.turn == kit.NOBODY:
            loose = list(game.loose(s))
            move = ("deal", *rng.sample(loose, len(loose)))
            deals.append([])
        else:
            move = choose(s, game.legal(s), rng)
        after, told = kit.step(game, s, move)
        deals[-1].append((s, move, told))
        s = after
    return deals, s
