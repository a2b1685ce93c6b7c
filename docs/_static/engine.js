// What pages with an engine share: storage, the engine in its worker, and what is said when it fails.

/** Storage that may be forbidden or full. */
export const store = {
  get(name) {
    try {
      return JSON.parse(localStorage.getItem(name));
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, JSON.stringify(value));
    } catch {
      // it is then lost with the page
    }
  },
};

/** The engine: started when it is first needed, or warmed before. Calls are answered in order. */
export class Engine {
  #worker = null;
  #waiting = new Map();
  #last = 0;

  constructor(name, script = "worker.js") {
    this.name = name;
    this.script = script;
  }

  /** Has it been started? */
  get started() {
    return this.#worker !== null;
  }

  warm() {
    if (this.#worker) return;
    dispatchEvent(new Event("tablestart")); // heard by offline.js
    this.#worker = new Worker(new URL(this.script, import.meta.url), { type: "module", name: this.name });
    this.#worker.onmessage = ({ data }) => {
      const { done, lost, told } = this.#waiting.get(data.id);
      if ("thought" in data) {
        told?.(JSON.parse(data.thought));
        return;
      }
      this.#waiting.delete(data.id);
      if ("fault" in data) lost(new Error(data.fault));
      else done(data.answer);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.stop(event.message || this.script);
    };
  }

  stop(why) {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { lost } of this.#waiting.values()) lost(new Error(why));
    this.#waiting.clear();
  }

  /** End the thinking with what it has come to. */
  hurry() {
    this.#worker?.postMessage({ stop: this.#last });
  }

  call(call, text, told) {
    this.warm();
    const id = ++this.#last;
    const answer = new Promise((done, lost) => this.#waiting.set(id, { done, lost, told }));
    this.#worker.postMessage({ id, call, text });
    return answer;
  }
}

/** Say in this place that the engine failed, with a button that tries again. */
export function excuse(place, labels, error, again) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = labels.again;
  button.addEventListener("click", again);
  place.replaceChildren(labels.failed.replace("{why}", error.message.replace(/\.$/, "")), " ", button);
}
