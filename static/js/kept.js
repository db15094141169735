// Shows what the outbox holds: in pencil in the rows, on the slip while it waits, and above it where somebody has to decide.

import { copy, fill, since } from "./words.js";

export class Kept {
  constructor(root, outbox) {
    this.root = root;
    this.outbox = outbox;
    root.addEventListener("click", (event) => this.#pressed(event));
  }

  // The slip to show instead of the one the server drew, while this very thing waits to be sent: the pad for what
  // comes after it, or that it waits.
  slip(drawn) {
    let item = this.#waits(drawn.dataset.slip);
    if (!item) return null;
    for (const { content } of drawn.querySelectorAll("template[data-later]")) {
      const later = content.firstElementChild;
      const next = this.#waits(later.dataset.slip);
      if (!next) return this.#filled(document.importNode(later, true), item);
      item = next;
    }
    const slip = this.#filled(copy("waiting").firstElementChild, item);
    slip.dataset.slip = `kept-${item.op}`;
    slip.querySelector("[data-fleeting]").hidden = !this.outbox.isFleeting;
    return slip;
  }

  #waits(name) {
    const [act, match, deal, side] = name.split("-");
    const place = [act, match, deal, act === "bid" ? "" : side].join("-");
    return this.outbox.waiting.find((item) => item.place === place);
  }

  #filled(within, item) {
    fill(within, "what", item.what);
    fill(within, "bid", item.values.bid);
    fill(within, "who", item.who);
    fill(within, "deal", item.values.deal);
    since(within, item.at);
    for (const button of within.querySelectorAll("button[data-op]")) button.dataset.op = item.op;
    return within;
  }

  // After every redraw: figures that are not saved stand in the rows in pencil.
  draw() {
    for (const old of this.root.querySelectorAll("[data-pencil]")) old.remove();
    for (const item of this.outbox.waiting) this.#pencil(item);
    this.#notes();
  }

  #pencil(item) {
    const { match, deal, side } = item.values;
    if (match !== this.root.querySelector("[data-match]")?.dataset.match) return;
    const row = document.getElementById(`deal-${deal}`);
    if (item.act === "bid") return row ?? this.#row(item);
    const cell = row?.querySelector(`.cell.${side.toLowerCase()}`);
    if (!cell?.querySelector(".gap")) return;
    const note = this.#filled(copy("pencil").firstElementChild, item);
    note.dataset.pencil = "";
    cell.firstElementChild.append(note);
  }

  // A deal whose bid is only on this phone has no row yet.
  #row(item) {
    const row = this.#filled(copy("pencil-row").querySelector("tr"), item);
    row.querySelector(`[data-trump="${item.values.trump ?? ""}"]`)?.removeAttribute("hidden");
    row.id = `deal-${item.values.deal}`;
    row.dataset.pencil = "";
    this.root.querySelector('[data-piece="deals"]').append(row);
  }

  // Nothing that was typed is dropped without a word: what was refused stays until somebody has read it, and what
  // another person wrote on this phone until somebody sends it or throws it away.
  #notes() {
    const here = this.root.querySelector("form[data-slip]")?.elements.op?.value; // told on the slip itself
    const items = [...this.outbox.refused.filter((item) => item.op !== here), ...this.outbox.strange];
    const place = this.root.querySelector("[data-unwritten]");
    // Each is read out when it comes, and not again whenever the sheet is drawn anew.
    const standing = [...place.children].map((note) => note.dataset.note).join();
    if (standing === items.map(named).join()) return;
    place.replaceChildren(
      ...items.map((item) => {
        const note = this.#filled(copy(item.refused ? "refused" : "strange").firstElementChild, item);
        note.dataset.note = named(item);
        fill(note, "why", item.refused?.message);
        return note;
      }),
    );
  }

  #pressed(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { op } = button.dataset;
    if ("drop" in button.dataset) this.outbox.drop(op);
    if ("claim" in button.dataset) this.outbox.claim(op);
    if ("sendNow" in button.dataset) this.outbox.drain();
  }
}

const named = ({ op, refused }) => `${op}${refused ? " refused" : ""}`;
