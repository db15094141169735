"""What every answer says about itself: nothing from elsewhere, nothing inline, nothing kept by others."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask, Response, request

from squarescores.web.house import house

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
EVERY_ANSWER: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGES: Final = {
    "Content-Security-Policy": POLICY,
    # The key is in the address, and nobody else is to learn it.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
PARTS: Final = frozenset({"text/css", "text/javascript"})
"""What a page is made of obeys the page's policy; those files would carry it for nothing."""

VARY: Final = ", ".join(("Accept", "Accept-Encoding", "Accept-Language", "Cookie"))
"""What every page depends on; said once, as each that adds to a list reads it and writes it again."""

TRUSTED: Final = ("localhost", "127.0.0.1", "[::1]")
"""Hosts that a browser trusts without https."""


def init_app(app: Flask) -> None:
    """Put them on every answer."""
    app.after_request(_head)


def _trusted() -> dict[str, str]:
    """What browsers heed only where nobody in between could have changed it, and complain of elsewhere."""
    host = re.sub(r":\d+$", "", request.host)
    return {"Cross-Origin-Opener-Policy": "same-origin"} if request.is_secure or host in TRUSTED else {}


def _head(response: Response) -> Response:
    is_static, headers = request.endpoint == "static", response.headers
    is_part = is_static and response.mimetype in PARTS
    headers.extend(EVERY_ANSWER if is_part else EVERY_ANSWER | PAGES | _trusted())
    if "Cache-Control" not in headers:
        headers["Cache-Control"] = "private, no-cache"
    if not is_static:
        headers["Vary"] = VARY
    if request.is_secure or house().settings.secure_cookies:
        headers["Strict-Transport-Security"] = "max-age=31536000"
    return response
