// One write to the server, with the token it wants; whoever calls decides what becomes of no answer.

import { late, page, read } from "./read.js";

const WAIT = 4000; // milliseconds; "not saved" is said before five seconds are over

// Plain http on a home network has no crypto.randomUUID.
export function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The body of an answer, with `ok`; null where there was none, or the server could not write just now.
export async function post(address, fields, { by = page.drawnFor, wait = WAIT } = {}) {
  const signal = late(wait);
  const send = () => sent(address, fields, by, signal);
  try {
    let answer = await send();
    if (answer.status === 400) {
      if (!(await renewed(by, signal))) return null;
      answer = await send();
    }
    if (answer.status === 429 || answer.status >= 500) return null;
    return { ok: answer.ok, ...(await answer.json()) };
  } catch {
    return null;
  }
}

export const token = () => document.querySelector('meta[name="csrf-token"]');

function sent(address, fields, by, signal) {
  return fetch(address, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Accept: "application/json", Prefer: "return=minimal", "X-CSRFToken": token().content, "X-Drawn-For": by },
    signal,
  });
}

// A page that lay open too long fetches a new token: that must not cost the figure. But what one person wrote
// is never sent for another.
async function renewed(by, signal) {
  const { drawn, isKept } = await read(location.pathname, signal);
  if (isKept) return false;
  token().content = drawn.querySelector('meta[name="csrf-token"]').content;
  return page.drawnFor === by;
}
