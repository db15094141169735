"""The token that shows what is sent to be from a page of ours: Flask-WTF checks it, each one once."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from flask import Flask, request, session
from flask_wtf.csrf import CSRFProtect

FIELD: Final = "csrf_token"

KNOWN: Final = 16_384
"""Tokens that were right lately: a page sends the same one all evening, and its sign takes long to read."""


def init_app(app: Flask) -> None:
    """Check it from here on, after whatever is registered before."""
    app.config.update(
        WTF_CSRF_FIELD_NAME=FIELD,
        WTF_CSRF_CHECK_DEFAULT=False,  # that is done below
        WTF_CSRF_TIME_LIMIT=None,  # a page may lie open for a whole evening
        # The token is the check. A browser that sends no referrer could never write anything.
        WTF_CSRF_SSL_STRICT=False,
    )
    protection = CSRFProtect(app)

    @lru_cache(KNOWN)
    def check(_sent: str, _held: str) -> None:
        """Raise CSRFError where a token is not this cookie's. One that was right stays so: none grows old."""
        protection.protect()

    @app.before_request
    def check_what_is_sent() -> None:
        if request.method not in app.config["WTF_CSRF_METHODS"] or request.endpoint is None:
            return
        sent, held = request.form.get(FIELD), session.get(FIELD)
        if sent and held:
            check(sent, held)
        else:
            protection.protect()
