"""Gin Rummy: collect sets and runs in your hand, and knock when little enough is left over.

Source: J. Leeming, «Джин-рамми», which breaks off at the bonus for an undercut; rulings of our own and what was
completed from the usual rules are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlib.cards import Card, pack, values
from cardlib.faults import Wrong
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, option, shuffled
from cardlib.melds import Melds

NAME = "gin-rummy"
PLAYERS = (2, 3, 4)
PUBLIC = "dealer", "knocker", "taken", "turns", "score", "deals"

CUT = "gin-rummy.cut"  # everybody cuts; the lowest card deals, the ace being lowest
DEAL = "gin-rummy.deal"  # ten cards each, one at a time
STOCK = "gin-rummy.stock"  # the rest is the stock; its top card is turned up and begins the pile
FIRST = "gin-rummy.first-turn"  # the player after the dealer begins
SET = "gin-rummy.set"  # a set: three or four cards of a rank
RUN = "gin-rummy.run"  # a run: three or more cards of a suit in order, the ace below the two
ONE_MELD = "gin-rummy.one-meld"  # a card stands in one meld only
DEADWOOD = "gin-rummy.deadwood"  # what is in no meld counts: K Q J 10 ten each, ace 1, the others their number
TURN = "gin-rummy.turn"  # a turn: take one card, throw one
DRAW_FIRST = "gin-rummy.draw-first"  # first the card: nobody throws or knocks before it
DRAW = "gin-rummy.draw"  # it is the top card of the stock
TAKE = "gin-rummy.take"  # or the top card of the pile
DISCARD = "gin-rummy.discard"  # then one card is thrown on the pile, face up
HELD = "gin-rummy.held"  # a card of your own hand
NOT_BACK = "gin-rummy.not-back"  # a card taken from the pile is not thrown in the same turn
HIDDEN = "gin-rummy.hidden-melds"  # nothing is melded on the table before a knock
TURN_OVER = "gin-rummy.turn-over"  # the stock is gone: the pile is turned over, unshuffled
VOID = "gin-rummy.void"  # by agreement, the deal is void instead when two stock cards are left
KNOCK = "gin-rummy.knock"  # to end the deal throw a card face down; nobody has to
KNOCK_LIMIT = "gin-rummy.knock-limit"  # and only with deadwood of 10 or less, the thrown card not counted
SHOW = "gin-rummy.show"  # the knocker shows his melds and names his deadwood
REPLY = "gin-rummy.reply"  # then the others in turn show theirs, add cards and count
LAY_OFF = "gin-rummy.lay-off"  # cards may be added to the knocker's melds
DIFFERENCE = "gin-rummy.difference"  # the knocker scores the difference
UNDERCUT = "gin-rummy.undercut"  # against an equal or lower count he loses the difference, and 10
GIN = "gin-rummy.gin"  # no deadwood: nobody adds cards, and the knocker scores 20 more
EACH = "gin-rummy.each"  # three or four: each of the others settles with the knocker alone
NEXT = "gin-rummy.next-deal"  # the deal passes to the left
MATCH = "gin-rummy.match"  # the first to reach 100 wins; level at the top, one more deal
GAME_BONUS = "gin-rummy.game-bonus"  # for the match 100, or 200 if nobody else has scored
DEAL_BONUS = "gin-rummy.deal-bonus"  # and to each 20 for every deal in which he scored
LIMIT = "gin-rummy.limit"  # after 500 turns the match ends: the higher score wins

HAND = 10
VALUE = values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 TJQK=10")
MELDS = Melds(VALUE)
FOR_MATCH, FOR_DEAL, FOR_UNDERCUT = 100, 20, 10
_DRAWS = ("stock", "pile")


@dataclass(frozen=True)
class Options:
    """House rules."""

    knock_limit: int = option(10, 5, 0, bends=KNOCK_LIMIT)
    target: int = option(100, 50, 200, bends=MATCH)
    undercut: int = option(FOR_UNDERCUT, 20, 25, bends=UNDERCUT)
    gin: int = option(20, 25, bends=GIN)
    bonuses: bool = option(True, False, bends=GAME_BONUS)
    void_at_two: bool = option(False, True, bends=VOID)
    limit: int = option(500, 1000, 20, bends=LIMIT)

    def __post_init__(self) -> None:
        if not self.knock_limit and self.undercut != FOR_UNDERCUT:
            raise Wrong("no-undercut", bonus=self.undercut)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end; `pile` grows at its end; `taken` came from it in this turn.

    After a knock `melds` are the knocker's, `added` what the others have laid to them; his hand is then his deadwood.
    """

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=list)
    stock: list[Card] = field(default_factory=pack)
    pile: list[Card] = field(default_factory=list)
    taken: Card | None = None
    turns: int = 0
    knocker: int = NOBODY
    melds: list[list[Card]] = field(default_factory=list)
    added: list[Card] = field(default_factory=list)
    score: list[int] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    return State(players, options, hands=[[] for _ in range(players)], score=[0] * players, deals=[0] * players)


