"""The command line: `python -m cardlib COMMAND`."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn, TextIO, cast

from cardlib import say
from cardlib.command import (
    Trouble,
    dispute,
    duel,
    lesson,
    lists,
    measure,
    play,
    practice,
    program,
    replay,
    trouble,
    why,
)
from cardlib.tutor.parting import BUDGET
from cardlib.tutor.think import LEVEL, LEVELS

# What argparse says in English, as the name of our own sentence and the facts of it.
SAID = (
    (r"the following arguments are required: (?P<what>.+)", "missing"),
    (r"unrecognized arguments: (?P<what>.+)", "unknown"),
    (r"argument (?P<argument>\S+): invalid choice: '?(?P<given>.*?)'? \(choose from (?P<choices>.+)\)", "choice"),
    (r"argument (?P<argument>\S+): invalid int value: '(?P<given>.*)'", "number"),
    (r"argument (?P<argument>\S+): invalid float value: '(?P<given>.*)'", "decimal"),
    (r"argument (?P<argument>\S+): expected .*argument.*", "no-value"),
)


class Parser(argparse.ArgumentParser):
    """argparse in the reader's language: its headings and its errors."""

    def __init__(self, lang: str, **given: Any) -> None:
        formatter = partial(_Formatter, lang)
        super().__init__(add_help=False, allow_abbrev=False, formatter_class=formatter, **given)
        self.lang = lang
        self.help = say.words(lang, "command")["help"]
        self.needed = self.add_argument_group(self.help["arguments"])
        self.free = self.add_argument_group(self.help["options"])
        self.free.add_argument("-h", "--help", action="help", help=self.help["help"])
        self.free.add_argument("--lang", metavar="ru|en", help=self.help["lang"])

    def need(self, name: str, phrase: str, **given: Any) -> None:
        """An argument that stands without a flag."""
        self.needed.add_argument(name, help=self.help[phrase], **given)

    def may(self, *flags: str, phrase: str, value: str = "number", **given: Any) -> None:
        """An argument that may be left out."""
        if "action" not in given or given["action"] == "extend":
            given["metavar"] = self.help[value if value == "number" else f"{value}-value"]
        self.free.add_argument(*flags, help=self.help[phrase], **given)

    def error(self, message: str) -> NoReturn:
        for pattern, name in SAID:
            if found := re.fullmatch(pattern, message):
                facts: dict[str, Any] = {key: text.replace("'", "") for key, text in found.groupdict().items()}
                raise trouble(self.lang, name, **facts)
        raise trouble(self.lang, "other", what=message)


class _Formatter(argparse.HelpFormatter):
    def __init__(self, lang: str, prog: str, **given: Any) -> None:
        super().__init__(prog, **given)
        self.lang = lang

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        word = say.words(self.lang, "command")["help"]["usage"] if prefix is None else prefix
        super().add_usage(usage, actions, groups, word)


def parser(lang: str) -> Parser:
    """The parser of the command line, with help in the language."""
    words = say.words(lang, "command")["help"]
    top = Parser(lang, prog=program(), description=words["about"], epilog=words["more"].format(prog=program()))
    same = cast(type[Parser], partial(Parser, lang))
    kinds = top.add_subparsers(title=words["commands"], metavar=words["command"], parser_class=same)

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> Parser:
        one = kinds.add_parser(name, help=words[name], description=words[name])
        one.set_defaults(run=run)
        return one

    games = command("games", lists.games)
    games.may("--players", phrase="games-players", type=int)
    games.may("--pack", phrase="games-pack", type=int)
    games.may("--family", phrase="games-family", value="family")

    game = {"metavar": words["game-value"]}
    table = command("play", play.play)
    table.need("game", "game", **game)
    _match(table)
    table.may("--seat", phrase="seat", type=int, default=0)
    table.may("--level", phrase="level", value="level", choices=LEVELS, default=LEVEL)

    quiz = command("practice", practice.practice)
    quiz.need("game", "practice-game", metavar=words["game-value"], nargs="?")
    quiz.may("-n", phrase="questions", type=int, default=10)
    quiz.may("--known", phrase="known", action="store_true")
    quiz.may("--export", phrase="export", value="file", dest="give")
    quiz.may("--import", phrase="import", value="file", dest="take")
    quiz.may("--seed", phrase="questions-seed", type=int)
    taught = command("lesson", lesson.lesson)
    taught.need("game", "game", **game)

    worked = command("replay", replay.replay)
    worked.need("deal", "deal", metavar=words["deal-value"])
    worked.may("--game", phrase="deal-game", value="game")
    worked.may("--table", phrase="table", action="store_true")

    asked = command("why", why.why)
    asked.need("game", "game", **game)
    asked.need("move", "move", metavar=words["move-value"], nargs="+")
    asked.may("--line", phrase="line", value="line", default="seed=1")

    term = command("term", lists.term)
    term.need("word", "word", metavar=words["word-value"], nargs="+")

    many = command("simulate", measure.simulate)
    many.need("game", "game", **game)
    many.may("-n", phrase="matches", type=int, default=100)
    _match(many)
    many.may("--workers", phrase="workers", type=int, default=1)

    against = command("duel", duel.duel)
    against.need("game", "game", **game)
    against.may("-n", phrase="matches", type=int, default=20)
    _match(against)
    against.may("--level", phrase="level", value="level", choices=LEVELS, default=LEVEL)

    desk = command("dispute", dispute.dispute)
    desk.need("game", "game", **game)
    desk.may("--position", phrase="position", value="position")
    desk.may("--try", phrase="try", value="try", nargs="+", dest="try_")
    desk.may("--against", phrase="against", value="option", action="extend", nargs="+", default=[])
    _match(desk)
    desk.may("--budget", phrase="budget", type=int, default=BUDGET)
    desk.may("--out", phrase="out", value="out")

    bench = command("bench", measure.bench)
    bench.may("--games", phrase="bench-games", value="game", nargs="+", default=())
    bench.may("--seconds", phrase="seconds", type=float, default=2.0)
    return top


def _match(one: Parser) -> None:
    one.may("--players", phrase="players", type=int)
    one.may("--option", phrase="option", value="option", action="extend", nargs="+", default=[])
    one.may("--seed", phrase="seed", type=int)


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except Trouble as error:
        print(error, file=sys.stderr)
        return error.status
    except BrokenPipeError:
        _forget(sys.stdout)
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return status


def _run(argv: Sequence[str]) -> int:
    first = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    first.add_argument("--lang", choices=say.LANGUAGES)
    try:
        chosen, rest = first.parse_known_args(argv)
    except argparse.ArgumentError as error:
        return Parser(say.language()).error(str(error))
    lang = chosen.lang or say.language()
    top = parser(lang)
    if not rest:
        top.print_help()
        return 0
    try:
        given = top.parse_args(rest)
    except SystemExit:  # -h has printed the help
        return 0
    given.lang = lang
    status: int = given.run(given)
    return status


def _forget(stream: TextIO) -> None:
    """Nobody reads what we print any more: keep Python from complaining when it closes the stream."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
