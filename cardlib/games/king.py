"""King («Кинг простой»): seven deals in which something must not be taken, then deals to win it all back.

Source: «Кинг», which breaks off in the win-back, and short notices of the game; rulings of our own are marked on the
rules page. The functions are written for any number of players and tricks: three-handed King is played with them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from cardlib.cards import CARDS, FACES, HEARTS, JACK, QUEEN, SUITS, Card, order, pack
from cardlib.faults import Wrong
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, highest, option, shuffled

NAME = "king"
PLAYERS = (4,)
PUBLIC = "dealer", "number", "contract", "namer", "trump", "taken", "score"

CUT = "king.cut"  # everybody cuts; the lowest card deals first
DEAL = "king.deal"  # the whole pack, one card at a time: eight each
FIRST = "king.first-lead"  # the player on the dealer's left leads first
TURN = "king.turn"  # a turn is one card
HELD = "king.held"  # only a card of your own hand
FOLLOW = "king.follow"  # the others follow suit if they can
THROW = "king.throw"  # without the suit (in the win-back, without a trump as well) throw any card
HIGHEST = "king.highest"  # the highest card of the suit led takes the trick, ace high
LEAD = "king.lead"  # the taker leads to the next trick
ORDER = "king.order"  # seven penalty deals, always in the same order
NO_TRICKS = "king.no-tricks"  # first deal: 2 for each trick
NO_JACKS = "king.no-jacks"  # second: 4 for each jack
NO_QUEENS = "king.no-queens"  # third: 4 for each queen
NO_HEARTS = "king.no-hearts"  # fourth: 2 for each heart
HEARTS_LEAD = "king.hearts-lead"  # in this deal, the sixth and the muddles a heart is led only if you have nothing else
LAST_TWO = "king.last-two"  # fifth: 8 for each of the last two tricks
NO_KING = "king.no-king"  # sixth: 16 for the king of hearts
KING_THROWN = "king.king-thrown"  # he is thrown at the first chance: as soon as his holder cannot follow
MUDDLE = "king.muddle"  # seventh: all of this together
DEBTS = "king.debts"  # then the debts are added up: they come to 192
WIN_BACK = "king.win-back"  # four deals with a trump; each player names it once, and tricks are good
THREE_CARDS = "king.three-cards"  # the dealer gives three cards to the player on his right
NAME_TRUMP = "king.name-trump"  # by these three cards he names a suit as trumps
BY_LAST = "king.by-last"  # or says "by the last": the last card dealt to him is a trump, and is shown
REST = "king.rest"  # then three cards to each of the others, then all the rest
NAMER_LEADS = "king.namer-leads"  # the namer of trumps leads first
MUST_TRUMP = "king.must-trump"  # without the suit you must play a trump; you need not beat anything
TRUMP_TAKES = "king.trump-takes"  # the highest trump takes the trick
TRUMP_LEAD = "king.trump-lead"  # only the namer may lead trumps while holding another suit
TRICK_POINTS = "king.trick-points"  # each trick of the win-back is worth 3
PLUS_MUDDLE = "king.plus-muddle"  # the last deal: the muddle once more, counted for the taker
END = "king.end"  # a deal ends when all tricks are taken
SCORE = "king.score"  # penalties go down with a minus, the win-back with a plus
NEXT = "king.next-deal"  # the player on the dealer's left deals next
MATCH = "king.match"  # after the last deal the highest score wins; several may share it

DEALT = DEAL, WIN_BACK  # each begins a deal
RANKS = "A789TJQK"
POWER = order("789TJQKA")
THREE = 3  # cards by which the trump is named
EACH_TRICK, EACH_JACK, EACH_QUEEN, EACH_HEART, EACH_LAST, KING_POINTS = 2, 4, 4, 2, 8, 16
WON_TRICK = 3  # a trick of the win-back
IN_A_DEAL = 16  # what is to be had in a deal where only cards, or the last two tricks, count
DEBT = 192  # what four players owe after seven deals
KING_OF_HEARTS = CARDS["KH"]
JACKS = tuple(EACH_JACK * (c.rank == JACK) for c in FACES)  # what a card counts in a trick, by Card.n
QUEENS = tuple(EACH_QUEEN * (c.rank == QUEEN) for c in FACES)
EACH_OF_HEARTS = tuple(EACH_HEART * (c.suit == HEARTS) for c in FACES)
KING = tuple(KING_POINTS * (c is KING_OF_HEARTS) for c in FACES)
ALL = tuple(map(sum, zip(JACKS, QUEENS, EACH_OF_HEARTS, KING, strict=True)))
NAMES: tuple[Move, ...] = (*SUITS, "last")


class Contract(NamedTuple):
    """What a deal is about: the points for a trick, for each of the last two besides, and for cards by Card.n."""

    clause: str
    trick: int = 0
    last: int = 0
    cards: tuple[int, ...] = (0,) * len(FACES)
    hearts_held_back: bool = False  # a heart is led only for want of another suit
    king_thrown: bool = False  # the king of hearts goes at the first chance
    plus: bool = False  # the points are good


CONTRACTS = {
    "no-tricks": Contract(NO_TRICKS, trick=EACH_TRICK),
    "no-jacks": Contract(NO_JACKS, cards=JACKS),
    "no-queens": Contract(NO_QUEENS, cards=QUEENS),
    "no-hearts": Contract(NO_HEARTS, cards=EACH_OF_HEARTS, hearts_held_back=True),
    "last-two": Contract(LAST_TWO, last=EACH_LAST),
    "no-king": Contract(NO_KING, cards=KING, hearts_held_back=True, king_thrown=True),
    "muddle": Contract(MUDDLE, EACH_TRICK, EACH_LAST, ALL, hearts_held_back=True, king_thrown=True),
    "trumps": Contract(TRICK_POINTS, trick=WON_TRICK, plus=True),
    "plus-muddle": Contract(MUDDLE, EACH_TRICK, EACH_LAST, ALL, hearts_held_back=True, king_thrown=True, plus=True),
}
PENALTIES = tuple(name for name, contract in CONTRACTS.items() if not contract.plus)


@dataclass(frozen=True)
class Options:
    """House rules. Without a win-back the match is the seven penalty deals; it may begin with any deal."""

    win_back: bool = option(True, False, bends=WIN_BACK)
    first_deal: int = option(1, *range(2, 13), bends=ORDER)
    king_on_hearts: bool = option(False, True, bends=KING_THROWN)
    stop_early: bool = option(False, True, bends=END)

    def __post_init__(self) -> None:
        if not self.win_back and self.first_deal > len(PENALTIES):
            raise Wrong("no-such-deal", first=self.first_deal, last=len(PENALTIES))


@dataclass(slots=True)
class State:
    """A match. `trick` lies open, `leader`'s card first, until the next lead; `taken` counts this deal.

    While the `namer` is to name trumps, `stock` holds the cards not yet dealt, drawn from its end.
    """

    players: int
    options: Options
    stock: list[Card]
    turn: int = NOBODY
    dealer: int = NOBODY
    number: int = 0
    contract: str | None = None
    namer: int = NOBODY
    trump: int = NOBODY
    leader: int = NOBODY
    hands: list[list[Card]] = field(default_factory=list)
    trick: list[Card] = field(default_factory=list)
    won: list[list[Card]] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    return undealt(players, options, pack(RANKS))


def undealt(players: int, options: Options, deck: list[Card]) -> State:
    s = State(players, options, deck, score=[0] * players)
    s.number = options.first_deal - 1
    _clear(s)
    return s


def loose(s: State) -> Sequence[Card]:
    return pack(RANKS)


def refuse(s: State, move: Move) -> Ruling | None:
    if s.stock:
        return None if move in NAMES else Ruling(NAME_TRUMP, {})
    if not isinstance(move, Card):
        return Ruling(TURN, {})
    hand = s.hands[s.turn]
    if move not in hand:
        return Ruling(HELD, {"card": move})
    if len(s.trick) in (0, s.players):
        return _refuse_lead(s, hand, move)
    suit = s.trick[0].suit
    if move.suit != suit:
        following = tuple(c for c in hand if c.suit == suit)
        if following:
            return Ruling(FOLLOW, {"card": move, "suit": SUITS[suit], "cards": following})
        trumps = tuple(c for c in hand if c.suit == s.trump)
        if trumps and move.suit != s.trump:
            return Ruling(MUST_TRUMP, {"card": move, "suit": SUITS[suit], "cards": trumps})
    if move is not KING_OF_HEARTS and _king_is_due(s, hand):
        return Ruling(KING_THROWN, {"card": move, "suit": SUITS[suit], "led": suit == HEARTS})
    return None


def legal(s: State) -> Sequence[Move]:
    if s.stock:
        return NAMES
    hand = s.hands[s.turn]
    if len(s.trick) in (0, s.players):
        barred = _held_back(s)
        return [c for c in hand if c.suit != barred] or hand[:]
    if _king_is_due(s, hand):
        return [KING_OF_HEARTS]
    suit = s.trick[0].suit
    return [c for c in hand if c.suit == suit] or [c for c in hand if c.suit == s.trump] or hand[:]


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            _cut(s, deck, tell)
        else:
            _deal(s, deck, tell)
    elif s.stock:
        _name(s, move, tell)
    else:
        assert isinstance(move, Card)
        if len(s.trick) in (0, s.players):
            _lead(s, move, tell)
        else:
            _answer(s, move, tell)


def result(s: State) -> tuple[int, ...]:
    return highest(s.score)


def table(s: State) -> Sequence[Zone]:
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        *([Zone("stock", s.stock)] if s.stock else []),
        Zone("trick", s.trick),
        *(Zone("won", won, seat) for seat, won in enumerate(s.won)),
    ]


def deals(s: State) -> int:
    """How many deals the match has: the penalties, then one for each player to name trumps, and the plus muddle."""
    return len(PENALTIES) + (s.players + 1 if s.options.win_back else 0)


def _held_back(s: State) -> int:
    """The suit that the player on turn leads only if he holds no other; NOBODY if there is none."""
    if s.trump != NOBODY:
        return NOBODY if s.turn == s.namer else s.trump
    return HEARTS if s.contract and CONTRACTS[s.contract].hearts_held_back else NOBODY


def _king_is_due(s: State, hand: list[Card]) -> bool:
    """Must the player on turn, who answers a lead, throw the king of hearts?"""
    if KING_OF_HEARTS not in hand or not (s.contract and CONTRACTS[s.contract].king_thrown):
        return False
    suit = s.trick[0].suit
    return s.options.king_on_hearts if suit == HEARTS else all(c.suit != suit for c in hand)


def _refuse_lead(s: State, hand: list[Card], c: Card) -> Ruling | None:
    if c.suit == _held_back(s):
        others = tuple(x for x in hand if x.suit != c.suit)
        if others:
            return Ruling(HEARTS_LEAD if s.trump == NOBODY else TRUMP_LEAD, {"card": c, "cards": others})
    return None


def _clear(s: State) -> None:
    seats = range(s.players)
    s.hands, s.won = [[] for _ in seats], [[] for _ in seats]
    s.trick, s.taken = [], [0 for _ in seats]
    s.namer = s.trump = NOBODY


def _cut(s: State, deck: list[Card], tell: Tell | None) -> None:
    drawn = cut(deck, s.players)
    lowest = min(drawn, key=lambda c: POWER[c.rank])
    s.dealer = drawn.index(lowest)
    if tell:
        tell(CUT, seat=s.dealer, cards=tuple(drawn), card=lowest)


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    _clear(s)
    s.number += 1
    if len(PENALTIES) < s.number <= len(PENALTIES) + s.players:
        _deal_three(s, deck, tell)
        return
    s.contract = PENALTIES[s.number - 1] if s.number <= len(PENALTIES) else "plus-muddle"
    s.stock = []
    s.turn = first = (s.dealer + 1) % s.players
    for n in range(s.players):
        s.hands[(first + n) % s.players] = deck[n :: s.players]
    if tell:
        tell(DEAL, seat=s.dealer, each=len(s.hands[0]))
        if s.contract == "plus-muddle":
            tell(PLUS_MUDDLE, number=s.number)
        else:
            tell(ORDER, number=s.number, contract=s.contract)


def _deal_three(s: State, deck: list[Card], tell: Tell | None) -> None:
    """The beginning of a win-back deal: three cards to the player on the dealer's right."""
    s.contract = "trumps"
    s.turn = s.namer = (s.dealer - 1) % s.players
    s.hands[s.namer] = deck[:THREE]
    s.stock = deck[:2:-1]
    if tell:
        tell(WIN_BACK, number=s.number, seat=s.namer)
        tell(THREE_CARDS, seat=s.dealer, namer=s.namer, each=THREE)


