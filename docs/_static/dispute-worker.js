// The dispute desk's engine: Python in a worker. It hears {id, call, text} and answers {id, answer} or {id, fault}; the
// calls are the methods of cardlib's Dispute.
import { begin, reason } from "./runtime.js";

const [lang, version] = self.name.split(" ");
const desk = begin(
  version,
  [lang],
  `
from cardlib.widget.dispute import Dispute
Dispute(*place)`,
);

self.onmessage = async ({ data }) => {
  try {
    const there = await desk;
    postMessage({ id: data.id, answer: there[data.call](...data.text) });
  } catch (fault) {
    postMessage({ id: data.id, fault: reason(fault) });
  }
};
