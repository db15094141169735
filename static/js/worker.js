// Asks the browser to keep what a sheet needs to open without a network. Plain http has no such thing, and nothing is said.

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").then(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const files = performance.getEntriesByType("resource").map((entry) => entry.name);
    const own = files.filter((name) => name.startsWith(`${location.origin}/static/`));
    active.postMessage({ keep: [location.href.split("#")[0], ...own] });
  }, () => {});
}
