// Keeps the screen on while the sheet lies on the table; silent where the browser cannot.

const NAME = "awake";
let lock = null;

export function awake(root) {
  const press = root.querySelector("[data-awake]");
  if (!press || !("wakeLock" in navigator)) return;
  const wanted = () => read() !== "no";
  const show = () => press.setAttribute("aria-checked", String(wanted()));
  press.closest("li").hidden = false;
  press.addEventListener("click", () => {
    write(wanted() ? "no" : "yes");
    show();
    hold(wanted());
  });
  // A browser lets go whenever the page is hidden, so it is asked again at every return.
  document.addEventListener("visibilitychange", () => document.hidden || hold(wanted()));
  show();
  hold(wanted());
}

async function hold(wanted) {
  try {
    if (!wanted) return void (await lock?.release());
    if (!lock || lock.released) lock = await navigator.wakeLock.request("screen");
  } catch {
    // a battery that is low says no; the next return asks again
  }
}

function read() {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
}

function write(word) {
  try {
    localStorage.setItem(NAME, word);
  } catch {
    // a private window forgets it with the page
  }
}
