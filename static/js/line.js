// One stream for all pages of a table in this browser, which opens only six connections to one house.

const ASKED = 150; // milliseconds in which a page that listens already answers
const BEAT = 12000; // milliseconds in which a stream that lives says something

// A browser without channels opens a stream for each page.
const Channel = globalThis.BroadcastChannel ?? class extends EventTarget { postMessage() {} close() {} };

export class Line {
  #source = null;
  #channel = null;
  #timer = 0;
  #heard = 0;
  #last = new Map(); // what the stream said last of each kind, for a page that opens later
  #id = Math.random();

  // `said(kind, words)` hears the stream, wherever it runs; `lost()` that it broke.
  constructor(address, { said, lost }) {
    this.address = address;
    this.said = said;
    this.lost = lost;
  }

  get isOpen() {
    return this.#channel !== null;
  }

  open() {
    if (this.isOpen) return;
    this.#channel = new Channel(this.address);
    this.#channel.addEventListener("message", ({ data }) => this.#hear(data));
    this.#channel.postMessage({ kind: "ask" });
    this.#listenIn(ASKED);
  }

  // Whoever relied on this page's stream is told to open another.
  close() {
    clearTimeout(this.#timer);
    if (this.#source) this.#channel.postMessage({ kind: "end" });
    this.#leave();
    this.#channel?.close();
    this.#channel = null;
  }

  #listenIn(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#listen(), milliseconds);
  }

  #listen() {
    if (this.#source) return;
    const source = new EventSource(this.address);
    this.#source = source;
    for (const kind of ["message", "presence", "drawn", "beat"]) {
      source.addEventListener(kind, ({ data }) => {
        this.#heard = Date.now();
        this.#last.set(kind, data);
        this.#tell(kind, data);
        this.said(kind, data);
      });
    }
    source.addEventListener("error", () => this.#source === source && this.lost());
  }

  #leave() {
    this.#source?.close();
    this.#source = null;
  }

  #tell(kind, words) {
    this.#channel?.postMessage({ kind, words, from: this.#id });
  }

  // What another page says: that it comes, that it goes, or what its stream says.
  #hear({ kind, words, from }) {
    if (kind === "ask") {
      if (Date.now() - this.#heard < BEAT && this.#source) this.#last.forEach((said, of) => this.#tell(of, said));
    } else if (kind === "end") {
      this.#listenIn(Math.random() * 300);
    } else {
      clearTimeout(this.#timer);
      if (from < this.#id) this.#leave(); // of two that listen, one goes on
      this.said(kind, words);
    }
  }
}
