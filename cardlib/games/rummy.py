"""Rummy: lay sets and runs on the table, add to everybody's, and be first out of cards.

Source: J. Leeming, «Рамми»; rulings of our own are marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlib import retold
from cardlib.cards import Card, pack, values
from cardlib.games import gin_rummy
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, option, shuffled
from cardlib.melds import KINDS, Melds, kind_of

NAME = "rummy"
PLAYERS = (2, 3, 4, 5, 6)
PUBLIC = "dealer", "phase", "taken", "laid", "turns", "score"

CUT = "rummy.cut"  # everybody cuts; the lowest card deals, the ace being lowest
DEAL = "rummy.deal"  # ten cards each to two players, seven to three or four, six to five or six, one at a time
STOCK = "rummy.stock"  # the rest is the stock; its top card is turned up and begins the pile
FIRST = "rummy.first-turn"  # the player after the dealer begins
SET = "rummy.set"  # a set: three or four cards of a rank
RUN = "rummy.run"  # a run: three or more cards of a suit in order, the ace below the two
ONE_MELD = "rummy.one-meld"  # a card on the table stays in its meld
TURN = "rummy.turn"  # a turn: take one card, lay what you like, throw one
DRAW_FIRST = "rummy.draw-first"  # first the card: nobody lays or throws before it
DRAW = "rummy.draw"  # it is the top card of the stock
TAKE = "rummy.take"  # or the top card of the pile, if there is one
TURN_OVER = "rummy.turn-over"  # the stock is gone: the pile is turned over, unshuffled
LAY = "rummy.lay"  # then you may lay melds, one after another; nobody has to
LAY_OFF = "rummy.lay-off"  # and add cards to any meld on the table
WHICH = "rummy.which"  # a card that fits a set and a run goes where you say
DISCARD = "rummy.discard"  # last, one card is thrown on the pile, face up
HELD = "rummy.held"  # a card of your own hand
NOT_BACK = "rummy.not-back"  # a card taken from the pile is not thrown in the same turn, unless it is the last
CALL = "rummy.call"  # a card thrown that fits a meld: an opponent may call, and add it there
CALL_ORDER = "rummy.call-order"  # before the next draw; the opponents decide in turn, and the first to call has it
CALL_DISCARD = "rummy.call-discard"  # the caller may throw one of his cards; with one card left to draw he has to
PLAY_ON = "rummy.play-on"  # and the turn is whose it would have been
OUT = "rummy.out"  # the deal ends at once when a player has no cards
NO_DISCARD = "rummy.no-discard"  # he may lay his last card instead of throwing it
VALUES = "rummy.values"  # court cards and tens count 10, aces 1, the others their number
SCORE = "rummy.score"  # the winner scores what the others hold
SPREAD = "rummy.spread"  # twice as much if he has laid nothing before this turn
NEXT = "rummy.next-deal"  # the player who began deals next
MATCH = "rummy.match"  # the first to reach 100 wins
LIMIT = "rummy.limit"  # after 500 turns the match ends: the higher score wins

HAND_OF_TWO, HAND_OF_FOUR, HAND_OF_SIX = 10, 7, 6
HANDS = {2: HAND_OF_TWO, 3: HAND_OF_FOUR, 4: HAND_OF_FOUR, 5: HAND_OF_SIX, 6: HAND_OF_SIX}
VALUE = values("A=1 2=2 3=3 4=4 5=5 6=6 7=7 8=8 9=9 TJQK=10")
MELDS = Melds(VALUE)
_DRAWS = "stock", "pile"


@dataclass(frozen=True)
class Options:
    """House rules."""

    target: int = option(100, 0, bends=MATCH)
    spread: bool = option(True, False, bends=SPREAD)
    calls: bool = option(True, False, bends=CALL)
    dealt_melds: bool = option(False, True, bends=DRAW_FIRST)
    limit: int = option(500, 1000, 20, bends=LIMIT)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end; `pile` grows at its end; `taken` came from it in this turn.

    `phase` is draw, lay, call or answer. While the others are asked whether they call, and while a caller throws,
    `turn` is theirs, `mover` is whose turn at play it was, and `thrower` threw the card in question. `owners` laid the
    `melds`; `laid` says of each seat whether it has laid, added or called before this turn; `began` is the turn with
    which the deal did.
    """

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=list)
    stock: list[Card] = field(default_factory=pack)
    pile: list[Card] = field(default_factory=list)
    melds: list[list[Card]] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    phase: str = "draw"
    taken: Card | None = None
    mover: int = NOBODY
    thrower: int = NOBODY
    laying: bool = False
    laid: list[bool] = field(default_factory=list)
    turns: int = 0
    began: int = 0
    score: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)