def _name(s: State, move: Move, tell: Tell | None) -> None:
    """The trump is named and the deal goes on: three cards to each of the others, then one at a time."""
    order_of_deal = [(s.dealer + n) % s.players for n in range(1, s.players + 1)]
    stock = s.stock
    for seat in order_of_deal:
        if seat != s.namer:
            s.hands[seat] = [stock.pop() for _ in range(THREE)]
    while stock:
        for seat in order_of_deal:
            s.hands[seat].append(stock.pop())
    last = s.hands[s.namer][-1]
    s.trump = last.suit if move == "last" else SUITS.index(str(move))
    if tell:
        if move == "last":
            tell(BY_LAST, seat=s.namer, card=last, suit=SUITS[last.suit])
        else:
            tell(NAME_TRUMP, seat=s.namer, suit=move)
        tell(REST, seat=s.dealer, namer=s.namer, each=len(s.hands[0]))


def _lead(s: State, c: Card, tell: Tell | None) -> None:
    seat = s.turn
    hand = s.hands[seat]
    if tell:
        opening = FIRST if s.namer == NOBODY else NAMER_LEADS
        tell(LEAD if s.trick else opening, seat=seat, card=c)
        if s.trump == NOBODY and c.suit == _held_back(s) and len(hand) > 1:
            tell(HEARTS_LEAD, seat=seat, card=c)
    hand.remove(c)
    s.won[seat] += s.trick
    s.trick, s.leader = [c], seat
    s.turn = (seat + 1) % s.players


