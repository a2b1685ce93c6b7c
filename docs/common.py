"""What both languages of the site share; `ru/conf.py` and `en/conf.py` take it over with their language."""

import os
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE / "_ext")]

from ui import UI  # noqa: E402  (docs/_ext is on the path only now)

INK = {
    "color-foreground-primary": "#23211d",
    "color-foreground-secondary": "#57534a",
    "color-foreground-muted": "#635e54",
    "color-foreground-border": "#8a857a",
    "color-background-primary": "#fdfcf9",
    "color-background-secondary": "#f5f2eb",
    "color-background-hover": "#ece8de",
    "color-background-hover--transparent": "#ece8de00",
    "color-background-border": "#e2dccf",
    "color-brand-primary": "#1d5b45",
    "color-brand-content": "#1d5b45",
    "color-brand-visited": "#4a4a7d",
    "color-link-underline": "#a9c3b6",
    "color-highlight-on-target": "#fbf1cf",
    "color-table-header-background": "#f5f2eb",
    "ink-red": "#b3221b",
    "ink-black": "#23211d",
    "refused": "#9b2c1f",
    "paper": "#f5f2eb",
    "font-stack": "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif",
    "font-stack--headings": "Georgia, 'PT Serif', 'Noto Serif', 'Liberation Serif', serif",
    "toc-font-size": "var(--font-size--small--2)",
    "toc-title-font-size": "var(--font-size--small--3)",
}
NIGHT = {
    "color-foreground-primary": "#dedbd3",
    "color-foreground-secondary": "#b0aca2",
    "color-foreground-muted": "#9d998f",
    "color-foreground-border": "#77736a",
    "color-background-primary": "#171917",
    "color-background-secondary": "#1e211e",
    "color-background-hover": "#282c28",
    "color-background-hover--transparent": "#282c2800",
    "color-background-border": "#343833",
    "color-brand-primary": "#8fcfb0",
    "color-brand-content": "#8fcfb0",
    "color-brand-visited": "#b9b6ea",
    "color-link-underline": "#4a6b5b",
    "color-highlight-on-target": "#39331c",
    "color-table-header-background": "#1e211e",
    "ink-red": "#ff8b80",
    "ink-black": "#dedbd3",
    "refused": "#f2978b",
    "paper": "#1e211e",
}


def conf(lang: str) -> dict[str, Any]:
    """The settings of one language's tree."""
    return {
        "project": UI[lang]["project"],
        "html_title": UI[lang]["project"],
        "language": lang,
        "extensions": [
            "myst_parser",
            "site_chrome",
            "rules",
            "catalogue_pages",
            "live",
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
        "html_css_files": ["cards.css", "site.css", "search.css"],
        "html_js_files": [
            ("stepper.js", {"defer": "defer"}),
            ("tips.js", {"defer": "defer"}),
            ("search.js", {"type": "module"}),
        ],
        "html_favicon": str(HERE / "_static/favicon.svg"),
        "html_theme_options": {"light_css_variables": INK, "dark_css_variables": NIGHT},
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
