// A form that leaves the page asks first whether the house answers: without a network what was typed stays where it is.

import { late } from "./read.js";
import { word } from "./words.js";

const WAIT = 4000;
let asking = null; // the form that waits for the answer
let sure = null; // the form that may go

addEventListener("submit", async (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || !form.requestSubmit || form === sure) return;
  event.preventDefault();
  if (asking === form) return;
  asking = form;
  const isThere = await answers();
  asking = null;
  if (!isThere) return tell(event.submitter ?? form.lastElementChild);
  sure = form;
  form.requestSubmit(event.submitter);
  sure = null;
});

async function answers() {
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: late(WAIT) });
    return answer.headers.has("X-Drawn-By");
  } catch {
    return false;
  }
}

function tell(press) {
  document.querySelector("[data-needs]")?.remove();
  const line = document.createElement("p");
  line.className = "error";
  line.dataset.needs = "";
  line.setAttribute("role", "alert");
  line.textContent = word("needs-network");
  press.before(line);
  line.scrollIntoView({ block: "nearest" });
}
