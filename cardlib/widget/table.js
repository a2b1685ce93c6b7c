// The card table. It draws the model's `view` (made by scene.py) and tells the model what the reader does:
// {do: "move", text: "7H"}, {do: "undo"} and so on. A module without imports: it serves a notebook and a plain page.
// A page that has the rules on it gives the model a function `rule`: the text of a clause, as nodes.

const SVG = "http://www.w3.org/2000/svg";
const MOST_CHOICES = 24;
const FEW_EVENTS = 9; // with fewer, each tells the text of its rules
let tables = 0;

/** An element with attributes and children; null children and false attributes are left out. */
function h(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {}))
    if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** A card's picture, from the sprite. */
function picture(id, className = "kt-face") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", "0 0 100 140");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  return svg;
}

const keyOf = (node) => (node.nodeType === 1 ? node.getAttribute("data-key") : null);

/** Make `old` equal to `fresh`, keeping the elements that stay, so that focus and reading position are not lost. */
function patch(old, fresh) {
  if (old.nodeName !== fresh.nodeName || keyOf(old) !== keyOf(fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const keyed = new Map();
  const others = [];
  for (const child of old.childNodes) keyOf(child) ? keyed.set(keyOf(child), child) : others.push(child);
  const children = [...fresh.childNodes].map((child) => {
    const same = keyOf(child) ? keyed.get(keyOf(child)) : others.shift();
    return same ? patch(same, child) : child;
  });
  for (const child of [...old.childNodes]) if (!children.includes(child)) child.remove();
  children.forEach((child, n) => {
    if (old.childNodes[n] !== child) old.insertBefore(child, old.childNodes[n] ?? null);
  });
  return old;
}

function render({ model, el }) {
  const id = `kt${++tables}`;
  const sprite = h("div", { class: "kt-sprite", "aria-hidden": "true" });
  const body = h("div", { class: "kt-body" });
  const live = h("div", { class: "kt-unseen", role: "status", "aria-live": "polite" });
  // JupyterLab takes keys for its own commands unless told not to.
  const root = h("div", { class: "kt", role: "group", "data-lm-suppress-shortcuts": "true" }, sprite, body, live);
  el.append(root);

  let view = null;
  let cards = new Map(); // by key, each with its zone's id and place in it
  let selection = [];
  let typed = false;
  const resting = new Map(); // zone id -> key of the card that Tab comes to

  const send = (message) => model.send(message);
  const say = (text) => {
    live.textContent = text === live.textContent ? `${text}\u00a0` : text;
  };
  const find = (key) => body.querySelector(`[data-key="${CSS.escape(key)}"]`);

  // Selection

  const fitting = (keys) =>
    keys.map((key) => cards.get(key).moves).reduce((some, more) => some.filter((move) => more.includes(move)));

  function press(key, byKeyboard) {
    const card = cards.get(key);
    if (!card) return;
    if (selection.includes(key)) {
      selection = selection.filter((other) => other !== key);
      draw();
      return;
    }
    let fits = fitting([...selection, key]);
    if (selection.length && !fits.length) {
      const chosen = [...selection, key].map((one) => cards.get(one));
      if (chosen.at(-2).zone !== card.zone && chosen.every((one) => one.code)) {
        send({ do: "try", cards: chosen.map((one) => one.code) });
        return;
      }
      selection = [];
      fits = card.moves;
    }
    if (!fits.length) {
      if (card.attempt) send({ do: "move", text: card.attempt });
      return;
    }
    selection = [...selection, key];
    if (fits.length === 1 && view.moves[fits[0]].size === selection.length) {
      send({ do: "move", text: view.moves[fits[0]].text });
      return;
    }
    draw();
    const whole = fits.every((move) => view.moves[move].size === selection.length);
    say(`${view.labels.choose}: ${fits.map((move) => view.moves[move].spoken).slice(0, MOST_CHOICES).join("; ")}`);
    if (byKeyboard && whole) body.querySelector(".kt-choices button")?.focus();
  }

  function choices() {
    if (!selection.length) return view.choices;
    const fits = fitting(selection).map((move) => view.moves[move]);
    return fits.sort((one, other) => one.size - other.size).slice(0, MOST_CHOICES);
  }

  // Drawing

  function cardButton(zone, card, rests) {
    const selected = selection.includes(card.key);
    const image = card.image ? picture(card.image) : h("span", { class: "kt-empty" });
    const place = { "data-key": card.key, class: `kt-card${card.moves.length ? " kt-can" : ""}` };
    if (!card.moves.length && !card.attempt) return h("span", { ...place, role: "img", "aria-label": card.label }, image);
    const several = card.moves.length && !(card.moves.length === 1 && view.moves[card.moves[0]].size === 1);
    return h(
      "button",
      {
        ...place,
        type: "button",
        "data-do": "card",
        "data-zone": zone.id,
        "aria-label": card.label,
        "aria-pressed": selected ? "true" : several ? "false" : null,
        tabindex: rests ? "0" : "-1",
      },
      image,
    );
  }

  function zoneOf(zone, place) {
    const attributes = { "data-key": zone.id, class: `kt-zone kt-${zone.shape} kt-${zone.kind}${zone.count > 8 ? " kt-many" : ""}`, role: "group" };
    const caption = place.seat === null || zone.kind !== "hand" ? zone.name : null;
    if (zone.shape === "fan" && zone.count) {
      const backs = zone.cards.map((card) => picture(card.image, "kt-face kt-back"));
      const fan = h("div", { class: "kt-cards", "aria-hidden": "true" }, backs);
      const count = h("span", { class: "kt-unseen" }, zone.said);
      return h("div", attributes, fan, count, caption && h("span", { class: "kt-caption", "aria-hidden": "true" }, caption));
    }
    const buttons = zone.cards.filter((card) => card.moves.length || card.attempt);
    const rest = (buttons.find((card) => card.key === resting.get(zone.id)) ?? buttons[0])?.key;
    const drawn = zone.cards.map((card) => cardButton(zone, card, card.key === rest));
    const vacant = zone.kind === "won" && zone.image ? picture(zone.image) : h("span", { class: "kt-empty" });
    const tail = zone.shape === "pile" ? `${caption ?? zone.name} · ${zone.count}` : caption;
    return h(
      "div",
      { ...attributes, "aria-label": zone.said },
      h("div", { class: "kt-cards" }, drawn.length ? drawn : vacant),
      tail && h("span", { class: "kt-caption", "aria-hidden": "true" }, tail),
    );
  }

  function placeOf(place) {
    const name = [place.name, ...place.facts].join(" · ");
    const kind = place.seat === null ? "kt-middle" : place.mine ? "kt-near" : "kt-far";
    return h(
      "div",
      { "data-key": `place ${place.seat}`, class: `kt-place ${kind}${place.turn ? " kt-turn" : ""}`, role: "group", "aria-label": name },
      place.seat === null ? null : h("div", { class: "kt-name", "aria-hidden": "true" }, name),
      h("div", { class: "kt-zones" }, place.zones.map((zone) => zoneOf(zone, place))),
    );
  }

  function action(name, message = { do: name }, attributes = {}) {
    const pressed = attributes["aria-pressed"];
    if (view.can[name] === false) return null;
    return h(
      "button",
      { type: "button", class: "kt-button", "data-key": `do ${name}`, "data-do": "send", "data-message": JSON.stringify(message), ...attributes },
      pressed === undefined ? null : h("span", { class: "kt-tick", "aria-hidden": "true" }, pressed === "true" ? "✓" : ""),
      view.labels[name],
    );
  }

  function moveButton(move, className) {
    return h(
      "button",
      {
        type: "button",
        class: `kt-button ${className}${move.legal === false ? " kt-unfit" : ""}`,
        "data-key": `${className} ${move.text}`,
        "data-do": "send",
        "data-message": JSON.stringify({ do: "move", text: move.text }),
        "aria-label": move.spoken,
        title: move.text,
      },
      move.phrase,
    );
  }

  function ruleLink(given) {
    const here = given.url.startsWith("#");
    const outside = { target: here ? null : "_blank", rel: here ? null : "noopener" };
    return h("a", { href: given.url, ...outside }, view.labels.rule.replace("{clause}", given.clause));
  }

  function refusal(given) {
    const link = ruleLink(given);
    const rule = model.rule?.(given.clause) ?? [];
    return h(
      "div",
      { class: "kt-refusal", "data-key": `refusal ${given.clause} ${view.number}` },
      h("p", null, h("strong", null, view.labels.refused), ` ${given.text} `, rule.length ? null : link),
      given.change ? h("p", { class: "kt-change" }, given.change) : null,
      rule.length ? h("details", { class: "kt-why" }, h("summary", null, view.labels.why), rule, h("p", null, link)) : null,
      given.may ? mayInstead(given) : null,
    );
  }

  /** The moves that are legal, to be made from here: at once if they are few, else folded. */
  function mayInstead(given) {
    const moves = view.moves.map((move) => moveButton(move, "kt-may"));
    if (!moves.length) return h("p", null, `${given.may}.`);
    const line = h("div", { class: "kt-line" }, moves);
    if (given.few) return h("div", { class: "kt-instead", role: "group", "aria-label": given.may }, h("p", { "aria-hidden": "true" }, `${given.may}:`), line);
    return h("details", { class: "kt-instead" }, h("summary", null, given.may), line);
  }

  /** By which rules a move went as it did. */
  function reasonsOf(event, withText) {
    if (!event.rules?.length) return null;
    const told = event.rules.map((one) => {
      const text = withText ? model.rule?.(one.clause) ?? [] : [];
      return h("div", null, text, h("p", null, ruleLink(one)));
    });
    return h("details", { class: "kt-rules" }, h("summary", null, view.labels.why), told);
  }

  function eventOf(event) {
    return h(
      "li",
      { class: event.mine ? "kt-mine" : null },
      h("span", { class: "kt-did" }, event.text),
      event.said.map((sentence) => h("span", { class: "kt-said" }, ` ${sentence}`)),
      event.refusal && refusal(event.refusal),
      reasonsOf(event, view.events.length < FEW_EVENTS),
    );
  }

  function walkOf(walk) {
    return h(
      "div",
      { class: "kt-walk", "data-key": "walk" },
      h("div", { class: "kt-step" }, walk.step),
      h("p", { class: "kt-title" }, walk.title),
      walk.event && h("ul", { class: "kt-events" }, eventOf(walk.event)),
      walk.comment && h("p", { class: "kt-comment" }, walk.comment),
      h(
        "div",
        { class: "kt-line" },
        action("back") ?? stopped("back"),
        action("next", { do: "next" }, { class: "kt-button kt-first" }) ?? stopped("next"),
      ),
      h("div", { class: "kt-line" }, action("play-on"), action("open", { do: "open" }, { "aria-pressed": String(walk.open) })),
    );
  }

  const lessonOf = (lesson) =>
    h("div", { class: "kt-lesson", "data-key": "lesson" }, h("p", { class: "kt-title" }, lesson.title), h("p", { class: "kt-comment" }, lesson.ask));

  /** What is said of the answer, and the buttons that lead on. */
  function answerOf({ answer }) {
    const list = (rows) => (rows.length ? h("ul", { class: "kt-events" }, rows.map((row) => h("li", null, row))) : null);
    const refused = answer?.refused.map((one) => [h("span", { class: "kt-did" }, one.move), h("span", { class: "kt-said" }, one.text)]);
    const onward = { class: `kt-button${answer?.right ? " kt-first" : ""}` };
    return [
      answer &&
        h(
          "div",
          { class: `kt-answer${answer.right ? " kt-right" : ""}`, "data-key": `answer ${view.number}` },
          h("p", null, `${answer.move}. `, h("strong", null, answer.verdict), ` ${answer.text}`),
          list(answer.said),
          refused.length ? h("p", null, view.labels["refused-here"]) : null,
          list(refused),
        ),
      h(
        "div",
        { class: "kt-line", "data-key": "onward" },
        action("back") ?? stopped("back"),
        action("next", { do: "next" }, onward) ?? action("restart", { do: "new" }, onward) ?? stopped("next"),
        action("again"),
      ),
    ];
  }

  const stopped = (name) =>
    h("button", { type: "button", class: "kt-button", "data-key": `do ${name}`, "aria-disabled": "true" }, view.labels[name]);

  function whole() {
    const labels = view.labels;
    const offered = choices();
    const near = view.places.filter((place) => place.mine);
    const rest = view.places.filter((place) => !place.mine);
    const far = rest.filter((place) => place.seat !== null);
    const middle = rest.filter((place) => place.seat === null);
    return h(
      "div",
      { class: "kt-body" },
      view.lesson && lessonOf(view.lesson),
      h(
        "header",
        { class: "kt-head", role: "presentation" },
        h("strong", { class: `kt-status${view.over ? " kt-over" : ""}` }, view.status),
        view.facts.map((fact) => h("span", { class: "kt-fact" }, fact)),
      ),
      h(
        "div",
        { class: "kt-board" },
        far.length ? h("div", { class: "kt-others" }, far.map(placeOf)) : null,
        middle.map(placeOf),
        near.map(placeOf),
        offered.length
          ? h(
              "div",
              { class: "kt-choices kt-line", "data-key": "choices", role: "group", "aria-label": labels.choose },
              h("span", { class: "kt-ask", "aria-hidden": "true" }, `${labels.choose}:`),
              offered.map((move) => moveButton(move, "kt-choice")),
            )
          : null,
        view.refusal && refusal(view.refusal),
        view.notice ? h("p", { class: "kt-notice" }, view.notice) : null,
        view.over && !view.can.deal ? null : h(
          "div",
          { class: "kt-line kt-words", "data-key": "words" },
          view.can.deal ? action("deal", { do: "deal" }, { class: "kt-button kt-first" }) : null,
          view.over ? null : view.buttons.map((move) => moveButton(move, "kt-word")),
        ),
        view.lesson && answerOf(view.lesson),
      ),
      h(
        "div",
        { class: "kt-side" },
        view.walk && walkOf(view.walk),
        view.events.length ? h("p", { class: "kt-title" }, labels.log) : null,
        view.events.length ? h("ul", { class: "kt-events", "data-key": "events" }, view.events.map(eventOf)) : null,
        h(
          "form",
          { class: "kt-form", "data-key": "form" },
          h("label", { for: `${id}-typed` }, labels.type),
          h(
            "div",
            { class: "kt-line" },
            h("input", { id: `${id}-typed`, class: "kt-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: view.example }),
            h("button", { type: "submit", class: "kt-button" }, labels.try),
          ),
        ),
        h(
          "div",
          { class: "kt-line kt-tools" },
          action("hint") ?? stopped("hint"),
          view.can.new ? action("undo") ?? stopped("undo") : null,
          action("new"),
          action("walk"),
          action("four", { do: "colours" }, { "aria-pressed": String(view.four) }),
        ),
        h("p", { class: "kt-keys" }, labels.keys),
      ),
    );
  }

  function draw() {
    const focused = root.contains(document.activeElement) ? document.activeElement : null;
    const key = focused?.dataset.key;
    const zone = focused?.dataset.zone;
    const place = cards.get(key)?.place ?? 0;
    cards = new Map();
    for (const { zones } of view.places)
      for (const one of zones) one.cards.forEach((card, n) => cards.set(card.key, { ...card, zone: one.id, place: n }));
    selection = selection.filter((one) => cards.get(one)?.moves.length);
    root.setAttribute("lang", view.lang);
    root.setAttribute("aria-label", view.label);
    root.classList.toggle("four-colours", view.four);
    patch(body, whole());
    if (focused && !body.contains(document.activeElement)) refocus(key, zone, place);
  }

  /** The thing that had focus is gone: go to its neighbour, or to the first card that can be played. */
  function refocus(key, zone, place) {
    const beside = zone ? [...body.querySelectorAll(`[data-zone="${CSS.escape(zone)}"]`)] : [];
    const target =
      (view.lesson?.answer?.right ? body.querySelector(".kt-first") : key && find(key)) ?? beside[Math.min(place, beside.length - 1)] ??
      body.querySelector(".kt-near button.kt-can, .kt-near button, .kt-words button, .kt-side button");
    target?.focus();
  }

  function heard() {
    if (view.refusal) return `${view.labels.refused} ${view.refusal.spoken}`;
    if (view.notice) return view.heard;
    if (view.lesson) return view.lesson.answer?.spoken ?? `${view.lesson.spoken} ${view.status}`;
    const walk = view.walk;
    const happened = walk ? [walk.event?.spoken, walk.event?.refusal?.spoken, walk.spoken] : view.events.map((event) => event.spoken);
    return [...happened, view.status].filter(Boolean).join(" ");
  }

  function update() {
    const before = view;
    view = model.get("view");
    if (!view?.labels) return;
    selection = [];
    draw();
    if (before && (before.number !== view.number || before.lang !== view.lang)) say(heard());
    if (typed) {
      const input = body.querySelector(".kt-input");
      if (view.refusal || view.notice) input.select();
      else input.value = "";
      typed = false;
    }
  }

  // What the reader does

  root.addEventListener("click", (event) => {
    const target = event.target.closest("[data-do]");
    if (!target) return;
    if (target.dataset.do === "card") press(target.dataset.key, event.detail === 0);
    else send(JSON.parse(target.dataset.message));
  });

  root.addEventListener("submit", (event) => {
    event.preventDefault();
    typed = true;
    send({ do: "move", text: body.querySelector(".kt-input").value });
  });

  root.addEventListener("focusin", (event) => {
    const { key, zone } = event.target.dataset;
    if (!zone || resting.get(zone) === key) return;
    resting.set(zone, key);
    for (const button of body.querySelectorAll(`[data-zone="${CSS.escape(zone)}"]`))
      button.setAttribute("tabindex", button === event.target ? "0" : "-1");
  });

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.nodeName === "INPUT";
    if (event.key === "Escape" && selection.length) {
      const last = selection.at(-1);
      selection = [];
      draw();
      find(last)?.focus();
    } else if (event.key === "?" && !typing) say(view.position);
    else if (!typing && event.target.dataset.zone && walkCards(event.target, event.key)) event.preventDefault();
    else return;
    event.stopPropagation();
  });

  /** Arrow keys: along the zone, and up and down from zone to zone. */
  function walkCards(from, key) {
    const zone = [...body.querySelectorAll(`[data-zone="${CSS.escape(from.dataset.zone)}"]`)];
    const at = zone.indexOf(from);
    const along = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: zone.length - 1 }[key];
    if (along !== undefined) {
      zone[along]?.focus();
      return true;
    }
    if (key !== "ArrowUp" && key !== "ArrowDown") return false;
    const stops = [...body.querySelectorAll('[data-zone][tabindex="0"]')];
    const next = stops[stops.indexOf(from) + (key === "ArrowDown" ? 1 : -1)];
    const row = next ? [...body.querySelectorAll(`[data-zone="${CSS.escape(next.dataset.zone)}"]`)] : [];
    (next?.closest(".kt-row") && row[at] ? row[at] : next)?.focus();
    return true;
  }

  const dress = () => {
    sprite.innerHTML = model.get("sprite") ?? "";
  };
  model.on("change:view", update);
  model.on("change:sprite", dress);
  dress();
  update();
  return () => {
    model.off("change:view", update);
    model.off("change:sprite", dress);
  };
}

export default { render };
