// Shows the first sentence of an entry over a link to it, on hover or keyboard focus. Escape closes it; the pointer may
// rest on it. A tap follows the link. The texts of a theme are fetched when they are first asked for.

const tip = Object.assign(document.createElement("div"), { id: "tip", className: "tip", hidden: true });
tip.setAttribute("role", "tooltip");
document.querySelector("article").append(tip);
const texts = {};
let link, timer;

const near = (target) => target.closest?.("a.term");

const hide = () => {
  clearTimeout(timer);
  link?.removeAttribute("aria-describedby");
  link = undefined;
  tip.hidden = true;
};

const place = () => {
  if (!link) return;
  const line = link.getClientRects()[0];
  const left = Math.min(line.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
  const above = line.top - tip.offsetHeight;
  tip.style.left = Math.max(8, left) + "px";
  tip.style.top = (above > 0 ? above : line.bottom) + "px";
};

const show = async (wanted) => {
  hide();
  link = wanted;
  const file = wanted.href.replace(/html#.*/, "json");
  texts[file] ??= fetch(file).then((answer) => answer.json()).catch(() => ({}));
  const text = (await texts[file])[wanted.dataset.term];
  if (link !== wanted || !text) return;
  tip.textContent = text;
  tip.hidden = false;
  link.setAttribute("aria-describedby", "tip");
  place();
};

const later = (act, delay) => {
  clearTimeout(timer);
  timer = setTimeout(act, delay);
};

document.addEventListener("pointerover", ({ target, pointerType }) => {
  const over = near(target);
  if (pointerType === "touch") return;
  if (over === link && link || tip.contains(target)) clearTimeout(timer);
  else if (over) later(() => show(over), 150);
  else if (link?.matches(":focus-visible")) clearTimeout(timer);
  else later(hide, 250);
});
document.addEventListener("focusin", ({ target }) => {
  const over = near(target);
  if (over?.matches(":focus-visible")) show(over);
});
document.addEventListener("focusout", hide);
document.addEventListener("keydown", ({ key }) => key === "Escape" && hide());
addEventListener("scroll", place, { passive: true, capture: true });
addEventListener("resize", place);
