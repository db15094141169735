"""The static files: read once, packed once, and kept by phones for a year.

The hash of the whole folder is the first part of each address, so a changed file has another one, and a
script's relative imports and a sheet's `url()` carry it along without being rewritten.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import brotli
from flask import Flask, Response, abort, request

from squarescores import folders
from squarescores.web.joined import joined

FOREVER: Final = "public, max-age=31536000, immutable"
ASK_FIRST: Final = "public, no-cache"
_VERSION: Final = re.compile(r"([0-9a-f]{12})/")
JOINED: Final = frozenset({"js/house.js", "js/sheet.js", "js/board.js"})
"""Scripts that travel with all that they import: those of every page, and of the two that import twenty."""

_NAMED: Final = re.compile(r'"\./(\w+\.js)"')
# What some systems do not know, or know by another name.
_KINDS: Final = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


_PACKS: Final[dict[str, Callable[[bytes], bytes]]] = {
    "br": brotli.compress,
    "gzip": lambda plain: gzip.compress(plain, mtime=0),
}
"""How a file may travel, the shortest way first; browsers ask for Brotli over https only."""


_COMMENTS: Final = {
    ".js": re.compile(rb"^[ \t]*//.*\n", re.MULTILINE),
    ".css": re.compile(rb"[ \t]*/\*.*?\*/\n?", re.DOTALL),
}
"""What is for those who read the source: a fifth of what a phone would fetch. Of scripts only whole lines."""


class _File:
    """A file without its comments and, once somebody has asked for it so, packed."""

    def __init__(self, path: Path, *, is_joined: bool = False) -> None:
        self.plain = joined(path).encode() if is_joined else path.read_bytes()
        if comments := _COMMENTS.get(path.suffix):
            self.plain = comments.sub(b"", self.plain)
        self.kind = (
            _KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        )
        self.hash = hashlib.sha256(self.plain).hexdigest()[:12]
        self._packed: dict[str, bytes] = {}

    def packed(self, how: str) -> bytes:
        if how not in self._packed:
            self._packed[how] = _PACKS[how](self.plain)
        return self._packed[how]


class _Shelf:
    """Every file of the folder by its name, and the hash of them all."""

    def __init__(self, folder: Path) -> None:
        paths = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*"))}
        self.files = {
            name: _File(path, is_joined=name in JOINED) for name, path in paths.items() if path.is_file()
        }
        all_of_them = "".join(f"{name} {file.hash}\n" for name, file in self.files.items())
        self.version = hashlib.sha256(all_of_them.encode()).hexdigest()[:12]

    def send(self, filename: str) -> Response:
        version, name = _apart(filename)
        file = self.files.get(name) or abort(404)
        response = Response(file.plain, mimetype=file.kind)
        how = next((each for each in _PACKS if request.accept_encodings.quality(each) > 0), None)
        if how and len(file.packed(how)) < len(file.plain):
            response.set_data(file.packed(how))
            response.content_encoding = how
        response.vary.add("Accept-Encoding")
        if version == self.version:
            response.headers["Cache-Control"] = FOREVER  # and nobody asks whether it is another one by now
            return response
        # An open page older than the files asks under the hash it knows: it gets what there is, unkept.
        response.headers["Cache-Control"] = ASK_FIRST
        response.set_etag(file.hash, weak=True)
        response.make_conditional(request)
        return response


def _apart(filename: str) -> tuple[str, str]:
    """The folder's hash, empty where none was asked for, and the file's name."""
    found = _VERSION.match(filename)
    return (found[1], filename[found.end() :]) if found else ("", filename)


@cache
def with_modules(*names: str) -> list[str]:
    """Those files and every module that the scripts among them ask for, now or later."""
    found = list(names)
    for name in found:  # it grows meanwhile
        if name.endswith(".js"):
            path = folders.STATIC / name
            text = joined(path) if name in JOINED else path.read_text(encoding="utf-8")
            named = dict.fromkeys(_NAMED.findall(text))
            found += [f"js/{module}" for module in named if f"js/{module}" not in found]
    return found


def init_app(app: Flask) -> None:
    """Take over the endpoint `static`; in debug mode a changed file is seen at once."""
    folder = Path(app.static_folder or "")
    kept = _Shelf(folder)

    def shelf() -> _Shelf:
        return _Shelf(folder) if app.debug else kept

    def send(filename: str) -> Response:
        return shelf().send(filename)

    def add_version(endpoint: str, values: dict[str, Any]) -> None:
        if endpoint == "static":
            values["filename"] = f"{shelf().version}/{values['filename']}"

    app.view_functions["static"] = send
    app.url_defaults(add_version)
