// node compile.mjs PYODIDE KERNEL CARDLIB CELL OUT: compiles what the kernel imports until it has run a notebook's cell.
// Into OUT go kernel.zip and python_stdlib.zip; a module that was imported is compiled there, any other is source as before.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, kernel, cardlib, cell, out] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);

try {
  const python = await loadPyodide();
  python.FS.writeFile("/tmp/kernel.zip", readFileSync(kernel));
  python.FS.writeFile("/tmp/python_stdlib.zip", readFileSync(`${pyodide}/python_stdlib.zip`));
  python.unpackArchive(new Uint8Array(readFileSync(kernel)), "zip", { extractDir: "/lib/kernel" });
  python.unpackArchive(new Uint8Array(readFileSync(cardlib)), "zip", { extractDir: "/lib/cardlib" });
  python.globals.set("cell", cell);
  await python.runPythonAsync(`
import marshal, sys, zipfile
from importlib.util import MAGIC_NUMBER

sys.path += ["/lib/kernel", "/lib/cardlib"]
said = sys.stdout, sys.stderr
import pyodide_kernel
sys.stdout, sys.stderr = said
pyodide_kernel.ipython_shell.send_comm = lambda *message: None
ran = await pyodide_kernel.kernel_instance.run(cell)
if ran["status"] != "ok":
    raise RuntimeError(f'{ran["ename"]}: {ran["evalue"]}')

wanted = {str(getattr(module.__spec__, "origin", "")) for module in [*sys.modules.values()] if getattr(module, "__spec__", None)}
for name, home in ("kernel", "/lib/kernel/"), ("python_stdlib", "/lib/python314.zip/"):
    packed = zipfile.ZipFile(f"/tmp/{name}-compiled.zip", "w")
    for info in zipfile.ZipFile(f"/tmp/{name}.zip").infolist():
        if info.is_dir():
            continue
        data, path = zipfile.ZipFile(f"/tmp/{name}.zip").read(info), info.filename
        if home + path in wanted and path.endswith(".py"):
            code = compile(data, home + path, "exec", dont_inherit=True)
            data, path = MAGIC_NUMBER + bytes(12) + marshal.dumps(code), path + "c"
        packed.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
    packed.close()
`);
  for (const name of ["kernel", "python_stdlib"])
    writeFileSync(`${out}/${name}.zip`, python.FS.readFile(`/tmp/${name}-compiled.zip`));
} catch (fault) {
  console.log(String(fault.message ?? fault).trim().split("\n").at(-1));
  process.exit(1);
}
