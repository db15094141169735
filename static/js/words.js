// The words and shapes that a page holds ready for its script, so that no script holds a sentence.

const template = (name) => document.querySelector(`template[data-word="${name}"]`);

export const word = (name) => template(name).content.textContent.trim();
export const copy = (name) => document.importNode(template(name).content, true);

// Read out, politely: how this page itself is. What happens on the sheet has a place of its own.
export function say(words) {
  const place = document.querySelector("[data-tell]");
  if (place) place.textContent = words;
}

export function fill(within, name, text) {
  for (const place of within.querySelectorAll(`[data-fill="${name}"]`)) place.textContent = text;
}

// When it was written, which zone.js puts in words.
export function since(within, at) {
  const time = within.querySelector("time[data-zone]");
  if (time) time.dateTime = new Date(at).toISOString();
}
