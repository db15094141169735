"""A table behind the Caddy of docs/deploy/Caddyfile itself, with a certificate of its own making."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.outside import DEPLOY, NAME, Visitor, proxying
from tests.house.serving import serving
from tests.ports import free_port

CADDY = shutil.which("caddy")

pytestmark = pytest.mark.skipif(not CADDY, reason="no Caddy here")


def filled_in(app: str, port: int, plain: int) -> str:
    """The file as somebody would fill it in here: ports changed, and nobody else asked for a certificate."""
    text = (DEPLOY / "Caddyfile").read_text()
    here = f"\n{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {plain}\n\thttps_port {port}"
    for old, new in (
        ("\n{", here),
        (f"{NAME} {{", f"{NAME} {{\n\ttls internal\n\tbind 127.0.0.1"),
        ("127.0.0.1:8765", app),
    ):
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


@pytest.fixture
def alice(tmp_path: Path) -> Iterator[Visitor]:
    port, plain = free_port(), free_port()
    with serving(tmp_path, "--host", "127.0.0.1", proxies="1", base_url=f"https://{NAME}") as house:
        file = tmp_path / "Caddyfile"
        file.write_text(filled_in(house.address.removeprefix("http://"), port, plain))
        words = [CADDY, "run", "--config", file, "--adapter", "caddyfile"]
        with proxying(words, port, tmp_path / "caddy.log", HOME=str(tmp_path)):
            yield Visitor(port, plain)


def test_a_table_behind_caddy(alice, tmp_path):
    key, token = alice.opens()
    assert "; Secure" in alice.set_cookie
    assert alice.cookie.startswith("__Host-")
    status, seats = alice.asks("GET", f"/t/{key}/seats")
    assert status == 200
    heads, _, page = seats.partition("\r\n\r\n")
    assert "Strict-Transport-Security: max-age=" in heads
    assert "Cross-Origin-Opener-Policy: same-origin" in heads
    assert re.search(rf'"https://{NAME}/join/[A-Z0-9]{{6}}"', page)
    assert alice.asks_plainly(f"/t/{key}")[0] == 308
    # What a visitor claims about where they come from ends at the proxy: 60 wrong codes in ten minutes.
    guess = f"csrf_token={token}&code=AAAAAA&name=Alice&seat=W"
    claims = ({"Accept": "application/json", "X_Forwarded_For": f"192.0.2.{turn}"} for turn in range(70))
    assert 429 in {alice.asks("POST", "/join", guess, **claim)[0] for claim in claims}
    assert key not in (tmp_path / "caddy.log").read_text()
