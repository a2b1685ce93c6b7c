"""Thousand: bid for the widow, name your number before you see it, and let each marriage make its suit trumps.

Source: N. Rozaliev, «Тысяча»; where it refers to Thousand and One it is completed from other descriptions. Rulings of
our own are marked on the rules page. Five Hundred and One plays by these functions, with `Rules` of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cardlib import marriages, retold
from cardlib.cards import Card, pack
from cardlib.kit import NOBODY, Move, Ruling, Tell, Zone, option, shuffled
from cardlib.marriages import IN_PACK, POWER, SIXTY, VALUE, Rules, State  # noqa: F401 (the rules page shows them)

NAME = "thousand"
PLAYERS = (2, 3, 4)
PUBLIC = "dealer", "bids", "passed", "bidder", "number", "trump", "points", "score"

CUT = "thousand.cut"  # everybody cuts; the highest card deals first
PACK = "thousand.pack"  # 24 cards, nine to ace; three may agree on 32, with eights and sevens
DEAL = "thousand.deal"  # seven cards each, widow of three; for two ten and four; for four five and four
BID = "thousand.bid"  # from the dealer's left you bid or pass in turn
STEP = "thousand.step"  # bids and scores are multiples of ten
LEAST = "thousand.least"  # the first bid is 60 or more
RAISE = "thousand.raise"  # each bid must be higher than the last
CEILING = "thousand.ceiling"  # nor above 120 and the marriages in your hand
PASS = "thousand.pass"  # who has passed bids no more in this deal
OBLIGED = "thousand.obliged"  # when all the others pass without a bid, the last must play, for 60 or more
BARRED = "thousand.barred"  # two players: who has 850 may not bid, and the other may not pass
NUMBER = "thousand.number"  # the last one left names his final number, not below his bid, the widow still closed
OPEN = "thousand.open"  # then the widow is turned up for all to see
FIXED = "thousand.fixed"  # and the number can no longer be changed
KEEP = "thousand.keep"  # the bidder keeps one card of the widow
GIVE = "thousand.give"  # and gives one of the others to each opponent
PAIR = "thousand.pair"  # two players: he shows and takes the top two or the bottom two; nobody looks at the others
DISCARD = "thousand.discard"  # and discards two cards of his hand unseen
ASIDE = "thousand.aside"  # the discards, and cards left unseen, count for nobody
GIVE_UP = "thousand.give-up"  # before he leads the bidder may give up: he loses his number, each opponent scores 60
FIRST_LEAD = "thousand.first-lead"  # the bidder leads first; there are no trumps as yet
TURN = "thousand.turn"  # a turn is one card
HELD = "thousand.held"  # only a card of your own hand
FOLLOW = "thousand.follow"  # you must follow suit
BEAT = "thousand.beat"  # and beat the best card of that suit if you can
TRUMPED = "thousand.trumped"  # once the trick has been trumped any card of the suit will do
MUST_TRUMP = "thousand.must-trump"  # without the suit you must trump, if there are trumps
UNDER = "thousand.under-trump"  # a trump played before yours need not be beaten
THROW = "thousand.throw"  # with neither, any card
HIGHEST = "thousand.highest"  # the highest card of the suit led takes the trick: A 10 K Q J 9
TRUMP = "thousand.trump"  # unless it was trumped; then the highest trump
POINTS = "thousand.points"  # ace 11, ten 10, king 4, queen 3, jack 2, to whoever takes them
LEAD = "thousand.lead"  # the taker leads to the next trick
MARRIAGE = "thousand.marriage"  # lead a king or queen, holding both, and declare: ♥ 100, ♦ 80, ♣ 60, ♠ 40
AFTER_TRICK = "thousand.after-trick"  # only once you have taken a trick
NEW_TRUMP = "thousand.new-trump"  # its suit is trumps from that card on, until the next marriage
MADE = "thousand.made"  # the bidder scores his number if he took at least that much
FAILED = "thousand.failed"  # if not, he loses it
ROUND = "thousand.round"  # the others score what they took, to the nearest ten, five upwards
NOTHING = "thousand.nothing"  # who stood at 850 or more and took not one point loses 100
NEXT = "thousand.next-deal"  # the deal passes to the left
MATCH = "thousand.match"  # the first to have 1000 wins; of several the bidder, else the higher
LIMIT = "thousand.limit"  # after sixty deals the highest score wins

EACH = 0, 0, 10, 7, 5  # by the number of players
EACH_OF_32 = 10
DISCARDS = 2
TENS, LOWEST, TARGET = 10, 60, 1000
HIGH = 850  # a relative without these rules passes 0
FINE = 100
RULES = Rules(step=TENS, least=LOWEST, target=TARGET)


@dataclass(frozen=True)
class Options:
    """House rules. The pack of 32 is for three players; two players discard, and three with 32 cards."""

    pack: int = option(24, 32, bends=PACK)
    count_discards: bool = option(False, True, bends=ASIDE)
    limit: int = option(60, 12, 3, bends=LIMIT)


def new(players: int, options: Any) -> State:
    return marriages.new(players, options, _pack(players, options))


def loose(s: State) -> Sequence[Card]:
    return _pack(s.players, s.options)


def refuse(s: State, move: Move, rules: Rules = RULES, high: int = HIGH) -> Ruling | None:
    word, what = marriages.read(move)
    if word == "give-up":
        return None if marriages.may_give_up(s, rules) else Ruling(GIVE_UP, {})
    if word in ("bid", "name") and s.phase not in ("bid", "name"):
        return Ruling(FIXED, {"number": s.number})
    if s.phase == "bid":
        return retold.ruling(NAME, marriages.refuse_bid(s, word, what, rules))
    if s.phase == "name":
        return _refuse_name(s, word, what, rules, high)
    if s.phase == "play":
        return _refuse_card(s, word, what, rules)
    return _refuse_widow(s, word, what)


def legal(s: State, rules: Rules = RULES) -> Sequence[Move]:
    if s.phase == "play":
        return _legal_cards(s, rules)
    if s.phase == "bid":
        return ["pass", *marriages.legal_numbers(s, "bid", max(s.bids) + 1, rules)]
    if s.phase == "name":
        return marriages.legal_numbers(s, "name", s.bids[s.turn], rules)
    if s.phase == "pair":
        return ["top", "bottom"]
    hand = s.hands[s.turn] if s.phase == "discard" else ()
    return [*((s.phase, c) for c in (*hand, *s.shown)), "give-up"]


def play(s: State, move: Move, tell: Tell | None = None, rules: Rules = RULES, high: int = HIGH) -> None:
    word, what = marriages.read(move)
    own = retold.teller(NAME, tell)
    if word in ("card", "marriage"):
        if tell:
            _tell_trumped(s, what, tell)
        marriages.lay(s, what, word == "marriage", own, rules)
        if not s.hands[s.turn]:
            _score(s, tell, rules, high)
    elif s.turn == NOBODY:
        if s.dealer == NOBODY:
            marriages.cut_for_deal(s, shuffled(move), own)
        else:
            _deal(s, shuffled(move), tell, high)
    elif word == "give-up":
        marriages.give_up(s, own)
        marriages.finish(s, own, rules)
    elif s.phase == "bid":
        marriages.call(s, what, own)
        _end_bidding(s, tell)
    elif s.phase == "name":
        marriages.name(s, what, own)
        if s.players == 2:
            s.phase = "pair"
        else:
            marriages.open_widow(s, own)
            s.phase = "discard" if _long(s.players, s.options) else "keep"
    else:
        _use_widow(s, word, what, tell)
        if not s.shown and len(s.discards) in (0, DISCARDS):
            s.phase = "play" if rules.new_trump else "trump"


def result(s: State, rules: Rules = RULES) -> tuple[int, ...]:
    return marriages.winners(s, rules)


def table(s: State) -> Sequence[Zone]:
    return marriages.table(s)


def _long(players: int, options: Any) -> bool:
    return players == 3 and options.pack == 32


def _pack(players: int, options: Any) -> list[Card]:
    return pack("789TJQKA" if _long(players, options) else "9TJQKA")


def _deal(s: State, deck: list[Card], tell: Tell | None, high: int) -> None:
    marriages.clear(s)
    s.seats = [(s.dealer + 1 + n) % s.players for n in range(s.players)]
    each = EACH_OF_32 if _long(s.players, s.options) else EACH[s.players]
    for n, seat in enumerate(s.seats):
        s.hands[seat] = deck[n : s.players * each : s.players]
    s.widow = deck[s.players * each :]
    s.turn, s.phase = s.seats[0], "bid"
    if tell:
        if _long(s.players, s.options):
            tell(PACK, cards=len(deck))
        tell(DEAL, seat=s.dealer, each=each, left=len(s.widow))
    out = barred(s, high)
    if out != NOBODY:
        s.bidder = s.turn = 1 - out
        s.phase = "name"
        if tell:
            tell(BARRED, seat=out, other=s.turn, score=s.score[out])


# Bidding


def barred(s: State, high: int) -> int:
    """The one of two players who stands too high to bid, or NOBODY."""
    far = [seat for seat, total in enumerate(s.score) if high and total >= high]
    return far[0] if s.players == 2 and len(far) == 1 else NOBODY


def _refuse_name(s: State, word: str, number: int, rules: Rules, high: int) -> Ruling | None:
    if word == "pass" and not any(s.bids):
        out = barred(s, high)
        return Ruling(OBLIGED, {"least": rules.least}) if out == NOBODY else Ruling(BARRED, {"other": out})
    return retold.ruling(NAME, marriages.refuse_name(s, word, number, rules))


def _end_bidding(s: State, tell: Tell | None) -> None:
    """When one is left he is the bidder, whether he has spoken or not."""
    if s.passed.count(False) == 1:
        s.bidder, s.phase = s.turn, "name"
        if tell and not any(s.bids):
            tell(OBLIGED, seat=s.turn)


# The widow


def _refuse_widow(s: State, word: str, what: Any) -> Ruling | None:
    cards = tuple(s.shown)
    if s.phase == "pair":
        return None if word in ("top", "bottom") else Ruling(PAIR, {})
    if s.phase == "keep":
        return None if word == "keep" and what in cards else Ruling(KEEP, {"cards": cards})
    if s.phase == "give":
        return None if word == "give" and what in cards else Ruling(GIVE, {"cards": cards, "seat": _receiver(s)})
    if word != "discard":
        return Ruling(DISCARD, {"left": DISCARDS - len(s.discards)})
    return None if what in s.hands[s.turn] or what in cards else Ruling(HELD, {"card": what})


def _receiver(s: State) -> int:
    """The opponents in turn, the bidder's left neighbour first."""
    return marriages.after(s, s.bidder, s.players - len(s.shown))


