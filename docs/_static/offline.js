// Has the page kept for reading without a network, and its table for playing: sw.js at the root of the site does it.
"use strict";

{
  const worker = new URL("../../sw.js", document.currentScript.src);
  const root = document.documentElement;
  const line = navigator.connection;
  const sparing = line?.saveData || /2g/.test(line?.effectiveType);

  const keep = async (table) => {
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }) => {
      if (data) root.dataset.kept = table ? "table" : "page";
    };
    active.postMessage({ page: location.href, files, table }, [channel.port2]);
  };

  const begin = async () => {
    try {
      await navigator.serviceWorker.register(worker);
    } catch {
      return; // the site lies where there is no such worker: it is read as before
    }
    await keep(false);
    if (!document.querySelector(".live, .desk, .practice")) return;
    if (sparing) addEventListener("tablestart", () => keep(true), { once: true });
    else (window.requestIdleCallback ?? setTimeout)(() => keep(true));
  };

  if ("serviceWorker" in navigator && worker.protocol.startsWith("http")) addEventListener("load", begin);
}
