// The host's correction: the other side's figure follows, and what changes is shown before it is saved.

import { read } from "./read.js";
import { say } from "./words.js";
import "./zone.js";

const form = document.querySelector("form[data-fix]");
const preview = form.querySelector("[data-preview]");
const other = form.querySelector("#other");
let byHand = false;
let timer = 0;
let last = 0;

form.querySelector("[data-look]").hidden = true;
form.addEventListener("input", (event) => {
  if (event.target === other) byHand = true;
  if (event.target.name === form.dataset.side && other && !byHand) {
    other.value = Number(form.dataset.pack) - Number(event.target.value);
  }
  clearTimeout(timer);
  timer = setTimeout(show, 150);
});

async function show() {
  const address = new URL(form.dataset.fix, location);
  const fields = new FormData(form);
  for (const name of ["csrf_token", "op"]) fields.delete(name);
  address.search = new URLSearchParams(fields);
  address.searchParams.set("side", form.dataset.side);
  address.searchParams.set("part", "");
  const number = ++last;
  try {
    const { ok, isOurs, drawn } = await read(address);
    if (!ok || !isOurs || number !== last) return;
    preview.replaceChildren(...drawn.body.childNodes);
    // What is typed below it stays in sight, however much it says.
    const held = document.activeElement;
    const isBelow = preview.compareDocumentPosition(held) & Node.DOCUMENT_POSITION_FOLLOWING;
    if (isBelow && form.contains(held)) held.scrollIntoView({ block: "nearest" });
    // What follows for both sides is read out; a refusal is by itself.
    const words = [...preview.querySelectorAll("p:not([role]), li")].map((line) => line.textContent.trim());
    say(words.join("; "));
  } catch {
    // without a network nothing can be saved either; saving says so
  }
}
