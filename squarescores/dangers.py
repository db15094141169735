"""Settings that can be used and should not be: what `squarescores serve` refuses, and the doctor tells."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator, Mapping
from typing import Final

from squarescores.settings import PREFIX, Settings

SHORTEST_KEY: Final = 32
FEWEST_SIGNS: Final = 10
"""Different characters in a key; one that was drawn has more, in whatever way it is written."""

_OFF: Final = ("", "0", "false", "no")


def dangers(settings: Settings, environ: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each, with what to do; `settings` with their secret key, where there is one yet."""
    debugs = environ.get("FLASK_DEBUG", "").strip().lower() not in _OFF
    if debugs and not _is_private(settings.host):
        yield (
            f"FLASK_DEBUG is set and others reach {settings.host}, who would be shown the inside of the "
            "program; take it away, or listen on 127.0.0.1."
        )
    if why := next((why for key in settings.secret_key.split(",") if (why := _weak(key.strip()))), ""):
        yield (
            f"The secret key {why}, and whoever guesses it can be anybody; leave {PREFIX}SECRET_KEY empty "
            "to have one made, or draw one: python3 -c 'import secrets; print(secrets.token_hex(32))'."
        )
    if settings.metrics and _is_public(at := settings.metrics_listener[0]):
        yield (
            f"{PREFIX}METRICS shows its numbers to everybody who reaches {at}; show them on 127.0.0.1, or on "
            "this machine's address in a network of one's own."
        )
    if settings.secure == "yes" and settings.base_url.startswith("http://"):
        yield (
            f"{PREFIX}SECURE=yes sends cookies over https only, but {PREFIX}BASE_URL is {settings.base_url}: "
            "nobody could stay at a table; make that address https, or leave SECURE at auto."
        )


def _weak(key: str) -> str:
    """What is the matter with a secret key; nothing where it is a good one."""
    if not key:
        return ""
    if len(key) < SHORTEST_KEY:
        return f"has {len(key)} characters, fewer than {SHORTEST_KEY}"
    if len(set(key)) < FEWEST_SIGNS:
        return f"has only {len(set(key))} different characters"
    return ""


def _is_private(host: str) -> bool:
    """Whether only this machine reaches the address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_public(host: str) -> bool:
    """Whether the whole world may reach the address: by itself, or because it stands for all there are."""
    try:
        at = ipaddress.ip_address(host)
    except ValueError:
        return False
    return at.is_global or at.is_unspecified
