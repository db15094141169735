"""Limits on guessing: wrong codes of both kinds and wrong passwords are counted, play never is."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from flask import Flask, request
from flask_limiter import Limiter
from limits import RateLimitItem, parse
from limits.errors import StorageError

from squarescores.pedro.refusal import Refused

# A hall full of tables shares one address, and people mistype: far above that, far below what guessing needs.
WRONG_CODES: Final = parse("60/minute")
WRONG_RECOVERIES: Final = parse("20/minute")
WRONG_PASSWORDS: Final = parse("10/minute")

limiter = Limiter(key_func=lambda: request.remote_addr or "", swallow_errors=True)


def init_app(app: Flask) -> None:
    """Count where the settings say."""
    app.config.update(
        RATELIMIT_STORAGE_URI=app.extensions["squarescores"].settings.limits_store,
        RATELIMIT_HEADERS_ENABLED=False,
    )
    limiter.init_app(app)


def check(limit: RateLimitItem, *whose: str) -> None:
    """Raise Refused where too many tries have failed lately; nobody is refused for a store that is away."""
    try:
        may_try = limiter.limiter.test(limit, *whose)
    except StorageError:
        return
    if not may_try:
        raise Refused("slow_down")


def failed(limit: RateLimitItem, *whose: str) -> None:
    """Count a failed try."""
    with suppress(StorageError):
        limiter.limiter.hit(limit, *whose)


@contextmanager
def guessing_recovery(key: str) -> Iterator[None]:
    """A try at a table's recovery code; a wrong one is counted for the address, and for the table."""
    tries = (WRONG_CODES, "recovery", address()), (WRONG_RECOVERIES, "recovery-of", key)
    for limit, *whose in tries:
        check(limit, *whose)
    try:
        yield
    except Refused as refused:
        if refused.reason == "no_code":
            for limit, *whose in tries:
                failed(limit, *whose)
        raise


def address() -> str:
    """Where the request comes from."""
    return request.remote_addr or ""
