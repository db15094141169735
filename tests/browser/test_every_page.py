"""Every page for whoever may see it: for a screen reader, in light and dark, under a thumb, in large text."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import CDPSession, Page

from tests.browser.cast import PHONE, Party
from tests.browser.sight import DOUBLE, USUAL, faint, little, sets_text, wide
from tests.browser.tour import SCREEN, tour

pytestmark = pytest.mark.browser

SMALL = {"width": 320, "height": 568}

# What can be pressed, and is smaller than a thumb: what counts is where a tap lands.
# A link inside a sentence may be as small as its words.
TOO_SMALL = """() => {
  const said = [];
  const lands = (one, x, y) => one.contains(document.elementFromPoint(x, y));
  for (const one of document.querySelectorAll("a[href], button, summary, input:not([type=hidden]), select")) {
    if (!one.checkVisibility() || one.disabled) continue;
    let box = one.getBoundingClientRect();
    const isInSentence = getComputedStyle(one).display === "inline"
      && one.parentElement.innerText.trim().length > one.innerText.trim().length && one.closest("p, li, td");
    if (isInSentence || (box.width >= 43.5 && box.height >= 43.5)) continue;
    one.scrollIntoView({ block: "center" });
    box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const reach = [[x - 21.5, y], [x + 21.5, y], [x, y - 21.5], [x, y + 21.5]];
    if (lands(one, x, y) && !reach.every((point) => lands(one, ...point))) {
      const words = (one.innerText || one.name).trim();
      said.push(`${one.tagName} ${words}: ${Math.round(box.width)} × ${Math.round(box.height)}`);
    }
  }
  return said;
}"""


def violations(page: Page, options: str) -> list[str]:
    said = page.evaluate(f"axe.run(document, {{{options}, resultTypes: ['violations'], preload: false}})")
    return [f"{each['id']}: {node['html'][:160]}" for each in said["violations"] for node in each["nodes"]]


def faults(page: Page, *, first: bool) -> list[str]:
    """What is wrong with the page; its colours are the same for everybody, so they are measured once.

    In the dark by our own measure alone, which asks for more contrast than axe's and costs a tenth of it.
    """
    page.evaluate(Axe().axe_script)
    found = [f"small {said}" for said in page.evaluate(TOO_SMALL)]
    if not first:
        return found + violations(page, "rules: {'color-contrast': {enabled: false}}")
    found += violations(page, "rules: {}") + little(page) + faint(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark {said}" for said in faint(page)]
    page.emulate_media(color_scheme="light")
    return found


def too_wide(page: Page, tools: CDPSession) -> list[str]:
    """What makes the page scroll sideways on a small phone with its text at 200 %."""
    sets_text(tools, DOUBLE)
    page.set_viewport_size(SMALL)
    found = [f"wide {said}" for said in wide(page, SMALL["width"])]
    sets_text(tools, USUAL)
    page.set_viewport_size(PHONE)
    return found


def test_every_page_can_be_read_and_pressed_by_everybody(phones: Party):
    said = []
    tools: dict[str, CDPSession] = {}
    for stop in tour(phones):
        for name in stop.who:
            phone = phones.phone(name)
            phone.may_hear("status of (404|403)")
            stop.reached(phone)
            first = name == stop.who[0]
            found = faults(phone.page, first=first)
            if first and name != SCREEN:
                if name not in tools:
                    tools[name] = phone.context.new_cdp_session(phone.page)
                found += too_wide(phone.page, tools[name])
            said += [f"{stop.name}, {name}: {fault}" for fault in found]
    assert not said, "\n".join(said)
