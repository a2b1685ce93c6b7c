"""The notebooks in the reader's browser: JupyterLite under lite/, made of wheels whose hashes are known.

Nothing of JupyterLite's own build is used, for it fills gaps from other hosts without a word. What does not depend on
our notebooks is made once and kept in build/lite.
"""

import hashlib
import io
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from browser import ROOT, WANTED, Missing, engine, pack, packages, run

OWN = WANTED / "lite"  # wheels.txt, and what is ours of the pages
KEPT = ROOT / "build/lite"
NOTEBOOKS = ROOT / "notebooks"
APPS = ("notebooks", "tree")
FONTS = (".eot", ".ttf", ".woff", ".svg")  # beside a .woff2 of the same name no browser of today asks for these
FIRST_CELL = 'from cardlib.widget import Table\n\nTable("crazy-eights", deal="ordinary")'

# Wheels that the kernel imports, and what of them no notebook can need.
PYTHON = "anywidget asttokens comm executing fsrs ipython ipython_pygments_lexers ipywidgets psygnal pure_eval pygments"
PYTHON += " stack_data traitlets typing_extensions"
SHIMS = ("ipykernel", "pyodide_kernel")
UNUSED = re.compile(
    r"[^/]+\.data/|anywidget/(labextension|nbextension)/|.*/tests?/"
    r"|[^/]+\.dist-info/(?!METADATA)"
    r"|pygments/(sphinxext|lexers/(?!__init__|_mapping|python|special)|styles/(?!__init__|_mapping|default)"
    r"|formatters/(?!__init__|_mapping|html|terminal))"
)

# Changes to the kernel's workers: the notebook's folder is the current one, though without a service worker no drive is
# mounted; and no code is made of text, which the policy of a careful server forbids.
MADE = r'\1`os.makedirs("${this._localPath}", exist_ok=True)`,'
PATCHES = (
    (r'e\.mountDrive&&(this\._localPath&&\w\.push\("import os",)', MADE),
    (r'Function\("url","return import\(url\)"\)\(e\)', "import(e)"),
)


def put(out: Path, work: Path, wanted: bool = True) -> None:
    """Write `lite/` of the site; the runtime in `static/` must be there."""
    target = out / "lite"
    shutil.rmtree(target, ignore_errors=True)
    if not wanted:
        return
    shutil.copytree(base(work), target, copy_function=shutil.copyfile)
    pack(target / "cardlib.zip", dict(engine()))
    contents(target)


def base(work: Path) -> Path:
    """All but the notebooks: made, or found as it was made before from the same wheels and files."""
    digest = hashlib.sha256()
    for source in sorted([*OWN.iterdir(), WANTED / "package.json", Path(__file__)]):
        digest.update(source.name.encode() + source.read_bytes())
    place = KEPT / digest.hexdigest()[:16]
    if place.is_dir():
        return place
    found = wheels()
    with tempfile.TemporaryDirectory(dir=KEPT) as folder:
        new = Path(folder) / "new"
        app(found, new)
        python(found, packages(work) / "pyodide", new)
        for old in KEPT.iterdir():
            if (old / "kernel.zip").is_file():
                shutil.rmtree(old)
        new.rename(place)
    return place


def wheels() -> dict[str, Path]:
    """The wheels of wheels.txt by name; those that are not there are fetched from PyPI."""
    place = KEPT / "wheels"
    place.mkdir(parents=True, exist_ok=True)
    wanted = set(re.findall(r"--hash=sha256:(\w+)", (OWN / "wheels.txt").read_text("utf-8")))

    def there() -> dict[str, Path]:
        known = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in place.glob("*.whl")}
        return {path.name.split("-")[0].lower(): path for path, digest in known.items() if digest in wanted}

    if len(there()) < len(wanted):
        command = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--require-hashes"]
        command += ["--no-deps", "--only-binary=:all:", "--platform=any", "-r", str(OWN / "wheels.txt")]
        command += ["-d", str(place)]
        done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
        if len(there()) < len(wanted):
            said = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or done.stderr.splitlines()
            raise Missing(f"wheels of JupyterLite could not be fetched: {said[0] if said else 'pip said nothing'}")
    return there()


# JupyterLite itself


def app(found: dict[str, Path], lite: Path) -> None:
    """The pages, the scripts of JupyterLite, and the extensions by which the kernel and the widgets work."""
    with zipfile.ZipFile(found["jupyterlite_core"]) as wheel:
        packed = next(name for name in wheel.namelist() if name.endswith(".tgz"))
        with tarfile.open(fileobj=io.BytesIO(wheel.read(packed))) as tar:
            files = {m.name.removeprefix("package/"): m for m in tar.getmembers() if m.isfile()}
            for name, member in files.items():
                if needed(name, files):
                    write(lite / name, tar.extractfile(member).read())  # type: ignore[union-attr]
    settings = json.loads((OWN / "jupyter-lite.json").read_text("utf-8"))
    schemas: list[dict[str, Any]] = []
    for wheel_name in ("anywidget", "jupyterlab_widgets", "jupyterlite_pyodide_kernel"):
        for package in extensions(found[wheel_name], lite / "extensions"):
            about = json.loads((package / "package.json").read_text("utf-8"))
            entry = {"name": about["name"], **about["jupyterlab"]["_build"]}
            settings["jupyter-config-data"]["federated_extensions"].append(entry)
            schemas += federated(package, about)
    write_json(lite / "build/schemas/all_federated.json", schemas)
    write_json(lite / "jupyter-lite.json", settings)
    for name in ("index.html", "start.css", "start.js", "python.js"):
        shutil.copyfile(OWN / name, lite / name)
    page = (OWN / "page.html").read_text("utf-8")
    for name in APPS:
        write(lite / name / "index.html", page.replace("{app}", name).encode())
    for worker in (lite / "extensions").rglob("*.worker.*.js"):
        write(worker, patched(worker.read_text("utf-8")).encode())
    translations(found["jupyterlab_language_pack_ru_ru"], lite / "api/translations")


