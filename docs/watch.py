"""`python docs/build.py --watch`: whatever is edited, the pages that it changes are built again in both languages.

Each language has a process that keeps Sphinx and what it has read, in a folder of its own. A page is published whole:
its file is exchanged when both languages are done, and the service worker's list last.
"""

import contextlib
import filecmp
import multiprocessing
import os
import shutil
import sys
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import browser
import offline

HERE = Path(__file__).parent
ROOT = HERE.parent
WATCHED = ("docs", "cardlib", "glossary")
SUFFIXES = (".md", ".py", ".toml", ".json", ".deal", ".html", ".css", ".js", ".svg")
PAUSE = 0.2  # seconds between looks
TEXT = (".md", ".css", ".js", ".svg")  # of docs/: read anew by the process that is there


def watch(out: Path, languages: tuple[str, ...], work: Path) -> None:
    """Build what is edited until interrupted."""
    builders = {lang: Builder(lang, out, work) for lang in languages}
    before = times()  # what is edited while the whole is built will be built again
    began = time.monotonic()
    tell(publish(builders, out, work, everything=True), began)
    try:
        for edited in edits(before):
            began = time.monotonic()
            print(f"edited: {', '.join(sorted(path.relative_to(ROOT).as_posix() for path in edited))}", flush=True)
            code = [path for path in edited if path.suffix not in TEXT or not path.is_relative_to(HERE)]
            if code:
                try:
                    browser.freeze(out / "static", work)
                except browser.Missing as error:  # the engine that is there stays
                    print(error, flush=True)
                for builder in builders.values():
                    builder.stop()  # modules are imported once: a new process
            tell(publish(builders, out, work, everything=bool(code)), began)
    except KeyboardInterrupt:
        print()
    finally:
        for builder in builders.values():
            builder.stop()


def publish(builders: dict[str, "Builder"], out: Path, work: Path, everything: bool) -> list[str]:
    """Build in all languages at once; exchange the files that are other than before. Returns the pages among them."""
    for builder in builders.values():
        builder.begin(everything)
    good = [builder.done() for builder in builders.values()]
    if not all(good):
        return ["not published: see the warnings above"]
    pages = []
    for lang, builder in builders.items():
        for made in sorted(builder.out.rglob("*")):
            inside = made.relative_to(builder.out)
            there = out / lang / inside
            if not made.is_file() or (there.is_file() and filecmp.cmp(made, there, shallow=False)):
                continue
            there.parent.mkdir(parents=True, exist_ok=True)
            part = there.with_name(f".{there.name}.part")
            shutil.copyfile(made, part)
            os.replace(part, there)  # whole or not at all
            if made.suffix == ".html":
                pages.append(f"{lang}/{inside.as_posix()}")
    offline.write(out)
    return pages


def tell(pages: list[str], began: float) -> None:
    """What was built, and how long it took."""
    named = ", ".join(pages[:6]) + (f" and {len(pages) - 6} more" if len(pages) > 6 else "")
    print(f"{named or 'no page has changed'}, {time.monotonic() - began:.1f} s", flush=True)


def edits(before: dict[Path, int]) -> Iterator[list[Path]]:
    """The files that have been edited since, again and again."""
    while True:
        time.sleep(PAUSE)
        now = times()
        changed = [path for path in before.keys() | now.keys() if before.get(path) != now.get(path)]
        before = now
        if changed:
            yield changed


def times() -> dict[Path, int]:
    """When each file was changed last."""
    found = {}
    for folder in WATCHED:
        for place, folders, names in os.walk(ROOT / folder):
            folders[:] = [name for name in folders if name != "__pycache__"]
            for name in names:
                if name.endswith(SUFFIXES):
                    with contextlib.suppress(FileNotFoundError):  # an editor has just renamed it
                        path = Path(place, name)
                        found[path] = path.stat().st_mtime_ns
    return found


class Builder:
    """A process that builds one language when it is told to."""

    def __init__(self, lang: str, out: Path, work: Path) -> None:
        self.lang, self.out, self.kept = lang, work / "watch" / lang / "html", work / "watch" / lang / "doctrees"
        self.process: multiprocessing.Process | None = None
        self.line: Connection | None = None

    def begin(self, everything: bool) -> None:
        """Start to build."""
        if self.process is None:
            self.line, theirs = multiprocessing.Pipe()
            work = (theirs, self.lang, self.out, self.kept)
            self.process = multiprocessing.get_context("spawn").Process(target=serve_builds, args=work, daemon=True)
            self.process.start()
            theirs.close()
        assert self.line
        self.line.send(everything)

    def done(self) -> bool:
        """Wait for the build; False if there was a warning or an error."""
        assert self.line
        try:
            return bool(self.line.recv())
        except EOFError:
            self.stop()
            return False

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.terminate()
            self.process.join()
        self.process = self.line = None


def serve_builds(line: Connection, lang: str, out: Path, kept: Path) -> None:
    """Build whenever the other end says so, and answer how it went."""
    from sphinx.application import Sphinx  # noqa: PLC0415  (in this process only)
    from sphinx.util.docutils import docutils_namespace, patch_docutils  # noqa: PLC0415

    said = Said(lang)
    while True:
        try:
            everything = line.recv()
        except (EOFError, KeyboardInterrupt):
            return
        said.count = 0
        try:
            with patch_docutils(str(HERE / lang)), docutils_namespace():
                app = Sphinx(
                    str(HERE / lang), str(HERE / lang), str(out), str(kept), "html",
                    confoverrides={"nitpicky": True}, status=None, warning=said, freshenv=everything,
                )  # fmt: skip
                app.build(force_all=everything)
            line.send(said.count == 0)
        except Exception as error:
            print(f"{lang}  {error}", flush=True)
            line.send(False)


class Said:
    """Prints the warnings and counts them."""

    def __init__(self, lang: str) -> None:
        self.lang, self.count = lang, 0

    def write(self, text: str) -> None:
        if text.strip():
            self.count += 1
            print(f"{self.lang}  {text.strip()}", file=sys.stdout, flush=True)

    def flush(self) -> None:
        sys.stdout.flush()
