// The sheet's page: follows the table, sends what is written, says what it will do.

import { awake } from "./awake.js";
import { Kept } from "./kept.js";
import { Live } from "./live.js";
import { Outbox } from "./outbox.js";
import { Part } from "./part.js";
import { post } from "./post.js";
import { say, sends, tell } from "./send.js";
import { ask, clicked, prepare, pressed } from "./slip.js";
import { show } from "./why.js";
import "./worker.js";
import { inZone } from "./zone.js";

const root = document.querySelector("[data-live]");
const shows = root.querySelector("[data-state]");
const outbox = new Outbox(root.dataset.key, { post: (item) => post(item.address, item.fields).then(answered), told });
const kept = new Kept(root, outbox);
const part = new Part(root, { drawn, instead: (next) => kept.slip(next), placed: () => kept.draw() });
let isLive = false;

function answered(answer) {
  if (!answer) return null;
  return answer.ok ? answer : { refused: answer.refused, message: answer.message };
}

// One word for how things are: an unsent figure comes before a stream that is gone.
function state(now = isLive ? "live" : "dead") {
  if (now === "live" || now === "dead") isLive = now === "live";
  if (isLive) offline(false);
  const shown = now === "sending" ? now : outbox.waiting.length ? "unsaved" : now;
  if (shows.dataset.state !== shown) shows.dataset.state = shown;
  if (now === "dead") offline(true);
}

// Where this page is not live it says since when it is as it is.
let since = Date.parse(root.dataset.drawn);
function offline(is) {
  const note = root.querySelector("[data-offline]");
  if (!is) since = Date.now();
  else note.querySelector("time").dateTime = new Date(since).toISOString();
  if (note.hidden !== is) return;
  note.hidden = !is;
  inZone(note);
  say(is ? note.textContent.trim() : shows.querySelector('[data-when="live"]').textContent);
}

function drawn(slip) {
  prepare(slip);
  const kept = slip.querySelector("[data-kept]");
  if (!kept) return;
  inZone(kept);
  say(kept.textContent.trim());
}

async function told(event, item, answer) {
  if (event === "sending") return state("sending");
  if (event === "written") {
    isLive = true;
    state();
    return onward();
  }
  const slip = root.querySelector("form[data-slip]");
  if (event === "refused" && slip?.elements.op?.value === item.op) {
    slip.dataset.refused = "";
    tell(slip, answer.message, true);
  }
  state();
  kept.draw();
  part.lay();
  if (event === "refused") await part.look(undefined);
}

// What a link asked for (another side, another bid) ends with the write or the way on.
function plain() {
  const address = new URL(root.dataset.part, location);
  for (const name of ["side", "change"]) address.searchParams.delete(name);
  root.dataset.part = address.pathname + address.search;
  if (location.search) history.replaceState(null, "", location.pathname);
}

async function onward() {
  const read = root.querySelector("form[data-slip]")?.elements.op?.value;
  if (read) outbox.forget(read);
  plain();
  await part.look(undefined, { take: true });
}

sends(root, { outbox, state, ask, written: onward });
root.addEventListener("click", (event) => event.target.closest("[data-go]") && onward());
root.addEventListener("change", pressed);
root.addEventListener("click", clicked);
root.addEventListener("click", show);

const menu = root.querySelector("details.more");
document.addEventListener("click", (event) => menu && !menu.contains(event.target) && (menu.open = false));
document.addEventListener("keydown", (event) => event.key === "Escape" && fold());
menu?.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && !menu.contains(relatedTarget) && (menu.open = false));

function fold() {
  if (!menu?.open) return;
  if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
  menu.open = false;
}

awake(root);
prepare(root);
kept.draw();
part.lay();
new Live(root.dataset.live, {
  look: (mark) => part.look(mark),
  presence: (now) => root.dispatchEvent(new CustomEvent("presence", { detail: now })),
  state: (now) => {
    state(now);
    if (now === "live") outbox.drain();
  },
});
outbox.drain();
