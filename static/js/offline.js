// The page without a network: leads back to the sheet it belongs to, and goes on by itself when the network is back.

const sheet = location.pathname.match(/^\/t\/[^/]+/);
const back = document.querySelector("[data-back]");
if (sheet && location.pathname !== sheet[0]) {
  back.hidden = false;
  back.querySelector("a").href = sheet[0];
}
for (const again of document.querySelectorAll("[data-again]")) {
  again.hidden = false;
  again.addEventListener("click", () => location.reload());
}
addEventListener("online", () => location.reload());
