"""Cookies and tokens of people in a filled store, without thousands of them having to come in by a page."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from flask import Flask, session
from flask_wtf.csrf import generate_csrf

from squarescores import create_app
from squarescores.settings import Settings

SECRET: Final = "what-the-bench-signs-with-and-nobody-else"
"""The servers of the bench are started with it."""


@dataclass(frozen=True, slots=True)
class Signed:
    """What a browser holds."""

    cookie: str
    token: str


class Signer:
    """Signs as the app would."""

    def __init__(self) -> None:
        folder = Path(tempfile.gettempdir()) / f"bench-signer-{os.getpid()}"
        self._app: Flask = create_app(Settings(instance=folder, secret_key=SECRET))
        folder.rmdir()
        with self._app.test_request_context():
            self._token = generate_csrf()
            self._csrf = session["csrf_token"]

    def sign(self, person: str) -> Signed:
        held = {
            "_user_id": f"{person}.1", "_fresh": True, "_permanent": True, "csrf_token": self._csrf,
            "renewed": datetime.now(UTC).date().toordinal(),
        }  # fmt: skip
        signer = self._app.session_interface.get_signing_serializer(self._app)
        return Signed(f"{self._app.config['SESSION_COOKIE_NAME']}={signer.dumps(held)}", self._token)