def new(players: int, options: Options) -> State:
    return State(players, options, hands=[[] for _ in range(players)], laid=[False] * players, score=[0] * players)


def loose(s: State) -> Sequence[Card]:
    return pack()


def refuse(s: State, move: Move) -> Ruling | None:
    hand = s.hands[s.turn]
    word, cards, kind = _parts(move)
    if s.phase == "call":
        if word == "call" and not cards:
            return _refuse_kind(s.pile[-1], MELDS.fits(s.melds)[s.pile[-1]], kind)
        return None if move == "pass" else Ruling(CALL_ORDER, {"card": s.pile[-1], "seat": s.thrower})
    if word == "call":
        return Ruling(CALL, {"agreed": s.options.calls})
    if s.phase == "answer":
        if word != "throw":
            return None if move == "pass" and _enough(s) else Ruling(CALL_DISCARD, {"enough": _enough(s)})
        return None if cards[0] in hand else Ruling(HELD, {"card": cards[0]})
    if move in _DRAWS:
        return _refuse_draw(s, move)
    if word not in ("lay", "throw") or not cards or (kind and len(cards) > 1):
        return Ruling(TURN, {})
    if s.phase == "draw" and (word == "throw" or len(cards) == 1 or not _before_draw(s)):
        return Ruling(DRAW_FIRST, {})
    for c in cards:
        if c not in hand:
            meld = next((meld for meld in s.melds if c in meld), []) if word == "lay" else []
            others = tuple(x for x in meld if x is not c)
            return Ruling(ONE_MELD, {"card": c, "cards": others}) if meld else Ruling(HELD, {"card": c})
    if word == "throw":
        back = cards[0] is s.taken and len(hand) > 1
        return Ruling(NOT_BACK, {"card": cards[0]}) if back else None
    return _refuse_lay_off(s, cards[0], kind) if len(cards) == 1 else _refuse_meld(cards)


def _parts(move: object) -> tuple[object, list[Card], str]:
    """What is done, with which cards, and to a set or to a run, so far as the move says so."""
    if isinstance(move, Card):
        return "throw", [move], ""
    word, *rest = (move if isinstance(move, tuple) else (move,)) or ("",)
    kind = str(rest.pop()) if rest and rest[-1] in KINDS else ""
    cards = [atom for atom in rest if isinstance(atom, Card)]
    single = isinstance(move, tuple) and len(move) == 1
    return ("" if len(cards) < len(rest) or single or word == "throw" else word), cards, kind


def _refuse_draw(s: State, move: Move) -> Ruling | None:
    if s.phase != "draw":
        return Ruling(DISCARD, {})
    return None if move == "stock" or s.pile else Ruling(TAKE, {})


def _refuse_lay_off(s: State, c: Card, kind: str) -> Ruling | None:
    kinds = MELDS.fits(s.melds).get(c, [])
    if not kinds or (kind and kind not in kinds):
        return Ruling(LAY_OFF, {"card": c, "kind": kind or None})
    return _refuse_kind(c, kinds, kind)


