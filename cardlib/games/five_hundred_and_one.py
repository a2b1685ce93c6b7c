"""Five Hundred and One: Thousand with one trump suit, named by the bidder, and marriages that score and no more.

Source: N. Rozaliev, «Пятьсот одно», which says only how it differs from Thousand: so it plays by Thousand's functions.
Rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cardlib import marriages, retold
from cardlib.cards import KING, SUITS, Card
from cardlib.faults import Wrong
from cardlib.games import thousand
from cardlib.games.thousand import EACH, EACH_OF_32, LOWEST, TENS  # noqa: F401 (the rules page shows them)
from cardlib.kit import NOBODY, Move, Ruling, Tell, Zone, option
from cardlib.marriages import IN_PACK, POWER, SIXTY, SPOUSE, VALUE, Rules, State  # noqa: F401 (and these)

NAME = "five-hundred-and-one"
PLAYERS = (2, 3, 4)
PUBLIC = "dealer", "bids", "passed", "bidder", "number", "trump", "points", "score"

CUT = "five-hundred-and-one.cut"  # everybody cuts; the highest card deals first
PACK = "five-hundred-and-one.pack"  # 24 cards, nine to ace; three may agree on 32, with eights and sevens
DEAL = "five-hundred-and-one.deal"  # seven cards each, widow of three; for two ten and four; for four five and four
BID = "five-hundred-and-one.bid"  # from the dealer's left you bid or pass in turn
STEP = "five-hundred-and-one.step"  # bids and scores are multiples of ten
LEAST = "five-hundred-and-one.least"  # the first bid is 60 or more
RAISE = "five-hundred-and-one.raise"  # each bid must be higher than the last
CEILING = "five-hundred-and-one.ceiling"  # nor above 120 and the marriages in your hand
PASS = "five-hundred-and-one.pass"  # who has passed bids no more in this deal
OBLIGED = "five-hundred-and-one.obliged"  # when all the others pass without a bid, the last must play, for 60 or more
NUMBER = "five-hundred-and-one.number"  # the last one left names his number, not below his bid, the widow still closed
OPEN = "five-hundred-and-one.open"  # then the widow is turned up for all to see
FIXED = "five-hundred-and-one.fixed"  # and the number can no longer be changed
KEEP = "five-hundred-and-one.keep"  # the bidder keeps one card of the widow
GIVE = "five-hundred-and-one.give"  # and gives one of the others to each opponent
PAIR = "five-hundred-and-one.pair"  # two players: he shows and takes the top or bottom two; nobody looks at the others
DISCARD = "five-hundred-and-one.discard"  # and discards two cards of his hand unseen
ASIDE = "five-hundred-and-one.aside"  # the discards, and cards left unseen, count for nobody
NAME_TRUMP = "five-hundred-and-one.name-trump"  # when the widow has been dealt with the bidder names the trump suit
STAYS = "five-hundred-and-one.stays"  # it stays trumps to the end of the deal
GIVE_UP = "five-hundred-and-one.give-up"  # before he leads he may give up: he loses his number, each opponent scores 60
FIRST_LEAD = "five-hundred-and-one.first-lead"  # the bidder leads first
TURN = "five-hundred-and-one.turn"  # a turn is one card
HELD = "five-hundred-and-one.held"  # only a card of your own hand
FOLLOW = "five-hundred-and-one.follow"  # you must follow suit
BEAT = "five-hundred-and-one.beat"  # and beat the best card of that suit if you can
TRUMPED = "five-hundred-and-one.trumped"  # once the trick has been trumped any card of the suit will do
MUST_TRUMP = "five-hundred-and-one.must-trump"  # without the suit you must trump
UNDER = "five-hundred-and-one.under-trump"  # a trump played before yours need not be beaten
THROW = "five-hundred-and-one.throw"  # with neither, any card
HIGHEST = "five-hundred-and-one.highest"  # the highest card of the suit led takes the trick: A 10 K Q J 9
TRUMP = "five-hundred-and-one.trump"  # unless it was trumped; then the highest trump
POINTS = "five-hundred-and-one.points"  # ace 11, ten 10, king 4, queen 3, jack 2, to whoever takes them
LEAD = "five-hundred-and-one.lead"  # the taker leads to the next trick
MARRIAGE = "five-hundred-and-one.marriage"  # lead a king or queen, holding both, and declare: ♥ 80, ♠ 60, ♦ 40, ♣ 20
AFTER_TRICK = "five-hundred-and-one.after-trick"  # only once you have taken a trick
MADE = "five-hundred-and-one.made"  # the bidder scores his number if he took at least that much
FAILED = "five-hundred-and-one.failed"  # if not, he loses it
ROUND = "five-hundred-and-one.round"  # the others score what they took, to the nearest ten, five upwards
NEXT = "five-hundred-and-one.next-deal"  # the deal passes to the left
MATCH = "five-hundred-and-one.match"  # the first to have 501 wins; of several the bidder, else the higher
LIMIT = "five-hundred-and-one.limit"  # after sixty deals the highest score wins

COUPLES = IN_SPADES, IN_HEARTS, IN_DIAMONDS, IN_CLUBS = 60, 80, 40, 20
COUPLE, TRUMP_COUPLE = 20, 40  # by the house rule `twenty_forty`
HIGH = 0  # of Thousand's rules about players who stand at 850 this game has none

TRUMPS: tuple[Move, ...] = tuple(("trump", suit) for suit in SUITS)


@dataclass(frozen=True)
class Options:
    """House rules. `pack`, `count_discards` and `limit` are those of Thousand."""

    pack: int = option(24, 32, bends=PACK)
    count_discards: bool = option(False, True, bends=ASIDE)
    twenty_forty: bool = option(False, True, bends=MARRIAGE)
    target: int = option(501, 1001, bends=MATCH)
    limit: int = option(60, 12, 3, bends=LIMIT)

    def __post_init__(self) -> None:
        most = self.limit * (IN_PACK + sum(COUPLES))
        if self.target > most:
            raise Wrong("out-of-reach", target=self.target, most=most, deals=self.limit)


def new(players: int, options: Any) -> State:
    return thousand.new(players, options)


def loose(s: State) -> Sequence[Card]:
    return thousand.loose(s)


def refuse(s: State, move: Move) -> Ruling | None:
    if move in TRUMPS and s.phase in ("trump", "play"):
        return None if s.phase == "trump" else Ruling(STAYS, {"suit": SUITS[s.trump]})
    if s.phase == "trump" and marriages.read(move)[0] not in ("give-up", "bid", "name"):
        return Ruling(NAME_TRUMP, {})
    return retold.ruling(NAME, thousand.refuse(s, move, _rules(s), HIGH))


def legal(s: State) -> Sequence[Move]:
    if s.phase == "trump":
        return [*TRUMPS, "give-up"]
    return thousand.legal(s, _rules(s))


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if move in TRUMPS:
        s.trump, s.phase = TRUMPS.index(move), "play"
        if tell:
            tell(NAME_TRUMP, seat=s.turn, suit=SUITS[s.trump])
    else:
        thousand.play(s, move, retold.teller(NAME, tell), _rules(s), HIGH)


def result(s: State) -> tuple[int, ...]:
    return thousand.result(s, _rules(s))


def table(s: State) -> Sequence[Zone]:
    return marriages.table(s)


def _rules(s: State) -> Rules:
    """What differs from Thousand, in this position."""
    if not s.options.twenty_forty:
        return _by_suit(s.options.target)
    trump = s.trump
    if s.phase in ("bid", "name"):  # any marriage in the bidder's hand may come to be in trumps, but only one
        hand = s.hands[s.turn]
        trump = next((c.suit for c in hand if c.rank == KING and SPOUSE[c] in hand), NOBODY)
    return _alike(s.options.target, trump)


@cache
def _by_suit(target: int) -> Rules:
    return Rules(TENS, LOWEST, target, COUPLES, new_trump=False)


@cache
def _alike(target: int, trump: int) -> Rules:
    couples = tuple(TRUMP_COUPLE if suit == trump else COUPLE for suit in range(4))
    return Rules(TENS, LOWEST, target, couples, new_trump=False)
