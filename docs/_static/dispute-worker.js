// The dispute desk's engine: Python in a worker. It hears {id, call, given} and answers {id, answer} or {id, fault}; the
// calls are the methods of cardlib's Dispute.
import { loadPyodide } from "../../static/pyodide/pyodide.mjs";

const STATIC = new URL("../../static/", import.meta.url);
const SITE = "/lib/cardlib";
const [lang, version] = self.name.split(" ");

async function begin() {
  const packed = fetch(new URL(`cardlib.zip?${version}`, STATIC)).then((got) => {
    if (!got.ok) throw new Error(`${got.status} ${got.url}`);
    return got.arrayBuffer();
  });
  packed.catch(() => {});
  const python = await loadPyodide({ indexURL: new URL("pyodide/", STATIC).href });
  python.unpackArchive(await packed, "zip", { extractDir: SITE });
  python.globals.set("place", [SITE, lang]);
  return python.runPython(`
import sys
site, lang = place
sys.path.insert(0, site)
from cardlib.widget.dispute import Dispute
Dispute(lang)`);
}

const desk = begin();

self.onmessage = async ({ data }) => {
  try {
    const there = await desk;
    postMessage({ id: data.id, answer: there[data.call](...data.given) });
  } catch (fault) {
    postMessage({ id: data.id, fault: String(fault.message ?? fault).trim().split("\n").at(-1) });
  }
};
