"""Pictures of every page at two sizes in both themes, taken while a match is played: `make shots`.

They are saved in `shots/`, one folder for each size and theme. `python -m tests.shots readme` makes the
README's picture, `docs/sheet.png`, of two of them.
"""

from __future__ import annotations

import base64
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.cast import PHONE, SCREEN, Party
from tests.browser.conftest import FLAGS, chromium
from tests.browser.tour import Stop, tour
from tests.house.serving import REPOSITORY, serving

FOLDER = REPOSITORY / "shots"
SIZES = {"360x740": PHONE, "1280x800": SCREEN}
THEMES = ("light", "dark")
README = REPOSITORY / "docs" / "sheet.png"
ON_README = "sheet-figure.png"


def main(words: list[str]) -> int:
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
                if "readme" in words:
                    side_by_side(browser, [FOLDER / f"360x740-{theme}" / ON_README for theme in THEMES])
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


def side_by_side(browser: Browser, pictures: list[Path]) -> None:
    """Pictures of the phone beside each other, as the README shows them."""
    page = browser.new_page(viewport={"width": len(pictures) * (PHONE["width"] + 16) + 16, "height": 772})
    inside = [base64.b64encode(path.read_bytes()).decode() for path in pictures]
    page.set_content(
        "<body style='margin: 16px; display: flex; gap: 16px; background: #8b8577'>"
        + "".join(f"<img src='data:image/png;base64,{each}'>" for each in inside)
    )
    README.parent.mkdir(exist_ok=True)
    page.screenshot(path=README)
    print(README.relative_to(REPOSITORY))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