def needed(name: str, files: dict[str, Any]) -> bool:
    """Is this a file of JupyterLite that a reader's browser may ask for?"""
    path = Path(name)
    if path.parts[0] != "build" or path.suffix == ".map" or path.name == "service-worker.js":
        return False
    if path.name == "bundle.js":
        return path.parent.name in APPS
    return not (path.suffix in FONTS and path.with_suffix(".woff2").as_posix() in files)


def extensions(wheel: Path, out: Path) -> list[Path]:
    """The folders of the JupyterLab extensions in a wheel, unpacked."""
    folders = []
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            _, here, rest = name.partition(".data/data/share/jupyter/labextensions/")
            if here and not rest.endswith((".map", ".whl", ".orig", "/")):
                write(out / rest, packed.read(name))
                if rest.endswith("/package.json"):
                    folders.append((out / rest).parent)
    return folders


def federated(package: Path, about: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The settings that an extension has."""
    for schema in sorted((package / "schemas").rglob("*.json")):
        ident, text = f"{about['name']}:{schema.stem}", json.loads(schema.read_text("utf-8"))
        yield {"id": ident, "raw": "{}", "schema": text, "settings": {}, "version": about["version"]}


def patched(worker: str) -> str:
    """A worker with our changes, each of which must fit in one place."""
    for old, new in PATCHES:
        worker, times = re.subn(old, new, worker)
        if times != 1:
            raise Missing(f"the kernel's worker is not the one that docs/lite.py changes: {old}")
    return worker


def translations(wheel: Path, out: Path) -> None:
    """The words of the menus in Russian."""
    names = ("jupyterlab", "jupyterlab_widgets", "notebook")
    with zipfile.ZipFile(wheel) as packed:
        inside = {path.stem: name for name in packed.namelist() if (path := Path(name)).suffix == ".json"}
        words = {name: json.loads(packed.read(inside[name])) for name in names}
    russian = {"displayName": "Russian", "nativeName": "Русский"}
    english = {"displayName": "English", "nativeName": "English"}
    write_json(out / "all.json", {"data": {"en": english, "ru_RU": russian}, "message": ""})
    write_json(out / "en.json", {"data": {}, "message": ""})
    write_json(out / "ru_RU.json", {"data": words, "message": ""})


# Python


def python(found: dict[str, Path], runtime: Path, out: Path) -> None:
    """What the kernel imports as one archive, and the standard library, both with what is used at once compiled."""
    with tempfile.TemporaryDirectory() as folder:
        source, cardlib = Path(folder) / "source.zip", Path(folder) / "cardlib.zip"
        with zipfile.ZipFile(source, "w", zipfile.ZIP_STORED) as packed:
            for name in PYTHON.split():
                pour(zipfile.ZipFile(found[name]), packed)
            with zipfile.ZipFile(found["jupyterlite_pyodide_kernel"]) as kernel:
                for name in kernel.namelist():
                    if name.endswith(".whl") and Path(name).name.split("-")[0] in SHIMS:
                        pour(zipfile.ZipFile(io.BytesIO(kernel.read(name))), packed)
            packed.write(OWN / "piplite.py", "piplite.py")
        pack(cardlib, dict(engine()))
        given = (runtime, source, cardlib, FIRST_CELL, out)
        run("lite/compile.mjs", *given, fault="the kernel could not be compiled")


def pour(wheel: zipfile.ZipFile, packed: zipfile.ZipFile) -> None:
    for info in wheel.infolist():
        if not info.is_dir() and not UNUSED.match(info.filename):
            packed.writestr(info.filename, wheel.read(info))


# The notebooks


def contents(lite: Path) -> None:
    """The notebooks of both languages, and the listings by which JupyterLite finds them."""
    folders = []
    for folder in sorted(path for path in NOTEBOOKS.iterdir() if path.is_dir()):
        entries = [entry(notebook, "notebook") for notebook in sorted(folder.glob("*.ipynb"))]
        for made in entries:
            write(lite / "files" / made["path"], (NOTEBOOKS / made["path"]).read_bytes())
        folders.append(entry(folder, "directory"))
        listing = folders[-1] | {"content": entries, "format": "json"}
        write_json(lite / "api/contents" / folder.name / "all.json", listing)
    whole = entry(NOTEBOOKS, "directory") | {"name": "", "path": "", "content": folders, "format": "json"}
    write_json(lite / "api/contents/all.json", whole)


def entry(place: Path, kind: str) -> dict[str, Any]:
    """A line of a listing, as Jupyter's servers write it."""
    about = place.stat()
    time = datetime.fromtimestamp(int(about.st_mtime), UTC).isoformat().replace("+00:00", "Z")
    made = {"name": place.name, "path": place.relative_to(NOTEBOOKS).as_posix(), "type": kind, "writable": True}
    made |= {"created": time, "last_modified": time, "size": about.st_size if kind == "notebook" else None}
    return made | {"content": None, "format": None, "mimetype": None}


def write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def write_json(path: Path, data: Any) -> None:
    write(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
