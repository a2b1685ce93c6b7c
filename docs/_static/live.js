// The live table of a page. It draws the position that the page brings, and plays on with the engine in a worker.
// What is kept of the match is one line of text: in the address, so that a position can be shared, and in the browser.
import { Engine, excuse, store } from "./engine.js";
import card_table from "./table.js";

const MARK = "#table?";
const LONGEST = 6000; // characters of an address that every browser and messenger takes

/** How far a hint or another player's thinking is, below the table, with a button that ends it. */
function thought(table, hurry, redraw) {
  const said = document.createElement("span");
  const bar = document.createElement("progress");
  const stop = document.createElement("button");
  stop.type = "button";
  stop.className = "live-stop";
  stop.addEventListener("click", hurry);
  const line = document.createElement("div");
  line.className = "live-thought";
  line.hidden = true;
  line.append(said, bar, stop);
  table.after(line);
  return {
    show(told) {
      if (told.view) redraw(told.view);
      said.textContent = told.said;
      bar.setAttribute("aria-label", told.said);
      bar.value = told.done;
      stop.textContent = told.stop;
      line.hidden = false;
    },
    hide() {
      const held = line.contains(document.activeElement);
      line.hidden = true;
      if (held) table.querySelector('[data-key="do hint"]')?.focus();
    },
  };
}

function lay(section) {
  const { game, lang, version } = section.dataset;
  const labels = JSON.parse(section.dataset.labels);
  const key = `kartoteka table ${game}`;
  const state = section.querySelector(".live-state");
  const engine = (section.engine = new Engine(`${game} ${lang} ${version}`)); // lesson.js asks the same
  const listeners = new Set();
  const first = { view: JSON.parse(section.querySelector(".live-view").textContent), kept: section.dataset.kept };
  const linked = () => (location.hash.startsWith(MARK) ? location.hash.slice(MARK.length) : null);

  let shown = first;
  let opened = false; // has the engine the position that is shown?
  let chain = Promise.resolve();

  const model = {
    get: (name) => (name === "view" ? shown.view : undefined),
    send: (message) => act("hear", JSON.stringify(message)),
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
    rule: (clause) => [...(document.getElementById(clause)?.querySelectorAll(":scope > p:not([class])") ?? [])].map((p) => p.cloneNode(true)),
  };

  const thinking = thought(section.querySelector(".live-table"), () => engine.hurry(), (view) => show({ ...shown, view }));

  function show(answer) {
    shown = answer;
    for (const listener of listeners) listener();
  }

  /** Ask the engine, after all that was asked before; show what it answers. */
  function act(call, text) {
    chain = chain.then(async () => {
      if (!opened) say(labels.loading);
      section.setAttribute("aria-busy", "true");
      try {
        if (!opened && call !== "open") await engine.call("open", shown.kept);
        const answer = JSON.parse(await engine.call(call, text, thinking.show));
        if (!opened) say(labels.ready);
        opened = true;
        show(answer);
        keep();
      } catch (error) {
        opened = false;
        engine.stop(error.message);
        fail(error, () => act(call, text));
      }
      thinking.hide();
      section.removeAttribute("aria-busy");
    });
    return chain;
  }

  function keep() {
    store.set(key, { ...shown, lang, version });
    const line = shown.kept.length > LONGEST ? shown.kept.replace(/&moves=.*/, "") : shown.kept;
    history.replaceState(history.state, "", MARK + line);
  }

  function say(text) {
    state.replaceChildren(text);
  }

  const fail = (error, again) => excuse(state, labels, error, again);

  // What the page's own buttons do

  section.querySelector("[data-live=share]").addEventListener("click", async () => {
    if (shown.kept.length > LONGEST) {
      say(labels.cut);
      return;
    }
    const url = new URL(location);
    url.hash = MARK + shown.kept;
    const field = section.querySelector(".live-link");
    field.hidden = false;
    field.querySelector("input").value = url.href;
    try {
      await navigator.clipboard.writeText(url.href);
      say(labels.copied);
    } catch {
      say(labels.copy);
      field.querySelector("input").select();
    }
  });

  section.querySelector("[data-live=save]").addEventListener("click", () => {
    chain = chain.then(async () => {
      try {
        if (!opened) await engine.call("open", shown.kept);
        const text = await engine.call("deal");
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
        link.download = `${game}.deal`;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 1000);
      } catch (error) {
        fail(error, () => section.querySelector("[data-live=save]").click());
      }
    });
  });

  section.querySelector("input[type=file]").addEventListener("change", async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      await act("load", text);
    } catch {
      say(labels["loaded-not"].replace("{name}", file.name));
    }
    target.value = "";
  });

  section.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const line = new URLSearchParams();
    const given = new FormData(event.target);
    line.set("seed", given.get("seed") || Math.floor(Math.random() * 1e6));
    for (const list of event.target.elements) // the page's lists of house rules among them
      if (list.selectedIndex > 0) line.set(list.name, list.value);
    act("open", line.toString());
    section.querySelector(".live-table").scrollIntoView({ block: "nearest" });
  });

  // The position to begin with: of the link, else the one left here, else the page's own

  function arrive() {
    const line = linked();
    const left = store.get(key);
    if (left?.view && (line === null || line === left.kept) && left.lang === lang && left.version === version)
      shown = left;
    else if (line !== null || left?.kept) {
      shown = { ...first, kept: line ?? left.kept };
      act("open", shown.kept);
    }
  }

  addEventListener("hashchange", () => {
    const line = linked();
    if (line !== null && line !== shown.kept) act("open", line);
  });

  section.querySelector(".live-none").remove();
  section.querySelector(".live-tools").hidden = false;
  arrive();
  card_table.render({ model, el: section.querySelector(".live-table") });
  if (linked() !== null) section.scrollIntoView();

  // The engine is warmed when the reader comes near the table, unless he saves on data

  const warm = () => engine.warm();
  for (const sign of ["pointerenter", "focusin", "touchstart"])
    section.addEventListener(sign, warm, { once: true, passive: true });
  if (!navigator.connection?.saveData)
    new IntersectionObserver((entries, watching) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watching.disconnect();
      (window.requestIdleCallback ?? setTimeout)(warm);
    }).observe(section);
}

for (const section of document.querySelectorAll(".live")) lay(section);

// The script of the lesson is fetched with the first click on its button, or at once if the lesson was begun before

const lesson = document.querySelector(".lesson");
if (lesson) {
  const live = document.querySelector(".live");
  const start = lesson.querySelector(".lesson-start");
  const lay_lesson = async () => (await import("./lesson.js")).default(lesson, live);
  const begin = async () => {
    start.onclick = null;
    try {
      (await lay_lesson())();
    } catch (error) {
      lesson.querySelector(".lesson-state").textContent = JSON.parse(live.dataset.labels).failed.replace("{why}", error.message);
      start.onclick = begin;
    }
  };
  if (store.get(`kartoteka lesson ${live.dataset.game}`)) lay_lesson();
  else start.onclick = begin;
  start.hidden = false;
}
