"""Relatives side by side: every clause of every game once, links both ways, warnings, and building again."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from functools import cache
from html import unescape

import pytest
from built_site import LANGUAGES, PHONE, ROOT, WIDE, Page

from cardlib import kit
from cardlib.games import load

sys.path.append(str(ROOT / "docs/_ext"))

from compare import lined_up

PAGE = "which-game"
SOURCE = (ROOT / f"docs/en/{PAGE}.md").read_text("utf-8")
GROUPS = {
    found[1]: [name for name in found[2].split() if (ROOT / f"docs/en/games/{name}.md").is_file()]
    for found in re.finditer(r"^\(([a-z-]+)\)=\n## .*?^```\{compare\} (.*?)$", SOURCE, re.M | re.S)
}
every_language = pytest.mark.parametrize("lang", LANGUAGES)
every_group = pytest.mark.parametrize("group", GROUPS)


def section(site, lang, group):
    """The HTML of a group."""
    html = (site / lang / f"{PAGE}.html").read_text("utf-8")
    return html.partition(f'<section id="{group}">')[2].partition("</section>")[0]


def cited(html):
    """Ids of clauses, in order, with the page that each is linked to."""
    return re.findall(r'href="games/([a-z0-9-]+)\.html#([a-z0-9.-]+)"><span class="clause-ref"', html)


def plain(html):
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def test_every_comparison_of_the_source_is_looked_at():
    assert len(GROUPS) == SOURCE.count("```{compare}") >= 5
    assert GROUPS["which-war"] == ["war", "war-32"] or "drunkard" in GROUPS["which-war"]


@cache
def anchors(path):
    return Page(path).ids


@every_language
@every_group
def test_each_clause_stands_once_in_its_group_and_links_home(site, lang, group):
    found = cited(section(site, lang, group))
    wanted = [clause for name in GROUPS[group] for clause in kit.clauses(load(name))]
    assert sorted(clause for _, clause in found) == sorted(wanted)
    for name, clause in found:
        assert clause.startswith(f"{name}.")
        assert clause in anchors(site / lang / f"games/{name}.html")


@every_language
@every_group
def test_a_cell_says_what_the_page_of_the_game_says(site, lang, group):
    html = section(site, lang, group)
    text = plain(html)
    told = {
        clause: entry["text"]
        for name in GROUPS[group]
        for clause, entry in json.loads((site / lang / f"clauses/{name}.json").read_text("utf-8")).items()
    }
    table = html.partition("compare-clauses")[2]
    for _, clause in cited(table):
        assert " ".join(told[clause].split()) in text, clause
    alike = re.search(r'<p class="compare-same">.*?</p>', html, re.S)
    word_for_word = {"ru": "Слово в слово", "en": "word for word"}[lang]
    if alike and word_for_word in alike[0]:
        games, said = len(GROUPS[group]), [told[clause].split() for _, clause in cited(alike[0])]
        assert all(all(one == said[n] for one in said[n : n + games]) for n in range(0, len(said), games))


@every_language
def test_tables_have_headers_with_a_scope(site, lang):
    html = (site / lang / f"{PAGE}.html").read_text("utf-8")
    tables = re.findall(r"<table class=\"[^\"]*compare[^\"]*\".*?</table>", html, re.S)
    assert len(tables) >= 2 * len(GROUPS)
    for table in tables:
        assert "<caption" in table
        columns = table.count('scope="col"')
        rows = re.findall(r"<tr.*?</tr>", table.partition("<tbody")[2], re.S)
        assert rows
        for row in rows:
            assert row.count('<th role="rowheader" scope="row">') == 1
            assert row.count("<td") == columns - 1
            assert plain(re.search(r"<th.*?</th>", row, re.S)[0])


@every_language
def test_a_game_without_a_page_is_compared_by_what_the_catalogue_knows(site, lang):
    html = section(site, lang, "which-war")
    if (ROOT / "docs/en/games/drunkard.md").is_file():
        pytest.skip("the drunkard has a page")
    facts = html.partition("compare-facts")[2].partition("</table>")[0]
    assert 'class="unwritten"' in facts
    assert "2–6" in plain(facts) and "32, 36, 52" in plain(facts)
    assert "drunkard" not in html


@every_language
def test_a_game_links_to_its_comparisons_and_others_do_not(site, lang):
    for path in (site / lang / "games").glob("*.html"):
        links = {href.partition("#")[2] for href in Page(path).links("a") if f"{PAGE}.html#" in href}
        assert links == {group for group, games in GROUPS.items() if path.stem in games}


@every_language
def test_the_page_is_reached_from_the_front_and_the_sidebar(site, lang):
    front = Page(site / lang / "index.html")
    assert f"{PAGE}.html" in [href.partition("#")[0] for href in front.links("a") if "#" in href]
    assert f"{PAGE}.html" in front.links("a")


def test_lining_up_keeps_neighbours_together():
    war, brawl = ["war.deal", "war.tie", "war.end"], ["brawl.lot", "brawl.deal", "brawl.row", "brawl.cry", "brawl.end"]

    def names(joined=(), parted=()):
        return [" ".join(sorted(row)) for row in lined_up([war, brawl], joined, parted)]

    assert names() == ["brawl.lot", "brawl.deal war.deal", "brawl.row", "brawl.cry", "war.tie", "brawl.end war.end"]
    together = frozenset({"war.tie", "brawl.row"})
    assert names([together])[2:] == ["brawl.row war.tie", "brawl.cry", "brawl.end war.end"]
    apart = frozenset({"war.end", "brawl.end"})
    assert names([together], [apart])[-3:] == ["brawl.cry", "brawl.end", "war.end"]
    assert lined_up([war], [], []) == [frozenset({clause}) for clause in war]


CONF = f"""import sys
sys.path.insert(0, {str(ROOT / "docs")!r})
from common import conf
globals().update(conf("en"))
"""


class Small:
    """A site of two games and one comparison, built as often as you like."""

    def __init__(self, place):
        self.place = place
        (place / "games").mkdir()
        (place / "conf.py").write_text(CONF, "utf-8")
        self.write("index", "(home)=\n# Home\n\n```{toctree}\n:glob:\n\n*\ngames/*\n```\n")
        for name in ("war", "war-32"):
            shutil.copy(ROOT / f"docs/en/games/{name}.md", place / f"games/{name}.md")

    def write(self, name, text):
        """Write a page, as somebody who comes back a second later."""
        path = self.place / f"{name}.md"
        path.write_text(text, "utf-8")
        later = time.time() + 5
        os.utime(path, (later, later))

    def compare(self, body, title="Two wars"):
        self.write("zz-which", f"(zz)=\n# Which?\n\n(zz-wars)=\n## {title}\n\n{body}\n")

    def build(self, *more):
        """Build what has changed; what Sphinx says, and the pages written."""
        command = [sys.executable, "-m", "sphinx", "-n", "-b", "html", *more, str(self.place), str(self.place / "out")]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stderr
        return done.stderr

    def page(self, name):
        return (self.place / f"out/{name}.html").read_text("utf-8")


@pytest.fixture
def small(tmp_path):
    return Small(tmp_path)


def test_a_fault_in_a_comparison_is_a_warning_that_says_what_is_wrong(small):
    faults = {
        "war bezique-42": "there is no game 'bezique-42' to compare",
        "war drunkard": "there is nothing to compare: of war, drunkard at least two must have a page",
        "war war-32\nnone-such = war": "none of the games compared has 'none-such'",
        "war war-32\nwar.war = war-32.war": "none of the games compared has 'war-32.war'",
        "war war-32\nsame: turn, twist": "none of the games compared has 'twist'",
        "war war-32\noption limit = target": "none of the games compared has 'target'",
        "war war-32\nwar": "'war' lines nothing up: write `name = name` or `game.name != game.name`",
    }
    small.compare("\n\n".join(f"```{{compare}} {fault}\n```" for fault in faults))
    said = small.build()
    for sentence in faults.values():
        assert re.search(rf"zz-which\.md:\d+: WARNING: {re.escape(sentence)}", said), sentence


@pytest.mark.parametrize("jobs", [(), ("-j", "2")], ids=["one process", "two"])
def test_building_again_follows_what_has_changed(small, jobs):
    small.compare("```{compare} war war-32\n```")
    small.build(*jobs)
    assert 'href="../zz-which.html#zz-wars">Two wars</a>' in small.page("games/war")
    source = (small.place / "games/war-32.md").read_text("utf-8")
    small.write("games/war-32", source.replace("Whoever has no cards left has lost.", "No cards, no hope."))
    small.build(*jobs)
    assert "No cards, no hope." in small.page("zz-which")
    small.compare("```{compare} war war-32\n```", title="A pair of wars")
    small.build(*jobs)
    assert 'href="../zz-which.html#zz-wars">A pair of wars</a>' in small.page("games/war")
    small.compare("Nothing.")
    small.build(*jobs)
    assert "zz-which.html#" not in small.page("games/war")
    (small.place / "zz-which.md").unlink()
    small.build(*jobs)
    assert "zz-wars" not in small.page("games/war-32")


@every_language
def test_columns_where_there_is_room_and_cards_where_there_is_not(visit, lang):
    for size, cards in ((WIDE, False), (PHONE, True)):
        page = visit(f"{lang}/{PAGE}.html", viewport=size)
        assert not page.locator("table.compare-clauses").first.is_visible()
        for fold in page.locator(".compare-fold summary").all():
            fold.press("Enter")
        label = page.locator("table.compare td .compare-game")
        assert label.count() == label.filter(visible=cards).count()
        first, second = (page.locator("table.compare-clauses tbody td").nth(n).bounding_box() for n in (0, 1))
        assert (second["y"] > first["y"]) == cards
        assert page.locator(".compare-box").evaluate_all("boxes => boxes.every(b => b.scrollWidth <= b.clientWidth)")
        page.locator(".compare-fold summary").first.press("Enter")
        assert not page.locator("table.compare-clauses").first.is_visible()
