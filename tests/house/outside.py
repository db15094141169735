"""A phone outside, that comes by https through a proxy of docs/deploy."""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.house.serving import REPOSITORY

DEPLOY = REPOSITORY / "docs" / "deploy"
NAME = "pedro.example"


@contextmanager
def proxying(words: list[str | Path], port: int, log: Path, **environment: str) -> Iterator[None]:
    """The proxy, once it listens, until it is no longer needed."""
    with log.open("ab") as said:
        proxy = subprocess.Popen(words, stdout=said, stderr=said, env=environment or None)
    try:
        until = time.monotonic() + 10
        while time.monotonic() < until and proxy.poll() is None:
            with socket.socket() as asking:
                if asking.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        assert proxy.poll() is None, log.read_text()
        yield
    finally:
        proxy.terminate()
        proxy.wait(10)


class Visitor:
    """A phone outside: TLS, one connection a request, and the cookies it was given."""

    def __init__(self, port: int, plain: int) -> None:
        self.port, self.plain = port, plain
        self.cookie = ""
        self.set_cookie = ""
        self.trust = ssl.create_default_context()
        self.trust.check_hostname, self.trust.verify_mode = False, ssl.CERT_NONE

    def connects(self, ask: str) -> Any:
        plain = socket.create_connection(("127.0.0.1", self.port), 10)
        secure = self.trust.wrap_socket(plain, server_hostname=NAME)
        secure.sendall(ask.encode())
        return secure

    def asks(self, method: str, path: str, body: str = "", **more: str) -> tuple[int, str]:
        heads = {"Host": NAME, "Connection": "close", "Cookie": self.cookie, **more}
        if body:
            heads |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(body))}
        lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in heads.items() if value)
        with self.connects(f"{method} {path} HTTP/1.1\r\n{lines}\r\n{body}") as secure:
            answer = secure.makefile("rb").read().decode(errors="replace")
        if found := re.search(r"^Set-Cookie: (([^;]+).*)\r$", answer, re.MULTILINE):
            self.set_cookie, self.cookie = found[1], found[2]
        return int(answer.split()[1]), answer

    def asks_plainly(self, path: str) -> tuple[int, str | None]:
        """What http without TLS answers, and where that leads."""
        way = http.client.HTTPConnection("127.0.0.1", self.plain, timeout=10)
        way.request("GET", path, headers={"Host": NAME})
        answer = way.getresponse()
        way.close()
        return answer.status, answer.headers["Location"]

    def opens(self) -> tuple[str, str]:
        """The key of a table of her own, and the token for more."""
        _, page = self.asks("GET", "/tables/new")
        token = re.search(r'name="csrf-token" content="([^"]+)"', page)[1]
        said = f"csrf_token={token}&op=open&name=Alice&seat=N"
        status, answer = self.asks("POST", "/tables/new", said, Accept="application/json")
        assert status == 201, answer
        return re.search(r'"key":\s*"([^"]+)"', answer)[1], token
