"""What the tests share: every game, every number of players, options varied one at a time; and a browser."""

import os
import shutil

import pytest
from hypothesis import settings as hypothesis_settings
from playwright.sync_api import sync_playwright

from cardlib import kit
from cardlib.games import load, names

hypothesis_settings.register_profile("kartoteka", deadline=None)  # a busy machine is not a fault
hypothesis_settings.load_profile("kartoteka")

GAMES = names()


def settings(name):
    """Pairs (players, options): the defaults for every number of players, and each option's values in turn."""
    game = load(name)
    for players in game.PLAYERS:
        yield players, game.Options()
    for field, values in kit.choices(game).items():
        for value in values[1:4]:
            for players in (game.PLAYERS[0], game.PLAYERS[-1]):
                yield players, kit.options(game, **{field: value})


CASES = [(name, players, options) for name in GAMES for players, options in dict.fromkeys(settings(name))]


def label(case):
    name, players, options = case
    changed = [f"{k}={getattr(options, k)}" for k, v in kit.choices(load(name)).items() if getattr(options, k) != v[0]]
    return "-".join([name, str(players), *changed])


CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]


@pytest.fixture(scope="session")
def browser():
    """Chromium. Where there is none, a test that wants it is skipped; in continuous integration it fails."""
    if not CHROMIUM and not os.environ.get("CI"):
        pytest.skip("there is no browser: install chromium or set CHROMIUM")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()
