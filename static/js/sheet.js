// The sheet's page: follows the table, sends what is written, says what it will do.

import { Live } from "./live.js";
import { Part } from "./part.js";
import { sends } from "./send.js";
import { ask, clicked, prepare, pressed } from "./slip.js";
import { show } from "./why.js";
import "./zone.js";

const root = document.querySelector("[data-live]");
const part = new Part(root, prepare);
const shows = root.querySelector("[data-state]");

function state(now) {
  const slip = root.querySelector("[data-slip]");
  const isUnsent = slip && ("sending" in slip.dataset || "kept" in slip.dataset);
  if (now === "live" && isUnsent && shows.dataset.state === "unsaved") return;
  if (shows.dataset.state !== now) shows.dataset.state = now;
}

// What a link asked for (another side, another bid) ends with the write or the way on.
function plain() {
  const address = new URL(root.dataset.part, location);
  for (const name of ["side", "change"]) address.searchParams.delete(name);
  root.dataset.part = address.pathname + address.search;
  if (location.search) history.replaceState(null, "", location.pathname);
}

async function onward() {
  plain();
  await part.look(undefined, { take: true });
}

sends(root, { state, ask, written: onward });
root.addEventListener("go-on", onward);
root.addEventListener("change", pressed);
root.addEventListener("click", clicked);
root.addEventListener("click", show);

const menu = root.querySelector("details.more");
document.addEventListener("click", (event) => menu && !menu.contains(event.target) && (menu.open = false));
document.addEventListener("keydown", (event) => event.key === "Escape" && menu && (menu.open = false));

prepare(root);
new Live(root.dataset.live, {
  look: (mark) => part.look(mark),
  presence: (now) => root.dispatchEvent(new CustomEvent("presence", { detail: now })),
  state,
});
