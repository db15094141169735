// One look at the server: what it drew, and whether that is of now and of the program that drew this page.

export const page = document.documentElement.dataset; // drawnBy: which program, drawnFor: which person

export function late(milliseconds) {
  const control = new AbortController();
  setTimeout(() => control.abort(), milliseconds);
  return control.signal;
}

// Throws where there was no answer, or another's: a hotel's Wi-Fi answers everything with a page of its own.
export async function read(address, signal = late(8000)) {
  const answer = await fetch(address, { cache: "no-cache", signal });
  const { headers, ok } = answer;
  if (!headers.has("X-Drawn-By")) throw new Error(`no answer of the house: ${answer.status}`);
  const isKept = headers.has("X-Kept"); // by this phone's own worker, from another time
  // Somebody else may have come in on another page of this phone.
  if (!isKept) page.drawnFor = headers.get("X-Drawn-For");
  return {
    ok,
    isGone: answer.status === 404,
    isKept,
    isOurs: headers.get("X-Drawn-By") === page.drawnBy,
    elsewhere: answer.redirected ? answer.url : null,
    at: Date.parse(headers.get("Date")),
    drawn: new DOMParser().parseFromString(await answer.text(), "text/html"),
  };
}