def _answer(s: State, c: Card, tell: Tell | None) -> None:
    hand = s.hands[s.turn]
    suit = s.trick[0].suit
    if tell:
        facts = {"seat": s.turn, "card": c, "suit": SUITS[suit]}
        if c is KING_OF_HEARTS and _king_is_due(s, hand):
            tell(KING_THROWN, led=suit == HEARTS, **facts)
        elif c.suit == suit:
            tell(FOLLOW, **facts)
        else:
            tell(MUST_TRUMP if c.suit == s.trump else THROW, **facts)
    hand.remove(c)
    s.trick.append(c)
    s.turn = (s.turn + 1) % s.players
    if len(s.trick) == s.players:
        _take(s, tell)


def _take(s: State, tell: Tell | None) -> None:
    """The trick is complete: the highest card of the suit led takes it, or the highest trump."""
    trick = s.trick
    best = trick[0]
    for c in trick:
        if POWER[c.rank] > POWER[best.rank] if c.suit == best.suit else c.suit == s.trump:
            best = c
    taker = s.turn = (s.leader + trick.index(best)) % s.players
    if tell:
        ruffed = best.suit != trick[0].suit
        tell(TRUMP_TAKES if ruffed else HIGHEST, seat=taker, card=best, suit=SUITS[best.suit])
    _count(s, tell)
    # Where only certain cards count the rest need not be played out, if the players like it so.
    all_taken = s.options.stop_early and sum(s.taken) == IN_A_DEAL and not CONTRACTS[str(s.contract)].trick
    if all_taken or not s.hands[taker]:
        _end(s, tell)


