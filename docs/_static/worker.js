// The engine beside the page: Python in a worker of its own, so that the page never waits for it.
// It hears {id, call, text} and answers {id, answer} or {id, fault}; the calls are the methods of cardlib's Live.
import { loadPyodide } from "../../static/pyodide/pyodide.mjs";

const STATIC = new URL("../../static/", import.meta.url);
const SITE = "/lib/cardlib";
const [game, lang, version] = self.name.split(" ");

async function begin() {
  const packed = fetch(new URL(`cardlib.zip?${version}`, STATIC)).then((got) => {
    if (!got.ok) throw new Error(`${got.status} ${got.url}`);
    return got.arrayBuffer();
  });
  packed.catch(() => {});
  const python = await loadPyodide({ indexURL: new URL("pyodide/", STATIC).href });
  python.unpackArchive(await packed, "zip", { extractDir: SITE });
  python.globals.set("place", [SITE, game, lang]);
  return python.runPython(`
import sys
site, game, lang = place
sys.path.insert(0, site)
from cardlib.widget.live import Live
Live(game, lang)`);
}

let table = begin();

self.onmessage = async ({ data }) => {
  try {
    const live = await table;
    postMessage({ id: data.id, answer: data.text === undefined ? live[data.call]() : live[data.call](data.text) });
  } catch (fault) {
    postMessage({ id: data.id, fault: String(fault.message ?? fault).trim().split("\n").at(-1) });
  }
};
