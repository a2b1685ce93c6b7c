"""Bids, tricks and marriages: what Thousand and its relatives have in common.

A clause is cited by its name after the dot, since each game has its own; `retold` puts the game before it.
The games call these functions in their turn and with `Rules` of their own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardlib.cards import FACES, KING, QUEEN, SUITS, Card, order, pack, values
from cardlib.kit import NOBODY, OVER, Move, Ruling, Tell, Zone, cut, highest

POWER = order("789JQKTA")
VALUE = values("A=11 T=10 K=4 Q=3 J=2")
IN_PACK = 120  # what the cards of the pack are worth together
SIXTY = 60  # what each opponent scores when the bidder gives up
SPOUSE = {c: FACES[c.suit * 13 + KING + QUEEN - c.rank - 1] for c in pack("QK")}
DECLARED: dict[Card, Move] = {c: (c, "marriage") for c in SPOUSE}
WORDS = "pass", "top", "bottom", "give-up"
VERBS = "bid", "name", "keep", "give", "discard"


class Rules(NamedTuple):
    """What differs between the games, apart from the dealing and the widow."""

    step: int  # bids and scores are multiples of it
    least: int  # the lowest bid
    target: int
    couples: tuple[int, ...] = (40, 100, 80, 60)  # what a marriage counts, by suit
    after_trick: bool = True  # must you have taken a trick before you declare one?
    new_trump: bool = True  # does it make its suit trumps?
    give_up: bool = True  # may the bidder give up?


@dataclass(slots=True)
class State:
    """A match. `seats` are those who play this deal, from the dealer's left; `trick` lies open until the next lead.

    `phase` says what is to be done: bid, name, pair, keep, give, discard, trump or play. `bids` holds 0 for no bid yet;
    `number` is the final one, 0 until it is named. `shown` is the widow turned up; `points` and `tricks` count this
    deal. Every game has an option `limit`.
    """

    players: int
    options: Any
    turn: int = NOBODY
    dealer: int = NOBODY
    deals: int = 0
    phase: str = ""
    seats: list[int] = field(default_factory=list)
    hands: list[list[Card]] = field(default_factory=list)
    widow: list[Card] = field(default_factory=list)
    shown: list[Card] = field(default_factory=list)
    discards: list[Card] = field(default_factory=list)
    trick: list[Card] = field(default_factory=list)
    won: list[list[Card]] = field(default_factory=list)
    bids: list[int] = field(default_factory=list)
    passed: list[bool] = field(default_factory=list)
    bidder: int = NOBODY
    number: int = 0
    trump: int = NOBODY
    tricks: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    score: list[int] = field(default_factory=list)


def new(players: int, options: Any, deck: list[Card]) -> State:
    s = State(players, options, score=[0] * players)
    clear(s)
    s.widow = deck
    return s


def table(s: State) -> Sequence[Zone]:
    zones = [Zone("hand", hand, seat) for seat, hand in enumerate(s.hands)]
    middle = [
        Zone("stock", s.widow),
        Zone("shown", s.shown),
        Zone("stock discards", s.discards),
        Zone("trick", s.trick),
    ]
    return [*zones, *(z for z in middle if z.cards), *(Zone("won", pile, seat) for seat, pile in enumerate(s.won))]


def read(move: object) -> tuple[str, Any]:
    """A move as its word and what it is about; a card alone is `card`, nonsense is nothing."""
    if isinstance(move, Card):
        return "card", move
    if isinstance(move, str):
        return (move, 0) if move in WORDS else ("", 0)
    if isinstance(move, tuple) and len(move) == 2:
        first, second = move
        if isinstance(first, Card) and second == "marriage":
            return "marriage", first
        if isinstance(second, int if first in ("bid", "name") else Card) and first in VERBS:
            return first, second
    return "", 0


# The deal


def clear(s: State) -> None:
    seats = range(s.players)
    s.hands, s.won = [[] for _ in seats], [[] for _ in seats]
    s.widow, s.shown, s.discards, s.trick = [], [], [], []
    s.bids, s.passed, s.bidder, s.number, s.trump = [0] * s.players, [False] * s.players, NOBODY, 0, NOBODY
    s.tricks, s.points = [0] * s.players, [0] * s.players


def cut_for_deal(s: State, deck: list[Card], tell: Tell | None) -> None:
    drawn = cut(deck, s.players)
    best = max(drawn, key=lambda c: POWER[c.rank])
    s.dealer = drawn.index(best)
    if tell:
        tell("cut", seat=s.dealer, cards=tuple(drawn), card=best)


def after(s: State, seat: int, n: int = 1) -> int:
    """The seat `n` places to the left, of those who play this deal."""
    return s.seats[(s.seats.index(seat) + n) % len(s.seats)]


# Bidding


def ceiling(hand: list[Card], rules: Rules) -> int:
    """The highest number that may be bid or named with this hand."""
    return IN_PACK + sum(rules.couples[c.suit] for c in hand if c.rank == KING and SPOUSE[c] in hand)


def refuse_bid(s: State, word: str, number: int, rules: Rules) -> Ruling | None:
    best = max(s.bids)
    if word != "bid":
        return None if word == "pass" else Ruling("bid", {"number": best})
    return _refuse_number(s, number, best + 1, Ruling("raise", {"number": number, "best": best}), rules)


def refuse_name(s: State, word: str, number: int, rules: Rules) -> Ruling | None:
    least = max(s.bids[s.turn], rules.least)
    low = Ruling("number", {"least": least, "step": rules.step})
    return _refuse_number(s, number, least, low, rules) if word == "name" else low


def _refuse_number(s: State, number: int, floor: int, low: Ruling, rules: Rules) -> Ruling | None:
    """Why the number may not be bid or named: `low` if it is below `floor`."""
    if number % rules.step:
        return Ruling("step", {"number": number, "step": rules.step})
    if number < rules.least:
        return Ruling("least", {"number": number, "least": rules.least})
    if number < floor:
        return low
    top = _top(s, rules)
    return Ruling("ceiling", {"number": number, "top": top}) if number > top else None


def legal_numbers(s: State, word: str, floor: int, rules: Rules) -> list[Move]:
    step = rules.step
    least = max(rules.least, -(-floor // step) * step)
    return [(word, number) for number in range(least, _top(s, rules) + 1, step)]


def _top(s: State, rules: Rules) -> int:
    """A bid stands even if the marriage behind it has been given away since."""
    return max(ceiling(s.hands[s.turn], rules), s.bids[s.turn])


def call(s: State, number: int, tell: Tell | None) -> None:
    """The player on turn bids, or passes with 0; the turn goes on to the next who has not passed, if there is one."""
    seat = s.turn
    if number:
        s.bids[seat] = number
    else:
        s.passed[seat] = True
    s.turn = next((other for n in range(1, len(s.seats)) if not s.passed[other := after(s, seat, n)]), seat)
    if tell:
        tell("bid" if number else "pass", seat=seat, **({"number": number} if number else {}))


def name(s: State, number: int, tell: Tell | None) -> None:
    s.number = number
    if tell:
        tell("number", seat=s.turn, number=number)


# The widow


def open_widow(s: State, tell: Tell | None) -> None:
    s.shown, s.widow = s.widow, []
    if tell:
        tell("open", seat=s.bidder, cards=tuple(s.shown))


def may_give_up(s: State, rules: Rules) -> bool:
    """Has the widow been turned up, and has the bidder not led yet?"""
    closed = s.phase in ("bid", "pair") or (s.phase == "name" and bool(s.widow))
    return rules.give_up and not closed and not s.trick


def give_up(s: State, tell: Tell | None) -> None:
    seat, lost = s.turn, s.number or s.bids[s.turn]
    others = tuple(other for other in s.seats if other != seat)
    s.score[seat] -= lost
    for other in others:
        s.score[other] += SIXTY
    if tell:
        tell("give-up", seat=seat, lost=lost, others=others, each=SIXTY)


# The tricks


def leads(s: State) -> bool:
    return len(s.trick) in (0, len(s.seats))


def refuse_card(s: State, word: str, c: Card, rules: Rules) -> Ruling | None:
    if word not in ("card", "marriage"):
        return Ruling("turn", {})
    hand = s.hands[s.turn]
    if c not in hand:
        return Ruling("held", {"card": c})
    if word == "marriage":
        if not leads(s) or SPOUSE.get(c) not in hand:
            return Ruling("marriage", {"card": c})
        late = rules.after_trick and not s.tricks[s.turn]
        return Ruling("after-trick", {"card": c, "other": SPOUSE[c]}) if late else None
    if leads(s) or c.suit == (suit := s.trick[0].suit):
        return None
    following = tuple(x for x in hand if x.suit == suit)
    if following:
        return Ruling("follow", {"card": c, "suit": SUITS[suit], "cards": following})
    trumps = tuple(x for x in hand if x.suit == s.trump)
    if trumps and c.suit != s.trump:
        return Ruling("must-trump", {"card": c, "suit": SUITS[suit], "cards": trumps})
    return None


def legal_cards(s: State, rules: Rules) -> list[Move]:
    hand = s.hands[s.turn]
    if not leads(s):
        suit, trump = s.trick[0].suit, s.trump
        return [c for c in hand if c.suit == suit] or [c for c in hand if c.suit == trump] or [*hand]
    moves: list[Move] = [*hand]
    if s.tricks[s.turn] or not rules.after_trick:
        moves += [DECLARED[c] for c in hand if SPOUSE.get(c) in hand]
    if rules.give_up and not s.trick:
        moves.append("give-up")
    return moves


def lay(s: State, c: Card, declared: bool, tell: Tell | None, rules: Rules) -> None:
    """A card is led or played to the trick; when the last hand is empty the deal is to be scored."""
    seat, hand = s.turn, s.hands[s.turn]
    if not leads(s):
        if tell:
            _tell_answer(s, c, tell)
        hand.remove(c)
        s.trick.append(c)
        if len(s.trick) == len(s.seats):
            _take(s, tell)
        else:
            s.turn = after(s, seat)
        return
    if tell:
        tell("lead" if s.trick else "first-lead", seat=seat, card=c)
    hand.remove(c)
    s.won[seat] += s.trick
    s.trick = [c]
    if declared:
        s.points[seat] += rules.couples[c.suit]
        if tell:
            facts = {"points": rules.couples[c.suit], "total": s.points[seat]}
            tell("marriage", seat=seat, card=c, other=SPOUSE[c], **facts)
            if rules.new_trump:
                tell("new-trump", suit=SUITS[c.suit])
        if rules.new_trump:
            s.trump = c.suit
    s.turn = after(s, seat)


def _tell_answer(s: State, c: Card, tell: Tell) -> None:
    """How the card answers the lead; of one that simply follows and ends the trick the taking says enough."""
    suit, facts = s.trick[0].suit, {"seat": s.turn, "card": c}
    if c.suit == suit:
        if len(s.trick) + 1 < len(s.seats):
            tell("follow", **facts)
    elif c.suit != s.trump:
        tell("throw", suit=SUITS[suit], trump=SUITS[s.trump] if s.trump >= 0 else None, **facts)
    else:
        under = any(x.suit == s.trump and POWER[x.rank] > POWER[c.rank] for x in s.trick)
        tell("under-trump" if under else "must-trump", suit=SUITS[suit], **facts)


def _take(s: State, tell: Tell | None) -> None:
    """The trick is complete; the player on turn has played last to it."""
    trick, led = s.trick, s.trick[0].suit
    trumps = [c for c in trick if c.suit == s.trump]
    best = max(trumps or (c for c in trick if c.suit == led), key=lambda c: POWER[c.rank])
    taker = after(s, s.turn, 1 + trick.index(best))
    points = sum(VALUE[c.rank] for c in trick)
    s.turn = taker
    s.tricks[taker] += 1
    s.points[taker] += points
    if tell:
        tell("trump" if trumps and led != s.trump else "highest", seat=taker, card=best)
        if points:
            tell("points", seat=taker, points=points, total=s.points[taker])


# The score


def score(s: State, tell: Tell | None, rules: Rules) -> None:
    bidder, step = s.bidder, rules.step
    for n in range(len(s.seats)):
        seat = after(s, bidder, n)
        took = s.points[seat]
        if seat == bidder:
            clause, gained = ("made", s.number) if took >= s.number else ("failed", -s.number)
        else:
            clause, gained = "round", (took + step // 2) // step * step
        s.score[seat] += gained
        if tell:
            tell(clause, seat=seat, took=took, points=abs(gained), total=s.score[seat])


def winners(s: State, rules: Rules) -> tuple[int, ...]:
    """The bidder if he has reached the target, else the highest."""
    return (s.bidder,) if s.bidder >= 0 and s.score[s.bidder] >= rules.target else highest(s.score)


def finish(s: State, tell: Tell | None, rules: Rules) -> None:
    """The deal is scored: is the match over?"""
    s.deals += 1
    reached = tuple(seat for seat, total in enumerate(s.score) if total >= rules.target)
    if not reached and s.deals < s.options.limit:
        s.dealer = (s.dealer + 1) % s.players
        s.turn = NOBODY
        if tell:
            tell("next-deal", seat=s.dealer)
        return
    s.turn = OVER
    if tell:
        best = winners(s, rules)
        facts = {"winners": best, "score": s.score[best[0]]}
        if reached:
            tell("match", target=rules.target, several=len(reached) > 1, bidder=best == (s.bidder,), **facts)
        else:
            tell("limit", deals=s.deals, **facts)
