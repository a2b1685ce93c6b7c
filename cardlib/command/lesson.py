"""`lesson`: a game in a few questions at the terminal, each answered with a move."""

from argparse import Namespace
from collections.abc import Sequence

from cardlib import kit
from cardlib.command import Trouble, find_game, phrase, plain, program, title
from cardlib.faults import Wrong
from cardlib.show import text
from cardlib.widget.lesson import Learning, heading, refusals


def lesson(given: Namespace) -> int:
    """Ask the questions of a game's lesson, until the last is answered or the reader leaves."""
    lang = given.lang
    try:
        sitting = Learning(find_game(given.game, lang).NAME, lang=lang)
    except Wrong as error:
        raise Trouble(f"{error.sentence(lang)}.", status=1) from None
    print(phrase(lang, "play", "title", game=title(sitting.game.NAME, lang)))
    print(phrase(lang, "lesson", "how"))
    while True:
        show(sitting)
        if not answered(sitting):
            print(phrase(lang, "lesson", "bye"))
            return 0
        if sitting.asked + 1 == len(sitting.lesson.steps):
            print(phrase(lang, "lesson", "over", prog=program(), game=sitting.game.NAME))
            return 0
        sitting.next()


def show(sitting: Learning) -> None:
    """The question, and the table as the seat that is asked sees it."""
    print(f"\n{heading(sitting)}\n{sitting.said('ask')}\n")
    print(text.table(sitting.view_for(sitting.seat), sitting.lang))


def answered(sitting: Learning) -> bool:
    """Ask until the question is answered or passed over; False if the reader leaves."""
    lang = sitting.lang
    known = {name: phrase(lang, "play", f"{name}-word") for name in ("quit", "moves", "hint")}
    while True:
        try:
            typed = input(phrase(lang, "play", "prompt")).strip()
        except (EOFError, KeyboardInterrupt):
            print()
            return False
        word = plain(typed)
        if word in ("q", known["quit"]):
            return False
        if word in ("n", phrase(lang, "lesson", "next-word")):
            return True
        if word in ("?", known["moves"]):
            choose_from(sitting, sitting.legal())
        elif word in ("!", known["hint"]):
            print(sitting.hint())
        elif word:
            tell(sitting, sitting.move(typed))
            if sitting.solved:
                return True


def tell(sitting: Learning, sentence: str) -> None:
    """What is said of a move."""
    lang = sitting.lang
    if sitting.refusal:
        print(phrase(lang, "lesson", "refused", why=sentence, clause=sitting.refusal.clause))
    elif sitting.answer:
        print(sitting.label("right" if sitting.solved else "other"), sentence)
    else:
        print(sentence)
        choose_from(sitting, sitting.choices)
    if sitting.solved and (refused := refusals(sitting.lesson, sitting.step, lang)):
        print(sitting.label("refused-here"))
        print("\n".join(f"  {one['move']}: {one['text']}" for one in refused))


def choose_from(sitting: Learning, moves: Sequence[kit.Move]) -> None:
    """Moves as one types them, and what they are called."""
    width = max((len(kit.write(move)) for move in moves), default=0)
    for move in moves:
        print(f"  {kit.write(move):<{width}}  {sitting.phrase(move)}")
