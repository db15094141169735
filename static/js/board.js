// The board: the same sheet, followed without a slip.

import { Live } from "./live.js";
import { Part } from "./part.js";
import "./zone.js";

const root = document.querySelector("[data-live]");
const shows = root.querySelector("[data-state]");
const part = new Part(root, { drawn() {}, instead: () => null, placed() {} });

new Live(root.dataset.live, {
  look: (mark) => part.look(mark),
  presence() {},
  state: (now) => shows.dataset.state !== now && (shows.dataset.state = now),
});
