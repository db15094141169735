"""What every answer says about itself: nothing from elsewhere, nothing inline, nothing kept by others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, request

from squarescores.web.house import house

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

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
TRUSTED_PAGES: Final = {"Cross-Origin-Opener-Policy": "same-origin"}
"""What browsers heed only where nobody in between could have changed it, and complain of elsewhere."""

SECURE: Final = {"Strict-Transport-Security": "max-age=31536000"}
PARTS: Final = frozenset({"text/css", "text/javascript"})
"""What a page is made of obeys the page's policy; those files would carry it for nothing."""

VARY: Final = ", ".join(("Accept", "Accept-Encoding", "Accept-Language", "Cookie"))
"""What every page depends on; said once, as each that adds to a list reads it and writes it again."""

TRUSTED: Final = ("localhost", "127.0.0.1", "[::1]")
"""Hosts that a browser trusts without https."""

SAID: Final = "squarescores.said"
"""In the environment of a request: what its answer says besides."""


def init_app(app: Flask) -> None:
    """Put them on every answer."""
    app.after_request(_head)
    app.wsgi_app = _saying(app.wsgi_app)  # type: ignore[method-assign, assignment]  # as Flask has it


def say(words: Mapping[str, str]) -> None:
    """Have this request's answer say that, and nothing else by those names.

    It is said on the way out: what stands among an answer's own headers is looked over three times till then.
    """
    request.environ.setdefault(SAID, {}).update(words)


def _saying(app: WSGIApplication) -> WSGIApplication:
    """The app, whose answers say that."""

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        def start(status: str, headers: list[tuple[str, str]], *trouble: Any) -> Callable[[bytes], object]:
            return start_response(status, [*headers, *environ.get(SAID, {}).items()], *trouble)

        return app(environ, start)

    return answer


@cache
def _of_kind(*, is_part: bool, is_trusted: bool, is_secure: bool) -> dict[str, str]:
    """What is said by an answer that is a part of a page, goes to a trusted host, is for https only."""
    page = {} if is_part else PAGES | (TRUSTED_PAGES if is_trusted else {})
    return EVERY_ANSWER | page | (SECURE if is_secure else {})


def _head(response: Response) -> Response:
    is_static, is_secure, headers = request.endpoint == "static", request.is_secure, response.headers
    is_trusted = is_secure or re.sub(r":\d+$", "", request.host) in TRUSTED
    is_only_secure = is_secure or house().settings.secure_cookies
    is_part = is_static and response.mimetype in PARTS
    say(_of_kind(is_part=is_part, is_trusted=is_trusted, is_secure=is_only_secure))
    if "Cache-Control" not in headers:
        headers["Cache-Control"] = "private, no-cache"
    if not is_static:
        headers["Vary"] = VARY
    return response
