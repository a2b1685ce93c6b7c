// Asks about the rules: Python in a worker of its own, as worker.js has it for a table.
// It hears {id, call, text} and answers {id, answer} or {id, fault}; the calls are the methods of cardlib's Desk.
import { loadPyodide } from "../../static/pyodide/pyodide.mjs";

const STATIC = new URL("../../static/", import.meta.url);
const SITE = "/lib/cardlib";
const [lang, version] = self.name.split(" ");

async function archive(name) {
  const got = await fetch(new URL(`${name}?${version}`, STATIC));
  if (!got.ok) throw new Error(`${got.status} ${got.url}`);
  return got.arrayBuffer();
}

async function begin() {
  const packed = Promise.all(["cardlib.zip", "fsrs.zip"].map(archive));
  packed.catch(() => {});
  const python = await loadPyodide({ indexURL: new URL("pyodide/", STATIC).href });
  for (const bytes of await packed) python.unpackArchive(bytes, "zip", { extractDir: SITE });
  python.globals.set("place", [SITE, lang]);
  return python.runPython(`
import sys
site, lang = place
sys.path.insert(0, site)
from cardlib.widget.desk import Desk
from cardlib.widget.schedule import Fsrs
Desk(lang, Fsrs())`);
}

const desk = begin();

self.onmessage = async ({ data }) => {
  try {
    postMessage({ id: data.id, answer: (await desk)[data.call](data.text) });
  } catch (fault) {
    postMessage({ id: data.id, fault: String(fault.message ?? fault).trim().split("\n").at(-1) });
  }
};
