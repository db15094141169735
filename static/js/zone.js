// Writes every time on the page in the phone's own zone and way, in the page's language, also those that arrive later.

// The page's language as it is written where this phone is from.
const { lang } = document.documentElement;
const spoken = navigator.languages.find((language) => language.split("-")[0] === lang) ?? (lang || undefined);
const { hour12 } = new Intl.DateTimeFormat(spoken, { hour: "numeric" }).resolvedOptions();

const ways = {
  time: { timeStyle: "short" },
  day: { dateStyle: "medium" },
  daytime: { weekday: "short", day: "numeric", month: "short", hour: hour12 ? "numeric" : "2-digit", minute: "2-digit" },
};

const isAnotherDay = (at) => at.toDateString() !== new Date().toDateString();

/** Rewrites each `<time datetime data-zone="time|day|daytime">` below `root`; a time of another day names the day too. */
export function inZone(root = document) {
  for (const time of root.querySelectorAll("time[data-zone]")) {
    const at = new Date(time.dateTime);
    if (Number.isNaN(at.getTime())) continue;
    const form = time.dataset.zone === "time" && isAnotherDay(at) ? "daytime" : time.dataset.zone;
    const way = ways[form] ?? ways.daytime;
    const words = new Intl.DateTimeFormat(spoken, way).format(at);
    // Setting the same words again would wake the observer, and a screen reader, for nothing.
    if (time.textContent !== words) time.textContent = words;
  }
}

inZone();
new MutationObserver(() => inZone()).observe(document.body, { childList: true, subtree: true });
