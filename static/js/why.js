// A tap on a row unfolds why it says what it says; another tap folds it away.

export async function unfold(event) {
  const link = event.target.closest("a[data-why]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const row = link.closest("tr");
  const open = row.nextElementSibling;
  if (open?.classList.contains("why")) {
    open.remove();
    if (open.dataset.from === link.href) return;
  }
  const address = new URL(link.href);
  address.searchParams.set("part", "");
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(String(answer.status));
    const fetched = new DOMParser().parseFromString(await answer.text(), "text/html");
    const why = document.createElement("tr");
    why.className = "why";
    why.dataset.from = link.href;
    const cell = why.insertCell();
    cell.colSpan = 3;
    cell.append(...fetched.body.childNodes);
    row.after(why);
    why.scrollIntoView({ block: "nearest" });
  } catch {
    location.assign(link.href);
  }
}