def _use_widow(s: State, word: str, what: Any, tell: Tell | None) -> None:
    seat, hand = s.turn, s.hands[s.turn]
    if word in ("top", "bottom"):
        s.shown, s.widow = (s.widow[:2], s.widow[2:]) if word == "top" else (s.widow[2:], s.widow[:2])
        s.phase = "discard"
        if tell:
            tell(PAIR, seat=seat, cards=tuple(s.shown), top=word == "top")
    elif word == "discard":
        hand += s.shown  # they lie open until the first discard
        s.shown = []
        hand.remove(what)
        s.discards.append(what)
        if tell:
            tell(DISCARD, seat=seat, left=DISCARDS - len(s.discards))
    elif word == "keep":
        hand.append(what)
        s.shown.remove(what)
        s.phase = "give"
        if tell:
            tell(KEEP, seat=seat, card=what)
    else:
        other = _receiver(s)
        s.hands[other].append(what)
        s.shown.remove(what)
        if tell:
            tell(GIVE, seat=seat, other=other, card=what)
        if len(s.shown) == 1:
            _use_widow(s, "give", s.shown[0], tell)


# The tricks


def _to_beat(s: State) -> list[Card]:
    """The cards of the suit led that lie in the trick; none if it has been trumped."""
    suit = s.trick[0].suit
    if suit != s.trump and any(c.suit == s.trump for c in s.trick):
        return []
    return [c for c in s.trick if c.suit == suit]


