// Python for the notebooks: the Pyodide of the site, and with it the kernel and cardlib as archives.
// The kernel takes this module for Pyodide itself. It asks for packages by name: all of them are here already.
import { loadPyodide as load } from "../static/pyodide/pyodide.mjs";

const here = (name) => new URL(name, import.meta.url);

async function archive(name) {
  const got = await fetch(here(name));
  if (!got.ok) throw new Error(`${got.status} ${got.url}`);
  return got.arrayBuffer();
}

export async function loadPyodide({ packages, ...options }) {
  const packed = Promise.all(["kernel.zip", "cardlib.zip"].map(archive));
  packed.catch(() => {});
  const python = await load({
    ...options,
    indexURL: here("../static/pyodide/").href,
    stdLibURL: here("python_stdlib.zip").href,
  });
  const [kernel, cardlib] = await packed;
  python.unpackArchive(kernel, "zip", { extractDir: "/lib/kernel" });
  python.unpackArchive(cardlib, "zip", { extractDir: "/lib/cardlib" });
  python.runPython(`
import os, sys
sys.path += ["/lib/kernel", "/lib/cardlib"]
os.environ["CARDLIB_RULES"] = "../../{lang}/games/{game}.html#{clause}"  # from a page of JupyterLite

import pyodide_kernel
pyodide_kernel.ipython_shell.Completer.use_jedi = False  # it is not here, and is slow to start`);
  return python;
}
