// Lays a freshly drawn slip in the old one's place: never under a thumb, never over what somebody has chosen.

import { copy, say } from "./words.js";

const STILL = 600; // milliseconds after a touch in which nothing changes under the thumb
const LONGEST = 10000; // milliseconds a thumb may lie still; a lifted thumb can go unheard
let touched = 0;
let isDown = false;
for (const event of ["pointerdown", "pointerup", "pointercancel", "keydown"]) {
  addEventListener(event, () => {
    touched = Date.now();
    isDown = event === "pointerdown" || (isDown && event === "keydown");
  }, { capture: true, passive: true });
}

const rest = () => Math.max(0, touched + (isDown ? LONGEST : STILL) - Date.now());

export class Lay {
  #waiting = 0;
  #last = null; // the slip as the server drew it last

  // `instead(drawn)` may name another slip to show in its place, `laid(slip)` hears of every new one.
  constructor(root, { instead, laid }) {
    this.root = root;
    this.instead = instead;
    this.laid = laid;
    this.#last = this.there?.cloneNode(true);
  }

  get there() {
    return this.root.querySelector("[data-slip]");
  }

  lay(drawn, { take = false } = {}) {
    clearTimeout(this.#waiting);
    const old = this.there;
    if (!drawn || !old) return;
    this.#last = drawn.cloneNode(true);
    const next = this.instead(drawn) ?? drawn;
    const isSame = old.dataset.slip === next.dataset.slip;
    const isFuller = "later" in old.dataset && !("later" in next.dataset);
    if (isSame && !take && !isFuller) return hint(old, next);
    if (!isSame && !take && isBusy(old)) return moved(old, "moved", () => this.again({ take: true }));
    const wait = take ? 0 : rest();
    if (wait > 0) this.#waiting = setTimeout(() => this.lay(drawn), Math.min(wait, STILL));
    else this.#replace(old, next, isSame);
  }

  // What is kept on this phone may call for another slip than the one that stands.
  again({ take = false } = {}) {
    if (!this.#last) return;
    const old = this.there;
    const next = this.instead(this.#last);
    if ((next ?? this.#last).dataset.slip === old.dataset.slip && !take) return;
    if (next || take || "waiting" in old.dataset) this.#replace(old, next ?? this.#last.cloneNode(true));
    else if ("later" in old.dataset) this.lay(this.#last.cloneNode(true));
  }

  #replace(old, next, isSame = false) {
    const active = old.contains(document.activeElement) ? document.activeElement : null;
    if (isSame) carry(old, next);
    old.replaceWith(next);
    if (active) focus((isSame && twin(next, active)) || heading(next));
    this.laid(next);
  }
}

const twin = (slip, { name, value }) => slip.querySelector(`input[name="${name}"][value="${value}"]`);

function heading(slip) {
  const head = slip.querySelector("h2");
  if (head) head.tabIndex = -1;
  return head;
}

export const focus = (place) => place?.focus({ preventScroll: true });

// The same slip drawn anew keeps what was chosen on the old one.
function carry(old, next) {
  for (const chosen of old.querySelectorAll("input:checked")) {
    const key = twin(next, chosen);
    if (key) key.checked = true;
  }
}

// The same slip: what the other side's figure suggests is new, or who sits where.
function hint(old, next) {
  for (const key of next.querySelectorAll('.key input[type="radio"]')) {
    twin(old, key)?.nextElementSibling.replaceChildren(...key.nextElementSibling.childNodes);
  }
  const line = next.querySelector("[data-hint]");
  if (line) old.querySelector("[data-hint]")?.replaceChildren(...line.childNodes);
  for (const key of old.querySelectorAll('input[name="points"]')) {
    const fresh = twin(next, key);
    if (!fresh) continue;
    key.closest(".key").classList.toggle("hint", fresh.closest(".key").classList.contains("hint"));
    key.dataset.does = fresh.dataset.does ?? "";
    if (fresh.dataset.asks) key.dataset.asks = fresh.dataset.asks;
    else delete key.dataset.asks;
  }
}

// Somebody has chosen or typed something here that is not sent yet.
export function isBusy(slip) {
  if ("sending" in slip.dataset || "refused" in slip.dataset) return true;
  return [...slip.querySelectorAll("input:not([type=hidden])")].some((input) =>
    input.type === "radio" || input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue,
  );
}

// What was chosen stays; the way on is offered above it.
export function moved(slip, name, go) {
  const place = slip.querySelector("[data-refusal]");
  if (!place || place.querySelector("[data-go]")) return;
  const told = copy(name);
  told.querySelector("[data-go]").addEventListener("click", (event) => {
    event.stopPropagation();
    go();
  });
  say(told.querySelector("p").textContent);
  place.append(told);
}
