"""The glossary: what an entry must have, what a word finds, and how the site links it."""

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlib import terms as glossary
from cardlib.catalogue import catalogue
from cardlib.lookup import entry, look_up
from cardlib.phrases import phrases
from cardlib.terms import Term, find, fingerprint, fold, folder, meanings, read, suggest, terms

ROOT = Path(__file__).parent.parent
LANGUAGES = glossary.LANGUAGES
every_term = pytest.mark.parametrize("term", terms().values(), ids=lambda term: term.id)
CYRILLIC, LATIN = re.compile("[а-яё]", re.I), re.compile("[a-z]", re.I)
CARD = re.compile("[♠♥♦♣](10|[2-9AKQJТКДВ])?|[AKQ0-9]+(-[AKQ0-9]+)+")  # cards may be written as cards anywhere


def ids(found):
    return [term.id for term in found]


def test_there_are_enough_terms():
    assert len(terms()) >= 350
    assert len(glossary.themes()) >= 10


def test_every_theme_has_a_name_and_a_page_called_so():
    assert set(glossary.theme_names()) == set(glossary.themes())
    for theme, called in glossary.theme_names().items():
        assert set(called) == set(LANGUAGES)
        for lang in LANGUAGES:
            assert f"\n# {called[lang]}\n" in (ROOT / f"docs/{lang}/glossary/{theme}.md").read_text("utf-8")


@every_term
def test_an_entry_is_in_the_right_alphabets(term: Term):
    for lang, own, other in (("ru", CYRILLIC, LATIN), ("en", LATIN, CYRILLIC)):
        for text in (term.word(lang), *term.also(lang), *term.kin(lang), term.definition(lang)):
            assert own.search(text), text
            assert not other.search(CARD.sub("", text)), text
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", term.id)


@every_term
def test_definitions_and_notes_are_sentences(term: Term):
    for lang in LANGUAGES:
        for text in filter(None, (term.definition(lang), term.note(lang), term.false_friend(lang))):
            assert text.endswith("."), text
            assert text[0].isupper() or text[0] in "«“♠♥♦♣0123456789", text
            assert "  " not in text, text
            assert text == text.strip(), text
            assert text.count("«") == text.count("»"), text
            assert '"' not in text, text
            assert not re.search(r"\s[-–]\s", text), "a hyphen or short dash for a dash"
        assert len(term.definition(lang)) <= 220, "a definition is short"


@every_term
def test_russian_typography(term: Term):
    for text in (term.ru_def, term.ru_note, term.ru_false):
        assert "“" not in text and "„" not in text and "'" not in text, text
        assert "--" not in text and "..." not in text, text
        assert not re.search(r"\b(ещe|еще|все-таки|четверк|пятерк|шестерк|семерк|восьмерк|партнер|ее|черн)", text), text


@every_term
def test_a_definition_does_not_begin_with_its_own_word(term: Term):
    for lang in LANGUAGES:
        assert not fold(term.definition(lang)).startswith(fold(term.word(lang)) + " "), "a circle"


