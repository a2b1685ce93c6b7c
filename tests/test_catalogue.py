"""The catalogue: complete, without a fault, of one mind with the engine; and its pages, which list every game."""

import re

import pytest
from built_site import LANGUAGES, ROOT, Page
from conftest import GAMES

from cardlib import catalogue as whole
from cardlib.catalogue import catalogue, families, maturity, read, variants
from cardlib.command import find_game, plain
from cardlib.command.lists import pack_sizes
from cardlib.games import load

CYRILLIC = re.compile("[А-Яа-яЁё]")
LATIN = re.compile("[A-Za-z]")
OTHER = {"ru": "en", "en": "ru"}
every_language = pytest.mark.parametrize("lang", LANGUAGES)
GOOD = {
    "ru": '"Игра"',
    "en": '"Game"',
    "family": '"shed"',
    "players": "[2, 3]",
    "pack": "[36]",
}
FAMILIES = '[families]\nshed = {ru = "Игры на сброс карт", en = "Shedding games"}\n'


def entry(slug="game", **changed):
    lines = [f"{name} = {value}" for name, value in (GOOD | changed).items() if value]
    return "\n".join([f"[games.{slug}]", *lines, ""])


def test_all_games_of_the_sources_are_there():
    assert len(catalogue()) == 238
    assert list(catalogue()) == sorted(catalogue())
    assert set(GAMES) <= set(catalogue())
    assert {entry.family for entry in catalogue().values()} == set(families())


@every_language
def test_names_are_in_their_language_and_titles_differ(lang):
    wanted, unwanted = (CYRILLIC, LATIN) if lang == "ru" else (LATIN, CYRILLIC)
    for one in catalogue().values():
        for called in (one.title(lang), *one.also(lang)):
            assert wanted.search(called) or called.isdigit(), called
            assert not unwanted.search(called), called
            assert called == called.strip() and "  " not in called
            assert called[0].isupper() or called.isdigit(), called
        own = [plain(called) for called in (one.title(lang), *one.also(lang))]
        assert len(own) == len(set(own)), own
    titles = [plain(one.title(lang)) for one in catalogue().values()]
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize("name", GAMES)
def test_players_and_pack_are_those_of_the_engine(name):
    game, one = load(name), catalogue()[name]
    wanted = f"cardlib/catalogue.toml, games.{name}: players = {list(game.PLAYERS)}, pack = {pack_sizes(game)}"
    assert (one.players, list(one.pack)) == (game.PLAYERS, pack_sizes(game)), wanted


def test_a_patience_is_for_one_or_two_and_a_gambling_game_is_not_for_children():
    for one in catalogue().values():
        assert not (one.gambling and one.children), one.slug
        assert one.gambling or one.family not in ("bank", "vie"), one.slug
        if one.family == "patience":
            assert one.players[-1] <= 3 and not one.gambling, one.slug


def test_a_variant_is_of_the_family_of_its_game():
    strange = [one.slug for one in catalogue().values() if one.variant_of and base(one).family != one.family]
    assert not strange
    assert sum(len(variants(slug)) for slug in catalogue()) == sum(bool(one.variant_of) for one in catalogue().values())


def base(one):
    return catalogue()[one.variant_of]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_found_by_any_of_its_names(name):
    one = catalogue()[name]
    for called in (one.slug, one.ru, one.en, one.ru.upper()):
        assert find_game(called, "ru") is load(name)
    titles = {plain(name) for other in catalogue().values() for name in (other.slug, other.ru, other.en)}
    for called in {*one.ru_also, *one.en_also}:
        if plain(called) not in titles:
            assert find_game(called, "en") is load(name)


def test_maturity_is_never_typed():
    assert "maturity" not in whole.FIELDS
    assert {maturity(name) for name in GAMES} <= {"playable", "proven"}
    assert {maturity(slug) for slug in set(catalogue()) - set(GAMES)} <= {"listed"}


