"""What readers have to fetch once for the table, over the wire as a host sends it."""

import weigh


def test_a_table_is_fetched_once_and_is_not_too_heavy(browser, address):
    _, table = weigh.weigh(browser, f"{address}en/games/crazy-eights.html", table=True)
    assert 3_000_000 < table <= weigh.TABLE
