// One write to the server, with the token it wants; whoever calls decides what becomes of no answer.

const WAIT = 4000; // milliseconds; "not saved" is said before five seconds are over

export function late(milliseconds) {
  const control = new AbortController();
  setTimeout(() => control.abort(), milliseconds);
  return control.signal;
}

// Plain http on a home network has no crypto.randomUUID.
export function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The body of an answer, with `ok`; null where there was none, or the server could not write just now.
export async function post(address, fields) {
  try {
    let answer = await send(address, fields);
    if (answer.status === 400) answer = await again(address, fields);
    if (answer.status >= 500 || answer.status === 429) return null;
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    return null;
  }
}

const token = () => document.querySelector('meta[name="csrf-token"]');

function send(address, fields) {
  return fetch(address, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json", "X-CSRFToken": token().content },
    signal: late(WAIT),
  });
}

// A page that lay open too long fetches a new token and sends once more: it must not cost the figure.
async function again(address, fields) {
  const page = await fetch(location.pathname, { cache: "no-store", signal: late(WAIT) });
  const fetched = new DOMParser().parseFromString(await page.text(), "text/html");
  token().content = fetched.querySelector('meta[name="csrf-token"]').content;
  return send(address, fields);
}
