// Python in a worker, thawed: its memory is fetched as docs/runtime/freeze.mjs left it, with all that is imported. The data
// that the modules read comes in place of the standard library.
import make from "../../static/pyodide/pyodide.asm.mjs";
import { loadPyodide } from "../../static/pyodide/pyodide.mjs";

const STATIC = new URL("../../static/", import.meta.url);
const PAGE = 4096;
const LIBRARY = "/lib/python314.zip"; // where Pyodide puts the standard library

/** A promise that is waited for later: till then its failure is nobody's. */
const later = (promise) => (promise.catch(() => {}), promise);

/** Python's memory, filled while it comes, and the places of the pages that a fresh Pyodide has by itself. */
async function frozen(version) {
  const got = await fetch(new URL(`engine.bin?${version}`, STATIC));
  if (!got.ok) throw new Error(`${got.status} ${got.url}`);
  const stream = got.body.pipeThrough(new DecompressionStream("gzip")).getReader();
  let { value } = await stream.read();
  const [length, count] = new Uint32Array(value.slice(0, 8).buffer);
  const bytes = new Uint8Array(length);
  const fill = async () => {
    for (let at = 0; value; { value } = await stream.read()) {
      bytes.set(value, at);
      at += value.length;
    }
  };
  const filled = later(fill());
  return { filled, same: new Uint32Array(bytes.buffer, 8, count), memory: bytes.subarray(8 + 4 * count) };
}

/** The files of the data, by path, are put where the modules look for them. */
function unpack(files) {
  const data = JSON.parse(files.readFile(LIBRARY, { encoding: "utf8" }));
  const folder = (path) => `/lib/engine/${path.slice(0, path.lastIndexOf("/"))}`;
  for (const place of new Set(Object.keys(data).map(folder))) files.mkdirTree(place);
  for (const [path, text] of Object.entries(data)) files.writeFile(`/lib/engine/${path}`, text);
}

async function thaw(version, place, lines) {
  const engine = later(frozen(version)); // the machine code is compiled while the memory comes
  const python = await loadPyodide({
    indexURL: new URL("pyodide/", STATIC).href,
    stdLibURL: new URL(`engine.json?${version}`, STATIC).href,
    _loadSnapshot: later(engine.then(({ memory }) => memory)),
    createPyodideModule: async (settings) => {
      const module = await make(settings);
      const { filled, same, memory } = await engine;
      await filled;
      const fresh = module.HEAPU8;
      const whole = memory.subarray(memory.length - fresh.length);
      const keep = (at, size) => whole.set(fresh.subarray(at, at + size), at);
      for (const at of same) keep(at, PAGE);
      // what this browser calls C by: a place in its own table of functions, or none
      keep(module.__PyRuntime + module.HEAP32[module.__PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET / 4], 4);
      return module;
    },
  });
  unpack(python.FS);
  python.globals.set("place", place);
  return python.runPython(`import random\nrandom.seed()\n${lines}`); // chance was frozen too
}

/** What the lines of Python come to; in them `place` is a list of the names given. `version` tells builds apart. */
export const begin = (version, place, lines) => later(thaw(version, place, lines));

/** The last line of a fault, which says what it was. */
export const reason = (fault) => String(fault.message ?? fault).trim().split("\n").at(-1);
