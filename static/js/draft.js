// What was chosen and not sent yet outlives a reload, a look at another page, and a pull at the screen.

const name = (slip) => `draft ${slip.action} ${slip.dataset.slip}`;

export function note(slip) {
  const chosen = [...slip.querySelectorAll("input:checked")].map((input) => [input.name, input.value]);
  keep((drafts) => (chosen.length ? drafts.setItem(name(slip), JSON.stringify(chosen)) : drafts.removeItem(name(slip))));
}

export function forget(slip) {
  if (!slip.dataset.slip) return;
  keep((drafts) => drafts.removeItem(name(slip)));
}

// Chooses again what was chosen on this very slip; what stands chosen already goes first.
export function restore(slip) {
  if (!slip.action || slip.querySelector("input:checked:not(:default)")) return;
  keep((drafts) => {
    for (const [field, value] of JSON.parse(drafts.getItem(name(slip))) ?? []) {
      const input = slip.querySelector(`input[name="${field}"][value="${value}"]`);
      if (input) input.checked = true;
    }
  });
}

function keep(change) {
  try {
    change(sessionStorage);
  } catch {
    // a browser that forbids it forgets what was chosen with the page
  }
}
