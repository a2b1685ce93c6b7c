// node thin.mjs MODULES FOLDER SHEET...: leaves out of style sheets, in place, what no page and no script of FOLDER needs.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [modules, folder, ...sheets] = process.argv.slice(2);
const { PurgeCSS } = createRequire(`${modules}/any`)("purgecss");

// Rules for descriptions of program code, which are nowhere here. For their sake a browser would look at every element of a
// page again, half a second where there are many cards, whenever the class of one that is above them all changes.
const CODE = /(?<=\})dl\[class\][^{}]*\{[^{}]*\}/g;

const ours = readdirSync(`${folder}/_static`).filter((name) => name.endsWith(".css"));
const asked = ours.flatMap((name) => readFileSync(`${folder}/_static/${name}`, "utf8").match(/--[\w-]+/g) ?? []);

try {
  const css = sheets.map((sheet) => ({ raw: readFileSync(sheet, "utf8").replace(CODE, "") }));
  const content = [`${folder}/**/*.html`, `${folder}/_static/**/*.js`];
  const thinned = await new PurgeCSS().purge({ content, css, variables: true, safelist: { variables: asked } });
  sheets.forEach((sheet, number) => writeFileSync(sheet, thinned[number].css));
} catch (fault) {
  console.log(String(fault.message ?? fault).trim().split("\n").at(-1));
  process.exit(1);
}
