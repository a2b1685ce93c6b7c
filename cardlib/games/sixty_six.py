"""Sixty-six for two: tricks and marriages, 66 points take the game; suits bind once the stock is gone or closed.

Sources: two descriptions of «Шестьдесят шесть»; where they differ there is an option, and rulings of our own are
marked on the rules page.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

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

    `points` and `tricks` count this deal; `worth` is what a closed game counts for its closer, judged when he closed.
    """

    players: int
    options: Options
    turn: int = NOBODY
    dealer: int = NOBODY
    hands: list[list[Card]] = field(default_factory=lambda: [[], []])
    stock: list[Card] = field(default_factory=lambda: pack(RANKS))
    turn_up: list[Card] = field(default_factory=list)
    trump: int = NOBODY
    trick: list[Card] = field(default_factory=list)
    won: list[list[Card]] = field(default_factory=lambda: [[], []])
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    points: list[int] = field(default_factory=lambda: [0, 0])
    closed: bool = False
    closer: int = NOBODY
    worth: int = 0
    score: list[int] = field(default_factory=lambda: [0, 0])


def new(players: int, options: Options) -> State:
    return State(players, options)


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
    if len(s.trick) != 1 or _open(s):
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
    if len(s.trick) == 1:
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
            _deal(s, deck, tell)
    elif move == "close":
        _close(s, tell)
    elif move == "exchange":
        _exchange(s, tell)
    elif len(s.trick) == 1:
        assert isinstance(move, Card)
        s.hands[s.turn].remove(move)
        s.trick.append(move)
        _take(s, s.trick[0], move, tell)
    else:
        assert isinstance(move, Card)
        _lead(s, move, tell)


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


def _open(s: State) -> bool:
    """Do suits not bind yet? The turned card is the last of the stock."""
    return bool(s.turn_up) and not s.closed


def _nine(s: State) -> Card:
    return FACES[s.trump * 13 + 8]


def _may_exchange(s: State) -> bool:
    return len(s.trick) != 1 and _open(s) and s.tricks[s.turn] > 0 and _nine(s) in s.hands[s.turn]


def _refuse_close(s: State) -> Ruling | None:
    if s.closed or len(s.trick) == 1:
        return Ruling(CLOSE, {"closed": s.closed})
    left = len(s.stock) + len(s.turn_up)
    return Ruling(FIVE, {"left": left}) if left < LEAST else None


def _draw_lots(s: State, deck: list[Card], tell: Tell | None) -> None:
    """Seat 0 and seat 1 take a card each; two of one rank are put aside and both draw again."""
    pairs = list(zip(deck[::2], deck[1::2], strict=True))
    decided = next(n for n, (ours, theirs) in enumerate(pairs) if ours.rank != theirs.rank)
    ours, theirs = pairs[decided]
    s.dealer = int(POWER[theirs.rank] > POWER[ours.rank])
    if tell:
        tell(LOT, seat=s.dealer, cards=pairs[decided], card=pairs[decided][s.dealer], again=decided)


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    first = 1 - s.dealer
    s.hands[first] = deck[: 2 * HAND : 2]
    s.hands[s.dealer] = deck[1 : 2 * HAND : 2]
    s.turn_up = [deck[2 * HAND]]
    s.stock = deck[2 * HAND + 1 :][::-1]
    s.trump = s.turn_up[0].suit
    s.trick, s.won, s.tricks, s.points = [], [[], []], [0, 0], [0, 0]
    s.closed, s.closer, s.worth = False, NOBODY, 0
    s.turn = first
    if tell:
        tell(DEAL, seat=s.dealer, each=HAND)
        tell(TURN_UP, card=s.turn_up[0], suit=SUITS[s.trump], left=len(s.stock) + 1)


def _close(s: State, tell: Tell | None) -> None:
    s.closed, s.closer = True, s.turn
    s.worth = _worth(s, s.turn)
    if tell:
        tell(CLOSE, seat=s.turn, left=len(s.stock) + 1)
        if s.options.judged == "closing":
            other, facts = 1 - s.turn, {"worth": s.worth, "failed": max(2, s.worth)}
            tell(JUDGED, seat=s.turn, other=other, points=s.points[other], tricks=s.tricks[other], **facts)


def _exchange(s: State, tell: Tell | None) -> None:
    hand, nine, better = s.hands[s.turn], _nine(s), s.turn_up[0]
    hand[hand.index(nine)] = better
    s.turn_up[0] = nine
    if tell:
        tell(EXCHANGE, seat=s.turn, card=nine, other=better)


