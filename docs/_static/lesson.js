// The lesson of a page at a table of its own. It begins with the position that the page brings, and asks the engine of the
// live table, which runs in the worker. Where the reader has got to is kept in the browser. live.js fetches this script
// when it is wanted.
import { excuse, store } from "./engine.js";
import card_table from "./table.js";

/** Lay the table of a lesson beside the live table of the page; returns how to open it, or to go back to the list. */
export default function lay(section, live) {
  const { game, lang, version } = live.dataset;
  const labels = { ...JSON.parse(live.dataset.labels), ...JSON.parse(section.dataset.labels) };
  const key = `kartoteka lesson ${game}`;
  const [start, place, state, list] = ["start", "table", "state", "list"].map((part) => section.querySelector(`.lesson-${part}`));
  const button = start.querySelector("button");
  const total = list.children.length;
  const listeners = new Set();
  const kept = store.get(key) ?? {};

  let solved = new Set(kept.solved);
  let at = kept.at > 0 && kept.at < total ? kept.at : 0;
  const told = (place, name) => JSON.parse(place.querySelector(name).textContent);
  let view = { ...told(section, ".lesson-view"), labels: told(live, ".live-view").labels };
  let chain = Promise.resolve();

  const model = {
    get: (name) => (name === "view" ? view : undefined),
    send: (message) => act(message),
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
    rule: (clause) => [...(document.getElementById(clause)?.querySelectorAll(":scope > p:not([class])") ?? [])].map((p) => p.cloneNode(true)),
  };

  /** Ask the engine, after all that was asked before; show what it answers. */
  function act(message) {
    chain = chain.then(async () => {
      say(labels.loading);
      section.setAttribute("aria-busy", "true");
      try {
        const answer = JSON.parse(await live.engine.call("learn", JSON.stringify({ at, number: view.number, ...message })));
        say("");
        show(answer);
      } catch (error) {
        live.engine.stop(error.message);
        excuse(state, labels, error, () => act(message));
      }
      section.removeAttribute("aria-busy");
    });
    return chain;
  }

  function show(answer) {
    ({ view, at } = answer);
    if (answer.solved) solved.add(at);
    else if (at === 0 && solved.size === total) solved = new Set();
    store.set(key, { at, view, lang, version, solved: [...solved] });
    mark();
    for (const listener of listeners) listener();
  }

  /** The list tells what has been answered. */
  function mark() {
    [...list.children].forEach((item, n) => item.classList.toggle("lesson-solved", solved.has(n)));
  }

  function say(text) {
    state.replaceChildren(text);
  }

  const name = () => {
    if (!place.hidden) return labels.list;
    return at ? labels.resume.replace("{n}", at + 1).replace("{total}", total) : labels.start;
  };

  function open() {
    const opening = place.hidden;
    if (opening && !place.firstChild) {
      live.engine.warm();
      if (at && kept.lang === lang && kept.version === version) view = kept.view;
      else if (at) act({ do: "again" });
      card_table.render({ model, el: place });
    }
    place.hidden = !opening;
    list.hidden = opening;
    button.textContent = name();
  }

  mark();
  button.textContent = name();
  button.addEventListener("click", open);
  return open;
}
