"""What the service worker goes by: a build as a list of its files with their hashes. The last thing to be written."""

import base64
import hashlib
import json
import shutil
from pathlib import Path

HERE = Path(__file__).parent
LIST = "offline.json"
TOP = ("offline.html", "root.css", "favicon.svg", "index.html")  # kept whatever was read
LEFT_OUT = ("lite", "pagefind", "_sources")  # folders: the first two look after themselves
# What starts the engine, or comes with it: asked for only once it is wanted.
WORKERS = ("runtime.js", "worker.js", "dispute-worker.js", "practice-worker.js", "lesson.js")
NEVER_ASKED_FOR = (".map", ".inv", ".txt", ".buildinfo")


def write(out: Path) -> None:
    """Add the service worker, the page that it shows without a network, and the list."""
    for name in ("sw.js", "offline.html"):
        shutil.copy(HERE / name, out / name)
    files = {path.relative_to(out).as_posix(): path for path in sorted(out.rglob("*")) if wanted(path, out)}
    hashes = {name: fingerprint(path) for name, path in files.items()}
    version = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()[:12]
    languages = [lang for lang in ("ru", "en") if f"{lang}/index.html" in files]
    engine = [name for name in files if name.startswith("static/")]
    found = {
        "version": version,
        "all": [name for name in TOP if name in files],
        "table": {lang: [*(f"{lang}/_static/{name}" for name in WORKERS), *engine] for lang in languages},
        "files": hashes,
    }
    part = out / f"{LIST}.part"
    part.write_text(json.dumps(found, separators=(",", ":")), "utf-8")
    part.replace(out / LIST)


def wanted(path: Path, out: Path) -> bool:
    """Whether a page may ask for this file."""
    inside = path.relative_to(out)
    own = inside.as_posix() in ("sw.js", LIST)
    outside = set(inside.parts) & set(LEFT_OUT) or path.name.endswith(NEVER_ASKED_FOR)
    return path.is_file() and not own and not outside


def fingerprint(path: Path) -> str:
    """Twelve bytes are enough to tell a file from another; sw.js makes the same."""
    return base64.b64encode(hashlib.sha256(path.read_bytes()).digest()[:12]).decode()
