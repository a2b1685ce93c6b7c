// node freeze.mjs PYODIDE MODULES OUT: Python's memory once it has imported the modules of a zip, for docs/_static/runtime.js.
// So a reader's browser neither starts Python nor imports the engine: both lie ready.
//
// First all is compiled in a Python of its own, for the compiler would leave its litter in the memory: without line numbers,
// and the library without docstrings. What a fresh Pyodide has in the same place anyway, whole pages of constants, is left
// out of the file.
// OUT/engine.bin is that memory, packed; OUT/engine.json, which must be there, is the data that the modules read, by path.
// It takes the place of the standard library, for all that is needed of that is imported.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path/posix";
import { pathToFileURL } from "node:url";
import { constants, gzipSync } from "node:zlib";

const PAGE = 4096;
const [folder, modules, out] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${folder}/${name}`).href);
const { loadPyodide } = await load("pyodide.mjs");
const { default: make } = await load("pyodide.asm.mjs");
process.env.TZ = "UTC"; // it stays in the memory

/** The standard library and the modules, both compiled. */
async function compiled() {
  const python = await loadPyodide();
  python.FS.writeFile("/tmp/library.zip", readFileSync(`${folder}/python_stdlib.zip`));
  python.FS.writeFile("/tmp/engine.zip", readFileSync(modules));
  python.runPython(`
import marshal, types, zipfile
from importlib.util import MAGIC_NUMBER

def bare(code):
    """The code with a table of lines that says of each instruction, eight to a byte, that it has none."""
    eights, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\\xff" * eights + (bytes([0xF8 + rest - 1]) if rest else b"")
    inner = (bare(c) if isinstance(c, types.CodeType) else c for c in code.co_consts)
    return code.replace(co_linetable=table, co_consts=tuple(inner))

for name, home, optimize in ("library", "/lib/python314.zip/", 2), ("engine", "/lib/engine/", 0):
    source = zipfile.ZipFile(f"/tmp/{name}.zip")
    with zipfile.ZipFile(f"/tmp/{name}-compiled.zip", "w") as packed:
        for path in source.namelist():
            if path.endswith(".py"):
                code = bare(compile(source.read(path), home + path, "exec", dont_inherit=True, optimize=optimize))
                made = zipfile.ZipInfo(path + "c", (1980, 1, 1, 0, 0, 0))
                packed.writestr(made, MAGIC_NUMBER + bytes(12) + marshal.dumps(code), zipfile.ZIP_DEFLATED)
`);
  return ["library", "engine"].map((name) => python.FS.readFile(`/tmp/${name}-compiled.zip`));
}

/** As docs/_static/runtime.js does it. */
function unpack(files) {
  for (const [path, text] of Object.entries(JSON.parse(readFileSync(`${out}/engine.json`, "utf8")))) {
    files.mkdirTree(dirname(`/lib/engine/${path}`));
    files.writeFile(`/lib/engine/${path}`, text);
  }
}

/** Python's memory, all modules imported and used once: only then has Python imported what it wants for that. */
async function frozen([library, code]) {
  const place = `${out}/library.zip`;
  writeFileSync(place, library);
  const python = await loadPyodide({ stdLibURL: place, env: { PYTHONHASHSEED: "0" }, _makeSnapshot: true });
  rmSync(place);
  python.unpackArchive(code, "zip", { extractDir: "/lib/engine" });
  unpack(python.FS);
  python.runPython(`
import encodings.ascii, encodings.cp437, encodings.latin_1, encodings.utf_8_sig  # found by name, when they are needed
import gc, importlib, pkgutil, sys

WANTING = ("anywidget", "ipywidgets", "traitlets")  # what only notebooks have

sys.path.insert(0, "/lib/engine")
for found in pkgutil.walk_packages(sys.path[:1]):
    try:
        importlib.import_module(found.name)
    except ModuleNotFoundError as error:
        if error.name not in WANTING:
            raise

from cardlib.widget.live import Live

for lang in "ru", "en":
    Live("crazy-eights", lang).open("seed=0&moves=nonsense")
sys.path.remove("/lib/python314.zip")
sys.path_importer_cache.clear()
gc.collect()
`);
  return python.makeMemorySnapshot();
}

/** How long all is, how many pages a fresh Pyodide has just so, their places, and the memory with them emptied. */
async function less(whole) {
  let fresh;
  const watched = async (settings) => {
    const module = await make(settings);
    fresh = module.HEAPU8.slice();
    return module;
  };
  await loadPyodide({ _loadSnapshot: whole, createPyodideModule: watched });
  const memory = whole.subarray(whole.length - fresh.length);
  const same = [];
  for (let at = 0; at < memory.length; at += PAGE) {
    const page = memory.subarray(at, at + PAGE);
    if (!page.some(Boolean) || Buffer.compare(page, fresh.subarray(at, at + PAGE))) continue;
    page.fill(0);
    same.push(at);
  }
  const head = Uint32Array.of(8 + 4 * same.length + whole.length, same.length, ...same);
  return Buffer.concat([new Uint8Array(head.buffer), whole]);
}

try {
  const memory = await less(await frozen(await compiled()));
  writeFileSync(`${out}/engine.bin`, gzipSync(memory, { level: constants.Z_BEST_COMPRESSION }));
} catch (fault) {
  console.log(String(fault.message ?? fault).trim().split("\n").at(-1));
  process.exit(1);
}