def _beating(cards: Sequence[Any], lying: list[Card]) -> list[Any]:
    """Those of the cards, all of the suit led, that beat what lies there."""
    best = max(POWER[c.rank] for c in lying)
    return [c for c in cards if POWER[c.rank] > best]


def _refuse_card(s: State, word: str, c: Card, rules: Rules) -> Ruling | None:
    ruling = marriages.refuse_card(s, word, c, rules)
    if ruling or word == "marriage" or marriages.leads(s) or c.suit != s.trick[0].suit or not (lying := _to_beat(s)):
        return retold.ruling(NAME, ruling)
    higher = tuple(_beating([x for x in s.hands[s.turn] if x.suit == c.suit], lying))
    return Ruling(BEAT, {"card": c, "cards": higher}) if higher and c not in higher else None


def _legal_cards(s: State, rules: Rules) -> Sequence[Move]:
    cards = marriages.legal_cards(s, rules)
    if marriages.leads(s):
        return cards
    first = cards[0]
    assert isinstance(first, Card)
    lying = _to_beat(s) if first.suit == s.trick[0].suit else []
    return (lying and _beating(cards, lying)) or cards


def _tell_trumped(s: State, c: Card, tell: Tell) -> None:
    """Told of the card alone, whatever the hand still holds."""
    if marriages.leads(s) or c.suit != (suit := s.trick[0].suit) or _to_beat(s):
        return
    if not _beating([c], [x for x in s.trick if x.suit == suit]):
        tell(TRUMPED, seat=s.turn, card=c)


# The score


def _score(s: State, tell: Tell | None, rules: Rules, high: int) -> None:
    own = retold.teller(NAME, tell)
    before = s.score[:]
    if s.discards:
        counted = s.options.count_discards
        points = sum(VALUE[c.rank] for c in s.discards) if counted else 0
        s.points[s.bidder] += points
        if tell:
            tell(ASIDE, seat=s.bidder, counted=counted, points=points)
    marriages.score(s, own, rules)
    for seat in s.seats:
        if high and before[seat] >= high and not s.points[seat]:
            s.score[seat] -= FINE
            if tell:
                tell(NOTHING, seat=seat, fine=FINE, total=s.score[seat])
    marriages.finish(s, own, rules)