def _refuse_kind(c: Card, kinds: list[str], kind: str) -> Ruling | None:
    """Set or run is to be said just where the card fits both."""
    both = len(kinds) > 1
    return None if both == bool(kind) else Ruling(WHICH, {"card": c, "both": both})


def _refuse_meld(cards: list[Card]) -> Ruling | None:
    if tuple(cards) == MELDS.made_of(cards):
        return None
    one_rank = all(c.rank == cards[0].rank for c in cards)
    one_suit = all(c.suit == cards[0].suit for c in cards)
    return Ruling(SET if one_rank else RUN if one_suit else LAY, {"cards": tuple(cards)})


def _enough(s: State) -> bool:
    """Can the stock be drawn from, or the pile be turned over, if the caller throws nothing?"""
    return len(s.stock) + len(s.pile) > 1


def _before_draw(s: State) -> bool:
    """May melds that were dealt be laid now, by agreement?"""
    return s.options.dealt_melds and s.turns - s.began < s.players


def legal(s: State) -> Sequence[Move]:
    hand = s.hands[s.turn]
    if s.phase == "call":
        kinds = MELDS.fits(s.melds)[s.pile[-1]]
        return ["call", "pass"] if len(kinds) == 1 else [*(("call", kind) for kind in kinds), "pass"]
    if s.phase == "answer":
        return [*hand, "pass"] if _enough(s) else [*hand]
    if s.phase == "draw":
        draws: list[Move] = ["stock", "pile"] if s.pile else ["stock"]
        return draws + [("lay", *meld) for meld in MELDS.among(hand)] if _before_draw(s) else draws
    moves: list[Move] = [c for c in hand if c is not s.taken or len(hand) == 1]
    moves += [("lay", *meld) for meld in MELDS.among(hand)]
    if s.melds:
        fits = MELDS.fits(s.melds)
        for c in hand:
            if c in fits:
                kinds = fits[c]
                moves += [("lay", c)] if len(kinds) == 1 else [("lay", c, kind) for kind in kinds]
    return moves


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            gin_rummy.cut_for_deal(s, deck, retold.teller(NAME, tell))
        else:
            _deal(s, deck, tell)
        return
    word, cards, kind = _parts(move)
    if s.phase == "call":
        if word == "call":
            _call(s, kind, tell)
        else:
            _ask_next(s, tell)
    elif move == "pass":
        _play_on(s, tell)
    elif word == "throw":
        _throw(s, cards[0], tell)
    elif word == "lay":
        _lay(s, cards, kind, tell)
    else:
        s.phase = "lay"
        gin_rummy.draw(s, move, retold.teller(NAME, tell))


def result(s: State) -> tuple[int, ...]:
    return tuple(s.winners)


def table(s: State) -> Sequence[Zone]:
    zones = [Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)]
    zones += [Zone("meld", meld, owner) for meld, owner in zip(s.melds, s.owners, strict=True)]
    return [*zones, Zone("stock", s.stock), Zone("discard", s.pile)]


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    each = HANDS[s.players]
    s.turn = s.mover = (s.dealer + 1) % s.players
    for n in range(s.players):
        s.hands[(s.turn + n) % s.players] = deck[n : s.players * each : s.players]
    s.stock = deck[s.players * each :][::-1]
    s.pile = [s.stock.pop()]
    s.melds, s.owners, s.laid, s.laying = [], [], [False] * s.players, False
    s.phase, s.taken, s.began = "draw", None, s.turns
    if tell:
        tell(DEAL, seat=s.dealer, each=each)
        tell(STOCK, card=s.pile[0], left=len(s.stock))
        tell(FIRST, seat=s.turn)


def _lay(s: State, cards: list[Card], kind: str, tell: Tell | None) -> None:
    hand = s.hands[s.turn]
    for c in cards:
        hand.remove(c)
    s.laying = True
    if len(cards) == 1:
        _add(s, cards[0], kind, LAY_OFF, tell)
    else:
        s.melds.append(cards)
        s.owners.append(s.turn)
        if tell:
            tell(SET if kind_of(cards) == "set" else RUN, seat=s.turn, cards=tuple(cards))
    if not hand:
        _out(s, None, tell)


