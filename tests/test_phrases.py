"""Phrases said at the table: complete in both languages, said in games and explained by terms that exist."""

import re
from pathlib import Path

import pytest

from cardlib import phrases as table
from cardlib.catalogue import catalogue
from cardlib.phrases import MOMENTS, Phrase, line, phrases, read, said
from cardlib.terms import LANGUAGES, fold, terms

ROOT = Path(__file__).parent.parent
every_phrase = pytest.mark.parametrize("phrase", phrases().values(), ids=lambda phrase: phrase.id)
CYRILLIC, LATIN = re.compile("[а-яё]", re.I), re.compile("[a-z]", re.I)


def test_there_are_enough_phrases():
    assert len(phrases()) >= 40
    assert {phrase.moment for phrase in phrases().values()} == set(MOMENTS)


@every_phrase
def test_a_phrase_is_whole_in_both_languages(phrase: Phrase):
    for lang, own, other in (("ru", CYRILLIC, LATIN), ("en", LATIN, CYRILLIC)):
        for text in (*phrase.words(lang), phrase.told(lang)):
            assert own.search(text) and not other.search(text), text
            assert text == text.strip() and "  " not in text and '"' not in text, text
        told = phrase.told(lang)
        assert told[0].isupper() and told.endswith(".") and not told.endswith(".."), told
        assert len(told) <= 200, told
        words = [fold(word) for word in phrase.words(lang)]
        assert len(words) == len(set(words)), words
        assert all(not word.endswith(".") and (word[0].isupper()) for word in phrase.words(lang))


@every_phrase
def test_a_phrase_names_games_and_terms_that_there_are(phrase: Phrase):
    assert phrase.terms and set(phrase.terms) <= set(terms())
    assert set(phrase.games) <= set(catalogue())
    assert len(set(phrase.games)) == len(phrase.games)


def test_no_two_phrases_are_told_alike():
    for lang in LANGUAGES:
        sentences = [fold(f"{phrase.words(lang)[0]} {phrase.told(lang)}") for phrase in phrases().values()]
        assert len(sentences) == len(set(sentences))


COMMON = (
    "пас, Беру!, бито, рамми, вист, мизер, сдвигаю, сними, ещё, себе, хвалюсь, закрываю, стучу, играю, открываюсь, "
    "чья рука?, по последней, верю, не верю, ва-банк, I doubt it, pass"
)


@pytest.mark.parametrize("text", COMMON.split(", "))
def test_what_is_said_is_found(text):
    assert said(text)


def test_a_phrase_as_text():
    assert line(phrases()["i-take"], "ru").startswith("«Беру» — “I take”. Отбивающийся, не сумев")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_moment_has_its_section(lang):
    page = (ROOT / f"docs/{lang}/glossary/phrases.md").read_text("utf-8")
    assert re.findall(r"\{glossary-phrases\} (\w+)", page) == list(MOMENTS)


GOOD = """[i-take]
moment = "beating"
ru = "Беру"
en = "I take"
ru_who = "отбивающийся"
en_who = "the defender"
ru_when = "не побив"
en_when = "not beating"
terms = ["pick-up"]
"""


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (GOOD.replace('en_who = "the defender"\n', ""), "the phrase i-take has no en_who."),
        (GOOD + 'mood = "sad"\n', "the phrase i-take has an unknown key, mood."),
        (GOOD.replace('"beating"', '"supper"'), "the phrase i-take is said at no known moment: supper"),
        (GOOD.replace("pick-up", "pick-me-up"), "the phrase i-take names pick-me-up, which is not one of the terms."),
        (GOOD + 'games = ["chess"]\n', "the phrase i-take names chess, which is not one of the games."),
        (GOOD.replace('["pick-up"]', '"pick-up"'), "the phrase i-take: terms is not a list of words."),
        (GOOD.replace('"Беру"', '""'), "the phrase i-take: ru is not a text."),
    ],
)
def test_a_fault_in_the_file_is_told_in_a_sentence(tmp_path, text, complaint):
    file = tmp_path / "phrases.toml"
    file.write_text(GOOD, "utf-8")
    assert list(read(file)) == ["i-take"]
    file.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=re.escape(complaint)):
        table.read(file)
