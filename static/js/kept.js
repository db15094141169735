// Shows what the outbox holds: in pencil in the rows, on the slip while it waits, and above it once it was refused.

import { copy } from "./send.js";

export class Kept {
  constructor(root, outbox) {
    this.root = root;
    this.outbox = outbox;
    root.addEventListener("click", (event) => this.#pressed(event));
  }

  // The slip to show instead of the one the server drew, while this very thing waits to be sent.
  slip(next) {
    const [act, match, deal, side] = next.dataset.slip.split("-");
    const waits = (what, of) => this.outbox.waiting.find((item) => item.place === [what, match, deal, of].join("-"));
    if (act === "enter") return waits("enter", side) ? this.#waiting(waits("enter", side)) : null;
    if (act !== "bid") return null;
    const bid = waits("bid", "");
    const later = next.querySelector("template[data-later]")?.content.firstElementChild;
    if (!bid || !later) return bid ? this.#waiting(bid) : null;
    const entry = waits("enter", later.dataset.slip.split("-")[3]);
    return entry ? this.#waiting(entry) : later.cloneNode(true);
  }

  #waiting(item) {
    const slip = copy("waiting").firstElementChild;
    slip.dataset.slip = `kept-${item.op}`;
    fill(slip, "what", figure(item));
    since(slip, item);
    slip.querySelector("[data-take-back]").dataset.takeBack = item.op;
    return slip;
  }

  // After every redraw: figures that are not saved stand in the rows in pencil.
  draw() {
    for (const old of this.root.querySelectorAll("[data-pencil]")) old.remove();
    for (const item of this.outbox.waiting) this.#pencil(item);
    this.#refused();
  }

  #pencil(item) {
    const { match, deal, side } = item.values;
    if (Number(match) !== Number(this.root.querySelector("[data-match]")?.dataset.match)) return;
    const row = document.getElementById(`deal-${deal}`) ?? this.#row(item);
    if (item.act !== "enter" || !row) return;
    const cell = row.querySelector(`.cell.${side.toLowerCase()}`);
    if (!cell?.querySelector(".gap")) return;
    const note = copy("pencil").firstElementChild;
    fill(note, "what", figure(item));
    note.dataset.pencil = "";
    cell.firstElementChild.append(note);
  }

  // A deal whose bid is only on this phone has no row yet.
  #row(item) {
    if (item.act !== "bid") return null;
    const row = copy("pencil-row").querySelector("tr");
    row.id = `deal-${item.values.deal}`;
    row.dataset.pencil = "";
    fill(row, "what", figure(item));
    fill(row, "who", item.who ?? "");
    this.root.querySelector('[data-piece="deals"]').append(row);
    return row;
  }

  // Nothing that was typed is dropped without a word: what was refused stays until somebody has read it.
  #refused() {
    const place = this.root.querySelector("[data-unwritten]");
    const here = this.root.querySelector("form[data-slip]")?.elements.op?.value; // told on the slip itself
    const items = this.outbox.refused.filter((item) => item.op !== here);
    // Each is read out when it comes, and not again whenever the sheet is drawn anew.
    const standing = [...place.querySelectorAll("[data-read]")].map((button) => button.dataset.read);
    if (standing.join() === items.map((item) => item.op).join()) return;
    place.replaceChildren(
      ...items.map((item) => {
        const note = copy("refused").firstElementChild;
        fill(note, "what", figure(item));
        fill(note, "deal", item.values.deal);
        fill(note, "why", item.refused.message);
        since(note, item);
        note.querySelector("[data-read]").dataset.read = item.op;
        return note;
      }),
    );
  }

  #pressed(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const { takeBack, read } = button.dataset;
    if (takeBack || read) this.outbox.drop(takeBack || read);
    if ("sendNow" in button.dataset) this.outbox.drain();
  }
}

function figure({ act, values }) {
  return act === "enter" ? values.points : values.bid;
}

function fill(within, name, text) {
  for (const place of within.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = text;
}

function since(within, item) {
  const time = within.querySelector("time[data-zone]");
  if (time) time.dateTime = new Date(item.at).toISOString();
}
