"""A text to take away, as a file."""

from __future__ import annotations

from typing import Final

from flask import Response

KINDS: Final = {"csv": "text/csv", "json": "application/json"}


def download(text: str, name: str) -> Response:
    """The answer that a browser keeps under that name, which ends in what kind of text it is."""
    kind = KINDS[name.rpartition(".")[2]]
    said = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, content_type=f"{kind}; charset=utf-8", headers=said)
