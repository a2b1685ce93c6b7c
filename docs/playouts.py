"""What seeded playouts of each game add up to: `figures("crazy-eights")`.

The matches are played once and kept in build/figures, in a file named after everything that they depend on: the game,
what it imports, the opponent, the simulation and this module. A change to any of them, and the game is played anew.
"""

import ast
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

from cardlib.games import load, names
from cardlib.opponent import choose
from cardlib.simulate import Sizes, Summary, play_matches

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "build/figures"
SEED = 0
MOST, LEAST = 1000, 100  # matches
MOVES = 250_000  # so many moves, about a second's, for the fewest players
MOVES_OF_OTHERS = 75_000  # and for each other number of them
TRIAL = 10  # matches, to see how long one is
SIZES = "match", "deal", "deals"
COUNTERS = "won", "places", "told", "seen", "heard"


@cache
def figures(name: str, kept: Path = KEPT) -> dict[int, Summary]:
    """The game's matches by number of players: read if they are kept, else played and kept."""
    file = kept / f"{name}-{fingerprint(name)}.json"
    found = _read(file, name)
    if found is None:
        found = {players: play(name, players) for players in seatings(name)}
        _write(file, found)
    return found


def prepare(kept: Path = KEPT, games: Sequence[str] = names()) -> int:
    """Play all games that are not kept, on all cores; returns how many they were."""
    files = {name: kept / f"{name}-{fingerprint(name)}.json" for name in games}
    missing = [name for name, file in files.items() if _read(file, name) is None]
    if missing:
        jobs = [(name, players) for name in missing for players in seatings(name)]
        with ProcessPoolExecutor(min(len(jobs), os.cpu_count() or 1)) as pool:
            found = dict(zip(jobs, pool.map(play, *zip(*jobs, strict=True)), strict=True))
        for name in missing:
            _write(files[name], {players: found[name, players] for players in seatings(name)})
    return len(missing)


def seatings(name: str) -> tuple[int, ...]:
    """The numbers of players that are measured: all, or of many the first four and the last."""
    players = load(name).PLAYERS
    return players if len(players) <= 5 else (*players[:4], players[-1])


def play(name: str, players: int) -> Summary:
    """As many matches as fit into a number of moves: the longer a match, the fewer."""
    trial = play_matches(name, players, {}, SEED, range(TRIAL), choose=choose)
    moves = MOVES if players == load(name).PLAYERS[0] else MOVES_OF_OTHERS
    matches = min(MOST, max(LEAST, int(moves / trial.match.mean) // 50 * 50))
    trial.join(play_matches(name, players, {}, SEED, range(TRIAL, matches), choose=choose))
    return trial


def fingerprint(name: str, root: Path = ROOT) -> str:
    """A hash over the source of all that the figures of a game depend on."""
    found: dict[str, Path] = {}
    waiting = [f"cardlib.games.{name.replace('-', '_')}", "cardlib.simulate", "cardlib.opponent"]
    while waiting:
        module = waiting.pop()
        place = root / module.replace(".", "/")
        file = next((path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file()), None)
        if file and module not in found:
            found[module] = file
            waiting += _imports(file)
    found["playouts"] = Path(__file__)
    whole = hashlib.sha256()
    for module, file in sorted(found.items()):
        whole.update(f"{module}\n{file.read_text('utf-8')}\n".encode())
    return whole.hexdigest()[:16]


@cache
def _imports(file: Path) -> tuple[str, ...]:
    return tuple(_imported(ast.walk(ast.parse(file.read_text("utf-8")))))


def _imported(found: Iterable[ast.AST]) -> Iterator[str]:
    """What a file may import of cardlib, by dotted name."""
    for node in found:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))


def _write(file: Path, found: dict[int, Summary]) -> None:
    plain = {
        players: {"matches": summary.matches, "nobody": summary.nobody}
        | {field: sorted(getattr(summary, field).counts.items()) for field in SIZES}
        | {field: sorted(getattr(summary, field).items()) for field in COUNTERS}
        for players, summary in found.items()
    }
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}")
    part.write_text(json.dumps(plain) + "\n", "utf-8")
    part.replace(file)  # whole or not at all: the other language may be reading


def _read(file: Path, name: str) -> dict[int, Summary] | None:
    """What is kept in a file; None if there is none, or it is damaged."""
    try:
        plain = json.loads(file.read_text("utf-8"))
        found = {
            int(players): Summary(
                name,
                int(players),
                entry["matches"],
                nobody=entry["nobody"],
                **{field: Sizes(Counter(dict(entry[field]))) for field in SIZES},
                **{field: Counter(dict(entry[field])) for field in COUNTERS},
            )
            for players, entry in plain.items()
        }
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
    return found if tuple(found) == seatings(name) else None
