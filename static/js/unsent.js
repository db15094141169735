// Sends from any page what the sheets of this phone still hold, and says so while something is left.

import { Outbox, tables } from "./outbox.js";
import { copy } from "./words.js";

const here = document.querySelector("[data-key]")?.dataset.key; // a sheet sends its own
const others = tables().filter((table) => table !== here);

for (const table of others) {
  const outbox = new Outbox(table, () => say());
  const note = copy("unsent").firstElementChild;
  note.querySelector("a").href = `/t/${table}`;
  const say = () => (outbox.items.length ? document.querySelector("main")?.prepend(note) : note.remove());
  outbox.drain().then(say);
}
