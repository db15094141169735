"""Somebody who has a keyboard and nothing else: every press sees where the focus is, and that it shows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Error, Locator, Page

FAR = 90  # presses of Tab after which nobody goes on looking

# Whether the focus shows where it is, and is not under something else; null where it is nowhere.
SHOWS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const shows = one.matches(".key input, .choice input") ? one.nextElementSibling : one;
  const style = getComputedStyle(shows), box = shows.getBoundingClientRect();
  const isRinged = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  const middle = [box.x + box.width / 2, Math.min(box.y + box.height / 2, innerHeight - 1)];
  const top = document.elementFromPoint(...middle);
  const isSeen = top && (shows.contains(top) || top.contains(shows) || top === one);
  return isRinged && isSeen ? "" : one.outerHTML.slice(0, 160);
}"""
IS_THERE = "all => all.includes(document.activeElement)"


@dataclass
class Keyboard:
    page: Page

    def shows(self) -> None:
        """Wherever the focus is now, it shows."""
        hidden = self.page.evaluate(SHOWS)
        assert hidden is not None, "the focus is nowhere"
        assert hidden == "", f"the focus does not show: {hidden}"

    def is_on(self, wanted: Locator) -> bool:
        there: bool = wanted.evaluate_all(IS_THERE)
        return there

    def goes_to(self, wanted: Locator, key: str = "Tab") -> int:
        """Press Tab until the focus is there; how many presses it took."""
        for presses in range(FAR):
            try:
                if self.is_on(wanted):
                    return presses
                self.page.keyboard.press(key)
                hidden = self.page.evaluate(SHOWS)
            except Error as gone:
                if "navigation" not in str(gone):
                    raise
                continue  # the page that was pressed last is left only now
            # Between a page's end and its beginning the focus is nowhere.
            assert not hidden, f"the focus does not show: {hidden}"
        raise AssertionError(f"no {key} leads to {wanted}")

    def presses(self, words: str | re.Pattern[str], role: str = "button") -> int:
        """Go to the button or link that says so, and press it."""
        exact = isinstance(words, str)
        scope = self.page.get_by_role("dialog").last if self.page.get_by_role("dialog").count() else self.page
        steps = self.goes_to(scope.get_by_role(role, name=words, exact=exact))  # type: ignore[arg-type]  # role is one of playwright's
        self.page.keyboard.press("Enter")
        return steps

    def unfolds(self, words: str) -> None:
        self.goes_to(self.page.locator("summary").filter(has_text=words))
        self.page.keyboard.press("Enter")

    def chooses(self, choice: str, of: str | re.Pattern[str]) -> None:
        """Tab into a group of keys, then the arrows; Space where the first one is meant."""
        group = self.page.get_by_role("group", name=of, exact=isinstance(of, str))
        wanted = group.get_by_role("radio", name=choice, exact=True)
        self.goes_to(group.locator("input:focus"))
        for _ in range(FAR):
            if self.is_on(wanted):
                break
            self.page.keyboard.press("ArrowDown")
        if not wanted.is_checked():
            self.page.keyboard.press("Space")
        assert wanted.is_checked(), choice

    def types(self, words: str, into: str) -> None:
        self.goes_to(self.page.get_by_label(into, exact=True))
        self.page.keyboard.type(words)
