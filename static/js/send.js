// Sends a form without leaving the page. A bid and a figure go through the outbox; the rest needs the network now.

import { forget } from "./draft.js";
import { fresh, post } from "./post.js";
import { page } from "./read.js";
import { copy, word } from "./words.js";

const sent = new WeakMap(); // form -> { fields, op } of its last try

export function sends(root, { outbox, state, written, ask }) {
  root.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-send]");
    if (!form) return;
    event.preventDefault();
    if ("sending" in form.dataset || ask(form, event.submitter)) return;
    const fields = new URLSearchParams(new FormData(form));
    if (event.submitter?.name) fields.append(event.submitter.name, event.submitter.value);
    fields.delete("csrf_token");
    fields.set("op", (form.elements.op.value = operation(form, fields)));
    forget(form); // from here on it is kept elsewhere, or stands here until it is answered
    if (form.dataset.act) outbox.put(item(form, fields));
    else now(form, fields, { state, written });
  });
}

// The same fields are the same operation however often they are sent; other fields are another.
function operation(form, fields) {
  fields.delete("op");
  const asked = fields.toString();
  const last = sent.get(form);
  const op = last?.fields === asked ? last.op : fresh();
  sent.set(form, { fields: asked, op });
  return op;
}

function item(form, fields) {
  const values = Object.fromEntries(fields);
  const { act, said } = form.dataset;
  const place = [act, values.match, values.deal, values.side ?? ""].join("-");
  const who = form.querySelector('input[name="bidder"]:checked')?.closest(".key").textContent.trim();
  const by = page.drawnFor;
  const address = form.getAttribute("action");
  return { op: values.op, by, act, place, what: said, who, address, fields: [...fields], values, at: Date.now() };
}

async function now(form, fields, { state, written }) {
  form.dataset.sending = "";
  tell(form, "");
  state({ sending: true });
  const answer = await post(form.action, fields);
  delete form.dataset.sending;
  state({ sending: false });
  if (answer?.ok) return written(answer);
  tell(form, answer ? answer.message : word("needs-network"), Boolean(answer));
}

// What became of a form, above it; after a refusal also the way on.
export function tell(form, message, mayGoOn = false) {
  const slip = form.closest("[data-slip]") ?? form;
  const place = slip.querySelector("[data-refusal]") ?? slip.insertBefore(document.createElement("div"), slip.querySelector("button"));
  place.dataset.refusal = "";
  place.replaceChildren();
  if (!message) return;
  const line = document.createElement("p");
  line.className = "error";
  line.setAttribute("role", "alert");
  line.textContent = message;
  place.append(line);
  if (mayGoOn) place.append(copy("on"));
  line.scrollIntoView({ block: "nearest" });
}
