"""Bob's phone at a wire that can be cut, at an address that a browser trusts or at a plain one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.browser.cast import PATIENCE, Party, Phone, busy
from tests.browser.proxy import Proxy

# What a console says of a house that does not answer, and of a refusal.
GONE = r"net::ERR_|status of 409|fetching the script"


class Wired(Party):
    """Everybody else is in the house."""

    def __init__(self, browser: Browser, address: str, wire: Proxy, way: str = "safe") -> None:
        super().__init__(browser, address)
        self.wire = wire
        self.far = wire.safe if way == "safe" else wire.plain
        self._hangs()

    def _hangs(self) -> Phone:
        bob = self.phone("bob", base_url=self.far)
        bob.may_hear(GONE)
        return bob

    def keeps_a_profile(self, folder: Path) -> None:
        """Bob's phone is a browser of its own, which remembers what it knew when it is started again."""
        self.phones.pop("bob").context.close()
        usual, self.browser = self.browser, _Profile(self.browser, folder)
        self._hangs()
        self.browser = usual

    def starts_again(self, folder: Path) -> Phone:
        seat = self.bob.seat
        self.keeps_a_profile(folder)
        self.bob.seat = seat
        return self.bob

    def strangers(self) -> list[str]:
        return [url for url in super().strangers() if not url.startswith((self.wire.safe, self.wire.plain))]


def is_kept(phone: Phone, path: str = "location.pathname") -> None:
    """The worker has what it needs to open that page without a network."""
    until = time.monotonic() + PATIENCE / 1000 * busy()
    while not phone.page.evaluate(f"caches.match({path}, {{ ignoreVary: true }}).then(Boolean)"):
        assert time.monotonic() < until, f"{path} was not kept"
        phone.page.wait_for_timeout(50)


class _Profile:
    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser = browser
        self._folder = folder

    def new_context(self, **how: Any) -> BrowserContext:
        from tests.browser.conftest import FLAGS, chromium

        kind = self._browser.browser_type
        return kind.launch_persistent_context(self._folder, executable_path=chromium(), args=FLAGS, **how)
