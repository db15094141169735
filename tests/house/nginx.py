"""The nginx of docs/deploy/nginx.conf, before one app or several."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.house.outside import DEPLOY, NAME, proxying

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")
MISSING = "These tests need nginx: install it first (on Debian: apt-get install nginx-light)."


@contextmanager
def nginx(folder: Path, port: int, plain: int, *apps: str, tls: bool = True) -> Iterator[None]:
    """Proxy what comes to `port` to those apps for as long as this lasts; `plain` only leads there."""
    assert NGINX, MISSING
    folder.mkdir()
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-subj", f"/CN={NAME}", "-days", "1",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    (folder / "nginx.conf").write_text(filled_in(folder, apps, f"{port} ssl" if tls else f"{port}", plain))
    words = [NGINX, "-p", folder, "-e", folder / "start.log", "-c", folder / "nginx.conf"]
    with proxying(words, port, folder / "start.log"):
        yield


def server(app: str) -> str:
    """An app's line among those that phones are led to."""
    return f"server {app.removeprefix('http://')} fail_timeout=2s;"


def filled_in(folder: Path, apps: tuple[str, ...], listen: str, plain: int) -> str:
    """The file as somebody would fill it in here: addresses, ports and places changed, and nothing else."""
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in (
        ("server 127.0.0.1:8765 fail_timeout=2s;", "\n".join(server(app) for app in apps)),
        ("listen 443 ssl;", f"listen 127.0.0.1:{listen};"),
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen [::]:443 ssl;", ""),
        ("listen [::]:80;", ""),
        (f"/etc/letsencrypt/live/{NAME}", str(folder)),
        ("/var/log/nginx", str(folder)),
        ("/var/www/html", str(folder / "html")),
    ):
        assert old in text, old
        text = text.replace(old, new)
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    return (
        f"daemon off; user root; pid {folder}/pid; error_log {folder}/start.log;\n"
        f"events {{ }}\nhttp {{\n{temporary}access_log off;\n{text}\n}}\n"
    )
