"""What stands around a page: its twin in the other language, a short sidebar, the search, and anchors that are the same
in both languages."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from deals import sprite
from docutils import nodes
from pieces import OTHER
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from ui import UI

log = logging.getLogger(__name__)
ONE_LANGUAGE = "develop/"  # these pages are written in English only
UNUSED = (  # only Sphinx's own search needs them
    *("doctools.js", "documentation_options.js", "language_data.js", "searchtools.js", "sphinx_highlight.js"),
    "translations.js",
)


class StableAnchors(SphinxTransform):
    """A section goes by its explicit label: automatic anchors differ between the languages."""

    default_priority = 800

    def apply(self, **_: Any) -> None:
        if self.env.docname.startswith(ONE_LANGUAGE):
            return
        explicit = {self.document.nameids[name] for name, wanted in self.document.nametypes.items() if wanted}
        for section in self.document.findall(nodes.section):
            own = [anchor for anchor in section["ids"] if anchor in explicit]
            if own:
                section["ids"] = own
            else:
                log.warning("a heading without a label: write (label)= above it", location=section)


def around(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Before the theme: the sidebar opens only the branch of this page; the twin page is found."""
    lang = app.config.language
    toctree = context["toctree"]
    context["toctree"] = lambda **_: toctree(collapse=True, titles_only=True, maxdepth=2, includehidden=True)
    other = OTHER[lang]
    if "body" in context:  # a wide example scrolls: a keyboard must reach it
        context["body"] = context["body"].replace("<pre>", '<pre tabindex="0">')
    twin = page in ("search", "index") or (Path(app.srcdir).parent / other / f"{page}.md").is_file()
    target = f"{page if twin else 'index'}.html"
    scripts = context["script_files"]  # changed in place: others add to it for pages of theirs
    scripts[:] = [script for script in scripts if Path(str(script.filename or "")).name not in UNUSED]
    context |= {
        "ui": UI[lang],
        "sprite": sprite(doctree, lang),
        "search_labels": json.dumps(search_labels(lang), ensure_ascii=False),
        "lang": lang,
        "other_lang": other,
        "other_url": f"{context['content_root']}../{other}/{target}",
        "own_url": context["pathto"](page),
        "has_twin": twin and page != "search",
    }


def search_labels(lang: str) -> dict[str, Any]:
    """What the search's script says."""
    return {
        key.removeprefix("search_"): value
        for key, value in UI[lang].items()
        if key.startswith("search_") and key not in ("search_hint", "search_list")
    }


def without_search(app: Sphinx) -> None:
    """Sphinx's search fetches every page that it finds: ours stands in its place."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        app.builder.search = False


def search_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The page that shows all results."""
    yield "search", {"title": UI[app.config.language]["search"], "furo_hide_toc": True}, "search.html"


def clear(app: Sphinx, error: Exception | None) -> None:
    """What Sphinx copies for its search is not published."""
    if not error:
        for name in UNUSED:
            (Path(app.outdir) / "_static" / name).unlink(missing_ok=True)


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_transform(StableAnchors)
    app.connect("builder-inited", without_search)
    app.connect("html-collect-pages", search_page)
    app.connect("html-page-context", around, priority=400)
    app.connect("build-finished", clear)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
