// Starts JupyterLite on a page beside this file, with settings in the language of the notebook's folder.
const root = new URL(".", import.meta.url);
const here = document.getElementById("jupyter-config-data");
const folder = new URLSearchParams(location.search).get("path")?.split("/")[0];

const got = await fetch(new URL("jupyter-lite.json", root));
const { apps, speech, ...config } = (await got.json())["jupyter-config-data"];
const lang = folder in speech ? folder : navigator.language.startsWith("ru") ? "ru" : "en";
document.documentElement.lang = lang;
document.getElementById("jupyterlite-loading-indicator").textContent = speech[lang].loading;

Object.assign(config, apps[here.dataset.app], { baseUrl: root.pathname });
for (const name of ["faviconUrl", "fullLabextensionsUrl", "fullStaticUrl", "settingsUrl"])
  config[name] = new URL(config[name], root).pathname;
const kernel = config.litePluginSettings["@jupyterlite/pyodide-kernel-extension:kernel"];
kernel.pyodideUrl = new URL(kernel.pyodideUrl, root).href;
config.settingsOverrides["@jupyterlab/translation-extension:plugin"] = { locale: speech[lang].locale };

here.textContent = JSON.stringify(config);
const icon = document.createElement("link");
icon.rel = "icon";
icon.href = config.faviconUrl;
const script = document.createElement("script");
script.src = new URL(`build/${here.dataset.app}/bundle.js`, root).href;
document.head.append(icon, script);
