"""Sixty-six for two: tricks and marriages, 66 points take the game; suits bind once the stock is gone or closed.

Sources: two descriptions of «Шестьдесят шесть»; where they differ there is an option, and rulings of our own are
marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlib.cards import FACES, KING, QUEEN, SUITS, Card, order, pack, values
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, option, shuffled

NAME = "sixty-six"
PLAYERS = (2,)
PUBLIC = "dealer", "trump", "closed", "closer", "points", "score"

LOT = "sixty-six.lot"  # the first dealer is drawn by lot: the higher card deals
DEAL = "sixty-six.deal"  # six cards each
TURN_UP = "sixty-six.turn-up"  # the thirteenth card is turned up for trumps and drawn last
EXCHANGE = "sixty-six.exchange"  # the trump nine stays where it is; by agreement it is exchanged for the turned card
FIRST = "sixty-six.first-lead"  # the loser of the previous game, who did not deal, leads
TURN = "sixty-six.turn"  # a turn is one card; on lead you may first close the stock
HELD = "sixty-six.held"  # only a card of your own hand
FREE = "sixty-six.free"  # while the stock lasts suits do not bind: any card may be thrown
HIGHER = "sixty-six.higher"  # the higher card of the suit led takes the trick
TRUMP = "sixty-six.trump"  # a trump takes any card of another suit
POINTS = "sixty-six.points"  # ace 11, ten 10, king 4, queen 3, jack 2, nine nothing, to whoever takes them
DRAW = "sixty-six.draw"  # the taker draws first, then the other
LEAD = "sixty-six.lead"  # the taker leads to the next trick
MARRIAGE = "sixty-six.marriage"  # a lead from king and queen of one suit scores 20 at once
TRUMP_MARRIAGE = "sixty-six.trump-marriage"  # in trumps it scores 40
LOST = "sixty-six.lost-marriage"  # a marriage that was not led in time scores nothing
BINDING = "sixty-six.binding"  # when the stock is gone, suits bind
FOLLOW = "sixty-six.follow"  # then suit must be followed, trumps too
MUST_TRUMP = "sixty-six.must-trump"  # without the suit, a trump must be played
DISCARD = "sixty-six.discard"  # with neither, any card
BEAT = "sixty-six.beat"  # beating is not required, unless agreed
CLOSE = "sixty-six.close"  # a player on lead may close: nobody draws any more, and suits bind
FIVE = "sixty-six.five"  # not with fewer than five cards in the stock
LAST_TRICK = "sixty-six.last-trick"  # the last trick scores 10 more
WIN = "sixty-six.win"  # the first with 66 takes the game at once
DOUBLE = "sixty-six.double"  # it counts double if the other has fewer than 33
TREBLE = "sixty-six.treble"  # and treble if he has no trick
JUDGED = "sixty-six.judged"  # in a closed game the other is judged as he stood when it was closed
FAILED = "sixty-six.failed"  # a closer without 66 loses double, however little the other has
FAILED_TREBLE = "sixty-six.failed-treble"  # and treble if the other has no trick
DRAWN = "sixty-six.drawn"  # nobody at 66: nothing is scored, nothing carried over
NEXT = "sixty-six.next-deal"  # the winner deals; after a drawn game the same player
PARTY = "sixty-six.party"  # eight game points make the match

HAND = 6
GOAL = 66
HALF = 33
LEAST = 5  # the smallest stock that may be closed
RANKS = "9JQKTA"
POWER = order(RANKS)
VALUE = values("A=11 T=10 K=4 Q=3 J=2")
LAST = 10
COUPLE, TRUMP_COUPLE = 20, 40
SPOUSE = {c: FACES[c.suit * 13 + KING + QUEEN - c.rank - 1] for c in pack("QK")}


@dataclass(frozen=True)
class Options:
    """House rules."""

    party: int = option(8, 7, bends=PARTY)
    exchange: bool = option(False, True, bends=EXCHANGE)
    judged: str = option("closing", "end", bends=JUDGED)
    last_closed: bool = option(True, False, bends=LAST_TRICK)
    beat: bool = option(False, True, bends=BEAT)


@dataclass(slots=True)
class State:
    """A match. `stock` is drawn from its end, `turn_up` after it; `trick` lies open until the next lead.

    `seats` play the game, the leader first; `due` cards are still to come to the trick. `points` and `tricks` count
    this deal; `worth` is what a closed game counts for its closer, judged when he closed.
    """

    players: int
    options: Any  # the Options of this game, or of one that is played by its rules
    turn: int = NOBODY
    dealer: int = NOBODY
    seats: list[int] = field(default_factory=list)
    due: int = 0
    hands: list[list[Card]] = field(default_factory=list)
    stock: list[Card] = field(default_factory=lambda: pack(RANKS))
    turn_up: list[Card] = field(default_factory=list)
    trump: int = NOBODY
    trick: list[Card] = field(default_factory=list)
    won: list[list[Card]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    closed: bool = False
    closer: int = NOBODY
    worth: int = 0
    score: list[int] = field(default_factory=list)


def new(players: int, options: Any) -> State:
    s = State(players, options, seats=list(range(players)), score=[0] * players)
    _clear(s)
    return s


def loose(s: State) -> Sequence[Card]:
    return pack(RANKS)


def refuse(s: State, move: Move) -> Ruling | None:
    if move == "close":
        return _refuse_close(s)
    if move == "exchange" and s.options.exchange:
        return None if _may_exchange(s) else Ruling(EXCHANGE, {"card": _nine(s)})
    if not isinstance(move, Card):
        return Ruling(TURN, {})
    hand = s.hands[s.turn]
    if move not in hand:
        return Ruling(HELD, {"card": move})
    if not s.due or _open(s):
        return None
    led = s.trick[0]
    if move.suit == led.suit:
        higher = tuple(c for c in hand if c.suit == led.suit and POWER[c.rank] > POWER[led.rank])
        if s.options.beat and higher and move not in higher:
            return Ruling(BEAT, {"card": move, "led": led, "cards": higher})
        return None
    facts = {"card": move, "closed": s.closed}
    following = tuple(c for c in hand if c.suit == led.suit)
    if following:
        return Ruling(FOLLOW, facts | {"suit": SUITS[led.suit], "cards": following})
    trumps = tuple(c for c in hand if c.suit == s.trump)
    if trumps and move.suit != s.trump:
        return Ruling(MUST_TRUMP, facts | {"suit": SUITS[led.suit], "cards": trumps})
    return None


def legal(s: State) -> Sequence[Move]:
    hand = s.hands[s.turn]
    if s.due:
        if _open(s):
            return hand[:]
        led = s.trick[0]
        following = [c for c in hand if c.suit == led.suit]
        if following and s.options.beat:
            return [c for c in following if POWER[c.rank] > POWER[led.rank]] or following
        return following or [c for c in hand if c.suit == s.trump] or hand[:]
    moves: list[Move] = [*hand]
    if not s.closed and len(s.stock) + 1 >= LEAST:
        moves.append("close")
    if s.options.exchange and _may_exchange(s):
        moves.append("exchange")
    return moves


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn == NOBODY:
        deck = shuffled(move)
        if s.dealer == NOBODY:
            _draw_lots(s, deck, tell)
        else:
            s.seats = [1 - s.dealer, s.dealer]
            deal_out(s, deck, tell)
        return
    winner = play_on(s, move, tell)
    if winner is not None:
        _end(s, winner, tell)


def result(s: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(2) if s.score[seat] >= s.options.party)


def table(s: State) -> Sequence[Zone]:
    stock, turn_up = (s.turn_up + s.stock, []) if s.closed else (s.stock, s.turn_up)  # closing turns the trump down
    return [
        *(Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)),
        Zone("stock", stock),
        Zone("turn-up", turn_up),
        Zone("trick", s.trick),
        *(Zone("won", won, seat) for seat, won in enumerate(s.won)),
    ]


def play_on(s: State, move: Move, tell: Tell | None) -> int | None:
    """A move of the game: the seat that has 66 with it, NOBODY if the cards are out, None as long as it goes on."""
    if not isinstance(move, Card):
        (_close if move == "close" else _exchange)(s, tell)
        return None
    s.hands[s.turn].remove(move)
    if not s.due:
        return _lead(s, move, tell)
    s.trick.append(move)
    s.due -= 1
    if not s.due:
        return _take(s, tell)
    s.turn = s.seats[len(s.trick)]
    return None


def after(s: State, seat: int) -> list[int]:
    """The others who play the game, from the seat's left on."""
    n = s.seats.index(seat)
    return s.seats[n + 1 :] + s.seats[:n]


