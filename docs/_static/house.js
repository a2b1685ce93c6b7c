// The house rules that the reader chooses in the table of options. They stand in the address, so that a link brings them;
// the clauses that they bend are marked, the head of the page lists them, and the live table deals by them.

const table = document.querySelector("table.options");
const lists = [...table.querySelectorAll("select")];
const { labels, clashes } = JSON.parse(document.querySelector("script.house").textContent);
const said = document.querySelector(".house-said");
const facts = document.querySelector("dl.facts");
const here = document.querySelector(".house-here");
const before = new Map(); // list -> what was chosen in it

const element = (tag, name, ...inside) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...inside);
  return made;
};
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const called = (list) => fill("{name}: {value}", { name: list.ariaLabel, value: list.selectedOptions[0].text });
const chosen = () => lists.filter((list) => list.selectedIndex > 0);

/** Why the value of a list cannot stand beside the others; undefined if it can. */
function contradiction(list) {
  const value = (name) => lists.find((one) => one.name === name).value;
  const found = clashes.find(
    ([one, its, other, the]) => [one, other].includes(list.name) && value(one) === its && value(other) === the,
  );
  return found?.at(-1);
}

function keep() {
  const query = new URLSearchParams(location.search);
  for (const list of lists) {
    query.delete(list.name);
    if (list.selectedIndex > 0) query.set(list.name, list.value);
  }
  const search = String(query) && `?${query}`;
  history.replaceState(history.state, "", location.pathname + search + location.hash);
  for (const link of document.querySelectorAll(".language-switch")) link.search = search;
}

const summary = element("section", "house-yours");
summary.ariaLabel = labels.yours;
facts.after(summary);

function show() {
  const bent = chosen();
  for (const list of lists) before.set(list, list.selectedIndex);
  for (const mark of document.querySelectorAll(".house-mark")) mark.remove();
  for (const list of bent) {
    const mark = element("p", "house-mark", `${labels.mark} `, element("strong", "", called(list)));
    document.getElementById(list.dataset.clause)?.querySelector(".clause-foot").before(mark);
  }
  for (const list of lists) list.closest("tr").classList.toggle("house-changed", list.selectedIndex > 0);
  summary.hidden = !bent.length;
  const items = bent.map((list) => {
    const link = element("a", "", called(list));
    link.href = `#${list.dataset.clause}`;
    return element("li", "", link);
  });
  const usual = element("button", "", labels["all-usual"]);
  usual.type = "button";
  usual.addEventListener("click", () => {
    for (const list of lists) list.selectedIndex = 0;
    said.textContent = "";
    keep();
    show();
    table.querySelector("select").focus();
  });
  summary.replaceChildren(
    element("p", "house-title", labels.yours),
    element("ul", "", ...items),
    element("p", "house-so", labels.so, " ", usual),
  );
  if (here) here.textContent = bent.map(called).join("; ") || labels.usual;
}

/** A value that contradicts another is not taken; why, or nothing. */
function refuse(list) {
  const why = contradiction(list);
  if (!why) return "";
  const text = fill(labels.refused, { rule: called(list), why });
  list.selectedIndex = before.get(list) ?? 0;
  return text;
}

for (const list of lists) {
  list.addEventListener("change", () => {
    said.textContent = refuse(list);
    keep();
    show();
  });
  list.hidden = false;
}

/** Takes the rules of the address; what of them is wrong is said. */
function arrive() {
  const query = new URLSearchParams(location.search);
  const faults = [];
  for (const list of lists) {
    list.selectedIndex = 0;
    const wanted = query.get(list.name);
    if (wanted === null) continue;
    const at = [...list.options].findIndex((one) => one.value.toLowerCase() === wanted.toLowerCase());
    if (at < 0) faults.push(fill(labels["no-value"], { name: list.ariaLabel, value: wanted }));
    list.selectedIndex = Math.max(at, 0);
    faults.push(refuse(list));
  }
  said.textContent = faults.filter(Boolean).join(" ");
  if (said.textContent) summary.before(element("p", "house-fault", said.textContent));
}

table.classList.add("choosing");
table.querySelector(".house-choose").hidden = false;
arrive();
keep();
show();
