"""What an eye needs, measured on the page as it is drawn: contrast, sizes, figures that stay in place."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Page

USUAL, DOUBLE = {"standard": 16, "fixed": 13}, {"standard": 32, "fixed": 26}
TEXT, RED, EDGE = 7.0, 6.0, 3.0
"""The least contrast of words and figures, of red suits, and of a line that says something."""

# Every text and every control in the states it can take, against what is really behind it.
FAINT = """([text, red, edge]) => {
  const said = new Set();
  const ink = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  function rgba(colour) {
    ink.clearRect(0, 0, 1, 1);
    ink.fillStyle = colour;
    ink.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = ink.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  }
  const over = ([r, g, b, a], under) => [r, g, b].map((each, at) => each * a + under[at] * (1 - a));
  function behind(one) {
    const layers = [];
    for (let at = one; at; at = at.parentElement) {
      layers.push(rgba(getComputedStyle(at).backgroundColor));
      if (layers.at(-1)[3] === 1) break;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
  }
  const light = (rgb) => {
    const [r, g, b] = rgb.map((each) => each / 255)
      .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const between = (one, other) => {
    const [high, low] = [light(one), light(other)].sort((a, b) => b - a);
    return (high + 0.05) / (low + 0.05);
  };
  function look(one, colour, least, what, ground = behind(one)) {
    const contrast = between(over(rgba(colour), ground), ground);
    if (contrast < least) said.add(`${what}: ${contrast.toFixed(2)}, wanted ${least}`);
  }
  const named = (one) => `${one.tagName}.${one.className.baseVal ?? one.className}`
    + ` in ${one.parentElement.className.baseVal ?? one.parentElement.className}`;
  const words = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  function texts(within, state) {
    for (const one of [within, ...within.querySelectorAll("*")]) {
      if (!one.checkVisibility() || one.closest("svg:not(.suit)")) continue;
      const style = getComputedStyle(one), what = state + named(one);
      if (one.matches(".suit")) look(one, style.fill, one.matches(".red") ? red : text, what);
      else if (words(one) && style.clipPath === "none") look(one, style.color, text, what);
    }
  }
  texts(document.body, "");
  for (const input of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!input.checkVisibility()) continue;
    const style = getComputedStyle(input);
    if (!input.matches("[type=radio], [type=checkbox]")) {
      look(input, style.color, text, `field ${input.name}`);
      look(input, getComputedStyle(input, "::placeholder").color, text, `placeholder ${input.name}`);
      look(input, style.borderBlockEndColor, edge, `edge ${input.name}`, behind(input.parentElement));
      continue;
    }
    const face = input.nextElementSibling;
    const was = input.checked;
    for (const checked of [false, true]) {
      if (input.disabled && checked) continue;
      input.checked = checked;
      texts(face, checked ? "chosen " : input.disabled ? "taken " : "");
      const around = behind(input.parentElement.parentElement);
      const line = getComputedStyle(face, input.closest(".choice") ? "::before" : null);
      if (!input.disabled) look(face, line.borderTopColor, edge, `edge of ${named(face)}`, around);
    }
    input.checked = was;
  }
  for (const press of document.querySelectorAll(".act, .quiet, .count > summary, .gap, .tag, .seat")) {
    if (!press.checkVisibility()) continue;
    const around = behind(press.parentElement), style = getComputedStyle(press);
    look(press, style.borderTopColor, edge, `edge of ${named(press)}`, around);
  }
  return [...said];
}"""

# Fields under 16 px, which a phone enlarges when they are touched; text under 14 px.
LITTLE = """() => [...document.querySelectorAll("body *")].flatMap((one) => {
  if (!one.checkVisibility() || one.closest("svg, .vh")) return [];
  const size = parseFloat(getComputedStyle(one).fontSize);
  const isField = one.matches("input:not([type=hidden]), select, textarea");
  const isText = [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const least = isField ? 16 : isText ? 14 : 0;
  return size < least ? [`${one.tagName}.${one.className} is set in ${size} px`] : [];
})"""


# A phone zooms out of a page that is too wide, so the page's own width says nothing: the phone's does.
TOO_WIDE = """(width) => {
  const boxes = [...document.querySelectorAll("html, .frame, .sheet, .page")];
  if (!boxes.some((box) => box.scrollWidth > Math.min(width, box.clientWidth + 1))) return [];
  const past = [...document.querySelectorAll("body *")]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > width + 1);
  const named = past.slice(0, 4).map((one) => `${one.tagName}.${one.className.baseVal ?? one.className}`);
  return [`the page: ${named.join(", ")}`];
}"""

# Words that lie over others, and words that stand outside their row. What is cut off by its box is not there.
STRAY = """() => {
  const said = [];
  const seen = (box, node) => {
    let { left, right, top, bottom } = box;
    for (let at = node.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX: x, overflowY: y } = getComputedStyle(at), edge = at.getBoundingClientRect();
      if (/hidden|clip/.test(x)) left = Math.max(left, edge.left), right = Math.min(right, edge.right);
      if (/hidden|clip/.test(y)) top = Math.max(top, edge.top), bottom = Math.min(bottom, edge.bottom);
    }
    return { left, right, top, bottom };
  };
  function lines(within) {
    const found = [];
    const walk = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const node = walk.currentNode;
      const isRead = node.data.trim() && !node.parentElement.closest(".vh");
      if (!isRead || !node.parentElement.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const words = node.data.trim().slice(0, 20);
      for (const box of range.getClientRects()) found.push({ ...seen(box, node), node, words });
    }
    return found.filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
  }
  for (const row of document.querySelectorAll(".score, table.deals tbody tr, .stub, .stand, .table, .kept")) {
    if (!row.checkVisibility()) continue;
    const whole = row.getBoundingClientRect(), all = lines(row), called = row.id || row.className;
    for (const one of all) {
      const isOut = one.left < whole.left - 2 || one.right > whole.right + 2
        || one.top < whole.top - 6 || one.bottom > whole.bottom + 6;
      if (isOut) said.push(`${one.words} stands outside ${called}`);
    }
    for (const cell of row.cells ?? []) {
      const { left, right } = cell.getBoundingClientRect();
      const out = lines(cell).filter((one) => one.left < left - 2 || one.right > right + 2);
      said.push(...out.map(({ words }) => `${words} stands outside its cell in ${called}`));
    }
    all.forEach((one, at) => all.slice(at + 1).forEach((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const least = Math.min(one.bottom - one.top, other.bottom - other.top);
      const isOver = across > 2 && down > least * 0.4 && one.node !== other.node;
      if (isOver) said.push(`${one.words} lies over ${other.words} in ${called}`);
    }));
  }
  return said;
}"""

# Our own words read from left to right, whatever the names beside them: −8 is not 8−.
TURNED = """() => {
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walk.nextNode()) {
    const node = walk.currentNode;
    if (!/\\d/.test(node.data) || /[\\u0590-\\u08ff]/.test(node.data)) continue;
    if (!node.parentElement.checkVisibility() || node.parentElement.closest(".vh, svg")) continue;
    let last = null;
    for (let at = 0; at < node.data.length; at++) {
      range.setStart(node, at), range.setEnd(node, at + 1);
      const box = range.getClientRects()[0];
      if (!box || !box.width) continue;
      if (last && Math.abs(box.top - last.top) < 2 && box.left < last.left) said.push(node.data.trim());
      last = box;
    }
  }
  return said;
}"""

# What has the focus and cannot be seen.
HIDDEN = """() => {
  const said = [];
  const fields = "input[type=text], input[type=password], select, textarea, .act";
  for (const one of document.querySelectorAll(fields)) {
    if (!one.checkVisibility() || one.disabled) continue;
    one.focus();
    const { x, y, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    const called = one.name || one.innerText;
    if (!one.contains(there)) said.push(`${called} is under ${there?.className ?? "the edge"}`);
  }
  return said;
}"""


def faint(page: Page) -> list[str]:
    """What is too faint on the page as it is drawn now."""
    found: list[str] = page.evaluate(FAINT, [TEXT, RED, EDGE])
    return found


def little(page: Page) -> list[str]:
    """What is set too small."""
    found: list[str] = page.evaluate(LITTLE)
    return found


def wide(page: Page, width: int) -> list[str]:
    """What makes the page scroll sideways on a phone of that width."""
    found: list[str] = page.evaluate(TOO_WIDE, width)
    return found


def stray(page: Page) -> list[str]:
    """Words over other words, and words outside their row."""
    found: list[str] = page.evaluate(STRAY)
    return found


def turned(page: Page) -> list[str]:
    """What a name beside it has turned round."""
    found: list[str] = page.evaluate(TURNED)
    return found


def hidden(page: Page) -> list[str]:
    """Fields and presses that something covers when they have the focus."""
    found: list[str] = page.evaluate(HIDDEN)
    return found


def sets_text(tools: CDPSession, size: dict[str, int]) -> None:
    """As in the phone's own settings."""
    tools.send("Page.setFontSizes", {"fontSizes": size})