def loose(s: State) -> Sequence[Card]:
    return pack()


def refuse(s: State, move: Move) -> Ruling | None:
    hand = s.hands[s.turn]
    word, c = _parts(move)
    if s.knocker != NOBODY:
        return None if move == "done" else _refuse_reply(s, word, c)
    if word == "lay" or c in ("lay", "done"):
        return Ruling(HIDDEN, {})
    drawn = len(hand) > HAND
    if move in _DRAWS:
        return Ruling(DISCARD, {"card": s.taken}) if drawn else None
    if c == "knock":
        return Ruling(KNOCK if drawn else DRAW_FIRST, {})
    if not isinstance(c, Card):
        return Ruling(TURN, {})
    if not drawn:
        return Ruling(DRAW_FIRST, {})
    if c not in hand:
        return Ruling(HELD, {"card": c})
    if c is s.taken:
        return Ruling(NOT_BACK, {"card": c})
    if word == "knock":
        deadwood = MELDS.arrange(x for x in hand if x is not c)[1]
        points = MELDS.count(deadwood)
        if points > s.options.knock_limit:
            facts = {"card": c, "cards": tuple(deadwood), "points": points, "limit": s.options.knock_limit}
            return Ruling(KNOCK_LIMIT, facts)
    return None


def _parts(move: object) -> tuple[object, object]:
    """What is done and with which card, so far as the move says so."""
    if not isinstance(move, tuple):
        return "throw", move
    return (move[0], move[1]) if len(move) == 2 and move[0] in ("knock", "lay") else ("", None)


def _refuse_reply(s: State, word: object, c: object) -> Ruling | None:
    if word != "lay" or not isinstance(c, Card):
        return Ruling(REPLY, {"seat": s.knocker})
    if c not in s.hands[s.turn]:
        return Ruling(HELD, {"card": c})
    if MELDS.add(s.melds, [*s.added, c]) is None:
        return Ruling(LAY_OFF, {"card": c, "seat": s.knocker})
    return None


def legal(s: State) -> Sequence[Move]:
    hand = s.hands[s.turn]
    if s.knocker != NOBODY:
        fitting = [c for c in hand if MELDS.add(s.melds, [*s.added, c]) is not None]
        return [*(("lay", c) for c in fitting), "done"]
    if len(hand) == HAND:
        return _DRAWS
    moves: list[Move] = [*hand]
    if s.taken:
        moves.remove(s.taken)
    moves += [("knock", c) for c in MELDS.throws(hand, s.options.knock_limit) if c is not s.taken]
    return moves


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            cut_for_deal(s, deck, tell)
        else:
            _deal(s, deck, tell)
    elif s.knocker != NOBODY:
        _reply(s, move, tell)
    elif len(s.hands[s.turn]) == HAND:
        draw(s, move, tell)
    elif isinstance(move, Card):
        _discard(s, move, tell)
    else:
        _knock(s, move, tell)


