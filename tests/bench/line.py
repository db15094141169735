"""A kept connection that asks and waits at little cost of its own: the bench weighs servers."""

from __future__ import annotations

import gzip
import re
import socket
import urllib.parse
from typing import Final, NamedTuple

ENCODINGS: Final = "gzip, deflate, br"
_LENGTH: Final = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Answer(NamedTuple):
    """An answer as it came over the wire."""

    status: int
    head: bytes
    body: bytes

    @property
    def text(self) -> str:
        packed = b"content-encoding: gzip" in self.head.lower()
        return (gzip.decompress(self.body) if packed else self.body).decode()

    @property
    def carried(self) -> int:
        """Bytes, its head included."""
        return len(self.head) + len(self.body)

    def header(self, name: str) -> str:
        found = re.search(rf"\r\n{name}: ([^\r]*)".encode(), self.head, re.IGNORECASE)
        return found[1].decode() if found else ""


def request(
    method: str, path: str, cookie: str = "", *, accept: str = "text/html", **fields: object
) -> bytes:
    """A request as a phone sends it; with fields it is a form."""
    body = urllib.parse.urlencode(fields) if fields else ""
    lines = [
        f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Accept: {accept}", f"Accept-Encoding: {ENCODINGS}",
        "Accept-Language: en",
    ]  # fmt: skip
    if cookie:
        lines.append(f"Cookie: {cookie}")
    if method == "POST":
        lines.append("Prefer: return=minimal")  # a phone fetches what is drawn, and wants no sheet besides
        lines.append(f"Content-Length: {len(body)}")
    if body:
        lines.append("Content-Type: application/x-www-form-urlencoded")
    return ("\r\n".join(lines) + "\r\n\r\n" + body).encode()


class Ear:
    """A page's open stream."""

    def __init__(self, address: str, path: str, cookie: str) -> None:
        parts = urllib.parse.urlsplit(address)
        self._socket = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=30)
        self._socket.sendall(request("GET", path, cookie, accept="text/event-stream"))
        self._lines = self._socket.makefile("rb")

    def hear(self, number: int) -> None:
        """Wait until it is told of that mark."""
        while (said := self._lines.readline()) != b"id: %d\n" % number:
            assert said, "the stream has ended"

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


class Line:
    """One connection to a server, opened again where the server has closed it meanwhile."""

    def __init__(self, address: str) -> None:
        parts = urllib.parse.urlsplit(address)
        self._place = (parts.hostname or "", parts.port or 80)
        self._open()

    def _open(self) -> None:
        self._socket = socket.create_connection(self._place, timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def ask(self, asked: bytes) -> Answer:
        try:
            return self._ask(asked)
        except ConnectionError:
            self.close()
            self._open()
            return self._ask(asked)

    def _ask(self, asked: bytes) -> Answer:
        self._socket.sendall(asked)
        said = self._more()
        while (end := said.find(b"\r\n\r\n") + 4) < 4:
            said += self._more()
        head, body = said[:end], said[end:]
        found = _LENGTH.search(head)
        length = int(found[1]) if found else 0
        while len(body) < length:
            body += self._more()
        return Answer(int(head[9:12]), head, body)

    def _more(self) -> bytes:
        said = self._socket.recv(1 << 18)
        if not said:
            raise ConnectionResetError("the server closed the connection")
        return said

    def close(self) -> None:
        self._socket.close()
