// Asks about the rules: Python in a worker of its own, as worker.js has it for a table.
// It hears {id, call, text} and answers {id, answer} or {id, fault}; the calls are the methods of cardlib's Examiner.
import { begin, reason } from "./runtime.js";

const [lang, version] = self.name.split(" ");
const examiner = begin(
  version,
  [lang],
  `
from cardlib.widget.examiner import Examiner
from cardlib.widget.schedule import Fsrs
Examiner(*place, Fsrs())`,
);

self.onmessage = async ({ data }) => {
  try {
    postMessage({ id: data.id, answer: (await examiner)[data.call](data.text) });
  } catch (fault) {
    postMessage({ id: data.id, fault: reason(fault) });
  }
};