def deal_out(s: State, deck: list[Card], tell: Tell | None) -> None:
    """Six cards to each who plays, the leader first; the next card is turned up."""
    _clear(s)
    dealt = HAND * len(s.seats)
    for n, seat in enumerate(s.seats):
        s.hands[seat] = deck[n : dealt : len(s.seats)]
    s.turn_up, s.stock = [deck[dealt]], deck[dealt + 1 :][::-1]
    s.trump = s.turn_up[0].suit
    s.turn = s.seats[0]
    if tell:
        tell(DEAL, seat=s.dealer, each=HAND)
        tell(TURN_UP, card=s.turn_up[0], number=dealt + 1, suit=SUITS[s.trump], left=len(s.stock) + 1)


def _clear(s: State) -> None:
    """Nothing is dealt, taken or counted yet."""
    s.hands, s.won = [[] for _ in range(s.players)], [[] for _ in range(s.players)]
    s.tricks, s.points = [0] * s.players, [0] * s.players
    s.trick, s.due = [], 0
    s.closed, s.closer, s.worth = False, NOBODY, 0


def _open(s: State) -> bool:
    """Do suits not bind yet? The turned card is the last of the stock."""
    return bool(s.turn_up) and not s.closed


def _nine(s: State) -> Card:
    return FACES[s.trump * 13 + 8]


