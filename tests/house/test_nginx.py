"""A table behind the nginx of docs/deploy/nginx.conf itself."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import postgres
from tests.house.nginx import nginx
from tests.house.outside import NAME, Visitor
from tests.house.serving import Serving, serving
from tests.ports import free_port


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[tuple[Visitor, Serving, Path]]:
    folder, port, plain = tmp_path / "nginx", free_port(), free_port()
    settings = {
        "database": postgres.fresh_database(), "processes": "2", "proxies": "1", "log": "requests",
        "base_url": f"https://{NAME}",
    }  # fmt: skip
    with (
        serving(tmp_path, "--host", "127.0.0.1", **settings) as house,
        nginx(folder, port, plain, house.address),
    ):
        yield Visitor(port, plain), house, folder


def _logged(log: Path, number: str) -> str:
    """What nginx wrote, which comes a moment after its answer."""
    until = time.monotonic() + 10
    while number not in (kept := log.read_text()) and time.monotonic() < until:
        time.sleep(0.05)
    return kept


@pytest.mark.postgres
def test_a_table_behind_nginx(outside):
    alice, house, folder = outside
    key, token = alice.opens()
    script = {"Accept": "application/json"}
    assert "; Secure" in alice.set_cookie

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
    assert alice.asks_plainly(f"/t/{key}?match=2") == (301, f"https://{NAME}/t/{key}?match=2")
    asked = folder / "html/.well-known/acme-challenge/token"
    asked.parent.mkdir(parents=True)
    asked.touch()
    assert alice.asks_plainly("/.well-known/acme-challenge/token") == (200, None)
    # Wrong codes are counted for the address that asks, not for one made up for each try: 60 in each process.
    guess = f"csrf_token={token}&code=AAAAAA&name=Alice&seat=W"
    claims = ({**script, "X_Forwarded_For": f"192.0.2.{turn}"} for turn in range(130))
    assert 429 in {alice.asks("POST", "/join", guess, **claim)[0] for claim in claims}

    house.end()
    assert number in house.last_words()  # the proxy's number is the app's
