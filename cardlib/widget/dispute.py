"""The dispute desk in words: verdicts and differences as texts, and the desk of a page, plain text in and out.

>>> desk = Dispute("en")
>>> rows = json.loads(desk.judge("crazy-eights", "seed=1&moves=deal,deal", "draw"))["rows"]
>>> [(row["rule"], row["verdict"]) for row in rows][1:3]
[('Match to: 100 points', 'not allowed'), ('Drawing although a card fits: allowed', 'allowed')]
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from cardlib import kit, record, say, typed
from cardlib.catalogue import catalogue
from cardlib.faults import Wrong
from cardlib.games import load
from cardlib.show import svg, text
from cardlib.tutor import desk, parting
from cardlib.widget import kept
from cardlib.widget.shapes import meant, words_of
from cardlib.widget.sitting import Sitting

MOST = 40  # legal moves that a page offers
LAST = 10  # steps of a long deal that a page shows; the others are folded up before them
STRIDE = 400  # moves that a search tries before it says how far it has come


class Row(NamedTuple):
    """One verdict in words: by which rule, the verdict, why, and the clause that says so."""

    rule: str
    verdict: str
    why: str = ""
    clause: str = ""
    allowed: bool = False


def speak(lang: str, name: str, players: int = 2, /, **facts: Any) -> str:
    """A phrase of the desk; a text among the facts is said as it stands."""
    plain = {key: _Plain(fact) if isinstance(fact, str) else fact for key, fact in facts.items()}
    return say.speak(lang, say.words(lang, "dispute")[name], plain, "common", players)


class _Plain:
    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


def rules(game: kit.Game, options: Any, lang: str) -> str:
    """The house rules that are not the usual ones, in words."""
    changed = [
        speak(lang, "rule", name=called, value=value)
        for name, values in kit.choices(game).items()
        if (given := getattr(options, name)) != values[0]
        for called, value in [say.option(game, name, given, lang)]
    ]
    return "; ".join(changed) or speak(lang, "usual")


def rows(game: kit.Game, s: Any, move: kit.Move, log: Sequence[kit.Move] | None, lang: str) -> list[Row]:
    """What every house rule, one at a time, and every relative says of the move; `log` led to the position."""
    found = desk.verdicts(game, s, move, log)
    first = found[0]
    return [_row(game, verdict, first, lang, s.players) for verdict in found]


def _row(game: kit.Game, verdict: desk.Verdict, first: desk.Verdict, lang: str, players: int) -> Row:
    if verdict.option is not None:
        called, value = say.option(game, verdict.option, verdict.value, lang)
        rule = speak(lang, "rule", name=called, value=value)
    elif verdict.game != game.NAME:
        rule = speak(lang, "relative", game=catalogue()[verdict.game].title(lang))
    else:
        rule = speak(lang, "as-it-stands")
    if verdict.why:
        return Row(rule, speak(lang, "unasked"), sentence(verdict.why, lang))
    if verdict.refusal:
        why = say.say(verdict.refusal, lang, players, refused=True)
        return Row(rule, speak(lang, "refused"), why, verdict.refusal.clause)
    if verdict.game == game.NAME and first.allowed and (others := [r for r in verdict.told if r not in first.told]):
        why = " ".join(say.say(ruling, lang, players) for ruling in others)
        return Row(rule, speak(lang, "otherwise"), why, others[0].clause, True)
    bent = kit.bends(game)[verdict.option] if verdict.option and not first.allowed else ""
    return Row(rule, speak(lang, "allowed"), "", bent, True)


def sentence(wrong: Wrong, lang: str) -> str:
    """What is wrong, with a capital and a full stop."""
    text = wrong.sentence(lang)
    return f"{text[:1].upper()}{text[1:]}."


def read_move(game: kit.Game, s: Any, written: str, lang: str) -> tuple[kit.Move | None, str]:
    """The move that was written, or a sentence that says why it is none."""
    written = " ".join(written.split())
    if not written:
        return None, speak(lang, "not-yet")
    called = {move: say.say_move(game, move, lang, s.players) for move in [*game.legal(s), *words_of(game, lang)]}
    try:
        return meant(game, s, written, called), ""
    except typed.Ambiguous as error:
        fits = "; ".join(kit.write(move) for move in error.moves)
        return None, speak(lang, "ambiguous", text=written, moves=fits)
    except kit.Unreadable:
        return None, speak(lang, "unreadable", text=written)


class Verdicts:
    """What every rule says of a move, as a notebook shows it."""

    def __init__(self, found: list[Row]) -> None:
        self.rows = found

    def __repr__(self) -> str:
        return "\n".join(f"{row.rule} — {row.verdict}. {row.why}".rstrip() for row in self.rows)

    def _repr_html_(self) -> str:
        lines = [
            f"<tr><th>{escape(row.rule)}</th><td>{escape(row.verdict)}</td><td>{escape(row.why)} "
            f"<code>{row.clause}</code></td></tr>"
            for row in self.rows
        ]
        return f"<table>{''.join(lines)}</table>"


def verdicts(table: Any, written: str) -> Verdicts:
    """What every house rule says of a move at a table, a `Table` or a `Sitting`; ValueError if the text is no move."""
    at = table if isinstance(table, Sitting) else table.sitting
    move, said = read_move(at.game, at.state, written, at.lang)
    if move is None:
        raise ValueError(said)
    return Verdicts(rows(at.game, at.state, move, at.moves() if at.start is None else None, at.lang))


# Two sets of rules


def told(found: parting.Difference, lang: str) -> list[tuple[str, str]]:
    """Each of the two sets of rules, and what it says of the move on which they part."""
    one, other = found.under_one, found.under_other
    return [
        (rules(found.game, found.one, lang), _ruling(found, one, other, lang)),
        (rules(found.game, found.other, lang), _ruling(found, other, one, lang)),
    ]


def _ruling(found: parting.Difference, judged: parting.Judged, against: parting.Judged, lang: str) -> str:
    players, game = found.players, found.game
    if judged.why:
        return speak(lang, "not-dealt", why=judged.why.sentence(lang))
    facts: dict[str, Any] = {"seat": found.seat, "what": say.say_move(game, found.move, lang, players)}
    if judged.refusal:
        why = say.say(judged.refusal, lang, players, refused=True)
        return speak(lang, "may-not", players, **facts, why=why, clause=judged.refusal.clause)
    apart = [ruling for ruling in judged.told if against.refusal is None and ruling not in against.told]
    said = [f"{say.say(ruling, lang, players)} [{ruling.clause}]" for ruling in apart]
    view = kit.view(game, judged.state, None)
    said += [speak(lang, "stands", what=text.public(view, name, lang)) for name, _ in judged.fields]
    said += [speak(lang, "match-over")] if judged.over and not against.over else []
    name = "the-deal" if found.seat == kit.NOBODY else "may"
    return speak(lang, name, players, **facts, told=" ".join(said)).rstrip()


def deal(found: parting.Difference) -> record.Deal:
    """The difference as a worked deal by the first rules; its title names both."""
    title = {}
    for lang in say.LANGUAGES:
        both = [rules(found.game, options, lang) for options in (found.one, found.other)]
        title[lang] = speak(lang, "title", rules=speak(lang, "and-then", one=both[0], other=both[1]))
    return found.deal(title)


def steps(worked: record.Deal, lang: str) -> list[list[str]]:
    """A deal step by step: what was done, then what it brought about, each with its clause in brackets."""
    out = []
    for step in record.replay(worked):
        line, players = step.line, worked.players
        told = [f"{say.say(ruling, lang, players)} [{ruling.clause}]" for ruling in step.told]
        if line.kind == "deal":
            out.append([speak(lang, "dealt"), *told])
        elif line.kind == "expect":
            view = kit.view(worked.game, step.state, None)
            out.append([speak(lang, "stands", what=text.public(view, line.text.split()[1], lang))])
        elif line.kind == "end":
            out.append([speak(lang, "match-over")])
        else:
            facts: dict[str, Any] = {"seat": line.seat, "what": say.say_move(worked.game, line.move, lang, players)}
            if step.refusal:
                facts |= {"why": say.say(step.refusal, lang, players, refused=True), "clause": step.refusal.clause}
            out.append([speak(lang, "may-not" if step.refusal else "moved", players, **facts), *told])
    return out


class Dispute:
    """The desk of a page, in the page's language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.hunt: Iterator[parting.Progress] = iter(())
        self.last = parting.Progress(0, None)

    def judge(self, game: str, line: str, written: str) -> str:
        """The position that a line of `kept` tells of, as the reader's seat sees it, and the verdicts on a move.

        A whole deal is judged where it ends; if it ends with a refused move, it is that move unless another is named.
        """
        sitting, trouble = kept.read(game, line, self.lang)
        lang, module = self.lang, sitting.game
        if sitting.walking and "at" not in dict(parse_qsl(line)):
            sitting.at = len(sitting.steps) - 1
            last = sitting.steps[-1]
            written = written or (kit.write(last.line.move) if last.refusal else "")
        s = sitting.state
        view = kit.view(module, s, None if sitting.walking else sitting.seat)
        answer: dict[str, Any] = {"trouble": trouble, "kept": kept.write(sitting), "picture": svg.table(view, lang)}
        answer["rules"] = speak(lang, "changed", rules=rules(module, s.options, lang))
        if s.turn < 0 or not (sitting.walking or sitting.to_move()):
            key = "match-over" if s.turn == kit.OVER else "a-shuffle-due"
            return _text(answer | {"said": sentence(Wrong(key), lang)})
        legal = [[kit.write(m), say.say_move(module, m, lang, s.players)] for m in module.legal(s)[:MOST]]
        move, said = read_move(module, s, written, lang)
        answer |= {"legal": legal, "said": said}
        if move is not None:
            facts: dict[str, Any] = {"seat": s.turn, "what": say.say_move(module, move, lang, s.players)}
            answer["said"] = speak(lang, "moved", s.players, **facts)
            answer["written"] = kit.write(move)
            answer["rows"] = [row._asdict() for row in rows(module, s, move, sitting.moves(), lang)]
        return _text(answer)

    def begin(self, game: str, one: str, other: str) -> str:
        """Begin to search; the house rules are JSON objects. Says what is wrong with them, or nothing."""
        module = load(game)
        try:
            first, second = (kit.options(module, **_given(chosen)) for chosen in (one, other))
        except Wrong as wrong:
            return _text({"said": sentence(wrong, self.lang)})
        if first == second:
            return _text({"said": speak(self.lang, "same-rules")})
        self.hunt, self.last = parting.search(module, first, second), parting.Progress(0, None)
        return _text({})

    def go_on(self) -> str:
        """Search a little further: how far it has come or, when it is over, the deal."""
        began = self.last.tried
        for progress in self.hunt:
            self.last = progress
            if progress.tried - began >= STRIDE:
                break
        else:
            return self._found(self.last)
        best = self.last.best
        size = {"moves": best.size[0]} if best else {}
        name = "searching" if best else "searching-none"
        return _text({"over": False, "said": speak(self.lang, name, tried=self.last.tried, **size)})

    def found(self) -> str:
        """The smallest deal found as yet, for a reader who waits no longer."""
        return self._found(self.last)

    def _found(self, progress: parting.Progress) -> str:
        found, lang = progress.best, self.lang
        if found is None:
            return _text({"over": True, "said": speak(lang, "none-found", tried=progress.tried)})
        facts = {"moves": found.size[0], "players": found.players, "tried": progress.tried}
        worked = deal(found)
        told_by_step = steps(worked, lang)
        early = len(told_by_step) - LAST if len(told_by_step) > 2 * LAST else 0
        return _text(
            {
                "over": True,
                "said": speak(lang, "smallest", **facts),
                "rulings": told(found, lang),
                "earlier": speak(lang, "earlier", steps=early) if early else "",
                "early": told_by_step[:early],
                "steps": told_by_step[early:],
                "deal": record.write(worked),
            }
        )


def _given(chosen: str) -> Mapping[str, Any]:
    return dict(json.loads(chosen))


def _text(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
