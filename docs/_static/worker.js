// The engine beside the page: Python in a worker of its own, so that the page never waits for it.
// It hears {id, call, text} and answers {id, answer} or {id, fault}; the calls are the methods of cardlib's Live.
// What takes thought is done in slices: between them it sends {id, thought}, and hears {stop: id}.
import { begin, reason } from "./runtime.js";

const [game, lang, version] = self.name.split(" ");
const table = begin(
  version,
  [game, lang],
  `
from cardlib.widget.live import Live
Live(*place)`,
);

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
    postMessage({ id: data.id, fault: reason(fault) });
  }
};
