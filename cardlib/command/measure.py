"""`simulate` and `bench`: many matches at random, and how fast they are played."""

import sys
from argparse import Namespace
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from math import isfinite
from statistics import median

from cardlib import bench as speed
from cardlib import kit, say
from cardlib.command import Trouble, columns, figure, find_game, find_options, find_players, phrase, title, trouble
from cardlib.games import load, names
from cardlib.simulate import Summary, interval
from cardlib.simulate import simulate as play_many

BAR = 30  # characters


def simulate(given: Namespace) -> int:
    """Play many matches and print what they add up to."""
    lang, seed = given.lang, given.seed or 0
    game = find_game(given.game, lang)
    players = find_players(game, given.players, lang)
    options = find_options(game, given.option, lang)
    for flag, number in (("-n", given.n), ("--workers", given.workers)):
        if number < 1:
            raise trouble(lang, "at-least", argument=flag, least=1)
    with ExitStack() as stack:
        pool = stack.enter_context(ProcessPoolExecutor(given.workers)) if given.workers > 1 else None
        try:
            summary = play_many(
                game.NAME,
                given.n,
                players,
                options,
                seed,
                executor=pool,
                progress=lambda done: _bar(done, given.n, lang),
            )
        except BrokenProcessPool:
            raise Trouble(phrase(lang, "simulate", "broken"), status=1) from None
    print(phrase(lang, "simulate", "title", players, game=title(game.NAME, lang), n=given.n, seed=seed))
    for part in (_sizes, _seats, _clauses):
        print()
        print("\n".join(part(summary, lang)))
    return 0


def _bar(done: int, n: int, lang: str) -> None:
    """A progress bar, if somebody is watching."""
    if sys.stderr.isatty():
        full = done * BAR // n
        end = "\n" if done == n else ""
        label = phrase(lang, "simulate", "progress")
        print(f"\r[{'#' * full}{'.' * (BAR - full)}] {done}/{n} {label}", end=end, file=sys.stderr, flush=True)


def _words(lang: str, *keys: str) -> list[str]:
    return [phrase(lang, "simulate", key) for key in keys]


def _sizes(summary: Summary, lang: str) -> list[str]:
    rows = [_words(lang, "sizes", "mean", "sd", "range")]
    for key, sizes in (("match", summary.match), ("deal", summary.deal)):
        if sizes.n:
            ends = f"{figure(sizes.least, lang, 0)}–{figure(sizes.most, lang, 0)}"
            rows.append([*_words(lang, key), figure(sizes.mean, lang), figure(sizes.sd, lang), ends])
    return columns(rows, right=(1, 2, 3))


def _seats(summary: Summary, lang: str) -> list[str]:
    rows = [_words(lang, "seat", "won", "share", "interval")]
    hits = [(say.seat_name(seat, summary.players, lang), summary.won[seat]) for seat in range(summary.players)]
    if summary.nobody:
        hits.append((phrase(lang, "simulate", "nobody"), summary.nobody))
    for who, won in hits:
        low, high = (figure(100 * end, lang) for end in interval(won, summary.matches))
        rows.append([who, figure(won, lang, 0), figure(100 * won / summary.matches, lang), f"{low}–{high}"])
    return columns(rows, right=(1, 2, 3))


def _clauses(summary: Summary, lang: str) -> list[str]:
    rows = [_words(lang, "clause", "per-match", "seen-in")]
    never = []
    for clause in kit.clauses(load(summary.game)):
        if summary.told[clause]:
            often = figure(summary.told[clause] / summary.matches, lang, 2)
            rows.append([clause, often, figure(100 * summary.seen[clause] / summary.matches, lang)])
        else:
            never.append(clause.partition(".")[2])
    lines = columns(rows, right=(1, 2))
    return lines + ([phrase(lang, "simulate", "never", what=", ".join(never))] if never else [])


def bench(given: Namespace) -> int:
    """Measure the games and print a line for each as it is done."""
    lang, rounds = given.lang, 5
    chosen = [find_game(name, lang).NAME for name in given.games] or list(names())
    if not (isfinite(given.seconds) and given.seconds >= 0):
        raise trouble(lang, "at-least", argument="--seconds", least=0)
    pyspiel = speed.open_spiel()
    print(phrase(lang, "bench", "title", rounds=rounds))
    head = [phrase(lang, "bench", key) for key in ("game", "players", "who", "best", "median", "ratio")]
    widths = [max(len(head[0]), *map(len, chosen)), len(head[1]), 34, 12, 12, len(head[-1])]

    def line(cells: list[str]) -> str:
        pairs = enumerate(zip(cells, widths, strict=True))
        return "  ".join(c.ljust(w) if n in (0, 2) else c.rjust(w) for n, (c, w) in pairs).rstrip()

    print(line(head))
    for found in speed.bench(chosen, given.seconds, rounds, pyspiel):
        ours = median(found.ours)
        first = [found.game, str(found.players), phrase(lang, "bench", "ours")]
        print(line([*first, figure(max(found.ours), lang, 0), figure(ours, lang, 0), ""]), flush=True)
        for key, theirs in (("usual", found.usual), ("lean", found.lean)):
            if theirs:
                who = phrase(lang, "bench", key, peer=found.peer)
                best, middle = figure(max(theirs), lang, 0), figure(median(theirs), lang, 0)
                print(line(["", "", who, best, middle, figure(ours / median(theirs), lang, 2)]), flush=True)
    if pyspiel is None:
        print(phrase(lang, "bench", "install"))
    elif any(name in speed.PEERS for name in chosen):
        print(phrase(lang, "bench", "ways"))
    return 0
