// The sheet's page: follows the table, sends what is written, says how things are.

import { awake } from "./awake.js";
import { ends } from "./end.js";
import { here } from "./here.js";
import { Kept } from "./kept.js";
import { Live } from "./live.js";
import { Outbox } from "./outbox.js";
import { Part } from "./part.js";
import { sends, tell } from "./send.js";
import { ask, clicked, prepare, pressed } from "./slip.js";
import { show } from "./why.js";
import { say, word } from "./words.js";
import { inZone } from "./zone.js";

const root = document.querySelector("[data-live]");
const shows = root.querySelector("[data-state]");
const away = root.querySelector("[data-offline]");

const outbox = new Outbox(root.dataset.key, told);
const kept = new Kept(root, outbox);
const part = new Part(root, { laid, instead: (drawn) => kept.slip(drawn), placed: () => kept.draw() });
const slip = () => part.slip.there;

// One word for how things are: a figure that is not saved comes before a line that is gone.
const now = { isLive: null, isSeen: true, sending: false };
let since = Date.parse(root.dataset.drawn);
function state(changes = {}) {
  Object.assign(now, changes);
  const unsaved = outbox.waiting.length + outbox.strange.length;
  const line = { true: "live", false: "dead" }[now.isLive] ?? "";
  const said = now.sending ? "sending" : unsaved ? "unsaved" : line;
  if (shows.dataset.state !== said) shows.dataset.state = said;
  // Where the page is not current it says since when it is as it is.
  if (now.isSeen && now.isLive !== null) since = Date.now();
  away.querySelector("time").dateTime = new Date(part.at ?? since).toISOString();
  inZone(away);
  const isAway = now.isLive === false && !now.isSeen;
  if (away.hidden !== isAway) return;
  away.hidden = !isAway;
  say(isAway ? away.textContent.trim() : shows.querySelector('[data-when="live"]').textContent);
}

function laid(slip) {
  prepare(slip);
  const kept = slip.querySelector("[data-kept]");
  if (!kept) return;
  inZone(kept);
  say(kept.textContent.trim());
}

async function told(event, item, answer) {
  state({ sending: event === "sending" });
  if (event === "sending") return;
  const form = slip();
  const isHere = form.elements?.op?.value === item?.op || form.dataset.slip === `kept-${item?.op}`;
  if (event === "written") return isHere ? onward() : part.look();
  if (event === "refused" && isHere && form.elements) {
    form.dataset.refused = "";
    tell(form, answer.message, true);
  }
  kept.draw();
  // After a refusal, or with somebody else at this phone, the server knows better what comes next.
  const isNew = event === "refused" || outbox.strange.some(({ op }) => op === item?.op);
  if (!isNew || !(await part.look())) part.slip.again();
}

// What a link asked for (another side, another bid) ends with the write or the way on.
function plain() {
  if (location.search) history.replaceState(null, "", location.pathname);
  asked("");
}

function asked(search) {
  const address = new URL(root.dataset.part, location);
  address.search = search;
  root.dataset.part = address.pathname + address.search;
}

async function onward() {
  const read = slip().elements?.op?.value;
  if (read) outbox.forget(read);
  plain();
  if (!(await part.look(undefined, { take: true }))) part.slip.again({ take: true });
}

// Another slip of this very sheet: asked for in place, as without a network no page can be opened for it.
async function turned(event) {
  const link = event.target.closest("a[href]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.pathname !== location.pathname || link.hash) return;
  event.preventDefault();
  const before = root.dataset.part;
  asked(link.search);
  if (await part.look(undefined, { take: true })) return;
  root.dataset.part = before;
  tell(slip(), word("needs-network"));
}

sends(root, { outbox, state, ask, written: onward });
ends(root, { outbox, slip });
root.addEventListener("click", (event) => event.target.closest("[data-go]") && onward());
root.addEventListener("change", pressed);
root.addEventListener("click", clicked);
root.addEventListener("click", show);
root.addEventListener("click", turned);

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
here(root);
prepare(slip());
kept.draw();
part.slip.again();
new Live(root.dataset.live, {
  look: (mark) => part.look(mark),
  mark: () => part.mark,
  presence: (here) => root.dispatchEvent(new CustomEvent("presence", { detail: here })),
  state: (isLive, isSeen) => {
    state({ isLive, isSeen });
    if (isLive) outbox.drain();
  },
});
outbox.drain();