def _may_exchange(s: State) -> bool:
    return not s.due and _open(s) and s.tricks[s.turn] > 0 and _nine(s) in s.hands[s.turn]


def _refuse_close(s: State) -> Ruling | None:
    if s.closed or s.due:
        return Ruling(CLOSE, {"closed": s.closed})
    left = len(s.stock) + len(s.turn_up)
    return Ruling(FIVE, {"left": left}) if left < LEAST else None


def _draw_lots(s: State, deck: list[Card], tell: Tell | None) -> None:
    """Seat 0 and seat 1 take a card each; two of one rank are put aside and both draw again."""
    pairs = list(zip(deck[::2], deck[1::2], strict=True))
    decided = next((n for n, (ours, theirs) in enumerate(pairs) if ours.rank != theirs.rank), 0)  # or a stacked pack
    ours, theirs = pairs[decided]
    s.dealer = int(POWER[theirs.rank] > POWER[ours.rank])
    if tell:
        tell(LOT, seat=s.dealer, cards=pairs[decided], card=pairs[decided][s.dealer], again=decided)


def _close(s: State, tell: Tell | None) -> None:
    s.closed, s.closer, s.worth = True, s.turn, _worth(s, s.turn)
    if tell:
        tell(CLOSE, seat=s.turn, left=len(s.stock) + 1)
        if s.options.judged == "closing":
            others, worth = after(s, s.turn), {"worth": s.worth, "failed": max(2, s.worth)}
            points, tricks = (max(has[seat] for seat in others) for has in (s.points, s.tricks))
            tell(JUDGED, seat=s.turn, other=tuple(others), points=points, tricks=tricks, **worth)


def _exchange(s: State, tell: Tell | None) -> None:
    hand, nine, better = s.hands[s.turn], _nine(s), s.turn_up[0]
    hand[hand.index(nine)] = better
    s.turn_up[0] = nine
    if tell:
        tell(EXCHANGE, seat=s.turn, card=nine, other=better)


def _lead(s: State, c: Card, tell: Tell | None) -> int | None:
    seat = s.turn
    if tell:
        tell(LEAD if s.trick else FIRST, seat=seat, card=c)
    s.won[seat] += s.trick
    s.trick = [c]
    if s.seats[0] != seat:
        s.seats = [seat, *after(s, seat)]
    s.due = len(s.seats) - 1
    s.turn = s.seats[1]
    spouse = SPOUSE.get(c)
    if spouse not in s.hands[seat]:
        return None
    points = TRUMP_COUPLE if c.suit == s.trump else COUPLE
    s.points[seat] += points
    if tell:
        clause = TRUMP_MARRIAGE if c.suit == s.trump else MARRIAGE
        tell(clause, seat=seat, card=c, other=spouse, points=points, total=s.points[seat])
    return seat if s.points[seat] >= GOAL else None


