"""`replay`: a worked deal, or a deal of one's own, step by step."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from cardlib import kit, record, say
from cardlib.command import Trouble, find_game, phrase, title, trouble
from cardlib.command.play import ending
from cardlib.games import names
from cardlib.show import text
from cardlib.tutor.excuse import condition


def replay(given: Namespace) -> int:
    """Show a deal line by line."""
    lang = given.lang
    path = Path(given.deal)
    own = _is_own(path, given.game)
    try:
        deal = opened(given.deal, given.game, lang)
        print(phrase(lang, "replay", "title", game=title(deal.game.NAME, lang), title=deal.title[lang]))
        for step, lines in told(deal, lang):
            print("\n".join(lines))
            if given.table and step.line.kind in ("deal", "move"):
                print(text.table(kit.view(deal.game, step.state, None), lang) + "\n")
    except record.Fault as fault:
        raise Trouble(f"{path if own else fault.name}:{fault.line}: {fault.sentence(lang)}", status=1) from None
    return 0


def opened(called: str, game: str | None, lang: str) -> record.Deal:
    """A deal from a file of one's own, or a worked one by name."""
    path = Path(called)
    return record.read(_text(path, lang), str(path)) if _is_own(path, game) else worked(called, game, lang)


def _is_own(path: Path, game: str | None) -> bool:
    return path.is_file() or (path.suffix == ".deal" and game is None)


def worked(called: str, game: str | None, lang: str) -> record.Deal:
    """A worked deal by name: `crazy-eights/ordinary`, or `ordinary` and the game, or a name that one game alone has."""
    first, slash, name = called.removesuffix(".deal").rpartition("/")
    if game is None and not slash:
        having = [one for one in names() if name in deal_names(one)]
        if not having:
            raise trouble(lang, "nowhere", status=1, given=called)
        if len(having) > 1:
            raise trouble(lang, "which-game", given=called, known=say.join(having, lang))
        return record.open_deal(having[0], name)
    slug = find_game(game or first, lang).NAME
    there = deal_names(slug)
    if name in there:
        return record.open_deal(slug, name)
    if not there:
        raise trouble(lang, "no-deals", status=1, game=title(slug, lang))
    known = say.join(get_close_matches(name, there) or there, lang)
    raise trouble(lang, "no-deal", status=1, game=title(slug, lang), given=name, known=known)


def deal_names(game: str) -> list[str]:
    """The names of a game's worked deals."""
    place = record.folder(game)
    found = place.iterdir() if place.is_dir() else ()
    return sorted(file.name.removesuffix(".deal") for file in found if file.name.endswith(".deal"))


def _text(path: Path, lang: str) -> str:
    try:
        return path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise trouble(lang, "not-utf-8", status=1, given=str(path)) from None
    except FileNotFoundError:
        raise trouble(lang, "no-file", status=1, given=str(path)) from None
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise trouble(lang, "unreadable-file", status=1, given=str(path), why=why) from None


def told(deal: record.Deal, lang: str) -> Iterator[tuple[record.Step, list[str]]]:
    """Each step of a deal, and what is said of it."""
    log: list[kit.Move] = []
    for step in record.replay(deal):
        yield step, _told(deal, step, lang, log)
        log += [] if step.move is None else [step.move]


def _told(deal: record.Deal, step: record.Step, lang: str, log: Sequence[kit.Move]) -> list[str]:
    """What a line of play did after the moves of the log, and the comment on it."""
    line, game, players = step.line, deal.game, deal.players
    if line.kind == "deal":
        out = ["", phrase(lang, "play", "shuffled")]
    elif line.kind == "expect":
        what = text.public(kit.view(game, step.state, None), line.text.split()[1], lang)
        out = [phrase(lang, "replay", "checked", what=what)]
    elif line.kind == "end":
        out = [ending(game, step.state, lang)]
    else:
        facts = {"seat": line.seat, "what": say.say_move(game, kit.canon(line.move), lang, players)}
        if step.refusal:
            why = say.say(step.refusal, lang, players, refused=True)
            out = [phrase(lang, "replay", "try", players, **facts, why=why, clause=step.refusal.clause)]
            instead = condition(game, step.state, kit.canon(line.move), log, lang)
            out += [f"  {instead}"] if instead else []
        else:
            out = [phrase(lang, "play", "moved", players, **facts)]
    out += [f"  {say.say(ruling, lang, players)} [{ruling.clause}]" for ruling in step.told]
    return out + ([f"  — {line.comment[lang]}"] if lang in line.comment else [])