# The number of its pips is what a three is, and these words are explained where they stand.
OWN_WORD = {
    *["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    "slam",
    "trump",
    "konchinka",
    "akulina",
    "discard",
}


@every_term
def test_a_definition_does_without_its_own_word(term: Term):
    for lang in LANGUAGES:
        plain = re.sub("«[^»]*»|“[^”]*”", " ", term.definition(lang))
        words = " " + fold(re.sub(r"[^\w-]+", " ", plain)) + " "
        assert f" {fold(term.word(lang))} " not in words or term.id in OWN_WORD, "a circle"


def test_no_two_terms_are_defined_alike():
    for lang in LANGUAGES:
        said = {}
        for term in terms().values():
            assert said.setdefault(fold(term.definition(lang)), term.id) == term.id, term.id
            assert said.setdefault(fold(term.tip(lang)), term.id) == term.id, f"{term.id} begins as another"


@every_term
def test_a_tip_is_the_first_sentence(term: Term):
    for lang in LANGUAGES:
        assert term.definition(lang).startswith(term.tip(lang))
        assert term.tip(lang).endswith(".")


@every_term
def test_a_false_friend_is_another_term_and_is_explained(term: Term):
    assert term.id not in term.false
    assert len(set(term.false)) == len(term.false)
    assert all(name in terms() for name in term.false)
    assert bool(term.ru_false) == bool(term.en_false)
    assert term.ru_false or not term.false
    assert term.ru_false not in (term.ru_note, term.ru_def) or not term.ru_false


@pytest.mark.parametrize("lang", LANGUAGES)
def test_terms_that_share_a_word_point_to_each_other(lang):
    """A Russian word for two things, a headword or a synonym, or an English headword for two."""
    named: dict[str, list[str]] = {}
    for term in terms().values():
        for word in (term.word(lang), *(term.also(lang) if lang == "ru" else ())):
            named.setdefault(fold(word), []).append(term.id)
    for word, found in named.items():
        for one in found:
            near = {*terms()[one].false, *terms()[one].see}
            for other in found:
                back = {*terms()[other].false, *terms()[other].see}
                assert one == other or other in near or one in back, f"{word}: {one}, {other}"


@pytest.mark.parametrize(
    ("word", "both"),
    [
        ("колода", {"pack", "stock"}),
        ("талон", {"stock", "waste", "widow"}),
        ("прикуп", {"widow", "draw-cards", "third-card"}),
        ("ход", {"turn", "lead", "move"}),
        ("тройка", {"three", "three-of-a-kind", "three-card-lead"}),
        ("леве", {"trick"}),
        ("вини", {"spades"}),
    ],
)
def test_false_friends_are_found_together(word, both):
    assert both <= set(ids(find(word)))


@every_term
def test_games_of_a_term_are_games(term: Term):
    assert len(set(term.games)) == len(term.games)
    assert set(term.games) <= set(catalogue())
    for lang in LANGUAGES:
        assert set(glossary.games(term, lang)) == {*term.games, *glossary.uses().get(term.id, ())}


def test_most_terms_name_games_or_are_everybodys():
    assert sum(bool(glossary.games(term, "ru")) for term in terms().values()) > 0.7 * len(terms())


def test_the_uses_are_those_of_the_pages():
    command = [sys.executable, ROOT / "glossary/make_uses.py", "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@every_term
def test_words_of_an_entry_are_given_once(term: Term):
    for lang in LANGUAGES:
        words = [fold(word) for word in (term.word(lang), *term.also(lang), *term.kin(lang))]
        assert len(words) == len(set(words)), words
    assert len(set(term.see)) == len(term.see)
    assert term.id not in term.see


@every_term
def test_references_lead_somewhere(term: Term):
    assert term.see or term.id in {other for t in terms().values() for other in t.see}
    assert all(name in terms() for name in term.see)


@pytest.mark.parametrize("theme", glossary.themes())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_headword_stands_once_in_a_theme(theme, lang):
    words = [fold(term.word(lang)) for term in terms().values() if term.theme == theme]
    assert len(words) == len(set(words)), sorted(word for word in words if words.count(word) > 1)


@every_term
def test_every_word_of_an_entry_finds_it(term: Term):
    assert find(term.id)[0] is term
    for lang in LANGUAGES:
        for word in (term.word(lang), *term.also(lang), *term.kin(lang)):
            assert term in find(word)
            assert term in find(f" {word.upper()} ")
        assert term in meanings(term.word(lang))


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("взяткой", "trick"),
        ("взяток", "trick"),
        ("козырному", "trump"),
        ("козырной масти", "trump-suit"),
        ("тузов", "ace"),
        ("червей", "hearts"),
        ("бубен", "diamonds"),
        ("пиковой", "spades"),
        ("восьмёркой", "eight"),
        ("сдающему", "dealer"),
        ("сдатчиком", "dealer"),
        ("стучит", "knock"),
        ("прикупил", "draw"),
        ("следуйте масти", "follow-suit"),
        ("перебила козырем", "ruff"),
        ("не сдававшего", "non-dealer"),
        ("рубашкой вверх", "face-down"),
        ("сухостоя", "deadwood"),
        ("марьяжем", "marriage"),
        ("заказал масть", "name-suit"),
        ("пасует", "pass"),
        ("ва банк", "va-banque"),
        ("tricks", "trick"),
        ("trumping", "trump"),
        ("knocked", "knock"),
        ("cutting", "cut"),
        ("shuffled", "shuffle"),
        ("dealt", "deal"),
        ("led", "lead"),
        ("laid off", "lay-off"),
        ("following suit", "follow-suit"),
        ("court cards", "court-card"),
        ("misere", "misere"),
        ("face-down", "face-down"),
        ("dealer's", "dealer"),
    ],
)
def test_inflected_words_are_found(word, expected):
    assert ids(find(word))[0] == expected
    assert ids(find(word.upper()))[0] == expected


