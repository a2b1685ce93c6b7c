// The box that finds a game, a term or a passage: suggestions while one types, the text after a moment, and the page of
// all results. Without this script two links stand in its place.

const place = document.getElementById("search");
const form = place.querySelector("form");
const box = document.getElementById("search-box");
const list = document.getElementById("search-list");
const count = document.getElementById("search-count");
const results = document.getElementById("results");
const labels = JSON.parse(form.dataset.labels);
const lang = document.documentElement.lang;
const root = new URL(document.documentElement.dataset.content_root, location.href);
const SUGGESTED = 5;
const TEXTS = 5;
const A_PAGE = 7;
const PAUSE = 150; // milliseconds without a key before the text is searched

let index;
let lookup; // what finds: fetched with the index, when the box is first used
let loading;
let engine;
let turn = 0; // the number of the latest question: answers to earlier ones are dropped
let active = -1;

// The file is compressed already; some servers say so, and then it arrives unpacked.
const unpack = async (answer) => {
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  const file = await answer.blob();
  const [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
  const text = first === 0x1f ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file;
  return new Response(text).json();
};

const load = () => {
  loading ||= Promise.all([import("./lookup.js"), fetch(new URL("suggest.json.gz", root)).then(unpack)]).then(
    ([found, data]) => {
      lookup = found;
      index = lookup.read(data);
    },
  );
  return loading;
};

const open = () => {
  engine ||= import(new URL("../pagefind/pagefind.js", root)).then(async (pagefind) => {
    await pagefind.options({ noWorker: true });
    return pagefind;
  });
  return engine;
};

const wait = (time) => new Promise((done) => setTimeout(done, time));

const make = (tag, name, ...inside) => {
  const made = document.createElement(tag);
  made.className = name;
  made.append(...inside);
  return made;
};

const address = (found) => new URL(found.url, root).href;

// Title, name in the other language, section; the kind.
const heading = (found) => {
  const parts = [make("span", "found-title", found.title)];
  if (found.other) {
    const other = make("span", "found-other", found.other);
    other.lang = lang === "ru" ? "en" : "ru";
    parts.push(" ", other);
  }
  if (found.also) parts.push(" ", make("span", "found-other", `(${found.also})`));
  if (found.section) parts.push(" ", make("span", "found-section", found.section));
  const kind = [labels.kinds[found.kind], found.note].filter(Boolean).join(", ");
  return make("span", "found-head", make("span", "", ...parts), " ", make("span", "found-kind", kind));
};

const excerpt = ({ told, words, cut }) => {
  if (told) return [told];
  const shown = words.flatMap(([word, marked]) => [marked ? make("mark", "", word) : word, " "]);
  return [cut[0] ? "… " : "", ...shown, cut[1] ? "…" : ""];
};

// What stands in both lists is shown once, with its passage.
const merge = (named, texts) => {
  const rest = texts.filter((text) => !named.some(({ url }) => url === text.url));
  return [...named.map((one) => ({ ...texts.find(({ url }) => url === one.url), ...one })), ...rest];
};

// The list under the box

const options = () => [...list.children];

const choose = (wanted) => {
  const all = options();
  active = wanted;
  for (const [n, option] of all.entries()) option.setAttribute("aria-selected", String(n === active));
  if (active < 0) box.removeAttribute("aria-activedescendant");
  else {
    box.setAttribute("aria-activedescendant", all[active].id);
    all[active].scrollIntoView({ block: "nearest" });
  }
};

const unfold = (shown) => {
  list.hidden = !shown;
  box.setAttribute("aria-expanded", String(shown));
  if (!shown) choose(-1);
};

const close = () => {
  turn++;
  unfold(false);
  count.classList.add("visually-hidden");
};

// Options that stay keep their places, so that what is chosen does not move.
const draw = (found, all) => {
  const made = found.map((one) => {
    const option = make("a", "found", heading(one));
    option.href = address(one);
    if (one.told || one.words) {
      const words = make("span", "found-text", ...excerpt(one));
      words.ariaHidden = "true";
      option.append(words);
    }
    return option;
  });
  if (all) {
    const option = make("a", "found found-all", labels.all);
    option.href = `${form.action}?${new URLSearchParams({ q: box.value.trim() })}`;
    made.push(option);
  }
  const chosen = options()[active]?.href;
  for (const [n, option] of made.entries()) {
    Object.assign(option, { id: `found-${n}`, role: "option", tabIndex: -1 });
    option.addEventListener("click", close);
  }
  list.replaceChildren(...made);
  unfold(made.length > 0);
  choose(made.findIndex((option) => option.href === chosen));
};

const tell = (number) => {
  count.textContent = number ? labels.count.replace("{n}", number) : labels.none;
  count.classList.toggle("visually-hidden", number > 0);
};

const busy = (yes) => list.setAttribute("aria-busy", String(yes));

const look = async () => {
  const asked = ++turn;
  const query = box.value.trim();
  const late = () => asked !== turn;
  busy(true);
  if (index) draw(lookup.suggest(index, query, lang, SUGGESTED).found);
  if (!query) return close();
  try {
    await load();
    if (late()) return;
    const meant = lookup.suggest(index, query, lang, SUGGESTED);
    const { found } = meant;
    draw(found);
    count.classList.add("visually-hidden");
    await wait(PAUSE);
    if (late()) return;
    let texts = [];
    if (query.length > 1 && meant.queries.length) {
      const text = await lookup.search(await open(), meant, 18);
      texts = late() ? [] : await text.some(0, TEXTS);
    }
    if (late()) return;
    const shown = merge(found, texts);
    draw(shown, shown.length);
    tell(shown.length);
    busy(false);
  } catch (error) {
    console.warn(error);
    count.textContent = labels.failed;
    count.classList.remove("visually-hidden");
    busy(false);
  }
};

// The page of all results

const show = (found) => {
  const link = make("a", "", heading(found));
  link.href = address(found);
  const item = make("li", "result", make("h2", "", link));
  if (found.told || found.words) item.append(make("p", "", ...excerpt(found)));
  results.append(item);
};

const answer = async (query) => {
  const said = document.getElementById("results-count");
  const more = document.getElementById("results-more");
  document.getElementById("results-title").textContent = labels.for.replace("{query}", query);
  results.setAttribute("aria-busy", "true");
  try {
    await load();
    const meant = lookup.suggest(index, query, lang, SUGGESTED);
    const { found } = meant;
    const text = meant.queries.length ? await lookup.search(await open(), meant, 36) : { count: 0, some: async () => [] };
    let from = 0;
    const next = async () => {
      const texts = await text.some(from, from + A_PAGE);
      const shown = from ? texts : merge(found, texts);
      from += A_PAGE;
      shown.forEach(show);
      more.hidden = from >= text.count;
      return shown.length;
    };
    const shown = await next();
    said.textContent = shown ? labels.count.replace("{n}", Math.max(shown, text.count)) : labels.none;
    more.addEventListener("click", async () => {
      const last = results.children.length;
      await next();
      results.children[last]?.querySelector("a").focus();
    });
  } catch (error) {
    console.warn(error);
    said.textContent = labels.failed;
  }
  results.setAttribute("aria-busy", "false");
};

// Keys

const ARROWS = { ArrowDown: 1, ArrowUp: -1 };

box.addEventListener("keydown", (event) => {
  const all = options();
  if (event.key in ARROWS && !event.altKey && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    if (list.hidden) look();
    else choose(((active + 1 + ARROWS[event.key] + all.length + 1) % (all.length + 1)) - 1);
  } else if (event.key === "Enter" && active >= 0 && !event.isComposing) {
    event.preventDefault();
    all[active].click();
  } else if (event.key === "Escape") {
    event.preventDefault();
    if (!list.hidden || !count.classList.contains("visually-hidden")) close();
    else if (box.value) box.value = "";
    else box.blur();
  }
});

// On a Russian keyboard the key of the slash writes a full stop.
const slash = ({ key, code }) => key === "/" || (code === "Slash" && key === ".");

document.addEventListener("keydown", (event) => {
  if (!slash(event) || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest?.("input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]")) return;
  event.preventDefault();
  box.focus({ preventScroll: true });
  box.select();
});

for (const link of document.querySelectorAll(".search-link")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    box.focus({ preventScroll: true });
  });
}
box.addEventListener("focus", () => load().catch(() => {}));
box.addEventListener("input", look);
place.addEventListener("focusout", (event) => place.contains(event.relatedTarget) || close());
list.addEventListener("pointerdown", (event) => event.preventDefault()); // the box keeps the focus
form.addEventListener("submit", (event) => box.value.trim() || event.preventDefault());

form.hidden = false;
place.querySelector(".search-instead").hidden = true;
if (results) {
  const query = new URLSearchParams(location.search).get("q")?.trim() || "";
  box.value = query;
  for (const link of document.querySelectorAll(".language-switch")) link.search = location.search;
  if (query) answer(query);
}
