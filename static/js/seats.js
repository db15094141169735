// Keeps the seats as they stand: who sat down, who came, who left. What somebody has unfolded or holds stays as it is.

import { due } from "./due.js";
import { Live } from "./live.js";
import { read } from "./read.js";

const root = document.querySelector("[data-live]");

function isHeld(piece) {
  return piece.contains(document.activeElement) || piece.querySelector("details[open]") !== null;
}

async function look() {
  try {
    const { ok, isGone, isOurs, drawn, elsewhere } = await read(root.dataset.seats);
    if (elsewhere) return location.replace(elsewhere); // the seat went to another phone
    if (isGone) return location.reload(); // the table is deleted, and its page says so
    const pieces = [...root.querySelectorAll("[data-piece]")];
    if (!ok) return false;
    // Another version of the program drew it: one reload, and no page is of two.
    if (!isOurs) return pieces.some(isHeld) ? false : location.reload();
    for (const piece of pieces) {
      const next = drawn.querySelector(`[data-piece="${piece.dataset.piece}"]`);
      if (!next || isHeld(piece)) continue;
      if ("note" in piece.dataset && piece.dataset.note === next.dataset.note) continue; // it says the same
      Object.assign(piece.dataset, next.dataset);
      piece.replaceChildren(...next.childNodes);
    }
    due(root, look);
    return true;
  } catch {
    return false;
  }
}

due(root, look);
new Live(root.dataset.live, { look, presence: look, state: () => {} });