def result(s: State) -> tuple[int, ...]:
    return tuple(s.winners)


def table(s: State) -> Sequence[Zone]:
    zones = [Zone("stock", s.stock)]
    if s.knocker == NOBODY:
        return [*(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)), *zones, Zone("discard", s.pile)]
    for seat, hand in enumerate(s.hands):
        melds, deadwood = MELDS.arrange(hand)
        if seat == s.knocker:
            melds = MELDS.add(s.melds, s.added) or []
        zones += [*(Zone("meld", meld, seat) for meld in melds), Zone("shown", deadwood, seat)]
    face_down = len(s.pile) - 1
    return [*zones, Zone("discard", s.pile, None, [n != face_down for n in range(len(s.pile))])]


def cut_for_deal(s: Any, deck: list[Card], tell: Tell | None) -> None:
    """Everybody cuts a card; the lowest deals, the ace being lowest. Rummy cuts so too."""
    cards = cut(deck, s.players)
    lowest = min(cards, key=lambda c: c.rank)
    s.dealer = cards.index(lowest)
    if tell:
        tell(CUT, seat=s.dealer, cards=tuple(cards), card=lowest)


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    s.turn = (s.dealer + 1) % s.players
    for n in range(s.players):
        s.hands[(s.turn + n) % s.players] = deck[n : s.players * HAND : s.players]
    s.stock = deck[s.players * HAND :][::-1]
    s.pile = [s.stock.pop()]
    s.knocker, s.melds, s.added = NOBODY, [], []
    if tell:
        tell(DEAL, seat=s.dealer, each=HAND)
        tell(STOCK, card=s.pile[0], left=len(s.stock))
        tell(FIRST, seat=s.turn)


def draw(s: Any, move: Move, tell: Tell | None) -> None:
    """From the pile, or from the stock, for which the pile is turned over when it is gone. Rummy draws so too."""
    hand = s.hands[s.turn]
    if move == "pile":
        s.taken = s.pile.pop()
        hand.append(s.taken)
        if tell:
            tell(TAKE, seat=s.turn, card=s.taken)
        return
    if not s.stock:
        s.stock = s.pile[::-1]
        s.pile = [s.stock.pop()]
        if tell:
            tell(TURN_OVER, card=s.pile[0], left=len(s.stock))
    hand.append(s.stock.pop())
    if tell:
        tell(DRAW, seat=s.turn, left=len(s.stock))


def _discard(s: State, c: Card, tell: Tell | None) -> None:
    s.hands[s.turn].remove(c)
    s.pile.append(c)
    if tell:
        tell(DISCARD, seat=s.turn, card=c)
    s.taken = None
    s.turns += 1
    if s.options.void_at_two and len(s.stock) <= 2:
        if tell:
            tell(VOID, left=len(s.stock))
        _end(s, tell)
    elif s.turns >= s.options.limit:
        _stop(s, tell)
    else:
        s.turn = (s.turn + 1) % s.players


def _knock(s: State, move: Move, tell: Tell | None) -> None:
    assert isinstance(move, tuple) and isinstance(move[1], Card)
    hand = s.hands[s.turn]
    hand.remove(move[1])
    s.pile.append(move[1])
    s.taken = None
    s.turns += 1
    s.knocker = s.turn
    if tell:
        tell(KNOCK, seat=s.turn)
        _show(s.turn, hand, SHOW, tell)
    s.melds, s.hands[s.turn] = MELDS.arrange(hand)
    s.turn = (s.turn + 1) % s.players
    if s.hands[s.knocker]:
        return
    for seat in _others(s):
        if tell:
            _show(seat, s.hands[seat], REPLY, tell)
    _score(s, tell)


def _others(s: State) -> list[int]:
    """Those who did not knock, from the knocker's left on."""
    return [(s.knocker + n) % s.players for n in range(1, s.players)]


