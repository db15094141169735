// Follows a table: a stream while it lives, slow polling while it does not, and a fresh look at every waking.

import { Line } from "./line.js";
import { page } from "./read.js";

const SILENT = 25000; // milliseconds without a word from a stream that beats every ten seconds
const SOON = 2000; // milliseconds in which a stream that lives has said its first word
const POLL = 10000;
const AGAIN = [500, 2000, 5000, POLL]; // milliseconds between tries, the last one for as long as it takes

// A clock that was put back must not stop the watch.
const ago = (time) => (Date.now() < time ? Infinity : Date.now() - time);

export class Live {
  #opened = 0;
  #drawn = null; // by what its house draws and for whom, once it has said so
  #shown = null; // the same of this page, when it looked last and was answered
  #heard = 0; // when the line said something last; nothing since it was opened: 0
  #told = 0; // the newest mark it named
  #looked = 0;
  #seen = true; // whether the last look was answered
  #tries = 0;
  #timer = 0;

  // `look(mark)` brings the page up to that mark, or to now, and resolves to whether it is; `mark()` is the one it
  // shows; `state(isLive, isSeen)` hears whether the line lives, and whether the page was current when it looked last.
  constructor(address, { look, mark = () => 0, presence, state }) {
    this.look = look;
    this.mark = mark;
    this.presence = presence;
    this.state = state;
    this.line = new Line(address, { said: (kind, words) => this.#said(kind, words), lost: () => this.#lost() });
    addEventListener("online", () => this.wake(true));
    addEventListener("focus", () => this.wake());
    addEventListener("pageshow", (event) => event.persisted && this.wake());
    addEventListener("offline", () => this.#lost());
    addEventListener("pagehide", () => this.#rest());
    document.addEventListener("resume", () => this.wake(true));
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#rest() : this.wake()));
    this.#open();
  }

  // Waking, showing, coming online and coming back look at once; over another network the line is another.
  wake(anew = false) {
    if (document.hidden) return;
    if (anew) this.line.close();
    if (ago(this.#looked) > 300) this.#look();
    this.#open();
  }

  #open() {
    if (document.hidden) return;
    if (!this.line.isOpen) {
      this.#opened = Date.now();
      this.#heard = 0;
      this.#drawn = null;
      this.line.open();
    }
    this.#watch();
  }

  // A hidden page needs no line: a browser opens few of them.
  #rest() {
    clearTimeout(this.#timer);
    this.line.close();
  }

  async #said(kind, words) {
    this.#heard = Date.now();
    this.#tries = 0;
    if (kind === "message") this.#told = Number(words);
    if (kind === "presence") this.presence(JSON.parse(words));
    // A stream says first where the table stands and who is there, then by what its house draws and for whom; one of
    // an older program never does.
    if (kind === "drawn") this.#drawn = words;
    if (kind === "beat") this.#drawn ??= "";
    if (this.#drawn === null) return;
    const isCurrent = await this.#look(this.#isOther ? undefined : this.#told);
    this.state(isCurrent && this.#isLive, isCurrent);
  }

  // Whether the mark alone does not say that this page is current: the browser may have kept it from another time,
  // somebody else have come in, and after a restart the program be another one or have another store.
  get #isOther() {
    return this.#drawn !== this.#shown || this.mark() > this.#told;
  }

  get #isLive() {
    return this.line.isOpen && ago(this.#heard) < SILENT;
  }

  // The line broke or says nothing: the page says so, looks now and then, and tries another.
  async #lost() {
    this.line.close();
    clearTimeout(this.#timer);
    this.state(false, this.#seen);
    if (document.hidden) return;
    this.#timer = setTimeout(() => this.#open(), AGAIN[Math.min(this.#tries++, AGAIN.length - 1)]);
    this.state(this.#isLive, await this.#look());
  }

  #watch() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#turn(), 1000);
  }

  async #turn() {
    const silent = ago(Math.max(this.#heard, this.#opened));
    if (silent > (this.#heard ? SILENT : POLL)) return this.#lost();
    this.#watch();
    if (this.#heard || silent < SOON) return;
    const isSeen = ago(this.#looked) > POLL ? await this.#look() : this.#seen;
    if (!this.#heard) this.state(false, isSeen);
  }

  async #look(mark) {
    if (mark === undefined) this.#looked = Date.now();
    this.#seen = await this.look(mark);
    if (mark === undefined && this.#seen) this.#shown = `${page.drawnBy} ${page.drawnFor}`;
    return this.#seen;
  }
}
