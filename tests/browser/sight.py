"""What an eye needs, measured on the page as it is drawn: contrast, sizes, figures that stay in place."""

from __future__ import annotations

from playwright.sync_api import Page

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


def faint(page: Page) -> list[str]:
    """What is too faint on the page as it is drawn now."""
    found: list[str] = page.evaluate(FAINT, [TEXT, RED, EDGE])
    return found


def little(page: Page) -> list[str]:
    """What is set too small."""
    found: list[str] = page.evaluate(LITTLE)
    return found
