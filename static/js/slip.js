// The slip under the thumb: says what a key will do before it is sent, counts cards, labels the press.

import { note, restore } from "./draft.js";

export function prepare(slip) {
  // A page that a browser kept may be of an earlier deal: the draft knows for which one something was chosen, and
  // the browser, choosing by itself, does not.
  slip.setAttribute("autocomplete", "off");
  restore(slip);
  const cards = slip.querySelector("[data-count]");
  if (cards?.querySelector("input:checked")) cards.open = true;
  label(slip);
  says(slip);
}

export function pressed(event) {
  const slip = event.target.closest("[data-slip]");
  if (!slip) return;
  const input = event.target;
  if (input.name === "cards") count(slip);
  if (input.name === "points") untap(slip, input);
  askNot(slip);
  note(slip);
  label(slip);
  says(slip);
}

const chosen = (slip, name) => slip.querySelector(`input[name="${name}"]:checked`);

function says(slip) {
  const line = slip.querySelector("[data-says]");
  if (line) line.textContent = chosen(slip, "points")?.dataset.does ?? "";
}

function label(slip) {
  const press = slip.querySelector("button.act[data-label]");
  if (!press) return;
  press.dataset.plain ??= press.textContent;
  const what = slip.dataset.act === "bid" ? bid(slip) : chosen(slip, "points")?.value;
  slip.dataset.said = what ?? "";
  press.textContent = what ? press.dataset.label.replace(/\{\w+\}/, () => what) : press.dataset.plain;
}

function bid(slip) {
  const who = chosen(slip, "bidder")?.closest(".key").textContent.trim();
  const what = chosen(slip, "bid")?.value;
  const trump = chosen(slip, "trump")?.closest(".key").querySelector("[aria-label]")?.getAttribute("aria-label");
  return who && what ? `${who}, ${what}${trump ? ` ${trump}` : ""}` : "";
}

const tapped = (slip) => [...slip.querySelectorAll('input[name="cards"]:checked')];
const worth = (cards) => cards.reduce((sum, card) => sum + Number(card.dataset.worth), 0);

// The pad follows the cards that were tapped.
function count(slip) {
  const key = slip.querySelector(`input[name="points"][value="${worth(tapped(slip))}"]`);
  if (key) key.checked = true;
}

// A figure chosen by hand that the cards do not make stands alone.
function untap(slip, key) {
  const cards = tapped(slip);
  if (worth(cards) !== Number(key.value)) cards.forEach((card) => (card.checked = false));
}

// On paper one writes 0 when set. Where 0 cannot be what was taken, ask before sending. True when asking.
export function ask(form, submitter) {
  const key = chosen(form, "points");
  const question = form.querySelector("[data-ask]");
  if (!key?.dataset.asks || !question || submitter?.name === "sure") return false;
  question.hidden = false;
  question.querySelector("[data-ask-text]").textContent = key.dataset.asks;
  question.scrollIntoView({ block: "nearest" });
  question.querySelector("button").focus();
  return true;
}

function askNot(slip) {
  const question = slip.querySelector("[data-ask]");
  if (question) question.hidden = true;
}

export function clicked(event) {
  const took = event.target.closest("[data-took]");
  if (!took) return;
  const slip = took.closest("[data-slip]");
  const hinted = slip.querySelector('.key.hint input[name="points"]');
  if (!hinted) return;
  hinted.checked = true;
  hinted.dispatchEvent(new Event("change", { bubbles: true }));
  slip.querySelector("button.act").focus();
}
