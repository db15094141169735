"""Pictures of every page at two sizes in both themes, taken while a match is played: `make shots`.

They are saved in `shots/`, one folder for each size and theme; `docs/sheet.png` is the README's picture.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.cast import PHONE, SCREEN, Party
from tests.browser.conftest import FLAGS, chromium
from tests.browser.tour import Stop, tour
from tests.house.serving import REPOSITORY, serving

FOLDER = REPOSITORY / "shots"
SIZES = {"360x740": PHONE, "1280x800": SCREEN}
THEMES = ("light", "dark")


def main() -> int:
    """Take them all, and print where each one is."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        options = ("--host", "127.0.0.1", "--instance", f"{folder}/instance")
        with serving(Path(folder), *options) as house:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            party = Party(browser, house.address, is_mobile=False)
            try:
                for stop in tour(party):
                    take(party, stop)
            finally:
                party.close()
                browser.close()
    return 0


def take(party: Party, stop: Stop) -> None:
    """What one page shows each of those who see it differently."""
    for name in stop.who:
        phone = party.phone(name)
        stop.reached(phone)
        called = stop.name if len(stop.who) == 1 else f"{stop.name}-{name}"
        for size, box in SIZES.items():
            lay_out(phone.page, box)
            for theme in THEMES:
                phone.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                path = FOLDER / f"{size}-{theme}" / f"{called}.png"
                phone.page.screenshot(path=path, animations="disabled")
                print(path.relative_to(REPOSITORY))
        phone.page.set_viewport_size(PHONE)


def lay_out(page: Page, box: dict[str, int]) -> None:
    """The sheet and the board fill the screen and scroll inside; any other page is shown whole."""
    page.set_viewport_size(box)
    if not page.locator(".frame").count():
        length = page.evaluate("document.documentElement.scrollHeight")
        page.set_viewport_size({**box, "height": max(length, box["height"])})


if __name__ == "__main__":
    sys.exit(main())
