"""A stretch of wire between a phone and the house: it can be cut, or carry nothing though it is open.

Cutting the network in a test's browser leaves open streams alone; this does not.
"""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

STREAM = re.compile(rb"/live[? ]")  # in the first line of what a page listens to


class Proxy:
    """Carries everything between any phone and one house, byte by byte."""

    def __init__(self, house: str) -> None:
        parts = urlsplit(house)
        self._house = (parts.hostname, parts.port)
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port = self._listening.getsockname()[1]
        self.is_cut = False
        self.is_quiet = False
        """Streams are open and carry nothing, those that begin now too; all else is carried."""
        self.carried = 0
        """Bytes that the house has answered."""
        self.hangs = False
        """Whatever is new is taken and never answered."""
        self.loses_answers = False
        """What is posted arrives, and its answer does not."""
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def safe(self) -> str:
        """Its address where a browser trusts it, as it trusts https."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def plain(self) -> str:
        """The same as an address that a browser takes for one on a network: no worker, no locks."""
        return f"http://0.0.0.0:{self.port}"

    def cut(self) -> None:
        """Break what is open; nothing new gets through."""
        self.is_cut = True
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        self.is_cut = False

    @contextmanager
    def away(self) -> Iterator[None]:
        self.cut()
        yield
        self.mend()

    def close(self) -> None:
        self.cut()
        self._listening.close()

    def _accept(self) -> None:
        while True:
            try:
                phone, _from = self._listening.accept()
            except OSError:
                return
            if self.is_cut:
                phone.close()
                continue
            threading.Thread(target=self._carry, args=(phone,), daemon=True).start()

    def _carry(self, phone: socket.socket) -> None:
        try:
            house = socket.create_connection(self._house)
        except OSError:
            phone.close()
            return
        self._open |= {phone, house}
        wire = _Wire(self, phone, house)
        threading.Thread(target=wire.back, daemon=True).start()
        wire.there()
        self._open -= {phone, house}


class _Wire:
    """One connection: what a phone says, and what the house answers."""

    def __init__(self, proxy: Proxy, phone: socket.socket, house: socket.socket) -> None:
        self._proxy = proxy
        self._phone = phone
        self._house = house
        self._asked = b""

    def there(self) -> None:
        self._pump(self._phone, self._house, self._sent)

    def back(self) -> None:
        self._pump(self._house, self._phone, self._answered)

    def _sent(self, said: bytes) -> bool:
        if said[:5] in (b"GET /", b"POST ", b"HEAD "):
            self._asked = said.partition(b"\r\n")[0]
        return True

    def _answered(self, said: bytes) -> bool:
        """Whether what the house says reaches the phone; a lost answer ends the connection."""
        if self._proxy.hangs:
            return False
        if self._proxy.loses_answers and self._asked.startswith(b"POST"):
            raise OSError("lost on the way")
        self._proxy.carried += len(said)
        return not (self._proxy.is_quiet and STREAM.search(self._asked))

    def _pump(self, source, target, carries) -> None:
        with suppress(OSError):
            while said := source.recv(65536):
                if carries(said):
                    target.sendall(said)
        for each in (source, target):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
