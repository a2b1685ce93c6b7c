// Shows the games that meet the conditions of the form. The conditions stand in the address, to be shared or kept.
// Without this script the page is the list of all games.
"use strict";

const form = document.getElementById("finder-form");
const count = document.getElementById("finder-count");
const games = [...document.getElementById("finder-games").children];

// A pack serves for every game that needs no more cards than it has; all else must be just as asked.
const meets = {
  players: (game, wanted) => game.players.split(" ").includes(wanted),
  pack: (game, wanted) => game.pack.split(" ").some((size) => Number(size) <= Number(wanted)),
};
const same = (name) => (game, wanted) => game[name] === wanted;

const asked = () => [...new FormData(form)].filter(([, wanted]) => wanted);

const show = () => {
  const conditions = asked().map(([name, wanted]) => [meets[name] || same(name), wanted]);
  let found = 0;
  for (const game of games) {
    game.hidden = !conditions.every(([meet, wanted]) => meet(game.dataset, wanted));
    found += !game.hidden;
  }
  count.textContent = (found ? form.dataset.found : form.dataset.none)
    .replace("{n}", found)
    .replace("{all}", games.length);
};

const remember = () => {
  const query = String(new URLSearchParams(asked()));
  history.replaceState(null, "", (query ? "?" + query : location.pathname) + location.hash);
  carry();
};

// The same search in the other language.
const carry = () => {
  for (const link of document.querySelectorAll(".language-switch")) link.search = location.search;
};

const recall = () => {
  const query = new URLSearchParams(location.search);
  for (const field of form.elements) {
    const wanted = query.get(field.name) || "";
    if (field.type === "checkbox") field.checked = wanted === field.value;
    else if (field.name) field.value = [...field.options].some((one) => one.value === wanted) ? wanted : "";
  }
  carry();
  show();
};

form.addEventListener("change", () => {
  show();
  remember();
});
form.addEventListener("reset", () => {
  setTimeout(() => {
    show();
    remember();
  });
});
form.addEventListener("submit", (event) => event.preventDefault());
addEventListener("pageshow", recall);
form.hidden = false;
recall();
