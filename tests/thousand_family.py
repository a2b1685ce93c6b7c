"""What the tests of Thousand and its relatives share: random deals, a deal in progress, tricks reckoned at length."""

import playing
from playing import short

from cardlib import kit
from cardlib.cards import cards

WORTH = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
STRONGER = "789JQKTA"


def low(s, legal, rng):
    """A move at random. Half the time bids and numbers are low, so that some are made; hardly anybody gives up."""
    move = rng.choice(legal)
    if s.phase in ("bid", "name") and rng.random() < 0.5:
        move = next((m for m in legal if isinstance(m, tuple)), "pass")
    if move == "give-up" and rng.random() < 0.9:
        move = legal[0]
    return move


def played(game, players, seed, **options):
    """The deals of a match: for each, the (state before, move, rulings, state after) of its moves; and the end."""
    deals, end = playing.played(game, players, seed, low, **options)
    after = iter([*(before for deal in deals for before, _, _ in deal), end])
    next(after)
    return [[(*step, next(after)) for step in deal] for deal in deals][1:], end  # the first is the cut


def table(game, hands, *, phase="play", widow="", shown="", trick="", trump=None, number=100, tricks=None, **more):
    """A deal in progress, seat 0 the bidder and to move unless cards lie in the trick; the last seat deals."""
    players = len(hands)
    s = game.new(players, kit.options(game, **more.pop("options", {})))
    s.dealer, s.seats, s.phase = players - 1, list(range(players)), phase
    s.hands, s.widow, s.shown, s.trick = [cards(hand) for hand in hands], cards(widow), cards(shown), cards(trick)
    s.trump = kit.NOBODY if trump is None else "SHDC".index(trump)
    s.bidder, s.number, s.turn = 0, number, len(s.trick)
    s.tricks = list(tricks or [1] * players)
    for name, value in more.items():
        setattr(s, name, value)
    return s


def legal(game, s):
    return sorted(map(kit.write, game.legal(s)))


def clauses(told):
    return [short(r.clause) for r in told]


def worth(some):
    return sum(WORTH[c.text[0]] for c in some)


def spouse(c):
    return c.text.translate(str.maketrans("KQ", "QK"))


def couples(hand):
    """The suits of the marriages in a hand."""
    held = {c.text for c in hand}
    return [suit for suit in "SHDC" if {f"K{suit}", f"Q{suit}"} <= held]


def best_of(trick, trump):
    suit = trump if any(c.text[1] == trump for c in trick) else trick[0].text[1]
    return max((c for c in trick if c.text[1] == suit), key=lambda c: STRONGER.index(c.text[0]))


def allowed(hand, trick, trump):
    """What may be played where a card of the suit led must beat the trick if it can, reckoned the long way round."""
    following = [c for c in hand if c.text[1] == trick[0].text[1]]
    over = [c for c in following if best_of([*trick, c], trump) is c]
    return over or following or [c for c in hand if c.text[1] == trump] or hand
