"""Thousand and One: bid for the widow, take what you have named, and let each marriage make its suit trumps.

Source: N. Rozaliev, «Тысяча одно», of which only the beginning is kept, completed from another description; rulings of
our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cardlib import marriages, retold
from cardlib.cards import Card, order, pack
from cardlib.kit import NOBODY, Move, Ruling, Tell, Zone, option, shuffled
from cardlib.marriages import IN_PACK, SIXTY, VALUE, Rules, State  # noqa: F401 (the rules page shows them)

NAME = "thousand-and-one"
PLAYERS = (3, 4)
PUBLIC = "dealer", "bids", "passed", "bidder", "number", "trump", "points", "score"

CUT = "thousand-and-one.cut"  # everybody cuts; the highest card deals first
SIT_OUT = "thousand-and-one.sit-out"  # of four the dealer sits out
DEAL = "thousand-and-one.deal"  # seven cards each, three to the widow, neither the first card nor the last
BID = "thousand-and-one.bid"  # from the dealer's left you bid or pass in turn
STEP = "thousand-and-one.step"  # bids and scores are multiples of five
LEAST = "thousand-and-one.least"  # the first bid is 40 or more
RAISE = "thousand-and-one.raise"  # each bid must be higher than the last
CEILING = "thousand-and-one.ceiling"  # nor above 120 and the marriages in your hand
PASS = "thousand-and-one.pass"  # who has passed bids no more in this deal
ALL_PASS = "thousand-and-one.all-pass"  # all have passed: the next player deals
OPEN = "thousand-and-one.open"  # the highest bidder shows the widow and takes it into his hand
GIVE = "thousand-and-one.give"  # he gives each opponent any one card of his hand, face down
GIVE_UP = "thousand-and-one.give-up"  # by agreement he may then give up: he loses his bid, each opponent scores 60
NUMBER = "thousand-and-one.number"  # and names his final number, not below his bid
FIRST_LEAD = "thousand-and-one.first-lead"  # the bidder leads first; there are no trumps as yet
TURN = "thousand-and-one.turn"  # a turn is one card
HELD = "thousand-and-one.held"  # only a card of your own hand
FOLLOW = "thousand-and-one.follow"  # you must follow suit; beating is not required
MUST_TRUMP = "thousand-and-one.must-trump"  # without the suit you must trump, if there are trumps
UNDER = "thousand-and-one.under-trump"  # a trump played before yours need not be beaten
THROW = "thousand-and-one.throw"  # with neither, any card
HIGHEST = "thousand-and-one.highest"  # the highest card of the suit led takes the trick: A 10 K Q J 9
TRUMP = "thousand-and-one.trump"  # unless it was trumped; then the highest trump
POINTS = "thousand-and-one.points"  # ace 11, ten 10, king 4, queen 3, jack 2, to whoever takes them
LEAD = "thousand-and-one.lead"  # the taker leads to the next trick
MARRIAGE = "thousand-and-one.marriage"  # lead a king or queen, holding both, and declare: ♥ 100, ♦ 80, ♣ 60, ♠ 40
AFTER_TRICK = "thousand-and-one.after-trick"  # on any lead; by agreement only once you have taken a trick
NEW_TRUMP = "thousand-and-one.new-trump"  # its suit is trumps from that card on, until the next marriage
MADE = "thousand-and-one.made"  # the bidder scores his number if he took at least that much
FAILED = "thousand-and-one.failed"  # if not, he loses it
ROUND = "thousand-and-one.round"  # the others score what they took, to the nearest five
BARREL = "thousand-and-one.barrel"  # by agreement a score stops at 881: the last 120 are taken in one deal
NEXT = "thousand-and-one.next-deal"  # the deal passes to the left
MATCH = "thousand-and-one.match"  # the first to have 1001 wins; of several the bidder, else the higher
LIMIT = "thousand-and-one.limit"  # after sixty deals the highest score wins

POWER = order("9JQKTA")  # for the rules page: as in cardlib.marriages, without the ranks that are not in this pack
HAND, WIDOW = 7, 3
FIVES, LOWEST, TARGET = 5, 40, 1001
STOP = TARGET - IN_PACK


@dataclass(frozen=True)
class Options:
    """House rules."""

    give_up: bool = option(False, True, bends=GIVE_UP)
    couples: str = option("hearts-100", "hearts-80", bends=MARRIAGE)
    after_trick: bool = option(False, True, bends=AFTER_TRICK)
    barrel: bool = option(False, True, bends=BARREL)
    limit: int = option(60, 12, 3, bends=LIMIT)


def new(players: int, options: Any) -> State:
    return marriages.new(players, options, pack("9TJQKA"))


def loose(s: State) -> Sequence[Card]:
    return pack("9TJQKA")


def refuse(s: State, move: Move) -> Ruling | None:
    rules = _rules(s.options)
    word, what = marriages.read(move)
    if word == "give-up":
        return None if _may_give_up(s) else Ruling(GIVE_UP, {"agreed": s.options.give_up})
    if s.phase == "bid":
        return retold.ruling(NAME, marriages.refuse_bid(s, word, what, rules))
    if s.phase == "name":
        return retold.ruling(NAME, marriages.refuse_name(s, word, what, rules))
    if s.phase == "play":
        return retold.ruling(NAME, marriages.refuse_card(s, word, what, rules))
    if word != "give":
        return Ruling(GIVE, {"seat": _receiver(s)})
    return None if what in s.hands[s.turn] or what in s.shown else Ruling(HELD, {"card": what})


def legal(s: State) -> Sequence[Move]:
    rules = _rules(s.options)
    if s.phase == "bid":
        return ["pass", *marriages.legal_numbers(s, "bid", max(s.bids) + 1, rules)]
    if s.phase == "play":
        return marriages.legal_cards(s, rules)
    moves: list[Move] = ["give-up"] if _may_give_up(s) else []
    if s.phase == "name":
        return [*marriages.legal_numbers(s, "name", s.bids[s.turn], rules), *moves]
    return [*(("give", c) for c in (*s.hands[s.turn], *s.shown)), *moves]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    rules = _rules(s.options)
    word, what = marriages.read(move)
    own = retold.teller(NAME, tell)
    if s.turn == NOBODY:
        if s.dealer == NOBODY:
            marriages.cut_for_deal(s, shuffled(move), own)
        else:
            _deal(s, shuffled(move), tell)
    elif word in ("card", "marriage"):
        marriages.lay(s, what, word == "marriage", own, rules)
        if not s.hands[s.turn]:
            marriages.score(s, own, rules)
            _finish(s, tell, rules)
    elif word == "give-up":
        marriages.give_up(s, own)
        _finish(s, tell, rules)
    elif word == "give":
        _give(s, what, tell)
    elif s.phase == "bid":
        marriages.call(s, what, own)
        _end_bidding(s, tell, rules)
    else:
        marriages.name(s, what, own)
        s.phase = "play"


def result(s: State) -> tuple[int, ...]:
    return marriages.winners(s, _rules(s.options))


def table(s: State) -> Sequence[Zone]:
    return marriages.table(s)


@cache
def _rules(options: Options) -> Rules:
    couples = (40, 100, 80, 60) if options.couples == "hearts-100" else (60, 80, 40, 20)
    return Rules(FIVES, LOWEST, TARGET, couples, after_trick=options.after_trick, give_up=False)


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    marriages.clear(s)
    s.seats = [(s.dealer + 1 + n) % s.players for n in range(3)]
    s.widow = deck[3:12:4]  # a card after each of the first three rounds
    rest = [c for c in deck if c not in s.widow]
    for n, seat in enumerate(s.seats):
        s.hands[seat] = rest[n::3]
    s.turn, s.phase = s.seats[0], "bid"
    if tell:
        if s.players > 3:
            tell(SIT_OUT, seat=s.dealer)
        tell(DEAL, seat=s.dealer, each=HAND, left=WIDOW)


def _end_bidding(s: State, tell: Tell | None, rules: Rules) -> None:
    """Has one bidder outlasted the others, or has everybody passed?"""
    own = retold.teller(NAME, tell)
    left = [seat for seat in s.seats if not s.passed[seat]]
    if len(left) == 1 and s.bids[left[0]]:
        s.bidder, s.phase = left[0], "give"
        marriages.open_widow(s, own)
    elif not left:
        if tell:
            tell(ALL_PASS)
        _finish(s, tell, rules)


def _receiver(s: State) -> int:
    """Who gets the next card: the opponents in turn, the bidder's left neighbour first."""
    return next(seat for n in range(1, len(s.seats)) if len(s.hands[seat := marriages.after(s, s.bidder, n)]) == HAND)


def _give(s: State, c: Card, tell: Tell | None) -> None:
    hand, other = s.hands[s.turn], _receiver(s)
    hand += s.shown  # they lie open until the first card is given
    s.shown = []
    hand.remove(c)
    s.hands[other].append(c)
    if tell:
        tell(GIVE, seat=s.turn, other=other)
    if len(hand) == HAND + 1:
        s.phase = "name"


def _may_give_up(s: State) -> bool:
    """Before the final number is named, so that the bid is what is lost."""
    return s.options.give_up and s.phase in ("give", "name")


def _finish(s: State, tell: Tell | None, rules: Rules) -> None:
    """The deal is scored; a score that falls short of the target goes no further than the barrel."""
    for seat in s.seats:
        if s.options.barrel and STOP < s.score[seat] < TARGET:
            s.score[seat] = STOP
            if tell:
                tell(BARREL, seat=seat, total=STOP, need=IN_PACK)
    marriages.finish(s, retold.teller(NAME, tell), rules)
