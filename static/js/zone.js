// Writes every time on the page in the phone's own zone and the page's language, also those that arrive later.

const ways = {
  time: { timeStyle: "short" },
  day: { dateStyle: "medium" },
  daytime: { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
};

const isAnotherDay = (at) => at.toDateString() !== new Date().toDateString();

/** Rewrites each `<time datetime data-zone="time|day|daytime">` below `root`; a time of another day names the day too. */
export function inZone(root = document) {
  for (const time of root.querySelectorAll("time[data-zone]")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const form = time.dataset.zone === "time" && isAnotherDay(at) ? "daytime" : time.dataset.zone;
    const way = ways[form] ?? ways.daytime;
    const words = new Intl.DateTimeFormat(document.documentElement.lang || undefined, way).format(at);
    // Setting the same words again would wake the observer, and a screen reader, for nothing.
    if (time.textContent !== words) time.textContent = words;
  }
}

inZone();
new MutationObserver(() => inZone()).observe(document.body, { childList: true, subtree: true });
