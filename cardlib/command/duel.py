"""`duel`: how often opponents who think win against those that choose at random."""

import random
import time
from argparse import Namespace
from typing import Any

from cardlib import kit
from cardlib.command import figure, find_game, find_options, find_players, phrase, title, trouble
from cardlib.tutor.duel import choices
from cardlib.tutor.duel import duel as play_many
from cardlib.tutor.think import choose


def duel(given: Namespace) -> int:
    """Play many matches, each twice, and print the share that the thinking seats won."""
    lang = given.lang
    game = find_game(given.game, lang)
    players = find_players(game, given.players, lang)
    options = kit.options(game, **find_options(game, given.option, lang))
    if given.n < 2:
        raise trouble(lang, "at-least", argument="-n", least=2)
    called = title(game.NAME, lang)
    if not choices(game, players, options):
        print(phrase(lang, "duel", "nothing", game=called))
        return 0
    print(phrase(lang, "duel", "title", players, game=called, level=given.level))
    spent = decisions = 0.0

    def think(s: Any, log: list[kit.Move], rng: random.Random) -> kit.Move:
        nonlocal spent, decisions
        start = time.process_time()
        move = choose(game, s, given.level, rng, log)
        spent += time.process_time() - start
        decisions += 1
        return move

    found = play_many(game, players, options, given.n // 2, think=think, seed=given.seed or 0)
    low, high = (figure(100 * end, lang) for end in found.interval)
    facts = {"n": found.won + found.lost, "won": found.won, "even": found.level, "low": low, "high": high}
    share, ms = figure(100 * found.share, lang), figure(1000 * spent / max(1, decisions), lang)
    print(phrase(lang, "duel", "result", players, share=share, ms=ms, **facts))
    return 0
