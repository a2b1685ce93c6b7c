"""Every Python example runs and prints what it says: on the pages, in README.md, in docstrings."""

import pytest
from built_site import ROOT
from sybil import Sybil
from sybil.document import PythonDocStringDocument
from sybil.parsers.doctest import DocTestParser
from sybil.parsers.myst import DocTestDirectiveParser, PythonCodeBlockParser

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES = sorted((ROOT / "cardlib").rglob("*.py"))
on_pages = Sybil(parsers=[PythonCodeBlockParser(), DocTestDirectiveParser()])
in_docstrings = Sybil(parsers=[DocTestParser()], document_types={".py": PythonDocStringDocument})


def name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_examples_on_pages(path):
    for example in on_pages.parse(path).examples():
        example.evaluate()


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_examples_in_docstrings(path):
    for example in in_docstrings.parse(path).examples():
        example.evaluate()


def test_there_are_examples_and_a_wrong_one_is_caught(tmp_path):
    assert sum(len(list(on_pages.parse(path).examples())) for path in PAGES) >= 3
    wrong = tmp_path / "wrong.md"
    wrong.write_text("```python\n>>> 1 + 1\n3\n```\n", "utf-8")
    (example,) = on_pages.parse(wrong).examples()
    with pytest.raises(Exception, match="Expected:\n    3\nGot:\n    2"):
        example.evaluate()
