"""The figures of a game are kept, played anew when something changes, the same whoever plays, and plausible."""

import re
import shutil
import sys

import pytest
from built_site import LANGUAGES, ROOT, Page
from conftest import GAMES

sys.path.insert(0, str(ROOT / "docs"))

import playouts

from cardlib import kit
from cardlib.games import load
from cardlib.simulate import interval

GAME = "ten-of-clubs"


@pytest.fixture
def few(monkeypatch):
    """Few matches of every game."""
    monkeypatch.setattr(playouts, "MOST", 20)


@pytest.fixture
def kept(tmp_path, few):
    """A folder with the figures of one game."""
    assert playouts.prepare(tmp_path, [GAME]) == 1
    return tmp_path


def unplayable(*_):
    raise AssertionError("this was to be read, not played")


def fresh(kept):
    """The figures as they are read or played now."""
    playouts.figures.cache_clear()
    found = playouts.figures(GAME, kept)
    playouts.figures.cache_clear()
    return found


def test_what_is_kept_is_not_played_again(kept, monkeypatch):
    monkeypatch.setattr(playouts, "play", unplayable)
    assert playouts.prepare(kept, [GAME]) == 0
    assert [summary.matches for summary in fresh(kept).values()] == [20, 20]


def test_what_is_read_is_what_was_played(kept):
    assert fresh(kept) == {players: playouts.play(GAME, players) for players in (1, 2)}


def test_whoever_plays_writes_the_same(kept, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    fresh(other)
    (one,), (two,) = kept.iterdir(), other.iterdir()
    assert (one.name, one.read_bytes()) == (two.name, two.read_bytes())


@pytest.mark.parametrize(
    "harm", [lambda text: "", lambda text: text[:-20], lambda text: '{"1": {}}', lambda text: "[]"]
)
def test_a_damaged_file_is_played_anew(kept, harm):
    (file,) = kept.iterdir()
    whole = file.read_text("utf-8")
    file.write_text(harm(whole), "utf-8")
    fresh(kept)
    assert file.read_text("utf-8") == whole


@pytest.mark.parametrize(
    ("name", "changed", "anew"),
    [
        ("war", "games/war.py", True),
        ("war-32", "games/war.py", True),
        ("war", "games/war_32.py", False),
        ("gin-rummy", "melds.py", True),
        ("war", "melds.py", False),
        ("war", "kit.py", True),
        ("war", "cards.py", True),
        ("war", "opponent.py", True),
        ("war", "simulate.py", True),
        ("war", "say.py", False),
    ],
)
def test_a_game_is_played_anew_when_what_it_depends_on_changes(tmp_path, name, changed, anew):
    shutil.copytree(ROOT / "cardlib", tmp_path / "cardlib", ignore=shutil.ignore_patterns("deals", "__pycache__"))
    before = playouts.fingerprint(name, tmp_path)
    assert before == playouts.fingerprint(name)
    with (tmp_path / "cardlib" / changed).open("a", encoding="utf-8") as file:
        file.write("# a change\n")
    assert (playouts.fingerprint(name, tmp_path) != before) == anew


@pytest.mark.parametrize("name", GAMES)
def test_some_numbers_of_players_are_measured(name):
    measured, players = playouts.seatings(name), load(name).PLAYERS
    assert measured[0] == players[0] and measured[-1] == players[-1]
    assert len(measured) == min(5, len(players))


@pytest.mark.parametrize("name", GAMES)
def test_figures_are_plausible(site, name):
    """The site has been built: all figures are kept."""
    clauses = set(kit.clauses(load(name)))
    for players, summary in playouts.figures(name).items():
        n, deals = summary.matches, summary.deal.n
        assert playouts.LEAST <= n <= playouts.MOST
        assert summary.match.n == summary.deals.n == n <= deals
        assert summary.nobody + summary.places.total() >= n
        assert set(summary.places) <= set(range(players)) and summary.places.total() == summary.won.total()
        assert summary.deal.quantile(0.25) <= summary.deal.quantile(0.75)
        assert 0 <= summary.deal.margin < summary.deal.mean
        assert set(summary.told) <= clauses
        for clause, told in summary.told.items():
            assert summary.seen[clause] <= summary.heard[clause] <= min(told, deals)
            low, high = interval(summary.heard[clause], deals)
            assert 0 <= low < high <= 1
            assert low - 1e-9 <= summary.heard[clause] / deals <= high + 1e-9


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_page_has_a_chart_for_every_number_of_players(site, name, lang):
    page = Page(site / lang / "games" / f"{name}.html")
    figure = next((n for n, e in enumerate(page.elements) if e.attrs.get("class") == "wins"), len(page.elements))
    charts = [e for e in page.elements[figure:] if e.tag == "svg" and e.attrs.get("role") == "img"]
    several = [summary for players, summary in playouts.figures(name).items() if players > 1]
    assert len(charts) == len(several)
    for chart, summary in zip(charts, several, strict=True):
        shares = re.findall(r"— (\d+)\s?%", chart.attrs["aria-label"])
        assert len(shares) in (summary.players, 2)
        first = round(100 * summary.places[0] / summary.matches)
        assert abs(int(shares[0]) - first) <= 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_under_a_clause_stands_in_the_figures(site, name, lang):
    page = Page(site / lang / "games" / f"{name}.html")
    under = [e for e in page.elements if e.attrs.get("class") == "heard"]
    shares = [" ".join(e.text) for e in page.elements if e.attrs.get("class") == "percent"]
    assert len(under) <= len(shares)
    for e in under:
        assert e.attrs["href"] == f"#{name}-figures"
        assert any(share in " ".join(e.text) for share in shares)
