"""Every ruling and every move can be said in both languages, and the Russian agrees."""

import random
import re
import string
from pathlib import Path

import pytest
from conftest import GAMES
from test_contract import known_moves, thinkable, walked

from cardlib import kit, record, say
from cardlib.cards import CARDS
from cardlib.games import load

every_game = pytest.mark.parametrize("name", GAMES)
every_language = pytest.mark.parametrize("lang", say.LANGUAGES)


def rulings(name):
    """(players, ruling, refused) of the worked deals and of some matches, every option once."""
    game = load(name)
    for deal in record.deals(name):
        for step in record.replay(deal):
            yield from ((deal.players, ruling, False) for ruling in step.told)
            if step.refusal:
                yield deal.players, step.refusal, True
    rng = random.Random(0)
    for players in game.PLAYERS:
        case = (name, players, game.Options())
        sample, known, told = walked(case, most=12)
        yield from ((players, ruling, False) for ruling in told)
        for s in sample:
            for move in thinkable(game, s, known, rng):
                ruling = game.refuse(s, move)
                if ruling:
                    yield players, ruling, True


@every_game
def test_every_ruling_makes_a_sentence(name):
    seen = set()
    for players, ruling, refused in rulings(name):
        seen.add((ruling.clause, refused))
        for lang in say.LANGUAGES:
            text = say.say(ruling, lang, players, refused)
            assert text[-1] in ".!?»", text
            assert text[0].isupper() or text[0] in "♠♥♦♣«★0123456789", text
            assert not re.search(r"None|True|False|[{}()_]|  | \.|\bnone\b.*\bnone\b", text), text
            assert bool(re.search("[а-яё]", text)) == (lang == "ru"), text
    for lang in say.LANGUAGES:
        written = {
            (f"{name}.{c}", kind == "refused") for kind in ("refused", "told") for c in say.words(lang, name)[kind]
        }
        assert written == seen, "a sentence that no ruling uses, or a ruling that was never seen"


@every_game
@every_language
def test_every_move_has_a_phrase(name, lang):
    game = load(name)
    templates = say.words(lang, name)["moves"]
    for players in game.PLAYERS:
        for move in known_moves((name, players, game.Options())):
            phrase = say.say_move(game, move, lang, players)
            word = next((a for a in kit.atoms(move) if isinstance(a, str)), None)
            assert word is None or phrase != kit.write(move), (
                f"[moves] of {lang}/{name} says nothing for {kit.write(move)}"
            )
    assert all(isinstance(template, str) for template in templates.values())


@every_game
@every_language
def test_options_and_fields_are_named(name, lang):
    game = load(name)
    words = say.words(lang, name)
    assert set(words["options"]) == set(kit.choices(game))
    for option, values in kit.choices(game).items():
        for value in values:
            name_, choice = say.option(game, option, value, lang)
            assert name_
            assert choice
    for field in game.PUBLIC:
        known = [*words.get("public", {}), *words.get("seat", {}), *words.get("silent", [])]
        known += [*say.words(lang)["public"], *say.words(lang)["seat"]]
        assert field in known, f"[public], [seat] or silent of {lang}/{name} does not name {field}"


def test_both_languages_say_the_same_things():
    for name in GAMES:
        ru, en = (say.words(lang, name) for lang in say.LANGUAGES)
        for section in {*ru, *en}:
            assert set(ru[section]) == set(en[section]), f"words of {name}, [{section}]"


@pytest.mark.parametrize(
    ("text", "case", "expected"),
    [
        ("7S", "acc", "семёрку пик"),
        ("TD", "ins", "десяткой бубен"),
        ("AC", "ins", "тузом треф"),
        ("QH", "dat", "даме червей"),
    ],
)
def test_russian_cards_take_cases(text, case, expected):
    assert say.card_name(CARDS[text], "ru", case) == expected


@every_language
def test_every_card_has_a_name_in_every_case(lang):
    for c in CARDS.values():
        for case in say.CASES:
            assert say.card_name(c, lang, case)


@pytest.mark.parametrize(
    ("n", "expected"),
    [(0, "очков"), (1, "очко"), (3, "очка"), (5, "очков"), (12, "очков"), (22, "очка"), (101, "очко"), (-2, "очка")],
)
def test_russian_nouns_agree_with_numbers(n, expected):
    assert say.count(n, ("очко", "очка", "очков"), "ru") == expected


@every_language
@pytest.mark.parametrize("players", range(2, 13))
def test_each_seat_has_a_name_of_its_own(lang, players):
    names = [say.seat_name(seat, players, lang) for seat in range(players)]
    assert len(set(names)) == players
    assert names[0] == say.seat_name(0, 2, lang)


def test_every_fault_is_said_in_both_languages_with_the_same_facts():
    sentences = {lang: say.words(lang, "faults") for lang in say.LANGUAGES}
    fields = {
        lang: {key: {name for _, name, _, _ in string.Formatter().parse(text) if name} for key, text in said.items()}
        for lang, said in sentences.items()
    }
    assert fields["ru"] == fields["en"]
    source = "".join(path.read_text("utf-8") for path in Path(say.__file__).parent.rglob("*.py"))
    assert [key for key in sentences["en"] if f'"{key}"' not in source] == []