def _lead(s: State, c: Card, tell: Tell | None) -> None:
    seat, hand = s.turn, s.hands[s.turn]
    if tell:
        tell(LEAD if s.trick else FIRST, seat=seat, card=c)
    hand.remove(c)
    s.won[seat] += s.trick
    s.trick = [c]
    s.turn = 1 - seat
    spouse = SPOUSE.get(c)
    if spouse in hand:
        points = TRUMP_COUPLE if c.suit == s.trump else COUPLE
        s.points[seat] += points
        if tell:
            clause = TRUMP_MARRIAGE if c.suit == s.trump else MARRIAGE
            tell(clause, seat=seat, card=c, other=spouse, points=points, total=s.points[seat])
        if s.points[seat] >= GOAL:
            _end(s, seat, tell)


def _take(s: State, led: Card, c: Card, tell: Tell | None) -> None:
    """The trick is complete: `led` by the player not on turn, `c` by the one who is."""
    seat = s.turn
    taken = POWER[c.rank] > POWER[led.rank] if c.suit == led.suit else c.suit == s.trump
    taker = seat if taken else 1 - seat
    s.turn = taker
    s.tricks[taker] += 1
    points = VALUE[c.rank] + VALUE[led.rank]
    s.points[taker] += points
    if tell:
        card, other = (c, led) if taken else (led, c)
        if c.suit == led.suit:
            tell(HIGHER, seat=taker, card=card, other=other)
        elif taken:
            tell(TRUMP, seat=taker, card=card, other=other)
        else:
            tell(FREE if _open(s) else DISCARD, seat=seat, card=c, led=led, taker=taker)
        if points:
            tell(POINTS, seat=taker, cards=(led, c), points=points, total=s.points[taker])
    if not s.hands[seat] and (not s.closed or s.options.last_closed):
        s.points[taker] += LAST
        if tell:
            tell(LAST_TRICK, seat=taker, points=LAST, total=s.points[taker])
    if s.points[taker] >= GOAL:
        _end(s, taker, tell)
    elif _open(s):
        _draw(s, tell)
    elif not s.hands[seat]:
        _end(s, NOBODY, tell)


def _draw(s: State, tell: Tell | None) -> None:
    s.hands[s.turn].append(s.stock.pop())
    s.hands[1 - s.turn].append((s.stock or s.turn_up).pop())
    if tell:
        tell(DRAW, seat=s.turn, other=1 - s.turn, left=len(s.stock) + len(s.turn_up))
        if not s.turn_up:
            tell(BINDING, seat=1 - s.turn, suit=SUITS[s.trump])


def _worth(s: State, winner: int) -> int:
    """What the game counts for the winner, as the other stands now."""
    other = 1 - winner
    return 1 + (s.points[other] < HALF) if s.tricks[other] else 3


def _end(s: State, winner: int, tell: Tell | None) -> None:
    """`winner` has reached 66, or the cards are out and he is NOBODY; a closer who has not reached it loses."""
    if tell:
        for seat, hand in enumerate(s.hands):
            pairs = [c for c in hand if c.rank == KING and SPOUSE[c] in hand]
            for king in pairs:
                tell(LOST, seat=seat, card=king, other=SPOUSE[king])
    if s.closed and winner != s.closer:
        _score_failed(s, tell)
    elif winner != NOBODY:
        _score_won(s, winner, tell)
    elif tell:
        tell(DRAWN, points=tuple(s.points))
    if max(s.score) >= s.options.party:
        s.turn = OVER
        if tell:
            tell(PARTY, seat=s.dealer, score=max(s.score), other=min(s.score), target=s.options.party)
        return
    s.turn = NOBODY
    if tell:
        tell(NEXT, seat=s.dealer, drawn=winner == NOBODY and not s.closed)


def _score_won(s: State, winner: int, tell: Tell | None) -> None:
    other = 1 - winner
    frozen = s.closed and s.options.judged == "closing"
    worth = s.worth if frozen else _worth(s, winner)
    s.score[winner] += worth
    s.dealer = winner
    if tell:
        tell(WIN, seat=winner, points=s.points[winner], worth=worth)
        if worth > 1:
            tell(TREBLE if worth == 3 else DOUBLE, seat=other, closed=frozen, worth=worth)


def _score_failed(s: State, tell: Tell | None) -> None:
    winner = 1 - s.closer
    worth = max(2, s.worth if s.options.judged == "closing" else _worth(s, s.closer))
    s.score[winner] += worth
    s.dealer = winner
    if tell:
        clause = FAILED_TREBLE if worth == 3 else FAILED
        tell(clause, seat=s.closer, points=s.points[s.closer], other=winner, worth=worth)
