// Puts a freshly drawn part of the sheet in place, without touching what somebody types, scrolls or holds.

import { late } from "./post.js";
import { copy, say } from "./send.js";

const STILL = 600; // milliseconds after a touch in which nothing changes under the thumb
let touched = 0;
for (const event of ["pointerdown", "pointerup", "keydown"]) {
  addEventListener(event, () => (touched = Date.now()), { capture: true, passive: true });
}

export class Part {
  #waiting = 0;
  #reading = 0;
  #last = null; // the slip as the server drew it last

  // `drawn(slip)` hears of every new slip, `instead(next)` may name another slip to show in its place.
  constructor(root, { drawn, instead, placed }) {
    this.root = root;
    this.drawn = drawn;
    this.instead = instead;
    this.placed = placed;
    const { mark, version } = this.#piece(root, "heading").dataset;
    this.mark = Number(mark);
    this.version = version;
    this.#last = this.#slip?.cloneNode(true);
  }

  #piece(within, name) {
    return within.querySelector(`[data-piece="${name}"]`);
  }

  get #slip() {
    return this.root.querySelector("[data-slip]");
  }

  // Reads the part when `mark` is newer than what stands. True when the table's server answered, and not a copy of old.
  async look(mark, { take = false } = {}) {
    if (mark !== undefined && mark <= this.mark && !take) return true;
    const reading = ++this.#reading;
    try {
      const answer = await fetch(this.root.dataset.part, { cache: "no-cache", signal: late(8000) });
      if (!answer.ok) return answer.status < 500;
      const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (take || reading >= this.#reading) this.#place(fresh, take);
      return !answer.headers.has("X-Kept");
    } catch {
      return false;
    }
  }

  #place(fresh, take) {
    const heading = this.#piece(fresh, "heading");
    const mark = Number(heading.dataset.mark);
    if (mark < this.mark) return; // an older answer that was slower
    if (heading.dataset.version !== this.version) return this.#renew();
    this.#say(fresh);
    this.mark = mark;
    for (const name of ["heading", "news", "score", "banner", "deals"]) this.#swap(name, fresh);
    this.#lay(fresh.querySelector("[data-slip]"), take);
    this.placed();
  }

  // Another version of the program drew this: one reload, and no page is of two.
  #renew() {
    if (this.#slip && isBusy(this.#slip)) moved(this.#slip, "renewed", () => location.reload());
    else location.reload();
  }

  // Each change since the page's own mark once, in words; who is called what is no change.
  #say(fresh) {
    document.title = this.#piece(fresh, "heading").dataset.title;
    const [was, now] = [this.root, fresh].map((within) => this.#piece(within, "news"));
    const told = [...now.children].filter((each) => Number(each.dataset.told) > this.mark).map((each) => each.dataset.news);
    if (!told.length && now.dataset.standing !== was.dataset.standing) told.push(now.dataset.news);
    if (told.length) this.root.querySelector("[data-say]").textContent = told.join(" ");
  }

  #swap(name, fresh) {
    const old = this.#piece(this.root, name);
    const next = this.#piece(fresh, name);
    const held = old.contains(document.activeElement) && document.activeElement.getAttribute("href");
    for (const { name: attribute, value } of next.attributes) old.setAttribute(attribute, value);
    old.replaceChildren(...next.childNodes);
    // Whoever goes along the rows by keyboard goes on from the same one.
    const twin = held && [...old.querySelectorAll("a")].find((link) => link.getAttribute("href") === held);
    if (twin) twin.focus({ preventScroll: true });
  }

  #lay(drawn, take) {
    const old = this.#slip;
    if (!drawn || !old) return;
    this.#last = drawn.cloneNode(true);
    const next = this.instead(drawn) ?? drawn;
    if (old.dataset.slip === next.dataset.slip && !take) return hint(old, next);
    if (!take && isBusy(old)) return moved(old, "moved", () => this.#replace(this.#slip, next));
    const wait = take ? 0 : touched + STILL - Date.now();
    clearTimeout(this.#waiting);
    if (wait <= 0) this.#replace(old, next);
    else this.#waiting = setTimeout(() => this.look(undefined), wait);
  }

  // What the page itself has to say may call for another slip than the one that stands.
  lay() {
    if (!this.#last) return;
    const next = this.instead(this.#last) ?? (this.#slip.dataset.slip.startsWith("kept") ? this.#last.cloneNode(true) : null);
    if (next && next.dataset.slip !== this.#slip.dataset.slip) this.#replace(this.#slip, next);
  }

  #replace(old, next) {
    const hadFocus = old.contains(document.activeElement);
    old.replaceWith(next);
    if (hadFocus) focus(next);
    this.drawn(next);
  }
}

function focus(slip) {
  const head = slip.querySelector("h2");
  if (!head) return;
  head.tabIndex = -1;
  head.focus({ preventScroll: true });
}

// The same slip: what the other side's figure suggests is new, or who sits where.
function hint(old, next) {
  for (const key of next.querySelectorAll('.key input[type="radio"]')) {
    const twin = old.querySelector(`.key input[name="${key.name}"][value="${key.value}"]`);
    twin?.nextElementSibling.replaceChildren(...key.nextElementSibling.childNodes);
  }
  const line = next.querySelector("[data-hint]");
  if (line) old.querySelector("[data-hint]")?.replaceChildren(...line.childNodes);
  const fresh = new Map([...next.querySelectorAll('input[name="points"]')].map((key) => [key.value, key]));
  for (const key of old.querySelectorAll('input[name="points"]')) {
    const twin = fresh.get(key.value);
    if (!twin) continue;
    key.closest(".key").classList.toggle("hint", twin.closest(".key").classList.contains("hint"));
    key.dataset.does = twin.dataset.does ?? "";
    if (twin.dataset.asks) key.dataset.asks = twin.dataset.asks;
    else delete key.dataset.asks;
  }
}

// Somebody has chosen or typed something here that is not sent yet.
function isBusy(slip) {
  if ("sending" in slip.dataset || "refused" in slip.dataset) return true;
  return [...slip.querySelectorAll("input:not([type=hidden])")].some((input) =>
    input.type === "radio" || input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue,
  );
}

// What was chosen stays; the way on is offered above it.
function moved(slip, name, go) {
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
