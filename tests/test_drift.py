"""The Russian and the English pages say the same, and an edit of one side alone is noticed."""

import sys

import pytest
from built_site import ROOT

sys.path.insert(0, str(ROOT / "docs"))

import drift

RU = """(war)=
# Пьяница

Карт {num}`hand карта|карты|карт`: {card}`7H`.

```{clause} war.deal
Раздайте колоду.
```

(war-code)=
## Пример

```python
>>> 1 + 1
2
```
"""
EN = (
    RU.replace("Пьяница", "War").replace("Карт", "Cards").replace("карта|карты|карт", "card|cards")
    .replace("Раздайте колоду.", "Deal the pack.").replace("Пример", "An example")
)  # fmt: skip


@pytest.fixture
def docs(tmp_path):
    for lang, text in (("ru", RU), ("en", EN)):
        (tmp_path / lang).mkdir()
        (tmp_path / lang / "war.md").write_text(text, "utf-8")
    (tmp_path / "en/develop").mkdir()
    (tmp_path / "en/develop/index.md").write_text("# English only\n", "utf-8")
    drift.accept(tmp_path)
    return tmp_path


def edit(docs, lang, old, new):
    file = docs / lang / "war.md"
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_the_two_trees_are_alike():
    assert list(drift.differences()) == []


def test_no_side_has_changed_alone():
    assert list(drift.changes()) == []


def test_pages_that_are_alike_pass(docs):
    assert list(drift.differences(docs)) == []
    assert list(drift.changes(docs)) == []


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("7H", "8H", "war.md, war: only ru has 'card 7H'"),
        ("hand", "target", "war.md, war: only ru has 'num hand'"),
        ("war.deal", "war.play", "war.md, war: only ru has 'clause war.deal'"),
        ("1 + 1", "1 + 2", "war.md, war-code: only ru has 'code: >>> 1 + 1'"),
        (
            "(war-code)=",
            "(war-sample)=",
            "war.md: the headings differ: ru has (2, 'war-code'), en has (2, 'war-sample')",
        ),
        ("## ", "### ", "war.md: the headings differ: ru has (2, 'war-code'), en has (3, 'war-code')"),
        ("## An example", "", "war.md: the headings differ: ru has [(2, 'war-code')], en has []"),
        ("(war)=\n", "(war)=\n(other)=\n", "war.md, war: only en has 'label: other'"),
    ],
)
def test_what_differs_is_named(docs, old, new, sentence):
    edit(docs, "en", old, new)
    assert sentence in list(drift.differences(docs))


def test_a_page_in_one_language_alone_is_named(docs):
    (docs / "ru/pig.md").write_text("# Свинья\n", "utf-8")
    assert list(drift.differences(docs)) == ["pig.md stands only in ru"]


def test_an_edit_of_wording_on_one_side_fails_until_accepted(docs):
    edit(docs, "ru", "Раздайте колоду.", "Раздайте всю колоду.")
    assert list(drift.differences(docs)) == []
    assert list(drift.changes(docs)) == ["war.md, war: ru has changed and en has not: look, then accept"]
    drift.accept(docs, ["other.md"])
    assert list(drift.changes(docs)) != []
    drift.accept(docs, ["war.md"])
    assert list(drift.changes(docs)) == []


def test_an_edit_of_both_sides_still_wants_a_look(docs):
    edit(docs, "ru", "Раздайте", "Сдайте")
    edit(docs, "en", "Deal the", "Deal out the")
    assert list(drift.changes(docs)) == ["war.md, war: both languages are new: compare, then accept"]


def test_a_page_that_is_gone_is_named(docs):
    for lang in ("ru", "en"):
        (docs / lang / "war.md").unlink()
    assert list(drift.changes(docs)) == ["war.md is gone: look, then accept"]
