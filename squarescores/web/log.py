"""A line of the log for what the operator should know, with the number of the request it belongs to.

A line is JSON. It holds the route (`/t/<key>/entries`), never the address: who has a key reads the table.
"""

from __future__ import annotations

import json
import logging
import re
import time
from datetime import UTC, datetime
from random import getrandbits
from typing import Any, Final

from flask import Flask, Response, g, has_request_context, request

from squarescores.web import headers
from squarescores.web.house import house

_log = logging.getLogger(__name__)

HEADER: Final = "X-Request-ID"
_OPENS: Final = re.compile(r"/(t|join|move)/[^/\s?#'\"]+")
"""What in an address opens a table or a seat; a server's own complaint, or a trace, may hold one."""
_WELL_FORMED: Final = re.compile(r"[A-Za-z0-9-]{8,64}")


class Line(logging.Formatter):
    """A record as one line of JSON: `at`, `level`, `what`; `request`, `route`, `trace` where there are."""

    def format(self, record: logging.LogRecord) -> str:
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "what": _kept_quiet(record.getMessage()),
        }
        if has_request_context():
            said |= {"request": number(), "method": request.method, "route": str(request.url_rule or "")}
        if record.exc_info:
            said["trace"] = _kept_quiet(self.formatException(record.exc_info))
        return json.dumps(said, ensure_ascii=False)


def _kept_quiet(text: str) -> str:
    return _OPENS.sub(r"/\1/…", text)


def init_app(app: Flask) -> None:
    """Give every request its number, which every answer says; tell of each where the settings want it."""
    if app.extensions["squarescores"].settings.log == "requests":
        app.before_request(_begun)
        app.after_request(_told)
    app.after_request(_numbered)


def to_terminal(level: int) -> None:
    """Write lines to standard error from now on, and whatever Python itself warns of."""
    handler = logging.StreamHandler()
    handler.setFormatter(Line())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(True)


def number() -> str:
    """The number of this request: the proxy's where one is believed, else one of our own."""
    known: str | None = g.get("request_number")
    if known is None:
        given = request.headers.get(HEADER, "") if house().settings.proxies else ""
        # It opens nothing, so that anybody may guess it.
        known = given if _WELL_FORMED.fullmatch(given) else f"{getrandbits(48):012x}"
        g.request_number = known
    return known


def _begun() -> None:
    g.began = time.monotonic()


def _told(response: Response) -> Response:
    took = (time.monotonic() - g.began) * 1000 if "began" in g else 0.0
    _log.info("answered %s in %.0f ms", response.status_code, took)
    return response


def _numbered(response: Response) -> Response:
    if request.endpoint != "static":
        headers.say({HEADER: number()})
    return response