@pytest.mark.parametrize(
    ("one", "other"), [("четвёрка", "четверка"), ("партнёра", "партнера"), ("онёр", "ОНЕР"), ("счёта", "счета")]
)
def test_yo_and_ye_are_alike(one, other):
    assert find(one) == find(other) != []


def test_the_best_match_comes_first():
    assert ids(find("взятка")) == ["trick", "capture"]  # headword, then synonym
    assert ids(find("перебить"))[0] == "head-trick"
    assert ids(find("ход"))[0] == "turn"
    assert {"lead", "move"} <= set(ids(find("ходом")))


def test_what_a_word_in_a_text_may_mean():
    assert ids(meanings("ходом")) == ["turn"]
    assert set(ids(meanings("колоды"))) == {"pack", "stock"}
    assert set(ids(meanings("кон"))) == {"deal", "ante", "pot"}
    assert meanings("чайник") == []


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("взятко", "взятка"),
        ("взтяка", "взятка"),
        ("казырь", "козырь"),
        ("сухастоя", "сухостой"),
        ("марьяш", "марьяж"),
        ("тус", "туз"),
        ("ренонз", "ренонс"),
        ("deadwod", "deadwood"),
        ("trik", "trick"),
        ("maniage", "marriage"),
        ("undrecut", "undercut"),
    ],
)
def test_misspelt_words_are_put_right(typed, meant):
    assert find(typed) == []
    assert suggest(typed)[0] == meant


def test_nothing_is_suggested_for_what_is_far_away():
    assert suggest("экскаватор") == suggest("refrigerator") == suggest("") == suggest("щ") == []
    assert len(suggest("масти", n=1)) == 1


@settings(deadline=None)
@given(st.text())
def test_no_text_upsets_the_look_up(text):
    for found in (find(text), meanings(text)):
        assert all(isinstance(term, Term) for term in found)
    assert all(isinstance(word, str) for word in suggest(text))


@settings(deadline=None)
@given(st.sampled_from([term for term in terms().values() if len(term.ru) > 6]), st.data())
def test_one_typing_error_is_forgiven(term, data):
    place = data.draw(st.integers(1, len(term.ru) - 2))
    typed = term.ru[:place] + term.ru[place + 1 :]
    near = suggest(typed, n=20)
    assert term.ru in near or find(typed)


@every_term
def test_an_entry_as_text(term: Term):
    ru, en = entry(term, "ru"), entry(term, "en")
    assert ru.startswith(f"{term.ru} — {term.en}") and en.startswith(f"{term.en} — {term.ru}")
    assert term.ru_def in ru and term.en_def in en
    assert term.ru_note in ru and term.en_note in en


def test_an_entry_is_laid_out_so():
    assert entry(terms()["undercut"], "ru").splitlines() == [
        "подрезка — undercut",
        terms()["undercut"].ru_def,
        "Ложный друг: В «очке» подрезка — нижняя карта, перевёрнутая как метка.",
        "См. также: стучать, сухостой, премия.",
        "Тема: Комбинации.",
        "Игры: Джин-рамми.",
    ]
    with pytest.raises(ValueError, match="ru and en"):
        entry(terms()["undercut"], "de")


@every_term
def test_an_entry_names_its_theme_and_its_games(term: Term):
    for lang, theme, played in (("ru", "Тема", "Игры"), ("en", "Theme", "Games")):
        text = entry(term, lang)
        assert f"\n{theme}: {glossary.theme_names()[term.theme][lang]}." in text
        assert (f"\n{played}: " in text) == bool(glossary.games(term, lang))
        assert term.false_friend(lang) in text


