// Sends a form without leaving the page; what was typed stays until it is known to be written.

import { late } from "./part.js";

const WAIT = 4000; // milliseconds; "not saved" is said before five seconds are over
const sent = new WeakMap(); // form -> { fields, op } of its last try

export function sends(root, { state, written, ask }) {
  root.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-send]");
    if (!form) return;
    event.preventDefault();
    if ("sending" in form.dataset || ask(form, event.submitter)) return;
    send(form, event.submitter, { state, written });
  });
}

async function send(form, submitter, { state, written }) {
  const fields = new URLSearchParams(new FormData(form, submitter));
  fields.set("op", operation(form, fields));
  form.dataset.sending = "";
  tell(form, "");
  state("sending");
  let answer = null;
  try {
    answer = await post(form.action, fields);
    if (answer.status === 400) answer = await again(form, fields);
  } catch {
    // no answer at all: the same operation can be sent again without harm
  }
  delete form.dataset.sending;
  if (answer?.ok) {
    delete form.dataset.kept;
    state("live");
    return written(await answer.json());
  }
  form.dataset.kept = "";
  const trouble = answer && (await answer.json().catch(() => null));
  const isRefused = answer && answer.status < 500 && trouble;
  state(isRefused ? "live" : "unsaved");
  tell(form, isRefused ? trouble.message : word("unsaved"), isRefused);
}

// The same fields are the same operation however often they are sent; other fields are another.
function operation(form, fields) {
  fields.delete("op");
  fields.delete("csrf_token");
  const now = fields.toString();
  const last = sent.get(form);
  const op = last?.fields === now ? last.op : fresh();
  sent.set(form, { fields: now, op });
  return op;
}

// Plain http on a home network has no crypto.randomUUID.
function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function post(address, fields) {
  return fetch(address, {
    method: "POST",
    body: fields,
    headers: { Accept: "application/json", "X-CSRFToken": token().content },
    signal: late(WAIT),
  });
}

const token = () => document.querySelector('meta[name="csrf-token"]');

// A page that lay open too long fetches a new token and sends once more: it must not cost the figure.
async function again(form, fields) {
  const page = await fetch(location.pathname, { signal: late(WAIT) });
  const fetched = new DOMParser().parseFromString(await page.text(), "text/html");
  token().content = fetched.querySelector('meta[name="csrf-token"]').content;
  return post(form.action, fields);
}

function tell(form, message, isRefused) {
  const place = (form.closest("[data-slip]") ?? form).querySelector("[data-refusal]");
  if (!place) return;
  place.replaceChildren();
  if (!message) return;
  const line = document.createElement("p");
  line.className = "error";
  line.setAttribute("role", "alert");
  line.textContent = message;
  place.append(line);
  if (isRefused) {
    const on = document.querySelector("template[data-on]").content.cloneNode(true);
    on.querySelector("[data-go]").addEventListener("click", () => form.dispatchEvent(new CustomEvent("go-on", { bubbles: true })));
    place.append(on);
  }
  line.scrollIntoView({ block: "nearest" });
}

const word = (name) => document.querySelector(`template[data-word="${name}"]`).content.textContent.trim();
