// Hands the table's link to the phone's own share sheet, or copies it; both stay hidden where the phone cannot.

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.share({ title: button.dataset.title, url: button.dataset.share });
    } catch {
      // Closing the share sheet without choosing is no fault.
    }
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  const words = button.textContent;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = words; }, 2500);
  });
}
