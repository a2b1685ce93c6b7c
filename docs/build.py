"""Build the site: `python docs/build.py`, then open site/index.html; with --serve, look at it over HTTP.

Both languages are built from nothing, each in a process of its own; a warning is an error. Then the search is indexed.
"""

import argparse
import shutil
import subprocess
import sys
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import browser
import search_index

HERE = Path(__file__).parent
ROOT = HERE.parent
sys.path.insert(0, str(ROOT))

import playouts  # noqa: E402  (cardlib is on the path only now)

LANGUAGES = ("ru", "en")
STRICT = ["-n", "-W", "--keep-going", "-E", "-T"]


def build(out: Path, languages: tuple[str, ...] = LANGUAGES, work: Path = ROOT / "build/docs") -> bool:
    """Build these languages into `out`, telling how it goes; False if there was a warning or an error."""
    out.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    if played := playouts.prepare():
        print(f"played {played} games for their figures, {time.monotonic() - started:.1f} s", flush=True)
    running = [(lang, _sphinx(lang, out, work)) for lang in languages]
    watching = [threading.Thread(target=_tell, args=pair) for pair in running]
    for thread in watching:
        thread.start()
    missing = ""
    try:
        browser.put(out, work)
    except browser.Missing as error:
        missing = str(error)
    for thread in watching:
        thread.join()
    failed = [lang for lang, process in running if process.wait() != 0]
    shutil.copy(HERE / "root.html", out / "index.html")
    shutil.copy(HERE / "_static/favicon.svg", out / "favicon.svg")
    try:
        search_index.write(out, work / "search", [lang for lang in LANGUAGES if (out / lang / "index.html").is_file()])
    except RuntimeError as error:
        missing = missing or str(error)
    said = missing or (f"not built without fault: {', '.join(failed)}" if failed else f"built in {out}")
    print(f"{said}, {time.monotonic() - started:.1f} s", flush=True)
    return not failed and not missing


def _sphinx(lang: str, out: Path, work: Path) -> subprocess.Popen[str]:
    for folder in (out / lang, work / lang):
        shutil.rmtree(folder, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", *STRICT, "-d", str(work / lang), str(HERE / lang), str(out / lang)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8")


def _tell(lang: str, process: subprocess.Popen[str]) -> None:
    """Print what Sphinx says, without a line for every page where nobody watches."""
    assert process.stdout
    for line in process.stdout:
        text = line.strip()
        page = text.startswith(("reading sources", "writing output", "copying "))
        if text and (not page or sys.stdout.isatty() or "100%" in text):
            print(f"{lang}  {text}", flush=True)


def serve(folder: Path, port: int) -> None:
    """Serve the folder until interrupted, on this port or the next that is free."""
    for number in range(port, port + 50):
        try:
            server = ThreadingHTTPServer(("127.0.0.1", number), partial(_Quiet, directory=str(folder)))
        except OSError:
            print(f"port {number} is taken, trying {number + 1}")
            continue
        print(f"http://127.0.0.1:{number}/  (Ctrl+C to stop)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print()
        return
    sys.exit(f"no free port from {port} to {port + 49}: name another with --serve PORT")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the site in both languages.")
    parser.add_argument("--lang", choices=LANGUAGES, help="only this language")
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="where to build (default: site)")
    parser.add_argument("--work", type=Path, default=ROOT / "build/docs", help="for what Sphinx keeps while it builds")
    parser.add_argument(
        "--serve", type=int, nargs="?", const=8000, metavar="PORT", help="then serve it, from port 8000 on"
    )
    given = parser.parse_args()
    good = build(given.out.resolve(), (given.lang,) if given.lang else LANGUAGES, given.work.resolve())
    if given.serve is not None:
        serve(given.out.resolve(), given.serve)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
