// Light or dark, as the reader chose: told to the body as soon as there is one, before anything of it is drawn.
"use strict";

new MutationObserver((_, watching) => {
  if (!document.body) return;
  watching.disconnect();
  try {
    document.body.dataset.theme = localStorage.getItem("theme") || "auto";
  } catch {
    document.body.dataset.theme = "auto"; // storage may be forbidden
  }
}).observe(document.documentElement, { childList: true });