def _show(seat: int, hand: list[Card], clause: str, tell: Tell) -> None:
    """A hand is laid open: its count, its melds, and what is left over."""
    melds, deadwood = MELDS.arrange(hand)
    tell(clause, seat=seat, points=MELDS.count(hand))
    for meld in melds:
        tell(SET if meld[0].rank == meld[1].rank else RUN, seat=seat, cards=tuple(meld))
    for other in MELDS.among(hand):
        if left := tuple(c for c in other if c in deadwood):
            tell(ONE_MELD, seat=seat, card=next(c for c in other if c not in deadwood), cards=left)
            break
    if deadwood:
        tell(DEADWOOD, seat=seat, cards=tuple(deadwood), points=MELDS.count(deadwood))


def _reply(s: State, move: Move, tell: Tell | None) -> None:
    hand = s.hands[s.turn]
    if isinstance(move, tuple) and isinstance(c := move[1], Card):
        hand.remove(c)
        s.added.append(c)
        if tell:
            meld = next(meld for meld in MELDS.add(s.melds, s.added) or [] if c in meld)
            tell(LAY_OFF, seat=s.turn, card=c, cards=tuple(x for x in meld if x is not c))
        return
    if tell:
        _show(s.turn, hand, REPLY, tell)
    s.turn = (s.turn + 1) % s.players
    if s.turn == s.knocker:
        _score(s, tell)


def _score(s: State, tell: Tell | None) -> None:
    knocker, options = s.knocker, s.options
    counts = [MELDS.count(hand) for hand in s.hands]
    own = counts[knocker]
    gained = [0] * s.players
    if tell and s.players > 2:
        tell(EACH, seat=knocker, others=tuple(_others(s)))
    for other in _others(s):
        difference = abs(counts[other] - own)
        if own == 0:
            gained[knocker] += difference + options.gin
            if tell:
                points = difference + options.gin
                tell(GIN, seat=knocker, other=other, difference=difference, bonus=options.gin, points=points)
        elif counts[other] > own:
            gained[knocker] += difference
            if tell:
                tell(DIFFERENCE, seat=knocker, other=other, high=counts[other], low=own, points=difference)
        else:
            gained[other] = difference + options.undercut
            if tell:
                points = gained[other]
                tell(UNDERCUT, seat=other, difference=difference, bonus=options.undercut, points=points)
    for seat, points in enumerate(gained):
        s.score[seat] += points
        s.deals[seat] += points > 0
    _end(s, tell)


def _end(s: State, tell: Tell | None) -> None:
    best = max(s.score)
    if best >= s.options.target and s.score.count(best) == 1:
        s.turn = OVER
        s.winners = [s.score.index(best)]
        if tell:
            tell(MATCH, seat=s.winners[0], score=best, target=s.options.target)
        if s.options.bonuses:
            _bonuses(s, s.winners[0], tell)
    elif s.turns >= s.options.limit:
        _stop(s, tell)
    else:
        s.dealer = (s.dealer + 1) % s.players
        s.turn = NOBODY
        if tell:
            tell(NEXT, seat=s.dealer)


def _bonuses(s: State, winner: int, tell: Tell | None) -> None:
    alone = sum(s.score) == s.score[winner]
    s.score[winner] += FOR_MATCH * (1 + alone)
    if tell:
        tell(GAME_BONUS, seat=winner, points=FOR_MATCH * (1 + alone), alone=alone)
    for seat, deals in enumerate(s.deals):
        s.score[seat] += deals * FOR_DEAL
        if deals and tell:
            tell(DEAL_BONUS, seat=seat, deals=deals, points=deals * FOR_DEAL)


def _stop(s: State, tell: Tell | None) -> None:
    """So many turns were played: the match is over, and a deal under way counts for nothing."""
    best = max(s.score)
    s.turn = OVER
    s.winners = [s.score.index(best)] if s.score.count(best) == 1 else []
    if tell:
        tell(LIMIT, turns=s.turns, winners=tuple(s.winners), score=best)
