"""What is somebody's own: to take away in a file, and to delete, with an account and without one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Response, render_template, request, url_for
from flask.typing import ResponseReturnValue

from squarescores.pedro.forgetting import phones_of
from squarescores.pedro.marks import Mark
from squarescores.pedro.packed import PRIVATE, pack
from squarescores.pedro.sheet import utc
from squarescores.pedro.table import Table, read
from squarescores.web import guard, identity, shown
from squarescores.web.downloads import download
from squarescores.web.forms import SureForm, WrongError
from squarescores.web.guard import Problem
from squarescores.web.house import house
from squarescores.web.identity import who
from squarescores.web.people.room import TABLES, bp, done, username


@dataclass(frozen=True, slots=True)
class Own:
    """One of somebody's tables, with everything they wrote there."""

    key: str
    table: Table
    wrote: list[Mark]

    @property
    def url(self) -> str:
        return url_for("sheet.page", key=self.key)

    def as_json(self, person: str) -> dict[str, Any]:
        """The table for a file: what they are there, and every mark of theirs."""
        return {
            "table": self.key,
            "link": (house().settings.base_url or "").rstrip("/") + self.url,  # no host a request names
            "name": self.table.names.get(person) or None,
            "seat": self.table.seat_of(person),
            "host": self.table.is_host(person),
            "wrote": [_as_json(mark) for mark in self.wrote],
        }


def _as_json(mark: Mark) -> dict[str, Any]:
    kind, content = pack(mark.what)
    kept = {name: value for name, value in content.items() if name not in PRIVATE}
    return {"mark": mark.number, "at": utc(mark.at), "kind": kind, **kept}


def _tables(person: str | None) -> Iterator[Own]:
    for key, _touched in house().store.tables_of(person, TABLES) if person else ():
        written = house().store.marks(key)
        if person and written:
            mine = phones_of(written, person)
            yield Own(key, read(written), [mark for mark in written if mark.by in mine])


@bp.get("/account/download")
def mine() -> Response:
    """Everything that is theirs: the name to sign in with, their tables, and what they wrote there."""
    person = who()
    told = {
        "squarescores": "person",
        "version": 1,
        "name": username(),
        "tables": [own.as_json(person or "") for own in _tables(person)],
    }
    return download(json.dumps(told, ensure_ascii=False, indent=1) + "\n", "pedro-mine.json")


@bp.route("/account/deletion", methods=["GET", "POST"])
def deletion() -> ResponseReturnValue:
    """What goes and what stays; and the press, with a tick before it, that deletes it."""
    identity.id_to_be()
    form = SureForm()
    if request.method != "POST":
        return _page(form)
    try:
        form.check()
    except WrongError as wrong:
        return guard.refuse(guard.told(wrong), lambda trouble: _page(form, trouble))
    if (person := who()) is not None:
        house().store.forget(person, house().clock())
    identity.go_out()
    return done(url_for("home.index"))


def _page(form: SureForm, trouble: Problem | None = None) -> str:
    if trouble:
        form.show(trouble.errors)
    person = who()
    own = [each for each in _tables(person) if each.table.is_host(person)]
    alone = {each.key for each in own if house().store.is_alone(each.key, person or "")}
    return render_template(
        "people/deletion.html",
        form=form,
        account=username(),
        goes=[_stub(each) for each in own if each.key in alone],
        hosted=[_stub(each) for each in own if each.key not in alone],
    )


def _stub(own: Own) -> dict[str, Any]:
    match = own.table.played
    return {
        "url": url_for("tables.seats", key=own.key),
        **shown.sides_shown(own.table, match),
        "say": shown.open_words(match),
    }
