// A link to something folded away unfolds it; what is unfolded by hand comes out from under the foot of the page.

function unfold() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = target && target.closest("details");
  if (!fold) return;
  fold.open = true;
  fold.scrollIntoView({ block: "nearest" });
  fold.querySelector("summary").focus({ preventScroll: true });
}

unfold();
addEventListener("hashchange", unfold);
// The same link pressed again changes no address, so a press on a link is listened to as well.
document.addEventListener("click", (press) => {
  const link = press.target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) unfold();
});

document.addEventListener("click", ({ target }) => {
  const fold = target.closest("details.fold > summary")?.parentElement;
  if (!fold || fold.open) return;
  fold.addEventListener("toggle", () => fold.scrollIntoView({ block: "nearest" }), { once: true });
});
