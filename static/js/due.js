// Looks again when what is waited for is due: a host who may refuse until then.

const SOON = 400; // milliseconds after the moment, so that the server's clock is past it too
const AGAIN = 5000; // where it was not

let timer = 0;

export function due(root, look) {
  clearTimeout(timer);
  const waiting = root.querySelector("[data-due]");
  if (!waiting) return;
  const left = new Date(waiting.dataset.due) - Date.now();
  timer = setTimeout(async () => {
    await look();
    due(root, look);
  }, left > 0 ? left + SOON : AGAIN);
}
