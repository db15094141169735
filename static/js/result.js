// Takes whoever looks at the newest result along: to the next match when somebody starts it, back when it is reopened.

import { Live } from "./live.js";
import { read } from "./read.js";

const root = document.querySelector("[data-live]");

async function look() {
  try {
    const { ok, drawn } = await read(root.dataset.part);
    if (ok && drawn.querySelector("[data-slip]").dataset.slip !== root.dataset.banked) location.assign(root.dataset.sheet);
    return ok;
  } catch {
    return false;
  }
}

if (root) new Live(root.dataset.live, { look, presence() {}, state() {} });
