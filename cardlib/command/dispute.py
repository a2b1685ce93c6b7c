"""`dispute`: what every house rule says of a move, and the smallest deal on which two sets of rules differ."""

from argparse import Namespace
from pathlib import Path

from cardlib import kit, record
from cardlib.command import Trouble, find_game, find_options, find_players, title, trouble
from cardlib.command.replay import opened, told
from cardlib.faults import Wrong
from cardlib.tutor import parting
from cardlib.widget import dispute as words
from cardlib.widget import kept


def dispute(given: Namespace) -> int:
    """Judge a move if a position is given, else compare two sets of rules."""
    game = find_game(given.game, given.lang)
    if given.position:
        return _judge(game, given)
    if given.option or given.against:
        return _compare(game, given)
    raise trouble(given.lang, "nothing-to-judge")


def _judge(game: kit.Game, given: Namespace) -> int:
    lang = given.lang
    s, log, last = _position(game, given.position, lang)
    if given.try_:
        move, said = words.read_move(game, s, " ".join(given.try_), lang)
        if move is None:
            raise Trouble(said)
    elif last is None:
        raise trouble(lang, "no-try")
    else:
        move = last
    try:
        rows = words.rows(game, s, move, log, lang)
    except Wrong as wrong:
        raise Trouble(words.sentence(wrong, lang), status=1) from None
    for row in rows:
        print(
            f"{row.rule}\n  {row.verdict}{': ' if row.why else ''}{row.why}{f' [{row.clause}]' if row.clause else ''}"
        )
    return 0


def _position(game: kit.Game, called: str, lang: str) -> tuple[object, list[kit.Move], kit.Move | None]:
    """The position that is meant, the moves that led to it, and the move that its deal refuses in it, if it ends so."""
    if "=" in called and not Path(called).is_file():
        sitting, fault = kept.read(game.NAME, called.rpartition("#table?")[2], lang)
        if fault:
            raise Trouble(fault, status=1)
        return sitting.state, sitting.moves(), None
    deal = opened(called, game.NAME, lang)
    if deal.game is not game:
        raise Trouble(words.sentence(Wrong("other-game", game=title(deal.game.NAME, lang)), lang), status=1)
    try:
        steps = list(record.replay(deal))
    except record.Fault as fault:
        raise Trouble(f"{called}:{fault.line}: {fault.sentence(lang)}", status=1) from None
    tried = max((n for n, step in enumerate(steps) if step.refusal), default=None)
    upto = steps if tried is None else steps[: tried + 1]
    log = [step.move for step in upto if step.move is not None]
    return upto[-1].state, log, None if tried is None else kit.canon(upto[-1].line.move)


def _compare(game: kit.Game, given: Namespace) -> int:
    lang = given.lang
    one, other = (kit.options(game, **find_options(game, pairs, lang)) for pairs in (given.option, given.against))
    if one == other:
        raise Trouble(words.speak(lang, "same-rules"))
    if given.budget < 1:
        raise trouble(lang, "at-least", argument="--budget", least=1)
    players = given.players and find_players(game, given.players, lang)
    *_, progress = parting.search(game, one, other, players=players, budget=given.budget, seed=given.seed or 0)
    found = progress.best
    if found is None:
        raise Trouble(words.speak(lang, "none-found", tried=progress.tried), status=1)
    facts = {"moves": found.size[0], "players": found.players, "tried": progress.tried}
    print(words.speak(lang, "smallest", **facts))
    for rules, ruling in words.told(found, lang):
        print(f"— {rules}\n  {ruling}")
    worked = words.deal(found)
    for _, lines in told(worked, lang):
        print("\n".join(lines))
    if given.out:
        try:
            Path(given.out).write_text(record.write(worked), "utf-8")
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise trouble(lang, "not-written", status=1, given=given.out, why=why) from None
    return 0
