"""The pages keep the policy that `docs/server.py` sends: no script or style within a page, and no code made of text."""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

COMPILES = "translations.js"  # Sphinx's words for its own scripts: it makes a function of a text


def keep(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Leave out what the policy forbids."""
    context["script_files"] = [s for s in context["script_files"] if Path(str(s.filename or "")).name != COMPILES]


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("html-page-context", keep, priority=900)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
