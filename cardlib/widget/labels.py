"""What the table itself says, whatever the game: `labels.toml`."""

import tomllib
from functools import cache
from importlib.resources import files


@cache
def labels(lang: str) -> dict[str, str]:
    """What the table itself says."""
    text = (files("cardlib") / "widget" / "labels.toml").read_text("utf-8")
    return dict(tomllib.loads(text)[lang])
