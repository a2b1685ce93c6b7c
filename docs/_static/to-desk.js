// The link from a live table to the dispute desk takes the position along: the line that live.js keeps.

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
