// Marks on the sheet whose phone is not connected just now; nothing is said of those who are there.

export function here(root) {
  const away = root.querySelector("template[data-away]");
  let seats = null;
  const mark = () => {
    if (!seats) return;
    for (const place of root.querySelectorAll("[data-here]")) {
      const isHere = seats.includes(place.dataset.here);
      if (isHere === (place.firstChild === null)) continue;
      place.replaceChildren(...(isHere ? [] : [away.content.cloneNode(true)]));
    }
  };
  root.addEventListener("presence", (event) => {
    seats = event.detail.seats;
    mark();
  });
  // The score is drawn anew at every mark.
  new MutationObserver(mark).observe(root.querySelector('[data-piece="score"]'), { childList: true });
}
