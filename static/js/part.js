// Puts a freshly drawn part of the sheet in place, and keeps what has the focus or is being read where it is.

import { due } from "./due.js";
import { Lay, focus, isBusy, moved } from "./lay.js";
import { fresh, token } from "./post.js";
import { read } from "./read.js";

const SWAPPED = ["heading", "news", "score", "banner", "names", "deals"];

export class Part {
  #reading = 0;
  at = null; // when the sheet that stands was drawn, where that was another time

  // `instead(slip)` may name another slip to show in a drawn one's place, `laid(slip)` hears of every new slip,
  // `placed()` of everything new.
  constructor(root, { instead, laid, placed }) {
    this.root = root;
    this.placed = placed;
    this.mark = Number(this.#piece(root, "heading").dataset.mark);
    this.slip = new Lay(root, { instead, laid });
    this.#wait();
  }

  #piece(within, name) {
    return within.querySelector(`[data-piece="${name}"]`);
  }

  // Brings the page up to that mark, or to now; resolves to whether it is. `take`: whatever stands on the slip is done with.
  async look(mark, { take = false } = {}) {
    if (mark !== undefined && mark <= this.mark && !take) return true;
    const reading = ++this.#reading;
    try {
      const seen = await read(this.root.dataset.part);
      if (seen.isGone) location.reload(); // the table is deleted, and its page says so
      if (!seen.ok) return false;
      const isLast = reading === this.#reading;
      if (isLast || take) this.#place(seen, { take, isSure: isLast && !seen.isKept });
      this.at = seen.isKept ? seen.at : null;
      return !seen.isKept && seen.isOurs;
    } catch {
      return false;
    }
  }

  #place({ drawn, isKept, isOurs }, { take, isSure }) {
    const heading = this.#piece(drawn, "heading");
    const mark = Number(heading.dataset.mark);
    if (!isOurs) return isKept || this.#renew(take);
    if (mark < this.mark && !isSure) return; // an answer that was slower, or from another time
    this.#say(drawn);
    this.mark = mark;
    for (const name of SWAPPED) swap(this.#piece(this.root, name), this.#piece(drawn, name));
    this.#note(drawn);
    this.slip.lay(drawn.querySelector("[data-slip]"), { take });
    this.placed();
  }

  // A note that still says the same is left alone: somebody may be about to press it.
  #note(drawn) {
    const [old, next] = [this.root, drawn].map((within) => this.#piece(within, "host"));
    if (!old || !next || old.dataset.note === next.dataset.note) return;
    swap(old, next);
    own(old);
    this.#wait();
  }

  #wait() {
    due(this.root, () => this.look(undefined));
  }

  // Another version of the program drew this: one reload, and no page is of two.
  #renew(take) {
    const slip = this.slip.there;
    if (!take && slip && isBusy(slip)) moved(slip, "renewed", () => location.reload());
    else if (take || !this.root.querySelector("dialog[open], details.more[open]")) location.reload();
  }

  // Each change since the page's own mark once, in words; who is called what is no change.
  #say(drawn) {
    document.title = this.#piece(drawn, "heading").dataset.title;
    const [was, now] = [this.root, drawn].map((within) => this.#piece(within, "news"));
    const told = [...now.children].filter((each) => Number(each.dataset.told) > this.mark).map((each) => each.dataset.news);
    if (!told.length && now.dataset.standing !== was.dataset.standing) told.push(now.dataset.news);
    if (told.length) this.root.querySelector("[data-say]").textContent = told.join(" ");
  }
}

// A part is drawn for many: what only this page has is not in it, and is put into a form that no script sends.
function own(within) {
  for (const field of within.querySelectorAll('[name="csrf_token"]')) field.value = token().content;
  for (const field of within.querySelectorAll('[name="op"]')) field.value = fresh();
}

// What says the same stays: a row that has the focus or is read out is not taken away. Rows do not move while
// somebody reads older ones, whatever grows above or below.
function swap(old, next) {
  const rows = old.closest(".rows");
  const isReading = rows && rows.scrollTop < -4; // the newest row lies at 0
  const read = isReading ? [...old.children].findIndex((row) => top(row) >= top(rows)) : -1;
  const stood = read < 0 ? 0 : top(old.children[read]);
  const held = old.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
  for (const { name, value } of next.attributes) old.setAttribute(name, value);
  [...next.childNodes].forEach((node, at) => {
    const there = old.childNodes[at];
    if (!there) old.append(node.cloneNode(true));
    else if (!there.isEqualNode(node)) there.replaceWith(node.cloneNode(true));
  });
  while (old.childNodes.length > next.childNodes.length) old.lastChild.remove();
  if (held && !old.contains(document.activeElement)) focus(old.querySelector(`[href="${CSS.escape(held)}"]`));
  if (old.children[read]) rows.scrollTop += top(old.children[read]) - stood;
}

const top = (element) => element.getBoundingClientRect().top;
