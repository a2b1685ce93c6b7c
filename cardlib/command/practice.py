"""`practice`: questions about the rules of a game, asked again when it is time."""

import random
from argparse import Namespace
from pathlib import Path

from cardlib.command import Trouble, columns, find_game, phrase, plain, title, trouble
from cardlib.faults import Wrong
from cardlib.games import names
from cardlib.show import text
from cardlib.tutor import shelf
from cardlib.tutor.question import TERM, Question
from cardlib.tutor.quiz import WORDS, subjects
from cardlib.tutor.session import Session
from cardlib.tutor.spoken import explain, speak, verdict
from cardlib.widget.schedule import Fsrs


def practice(given: Namespace) -> int:
    """Ask, show what is known, or give the ledger out or take one in."""
    lang = given.lang
    if given.n < 1:
        raise trouble(lang, "at-least", argument="-n", least=1)
    game = _practised(given.game, lang)
    try:
        if given.take:
            _take(Path(given.take), lang)
        if given.give:
            shelf.write(shelf.mine(), Path(given.give))
            print(phrase(lang, "practice", "given", file=given.give))
        if given.known:
            print("\n".join(known(game, lang)))
        if given.take or given.give or given.known:
            return 0
        seed = random.randrange(1_000_000) if given.seed is None else given.seed
        session = Session(shelf.mine(), Fsrs(), game, seed)
        shelf.write(session.ledger, shelf.place())  # if it cannot be kept, better to hear it before the first answer
        _sit(session, given.n, lang)
    except Wrong as wrong:
        raise Trouble(wrong.sentence(lang)[:1].upper() + wrong.sentence(lang)[1:] + ".", status=1) from None
    return 0


def _practised(called: str | None, lang: str) -> str:
    """The game, WORDS, or "" for all."""
    if called is None:
        return ""
    if plain(called) in (WORDS, phrase(lang, "practice", "words").casefold()):
        return WORDS
    return find_game(called, lang).NAME


def _take(path: Path, lang: str) -> None:
    ledger = shelf.mine()
    taken = ledger.merge(shelf.read(path))
    shelf.write(ledger, shelf.place())
    print(phrase(lang, "practice", "taken", n=taken))


def _sit(session: Session, most: int, lang: str) -> None:
    """Ask until the reader has had enough."""
    right = asked = 0
    while asked < most:
        question = session.next()
        chosen = _put(question, lang)
        if chosen is None:
            break
        asked += 1
        good = session.answer(chosen)
        shelf.write(session.ledger, shelf.place())
        right += good
        print(verdict(good, lang))
        for sentence, subject in explain(question, chosen, lang):
            print(f"  {sentence}" if subject.startswith(TERM) else f"  {sentence} [{subject}]")
        print()
    due = len(session.ledger.due(session.subjects(), session.clock()))
    print(phrase(lang, "practice", "end", right=right, asked=asked, due=due))


def _put(question: Question, lang: str) -> int | None:
    """Put a question; returns which answer the reader chooses, None if he leaves."""
    said = speak(question, lang)
    print(said.head)
    if question.view:
        print(f"{said.caption}:\n{text.table(question.view, lang)}")
    print("\n".join(filter(None, [said.stem, said.quote and f"  {said.quote}"])))
    for n, choice in enumerate(said.choices, 1):
        print(f"  {n}  {choice}")
    while True:
        try:
            typed = plain(input(phrase(lang, "practice", "prompt", last=len(said.choices))))
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        if typed in ("q", phrase(lang, "practice", "quit-word")):
            return None
        if typed.isdecimal() and 1 <= int(typed) <= len(said.choices):
            return int(typed) - 1
        print(phrase(lang, "practice", "again", last=len(said.choices)))


def known(game: str, lang: str) -> list[str]:
    """What is known, game by game, or of one game rule by rule."""
    session = Session(shelf.mine(), None, game)
    now = session.clock()
    head = [phrase(lang, "practice", name) for name in ("subject", "all", "seen", "known", "due")]
    rows = []
    for name in [*names(), WORDS] if not game else [game]:
        # Words are counted once, by themselves.
        asked = [s for s in subjects(name) if name == WORDS or not s.startswith(TERM)]
        tally = session.ledger.tally(asked, now)
        called = phrase(lang, "practice", "words") if name == WORDS else title(name, lang)
        rows.append([called, *map(str, (len(asked), *tally))])
        if game and game != WORDS:
            for subject in asked:
                one = session.ledger.tally([subject], now)
                rows.append([f"  {subject}", "", *("+" if n else "" for n in one)])
    return columns([head, *rows], right=(1, 2, 3, 4))
