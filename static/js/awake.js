// Keeps the screen on while the sheet lies on the table; silent where the browser cannot.

const NAME = "awake";
let lock = null;
let asking = null;

export function awake(root) {
  if (!("wakeLock" in navigator)) return;
  const press = root.querySelector("[data-awake]");
  if (press) switches(press); // the board has no menu to switch it off in
  // A browser lets go whenever the page is hidden, so it is asked again at every return; some want a touch first.
  document.addEventListener("visibilitychange", hold);
  root.addEventListener("click", hold);
  hold();
}

function switches(press) {
  press.closest("li").hidden = false;
  press.addEventListener("click", () => {
    write(wanted() ? "no" : "yes");
    show(press);
  });
  show(press);
}

function show(press) {
  press.setAttribute("aria-checked", String(wanted()));
}

function hold() {
  asking ??= ask().catch(() => {}).finally(() => (asking = null)); // a low battery says no; the next return asks again
}

async function ask() {
  const isHeld = lock && !lock.released;
  if (!wanted()) return isHeld && lock.release();
  if (isHeld || document.hidden) return;
  lock = await navigator.wakeLock.request("screen");
  if (!wanted()) await lock.release(); // switched off meanwhile
}

let switched = null; // where the browser keeps nothing, the page does
const wanted = () => (switched ?? read()) !== "no";

function read() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

function write(word) {
  switched = word;
  try {
    localStorage.setItem(NAME, word);
  } catch {
    // a private window forgets it with the page
  }
}
