// The board: the same sheet, followed without a slip.

import { awake } from "./awake.js";
import { here } from "./here.js";
import { Live } from "./live.js";
import { Part } from "./part.js";
import "./zone.js";

const root = document.querySelector("[data-live]");
const shows = root.querySelector("[data-state]");
const part = new Part(root, { laid() {}, instead: () => null, placed() {} });

function state(isLive) {
  const said = isLive ? "live" : "dead";
  if (shows.dataset.state !== said) shows.dataset.state = said;
}

awake(root);
here(root);
new Live(root.dataset.live, {
  look: (mark) => part.look(mark),
  mark: () => part.mark,
  presence: (now) => root.dispatchEvent(new CustomEvent("presence", { detail: now })),
  state,
});
