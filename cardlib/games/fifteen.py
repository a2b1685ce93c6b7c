"""Fifteen: draw cards toward 15 without passing it; whoever comes closer takes the chips on the table.

Source: J. Leeming, «Пятнадцать»; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib.cards import Card, pack, values
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, option, shuffled

NAME = "fifteen"
PLAYERS = (2,)
PUBLIC = "dealer", "chips", "pot", "deals"

CHIPS = "fifteen.chips"  # each begins with 40 chips, which are worth nothing away from the table
CUT = "fifteen.cut"  # both cut; the lower card deals first, the ace being lowest
ANTE = "fifteen.ante"  # before the deal both put 2 chips each on the table
DEAL = "fifteen.deal"  # one card face down to the opponent, one to the dealer; the rest is the stock
VALUES = "fifteen.values"  # ace 1; king, queen and jack 10; the others their number
FIRST = "fifteen.first-turn"  # the dealer's opponent looks at his card and begins
TURN = "fifteen.turn"  # draw or stand, nothing else
DRAW = "fifteen.draw"  # one card from the top of the stock, as often as you like; you alone look at it
STAND = "fifteen.stand"  # or stand, on a ten-point card or on any other
ONE_CARD = "fifteen.one-card"  # by agreement, nobody stands on a single card that counts less than 10
BUST = "fifteen.bust"  # over 15 you stop, and have lost your claim
SILENT = "fifteen.silent"  # but nobody says or shows what he has until both have stood
DEALER = "fifteen.dealer"  # then the dealer draws or stands in the same way
SHOW = "fifteen.show"  # when he stands too, both open their cards
CLOSER = "fifteen.closer"  # the one closer to 15, not over it, takes all chips on the table
LEVEL = "fifteen.level"  # level totals: the chips stay
BOTH_BUST = "fifteen.both-bust"  # both over 15: the chips stay
GROWS = "fifteen.pot-grows"  # for the next deal both add as many new chips to those that stayed
NEXT = "fifteen.next-deal"  # they deal in turn
ASIDE = "fifteen.laid-aside"  # the cards played are laid aside, and the deal comes from the rest
GATHER = "fifteen.gather"  # fewer than 15 left: the dealer gathers all cards and shuffles
LENGTH = "fifteen.length"  # the match lasts 20 deals
BROKE = "fifteen.broke"  # or until somebody cannot put up the stake
HALVED = "fifteen.halved"  # chips still on the table then are halved
MATCH = "fifteen.match"  # whoever has more chips wins; level, it is a draw

GOAL = 15
VALUE = values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 TJQK=10")
BEGIN_WITH = 40  # chips
ENOUGH = 15  # cards: no deal can use more
_BOTH, _DRAW, _STAND = ("draw", "stand"), ("draw",), ("stand",)
_ASKING = ("show", "ask")


@dataclass(frozen=True)
class Options:
    """House rules."""

    stake: int = option(2, 1, 3, 5, bends=ANTE)
    ten_to_stand: bool = option(False, True, bends=ONE_CARD)
    deals: int = option(20, 10, 50, bends=LENGTH)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end; `used` are the cards laid aside; `deals` counts the one under way.

    Between deals, and when the match is over, the last hands lie open.
    """

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=lambda: [[], []])
    stock: list[Card] = field(default_factory=pack)
    used: list[Card] = field(default_factory=list)
    chips: list[int] = field(default_factory=lambda: [BEGIN_WITH, BEGIN_WITH])
    pot: int = 0
    deals: int = 0


def new(players: int, options: Options) -> State:
    return State(players, options)


def loose(s: State) -> Sequence[Card]:
    """What is left of the pack, whose order nobody knows: to shuffle it again changes nothing. If short, all cards."""
    return s.stock if len(s.stock) >= ENOUGH else pack()


def refuse(s: State, move: Move) -> Ruling | None:
    if move in _ASKING:
        return Ruling(SILENT, {"cards": len(s.hands[1 - s.turn])})
    if move not in _BOTH:
        return Ruling(TURN, {})
    hand = s.hands[s.turn]
    if move == "draw":
        total = _count(hand)
        return Ruling(BUST, {"points": total, "goal": GOAL}) if total > GOAL else None
    if s.options.ten_to_stand and len(hand) == 1 and VALUE[hand[0].rank] < 10:
        return Ruling(ONE_CARD, {"card": hand[0], "points": VALUE[hand[0].rank]})
    return None


