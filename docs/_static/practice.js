// Practice: asks about the rules with the engine in a worker, and keeps the answers in the browser.
// What is known is counted here and shown at once; the questions, and when they come round again, are Python's.
import { Engine, excuse, store } from "./engine.js";

const KEY = "kartoteka practice";
const FORM = "kartoteka practice";
const KNOWN = 2; // the state of what is past its first steps
const NOTHING = { form: FORM, version: 1, records: {} };

const section = document.querySelector(".practice");
const find = (part) => section.querySelector(`.practice-${part}`);
const labels = JSON.parse(section.dataset.labels);
const engine = new Engine(`${section.dataset.lang} ${section.dataset.version}`, "practice-worker.js");
const form = find("form");
const seed = Math.floor(Math.random() * 1e6);

let memory = null; // where the browser keeps nothing
let notice = "";
let asked = false; // is there a question without an answer?

// What is kept

function kept() {
  const there = memory ?? store.get(KEY);
  if (there === null || there?.form === FORM) return there;
  store.set(`${KEY} damaged`, there);
  store.set(KEY, NOTHING);
  notice = labels.damaged;
  return NOTHING;
}

function keep(ledger) {
  store.set(KEY, ledger);
  const there = store.get(KEY);
  memory = JSON.stringify(there) === JSON.stringify(ledger) ? null : ledger;
  if (memory) notice = labels["not-kept"];
  show();
}

const due = (record) => new Date(record.due) <= new Date();

/** How many of these subjects were asked, are known, are due. */
function tally(subjects, records) {
  const seen = subjects.map((subject) => records[subject]).filter(Boolean);
  return { seen: seen.length, known: seen.filter(({ state }) => state === KNOWN).length, due: seen.filter(due).length };
}

function show() {
  const records = kept()?.records ?? {};
  const game = form.elements.game.value;
  const mine = new Set();
  for (const row of section.querySelectorAll("tr[data-game]")) {
    const subjects = row.dataset.subjects.split(" ");
    const count = tally(subjects, records);
    for (const [name, n] of Object.entries(count)) row.querySelector(`td.${name}`).textContent = n;
    if (!game || row.dataset.game === game) for (const subject of subjects) mine.add(subject);
  }
  for (const item of section.querySelectorAll("li[data-subject]")) {
    const record = records[item.dataset.subject];
    const mark = !record ? "new" : due(record) ? "due" : record.state === KNOWN ? "known" : "seen";
    item.dataset.mark = mark;
    item.title = labels.marks[mark];
  }
  const { seen, due: now } = tally([...mine], records);
  find("due").textContent = labels.due.replace("{n}", now).replace("{seen}", seen).replace("{all}", mine.size);
}

// What is said

/** Put a sentence into an element, its cards in their colour. */
function put(element, text) {
  element.replaceChildren(
    ...text.split(/([♠♥♦♣](?:10|[\p{L}\d]))/u).map((part) => {
      if (!/^[♠♥♦♣]./u.test(part)) return part;
      const sign = document.createElement("span");
      sign.className = `card-sign card-${"♥♦".includes(part[0]) ? "red" : "black"}`;
      sign.textContent = part;
      return sign;
    }),
  );
}

function say(text) {
  find("state").replaceChildren(...(text ? [text] : []));
}

/** Ask the engine; what it cannot do is said, and may be tried again. */
async function call(name, given, again) {
  if (!section.dataset.ready) say(labels.loading);
  section.setAttribute("aria-busy", "true");
  try {
    const answer = JSON.parse(await engine.call(name, JSON.stringify({ kept: kept(), ...given })));
    section.dataset.ready = "yes";
    say("");
    return answer;
  } catch (error) {
    delete section.dataset.ready;
    engine.stop(error.message);
    excuse(find("state"), labels, error, again);
    return null;
  } finally {
    section.removeAttribute("aria-busy");
  }
}

// A question and its answer