def _take(s: State, tell: Tell | None) -> int | None:
    """The trick is complete: the highest card takes it, and the points in it."""
    best, points = s.trick[0], 0
    for c in s.trick:
        points += VALUE[c.rank]
        if POWER[c.rank] > POWER[best.rank] if c.suit == best.suit else c.suit == s.trump:
            best = c
    taker = s.turn = s.seats[s.trick.index(best)]
    s.tricks[taker] += 1
    s.points[taker] += points
    if tell:
        _tell_trick(s, best, tell)
        if points:
            tell(POINTS, seat=taker, cards=tuple(s.trick), points=points, total=s.points[taker])
    out = not s.hands[taker]
    if out and (not s.closed or s.options.last_closed):
        s.points[taker] += LAST
        if tell:
            tell(LAST_TRICK, seat=taker, points=LAST, total=s.points[taker])
    if s.points[taker] >= GOAL:
        return taker
    if _open(s):
        _draw(s, tell)
    return NOBODY if out else None


def _tell_trick(s: State, best: Card, tell: Tell) -> None:
    """What has taken the trick, and what was thrown on it."""
    led = s.trick[0]
    others = tuple(c for c in s.trick if c.suit == led.suit and c is not best)
    if best.suit != led.suit:
        tell(TRUMP, seat=s.turn, card=best, other=others)
    elif others:
        tell(HIGHER, seat=s.turn, card=best, other=others)
    for seat, c in zip(s.seats, s.trick, strict=True):
        if c.suit not in (led.suit, s.trump):
            tell(FREE if _open(s) else DISCARD, seat=seat, card=c, led=led, taker=s.turn)


def _draw(s: State, tell: Tell | None) -> None:
    others = after(s, s.turn)
    for seat in (s.turn, *others):
        s.hands[seat].append((s.stock or s.turn_up).pop())
    if tell:
        tell(DRAW, seat=s.turn, other=tuple(others), left=len(s.stock) + len(s.turn_up))
        if not s.turn_up:
            tell(BINDING, seat=others[-1], suit=SUITS[s.trump])


def _worth(s: State, winner: int) -> int:
    """What the game counts for the winner, as the others stand now."""
    others = after(s, winner)
    if not any(s.tricks[seat] for seat in others):
        return 3
    return 2 if all(s.points[seat] < HALF for seat in others) else 1


def settle(s: State, winner: int, tell: Tell | None) -> tuple[list[int], int]:
    """The game is over, and `winner` has 66 or is NOBODY: who scores, and how much. A closer without 66 loses."""
    if tell:
        _tell_lost(s, tell)
    failed = s.closed and winner != s.closer
    if winner == NOBODY and not failed:
        if tell:
            tell(DRAWN, points=tuple(s.points))
        return [], 0
    frozen = s.closed and s.options.judged == "closing"
    worth = s.worth if frozen else _worth(s, s.closer if failed else winner)
    winners = [winner]
    if failed:
        winners, worth = after(s, s.closer), max(2, worth)
        if tell:
            clause = FAILED_TREBLE if worth == 3 else FAILED
            tell(clause, seat=s.closer, points=s.points[s.closer], other=tuple(winners), worth=worth)
    elif tell:
        tell(WIN, seat=winner, points=s.points[winner], worth=worth)
        if worth > 1:
            tell(TREBLE if worth == 3 else DOUBLE, seat=tuple(after(s, winner)), closed=frozen, worth=worth)
    for seat in winners:
        s.score[seat] += worth
    return winners, worth


def _tell_lost(s: State, tell: Tell) -> None:
    for seat, hand in enumerate(s.hands):
        for king in [c for c in hand if c.rank == KING and SPOUSE[c] in hand]:
            tell(LOST, seat=seat, card=king, other=SPOUSE[king])


def _end(s: State, winner: int, tell: Tell | None) -> None:
    winners, _ = settle(s, winner, tell)
    if winners:
        (s.dealer,) = winners
    over = max(s.score) >= s.options.party
    s.turn = OVER if over else NOBODY
    if tell and over:
        tell(PARTY, seat=s.dealer, score=max(s.score), other=min(s.score), target=s.options.party)
    elif tell:
        tell(NEXT, seat=s.dealer, drawn=not winners)
