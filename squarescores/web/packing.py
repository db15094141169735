"""Pages and JSON, packed with gzip: a sheet is a fifth of its size on a bad Wi-Fi.

Packed answers can betray a secret in them to somebody who sees their size and may choose what else stands in
them. Cookies here do not travel with another site's requests, which takes that choice away, and the size is
blurred besides. In a page that is kept packed, what is a phone's own is not packed at all.
"""

from __future__ import annotations

import gzip
import io
import re
import secrets
import struct
import zlib
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from flask import Flask, Response, request
from werkzeug.http import parse_accept_header

KINDS: Final = frozenset(
    {"text/html", "text/csv", "application/json"}
)  # never an event stream: it would wait
SMALL: Final = 800  # bytes that one packet carries anyway
BLUR: Final = 100  # bytes
LEVEL: Final = 4  # measured: beyond it the time grows faster than the size falls
LEVEL_FOR_MANY: Final = 6
NEAR: Final = 4096
"""Bytes before a block that it may refer to."""


class Block:
    """A text packed by itself, once, to travel in several answers."""

    __slots__ = ("packed", "plain")

    def __init__(self, plain: bytes, after: Block | None = None) -> None:
        """`after`: the one it always follows, whose words it need not say again."""
        self.plain = plain
        self.packed = _flushed(plain, before=after.plain if after else b"")


def chained(texts: Iterable[str], before: Sequence[Block] = ()) -> tuple[Block, ...]:
    """Texts as blocks that follow each other; those of `before` are taken as far as they say the same."""
    blocks: list[Block] = []
    for text in texts:
        plain, at = text.encode(), len(blocks)
        is_same = at < len(before) and before[at].plain == plain and blocks == [*before[:at]]
        blocks.append(before[at] if is_same else Block(plain, after=blocks[-1] if blocks else None))
    return tuple(blocks)


class Whole:
    """An answer made of blocks, the same for everybody who gets it."""

    def __init__(self, *blocks: Block) -> None:
        crc = size = 0
        for block in blocks:
            crc, size = zlib.crc32(block.plain, crc), size + len(block.plain)
        self._blocks = blocks
        self._packed = _stream([block.packed for block in blocks], crc, size)

    def answer(self) -> Response:
        """Packed where the browser takes that."""
        if _takes_packed():
            return _page(self._packed, is_packed=True)
        return _page(b"".join(block.plain for block in self._blocks))


class Blank:
    """A text with gaps, packed but for what is filled in: that is stored as it is, so no size betrays it."""

    def __init__(self, text: str, gaps: re.Pattern[str]) -> None:
        """`gaps` has one group, the gap's name."""
        fixed_and_gaps = gaps.split(text)
        self._gaps = fixed_and_gaps[1::2]
        self._fixed = [each.encode() for each in fixed_and_gaps[::2]]
        self._packed = [_flushed(each) for each in self._fixed]

    def filled(self, own: Callable[[str], str]) -> Response:
        """A page with what `own` says of each gap in it, packed where the browser takes that."""
        own_parts = [own(gap).encode() for gap in self._gaps]
        plain = b"".join(_woven(self._fixed, own_parts))
        if not _takes_packed():
            return _page(plain)
        body = _woven(self._packed, [_stored(each) for each in own_parts])
        return _page(_stream(body, zlib.crc32(plain), len(plain)), is_packed=True)


_HEAD: Final = gzip.compress(b"", mtime=0)[:10]


def _takes_packed() -> bool:
    return _names_gzip(request.headers.get("Accept-Encoding", ""))


@lru_cache(1000)
def _names_gzip(accepted: str) -> bool:
    """Whether a browser unpacks gzip; a phone says the same all evening."""
    return parse_accept_header(accepted).quality("gzip") > 0


def _page(body: bytes, *, is_packed: bool = False) -> Response:
    packed = {"Content-Encoding": "gzip"} if is_packed else None
    return Response(body, headers=packed, content_type="text/html; charset=utf-8")


def _woven(fixed: list[bytes], own: list[bytes]) -> list[bytes]:
    """The fixed parts, and between two of them one of the others."""
    return [part for pair in zip(fixed, [*own, b""], strict=True) for part in pair]


def _stream(blocks: list[bytes], crc: int, size: int) -> bytes:
    """Blocks as one packed stream, with what it says of the plain bytes: their checksum, and how many."""
    return b"".join([_HEAD, *blocks, _END, struct.pack("<2L", crc, size)])


def _flushed(plain: bytes, *, before: bytes = b"", how: int = zlib.Z_FULL_FLUSH) -> bytes:
    """The bytes as whole blocks of a packed stream, which refer to nothing but the bytes just before them."""
    packing = zlib.compressobj(LEVEL_FOR_MANY, wbits=-zlib.MAX_WBITS, zdict=before[-NEAR:])
    return packing.compress(plain) + packing.flush(how)


_END: Final = _flushed(b"", how=zlib.Z_FINISH)


def _stored(plain: bytes) -> bytes:
    """The bytes, fewer than 65,536, as one block that is not packed (RFC 1951, 3.2.4)."""
    return struct.pack("<B2H", 0, len(plain), len(plain) ^ 0xFFFF) + plain


def init_app(app: Flask) -> None:
    """Register before whatever else changes an answer: Flask asks the first one last."""
    app.after_request(_pack)


def _pack(response: Response) -> Response:
    if response.status_code == 304 or response.content_encoding or response.is_streamed:
        return response
    plain = response.get_data()
    if len(plain) < SMALL or response.mimetype not in KINDS:
        return response
    if "Accept-Encoding" not in response.headers.get("Vary", ""):
        response.vary.add("Accept-Encoding")
    if not _takes_packed():
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
