"""What was drawn of a table is kept: a sheet is drawn once a mark for all who see the same.

A kept piece cannot be stale: a table never changes, a mark makes another one, and a piece is given out only
for the very table it was drawn of. Whatever else it depends on (language, seat, what was asked) stands in its
name. What belongs to one page alone, as its token, is left out while drawing and filled in for each page.
"""

from __future__ import annotations

import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar, cast

from flask import Flask, Response, current_app, g, get_template_attribute, session
from flask_wtf.csrf import generate_csrf
from jinja2.runtime import Macro
from markupsafe import Markup

from squarescores.pedro.table import Table
from squarescores.web import identity, tokens
from squarescores.web.house import house
from squarescores.web.languages import language
from squarescores.web.packing import Blank

T = TypeVar("T")

PIECES: Final = 5
"""Of a table whose four phones look on, at each mark: 75 KB at fifteen deals. An opened page is another."""


def _token() -> str:
    """The CSRF token of whoever asks, which lives as long as the cookie: what that holds is signed once."""
    held = session.get(tokens.FIELD)
    return _kept().tokens(held) if held else generate_csrf()


OWN: Final[dict[str, Callable[[], str]]] = {
    "token": _token,
    "op": lambda: secrets.token_urlsafe(9),
    "sign": identity.sign,
    "now": lambda: house().clock().strftime("%Y-%m-%dT%H:%M:%SZ"),
}
"""What is another on every page: the CSRF token, a form's `op`, for whom it was drawn, and when."""

# Drawn anew at each start, so that nobody can type it.
_GAP: Final = f"gap-{secrets.token_hex(8)}-"
_GAPS: Final = re.compile(f"{_GAP}({'|'.join(OWN)})")


class _Piece:
    """What was drawn last under one name, and of which table."""

    __slots__ = ("lock", "of", "what")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.of: Table | None = None
        self.what: Any = None


class _Drawn:
    """The pieces used last, by name."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._pieces: OrderedDict[Hashable, _Piece] = OrderedDict()
        self._lock = threading.Lock()
        self.tokens = lru_cache(most)(lambda _held: generate_csrf())
        self.fragments = lru_cache(most)(lambda macro, _language, *of: cast(Markup, macro(*of)))

    def piece(self, name: Hashable) -> _Piece:
        with self._lock:
            piece = self._pieces.setdefault(name, _Piece())
            self._pieces.move_to_end(name)
            if len(self._pieces) > self._most:
                self._pieces.popitem(last=False)
            return piece


def init_app(app: Flask) -> None:
    """Keep what is drawn, and let templates ask for what is a page's own."""
    streams = app.extensions["squarescores"].settings.streams
    app.extensions["squarescores.drawn"] = _Drawn(PIECES * streams // 4)
    app.add_template_global(own)
    app.add_template_global(fragment)


def _kept() -> _Drawn:
    return cast(_Drawn, current_app.extensions["squarescores.drawn"])


def once(table: Table, name: Hashable, draw: Callable[[T | None], T]) -> T:
    """What `draw` draws of the table, with gaps for what is a page's own; drawn already where it was.

    `draw` is given what stood under the name before. Phones that ask meanwhile wait for the one that draws.
    """
    piece = _kept().piece(name)
    with piece.lock:
        if piece.of is not table:
            with _leaving_gaps():
                piece.what, piece.of = draw(piece.what), table
        return cast(T, piece.what)


def alike(table: Table, name: Hashable, like: Hashable, draw: Callable[[], T]) -> T:
    """The same where what is drawn comes in a few kinds, which are others at each mark: one piece for each.

    Two whose `like` is the same are drawn alike.
    """
    pieces: _Alike[T] = once(table, name, lambda _before: _Alike())
    with pieces.lock:
        if like not in pieces.by:
            with _leaving_gaps():
                pieces.by[like] = draw()
        return pieces.by[like]


class _Alike(Generic[T]):
    """What was drawn of one table under one name, by what each drawing depends on."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.by: dict[Hashable, T] = {}


@contextmanager
def _leaving_gaps() -> Iterator[None]:
    was, g.leaves_gaps = "leaves_gaps" in g, True
    try:
        yield
    finally:
        if not was:
            del g.leaves_gaps


def piece(template: str, name: str, *of: Any) -> Markup:
    """What a template's macro draws of these, and of nothing else but its words and addresses."""
    return cast(Markup, get_template_attribute(template, name)(*of))


def fragment(macro: Macro, *of: Hashable) -> Markup:
    """The same, drawn already where it was drawn of equal ones: for what is the same on most sheets.

    Nothing of a page's own may be in it.
    """
    return _kept().fragments(macro, language(), *of)


def own(name: str) -> str:
    """What is a page's own, by its name in OWN; a gap for it in what is drawn for many."""
    return f"{_GAP}{name}" if "leaves_gaps" in g else OWN[name]()


def blank(text: str) -> Blank:
    """A page with gaps, ready to be filled in again and again."""
    return Blank(text, _GAPS)


def filled(page: Blank) -> Response:
    """A kept page with what is this page's own in its gaps."""
    return page.filled(lambda name: OWN[name]())


def without_own(text: str) -> str:
    """A kept part with nothing in its gaps: a script fills them from its page."""
    return _GAPS.sub("", text)
