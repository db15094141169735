// Asks the browser to keep what a sheet needs to open without a network. Plain http has no such thing, and nothing is said.

import { page } from "./read.js";

const sheet = document.querySelector("[data-key]") && location.pathname;

async function keep() {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ by: page.drawnBy, keep: sheet ? [sheet] : [] });
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").then(keep, () => {});
  // A new version keeps nothing of the old one.
  navigator.serviceWorker.addEventListener("controllerchange", keep);
}
