// House rules are chosen with house.js, which is fetched when the address brings some or the reader comes near their table.

const table = document.querySelector("table.options");
const begin = () => {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("house.css", import.meta.url);
  style.addEventListener("load", () => import("./house.js"));
  document.head.append(style);
};

if ([...table.querySelectorAll("select")].some((list) => new URLSearchParams(location.search).has(list.name))) begin();
else
  new IntersectionObserver(
    (entries, watching) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watching.disconnect();
      begin();
    },
    { rootMargin: "800px 0px" },
  ).observe(table);

// The link from the live table to the dispute desk takes the position along: the line that live.js keeps

const MARK = "#table?";

for (const section of document.querySelectorAll(".live")) {
  const { game } = section.dataset;
  const link = section.querySelector(".live-dispute");
  const line = () => {
    let left = "";
    try {
      left = JSON.parse(localStorage.getItem(`kartoteka table ${game}`))?.kept ?? "";
    } catch {
      // storage may be forbidden
    }
    const shown = location.hash.startsWith(MARK) ? location.hash.slice(MARK.length) : "";
    return (left.startsWith(shown) && left) || shown || section.dataset.kept; // an address may have been cut
  };
  for (const sign of ["pointerenter", "focus", "click"])
    link.addEventListener(sign, () => (link.hash = `game=${game}&${line()}`));
}
