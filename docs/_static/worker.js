// The engine beside the page: Python in a worker of its own, so that the page never waits for it.
// It hears {id, call, text} and answers {id, answer} or {id, fault}; the calls are the methods of cardlib's Live.
// What takes thought is done in slices: between them it sends {id, thought}, and hears {stop: id}.
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

let stopped; // the call that is to end with what it has
const pause = () => new Promise((go) => setTimeout(go));

async function hear(live, id, text) {
  live.begin(text);
  for (let thought; (thought = live.think(stopped === id)); await pause()) postMessage({ id, thought });
  return live.answer();
}

self.onmessage = async ({ data }) => {
  if (data.stop !== undefined) {
    stopped = data.stop;
    return;
  }
  try {
    const live = await table;
    const { id, call, text } = data;
    postMessage({ id, answer: call === "hear" ? await hear(live, id, text) : text === undefined ? live[call]() : live[call](text) });
  } catch (fault) {
    postMessage({ id: data.id, fault: String(fault.message ?? fault).trim().split("\n").at(-1) });
  }
};