def test_a_good_catalogue_is_read():
    games, known = read(FAMILIES + entry() + entry("other", ru='"Иная"', variant_of='"game"', children="true"))
    assert games["game"].players == (2, 3) and not games["game"].children
    assert games["other"].children and games["other"].variant_of == "game"
    assert list(known) == ["shed"]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"pack": ""}, "catalogue, game: pack is missing"),
        (
            {"maturity": '"proven"'},
            "catalogue, game: there is no field maturity; expected ru, en, family, players, pack",
        ),
        ({"ru": "3"}, "catalogue, game: ru is 3; expected a text"),
        ({"en": '""'}, "catalogue, game: en is ''; expected a text"),
        ({"ru_also": '"Игрушка"'}, "catalogue, game: ru_also is 'Игрушка'; expected a list of names"),
        ({"en_also": "[]"}, "catalogue, game: en_also is []; expected a list of names"),
        ({"players": "[3, 2]"}, "catalogue, game: players is [3, 2]; expected rising numbers from 1 on"),
        ({"players": "[0, 1]"}, "catalogue, game: players is [0, 1]; expected rising numbers from 1 on"),
        ({"pack": "[36, 36]"}, "catalogue, game: pack is [36, 36]; expected rising numbers from 1 on"),
        ({"pack": "[true]"}, "catalogue, game: pack is [True]; expected rising numbers from 1 on"),
        ({"pack": "52"}, "catalogue, game: pack is 52; expected rising numbers from 1 on"),
        ({"children": '"yes"'}, "catalogue, game: children is 'yes'; expected true or false"),
        ({"family": '"tricks"'}, "catalogue, game: there is no family tricks; expected shed"),
        ({"variant_of": '"none"'}, "catalogue, game: variant_of is none; the catalogue has no such game"),
        ({"variant_of": '"game"'}, "catalogue, game: variant_of goes round in a ring: game, game"),
    ],
)
def test_a_malformed_entry_is_told(changed, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        read(FAMILIES + entry(**changed))


def test_a_family_without_a_name_is_told():
    with pytest.raises(ValueError, match="catalogue, family shed: expected a name in ru and en"):
        read('[families]\nshed = {ru = "Игры"}\n')


def linked(page):
    """The games that the page's own text links to."""
    found = [re.search(r"games/([\w-]+)\.html$", e.attrs.get("href", "")) for e in page.elements if e.own_text]
    return {match[1] for match in found if match} - {"index"}


def listed(page):
    """What the lists of games say, an item each: its own words with those inside it."""
    return [" ".join(said(page, n)) for n, e in enumerate(page.elements) if e.tag == "p" and inside(page, n, "li")]


def inside(page, n, tag):
    return page.elements[n - 1].tag == tag and page.elements[n].own_text


def said(page, n):
    texts = list(page.elements[n].text)
    for element in page.elements[n + 1 :]:
        if element.tag not in ("a", "span"):
            break
        texts += element.text
    return texts


@every_language
@pytest.mark.parametrize("name", ["families", "players", "packs", "names-ru", "names-en", "finder"])
def test_every_game_is_on_every_list_and_linked_if_it_has_a_page(site, lang, name):
    page = Page(site / lang / "catalogue" / f"{name}.html")
    written = {path.stem for path in (ROOT / f"docs/{lang}/games").glob("*.md")} - {"index"}
    assert linked(page) == written
    of = "ru" if name == "names-ru" else "en" if name == "names-en" else lang
    lines = listed(page)
    for one in catalogue().values():
        mine = [line for line in lines if one.ru in line and one.en in line]
        assert mine, one.slug
        if name.startswith("names"):
            for called in one.also(of):
                assert any(called in line and one.title(of) in line for line in lines), called


@every_language
def test_an_unwritten_game_is_told_and_not_linked(site, lang):
    page = Page(site / lang / "catalogue/families.html")
    told = [e for e in page.elements if "unwritten" in e.attrs.get("class", "").split()]
    written = {path.stem for path in (ROOT / f"docs/{lang}/games").glob("*.md")} - {"index"}
    assert len(told) == len(catalogue()) - len(written)
    assert {" ".join(e.text) for e in told} == {{"ru": "правила ещё не написаны", "en": "rules not written yet"}[lang]}


@every_language
def test_the_tree_has_every_variant_below_its_game(site, lang):
    page = Page(site / lang / "catalogue/tree.html")
    lines = listed(page)
    for one in catalogue().values():
        found = [line for line in lines if f"{one.title(lang)} ({one.title(OTHER[lang])})" in line]
        assert bool(found) == bool(one.variant_of or variants(one.slug)), one.slug
        assert len(found) <= 1
