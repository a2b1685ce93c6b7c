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
GATHER = "fifteen.gather"  # fewer than 15 left: the next dealer gathers all cards and shuffles
LENGTH = "fifteen.length"  # the match lasts 20 deals
BROKE = "fifteen.broke"  # or until somebody cannot put up the stake
HALVED = "fifteen.halved"  # chips still on the table then are halved
MATCH = "fifteen.match"  # whoever has more chips wins; level, it is a draw

GOAL = 15
VALUE = values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 TJQK=10")
BEGIN_WITH = 40  # chips
ENOUGH = 15  # cards: no deal can use more
_STAKE, _DRAW, _STAND, _EITHER = ("stake",), ("draw",), ("stand",), ("draw", "stand")
_ASKING = ("show", "ask")


@dataclass(frozen=True)
class Options:
    """House rules."""

    stake: int = option(2, 1, 3, 5, bends=ANTE)
    ten_to_stand: bool = option(False, True, bends=ONE_CARD)
    deals: int = option(20, 6, 10, 50, bends=LENGTH)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end; `used` are the cards laid aside; `deals` counts those begun.

    `staked` of the two players have put up their chips; until both have, the hands of the last deal lie open.
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
    staked: int = 0
    deals: int = 0


def new(players: int, options: Options) -> State:
    return State(players, options)


def loose(s: State) -> Sequence[Card]:
    return pack()


def refuse(s: State, move: Move) -> Ruling | None:
    if s.staked < s.players:
        return None if move == "stake" else Ruling(ANTE, {"each": s.options.stake})
    if move in _ASKING:
        return Ruling(SILENT, {"cards": len(s.hands[1 - s.turn])})
    if move not in _EITHER:
        return Ruling(TURN, {})
    hand = s.hands[s.turn]
    if move == "draw":
        points = _count(hand)
        return Ruling(BUST, {"points": points, "goal": GOAL}) if points > GOAL else None
    if _must_draw(s, hand):
        return Ruling(ONE_CARD, {"card": hand[0], "points": VALUE[hand[0].rank]})
    return None


def legal(s: State) -> Sequence[Move]:
    if s.staked < s.players:
        return _STAKE
    hand = s.hands[s.turn]
    if _must_draw(s, hand):
        return _DRAW
    return _EITHER if _count(hand) <= GOAL else _STAND


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            _cut(s, deck, tell)
        else:
            _shuffle(s, deck, tell)
    elif move == "stake":
        _stake(s, tell)
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
    lying_open = s.staked < s.players and s.hands[0]
    name = "shown" if lying_open else "hand"
    hands = [Zone(name, hand, seat) for seat, hand in enumerate(s.hands)]
    return [*hands, Zone("stock", s.stock), Zone("won", s.used)]


def _must_draw(s: State, hand: list[Card]) -> bool:
    """By agreement: a single card that counts less than 10."""
    return s.options.ten_to_stand and len(hand) == 1 and VALUE[hand[0].rank] < 10


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


def _shuffle(s: State, deck: list[Card], tell: Tell | None) -> None:
    if tell and s.deals:
        tell(GATHER, seat=s.dealer, left=len(s.stock))
    s.hands, s.used, s.stock = [[], []], [], deck[::-1]
    s.turn = 1 - s.dealer


def _stake(s: State, tell: Tell | None) -> None:
    """The dealer stakes last, and deals."""
    stake = s.options.stake
    s.chips[s.turn] -= stake
    s.pot += stake
    s.staked += 1
    if tell:
        tell(ANTE, seat=s.turn, each=stake)
    if s.staked < s.players:
        s.turn = s.dealer
        return
    stayed = s.pot - stake * s.players
    if tell and stayed:
        tell(GROWS, stayed=stayed, each=stake, pot=s.pot)
    _deal(s, tell)


def _deal(s: State, tell: Tell | None) -> None:
    if s.hands[0]:
        s.used += [*s.hands[0], *s.hands[1]]
        if tell:
            tell(ASIDE, left=len(s.stock))
    s.deals += 1
    s.turn = 1 - s.dealer
    s.hands[s.turn] = [s.stock.pop()]
    s.hands[s.dealer] = [s.stock.pop()]
    if tell:
        tell(DEAL, seat=s.dealer, other=s.turn)
        tell(FIRST, seat=s.turn)


def _stand(s: State, tell: Tell | None) -> None:
    if tell:
        tell(STAND, seat=s.turn, cards=len(s.hands[s.turn]))
    if s.turn != s.dealer:
        s.turn = s.dealer
        if tell:
            tell(DEALER, seat=s.dealer)
        return
    s.staked = 0
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
        s.turn = NOBODY if len(s.stock) < ENOUGH else 1 - s.dealer
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
