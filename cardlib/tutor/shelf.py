"""The reader's ledger as a file: where it lies, and how it is read and written without losing anything."""

import os
from pathlib import Path

from cardlib.faults import Wrong
from cardlib.tutor.ledger import Ledger


def place() -> Path:
    """`practice.json` in the reader's data folder: `$XDG_DATA_HOME`, else `~/.local/share`."""
    given = os.environ.get("XDG_DATA_HOME", "")
    base = Path(given) if Path(given).is_absolute() else Path.home() / ".local/share"
    return base / "kartoteka/practice.json"


def read(path: Path) -> Ledger:
    """The ledger in a file; Wrong, with one sentence, if there is none in it."""
    try:
        return Ledger.read(path.read_text("utf-8-sig"))
    except UnicodeDecodeError:
        raise Wrong("ledger-unreadable") from None
    except OSError as error:
        raise Wrong("file-not-read", path=path, why=error.strerror or type(error).__name__) from None


def mine() -> Ledger:
    """The reader's own ledger, empty at first."""
    path = place()
    return read(path) if path.is_file() else Ledger()


def write(ledger: Ledger, path: Path) -> None:
    """Write the ledger, wholly or not at all."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(ledger.write(), "utf-8")
        part.replace(path)
    except OSError as error:
        raise Wrong("file-not-written", path=path, why=error.strerror or type(error).__name__) from None
