"""Somebody who sees nothing: what is read out to her, and what she finds by its role and its name."""

from __future__ import annotations

import json
import re
import time

from playwright.sync_api import Locator, expect

from tests.browser.cast import PATIENCE, Phone, said

QUIET = 300  # milliseconds after which nothing more is said

# What a screen reader would read out: words that come or change where changes are told. What one frame
# changes is one; words that only come into sight are told where they were not the last told there.
LISTEN = """(() => {
  const LIVE = "[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off]), output";
  const last = new WeakMap(), changed = new Map();
  function tell() {
    for (const [place, isNew] of changed) {
      const words = place.isConnected && place.checkVisibility() ? place.innerText : "";
      const isTold = words.trim() && (isNew || words !== last.get(place));
      last.set(place, words);
      if (isTold) hears(JSON.stringify([place.matches("[role=alert], [aria-live=assertive]"), words]));
    }
    changed.clear();
  }
  function note(place, isNew) {
    if (!changed.size) requestAnimationFrame(tell);
    changed.set(place, isNew || changed.get(place));
  }
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      const place = (target.closest ? target : target.parentElement)?.closest(LIVE);
      if (place) note(place, type !== "attributes");
      const come = [...addedNodes].filter((node) => node.matches);
      for (const node of come) [node, ...node.querySelectorAll("*")].filter((one) => one.matches(LIVE))
        .forEach((one) => note(one, true));
    }
  }).observe(document, { subtree: true, childList: true, characterData: true,
                         attributeFilter: ["hidden", "class", "data-state"] });
})();"""


class Ear:
    """A phone that is only listened to. What interrupts ends with "!!"."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.heard: list[str] = []
        phone.context.expose_function("hears", self._told)
        phone.context.add_init_script(LISTEN)

    def _told(self, told: str) -> None:
        interrupts, words = json.loads(told)
        plain = " ".join(re.sub("[\u2066-\u2069]", "", words).split())
        self.heard.append(plain + "!!" * interrupts)

    def hears(self, *words: str | re.Pattern[str]) -> None:
        """Exactly this is read out, each once and in this order, and then nothing."""
        heard = self._listens(len(words))
        assert len(heard) == len(words), f"heard {heard}"
        for word, told in zip(words, heard, strict=True):
            fits = word.fullmatch(told) if isinstance(word, re.Pattern) else word == told
            assert fits, f"heard {heard}"

    def hears_each(self, *words: str) -> None:
        """The same in whatever order."""
        assert sorted(self._listens(len(words))) == sorted(words)

    def _listens(self, times: int) -> list[str]:
        until = time.monotonic() + PATIENCE / 1000
        while len(self.heard) < times and time.monotonic() < until:
            self.phone.page.wait_for_timeout(20)
        self.phone.page.wait_for_timeout(QUIET)
        heard, self.heard = self.heard, []
        return heard

    def finds(self, role: str, words: str | re.Pattern[str]) -> Locator:
        name = said(words) if isinstance(words, str) else words
        return self.phone.page.get_by_role(role, name=name)  # type: ignore[arg-type]  # one of playwright's roles

    def is_at(self, words: str) -> None:
        """A heading says so."""
        expect(self.finds("heading", words).last).to_be_visible()

    def presses(self, words: str | re.Pattern[str], role: str = "button") -> None:
        self.finds(role, words).tap()

    def chooses(self, choice: str | int, of: str) -> None:
        group = self.finds("group", of)
        group.get_by_role("radio", name=str(choice), exact=True).tap()
