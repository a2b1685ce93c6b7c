"""The theme's style sheets lose what no page needs, and nothing else."""

from pathlib import Path

import thin

SHEET = """/*! a licence */body{--asked:1;--alone:2}.used{color:var(--asked)}.gone{a:b}.made{a:b}
p{a:b}dl[class]:not(.simple) dd>:first-child{a:b}@media print{.gone{a:b}.used{a:b}}"""


def thinned(site, folder, name="used"):
    styles = folder / "_static/styles"
    styles.mkdir(parents=True, exist_ok=True)
    Path(styles, "furo.css").write_text(SHEET, "utf-8")
    Path(styles.parent, "pygments.css").write_text(f".{name}{{a:b}}.other{{a:b}}", "utf-8")
    Path(styles.parent, "own.css").write_text("p{color:var(--own)}", "utf-8")
    Path(styles.parent, "own.js").write_text('element.className = "made";', "utf-8")
    links = "".join(f'<link href="_static/{sheet}?v=1">' for sheet in ("styles/furo.css", "pygments.css", "own.css"))
    Path(folder, "page.html").write_text(f'{links}<body><p class="used {name}"><dl class="any"><dd></dd></dl>', "utf-8")
    thin.write(folder, site.parent / "work")
    return (styles / "furo.css").read_text("utf-8"), Path(folder, "page.html").read_text("utf-8")


def test_what_no_page_and_no_script_needs_goes(site, tmp_path):
    css, _ = thinned(site, tmp_path)
    for gone in (".gone", "--alone", "dl[class]"):
        assert gone not in css
    for kept in ("a licence", "--asked:1", ".used{color", ".made", "p{", "@media print"):
        assert kept in css


def test_a_page_asks_for_its_thin_sheets_by_their_checksums(site, tmp_path):
    one, other = (thinned(site, tmp_path / name, name)[1] for name in ("used", "other"))
    assert one.count('?v=1"') == other.count('?v=1"') == 1  # that of the sheet that is ours
    assert one.partition("own.css")[0] != other.partition("own.css")[0]
