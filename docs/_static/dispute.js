// The dispute desk: a position and a move, judged by every rule; two sets of rules, and the smallest deal on which they
// differ. All that is asked stands in the address, to be shared, and goes along to the other language.
import { Engine } from "./engine.js";

const judging = document.querySelector(".desk-move");
const comparing = document.querySelector(".desk-rules");
const state = document.querySelector(".desk-state");
const answerPlace = document.querySelector(".desk-answer");
const progress = document.querySelector(".desk-progress");
const foundPlace = document.querySelector(".desk-found");
const stopping = comparing.querySelector("[data-desk=stop]");
const { labels, games } = JSON.parse(document.querySelector(".desk-data").textContent);
const { lang, version } = judging.dataset;
const OWN = ["game", "try", "one", "other"]; // what the address says beside the line of a position
const LONG = 3000; // milliseconds that a search is waited for when it is to stop

const engine = new Engine(`${lang} ${version}`, "dispute-worker.js");
const ask = async (call, ...given) => JSON.parse(await engine.call(call, given));

const element = (tag, name, ...inside) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
};

function rule(clause) {
  const link = element("a", "clause-ref", clause);
  link.href = `games/${clause.split(".")[0]}.html#${clause}`;
  link.lang = "en";
  return link;
}

/** A text in which clauses stand in brackets, as links to the rules. */
const linked = (text) =>
  text.split(/\[([a-z0-9-]+\.[a-z0-9-]+)\]/).map((part, n) => (n % 2 ? rule(part) : part));

// The address

const asked = () => new URLSearchParams(location.hash.slice(1));

function keep(changes) {
  const query = asked();
  for (const [name, value] of Object.entries(changes))
    if (value) query.set(name, value);
    else query.delete(name);
  history.replaceState(history.state, "", `#${query}`);
  for (const link of document.querySelectorAll(".language-switch")) link.hash = location.hash;
}

/** The line of a position: what the address says besides. */
function lineOf(query) {
  const line = new URLSearchParams(query);
  for (const name of OWN) line.delete(name);
  return String(line);
}

// A move

function verdicts(rows) {
  const head = [labels.rule, labels.verdict, labels.why].map((text) => {
    const cell = element("th", "", text);
    cell.scope = "col";
    return cell;
  });
  const body = rows.map((row) => {
    const named = element("th", "", row.rule);
    named.scope = "row";
    const why = element("td", "", row.why, " ");
    if (row.clause) why.append(rule(row.clause));
    return element("tr", row.allowed ? "desk-may" : "desk-may-not", named, element("td", "desk-verdict", row.verdict), why);
  });
  const table = element("table", "docutils desk-verdicts", element("thead", "", element("tr", "", ...head)), element("tbody", "", ...body));
  return element("div", "table-wrapper", table);
}

async function judge() {
  const game = judging.elements.game.value;
  const line = judging.elements.line.value;
  state.textContent = engine.started ? "" : labels.loading;
  try {
    const answer = await ask("judge", game, line || "seed=1", judging.elements.try.value);
    const picture = element("div", "desk-picture");
    picture.innerHTML = answer.picture; // drawn by our own engine
    state.textContent = [answer.trouble, answer.said].filter(Boolean).join(" ");
    const moves = (answer.legal ?? []).map(([text, called]) => {
      const one = element("option", "", called);
      one.value = text;
      return one;
    });
    document.getElementById("desk-legal").replaceChildren(...moves);
    answerPlace.replaceChildren(element("p", "desk-rules-here", answer.rules), ...(answer.rows ? [verdicts(answer.rows)] : []), picture);
    if (moves.length && !answer.rows) answerPlace.append(element("p", "", labels.legal, " ", ...offered(answer.legal)));
    judging.elements.line.value = answer.kept;
    judging.elements.try.value = answer.written ?? judging.elements.try.value;
    const query = new URLSearchParams(answer.kept);
    for (const name of new Set(asked().keys())) if (!OWN.includes(name)) keep({ [name]: "" });
    keep({ game, ...Object.fromEntries(query), try: judging.elements.try.value });
  } catch (error) {
    state.textContent = labels.failed.replace("{why}", error.message);
  }
}

const offered = (legal) =>
  legal.map(([text, called]) => {
    const button = element("button", "desk-offer", called);
    button.type = "button";
    button.addEventListener("click", () => {
      judging.elements.try.value = text;
      judge();
    });
    return button;
  });

judging.addEventListener("submit", (event) => {
  event.preventDefault();
  const { line } = judging.elements;
  if (line.value.includes("#")) arrive(new URLSearchParams(line.value.split("#").at(-1).replace(/^table\?/, "")), true);
  judge();
});

judging.querySelector("input[type=file]").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    const [, game] = text.match(/^game\s+(\S+)/m) ?? [];
    if (games[game]) choose(game);
    judging.elements.line.value = new URLSearchParams({ deal: text });
    judging.elements.try.value = "";
    judge();
  } catch {
    state.textContent = labels["not-text"].replace("{name}", file.name);
  }
  target.value = "";
});

