"""What is kept of a sitting: one line for an address or a bookmark, and the match played as a `.deal` text.

A line is written like the query of an address. It names the seed, then what is not usual, then the moves:

>>> sitting = Sitting("crazy-eights", seed=3, options={"target": 100})
>>> sitting.move(kit.write(sitting.legal()[0])) and None
>>> write(sitting).split(",")[:2]
['seed=3&target=100&moves=deal', 'deal']
>>> again, trouble = read("crazy-eights", write(sitting), "ru")
>>> again.state == sitting.state, trouble
(True, '')
"""

from urllib.parse import parse_qsl, urlencode

from cardlib import kit, record, say
from cardlib.catalogue import catalogue
from cardlib.faults import Wrong
from cardlib.tutor.think import LEVEL
from cardlib.widget.labels import labels
from cardlib.widget.sitting import RULES, Sitting

TOLD = ("seed", "players", "seat", "level", "deal", "at", "since", "moves")  # what a line may say beside house rules
SAFE = ",:"  # need no escape in a fragment


def write(sitting: Sitting) -> str:
    """One line from which `read` makes the same position again, in either language."""
    pairs: list[tuple[str, object]] = [("seed", sitting.seed)]
    if sitting.deal:
        pairs += [("deal", record.write(sitting.deal)), ("at", sitting.at)]
        pairs += [("since", sitting.since)] if sitting.since is not None else []
    else:
        pairs += [("players", sitting.players)] if sitting.players != sitting.game.PLAYERS[0] else []
        for name, values in kit.choices(sitting.game).items():
            value = getattr(sitting.options, name)
            pairs += [(name, value)] if value != values[0] else []
    pairs += [("seat", "all" if sitting.seat is None else sitting.seat)] if sitting.seat != 0 else []
    pairs += [("level", sitting.level)] if sitting.level != LEVEL else []
    if not sitting.walking:
        pairs.append(("moves", ",".join("deal" if _shuffle(move) else kit.write(move) for move in sitting.log)))
    return urlencode(pairs, safe=SAFE)


def read(game: str, line: str, lang: str, rules_url: str = RULES) -> tuple[Sitting, str]:
    """The sitting that a line tells of, and a sentence about what of it is wrong, if anything is.

    As much as is right is kept: a line with a fault in its twentieth move gives the position before that.
    """
    told = dict(parse_qsl(line, keep_blank_values=True))
    moves = [text for text in told.pop("moves", "").split(",") if text]
    try:
        since = _number(told, "since")
        sitting = _set_up(game, told, lang, rules_url)
    except Wrong as error:
        return Sitting(game, lang=lang, rules_url=rules_url), _fault(error, lang)
    try:
        if moves and (ruling := sitting.replay(moves, since)):
            return sitting, f"{labels(lang)['link-move']} {sitting.why(ruling)}"
    except Wrong as error:
        return sitting, _fault(error, lang)
    return sitting, ""


def _set_up(game: str, told: dict[str, str], lang: str, rules_url: str) -> Sitting:
    seed, players, at = (_number(told, name) for name in ("seed", "players", "at"))
    seat = None if told.get("seat") == "all" else _number(told, "seat") or 0
    deal = record.read(told["deal"], "deal") if "deal" in told else None
    if deal and game != deal.game.NAME:
        raise Wrong("other-game", game=catalogue()[deal.game.NAME].title(lang))
    house = {name: value for name, value in told.items() if name not in TOLD}
    sitting = Sitting(
        game,
        players=players,
        seat=seat,
        options=house or None,
        seed=seed,
        deal=deal,
        level=told.get("level", LEVEL),
        lang=lang,
        rules_url=rules_url,
    )
    if at is not None and at in range(len(sitting.steps)):
        sitting.at = at
    return sitting


def _number(told: dict[str, str], name: str) -> int | None:
    text = told.get(name)
    if text is None or text.isdecimal():
        return int(text) if text else None
    raise Wrong("number", name=name, text=text)


def _fault(error: Wrong, lang: str) -> str:
    where = f"{error.line}: " if isinstance(error, record.Fault) else ""
    return labels(lang)["link-fault"].format(fault=where + error.sentence(lang))


def deal(sitting: Sitting) -> str:
    """The match so far as the text of a `.deal` file, with every clause that its moves brought about."""
    titles = {lang: catalogue()[sitting.game.NAME].title(lang) for lang in say.LANGUAGES}
    return record.write(record.record(sitting.game, sitting.players, sitting.options, sitting.moves(), titles))


def _shuffle(move: kit.Move) -> bool:
    return isinstance(move, tuple) and move[0] == "deal"
