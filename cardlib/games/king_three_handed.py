"""Three-handed King («Кинг простой втроём»): King with ten tricks, played without two of the black cards.

Source: a notice of «Кинг простой для трёх игроков» that breaks off, and «Кинг»; rulings of our own are marked on the
rules page. What is done at the table is done as in King, and told by this game's own clauses.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cardlib import retold
from cardlib.cards import Card, cards, order, pack
from cardlib.games import king
from cardlib.games.king import State
from cardlib.kit import NOBODY, Move, Ruling, Tell, Zone, option

NAME = "king-three-handed"
PLAYERS = (3,)
PUBLIC = king.PUBLIC

PACK = "king-three-handed.pack"  # the 32 cards without the two black aces
CUT = "king-three-handed.cut"  # everybody cuts; the lowest card deals first
DEAL = "king-three-handed.deal"  # the whole pack, one card at a time: ten each
FIRST = "king-three-handed.first-lead"  # the player on the dealer's left leads first
TURN = "king-three-handed.turn"  # a turn is one card
HELD = "king-three-handed.held"  # only a card of your own hand
FOLLOW = "king-three-handed.follow"  # the others follow suit if they can
THROW = "king-three-handed.throw"  # without the suit (in the win-back, without a trump as well) throw any card
HIGHEST = "king-three-handed.highest"  # the highest card of the suit led takes the trick: of black suits the king
LEAD = "king-three-handed.lead"  # the taker leads to the next trick
ORDER = "king-three-handed.order"  # seven penalty deals, always in the same order
NO_TRICKS = "king-three-handed.no-tricks"  # first deal: 2 for each trick
NO_JACKS = "king-three-handed.no-jacks"  # second: 4 for each jack
NO_QUEENS = "king-three-handed.no-queens"  # third: 4 for each queen
NO_HEARTS = "king-three-handed.no-hearts"  # fourth: 2 for each heart
HEARTS_LEAD = "king-three-handed.hearts-lead"  # here, in the sixth and muddles, hearts are led for want of other suits
LAST_TWO = "king-three-handed.last-two"  # fifth: 8 for each of the last two tricks
NO_KING = "king-three-handed.no-king"  # sixth: 16 for the king of hearts
KING_THROWN = "king-three-handed.king-thrown"  # he is thrown at the first chance: as soon as his holder cannot follow
MUDDLE = "king-three-handed.muddle"  # seventh: all of this together
DEBTS = "king-three-handed.debts"  # then the debts are added up: they come to 200
WIN_BACK = "king-three-handed.win-back"  # three deals with a trump; each player names it once, and tricks are good
THREE_CARDS = "king-three-handed.three-cards"  # the dealer gives three cards to the player on his right
NAME_TRUMP = "king-three-handed.name-trump"  # by these three cards he names a suit as trumps
BY_LAST = "king-three-handed.by-last"  # or says "by the last": the last card dealt to him is a trump, and is shown
REST = "king-three-handed.rest"  # then three cards to each of the others, then all the rest
NAMER_LEADS = "king-three-handed.namer-leads"  # the namer of trumps leads first
MUST_TRUMP = "king-three-handed.must-trump"  # without the suit you must play a trump; you need not beat anything
TRUMP_TAKES = "king-three-handed.trump-takes"  # the highest trump takes the trick
TRUMP_LEAD = "king-three-handed.trump-lead"  # only the namer may lead trumps while holding another suit
TRICK_POINTS = "king-three-handed.trick-points"  # each trick of the win-back is worth 3
PLUS_MUDDLE = "king-three-handed.plus-muddle"  # the last deal: the muddle once more, counted for the taker
END = "king-three-handed.end"  # a deal ends when all tricks are taken
SCORE = "king-three-handed.score"  # penalties go down with a minus, the win-back with a plus
NEXT = "king-three-handed.next-deal"  # the player on the dealer's left deals next
MATCH = "king-three-handed.match"  # after the last deal the highest score wins; several may share it

DEALT = DEAL, WIN_BACK  # each begins a deal
POWER = order("789TJQKA")
LEFT_OUT = {"aces": tuple(cards("AS AC")), "sevens": tuple(cards("7S 7C"))}
EACH_TRICK, EACH_JACK, EACH_QUEEN, EACH_HEART = king.EACH_TRICK, king.EACH_JACK, king.EACH_QUEEN, king.EACH_HEART
EACH_LAST, KING_POINTS, WON_TRICK, THREE = king.EACH_LAST, king.KING_POINTS, king.WON_TRICK, king.THREE
DEBT, WON_BACK = 200, 190  # what three players owe after seven deals; what the others are worth


@dataclass(frozen=True)
class Options(king.Options):
    """House rules: those of King, and which black cards are left out."""

    win_back: bool = option(True, False, bends=WIN_BACK)
    first_deal: int = option(1, *range(2, 12), bends=ORDER)
    king_on_hearts: bool = option(False, True, bends=KING_THROWN)
    stop_early: bool = option(False, True, bends=END)
    left_out: str = option("aces", "sevens", bends=PACK)


def new(players: int, options: Options) -> State:
    return king.undealt(players, options, _pack(options))


def loose(s: State) -> Sequence[Card]:
    assert isinstance(s.options, Options)
    return _pack(s.options)


def refuse(s: State, move: Move) -> Ruling | None:
    return retold.ruling(NAME, king.refuse(s, move))


def legal(s: State) -> Sequence[Move]:
    return king.legal(s)


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if tell and s.turn == NOBODY and s.dealer == NOBODY:
        assert isinstance(s.options, Options)
        tell(PACK, cards=LEFT_OUT[s.options.left_out], size=len(s.stock))
    king.play(s, move, retold.teller(NAME, tell))


def result(s: State) -> tuple[int, ...]:
    return king.result(s)


def table(s: State) -> Sequence[Zone]:
    return king.table(s)


def _pack(options: Options) -> list[Card]:
    return [c for c in pack(king.RANKS) if c not in LEFT_OUT[options.left_out]]
