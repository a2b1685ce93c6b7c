"""Worked deals: each replays, together they cite every clause, and no clause can be switched off unnoticed."""

import re

import pytest
from conftest import GAMES
from hypothesis import example, given
from hypothesis import strategies as st

from cardlib import kit, record
from cardlib.games import load

DEALS = [(name, deal.name) for name in GAMES for deal in record.deals(name)]
every_game = pytest.mark.parametrize("name", GAMES)
every_deal = pytest.mark.parametrize(("name", "deal"), DEALS)


@every_deal
def test_a_deal_replays_with_every_line_true(name, deal):
    steps = list(record.replay(record.open_deal(name, deal)))
    assert any(step.line.kind == "move" for step in steps)


@every_deal
def test_reading_and_writing_round_trip_exactly(name, deal):
    text = (record.folder(name) / f"{deal}.deal").read_text("utf-8")
    assert record.write(record.read(text, deal)) == text


@every_deal
def test_comments_stand_in_both_languages_and_enough_of_them(name, deal):
    found = record.open_deal(name, deal)
    commented = [line for line in found.lines if line.comment]
    assert len(commented) >= 3, "a worked deal says why: comment at least three of its lines"
    for line in commented:
        assert set(line.comment) == set(record.LANGUAGES), f"line {line.number} has a comment in one language only"
        assert re.search("[а-яё]", line.comment["ru"])
        assert not re.search("[а-яё]", line.comment["en"])


@every_game
def test_every_clause_is_cited_by_a_deal(name):
    cited = set().union(*(deal.cites() for deal in record.deals(name)))
    assert set(kit.clauses(load(name))) - cited == set()


@pytest.mark.parametrize("clause", [c for name in GAMES for c in kit.clauses(load(name))])
def test_switched_off_the_clause_is_missed(clause):
    failing = []
    for deal in record.deals(clause.partition(".")[0]):
        try:
            list(record.replay(deal, off={clause}))
        except record.Fault:
            failing.append(deal.name)
    assert failing, f"{clause} can be switched off and every deal still passes"


@every_game
def test_a_refused_move_is_shown(name):
    assert any(line.kind == "refused" for deal in record.deals(name) for line in deal.lines)


GOOD = """game     crazy-eights
players  2
title ru Пример
title en Example

deal seed 1
deal 7H 8D rest 2
0 7H ! crazy-eights.first-card
expect score 0 0
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "sentence"),
    [
        ("crazy-eights", "crazy-aights", 1, "there is no game 'crazy-aights': perhaps crazy-eights"),
        ("players  2", "players  9", 2, "players is 9; expected 2, 3, 4, 5, 6 or 7"),
        ("title en Example\n", "", 9, "no title in en: write title en ..."),
        ("title en Example", "title fr Exemple", 4, "expected title ru ... or title en ..."),
        ("seed 1", "seed one", 6, "expected one number after seed, as in seed 7"),
        ("7H 8D rest", "7H 7H rest", 7, "'7H' is not one of the cards left to deal"),
        ("7H 8D rest 2", "7H 8D", 7, "50 cards are not dealt: name them all or end the line with rest N"),
        ("7H 8D rest 2", "", 7, "nothing is dealt: write the cards, or seed N"),
        ("0 7H", "1 7H", 8, "seat 1 is not to move: seat 0 is to move"),
        ("0 7H", "0 2C", 8, "the move breaks crazy-eights.held; expected a legal move, such as 7H"),
        ("first-card", "first", 8, "crazy-eights has no clause 'crazy-eights.first'"),
        (
            "first-card",
            "out",
            8,
            "the move does not bring about crazy-eights.out; it brings about crazy-eights.first-card",
        ),
        (
            "7H ! crazy-eights.first-card",
            "7H ? crazy-eights.held",
            8,
            "the move is legal; expected a refusal by crazy-eights.held",
        ),
        ("7H ! crazy-eights.first-card", "7H ?  ", 8, "a refused move names the one clause that it breaks first"),
        ("0 7H", "0 7h", 8, "'7h' is neither a card (7H), a number nor a word in small letters"),
        ("score 0 0", "score 0 5", 9, "score is 0 0, not 0 5"),
        (
            "expect score",
            "expect hands",
            9,
            "crazy-eights has no public field 'hands': it has dealer, suit, drawn, passed and score",
        ),
        ("expect score 0 0", "end 0", 9, "the match is not over: seat 1 is to move"),
        (
            "expect score 0 0",
            "North wins",
            9,
            "'North' begins no line: expected a seat, deal, expect, end, ru, en or #",
        ),
        ("players  2", "players  2\noptions  target=7", 3, "crazy-eights has no target=7: choose 500 or 100"),
        ("\ndeal seed", "\nru Рано\ndeal seed", 6, "a comment belongs to the line above it; there is none yet"),
    ],
)
def test_a_fault_is_told_with_file_line_and_what_was_expected(old, new, line, sentence):
    text = GOOD.replace(old, new)
    assert text != GOOD
    with pytest.raises(record.Fault) as caught:
        list(record.replay(record.read(text, "crazy-eights/example.deal")))
    assert str(caught.value).startswith(f"crazy-eights/example.deal:{line}: {sentence}")
    assert re.search("[а-яё]", caught.value.sentence("ru"))


def test_the_good_example_is_good():
    assert len(list(record.replay(record.read(GOOD)))) == 4


@example("²")
@given(st.text() | st.lists(st.sampled_from(GOOD.splitlines())).map("\n".join))
def test_any_text_is_read_or_faulted(text):
    try:
        deal = record.read(text)
    except record.Fault:
        return
    assert record.read(record.write(deal)).title == deal.title


def test_an_unknown_deal_is_told_with_those_there_are():
    with pytest.raises(ValueError, match="crazy-eights has no worked deal 'nothing': it has blocked, ordinary"):
        record.open_deal("crazy-eights", "nothing")
