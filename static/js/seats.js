// Keeps the seats as they stand: who sat down, who came, who left. What somebody has unfolded or holds stays as it is.

import { Live } from "./live.js";
import { late } from "./post.js";

const root = document.querySelector("[data-live]");

function isHeld(piece) {
  return piece.contains(document.activeElement) || piece.querySelector("details[open]") !== null;
}

async function look() {
  try {
    const answer = await fetch(root.dataset.seats, { cache: "no-cache", signal: late(8000) });
    if (!answer.ok) return answer.status < 500;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const piece of root.querySelectorAll("[data-piece]")) {
      const next = fresh.querySelector(`[data-piece="${piece.dataset.piece}"]`);
      if (!next || isHeld(piece)) continue;
      Object.assign(piece.dataset, next.dataset);
      piece.replaceChildren(...next.childNodes);
    }
    return true;
  } catch {
    return false;
  }
}

new Live(root.dataset.live, { look, presence: look, state: () => {} });
