"""Limits on guessing: wrong codes and passwords are counted, play never is, and who goes on waits longer.

Each limit is several windows. Whoever fills the first one waits out a minute; whoever comes back and goes on
fills the next, and waits a part of an hour, then of a day. A wait always says how long it is.
"""

from __future__ import annotations

import ipaddress
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, TypeVar, cast

from flask import Flask, current_app, request
from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter, RateLimiter

from squarescores.pedro.refusal import Refused

T = TypeVar("T")
Limit = tuple[RateLimitItem, ...]


def _limit(windows: str) -> Limit:
    return tuple(parse_many(windows))


# A hall full of tables shares one address, and people mistype: far above that, far below what guessing needs.
# At worst a thousand tries a day at 191 million join codes: one of a hundred tables in five years.
WRONG_CODES: Final = _limit("60/minute; 150 per 10 minutes; 400/hour; 1000/day")
WRONG_RECOVERIES: Final = _limit("20/minute; 60 per 10 minutes; 100/hour; 200/day")
WRONG_PASSWORDS: Final = _limit("10/minute; 25 per 10 minutes; 50/hour; 100/day")

STORE_PATIENCE: Final = 0.25
"""Seconds that a shared store of counts has to answer: somebody waits for a seat meanwhile."""

STORE_REST: Final = 5.0
"""Seconds in which a shared store that did not answer is not asked again: not everybody waits for it."""


def address() -> str:
    """Where the request comes from; of an IPv6 address the half that one household shares."""
    asked = request.remote_addr or ""
    try:
        found = ipaddress.ip_address(asked)
    except ValueError:
        return asked
    if found.version == 4:
        return asked
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), 64), strict=False))


def init_app(app: Flask) -> None:
    """Count where the settings say."""
    store = app.extensions["squarescores"].settings.limits_store
    app.extensions["squarescores.limits"] = FixedWindowRateLimiter(
        storage_from_string(store, **_options(store))
    )


def _options(store: str) -> dict[str, Any]:
    if not store.startswith("redis"):
        return {}
    patience = {"socket_timeout": STORE_PATIENCE, "socket_connect_timeout": STORE_PATIENCE}
    return {"wrap_exceptions": True, **patience}


def counts() -> RateLimiter:
    """Where this app counts."""
    return cast(RateLimiter, current_app.extensions["squarescores.limits"])


def check(limit: Limit, *whose: str) -> None:
    """Raise Refused, with the seconds to wait, where too many tries have failed lately."""
    wait = _asked(lambda strategy: max(_wait(strategy, window, whose) for window in limit))
    if wait:
        raise Refused("slow_down", seconds=wait)


def _wait(strategy: RateLimiter, window: RateLimitItem, whose: tuple[str, ...]) -> int:
    """Whole seconds until one more try fits into the window; 0 where one does."""
    if strategy.test(window, *whose):
        return 0
    return max(1, math.ceil(strategy.get_window_stats(window, *whose).reset_time - time.time()))


def failed(limit: Limit, *whose: str) -> None:
    """Count a failed try."""
    _asked(lambda strategy: [strategy.hit(window, *whose) for window in limit])


def _asked(work: Callable[[RateLimiter], T]) -> T:
    """What the counts say; while a shared store of them is away, those of this process."""
    if time.monotonic() >= _Shared.rests_until:
        try:
            return work(counts())
        except StorageError:
            _Shared.rests_until = time.monotonic() + STORE_REST
    return work(_meanwhile())


class _Shared:
    """The shared store of counts, as this process finds it."""

    rests_until = 0.0


@cache
def _meanwhile() -> RateLimiter:
    return FixedWindowRateLimiter(MemoryStorage())


@contextmanager
def guessing_recovery() -> Iterator[None]:
    """A try at a table's recovery code; a wrong one is counted for the address, the right one always works.

    Nobody guesses 70 bits, but anybody in the same hall could lock out the host who has lost a phone.
    """
    whose = WRONG_RECOVERIES, "recovery", address()
    try:
        yield
    except Refused as refused:
        if refused.reason == "no_code":
            check(*whose)
            failed(*whose)
        raise
