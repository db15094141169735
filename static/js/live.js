// Follows a table: a stream while it can live, slow polling beside it, and a fresh look at every waking.

const POLL = 20000; // milliseconds; a stream that has gone quiet is found out within this time
const AGAIN = 5000;

export class Live {
  #source = null;
  #timer = 0;
  #last = 0;

  constructor(address, { look, presence, state }) {
    this.address = address;
    this.look = look; // reads the live part; resolves to whether the server answered
    this.presence = presence;
    this.state = state;
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.wake());
    addEventListener("offline", () => this.state("dead"));
    addEventListener("pagehide", () => this.#close());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.wake()));
    this.wake();
  }

  // A browser opens few connections to one house: a hidden tab gives its stream back.
  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  wake() {
    if (document.hidden) return;
    const now = Date.now();
    if (now - this.#last > 300) this.#check();
    if (!this.#source) this.#open();
  }

  #open() {
    const source = new EventSource(this.address);
    this.#source = source;
    source.onopen = () => this.state("live");
    source.onmessage = (event) => this.#heard(event.data);
    source.addEventListener("presence", (event) => this.presence(JSON.parse(event.data)));
    source.onerror = () => {
      this.state("dead");
      if (source.readyState === EventSource.CLOSED && this.#source === source) {
        this.#source = null;
        setTimeout(() => this.wake(), AGAIN);
      }
    };
  }

  #heard(mark) {
    this.state("live");
    this.#check(Number(mark));
  }

  async #check(mark) {
    this.#last = Date.now();
    clearTimeout(this.#timer);
    const answered = await this.look(mark);
    if (!answered) this.state("dead");
    else if (this.#source?.readyState === EventSource.OPEN) this.state("live");
    clearTimeout(this.#timer);
    if (!document.hidden) this.#timer = setTimeout(() => this.#check(), answered ? POLL : AGAIN);
  }
}