def legal(s: State) -> Sequence[Move]:
    hand = s.hands[s.turn]
    if len(hand) == 1:
        return _DRAW if s.options.ten_to_stand and VALUE[hand[0].rank] < 10 else _BOTH
    return _BOTH if _count(hand) <= GOAL else _STAND


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            _cut(s, deck, tell)
        else:
            _deal(s, deck, tell)
    elif move == "draw":
        s.hands[s.turn].append(s.stock.pop())
        if tell:
            tell(DRAW, seat=s.turn, cards=len(s.hands[s.turn]), left=len(s.stock))
    else:
        _stand(s, tell)


def result(s: State) -> tuple[int, ...]:
    south, north = s.chips
    return () if south == north else (0,) if south > north else (1,)


def table(s: State) -> Sequence[Zone]:
    name = "hand" if s.turn >= 0 else "shown"
    hands = [Zone(name, hand, seat) for seat, hand in enumerate(s.hands)]
    return [*hands, Zone("stock", s.stock), Zone("won", s.used)]


def _count(hand: list[Card]) -> int:
    total = 0
    for c in hand:
        total += VALUE[c.rank]
    return total


def _cut(s: State, deck: list[Card], tell: Tell | None) -> None:
    cards = cut(deck, s.players)
    lower = min(cards, key=lambda c: c.rank)
    s.dealer = cards.index(lower)
    if tell:
        tell(CHIPS, each=BEGIN_WITH)
        tell(CUT, seat=s.dealer, cards=tuple(cards), card=lower)


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    """Both stake, the cards of the last deal go aside or back into the pack, and each gets a card."""
    left, stayed, stake = len(s.stock), s.pot, s.options.stake
    for seat in range(s.players):
        s.chips[seat] -= stake
        s.pot += stake
    s.deals += 1
    s.used = [*s.used, *s.hands[0], *s.hands[1]] if left >= ENOUGH else []
    first = 1 - s.dealer
    s.hands[first], s.hands[s.dealer] = [deck[0]], [deck[1]]
    s.stock = deck[:1:-1]
    s.turn = first
    if tell:
        if stayed:
            tell(GROWS, stayed=stayed, each=stake, pot=s.pot)
        else:
            tell(ANTE, each=stake, pot=s.pot)
        if left < ENOUGH:
            tell(GATHER, seat=s.dealer, left=left)
        elif s.used:
            tell(ASIDE, left=left)
        tell(DEAL, seat=s.dealer, other=first)
        tell(FIRST, seat=first)


def _stand(s: State, tell: Tell | None) -> None:
    if tell:
        tell(STAND, seat=s.turn, cards=len(s.hands[s.turn]))
    if s.turn != s.dealer:
        s.turn = s.dealer
        if tell:
            tell(DEALER, seat=s.dealer)
        return
    counts = [_count(hand) for hand in s.hands]
    if tell:
        tell(SHOW, seats=(0, 1))
        for seat in (1 - s.dealer, s.dealer):
            tell(VALUES, seat=seat, cards=tuple(s.hands[seat]), points=counts[seat])
            if counts[seat] > GOAL:
                tell(BUST, seat=seat, points=counts[seat], goal=GOAL)
    _settle(s, counts, tell)
    _end(s, tell)


def _settle(s: State, counts: list[int], tell: Tell | None) -> None:
    """The chips on the table go to the one closer to 15, or stay."""
    within = [count if count <= GOAL else 0 for count in counts]
    if within[0] == within[1]:
        if tell:
            if within[0]:
                tell(LEVEL, points=within[0], pot=s.pot)
            else:
                tell(BOTH_BUST, pot=s.pot)
        return
    winner = within.index(max(within))
    s.chips[winner] += s.pot
    if tell:
        tell(CLOSER, seat=winner, points=counts[winner], pot=s.pot)
    s.pot = 0


def _end(s: State, tell: Tell | None) -> None:
    stake = s.options.stake
    broke = tuple(seat for seat, chips in enumerate(s.chips) if chips < stake)
    if s.deals < s.options.deals and not broke:
        s.dealer = 1 - s.dealer
        s.turn = NOBODY
        if tell:
            tell(NEXT, seat=s.dealer)
        return
    s.turn = OVER
    if tell:
        if s.deals >= s.options.deals:
            tell(LENGTH, deals=s.deals)
        else:
            tell(BROKE, seats=broke, stake=stake)
    if s.pot:
        half = s.pot // 2
        s.chips = [chips + half for chips in s.chips]
        s.pot = 0
        if tell:
            tell(HALVED, each=half)
    if tell:
        tell(MATCH, winners=result(s), chips=max(s.chips), other=min(s.chips))
