"""The theme's style sheets without what no page needs, for every reader fetches them.

Left out are rules for classes that no page has, and variables that nothing asks for.
"""

import hashlib
import re
from pathlib import Path

SHEETS = ("styles/furo.css", "pygments.css")
COMMENT = re.compile(r"/\*(?!!).*?\*/", re.S)
RULE = re.compile(r"(/\*!.*?\*/)|([^{};]*)(\{[^{}]*\})\s*", re.S)  # or a licence, which begins with an exclamation mark
EMPTY = re.compile(r"@media[^{};]*\{\s*\}\s*")
BETWEEN = re.compile(r",(?![^()]*\))")
INSIDE = re.compile(r"\([^()]*\)")  # what stands in :not() or :is() is no condition by itself
VALUE = r"""(?:"[^"]*"|'[^']*'|[^;{}"'])*"""
VARIABLE = re.compile(rf"(?<=[{{;])\s*(--[\w-]+)\s*:{VALUE}(?:;|(?=\}}))")
ASKED = re.compile(r"--[\w-]+")
ASKS = re.compile(r"([\w.-]+\.css)\?v=\w+")
CLASS = re.compile(r"\.((?:[\w-]|\\.)+)")


def write(folder: Path) -> None:
    """Leave out of a language's style sheets, in place, what no page and no script of the language needs."""
    sheets = [folder / "_static" / name for name in SHEETS if (folder / "_static" / name).is_file()]
    ours = [path for path in (folder / "_static").iterdir() if path.suffix in (".css", ".js") and path not in sheets]
    used, asked = classes(folder), set(ASKED.findall("".join(path.read_text("utf-8") for path in ours)))
    sums = {}
    for sheet in sheets:
        sheet.write_text(without_variables(thin(sheet.read_text("utf-8"), used), asked), "utf-8")
        sums[sheet.name] = hashlib.sha256(sheet.read_bytes()).hexdigest()[:8]
    for page in folder.rglob("*.html"):  # a host may keep for ever what is asked for with a checksum
        text = page.read_text("utf-8")
        named = ASKS.sub(lambda link: f"{link[1]}?v={sums[link[1]]}" if link[1] in sums else link[0], text)
        if named != text:
            page.write_text(named, "utf-8")


def classes(folder: Path) -> set[str]:
    """The classes of all pages; and every word of the scripts, for it may be one."""
    pages = (path.read_text("utf-8") for path in folder.rglob("*.html"))
    scripts = (path.read_text("utf-8") for path in folder.rglob("*.js"))
    found = {name for page in pages for given in re.findall(r'\bclass="([^"]*)"', page) for name in given.split()}
    return found.union(*(re.findall(r"[\w-]{3,}", script) for script in scripts))


def thin(css: str, used: set[str]) -> str:
    """A style sheet with only those rules that an element with these classes may fall under."""

    def kept(rule: re.Match[str]) -> str:
        licence, selectors, declared = rule.groups()
        if licence:
            return licence
        wanted = [one.strip() for one in BETWEEN.split(selectors) if needed(one, used)]
        return f"{','.join(wanted)}{declared}" if wanted else ""

    return EMPTY.sub("", RULE.sub(kept, COMMENT.sub("", css)))


def needed(selector: str, used: set[str]) -> bool:
    """Whether every class that the selector asks for is used."""
    asked = CLASS.findall(INSIDE.sub("", selector))
    return all(re.sub(r"\\(.)", r"\1", name) in used for name in asked)


def without_variables(css: str, asked: set[str]) -> str:
    """A style sheet without those variables that neither it nor anybody else asks for."""
    before = ""
    while css != before:  # a variable may be asked for only by one that has just gone
        before = css
        wanted = asked.union(ASKED.findall(VARIABLE.sub(lambda given: given[0].replace(given[1], "", 1), css)))
        css = VARIABLE.sub(lambda given, wanted=wanted: given[0] if given[1] in wanted else "", css)
    return css
