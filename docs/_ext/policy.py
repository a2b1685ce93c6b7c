"""Pages keep the policy that `docs/server.py` sends, no code made of text, and carry only what they use."""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

COMPILES = {"translations.js"}  # Sphinx's words for its own scripts: it makes a function of a text
FOR_SEARCH = {"documentation_options.js", "doctools.js", "sphinx_highlight.js"}
FOR_CODE = {"pygments.css"}
FOR_OTHERS = {"furo-extensions.css"}  # of extensions that are not used here


def keep(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Leave out what the policy forbids or the page does not need."""
    unused = COMPILES | FOR_OTHERS
    if page != "search":
        unused |= FOR_SEARCH
    if 'class="highlight' not in context.get("body", ""):
        unused |= FOR_CODE
    for files in ("script_files", "css_files"):
        context[files] = [file for file in context[files] if Path(str(file.filename or "")).name not in unused]


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", keep, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
