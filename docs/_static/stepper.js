// Shows a worked deal one step at a time. Without this script the deal is a list; the list stays one button away.
// Pictures wait as text until they are looked at: all the cards of a page are a hundred thousand elements.
"use strict";

for (const deal of document.querySelectorAll(".deal")) {
  const labels = JSON.parse(deal.dataset.labels);
  const list = deal.querySelector(".steps");
  const steps = [...list.children];
  let now = 0;

  const bar = document.createElement("div");
  bar.className = "stepper-bar";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-labelledby", deal.id + "-title");

  const button = (name, sign, go) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.title = labels[name];
    made.setAttribute("aria-label", labels[name]);
    made.className = "step-" + name;
    made.addEventListener("click", go);
    bar.append(made);
    return made;
  };

  const first = button("first", "⇤", () => show(0));
  const back = button("back", "←", () => show(now - 1));
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: 1, max: steps.length, value: 1 });
  slider.setAttribute("aria-label", labels.position);
  slider.addEventListener("input", () => show(slider.value - 1));
  bar.append(slider);
  const place = document.createElement("span");
  place.className = "step-place";
  bar.append(place);
  const forward = button("forward", "→", () => show(now + 1));
  const last = button("last", "⇥", () => show(steps.length - 1));
  const whole = button("list", labels.list, () => {
    const stepping = deal.classList.toggle("stepping");
    whole.setAttribute("aria-pressed", String(!stepping));
    for (const part of [first, back, slider, forward, last]) part.disabled = !stepping;
    if (stepping) show(now);
    else steps.forEach((_, n) => draw(n));
  });
  whole.removeAttribute("aria-label");
  whole.removeAttribute("title");
  whole.setAttribute("aria-pressed", "false");

  const voice = document.createElement("p");
  voice.className = "visually-hidden";
  voice.setAttribute("aria-live", "polite");

  const waiting = steps.map((step) => {
    const kept = step.querySelector("noscript");
    const picture = kept.textContent;
    kept.outerHTML = picture.slice(0, picture.indexOf(">") + 1) + "</svg>"; // an empty frame of its size
    return picture;
  });
  const draw = (n) => {
    if (waiting[n]) steps[n].querySelector(".card-table").outerHTML = waiting[n];
    waiting[n] = "";
  };

  const show = (wanted, aloud = true) => {
    now = Math.max(0, Math.min(steps.length - 1, wanted));
    draw(now);
    steps.forEach((step, n) => step.classList.toggle("now", n === now));
    slider.value = now + 1;
    place.textContent = `${now + 1} / ${steps.length}`;
    slider.setAttribute("aria-valuetext", place.textContent);
    const leaving = document.activeElement;
    first.disabled = back.disabled = now === 0;
    forward.disabled = last.disabled = now === steps.length - 1;
    if (leaving && leaving.disabled && bar.contains(leaving)) slider.focus();
    if (aloud) {
      const told = steps[now].querySelectorAll(".step-move, .step-refused, .step-why");
      voice.textContent = [...told].map((part) => part.textContent.trim()).join(". ");
    }
  };

  deal.addEventListener("keydown", (event) => {
    if (!deal.classList.contains("stepping") || event.altKey || event.ctrlKey || event.metaKey) return;
    const jump = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: steps.length - 1 }[event.key];
    if (jump === undefined) return;
    event.preventDefault();
    show(jump);
  });

  const follow = () => {
    const found = steps.findIndex((step) => "#" + step.id === decodeURIComponent(location.hash));
    if (found < 0) return;
    show(found);
    deal.scrollIntoView({ block: "start" });
  };

  steps.forEach((step, n) => step.setAttribute("aria-label", `${labels.position} ${n + 1}`)); // its number is not shown
  deal.insertBefore(bar, list);
  deal.append(voice);
  deal.classList.add("stepping");
  show(Number(deal.dataset.start) - 1, false);
  addEventListener("hashchange", follow);
  follow();
}
