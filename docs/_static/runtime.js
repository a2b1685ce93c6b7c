// Python in a worker: loads Pyodide, unpacks archives of modules beside it, and runs the lines that make what is called.
import { loadPyodide } from "../../static/pyodide/pyodide.mjs";

const STATIC = new URL("../../static/", import.meta.url);
const SITE = "/lib/cardlib";

/** What the lines of Python come to; in them `place` is a list of the names given. `version` tells builds apart. */
export async function begin(archives, version, place, lines) {
  const packed = Promise.all(
    archives.map(async (name) => {
      const got = await fetch(new URL(`${name}?${version}`, STATIC));
      if (!got.ok) throw new Error(`${got.status} ${got.url}`);
      return got.arrayBuffer();
    }),
  );
  packed.catch(() => {});
  const python = await loadPyodide({ indexURL: new URL("pyodide/", STATIC).href });
  for (const bytes of await packed) python.unpackArchive(bytes, "zip", { extractDir: SITE });
  python.globals.set("place", place);
  return python.runPython(`import sys\nsys.path.insert(0, "${SITE}")\n${lines}`);
}

/** The last line of a fault, which says what it was. */
export const reason = (fault) => String(fault.message ?? fault).trim().split("\n").at(-1);
