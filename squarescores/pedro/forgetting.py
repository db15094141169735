"""A person who is to be forgotten: which marks of a table hold their names, and those marks without them.

A name is only ever given by a mark (somebody opened the table, sat down, was named). To see whose it
became, the table is read once more with the place that gave it in place of each name, so that the game
itself says who bore which.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from squarescores.pedro import marks
from squarescores.pedro.deal import Both
from squarescores.pedro.marks import Forgotten, Mark
from squarescores.pedro.names import folded
from squarescores.pedro.table import Table, opened, read

STRUCK: Final = ""
"""What stands in a mark where the name of a former player stood; nobody can be called so."""


def phones_of(written: Sequence[Mark], who: str) -> frozenset[str]:
    """The ids that person had at a table: as a guest before signing in, on a phone before this one."""
    mine, befores = {who}, _befores(written)
    for mark, before in reversed([*zip(written[1:], befores, strict=True)]):
        what = mark.what
        if isinstance(what, marks.SignedIn) and what.now in mine:
            mine.add(what.was)
        if isinstance(what, marks.TookOver) and mark.by in mine:
            mine.add(before.phone_at(what.seat) or who)
    return frozenset(mine)


def left(written: Sequence[Mark], who: str) -> tuple[list[Mark], Forgotten]:
    """The marks without that person's names, and the mark that comes after them."""
    struck = without(written, who)
    seats = read(struck).seats.items()
    # A seat without a phone that has no name now bore that person's.
    free = (seat for seat, held in seats if held.person == who or not (held.person or held.name))
    return struck, Forgotten(tuple(free))


def without(written: Sequence[Mark], who: str) -> list[Mark]:
    """The same marks without the names that person went by; figures, seats and everybody else's names stay.

    A name somebody else goes by now is theirs. A side's name or a reason that holds a name goes whole.
    """
    given = {place: name for mark in written for place, name in _given(mark.what, mark.number).items()}
    struck = _struck(written, who, given)
    names = [name for place, name in given.items() if place in struck]
    return [mark._replace(what=_without(mark.what, mark.number, struck, names)) for mark in written]


def _befores(written: Sequence[Mark]) -> list[Table]:
    """The table before each mark but the first."""
    tables = [opened(written[0])]
    for mark in written[1:]:
        tables.append(tables[-1].after(mark))
    return tables[:-1]


def _given(what: marks.Written, number: int) -> dict[str, str]:
    """The names a mark gives, each by its place: the mark's number, and the seat for one without a phone."""
    places = {}
    if name := getattr(what, "name", ""):
        places[f"{number}"] = name
    if isinstance(what, marks.Opened):
        places |= {f"{number} {seat}": name for seat, name in what.names.items() if name}
    return places


def _struck(written: Sequence[Mark], who: str, given: dict[str, str]) -> set[str]:
    """The places of the names to strike."""
    placed = [mark._replace(what=_placed(mark.what, mark.number)) for mark in written]
    tables = [*_befores(placed), read(placed)]
    mine, last = phones_of(written, who), tables[-1]
    bore = {place for table in tables for place in table.names.values()}
    struck = {table.names[each] for table in tables for each in mine if each in table.names}
    theirs = {holder.name for holder in last.seats.values() if holder.person not in (None, who)}
    if last.host != who:
        theirs.add(last.host_name)
    names = {folded(given[place]) for place in struck if place in given}
    # Written in for a seat without a phone, the same name is the same person's.
    struck |= {place for place, name in given.items() if place not in bore and folded(name) in names}
    return struck - theirs


def _placed(what: marks.Written, number: int) -> marks.Written:
    """The mark with the place of each name instead of the name."""
    given = _given(what, number)
    renamed: marks.Written = _renamed(what, number, {place: place for place in given})
    return renamed


def _renamed(what: Any, number: int, names: dict[str, str]) -> Any:
    """The mark with other names at those places."""
    if f"{number}" in names:
        what = replace(what, name=names[f"{number}"])
    if isinstance(what, marks.Opened):
        seats = {seat: names.get(f"{number} {seat}", name) for seat, name in what.names.items()}
        what = replace(what, names=seats)
    return what


def _without(what: Any, number: int, struck: Iterable[str], names: Collection[str]) -> Any:
    what = _renamed(what, number, dict.fromkeys(struck, STRUCK))
    if isinstance(what, marks.Opened | marks.SidesNamed):
        ns, ew = (None if each and _holds(each, names) else each for each in what.sides)
        what = replace(what, sides=Both(ns, ew))
    if _holds(getattr(what, "reason", ""), names):
        what = replace(what, reason="")
    return what


def _holds(words: str, names: Collection[str]) -> bool:
    """Whether one of the names stands in it, whatever its case, as a word of its own."""
    return any(re.search(rf"(?<!\w){re.escape(folded(name))}(?!\w)", folded(words)) for name in names)
