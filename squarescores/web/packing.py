"""Pages and JSON, packed with gzip: a sheet is a fifth of its size on a bad Wi-Fi.

Packed answers can betray a secret in them to somebody who sees their size and may choose what else stands in
them. Cookies here do not travel with another site's requests, which takes that choice away, and the size is
blurred besides.
"""

from __future__ import annotations

import gzip
import io
import secrets
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request

KINDS: Final = frozenset(
    {"text/html", "text/csv", "application/json"}
)  # never an event stream: it would wait
SMALL: Final = 800  # bytes that one packet carries anyway
BLUR: Final = 100  # bytes
LEVEL: Final = 4  # measured: beyond it the time grows faster than the size falls
LEVEL_FOR_MANY: Final = 6


def init_app(app: Flask) -> None:
    """Register before whatever else changes an answer: Flask asks the first one last."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    if response.mimetype not in KINDS or response.is_streamed or response.content_encoding:
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code == 304 or request.accept_encodings.quality("gzip") <= 0:
        return response
    plain = response.get_data()
    if len(plain) < SMALL:
        return response
    etag, _ = response.get_etag()
    response.set_data(_packed_for_many(plain) if etag else _packed(plain))
    response.content_encoding = "gzip"
    if etag:
        response.set_etag(etag, weak=True)  # the same page, other bytes
    return response


@lru_cache(300)
def _packed_for_many(plain: bytes) -> bytes:
    """What has a tag is asked for by several phones, and is packed once: nothing in it is anybody's own."""
    return gzip.compress(plain, LEVEL_FOR_MANY, mtime=0)


def _packed(plain: bytes) -> bytes:
    """The bytes with a file name of random length in their head, which readers skip."""
    blur = "." * (1 + secrets.randbelow(BLUR))
    packed = io.BytesIO()
    with gzip.GzipFile(blur, "wb", LEVEL, packed, mtime=0) as file:
        file.write(plain)
    return packed.getvalue()