def _add(s: State, c: Card, kind: str, clause: str, tell: Tell | None) -> None:
    """A card goes to the first meld that it fits, of that kind if one is named."""
    n = next(n for n, meld in enumerate(s.melds) if c in MELDS.takes(meld) and kind in ("", kind_of(meld)))
    if tell:
        both = len(MELDS.fits(s.melds)[c]) > 1
        tell(clause, seat=s.turn, card=c, cards=tuple(s.melds[n]))
        if both:
            tell(WHICH, card=c, kind=kind_of(s.melds[n]))
    s.melds[n] = list(MELDS.made_of([*s.melds[n], c]))


def _throw(s: State, c: Card, tell: Tell | None) -> None:
    hand = s.hands[s.turn]
    hand.remove(c)
    s.pile.append(c)
    s.taken = None
    s.thrower = s.turn
    if tell:
        tell(CALL_DISCARD if s.phase == "answer" else DISCARD, seat=s.turn, card=c)
    if not hand:
        _out(s, c, tell)
    elif s.options.calls and s.melds and c in MELDS.fits(s.melds):
        s.phase = "call"
        _ask_next(s, tell)
    else:
        _play_on(s, tell)


def _call(s: State, kind: str, tell: Tell | None) -> None:
    _add(s, s.pile.pop(), kind, CALL, tell)
    s.laid[s.turn] = True
    s.phase = "answer"


def _ask_next(s: State, tell: Tell | None) -> None:
    before = s.turn
    s.turn = (s.turn + 1) % s.players
    if s.turn == s.thrower:
        _play_on(s, tell)
    elif tell:
        passed = before != s.thrower
        tell(CALL_ORDER, card=s.pile[-1], seat=s.turn, passed=passed, other=before)


def _play_on(s: State, tell: Tell | None) -> None:
    """The turn is done, and whatever was called in it: the next player draws."""
    called = s.phase != "lay"
    s.laid[s.mover] |= s.laying
    s.laying = False
    s.turn = s.mover = (s.mover + 1) % s.players
    s.phase = "draw"
    s.turns += 1
    if s.turns >= s.options.limit:
        _stop(s, tell)
    elif called and tell:
        tell(PLAY_ON, seat=s.turn)


def _out(s: State, thrown: Card | None, tell: Tell | None) -> None:
    winner = s.turn
    s.turns += 1
    counts = [sum(VALUE[c.rank] for c in hand) for hand in s.hands]
    points = sum(counts)
    if tell:
        if not thrown:
            tell(NO_DISCARD, seat=winner)
        tell(OUT, seat=winner)
        for seat, hand in enumerate(s.hands):
            if seat != winner:
                tell(VALUES, seat=seat, cards=tuple(hand), points=counts[seat])
        tell(SCORE, seat=winner, points=points)
    if s.options.spread and not s.laid[winner]:
        points *= 2
        if tell:
            tell(SPREAD, seat=winner, points=points)
    s.score[winner] += points
    if s.score[winner] >= s.options.target:
        s.turn = OVER
        s.winners = [winner]
        if tell:
            tell(MATCH, seat=winner, score=s.score[winner], target=s.options.target)
    elif s.turns >= s.options.limit:
        _stop(s, tell)
    else:
        _next_deal(s, tell)


def _next_deal(s: State, tell: Tell | None) -> None:
    s.dealer = (s.dealer + 1) % s.players
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer)


def _stop(s: State, tell: Tell | None) -> None:
    """So many turns were played: the match is over, and a deal under way counts for nothing."""
    best = max(s.score)
    s.turn = OVER
    s.winners = [s.score.index(best)] if s.score.count(best) == 1 else []
    if tell:
        tell(LIMIT, turns=s.turns, winners=tuple(s.winners), score=best)
