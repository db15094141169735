// Puts a freshly drawn part of the sheet in place, without touching what somebody types, scrolls or holds.


const STILL = 600; // milliseconds after a touch in which nothing changes under the thumb
let touched = 0;
for (const event of ["pointerdown", "pointerup", "keydown"]) {
  addEventListener(event, () => (touched = Date.now()), { capture: true, passive: true });
}

export class Part {
  #reading = null;
  #waiting = null;

  constructor(root, drawn) {
    this.root = root;
    this.drawn = drawn; // called with the slip whenever a new one stands there
    this.mark = Number(this.#piece(root, "heading").dataset.mark);
  }

  #piece(within, name) {
    return within.querySelector(`[data-piece="${name}"]`);
  }

  // Reads the part when `mark` is newer than what stands; true when the server answered.
  async look(mark, { take = false } = {}) {
    if (mark !== undefined && mark <= this.mark && !take) return true;
    try {
      const answer = await fetch(this.root.dataset.part, { cache: "no-cache", signal: late(8000) });
      if (!answer.ok) return answer.status < 500;
      this.#place(new DOMParser().parseFromString(await answer.text(), "text/html"), take);
      return true;
    } catch {
      return false;
    }
  }

  #place(fresh, take) {
    const heading = this.#piece(fresh, "heading");
    const mark = Number(heading.dataset.mark);
    if (mark < this.mark) return; // an older answer that was slower
    this.mark = mark;
    this.#say(heading);
    for (const name of ["heading", "score", "banner", "deals"]) this.#swap(name, fresh);

    this.#slip(fresh.querySelector("[data-slip]"), take);
  }

  #say(heading) {
    const said = this.root.querySelector("[data-say]");
    const standing = this.#piece(this.root, "heading").dataset.news;
    document.title = heading.dataset.title;
    if (said && heading.dataset.news !== standing) said.textContent = heading.dataset.news;
  }

  #swap(name, fresh) {
    const old = this.#piece(this.root, name);
    const next = this.#piece(fresh, name);
    for (const { name: attribute, value } of next.attributes) old.setAttribute(attribute, value);
    old.replaceChildren(...next.childNodes);
  }

  #slip(next, take) {
    const old = this.root.querySelector("[data-slip]");
    if (!next || !old) return;
    if (old.dataset.slip === next.dataset.slip && !take) return hint(old, next);
    if (!take && isBusy(old)) return moved(old, () => this.#replace(old, next));
    const wait = take ? 0 : touched + STILL - Date.now();
    clearTimeout(this.#waiting);
    if (wait <= 0) this.#replace(old, next);
    else this.#waiting = setTimeout(() => this.look(undefined), wait);
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
    key.dataset.does = twin.dataset.does;
    if (twin.dataset.asks) key.dataset.asks = twin.dataset.asks;
    else delete key.dataset.asks;
  }
}

// Somebody has chosen or typed something here that is not sent yet.
function isBusy(slip) {
  if ("sending" in slip.dataset || "kept" in slip.dataset) return true;
  return [...slip.querySelectorAll("input:not([type=hidden])")].some((input) =>
    input.type === "radio" || input.type === "checkbox" ? input.checked !== input.defaultChecked : input.value !== input.defaultValue,
  );
}

// What was chosen stays; the way on is offered above it.
function moved(slip, go) {
  const place = slip.querySelector("[data-refusal]");
  const told = document.querySelector("template[data-moved]")?.content.cloneNode(true);
  if (!place || !told || place.querySelector("[data-go]")) return;
  told.querySelector("[data-go]").addEventListener("click", go);
  place.append(told);
}

export function late(milliseconds) {
  const control = new AbortController();
  setTimeout(() => control.abort(), milliseconds);
  return control.signal;
}
