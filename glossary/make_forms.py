"""Write forms_ru.json: every form of every Russian word of the glossary, with the terms that it leads to.

Run it after a change of a Russian word: `python glossary/make_forms.py`. It needs pymorphy3; nothing else does.
Since a new word may change what a link means, it writes uses.json too. `--check` only says whether forms_ru.json is as
it would be written.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pymorphy3

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))

from cardlib.terms import Term, fingerprint, read  # noqa: E402

MORPH = pymorphy3.MorphAnalyzer()
# What the dictionary does not know as a card player does.
FIXED = {"леве"}
ADJECTIVES = {"сухая", "соседние"}
LEMMA = {"пики": "пика", "пика": "пика", "трефы": "трефа", "трефа": "трефа", "бубны": "бубна", "бубна": "бубна"}


def fold(text: str) -> str:
    """A form as it is written in the file."""
    return text.lower().replace("ё", "е")


def parses(word: str, *kinds: str) -> list[Any]:
    """The readings of a word as a dictionary form of these kinds."""
    return [p for p in MORPH.parse(word) if p.tag.POS in kinds and (p.tag.case in (None, "nomn"))]


def noun(word: str) -> Any | None:
    """A noun in the nominative, singular if it can be."""
    readings = parses(word, "NOUN")
    if word in LEMMA:
        readings = [p for p in readings if p.normal_form == LEMMA[word]] or readings
    readings.sort(key=lambda p: (p.tag.number != "sing" or "Name" in p.tag or "Surn" in p.tag, not p.is_known))
    return readings[0] if readings else None


def agreeing(adjective: Any, form: Any) -> str | None:
    """An adjective in the case, number and gender of a noun's form."""
    case = {"gen2": "gent", "loc2": "loct"}.get(form.tag.case, form.tag.case)
    want = {case, form.tag.number}
    if form.tag.number == "sing":
        want.add(form.tag.gender)
    if case == "accs" and (form.tag.number == "plur" or form.tag.gender == "masc"):
        want.add(form.tag.animacy)
    found = adjective.inflect(want)
    return found.word if found else None


def forms(phrase: str, every_gender: bool = False) -> set[str]:
    """All forms of a word or phrase. What does not change, or is not understood, comes back as it is."""
    words = phrase.split()
    if words[0] == "не" and len(words) > 1:
        return {f"не {form}" for form in forms(" ".join(words[1:]))}
    if phrase in FIXED:
        return {phrase}
    first, rest = words[0], words[1:]
    verbs = parses(first, "INFN")
    if verbs:
        rare = {"V-sh", "incl"}  # «бивши», «идёмте»
        live = [f for f in verbs[0].lexeme if f.tag.POS in {"INFN", "VERB", "GRND"} and not rare & f.tag.grammemes]
        found = [f.word for f in live]
        return {" ".join([form, *rest]) for form in found}
    head = noun(first)
    if head is not None and first not in ADJECTIVES and not (rest and adjective_of(first) and noun(rest[0])):
        plural_only = head.tag.number == "plur"
        found = [f.word for f in head.lexeme if not plural_only or f.tag.number == "plur"]
        return {" ".join([form, *rest]) for form in [first, *found]}
    adjective = adjective_of(first)
    if adjective is None:
        return {phrase}
    if rest and (head := noun(rest[0])) is not None:
        shown = [f for f in head.lexeme if head.tag.number == "sing" or f.tag.number == "plur"]
        pairs = [(agreeing(adjective, f), f.word) for f in shown]
        return {phrase, *(" ".join([a, n, *rest[1:]]) for a, n in pairs if a)}
    found = []
    for f in adjective.lexeme:
        same = f.tag.number == "plur" or (adjective.tag.number == "sing" and f.tag.gender == adjective.tag.gender)
        kind = (f.tag.POS, f.tag.voice, f.tag.tense) == (adjective.tag.POS, adjective.tag.voice, adjective.tag.tense)
        if kind and f.tag.case and "Supr" not in f.tag and (same or every_gender):
            found.append(f.word)
    return {" ".join([form, *rest]) for form in [first, *found]}


def adjective_of(word: str) -> Any | None:
    """An adjective or participle in the nominative."""
    readings = parses(word, "ADJF", "PRTF")
    return readings[0] if readings else None


def table(entries: dict[str, Term]) -> dict[str, Any]:
    """Form -> term ids, those first of which it is the headword; `also` repeats the others."""
    heads: dict[str, set[str]] = {}
    others: dict[str, set[str]] = {}
    for term in entries.values():
        for form in forms(term.ru):
            heads.setdefault(fold(form), set()).add(term.id)
        for word in term.ru_also:
            for form in forms(word):
                others.setdefault(fold(form), set()).add(term.id)
        for word in term.ru_kin:
            for form in forms(word, every_gender=True):
                others.setdefault(fold(form), set()).add(term.id)
    also = {form: names - heads.get(form, set()) for form, names in others.items()}
    also = {form: names for form, names in also.items() if names}
    return {
        "fingerprint": fingerprint(entries),
        "forms": {f: sorted(heads.get(f, ())) + sorted(also.get(f, ())) for f in sorted({*heads, *also})},
        "also": {form: sorted(also[form]) for form in sorted(also)},
    }


def text(entries: dict[str, Term]) -> str:
    """The file: JSON with a form to a line, so that a change shows as the lines that changed."""
    made = table(entries)
    parts = [f'"fingerprint": {json.dumps(made["fingerprint"])}']
    for name in ("forms", "also"):
        rows = [f"{json.dumps(f, ensure_ascii=False)}: {json.dumps(ids)}" for f, ids in made[name].items()]
        parts.append(f'"{name}": {{\n' + ",\n".join(rows) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    written, file = text(read(HERE)), HERE / "forms_ru.json"
    if "--check" in sys.argv:
        current = file.exists() and file.read_text("utf-8") == written
        sys.exit(None if current else "forms_ru.json is out of date: run python glossary/make_forms.py.")
    file.write_text(written, "utf-8")

    import make_uses

    make_uses.write()
