"""Build the site: `python docs/build.py`, then open site/index.html; with --serve, look at it over HTTP.

Both languages are built from nothing, each in a process of its own; a warning is an error. Then the search is indexed.
With --watch, what is edited is built again, without waiting for the rest.
"""

import argparse
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import browser
import lite
import offline
import search_index
import thin
import watch
from server import serve

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

import playouts  # noqa: E402  (cardlib is on the path only now)

LANGUAGES = ("ru", "en")
TOP = {"index.html": "root.html", "root.css": "root.css", "favicon.svg": "_static/favicon.svg"}
STRICT = ["-n", "-W", "--keep-going", "-E", "-T"]


def build(
    out: Path, languages: tuple[str, ...] = LANGUAGES, work: Path = ROOT / "build/docs", notebooks: bool = True
) -> bool:
    """Build these languages into `out`, telling how it goes; False if there was a warning or an error."""
    out.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    play()
    running = [(lang, _sphinx(lang, out, work, notebooks)) for lang in languages]
    watching = [threading.Thread(target=_tell, args=pair) for pair in running]
    for thread in watching:
        thread.start()
    missing = ""
    try:
        browser.put(out, work)
        lite.put(out, work, notebooks)
    except browser.Missing as error:
        missing = str(error)
    for thread in watching:
        thread.join()
    failed = [lang for lang, process in running if process.wait() != 0]
    put_top(out)
    try:
        for lang in languages:
            thin.write(out / lang, work)
        search_index.write(out, work / "search", [lang for lang in LANGUAGES if (out / lang / "index.html").is_file()])
    except (RuntimeError, browser.Missing) as error:
        missing = missing or str(error)
    offline.write(out)  # the last: it lists all that is there
    said = missing or (f"not built without fault: {', '.join(failed)}" if failed else f"built in {out}")
    print(f"{said}, {time.monotonic() - started:.1f} s", flush=True)
    return not failed and not missing


def play() -> None:
    """The matches for the figures, if they are not kept."""
    started = time.monotonic()
    if played := playouts.prepare():
        print(f"played {played} games for their figures, {time.monotonic() - started:.1f} s", flush=True)


def put_top(out: Path) -> None:
    """What lies beside the languages."""
    for name, source in TOP.items():
        shutil.copy(HERE / source, out / name)


def build_edited(out: Path, languages: tuple[str, ...], work: Path, port: int) -> None:
    """Build, serve, and build what is edited. Search and notebooks are left as the last whole build made them."""
    out.mkdir(parents=True, exist_ok=True)
    play()
    put_top(out)
    browser.put(out, work)
    threading.Thread(target=serve, args=(out, port), daemon=True).start()
    watch.watch(out, languages, work)


def _sphinx(lang: str, out: Path, work: Path, notebooks: bool) -> subprocess.Popen[str]:
    for folder in (out / lang, work / lang):
        shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", *STRICT, "-d", str(work / lang), "-D", f"notebooks={int(notebooks)}"]
    command += [str(HERE / lang), str(out / lang)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")


def _tell(lang: str, process: subprocess.Popen[str]) -> None:
    """Print what Sphinx says, without a line for every page where nobody watches."""
    assert process.stdout
    for line in process.stdout:
        text = line.strip()
        page = text.startswith(("reading sources", "writing output", "copying "))
        if text and (not page or sys.stdout.isatty() or "100%" in text):
            print(f"{lang}  {text}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the site in both languages.")
    parser.add_argument("--lang", choices=LANGUAGES, help="only this language")
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="where to build (default: site)")
    parser.add_argument("--work", type=Path, default=ROOT / "build/docs", help="for what Sphinx keeps while it builds")
    parser.add_argument("--no-lite", action="store_true", help="without JupyterLite, in which the notebooks are opened")
    parser.add_argument(
        "--serve", type=int, nargs="?", const=8000, metavar="PORT", help="then serve it, from port 8000 on"
    )
    parser.add_argument("--watch", action="store_true", help="serve it, and build again whatever is edited")
    given = parser.parse_args()
    languages = (given.lang,) if given.lang else LANGUAGES
    out, work = given.out.resolve(), given.work.resolve()
    if given.watch:
        build_edited(out, languages, work, given.serve or 8000)
        return
    good = build(out, languages, work, not given.no_lite)
    if given.serve is not None:
        serve(out, given.serve)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
