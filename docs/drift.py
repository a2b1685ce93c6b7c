"""Do the Russian and the English pages still say the same? `python docs/drift.py` tells.

Pages are compared section by section: headings, labels, directives, code, cards, numbers. Wording cannot be compared,
so `drift.json` keeps a fingerprint of each section in both languages: when one side alone has changed, somebody must
look at the other and then accept: `--accept games/scopa.md` for one page, `--accept` for all.
"""

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
LANGUAGES = ("ru", "en")
ENGLISH_ONLY = "develop/"
PROSE = {"clause", "facts", "figures"}  # directives whose body is prose, not code
FENCE = re.compile(r"^(`{3,}|:{3,})\s*(?:\{([\w-]+)\})?\s*(.*)$")
LABEL = re.compile(r"^\(([^)]+)\)=\s*$")
HEADING = re.compile(r"^(#+) ")
CARD = re.compile(r"\{card\}`([^`]*)`")
NUMBER = re.compile(r"\{(num|opt)\}`([^`\s]*)")
FIELD = re.compile(r"^([a-z-]+):")


@dataclass
class Section:
    """A heading, what must be alike in both languages beneath it, and all of its text."""

    label: str
    level: int
    parts: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)

    def fingerprint(self) -> str:
        return hashlib.sha256("\n".join(line.rstrip() for line in self.text).strip().encode()).hexdigest()[:16]


def sections(text: str) -> list[Section]:
    """A page cut at its headings; what stands above the first is a section of level 0."""
    found = [Section("", 0)]
    fence, directive, pending = "", "", []
    for line in text.splitlines():
        label, heading, opening = LABEL.match(line), HEADING.match(line), FENCE.match(line)
        if fence:
            if line.strip() == fence:
                fence = ""
            elif not directive:
                found[-1].parts.append(f"code: {line.rstrip()}")
            elif directive in PROSE:
                found[-1].parts += [f"{directive} line: {key[1]}" for key in [FIELD.match(line)] if key]
                found[-1].parts += _roles(line)
            elif line.strip() and not line.startswith(ENGLISH_ONLY):
                found[-1].parts.append(f"{directive}: {line.strip()}")
            if line.startswith(":") and directive:
                found[-1].parts.append(f"option {line.strip()}")
        elif label:
            pending.append(label[1])
            continue
        elif heading:
            found.append(
                Section(pending[0] if pending else "", len(heading[1]), [f"label: {name}" for name in pending])
            )
            pending = []
        elif opening and (opening[2] or opening[1].startswith("`")):
            fence, directive = opening[1], opening[2] or ""
            found[-1].parts.append(f"{directive or 'code'} {opening[3]}".strip())
        else:
            found[-1].parts += _roles(line)
        found[-1].text.append(line)
    return found


def _roles(line: str) -> list[str]:
    return [f"card {cards}" for cards in CARD.findall(line)] + [f"{kind} {name}" for kind, name in NUMBER.findall(line)]


def pages(tree: Path) -> set[str]:
    """The pages of a tree that stand in both languages."""
    names = {path.relative_to(tree).as_posix() for path in tree.rglob("*.md")}
    return {name for name in names if not name.startswith(ENGLISH_ONLY)}


def differences(docs: Path = HERE) -> Iterator[str]:
    """What is not alike in the two trees, a sentence each."""
    ru, en = (pages(docs / lang) for lang in LANGUAGES)
    yield from (f"{name} stands only in ru" for name in sorted(ru - en))
    yield from (f"{name} stands only in en" for name in sorted(en - ru))
    for name in sorted(ru & en):
        one, other = (sections((docs / lang / name).read_text("utf-8")) for lang in LANGUAGES)
        shapes = [[(s.level, s.label) for s in side] for side in (one, other)]
        if shapes[0] != shapes[1]:
            odd = next(
                (pair for pair in zip(*shapes, strict=False) if pair[0] != pair[1]),
                (shapes[0][len(shapes[1]) :][:1], shapes[1][len(shapes[0]) :][:1]),
            )
            yield f"{name}: the headings differ: ru has {odd[0]}, en has {odd[1]}"
            continue
        for left, right in zip(one, other, strict=True):
            yield from _unlike(name, left, right)


def _unlike(name: str, ru: Section, en: Section) -> Iterator[str]:
    left, right = sorted(ru.parts), sorted(en.parts)
    for part in left:
        if part in right:
            right.remove(part)
        else:
            yield f"{name}, {ru.label or 'top'}: only ru has {part!r}"
    yield from (f"{name}, {ru.label or 'top'}: only en has {part!r}" for part in right)


def fingerprints(docs: Path = HERE) -> dict[str, dict[str, list[str]]]:
    """For each page and section, by label, the fingerprints of its Russian and its English text."""
    found: dict[str, dict[str, list[str]]] = {}
    for name in sorted(pages(docs / "ru") & pages(docs / "en")):
        sides = [sections((docs / lang / name).read_text("utf-8")) for lang in LANGUAGES]
        found[name] = {ru.label: [ru.fingerprint(), en.fingerprint()] for ru, en in zip(*sides, strict=False)}
    return found


def changes(docs: Path = HERE) -> Iterator[str]:
    """Sections whose text is not the one accepted, a sentence each."""
    file = docs / "drift.json"
    accepted = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    now = fingerprints(docs)
    yield from (f"{name} is gone: look, then accept" for name in sorted(accepted.keys() - now.keys()))
    for name, page in now.items():
        known = accepted.get(name, {})
        for label, pair in page.items():
            before = known.get(label, [None, None])
            sides = [lang for lang, a, b in zip(LANGUAGES, before, pair, strict=True) if a != b]
            if len(sides) == 1:
                other = next(lang for lang in LANGUAGES if lang not in sides)
                yield f"{name}, {label or 'top'}: {sides[0]} has changed and {other} has not: look, then accept"
            elif sides:
                yield f"{name}, {label or 'top'}: both languages are new: compare, then accept"


def accept(docs: Path = HERE, names: Sequence[str] = ()) -> None:
    """Remember these pages, or all, as saying the same."""
    file = docs / "drift.json"
    now = fingerprints(docs)
    known = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    kept = {name: page for name, page in now.items() if not names or name in names or name in known}
    for name in kept.keys() & known.keys():
        if names and name not in names:
            kept[name] = known[name]
    file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the Russian and the English pages.")
    parser.add_argument(
        "--accept", nargs="*", metavar="PAGE", help="these pages, as games/scopa.md, or all say the same: remember them"
    )
    names = parser.parse_args().accept
    unlike = [line for line in differences() if not names or line.startswith(tuple(names))]
    if names is not None and not unlike:
        accept(names=names)
    found = [*unlike, *changes()] if names is None else unlike
    print("\n".join(found) or ("both languages say the same" if names is None else "accepted"))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