judging.querySelector("[data-desk=share]").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(location.href);
    state.textContent = labels.copied;
  } catch {
    state.textContent = `${labels.copy} ${location.href}`;
  }
});

// Two sets of rules

function lists(name, game) {
  const set = comparing.querySelector(`fieldset[name=${name}]`);
  set.replaceChildren(set.querySelector("legend"));
  for (const [option, called, values] of games[game].rules) {
    const list = element("select");
    list.name = option;
    list.autocomplete = "off";
    for (const [value, text] of values) list.append(new Option(text, value));
    set.append(element("label", "", `${called} `, list));
  }
}

const setOf = (name) => [...comparing.querySelectorAll(`fieldset[name=${name}] select`)];
const chosen = (name) => Object.fromEntries(setOf(name).filter((list) => list.selectedIndex > 0).map((list) => [list.name, list.value]));

function take(name, text) {
  const wanted = new URLSearchParams(text ?? "");
  for (const list of setOf(name)) {
    const at = [...list.options].findIndex((one) => one.value === wanted.get(list.name));
    list.selectedIndex = Math.max(at, 0);
  }
}

let searching = 0; // which search goes on; none if it is even

function shown(answer) {
  progress.textContent = answer.said;
  if (!answer.deal) return;
  const rulings = answer.rulings.flatMap(([rules, ruling]) => [element("dt", "", rules), element("dd", "", ...linked(ruling))]);
  const save = element("a", "desk-save", labels.save);
  save.href = URL.createObjectURL(new Blob([answer.deal], { type: "text/plain" }));
  save.download = `${comparing.elements.game.value}.deal`;
  foundPlace.replaceChildren(element("dl", "desk-rulings", ...rulings), ...walk(answer), element("p", "", save));
}

/** The deal step by step: all but the end of a long one is folded up. */
function walk({ early, earlier, steps }) {
  const list = (some) =>
    element("ol", "desk-steps", ...some.map((lines) => {
      const [done, ...told] = lines.map((line) => element("span", "", ...linked(line)));
      return element("li", "", done, element("ul", "step-told", ...told.map((one) => element("li", "", one))));
    }));
  const end = list(steps);
  if (!earlier) return [end];
  end.start = early.length + 1;
  return [element("details", "desk-early", element("summary", "", earlier), list(early)), end];
}

function rest(on) {
  stopping.disabled = !on;
  comparing.querySelector("[type=submit]").disabled = on;
}

async function search() {
  const game = comparing.elements.game.value;
  const turn = (searching += 1);
  const [one, other] = [chosen("one"), chosen("other")];
  keep({ game, one: String(new URLSearchParams(one)), other: String(new URLSearchParams(other)) });
  foundPlace.replaceChildren();
  progress.textContent = labels.loading;
  rest(true);
  try {
    let answer = await ask("begin", game, JSON.stringify(one), JSON.stringify(other));
    if (answer.said) progress.textContent = answer.said;
    else {
      do {
        answer = await ask("go_on");
        if (turn !== searching) return;
        shown(answer);
      } while (!answer.over);
    }
  } catch (error) {
    if (turn === searching) progress.textContent = labels.failed.replace("{why}", error.message);
  }
  rest(false);
}

comparing.addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});

/** What was found so far is shown; an engine that does not answer soon is ended. */
stopping.addEventListener("click", async () => {
  searching += 1;
  stopping.disabled = true;
  progress.textContent = labels.stopped;
  const impatient = setTimeout(() => engine.stop(labels.stopped), LONG);
  try {
    shown(await ask("found"));
  } catch {
    progress.textContent = labels.stopped;
  }
  clearTimeout(impatient);
  rest(false);
});

// The game, and what the address asks

function choose(game) {
  for (const form of [judging, comparing]) form.elements.game.value = game;
  for (const name of ["one", "other"]) lists(name, game);
}

for (const form of [judging, comparing])
  form.elements.game.addEventListener("change", ({ target }) => {
    choose(target.value);
    judging.elements.line.value = judging.elements.try.value = "";
    history.replaceState(history.state, "", `#game=${target.value}`);
    keep({});
    answerPlace.replaceChildren();
    foundPlace.replaceChildren();
    state.textContent = progress.textContent = "";
  });

/** Fills the forms; true if a position is asked for. */
function arrive(query, position = false) {
  if (games[query.get("game")]) choose(query.get("game"));
  judging.elements.line.value = lineOf(query);
  if (query.has("try") || !position) judging.elements.try.value = query.get("try") ?? "";
  take("one", query.get("one"));
  take("other", query.get("other"));
}

document.querySelector(".desk-none").remove();
judging.hidden = comparing.hidden = false;
choose(judging.elements.game.value);

function open() {
  const query = asked();
  arrive(query);
  keep({});
  if (lineOf(query) || query.has("try")) judge();
}
open();
addEventListener("hashchange", open);
