"""What a player asked for: by a link, or with a form that is shown again."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from flask import request

from squarescores.pedro import Side
from squarescores.pedro.match import Match
from squarescores.pedro.table import Table
from squarescores.web import guard
from squarescores.web.forms import BidForm, EntryForm, HouseForm

KNOWN: Final = {"side": ("NS", "EW"), "change": ("bid",)}
"""What may stand in the address of a sheet, and which values mean something."""


class Asked(NamedTuple):
    """Another slip than the one that is next: the pad of a side, the bid once more."""

    side: Side | None = None
    change: bool = False


NOTHING: Final = Asked()


def in_address() -> dict[str, Any]:
    """What the address says of it."""
    return {name: value for name, known in KNOWN.items() if (value := named(name)) in known}


def named(name: str) -> str | None:
    """What stands in the address under that name; nearly every one has nothing to look through."""
    return request.args.get(name) if request.query_string else None


def asked_by_link() -> Asked:
    """What the address asks for."""
    found = in_address()
    return Asked(Side(found["side"]) if "side" in found else None, "change" in found)


def asked_with(form: HouseForm, match: Match) -> Asked:
    """A form that is shown again asks for its own slip."""
    by_link = asked_by_link()
    if isinstance(form, EntryForm):
        return by_link._replace(side=Side(form.side.data) if form.side.data else None)
    if isinstance(form, BidForm):
        is_played = form.match.data in (None, match.number)
        return by_link._replace(change=is_played and form.deal.data == match.open_row.number)
    return by_link


def asked_match(table: Table) -> Match:
    """The match named in the address, the one played where none is. Raises Refused where there is no such."""
    said = request.values.get("match", "")
    if not said:
        return table.played
    return guard.the_match(table, int(said) if said.isascii() and said.isdigit() and len(said) < 6 else 0)
