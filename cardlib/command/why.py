"""`why`: why a move is not allowed in a position, or which rules speak when it is made."""

from argparse import Namespace

from cardlib.command import Trouble, find_game, phrase, trouble
from cardlib.show import text
from cardlib.tutor.excuse import allowed, excuse, ruled
from cardlib.widget import kept


def why(given: Namespace) -> int:
    """Try a move in the position of a line, as a table's link has it after `#table?`."""
    lang = given.lang
    game = find_game(given.game, lang)
    sitting, fault = kept.read(game.NAME, given.line.partition("#table?")[2] or given.line, lang)
    if fault:
        raise Trouble(fault)
    if not sitting.to_move():
        raise trouble(lang, "nobody-moves")
    print(text.table(sitting.view_for(sitting.viewer), lang))
    print()
    before, answer = len(sitting.past), sitting.move(" ".join(given.move))
    if refusal := sitting.refusal:
        print(phrase(lang, "play", "no", why=sitting.why(refusal), clause=refusal.clause))
        if instead := excuse(sitting.game, sitting.why_not(), lang, sitting.players):
            print(instead)
        print(allowed(sitting.game, sitting.legal(), lang, sitting.players))
        return 1
    if len(sitting.past) == before:
        raise Trouble(answer)
    print("\n".join(ruled(sitting.events[0].told, lang, sitting.players)))
    return 0