def test_a_word_looked_up_in_a_notebook_shows_as_it_is():
    told = look_up("взятками", "ru")
    assert repr(told) == str(told) == "\n\n".join(entry(term, "ru") for term in find("взятками"))
    assert look_up("беру", "ru").splitlines()[-1].startswith("Говорят: «Беру» — “I take”.")
    with pytest.raises(LookupError, match=r"Слова «взятко» в словаре нет\. Может быть: взятка\?"):
        look_up("взятко", "ru")


def test_the_forms_are_those_of_the_words():
    table = json.loads((folder() / "forms_ru.json").read_text("utf-8"))
    assert table["fingerprint"] == fingerprint(terms()), "run glossary/make_forms.py"
    assert list(table["forms"]) == sorted(table["forms"])
    for form, names in table["forms"].items():
        assert form == form.lower() and "ё" not in form
        assert names and all(name in terms() for name in names)
    assert all(set(names) <= set(table["forms"][form]) for form, names in table["also"].items())
    for term in terms().values():
        assert term.id in table["forms"][term.ru.lower().replace("ё", "е")]


def test_the_fingerprint_notices_a_changed_word():
    trick = terms()["trick"]
    other = Term(**{name: getattr(trick, name) for name in Term.__slots__} | {"ru": "взяточка"})
    assert fingerprint({"trick": trick}) != fingerprint({"trick": other})


