"""What readers have to fetch: ceilings for every rules page and for the table, over the wire as a host sends it."""

import pytest
import weigh
from built_site import LANGUAGES
from conftest import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_a_rules_page_is_light(browser, address, name):
    weight, _ = weigh.weigh(browser, f"{address}ru/games/{name}.html")  # Russian takes more room
    assert 20_000 < weight <= weigh.PAGE


@pytest.mark.parametrize(
    "kind", ["index", "games/index", "search", "catalogue/index", "glossary/index", "which-game", "practice", "dispute"]
)
def test_so_is_any_other_kind_of_page(browser, address, kind):
    for lang in LANGUAGES:
        assert weigh.weigh(browser, f"{address}{lang}/{kind}.html")[0] <= weigh.PAGE, lang


def test_a_table_is_fetched_once_and_is_not_too_heavy(browser, address):
    _, table = weigh.weigh(browser, f"{address}en/games/crazy-eights.html", table=True)
    assert 3_000_000 < table <= weigh.TABLE
