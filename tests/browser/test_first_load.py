"""What a sheet costs a phone that has never seen it, everything included."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Request

from tests.browser.cast import Party
from tests.browser.conftest import watched
from tests.browser.paper import Paper
from tests.browser.proxy import Proxy
from tests.house.serving import Serving
from tests.lighthouse import DEALS

pytestmark = pytest.mark.browser

MOST = {"plain": 60_000, "safe": 85_000}
"""Bytes over the wire with every header. Where the browser has a worker, that one fetches besides, once the
page stands, what a sheet needs without a network."""


@pytest.fixture(params=MOST)
def wired(
    request: pytest.FixtureRequest, browser: Browser, house: Serving
) -> Iterator[tuple[Party, Proxy, int]]:
    """Phones that see the house through a wire on which every byte is counted."""
    wire = Proxy(house.address)
    with watched(Party(browser, getattr(wire, request.param))) as party:
        yield party, wire, MOST[request.param]
    wire.close()


def test_a_sheet_of_twelve_deals_comes_at_once_and_in_few_bytes(wired: tuple[Party, Proxy, int]):
    party, wire, most = wired
    party.is_seated()
    for deal in DEALS:
        party.plays(Paper(), *deal)
    bob = party.bob
    bob.may_hear("Cross-Origin-Opener-Policy header has been ignored")  # as all is that only https protects
    asked: list[Request] = []
    bob.context.on("request", lambda request: asked.append(request))  # noqa: PLW0108 -- it wants a function
    before = wire.carried
    bob.to_the_sheet()
    bob.is_live()
    # What a phone asks for besides, and a test's browser does not.
    besides = bob.page.locator("link[rel=manifest], link[rel=apple-touch-icon]")
    for address in besides.evaluate_all("all => all.map((one) => one.href)"):
        bob.context.request.get(address)
    carried = 0
    while carried != wire.carried:
        carried = wire.carried
        bob.page.wait_for_timeout(1000)
    assert carried - before < most
    assert bob.page.locator("link[rel=stylesheet]").count() <= 2
    assert bob.page.locator("script:not([type=module])").count() == 0
    # Every script is asked for by the page itself: none waits for another one to name it.
    scripts = bob.page.locator("script[src]").evaluate_all("all => all.map((one) => one.src)")
    assert set(scripts) == {request.url for request in asked if is_script(request)}


def is_script(request: Request) -> bool:
    return request.resource_type == "script" and request.service_worker is None
