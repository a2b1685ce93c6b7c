// Finds names and terms in the suggest index, and passages of the text by Pagefind. Nothing here touches the page.

const WITHIN = 2; // how many names and terms within a longer question are shown
const LONGEST = 6; // words of a name or term within a question
const RULES = 3; // how many rules pages come first for a question
const FEW = 3; // with fewer pages than these the question is widened
const ONE_ERROR = 2; // from this rank on a find rests on a typing error

// Words of a question that say nothing of its matter.
const SMALL = new Set(
  `а без бы в во для до его если есть же за и из или их к как какая какие какое какой когда кто ли мне можно мой мы на надо
  не нет но нужно о об он она они от по почему при с сколько со та так то ты тогда у что чтобы это этот я a an and any are as
  at be been by can do does for from get has have he her his how i if in into is it its many may me much must my not of on
  one or our she should so than that the their then there they this to was we what when where which who why will with would
  you your`.split(/\s+/),
);

const fold = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u0302\u0308]/g, "") // accents, and the dots of ё
    .normalize("NFC")
    .replace(/[’ʼ]/g, "'")
    .replace(/[^\p{L}\p{N}']+/gu, " ")
    .trim();

// At most one letter missing, extra, wrong or swapped with its neighbour.
const near = (a, b) => {
  let start = 0;
  let i = a.length - 1;
  let j = b.length - 1;
  if (Math.abs(i - j) > 1) return false;
  while (start <= i && start <= j && a[start] === b[start]) start++;
  for (; i >= start && j >= start && a[i] === b[j]; i--) j--;
  if (i <= start && j <= start) return true;
  return i === start + 1 && j === i && a[start] === b[i] && a[i] === b[start];
};

export const read = ({ entries, forms, names }) => {
  const index = { entries, forms: [], exact: new Map(), names: [] };
  for (const [start, endings, ...fits] of forms) {
    for (const ending of endings.split(",")) {
      const means = [];
      for (let n = 0; n < fits.length; n += 2) means.push([fits[n], fits[n + 1]]);
      index.forms.push([start + ending, means]);
      index.exact.set(start + ending, means);
    }
  }
  for (const [entry, text, lengths] of names) {
    const parts = fold(text).split(" ").map((word, n) => ({ word, stem: word.slice(0, lengths.charCodeAt(n) - 48) }));
    index.names.push({ entry, text, parts, long: parts.filter((part) => part.word.length > 1).length });
  }
  return index;
};

const ENDING = /^(а|я|о|е|и|ы|у|ю|ь|й|[аоеяыи]й|[оеую]ю|[аеиоыя]м|[аиыя]х|[аяыи]ми|[ое]в|ая|яя|[оеыи]е|[ое]го|[ое]му|'?s|es)?$/;
const inflected = (word, { stem }) => stem.length > 2 && word.startsWith(stem) && ENDING.test(word.slice(stem.length));

const mistyped = (word, part) => {
  if (word.length < 4) return 9;
  if (near(word, part.word)) return 2.5;
  const { length } = part.stem;
  const cuts = length > 3 ? [length, length - 1, length + 1] : [];
  return cuts.some((cut) => word.length - cut < 3 && near(word.slice(0, cut), part.stem)) ? 2.6 : 9;
};

// How well words fit a name: 0.5 just so, 0.6 in another form, from 1.1 on in part, from 2.5 on with a typing error.
const fitName = (words, name, { typing, errors }) => {
  let worst = 0.5;
  const left = new Set(name.parts);
  for (const [n, word] of words.entries()) {
    let [best, which] = [9, null];
    for (const part of left) {
      let fit = 9;
      if (part.word === word) fit = 0.5;
      else if (inflected(word, part)) fit = 0.6;
      else if (typing && n === words.length - 1 && part.word.startsWith(word)) fit = 1.1;
      else if (errors && best > 2.5) fit = mistyped(word, part);
      if (fit < best) [best, which] = [fit, part];
    }
    if (!which) return best;
    left.delete(which);
    worst = Math.max(worst, best);
  }
  const more = name.long - words.length;
  return worst < 1 && more > 0 ? 1.1 + more / 50 : worst + Math.max(more, 0) / 50;
};

const LATER = { unwritten: 0.04, catalogue: 0.05, glossary: 0.05, guide: 0.06 };

// Entries with their ranks, best first. Below 1 all that was asked is a name or a word in some form. `typing`: the last
// word may not be finished; `errors`: where nothing fits just so, a typing error is forgiven.
const ranked = (index, asked, { typing = false, errors = false }) => {
  const ranks = new Map();
  const words = asked.split(" ");
  const note = (entry, rank, how) => {
    const last = rank + (LATER[index.entries[entry][0]] || 0);
    if (!(ranks.get(entry)?.rank <= last)) ranks.set(entry, { entry, rank: last, ...how });
  };
  for (const [entry, fit] of index.exact.get(asked) || []) note(entry, fit / 10);
  for (const name of index.names) {
    const rank = fitName(words, name, { typing });
    if (rank < ONE_ERROR) note(name.entry, rank, { name: name.text });
  }
  if (typing) {
    for (const [form, means] of index.forms) {
      if (form.startsWith(asked)) for (const [entry, fit] of means) note(entry, 1 + fit / 10);
    }
  }
  if (errors && asked.length > 3 && ![...ranks.values()].some(({ rank }) => rank < 1)) {
    for (const [form, means] of index.forms) {
      if (near(form, asked)) for (const [entry, fit] of means) note(entry, ONE_ERROR + fit / 10, { form });
    }
    for (const name of index.names) {
      const rank = fitName(words, name, { typing, errors });
      if (rank < 3) note(name.entry, rank, { name: name.text });
    }
  }
  const length = ({ entry }) => index.entries[entry][1].length;
  return [...ranks.values()].sort((a, b) => a.rank - b.rank || length(a) - length(b) || a.entry - b.entry);
};

const isNamed = (index, entry) => ["term", "game", "unwritten"].includes(index.entries[entry][0]);

// The names and terms within a longer question: a game before a term, more words before fewer. A term of one word says
// little beside these.
const inside = (index, words) => {
  const found = [];
  const taken = new Set();
  for (let size = Math.min(words.length - 1, LONGEST); size > 0; size--) {
    for (let at = 0; at + size <= words.length; at++) {
      const places = Array.from({ length: size }, (_, n) => at + n);
      const part = words.slice(at, at + size).join(" ");
      if (part.length < 3 || places.some((place) => taken.has(place))) continue;
      const hits = ranked(index, part, {}).filter(({ entry, rank }) => rank < 0.65 && isNamed(index, entry));
      if (!hits.length) continue;
      places.forEach((place) => taken.add(place));
      const [first] = hits;
      const game = hits.find(({ name, rank }) => name && rank <= 0.6);
      if (game && game !== first) found.push({ ...game, at, size, game: true });
      found.push({ ...first, at, size, game: Boolean(game || first.name) });
    }
  }
  for (const [at, word] of found.length ? [] : words.entries()) {
    const [hit] = word.length > 4 ? ranked(index, word, { errors: true }) : [];
    if (hit?.rank >= ONE_ERROR) found.push({ ...hit, at, size: 1, game: false });
  }
  const telling = found.filter(({ size, game }) => size > 1 || game);
  return (telling.length ? telling : found).sort((a, b) => b.game - a.game || b.size - a.size || a.rank - b.rank);
};

const telling = (words) => {
  const said = words.filter(Boolean);
  const left = said.filter((word) => !SMALL.has(word));
  return (left.length ? left : said).join(" ");
};

// Names and terms for what is typed, and what to look for in the text.
export const suggest = (index, query, lang, most) => {
  const asked = fold(query);
  const words = asked.split(" ");
  if (!asked) return { found: [], question: false, queries: [] };
  let hits = ranked(index, asked, { typing: true, errors: true });
  const sure = hits[0]?.rank < 1;
  const parts = !sure && words.length > 1 ? inside(index, words) : [];
  if (parts.length) hits = [...hits.slice(0, WITHIN), ...parts.slice(0, WITHIN)];
  const once = hits.filter((hit, n) => n === hits.findIndex(({ entry }) => entry === hit.entry));
  const found = once.slice(0, most).map(({ entry, name }) => {
    const [kind, title, other, url, more] = index.entries[entry];
    if (kind === "term") return { kind, title, other, url, told: more };
    return { kind, title, other, url, note: more, also: name === title || name === other ? "" : name };
  });
  // The text speaks the page's language, without typing errors, and knows a term best by its headword.
  const spoken = [...words];
  const foreign = lang === "ru" ? /^[a-z' ]+$/ : /[а-я]/;
  const named = sure ? [{ ...hits[0], at: 0, size: words.length }] : parts;
  for (const { entry, at, size, rank, form } of named) {
    const [kind, title] = index.entries[entry];
    if (kind !== "term") continue;
    const translated = foreign.test(words.slice(at, at + size).join(" "));
    if (translated || (size === 1 && rank < 0.4)) spoken.splice(at, size, fold(title), ...Array(size - 1).fill(""));
    if (translated) words.splice(at, size, fold(title), ...Array(size - 1).fill(""));
    if (form && !translated) spoken.splice(at, size, form);
  }
  if (!parts.length && hits[0]?.rank >= ONE_ERROR && hits[0].form) spoken.splice(0, words.length, hits[0].form);
  const question = !sure && words.length > 1;
  const about = parts.find(({ entry }) => index.entries[entry][0] === "game");
  const rest = about ? telling(words.filter((_, n) => n < about.at || n >= about.at + about.size)) : "";
  const within = rest && { page: index.entries[about.entry][3], words: rest };
  return { found, question, within, queries: [...new Set([spoken, words].map(telling))].filter(Boolean) };
};

// Text

const ENTITIES = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'", "&#39;": "'" };
const plain = (word) => word.replace(/&[#\w]+;/g, (sign) => ENTITIES[sign] || sign);

// Pagefind shortens a word that it does not know until it finds something: what is far from every word does not count.
const alike = (a, b) => {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  return same >= Math.min(3, b.length) || same >= 0.6 * b.length;
};

// The place of a page that fits best: where it is, what stands over it, and its words, those found marked.
const passage = (data, asked, length) => {
  const words = data.raw_content.split(/\s+/).map(plain);
  const headings = data.anchors.filter(({ element }) => /^h\d$/i.test(element));
  const title = headings[0]?.text.split(/\s+/).length || 0;
  const all = data.weighted_locations
    .map(({ location, balanced_score: weight }) => {
      const here = fold(words[location] || "").split(" ");
      return { location, weight, which: asked.findIndex((one) => here.some((word) => alike(word, one))) };
    })
    .filter(({ which }) => which >= 0)
    .sort((a, b) => a.location - b.location);
  if (!all.length) return null;
  const below = all.filter(({ location }) => location >= title);
  const spots = below.length ? below : all;
  // Best is where most of the words stand together.
  let [most, best] = [0, 0];
  for (const [n, { location }] of spots.entries()) {
    const near = spots.slice(n).filter((spot) => spot.location < location + length);
    const value = 1e6 * new Set(near.map(({ which }) => which)).size + near.reduce((sum, { weight }) => sum + weight, 0);
    if (value > most) [most, best] = [value, n];
  }
  const start = spots[best]?.location || 0;
  const before = (anchors) => anchors.findLast(({ location }) => location <= start);
  const anchor = before(data.anchors);
  const over = before(headings);
  const from = anchor && start - anchor.location < length / 2 ? anchor.location : Math.max(start - 5, title);
  const head = over?.location === from ? from + over.text.split(/\s+/).length : from;
  const marked = new Set(all.map(({ location }) => location));
  return {
    anchor: anchor && anchor !== headings[0] ? anchor.id : "",
    section: over && over !== headings[0] ? over.text : "",
    words: words.slice(head, head + length).map((word, n) => [word, marked.has(head + n)]),
    cut: [head > 0 && from !== anchor?.location, head + length < words.length],
  };
};

// The pages with all the words of a query; where they are few, those that lack one of three or more as well. A question is
// answered by rules first, one about a game by the rules of this game.
const pages = async (pagefind, { queries, question, within }) => {
  const found = new Map();
  const ask = async (query, filters, most) => {
    const { results } = await pagefind.search(query, { filters });
    for (const result of results.slice(0, most)) if (!found.has(result.id)) found.set(result.id, result);
  };
  if (within) await ask(within.words, { page: within.page }, 1);
  if (question) await ask(queries[0], { kind: "game" }, RULES);
  for (const query of queries) await ask(query);
  const words = queries[0].split(" ");
  if (found.size < FEW && words.length > 2) for (const one of words) await ask(words.filter((word) => word !== one).join(" "));
  return [...found.values()];
};

// How many pages there are, and a function that fetches some of them.
export const search = async (pagefind, meant, length) => {
  const results = await pages(pagefind, meant);
  const words = meant.queries.flatMap((query) => query.split(" "));
  return {
    count: results.length,
    some: async (from, to) => {
      const loaded = await Promise.all(results.slice(from, to).map((result) => result.data()));
      return loaded.flatMap((data) => {
        const { kind, url, title, other } = data.meta;
        const part = passage(data, words, length);
        return part ? { kind, title, other, url: part.anchor && kind !== "term" ? `${url}#${part.anchor}` : url, ...part } : [];
      });
    },
  };
};
