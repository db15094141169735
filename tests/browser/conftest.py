"""The shipped program and one Chromium for all of these tests; for each test its own phones and table.

What a page's console complains of, an error in a script or a request that leaves the house fails the test.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.cast import Party, Phone
from tests.browser.proxy import Proxy
from tests.browser.wired import Wired
from tests.house.serving import Serving, serving

# The address bar is two pages of Chromium's own in every window, and they cost more than ours does.
# Of this flag only the last counts, so what Playwright turns off stands here again.
UNUSED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay",
    "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip
FLAGS = [
    f"--disable-features={','.join(UNUSED)}",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    """The program of Debian's Chromium, or the one that CHROMIUM names."""
    named = os.environ.get("CHROMIUM")
    found = shutil.which(named or "chromium") or (None if named else shutil.which("chromium-browser"))
    if not found:
        pytest.fail(
            f"There is no {named or 'chromium'} here, and these tests need a browser: run tests/setup.sh, "
            "or name its program in CHROMIUM.",
            pytrace=False,
        )
    return found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest of them first: nobody waits for it at the end."""
    items.sort(key=lambda item: item.path.stem != "test_every_page")


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("house")
    with serving(folder, "--host", "127.0.0.1", "--instance", str(folder / "instance")) as running:
        yield running


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = chromium()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def phones(browser: Browser, house: Serving) -> Iterator[Party]:
    """Phones in pockets: nobody has opened a table yet."""
    with watched(Party(browser, house.address)) as party:
        yield party


@pytest.fixture
def wire(house: Serving) -> Iterator[Proxy]:
    proxy = Proxy(house.address)
    yield proxy
    proxy.close()


@pytest.fixture
def wired(browser: Browser, house: Serving, wire: Proxy) -> Iterator[Wired]:
    with watched(Wired(browser, house.address, wire)) as party:
        party.is_seated()
        yield party


@contextmanager
def watched(party: Party) -> Iterator[Party]:
    """The party, and afterwards whether its phones had anything to complain of."""
    try:
        yield party
        surprises, strangers = party.surprises(), party.strangers()
    finally:
        party.close()
    assert not surprises, "\n".join(surprises)
    assert not strangers


@pytest.fixture
def party(phones: Party) -> Party:
    """All four seated, North deals first; a phone comes out of its pocket when a test asks for its owner."""
    phones.is_seated()
    return phones


@pytest.fixture
def four(party: Party) -> Party:
    """All four at their sheets."""
    for phone in party.players:
        phone.to_the_sheet()
    return party


@pytest.fixture
def alice(party: Party) -> Phone:
    return at_the_sheet(party.alice)


@pytest.fixture
def bob(party: Party) -> Phone:
    return at_the_sheet(party.bob)


@pytest.fixture
def carol(party: Party) -> Phone:
    return at_the_sheet(party.carol)


@pytest.fixture
def dave(party: Party) -> Phone:
    return at_the_sheet(party.dave)


def at_the_sheet(phone: Phone) -> Phone:
    if not phone.is_in_hand:
        phone.to_the_sheet()
    return phone
