// What every page of the house does on a phone.

import "./needs.js";
import "./worker.js";

try {
  // Few pages have anything left to send.
  if (Object.keys(localStorage).some((name) => name.startsWith("outbox "))) import("./unsent.js");
} catch {
  // a browser that forbids keeping anything has kept nothing
}
