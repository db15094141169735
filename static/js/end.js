// On the way to End match: what was pressed is saved first, what was only chosen is asked about.

import { isBusy } from "./lay.js";
import { tell } from "./send.js";
import { word } from "./words.js";

export function ends(root, { outbox, slip }) {
  let asked = null; // the slip it was asked about: a second press goes on
  root.addEventListener("click", async (event) => {
    const link = event.target.closest('a[href$="/banking"]');
    if (!link || (!outbox.waiting.length && (asked === slip() || !isBusy(slip())))) return;
    event.preventDefault();
    link.closest("details")?.removeAttribute("open");
    if (!outbox.waiting.length) {
      asked = slip();
      return tell(slip(), word("unentered"));
    }
    await outbox.drain();
    if (outbox.waiting.length) tell(slip(), word("needs-network"));
    else location.assign(link.href);
  });
}
