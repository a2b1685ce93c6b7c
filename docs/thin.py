"""The theme's style sheets without what no page needs, for every reader fetches them. PurgeCSS does it, from npm."""

import hashlib
import re
from pathlib import Path

from browser import packages, run

SHEETS = ("styles/furo.css", "pygments.css")
ASKS = re.compile(r"([\w.-]+\.css)\?v=\w+")


def write(folder: Path, work: Path) -> None:
    """Thin the style sheets of a language in place; its pages ask for them by their new checksums."""
    sheets = [folder / "_static" / name for name in SHEETS]
    run("thin.mjs", packages(work), folder, *sheets, fault="the theme's style sheets could not be thinned")
    sums = {sheet.name: hashlib.sha256(sheet.read_bytes()).hexdigest()[:8] for sheet in sheets}
    for page in folder.rglob("*.html"):  # a host may keep for ever what is asked for with a checksum
        text = page.read_text("utf-8")
        named = ASKS.sub(lambda link: f"{link[1]}?v={sums[link[1]]}" if link[1] in sums else link[0], text)
        if named != text:
            page.write_text(named, "utf-8")
