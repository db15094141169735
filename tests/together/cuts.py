"""Connections that break: before a press is sent, in the middle of it, or before its answer is read."""

from __future__ import annotations

import http.client
import select
import socket
import struct
import urllib.parse
from collections.abc import Callable, Mapping
from typing import Any, Final

from tests.together.wire import PATIENCE, Wire

FORM: Final = "application/x-www-form-urlencoded"


class Post:
    """A form on its way, one connection for itself."""

    def __init__(self, wire: Wire, path: str, fields: Mapping[str, Any], accept: str = "application/json"):
        self.wire = wire
        self.body = urllib.parse.urlencode(fields).encode()
        self.path = path
        self.headers = wire.sent(
            {"Accept": accept, "Content-Type": FORM, "Content-Length": str(len(self.body))}
        )
        self.connection = wire.connection()

    def sends(self, size: int | None = None) -> None:
        """Send the headers, and the body or so many bytes of it; a negative number leaves off that many."""
        self.connection.putrequest("POST", self.path, skip_accept_encoding=True)
        for name, value in self.headers.items():
            self.connection.putheader(name, value)
        self.connection.endheaders(self.body[:size])

    def waits(self, seconds: float = PATIENCE) -> bool:
        """Until the first byte of the answer is here, unread; whether it came in time."""
        return bool(select.select([self.connection.sock], [], [], seconds)[0])

    def answer(self) -> http.client.HTTPResponse:
        return self.connection.getresponse()

    def breaks(self, *, hard: bool = False) -> None:
        """The connection is gone: with a goodbye, or hard."""
        if hard and self.connection.sock:
            self.connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close()

    def close(self) -> None:
        self.connection.close()


def before(post: Post, hard: bool) -> None:
    """Before anything was sent."""
    post.connection.connect()
    post.breaks(hard=hard)


def halfway(post: Post, hard: bool) -> None:
    """Without the last byte of the form: of a 12 there is only a 1."""
    post.sends(-1)
    post.breaks(hard=hard)


def at_once(post: Post, hard: bool) -> None:
    """As soon as everything is sent; who knows what became of it."""
    post.sends()
    post.breaks(hard=hard)


def unread(post: Post, hard: bool) -> None:
    """After it was written and answered; the answer is never read."""
    post.sends()
    post.waits()
    post.breaks(hard=hard)


CUTS: Final[tuple[Callable[[Post, bool], None], ...]] = (before, halfway, at_once, unread)
