// What this phone has written and the sheet has not answered yet: kept through reload and restart, sent in order.

import { post } from "./post.js";
import { page } from "./read.js";

const AGAIN = [2000, 5000, 10000, 20000]; // milliseconds between tries, the last one for as long as it takes
const LONG = 15000; // milliseconds a later try waits for its answer: a slow line is a line
const NAME = "outbox ";

// The tables for which something is kept on this phone.
export function tables() {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(NAME)).map((name) => name.slice(NAME.length));
  } catch {
    return []; // a browser that forbids keeping anything
  }
}

export class Outbox {
  #timer = 0;
  #tries = 0;
  #busy = null;
  #memory = null; // where the browser keeps nothing (a private window, a full disk), this page does

  // `told(event, item, answer)` hears what became of an item.
  constructor(table, told) {
    this.name = NAME + table;
    this.told = told;
    addEventListener("online", () => this.drain());
    addEventListener("storage", (event) => event.key === this.name && this.told("changed"));
    addEventListener("beforeunload", (event) => this.#memory?.length && event.preventDefault());
    document.addEventListener("visibilitychange", () => document.hidden || this.drain());
  }

  get items() {
    if (this.#memory) return this.#memory;
    try {
      return JSON.parse(localStorage.getItem(this.name)) ?? [];
    } catch {
      return [];
    }
  }

  get waiting() {
    return this.items.filter((item) => !item.refused && item.by === page.drawnFor);
  }

  get refused() {
    return this.items.filter((item) => item.refused);
  }

  // Written here by somebody else, who signed out or lost the cookie: never sent in another's name by itself.
  get strange() {
    return this.items.filter((item) => !item.refused && item.by !== page.drawnFor);
  }

  // Whether what is kept would be lost with this page.
  get isFleeting() {
    return this.#memory !== null;
  }

  #write(items) {
    try {
      if (items.length) localStorage.setItem(this.name, JSON.stringify(items));
      else localStorage.removeItem(this.name);
      this.#memory = null;
    } catch {
      this.#memory = items;
    }
  }

  #change(op, changes) {
    this.#write(this.items.map((item) => (item.op === op ? { ...item, ...changes } : item)));
  }

  // The same cell typed again before it was sent takes the old one's place in the order.
  put(item) {
    const items = this.items;
    const isThere = items.some((each) => each.place === item.place);
    this.#write(isThere ? items.map((each) => (each.place === item.place ? item : each)) : [...items, item]);
    return this.drain();
  }

  drop(op) {
    this.#write(this.items.filter((item) => item.op !== op));
    this.told("changed");
  }

  // What was refused has been read.
  forget(op) {
    this.#write(this.items.filter((item) => item.op !== op || !item.refused));
  }

  // Whoever is at this phone now answers for what another wrote on it.
  claim(op) {
    this.#change(op, { by: page.drawnFor });
    return this.drain();
  }

  // Sends what waits, the oldest first; one at a time, and one drain at a time.
  drain() {
    this.#busy ??= this.#drain().finally(() => (this.#busy = null));
    return this.#busy;
  }

  async #drain() {
    clearTimeout(this.#timer);
    for (let item; (item = this.waiting[0]); ) {
      this.told("sending", item);
      const { address, fields, by } = item;
      const answer = await post(address, fields, { by, wait: this.#tries ? LONG : undefined });
      if (!answer) return this.#later(item);
      this.#tries = 0;
      // Another page may have sent or replaced it meanwhile; only this very operation is done with.
      if (answer.refused) this.#change(item.op, { refused: answer });
      else this.#write(this.items.filter((each) => each.op !== item.op));
      await this.told(answer.refused ? "refused" : "written", item, answer);
    }
  }

  #later(item) {
    const wait = AGAIN[Math.min(this.#tries++, AGAIN.length - 1)];
    this.#timer = setTimeout(() => this.drain(), wait);
    this.told("unsent", item);
  }
}
