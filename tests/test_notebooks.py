"""Notebooks: valid, the same code in both languages, no outputs kept, and they run from top to bottom."""

import re
from pathlib import Path

import nbformat
import pytest
from conftest import GAMES
from nbclient import NotebookClient

from cardlib.say import LANGUAGES

ROOT = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob("*/*.ipynb"))
every_notebook = pytest.mark.parametrize("path", NOTEBOOKS)
VIEW = "application/vnd.jupyter.widget-view+json"


def read(path):
    return nbformat.read(ROOT / path, as_version=4)


def cells(path, kind):
    return [(cell.id, cell.source) for cell in read(path).cells if cell.cell_type == kind]


@every_notebook
def test_a_notebook_is_valid_and_tidy(path):
    text = (ROOT / path).read_text("utf-8")
    notebook = read(path)
    nbformat.validate(notebook)
    assert text == nbformat.writes(notebook) + "\n", "not as nbformat writes it"
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    assert notebook.metadata.kernelspec.name == "python3"
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    for cell in notebook.cells:
        assert set(cell.metadata) <= {"tags"}
        if cell.cell_type == "code":
            assert not cell.outputs
            assert cell.execution_count is None
            assert not re.search("[А-Яа-яё]|#", cell.source), "a cell speaks a language"


@pytest.mark.parametrize("name", sorted({path.split("/")[1] for path in NOTEBOOKS}))
def test_both_languages_have_the_same_code(name):
    assert name.removesuffix(".ipynb") in (*GAMES, "practice")
    first, second = (f"{lang}/{name}" for lang in LANGUAGES)
    assert cells(first, "code") == cells(second, "code")
    assert [(c.id, c.cell_type) for c in read(first).cells] == [(c.id, c.cell_type) for c in read(second).cells]
    for (ident, here), (_, there) in zip(cells(first, "markdown"), cells(second, "markdown"), strict=True):
        headings = [re.findall("^#+", text, re.MULTILINE) for text in (here, there)]
        assert headings[0] == headings[1], ident
        code = [re.findall("`[^`]+`", text) for text in (here, there)]
        assert sorted(code[0]) == sorted(code[1]), ident
        assert re.search("[а-яё]", here)
        assert not re.search("[а-яё]", there)


@every_notebook
def test_a_notebook_runs(path, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))  # not the answers of whoever runs the tests
    monkeypatch.delenv("CARDLIB_LANG", raising=False)
    notebook = read(path)
    folder = (ROOT / path).parent
    NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(folder)}}, store_widget_state=True
    ).execute()
    shown = [
        output.data[VIEW]["model_id"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if VIEW in output.get("data", {})
    ]
    states = notebook.metadata.widgets["application/vnd.jupyter.widget-state+json"]["state"]
    tables = [state["state"]["view"] for state in states.values() if "view" in state["state"]]
    assert shown
    assert tables
    assert {table["lang"] for table in tables} == {folder.name}
    assert any(table["walk"] or table["can"]["walk"] for table in tables), "no worked deal is on a table"
    assert any(table["refusal"] for table in tables), "nothing is refused at any table"
