"""What came of a request so far, and whether that is all of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

HEAD: Final = 32 * 1024
BODY: Final = 64 * 1024
"""Bytes; of a larger body the app reads nothing."""

_END: Final = b"\r\n\r\n"
_LENGTH: Final = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED: Final = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
_ASKS_FIRST: Final = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)
_GO_ON: Final = b"HTTP/1.1 100 Continue\r\n\r\n"
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
)


@dataclass(slots=True)
class Heard:
    """What came of a request so far."""

    until: float
    """When it is waited for no longer."""
    said: bytearray = field(default_factory=bytearray)
    wanted: int = 0
    """How many bytes there will be; 0 while nobody knows."""
    is_last: bool = False
    """Whatever comes after it is not read: the connection is closed."""

    def take_in(self, data: bytes) -> bytes:
        """Take in what came; what is to be answered at once, if anything."""
        looked = max(0, len(self.said) - len(_END) + 1)
        self.said += data
        if self.is_too_much:
            return _TOO_LARGE
        if self.wanted or (end := self.said.find(_END, looked)) < 0:
            return b""
        head, length = self.said[: end + len(_END)], 0
        if found := _LENGTH.search(head):
            length = int(found[1])
        self.is_last = length > BODY or _CHUNKED.search(head) is not None
        self.wanted = len(head) + (0 if self.is_last else length)
        return _GO_ON if _ASKS_FIRST.search(head) and not self.is_whole and not self.is_last else b""

    @property
    def is_whole(self) -> bool:
        return 0 < self.wanted <= len(self.said)

    @property
    def is_too_much(self) -> bool:
        return not self.wanted and len(self.said) > HEAD and _END not in self.said
