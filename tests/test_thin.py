"""The theme's style sheets lose what no page needs, and nothing else."""

from pathlib import Path

import thin

USED = {"page", "used", "text:left"}


def test_a_rule_stays_for_what_has_all_its_classes():
    assert thin.thin(".used b{a:b}.used .gone{a:b}p{a:b}", USED) == ".used b{a:b}p{a:b}"
    assert thin.thin(".gone,.used,p .gone i{a:b}", USED) == ".used{a:b}"
    assert thin.thin(r".text\:left{a:b}.text\:right{a:b}", USED) == r".text\:left{a:b}"


def test_what_a_rule_excludes_or_allows_is_no_condition():
    css = ".page:not(.gone){a:b}.page:is(.gone,.used) i{a:b}body[data-theme=dark]:not(.gone,.lost) .page{a:b}"
    assert thin.thin(css, USED) == css


def test_a_query_without_rules_goes_and_a_licence_stays():
    css = "/*! any.css | MIT */html{a:b}@media print{.gone{a:b}}/* any */@media print{.gone{a:b}.used{a:b}}"
    assert thin.thin(css, USED) == "/*! any.css | MIT */html{a:b}@media print{.used{a:b}}"


def test_a_variable_stays_while_somebody_asks_for_it():
    css = "body{--a:1;--b:var(--a);--c:var(--b);--kept:2;color:var(--own);--own:red}"
    assert thin.without_variables(css, {"--kept"}) == "body{--kept:2;color:var(--own);--own:red}"
    assert thin.without_variables(css, {"--c"}) == "body{--a:1;--b:var(--a);--c:var(--b);color:var(--own);--own:red}"
    drawn = "body{--gone:url('data:image/svg+xml;charset=utf-8,<svg/>');color:red}"
    assert thin.without_variables(drawn, set()) == "body{color:red}"


def test_pages_and_scripts_say_which_classes_there_are(tmp_path):
    Path(tmp_path, "_static").mkdir()
    Path(tmp_path, "page.html").write_text('<p class="one two">three</p>', "utf-8")
    Path(tmp_path, "_static", "script.js").write_text('made.className = "four";', "utf-8")
    found = thin.classes(tmp_path)
    assert {"one", "two", "four"} <= found
    assert "three" not in found


def test_a_page_asks_for_its_thin_sheet_by_the_checksum_of_that(tmp_path):
    Path(tmp_path, "_static").mkdir()
    page = Path(tmp_path, "page.html")
    asked = []
    for name in ("used", "gone"):
        page.write_text(f'<link href="pygments.css?v=1"><link href="own.css?v=1"><p class="used {name}">', "utf-8")
        Path(tmp_path, "_static", "pygments.css").write_text(".used{a:b}.gone{a:b}", "utf-8")
        thin.write(tmp_path)
        asked.append(page.read_text("utf-8").partition('"><link')[0])
        assert "own.css?v=1" in page.read_text("utf-8")
    assert asked[0] != asked[1]
    assert not any(link.endswith("?v=1") for link in asked)
