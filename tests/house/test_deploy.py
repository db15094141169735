"""The files of docs/deploy: a table behind the nginx of that very file, a unit that systemd understands."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import postgres
from tests.house.serving import REPOSITORY, Serving, serving

DEPLOY = REPOSITORY / "docs" / "deploy"
NAME = "pedro.example"
NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as asking:
        port: int = asking.getsockname()[1]
    return port


def filled_in(folder: Path, app: str, port: int) -> str:
    """The file as somebody would fill it in here: addresses, ports and places changed, and nothing else."""
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("server 127.0.0.1:8765;", f"server {app};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"),
        ("listen 80;", f"listen 127.0.0.1:{free_port()};"),
        ("listen [::]:443 ssl;", ""),
        ("listen [::]:80;", ""),
        (f"/etc/letsencrypt/live/{NAME}", str(folder)),
        ("/var/log/nginx", str(folder)),
    ):
        assert old in text, old
        text = text.replace(old, new)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off; pid {folder}/pid; error_log {folder}/start.log;\n"
        f"events {{ }}\nhttp {{\n{temporary}access_log off;\n{text}\n}}\n"
    )


class Visitor:
    """A phone outside: TLS, one connection a request, and the cookies it was given."""

    def __init__(self, port: int) -> None:
        self.port = port
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


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[tuple[Visitor, Serving, Path]]:
    assert NGINX, "These tests need nginx: install it first (on Debian: apt-get install nginx-light)."
    folder, port = tmp_path / "nginx", free_port()
    folder.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-subj", f"/CN={NAME}", "-days", "1",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    settings = {
        "database": postgres.fresh_database(), "processes": "2", "proxies": "1", "log": "requests",
        "base_url": f"https://{NAME}",
    }  # fmt: skip
    with serving(tmp_path, "--host", "127.0.0.1", **settings) as house:
        (folder / "nginx.conf").write_text(filled_in(folder, house.address.removeprefix("http://"), port))
        proxy = subprocess.Popen(
            [NGINX, "-p", folder, "-e", folder / "start.log", "-c", folder / "nginx.conf"],
            stderr=subprocess.DEVNULL,
        )
        try:
            until = time.monotonic() + 10
            while time.monotonic() < until and proxy.poll() is None:
                with socket.socket() as asking:
                    if asking.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.02)
            assert proxy.poll() is None, (folder / "start.log").read_text()
            yield Visitor(port), house, folder
        finally:
            proxy.terminate()
            proxy.wait(10)


def _logged(log: Path, number: str) -> str:
    """What nginx wrote, which comes a moment after its answer."""
    until = time.monotonic() + 10
    while number not in (kept := log.read_text()) and time.monotonic() < until:
        time.sleep(0.05)
    return kept


@pytest.mark.postgres
def test_a_table_behind_nginx(outside):
    alice, house, folder = outside
    _, page = alice.asks("GET", "/tables/new")
    token = re.search(r'name="csrf-token" content="([^"]+)"', page)[1]
    script = {"Accept": "application/json"}
    status, said = alice.asks(
        "POST", "/tables/new", f"csrf_token={token}&op=open&name=Alice&seat=N", **script
    )
    assert status == 201, said
    assert "; Secure" in alice.set_cookie
    key = re.search(r'"key":\s*"([^"]+)"', said)[1]

    with (
        alice.connects(
            f"GET /t/{key}/live HTTP/1.1\r\nHost: {NAME}\r\nCookie: {alice.cookie}\r\n\r\n"
        ) as phone,
        phone.makefile("rb") as told,
    ):
        began = time.monotonic()
        while told.readline() != b": listening\n":
            pass
        written = f"csrf_token={token}&op=named&NS=Us"
        status, said = alice.asks("POST", f"/t/{key}/sides", written, **script)
        mark = re.search(r'"mark":\s*(\d+)', said)[1]
        while told.readline() != f"data: {mark}\n".encode():
            pass
        assert time.monotonic() - began < 5  # not after a buffer is full, nor after a beat
        assert status == 201

    number = re.search(r"X-Request-ID: (\S+)", said)[1]
    kept = _logged(folder / "squarescores-access.log", number)
    assert "POST /t/... 201" in kept
    assert number in kept
    everything = "".join(path.read_text() for path in folder.glob("*.log"))
    for private in (key, token, "Alice", "named"):
        assert private not in everything
    # Wrong codes are counted for the address that asks, not for one made up for each try: 60 in each process.
    guess = f"csrf_token={token}&code=AAAAAA&name=Alice&seat=W"
    claims = ({**script, "X_Forwarded_For": f"192.0.2.{turn}"} for turn in range(130))
    assert 429 in {alice.asks("POST", "/join", guess, **claim)[0] for claim in claims}

    house.end()
    assert number in house.last_words()  # the proxy's number is the app's


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_understands_the_unit(tmp_path):
    program = tmp_path / "squarescores"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    unit = tmp_path / "squarescores.service"
    text = (DEPLOY / "squarescores.service").read_text()
    unit.write_text(text.replace("/srv/squarescores/env/bin/squarescores", str(program)))
    said = subprocess.run(
        ["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False, timeout=30
    )
    assert (said.returncode, said.stderr) == (0, "")
