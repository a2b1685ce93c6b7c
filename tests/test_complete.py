"""A game is a module, its words, its deals, its pages and its notebooks: what is missing is named here."""

from pathlib import Path

import pytest
from conftest import GAMES

ROOT = Path(__file__).parent.parent
PARTS = [
    "cardlib/words/{lang}/{game}.toml",
    "docs/{lang}/games/{game}.md",
    "notebooks/{lang}/{game}.ipynb",
]


@pytest.mark.parametrize("game", GAMES)
def test_no_file_of_a_game_is_missing(game):
    wanted = [part.format(lang=lang, game=game) for part in PARTS for lang in ("ru", "en")]
    wanted += [f"cardlib/lessons/{game}.toml"]
    wanted += [f"cardlib/deals/{game}/{deal}.deal" for deal in ("ordinary", "refusal", "scoring")]
    missing = [path for path in wanted if not (ROOT / path).is_file()]
    assert not missing, f"{game} lacks {', '.join(missing)}"


def test_no_file_is_left_without_its_game():
    found = {p.stem for p in (ROOT / "cardlib/words").glob("*/*.toml")} - {
        "common",
        "command",
        "dispute",
        "faults",
        "quiz",
        "tutor",
    }
    found |= {p.name for p in (ROOT / "cardlib/deals").iterdir()}
    found |= {p.stem for p in (ROOT / "cardlib/lessons").iterdir()}
    found |= {p.stem for p in (ROOT / "docs").glob("*/games/*.md")} - {"index"}
    assert found <= set(GAMES)
