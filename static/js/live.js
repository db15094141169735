// Follows a table: a stream while it can live, slow polling where it cannot, and a fresh look at every waking.

const SILENT = 25000; // milliseconds without a word from a stream that beats every ten seconds
const POLL = 10000;
const AGAIN = 5000;

export class Live {
  #source = null;
  #heard = 0;
  #looked = 0;
  #timer = 0;

  // `look(mark)` reads the live part; it resolves to whether the server answered.
  constructor(address, { look, presence, state }) {
    this.address = address;
    this.look = look;
    this.presence = presence;
    this.state = state;
    for (const event of ["online", "pageshow", "focus"]) addEventListener(event, () => this.wake());
    addEventListener("offline", () => this.#silent());
    addEventListener("pagehide", () => this.#close());
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#close() : this.wake()));
    this.wake();
  }

  // Waking, showing, coming online and coming back look at once.
  wake() {
    if (document.hidden) return;
    if (Date.now() - this.#looked > 300) this.#look();
    if (!this.#source) this.#open();
  }

  // A browser opens few connections to one house: a hidden tab gives its stream back.
  #close() {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #open() {
    const source = new EventSource(this.address);
    this.#source = source;
    this.#heard = Date.now();
    const said = (event) => {
      this.#heard = Date.now();
      this.state("live");
      if (event.type === "message") this.#look(Number(event.data));
      if (event.type === "presence") this.presence(JSON.parse(event.data));
    };
    for (const type of ["open", "message", "presence", "beat"]) source.addEventListener(type, said);
    source.addEventListener("error", () => this.#source === source && this.#silent());
    this.#watch();
  }

  get #isOpen() {
    return this.#source?.readyState === EventSource.OPEN && Date.now() - this.#heard < SILENT;
  }

  // The stream is gone or says nothing: the page says so, looks now and then, and tries a new one.
  #silent() {
    this.#close();
    this.state("dead");
    this.#watch();
  }

  #watch() {
    clearTimeout(this.#timer);
    if (document.hidden) return;
    this.#timer = setTimeout(() => this.#turn(), this.#source ? 1000 : AGAIN);
  }

  async #turn() {
    if (this.#source && this.#source.readyState !== EventSource.CONNECTING && !this.#isOpen) return this.#silent();
    if (!this.#isOpen && Date.now() - this.#looked > POLL - AGAIN) await this.#look();
    if (!this.#source && !document.hidden) this.#open();
    else this.#watch();
  }

  async #look(mark) {
    this.#looked = Date.now();
    const answered = await this.look(mark);
    if (!answered) this.state("dead");
  }
}
