"""Three-handed Sixty-six («Шестьдесят шесть втроём»): the dealer sits out, the other two play; the winner deals next.

Sources: two descriptions of «Шестьдесят шесть», of which the second names three players and yet one opponent; rulings
of our own are marked on the rules page. The game itself is that of `sixty_six`; here is what the third player changes.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from cardlib import retold
from cardlib.cards import Card
from cardlib.faults import Wrong
from cardlib.games import sixty_six
from cardlib.games.sixty_six import COUPLE, GOAL, HALF, HAND, LAST, LEAST, POWER, TRUMP_COUPLE, VALUE, State
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, highest, option, shuffled

__all__ = ["COUPLE", "GOAL", "HALF", "HAND", "LAST", "LEAST", "POWER", "TRUMP_COUPLE", "VALUE"]  # the page's numbers

NAME = "sixty-six-three-handed"
PLAYERS = (3,)
PUBLIC = "dealer", "trump", "closed", "closer", "points", "score"

LOT = "sixty-six-three-handed.lot"  # the first dealer is drawn by lot: the highest card deals
SIT_OUT = "sixty-six-three-handed.sit-out"  # the dealer sits out: he sees the tricks alone, neither draws nor advises
DEAL = "sixty-six-three-handed.deal"  # six cards to each of the other two, the leader first
TURN_UP = "sixty-six-three-handed.turn-up"  # the thirteenth card is turned up for trumps and drawn last
EXCHANGE = "sixty-six-three-handed.exchange"  # the trump nine stays; by agreement it is exchanged for the turned card
FIRST = "sixty-six-three-handed.first-lead"  # the loser of the previous game leads; else the dealer's left neighbour
TURN = "sixty-six-three-handed.turn"  # a turn is one card; on lead you may first close the stock
HELD = "sixty-six-three-handed.held"  # only a card of your own hand
FREE = "sixty-six-three-handed.free"  # while the stock lasts suits do not bind: any card may be thrown
HIGHER = "sixty-six-three-handed.higher"  # the higher card of the suit led takes the trick
TRUMP = "sixty-six-three-handed.trump"  # a trump takes any card of another suit
POINTS = "sixty-six-three-handed.points"  # ace 11, ten 10, king 4, queen 3, jack 2, nine nothing, to whoever takes them
DRAW = "sixty-six-three-handed.draw"  # the taker draws first, then the other
LEAD = "sixty-six-three-handed.lead"  # the taker leads to the next trick
MARRIAGE = "sixty-six-three-handed.marriage"  # a lead from king and queen of one suit scores 20 at once
TRUMP_MARRIAGE = "sixty-six-three-handed.trump-marriage"  # in trumps it scores 40
LOST = "sixty-six-three-handed.lost-marriage"  # a marriage that was not led in time scores nothing
BINDING = "sixty-six-three-handed.binding"  # when the stock is gone, suits bind
FOLLOW = "sixty-six-three-handed.follow"  # then suit must be followed, trumps too
MUST_TRUMP = "sixty-six-three-handed.must-trump"  # without the suit, a trump must be played
DISCARD = "sixty-six-three-handed.discard"  # with neither, any card
BEAT = "sixty-six-three-handed.beat"  # beating is not required, unless agreed
CLOSE = "sixty-six-three-handed.close"  # a player on lead may close: nobody draws any more, and suits bind
FIVE = "sixty-six-three-handed.five"  # not with fewer than five cards in the stock
LAST_TRICK = "sixty-six-three-handed.last-trick"  # the last trick scores 10 more
WIN = "sixty-six-three-handed.win"  # the first with 66 takes the game at once
DOUBLE = "sixty-six-three-handed.double"  # it counts double if the other has fewer than 33
TREBLE = "sixty-six-three-handed.treble"  # and treble if he has no trick
JUDGED = "sixty-six-three-handed.judged"  # in a closed game the other is judged as he stood when it was closed
FAILED = "sixty-six-three-handed.failed"  # a closer without 66 loses double, however little the other has
FAILED_TREBLE = "sixty-six-three-handed.failed-treble"  # and treble if the other has no trick
DEALER = "sixty-six-three-handed.dealer-score"  # the dealer scores nothing; by agreement as much as the winner
DRAWN = "sixty-six-three-handed.drawn"  # nobody at 66: nothing is scored, nothing carried over
NEXT = "sixty-six-three-handed.next-deal"  # the winner deals; after a drawn game the same player, to the same two
COMES_IN = "sixty-six-three-handed.comes-in"  # the former dealer comes in, against the loser
PARTY = "sixty-six-three-handed.party"  # eight game points make the match
ALL_PLAY = "sixty-six-three-handed.all-play"  # by agreement all three play: the nineteenth card is turned up
TWO_LOSERS = "sixty-six-three-handed.two-losers"  # then two lose at once, and are judged together
BOTH_SCORE = "sixty-six-three-handed.both-score"  # and if a closer fails, both others score


@dataclass(frozen=True)
class Options:
    """House rules."""

    party: int = option(8, 7, bends=PARTY)
    exchange: bool = option(False, True, bends=EXCHANGE)
    judged: str = option("closing", "end", bends=JUDGED)
    last_closed: bool = option(True, False, bends=LAST_TRICK)
    beat: bool = option(False, True, bends=BEAT)
    dealer_scores: bool = option(False, True, bends=DEALER)
    all_play: bool = option(False, True, bends=ALL_PLAY)

    def __post_init__(self) -> None:
        if self.dealer_scores and self.all_play:
            raise Wrong("dealer-plays")


def new(players: int, options: Options) -> State:
    return sixty_six.new(players, options)


def loose(s: State) -> Sequence[Card]:
    return sixty_six.loose(s)


def refuse(s: State, move: Move) -> Ruling | None:
    return retold.ruling(NAME, sixty_six.refuse(s, move))


def legal(s: State) -> Sequence[Move]:
    return sixty_six.legal(s)


def play(s: State, move: Move, tell: Tell | None = None) -> None:
    if s.turn != NOBODY:
        winner = sixty_six.play_on(s, move, retold.teller(NAME, tell))
        if winner is not None:
            _end(s, winner, tell)
    elif s.dealer == NOBODY:
        _draw_lots(s, shuffled(move), tell)
    else:
        _deal(s, shuffled(move), tell)


def result(s: State) -> tuple[int, ...]:
    return highest(s.score) if max(s.score) >= s.options.party else ()


def table(s: State) -> Sequence[Zone]:
    return sixty_six.table(s)


def _draw_lots(s: State, deck: list[Card], tell: Tell | None) -> None:
    drawn = cut(deck, s.players)
    s.dealer = max(range(s.players), key=lambda seat: POWER[drawn[seat].rank])
    _seat(s, s.dealer + 1)
    if tell:
        tell(LOT, seat=s.dealer, cards=tuple(drawn), card=drawn[s.dealer])


def _seat(s: State, leader: int) -> None:
    """Who plays the next game, its leader first: all but the dealer, unless all three play."""
    seats = [(leader + n) % s.players for n in range(s.players)]
    s.seats = [seat for seat in seats if seat != s.dealer or s.options.all_play]


def _deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    if tell and s.options.all_play:
        tell(ALL_PLAY, seat=s.dealer)
    elif tell:
        tell(SIT_OUT, seat=s.dealer, other=tuple(s.seats))
    sixty_six.deal_out(s, deck, retold.teller(NAME, tell))


def _end(s: State, winner: int, tell: Tell | None) -> None:
    """`winner` has reached 66, or the cards are out and he is NOBODY."""
    winners, worth = sixty_six.settle(s, winner, retold.teller(NAME, tell))
    losers = [seat for seat in s.seats if seat not in winners]
    former = s.dealer
    if winners and s.options.dealer_scores:
        s.score[former] += worth
        if tell:
            tell(DEALER, seat=former, worth=worth)
    _seat_next(s, winners, losers)
    if tell and winners and s.options.all_play:
        if len(winners) == 1:
            tell(TWO_LOSERS, seat=s.dealer, other=tuple(losers))
        else:
            tell(BOTH_SCORE, seat=s.closer, other=tuple(winners), worth=worth)
    over = max(s.score) >= s.options.party
    s.turn = OVER if over else NOBODY
    if tell and over:
        tell(PARTY, seats=result(s), score=max(s.score), target=s.options.party)
    elif tell:
        tell(NEXT, seat=s.dealer, drawn=not winners, both=len(winners) == 2)
        if winners and not s.options.all_play:
            tell(COMES_IN, seat=former, other=losers[0])


def _seat_next(s: State, winners: list[int], losers: list[int]) -> None:
    """Who deals next, and who leads. Where all three play the leader sits on the dealer's left."""
    if len(winners) == 1:
        (s.dealer,) = winners
    elif winners:  # the closer has lost alone, and leads
        s.dealer = (losers[0] - 1) % s.players
    _seat(s, losers[0] if winners and not s.options.all_play else s.dealer + 1)
