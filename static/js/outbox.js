// What this phone has written and the sheet has not answered yet: kept through reload and restart, sent in order.

const AGAIN = [2000, 5000, 10000, 20000]; // milliseconds between tries, the last one for as long as it takes

export class Outbox {
  #timer = 0;
  #tries = 0;
  #busy = null;
  #memory = null; // where the browser keeps nothing (a private window, a full disk), this page does

  // `post(item)` resolves to {mark} or {refused}, and to null where there was no answer; `told(event, item)` hears what became of it.
  constructor(table, { post, told }) {
    this.name = `outbox ${table}`;
    this.post = post;
    this.told = told;
    addEventListener("online", () => this.drain());
    addEventListener("storage", (event) => event.key === this.name && this.told("changed"));
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
    return this.items.filter((item) => !item.refused);
  }

  get refused() {
    return this.items.filter((item) => item.refused);
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

  // The same cell typed again before it was sent is another operation in the old one's place.
  put(item) {
    const others = this.items.filter((each) => each.place !== item.place);
    this.#write([...others, item]);
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

  // Sends what waits, the oldest first; one at a time, and one drain at a time.
  drain() {
    this.#busy ??= this.#drain().finally(() => (this.#busy = null));
    return this.#busy;
  }

  async #drain() {
    clearTimeout(this.#timer);
    for (let item; (item = this.waiting[0]); ) {
      this.told("sending", item);
      const answer = await this.post(item);
      if (!answer) return this.#later(item);
      this.#tries = 0;
      // Another tab may have sent or replaced it meanwhile; only this very operation is done with.
      if (answer.refused) this.#write(this.items.map((each) => (each.op === item.op ? { ...each, refused: answer } : each)));
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