def _count(s: State, tell: Tell | None) -> None:
    """What the trick counts for the player on turn, who has taken it."""
    seat, trick, contract = s.turn, s.trick, CONTRACTS[str(s.contract)]
    last = contract.last if len(s.hands[seat]) < 2 else 0
    points = contract.trick + last + sum(contract.cards[c.n] for c in trick)
    if not points:
        return
    s.taken[seat] += points
    if not tell:
        return
    facts = {"seat": seat, "points": points, "total": s.taken[seat]}
    if contract.clause == MUDDLE:
        for name, worth in (("jacks", JACKS), ("queens", QUEENS), ("hearts", EACH_OF_HEARTS), ("king", KING)):
            facts[name] = sum(worth[c.n] for c in trick)
        tell(MUDDLE, trick=contract.trick, last=last, plus=contract.plus, **facts)
    else:
        tell(contract.clause, cards=tuple(c for c in trick if contract.cards[c.n]), **facts)


def _end(s: State, tell: Tell | None) -> None:
    sign = 1 if CONTRACTS[str(s.contract)].plus else -1
    if tell:
        tell(END, left=len(s.hands[0]))
    for seat, points in enumerate(s.taken):
        s.score[seat] += sign * points
        if points and tell:
            tell(SCORE, seat=seat, points=sign * points, total=s.score[seat])
    if s.number == len(PENALTIES) and tell:
        tell(DEBTS, debts=tuple(-points for points in s.score), total=-sum(s.score))
    if s.number == deals(s):
        s.turn = OVER
        if tell:
            tell(MATCH, seats=highest(s.score), best=max(s.score))
        return
    s.dealer = (s.dealer + 1) % s.players
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer)