@pytest.mark.skipif(not importlib.util.find_spec("pymorphy3"), reason="pymorphy3 is a developer's tool")
def test_the_forms_are_made_anew_alike():
    done = subprocess.run(
        [sys.executable, ROOT / "glossary/make_forms.py", "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


GOOD = 'ru = "туз"\nen = "ace"\nru_def = "Карта."\nen_def = "A card."\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[ace]\n" + GOOD.replace('en = "ace"\n', ""), "cards.toml: the term ace has no en."),
        ("[ace]\n" + GOOD + 'color = "red"\n', "cards.toml: the term ace has an unknown key, color."),
        ("[ace]\n" + GOOD + 'see = ["deuce"]\n', "cards.toml: the term ace refers to deuce, which is not a term."),
        ("[ace]\n" + GOOD + 'ru_also = "туза"\n', "cards.toml: the term ace: ru_also is not a list of words."),
        ("[ace]\n" + GOOD + 'false = ["deuce"]\n', "the term ace has a false friend that is not explained in both"),
        ("[ace]\n" + GOOD + 'ru_false = "Не туз."\n', "the term ace has a false friend that is not explained in both"),
        ("[ace]\n" + GOOD.replace('"ace"', "1"), "cards.toml: the term ace: en is not a text."),
        ('ace = "туз"\n', "cards.toml: the term ace is not a table."),
        ("[ace\n", "cards.toml cannot be read as TOML"),
    ],
)
def test_a_fault_in_a_file_is_told_in_a_sentence(tmp_path, text, complaint):
    (tmp_path / "cards.toml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=re.escape(complaint)):
        read(tmp_path)


def test_a_term_may_stand_in_one_file_only(tmp_path):
    for name in ("cards", "suits"):
        (tmp_path / f"{name}.toml").write_text("[ace]\n" + GOOD, "utf-8")
    with pytest.raises(ValueError, match=r"suits.toml: the term ace is already in cards.toml"):
        read(tmp_path)


# The site

sphinx = pytest.importorskip("sphinx.application")
CONF = """
import sys
sys.path[:0] = [{root!r}, {ext!r}]
project, language, extensions, smartquotes = "t", {lang!r}, ["myst_parser", "terms"], False
"""


def site(folder_, lang, **files):
    """Build a small site of the real glossary pages; its pages as HTML, and the warnings."""
    source = folder_ / "source"
    (source / "glossary").mkdir(parents=True)
    (source / "conf.py").write_text(CONF.format(root=str(ROOT), ext=str(ROOT / "docs/_ext"), lang=lang), "utf-8")
    for page in (ROOT / "docs" / lang / "glossary").glob("*.md"):
        (source / "glossary" / page.name).write_text(page.read_text("utf-8"), "utf-8")
    for name, text in files.items():
        (source / f"{name}.md").write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-n", "-q", "-b", "html", source, folder_ / "html"],
        capture_output=True,
        text=True,
        check=False,
    )
    pages = {p.relative_to(folder_ / "html").as_posix(): p.read_text("utf-8") for p in folder_.glob("html/**/*.html")}
    return pages, done.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_site_links_words_to_their_entries(tmp_path, lang):
    text = "# T\n\n```{toctree}\nglossary/index\n```\n\n{term}`взяткой` {term}`ходом <lead>` {term}`Tricks`\n"
    pages, warnings = site(tmp_path, lang, index=text)
    assert warnings == ""
    for name, shown in (("trick", "взяткой"), ("lead", "ходом"), ("trick", "Tricks")):
        link = f'<a class="term" data-term="{name}" href="glossary/tricks.html#term-{name}">{shown}</a>'
        assert link in pages["index.html"]
    anchors = re.findall(r'<dt id="term-([a-z0-9-]+)">', "".join(pages.values()))
    assert sorted(anchors) == sorted(terms())
    for term in terms().values():
        assert f'id="term-{term.id}"' in pages[f"glossary/{term.theme}.html"]
        for of in LANGUAGES:
            assert f'href="{term.theme}.html#term-{term.id}"' in pages[f"glossary/words-{of}.html"]
        tips = json.loads((tmp_path / f"html/glossary/{term.theme}.json").read_text("utf-8"))
        assert tips[term.id] == term.tip(lang)
    for theme, called in glossary.theme_names().items():
        assert f'href="{theme}.html"' in pages["glossary/index.html"]
        assert called[lang] in pages["glossary/index.html"]
    heads = re.findall(r"<dt id=\"term-[a-z0-9-]+\"><strong>(.*?)</strong>", pages["glossary/cards.html"])
    assert heads == sorted(heads, key=fold)
    trick = pages["glossary/tricks.html"]
    assert terms()["trick"].definition(lang) in trick
    assert f'lang="{"en" if lang == "ru" else "ru"}"' in trick
    assert terms()["trick"].false_friend(lang) in trick
    for of in LANGUAGES:
        listed = pages[f"glossary/words-{of}.html"]
        words = [(term.word(of), *term.also(of)) for term in terms().values()]
        assert listed.count("<li><p>") == sum(map(len, words))
    for phrase in phrases().values():
        assert f'<dt id="phrase-{phrase.id}">' in pages["glossary/phrases.html"]


def test_an_unknown_or_double_word_is_a_warning(tmp_path):
    roles = "{term}`колодой` {term}`взятко` {term}`слово <nothing>` {term}`колодой <pack>`"
    _, warnings = site(tmp_path, "ru", index=f"# T\n\n```{{toctree}}\nglossary/index\n```\n\n{roles}\n")
    assert "“колодой” means more than one thing; write one of: колодой <pack>, колодой <stock>" in warnings
    assert "no term “взятко”; near it: взятка" in warnings
    assert "no term “nothing”" in warnings
    assert warnings.count("WARNING") == 3


def test_a_term_has_one_page(tmp_path):
    pages = "# T\n\n```{toctree}\nglossary/index\nagain\n```\n"
    _, warnings = site(tmp_path, "en", index=pages, again="# Again\n\n```{glossary-theme} fishing\n```\n")
    assert "the term capture stands on two pages" in warnings


def test_both_languages_have_the_same_glossary_pages():
    ru, en = ({p.name: p.read_text("utf-8") for p in (ROOT / "docs" / x / "glossary").glob("*.md")} for x in LANGUAGES)
    names = ["index", "words-ru", "words-en", "phrases", *glossary.themes()]
    assert ru.keys() == en.keys() == {f"{name}.md" for name in names}
    for name in ru:
        assert re.findall(r"^\(.*\)=$|^```.*$", ru[name], re.M) == re.findall(r"^\(.*\)=$|^```.*$", en[name], re.M)
