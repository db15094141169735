"""Whether the settings go together, and lead people where they should."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from squarescores.dangers import dangers
from squarescores.doctor.finding import Finding, bad, ok, warn
from squarescores.settings import PREFIX, Settings

LOCAL = ("127.0.0.1", "::1", "localhost")


def settings(given: Settings, environ: Mapping[str, str]) -> Iterator[Finding]:
    """What `serve` would refuse, and what it would not but people would stumble over."""
    found = list(dangers(given, environ))
    yield from (bad("settings", each) for each in found)
    if not found:
        yield ok("settings", "can be used together")
    yield _address(given)
    yield _proxies(given)
    if given.metrics and given.metrics_listener[0] not in LOCAL:
        yield warn(
            "metrics",
            f"whoever reaches {given.metrics} reads them; let the firewall pass Prometheus alone.",
        )


def _address(given: Settings) -> Finding:
    if given.base_url.startswith("https://"):
        if given.secure == "no":
            return warn("https", f"cookies also go over plain http; leave {PREFIX}SECURE at auto.")
        return ok("https", f"people come by {given.base_url}, cookies over https only")
    if given.base_url or given.host not in LOCAL:
        return warn(
            "https",
            "people come by plain http: whoever shares the network can read along. "
            f"Put a proxy with https in front and set {PREFIX}BASE_URL.",
        )
    return ok("https", "only this machine is served")


def _proxies(given: Settings) -> Finding:
    behind = given.base_url.startswith("https://")
    if behind and not given.proxies:
        return bad(
            "proxies",
            "https comes by a proxy, and none is believed: everybody would count as one address. "
            f"Set {PREFIX}PROXIES=1.",
        )
    if given.proxies and given.host not in LOCAL:
        return warn(
            "proxies",
            f"who reaches {given.host} without the proxy can say any address. Set {PREFIX}HOST=127.0.0.1, "
            "or let the firewall pass the proxy alone.",
        )
    return ok("proxies", f"{given.proxies} believed")
