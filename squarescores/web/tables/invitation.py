"""How another phone gets to the table: the address it opens, and that address as a QR code."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

import segno
from flask import request, url_for

from squarescores import address
from squarescores.web.house import house

HERE: Final = ("localhost", "127.0.0.1", "::1")
QUIET: Final = 1  # modules; the page's own white frame makes up the rest of the quiet zone


@dataclass(frozen=True, slots=True)
class Invitation:
    """Where to type a code, the address that carries it, and its QR code."""

    host: str
    url: str
    qr: dict[str, object]


def invitation(code: str) -> Invitation:
    """The invitation to the table with that code."""
    return inviting(url_for("tables.join", code=code))


def inviting(path: str) -> Invitation:
    """The way another phone gets to that path."""
    begins = _begins()
    return Invitation(urlsplit(begins).netloc, begins + path, qr(begins + path))


def _begins() -> str:
    """The address other phones reach the app by.

    Who opens the app on the machine it runs on asks for "localhost", which means nothing to another phone.
    """
    settings = house().settings
    if settings.base_url:
        return settings.base_url.rstrip("/")
    asked = urlsplit(request.host_url)
    if asked.hostname in HERE and asked.port:
        return address.addresses(settings, asked.port)[-1]
    return request.host_url.rstrip("/")


def qr(url: str) -> dict[str, object]:
    """The modules as the strokes of one SVG path, a line for each run, and the side of the square."""
    rows = segno.make(url, micro=False, error="m").matrix
    strokes = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            length = len(list(run))
            if dark:
                strokes.append(f"M{x + QUIET} {y + QUIET}.5h{length}")
            x += length
    return {"size": len(rows) + 2 * QUIET, "path": "".join(strokes)}
