"""Write uses.json: for every term, the games whose rules pages link to it.

Run it after a change of the links on a page: `python glossary/make_uses.py`; `make_forms.py` runs it too. `--check`
only says whether the file is as it would be written.
"""

import json
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from cardlib.catalogue import catalogue  # noqa: E402
from cardlib.terms import meanings, terms  # noqa: E402

FILE = HERE / "uses.json"
LINK = re.compile(r"\{term\}`([^`<]+?)(?: <([^`>]+)>)?`")


def table() -> dict[str, list[str]]:
    """Term -> games; a link counts in whichever language it stands."""
    found: dict[str, set[str]] = {}
    for page in sorted(HERE.parent.glob("docs/*/games/*.md")):
        if page.stem not in catalogue():
            continue
        for text, name in LINK.findall(page.read_text("utf-8")):
            meant = [terms()[name]] if name in terms() else meanings(name or text)
            if len(meant) == 1:
                found.setdefault(meant[0].id, set()).add(page.stem)
    return {term: sorted(found[term]) for term in sorted(found)}


def text() -> str:
    """The file: JSON with a term to a line."""
    rows = [f"{json.dumps(term)}: {json.dumps(games)}" for term, games in table().items()]
    return "{\n" + ",\n".join(rows) + "\n}\n"


def write() -> None:
    """Write the file anew."""
    FILE.write_text(text(), "utf-8")


if __name__ == "__main__":
    if "--check" in sys.argv:
        current = FILE.exists() and FILE.read_text("utf-8") == text()
        sys.exit(None if current else "uses.json is out of date: run python glossary/make_uses.py.")
    write()
