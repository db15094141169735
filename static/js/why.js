// A tap on a row shows why it says what it says, over the sheet and out of the way of what arrives meanwhile.

import { read } from "./read.js";
import { copy } from "./words.js";

let asked = ""; // the address of the link that was tapped
const over = document.querySelector("dialog[data-over]");

export async function show(event) {
  const link = event.target.closest("a[data-why]");
  if (!link || !over?.showModal || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const address = new URL(link.href);
  address.searchParams.set("part", "");
  try {
    const { ok, isOurs, drawn } = await read(address);
    if (!ok || !isOurs) return location.assign(link.href);
    lay(drawn.body, link);
  } catch {
    lay(copy("unreachable"), link);
  }
}

function lay(words, link) {
  over.querySelector("[data-over-body]").replaceChildren(...words.childNodes);
  // What is read first is what it is about.
  if (!over.open) over.showModal();
  asked = link.getAttribute("href");
  const head = over.querySelector("h2");
  head.tabIndex = -1;
  head.focus();
  over.scrollTop = 0;
}

// A tap beside it closes it, as the press below does.
over?.addEventListener("click", (event) => event.target === over && over.close());

// Back to the row, also where it was drawn anew meanwhile.
over?.addEventListener("close", () => {
  const { activeElement } = document;
  if (activeElement !== document.body && !over.contains(activeElement)) return;
  const links = [...document.querySelectorAll("a[data-why]")];
  links.find((link) => link.getAttribute("href") === asked)?.focus({ preventScroll: true });
});
