"""`docs/build.py --watch`: one edit in each language, and both pages are there, whole and listed."""

import json
import os
import queue
import shutil
import subprocess
import sys
import threading

from built_site import LANGUAGES, ROOT

PATIENCE = 240  # seconds; a busy machine is not a fault
PAGE = "games/war-32"


def test_an_edit_is_built_again_in_both_languages(site, tmp_path):
    for name in ("docs", "cardlib", "glossary"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for kept in ("build/figures", "build/engine"):
        if (ROOT / kept).is_dir():
            shutil.copytree(ROOT / kept, tmp_path / kept)
    out, work = tmp_path / "site", site.parent / "work"
    if (work / "runtime").is_dir():
        shutil.copytree(work / "runtime", tmp_path / "work/runtime")
    command = [sys.executable, "-u", str(tmp_path / "docs/build.py"), "--watch", "--serve", "18000"]
    process = subprocess.Popen(
        [*command, "--out", str(out), "--work", str(tmp_path / "work")],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    said, told = [], queue.Queue()
    threading.Thread(target=lambda: [told.put(line) for line in process.stdout], daemon=True).start()

    def until(words):
        while words not in (said[-1] if said else ""):
            said.append(told.get(timeout=PATIENCE))
        return said.pop()

    try:
        until(" more, ")
        before = json.loads((out / "offline.json").read_text("utf-8"))
        for lang in LANGUAGES:
            source = tmp_path / f"docs/{lang}/{PAGE}.md"
            source.write_text(source.read_text("utf-8") + "\nQuite new: Новое.\n", "utf-8")
        line = ""
        for lang in LANGUAGES:
            line = line if f"{lang}/{PAGE}.html" in line else until(f"{lang}/{PAGE}.html")
            assert "Quite new: Новое." in (out / lang / f"{PAGE}.html").read_text("utf-8")
        after = json.loads((out / "offline.json").read_text("utf-8"))
        assert after["version"] != before["version"]
        changed = {name for name in after["files"] if after["files"][name] != before["files"].get(name)}
        assert {f"{lang}/{PAGE}.html" for lang in LANGUAGES} <= changed
    except queue.Empty:
        raise AssertionError("".join(said)) from None
    finally:
        process.terminate()
        process.wait()
