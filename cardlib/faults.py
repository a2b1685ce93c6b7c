"""What is wrong with something given to the engine, as one clear sentence in either language.

The sentences are data: `words/<lang>/faults.toml`. Facts stand in braces; `:or` and `:and` say how several are joined.

>>> fault = Wrong("no-value", game="crazy-eights", name="target", given=300, values=(500, 100))
>>> str(fault)
'crazy-eights has no target=300: choose 500 or 100'
>>> fault.sentence("ru")
'у crazy-eights нет target=300: выберите 500 или 100'
"""

import string
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

JOIN = {"en": {"and": "and", "or": "or"}, "ru": {"and": "и", "or": "или"}}


@cache
def _sentences(lang: str) -> dict[str, str]:
    return tomllib.loads((files("cardlib") / "words" / lang / "faults.toml").read_text("utf-8"))


class Wrong(ValueError):
    """Something given is wrong: `key` names the sentence, `facts` fill it. As a string it is the English sentence."""

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts

    def sentence(self, lang: str) -> str:
        """What is wrong, in the reader's language."""
        return _Filler(lang).vformat(_sentences(lang)[self.key], (), self.facts)

    def __str__(self) -> str:
        return self.sentence("en")


class _Filler(string.Formatter):
    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Wrong):
            return value.sentence(self.lang)
        if isinstance(value, tuple):
            *first, last = map(str, value)
            joint = f" {JOIN[self.lang][format_spec]} " if format_spec else ", "
            return f"{', '.join(first)}{joint}{last}" if first else last
        return str(value)