async function ask() {
  if (section.hasAttribute("aria-busy")) return;
  const question = await call("ask", { game: form.elements.game.value, seed }, ask);
  if (!question) return;
  asked = true;
  find("question").hidden = false;
  find("question").dataset.subject = question.subject;
  find("head").textContent = question.head;
  put(find("stem"), question.stem);
  put(find("quote"), question.quote);
  find("quote").hidden = !question.quote;
  find("table").hidden = !question.table;
  find("table").firstElementChild.innerHTML = question.table;
  find("table").lastElementChild.textContent = question.caption;
  find("choices").replaceChildren(
    ...question.choices.map((text, n) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      put(button, text);
      button.addEventListener("click", () => answer(n));
      item.append(button);
      return item;
    }),
  );
  find("verdict").replaceChildren();
  find("next").hidden = true;
  find("question").scrollIntoView({ block: "nearest" });
  find("choices").querySelector("button").focus({ preventScroll: true });
}

async function answer(chosen) {
  if (!asked || section.hasAttribute("aria-busy")) return;
  const told = await call("answer", { chosen }, ask);
  if (!told) return;
  asked = false;
  for (const [n, button] of find("choices").querySelectorAll("button").entries()) {
    button.setAttribute("aria-disabled", "true");
    const mark = n === told.right ? "right" : n === chosen ? "wrong" : "";
    if (!mark) continue;
    button.classList.add(`practice-${mark}`);
    const spoken = document.createElement("span");
    spoken.className = "visually-hidden";
    spoken.textContent = ` (${labels[`is-${mark}`]})`;
    button.append(spoken);
  }
  const verdict = document.createElement("p");
  verdict.className = told.good ? "practice-good" : "practice-bad";
  verdict.textContent = told.verdict;
  const reasons = told.why.map(({ text, subject, url }) => {
    const line = document.createElement("p");
    const link = document.createElement("a");
    put(line, text);
    link.href = url;
    link.textContent = subject.replace(/^term:/, "");
    if (!subject.startsWith("term:")) link.setAttribute("aria-label", `${labels.rule} ${subject}`);
    line.append(" ", link);
    return line;
  });
  find("verdict").replaceChildren(verdict, ...reasons);
  notice = "";
  keep(told.kept);
  say(notice);
  find("next").hidden = false;
  find("next").focus({ preventScroll: true });
  find("next").scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  ask();
});
find("next").addEventListener("click", ask);

// Figures answer, wherever in the question the reader is
find("question").addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const choices = find("choices").querySelectorAll("button");
  if (/^[1-9]$/.test(event.key) && choices[event.key - 1]) choices[event.key - 1].click();
});

// Files

section.querySelector("[data-practice=give]").addEventListener("click", () => {
  const link = document.createElement("a");
  const text = `${JSON.stringify(kept() ?? NOTHING, null, 1)}\n`;
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = "kartoteka-practice.json";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});

section.querySelector("input[type=file]").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  let text = null;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    say(labels["not-text"].replace("{name}", file.name));
  }
  target.value = "";
  if (text === null) return;
  const take = async () => {
    const told = await call("merge", { file: text }, take);
    if (told?.fault) say(told.fault);
    else if (told) {
      notice = "";
      keep(told.kept);
      say([labels.taken.replace("{n}", told.taken), notice].join(" "));
    }
  };
  await take();
});

section.querySelector("[data-practice=forget]").addEventListener("click", () => {
  if (!confirm(labels.sure)) return;
  keep(NOTHING);
  say(labels.forgotten);
});

// The game stands in the address

function carry() {
  for (const link of document.querySelectorAll(".language-switch")) link.search = location.search;
}

form.elements.game.addEventListener("change", ({ target }) => {
  history.replaceState(null, "", (target.value ? `?game=${target.value}` : location.pathname) + location.hash);
  carry();
  show();
});

const wanted = new URLSearchParams(location.search).get("game") ?? "";
if ([...form.elements.game.options].some(({ value }) => value === wanted)) form.elements.game.value = wanted;
carry();
find("none").remove();
find("desk").hidden = false;
show();
say(notice);
addEventListener("storage", ({ key }) => key === KEY && show());
for (const sign of ["pointerenter", "focusin", "touchstart"])
  form.addEventListener(sign, () => engine.warm(), { once: true, passive: true });
