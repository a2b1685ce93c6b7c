"""What both languages of the site share; `ru/conf.py` and `en/conf.py` take it over with their language."""

import os
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE / "_ext")]

from ui import UI  # noqa: E402  (docs/_ext is on the path only now)


def conf(lang: str) -> dict[str, Any]:
    """The settings of one language's tree."""
    return {
        "project": UI[lang]["project"],
        "html_title": UI[lang]["project"],
        "language": lang,
        "extensions": [
            "myst_parser",
            "site_chrome",
            "policy",
            "rules",
            "catalogue_pages",
            "live",
            "house",
            "dispute",
            "practice",
            "lesson",
            "compare",
            *(["terms"] if (HERE / "_ext/terms.py").exists() else []),
        ],
        "myst_enable_extensions": ["deflist", "attrs_block", "attrs_inline", "colon_fence"],
        "smartquotes": False,
        "suppress_warnings": ["myst.xref_ambiguous"],  # a label that is also a page of its folder: the label is meant
        "exclude_patterns": [],
        "templates_path": [str(HERE / "_templates")],
        "html_theme": "furo",
        "html_static_path": [str(HERE / "_static"), str(ROOT / "cardlib/show/cards.css")],
        "html_css_files": ["ink.css", "cards.css", "site.css", "search.css", ("print.css", {"media": "print"})],
        "html_js_files": [
            ("stepper.js", {"defer": "defer"}),
            ("tips.js", {"type": "module"}),
            ("offline.js", {"defer": "defer"}),
            ("search.js", {"type": "module"}),
        ],
        "html_favicon": str(HERE / "_static/favicon.svg"),
        "html_sidebars": {
            "**": [f"sidebar/{part}.html" for part in ("brand", "scroll-start", "navigation", "scroll-end")]
        },
        "html_baseurl": f"{url.rstrip('/')}/{lang}/" if (url := os.environ.get("SITE_URL", "")) else "",
        "html_permalinks_icon": "§",
        "html_use_index": False,
        "html_domain_indices": False,
        "html_copy_source": False,
        "html_show_sourcelink": False,
        "html_show_copyright": False,
        "pygments_style": "a11y-light",
        "pygments_dark_style": "a11y-dark",
    }
