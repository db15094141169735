r"""A table whole, as one JSON text that can be taken away and brought back.

    {"squarescores": "table", "version": 1, "table": "<key>", "marks": [
    {"number": 1, "at": "2026-01-09T19:00:00+00:00", "by": 1, "kind": "Opened",
     "what": {"name": "Alice", ...}},
    {"number": 2, "at": "2026-01-09T19:01:12.000345+00:00", "by": 2, "kind": "Sat",
     "what": {"seat": "E", "name": "Bob"}},
    ...]}

`table` is the key the table had, `marks` is everything that was written at it, in order and without gaps:
`at` in UTC, `kind` and the fields of `what` as in `marks.py` and `table_marks.py`. People are numbers, in
the order in which they first wrote: what they are called stands in the marks, who they are to the app stays
behind. `by` is "operator" where whoever ran the server wrote, and an empty name is that of a former player.
Codes go along: the join code as it is, the recovery code as its digest.

Whoever brings a table back believes the file about who wrote what. The figures are worked out anew, and a
file whose marks make no sheet is refused in one sentence.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from squarescores.pedro import marks
from squarescores.pedro.case import Case, CaseError
from squarescores.pedro.fitting import fits
from squarescores.pedro.marks import OPERATOR, Mark
from squarescores.pedro.packed import pack
from squarescores.pedro.rules import named, shown
from squarescores.pedro.shape import MOST, ShapeError, whole, written
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table, opened
from squarescores.pedro.text import TextError, parsed

VERSION: Final = 1
_KEYS: Final = ("number", "at", "by", "kind", "what")
_EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LATEST: Final = datetime(9999, 1, 1, tzinfo=UTC)
"""Far enough from the last moment there is that something can come after it."""


class WholeError(ValueError):
    """A file that is no table: one ASCII line that names the place and the value."""


@dataclass(frozen=True, slots=True)
class Whole:
    """The key a table had, and its marks; `by` numbers its people from "1"."""

    key: str
    marks: tuple[Mark, ...]

    @property
    def table(self) -> Table:
        """The table the marks tell of."""
        return _read(self.marks)

    def called(self, people: dict[str, str]) -> Whole:
        """The same marks by other ids."""
        return replace(self, marks=tuple(_by_others(mark, people) for mark in self.marks))

    @property
    def people(self) -> list[str]:
        """Everybody who is in it, in order."""
        ids: dict[str, None] = {}
        for mark in self.marks:
            ids[mark.by] = None
            if isinstance(mark.what, marks.SignedIn):
                ids |= {mark.what.was: None, mark.what.now: None}
        return [each for each in ids if each != OPERATOR]


def taken_away(key: str, written: Sequence[Mark]) -> str:
    """The text of a table's marks, a line for each of them."""
    given = Whole(key, tuple(written))
    told = given.called({person: str(number) for number, person in enumerate(given.people, 1)})
    head = json.dumps({"squarescores": "table", "version": VERSION, "table": key})[:-1]
    lines = ",\n".join(json.dumps(_mark(mark), ensure_ascii=False) for mark in told.marks)
    return f'{head}, "marks": [\n{lines}\n]}}\n'


def _mark(mark: Mark) -> dict[str, Any]:
    kind, what = pack(mark.what)
    by = mark.by if mark.by == OPERATOR else int(mark.by)
    return {"number": mark.number, "at": mark.at.isoformat(), "by": by, "kind": kind, "what": what}


def _by_others(mark: Mark, people: dict[str, str]) -> Mark:
    what = mark.what
    if isinstance(what, marks.SignedIn):
        what = replace(what, was=people[what.was], now=people[what.now])
    return mark._replace(by=people.get(mark.by, mark.by), what=what)


def read(text: str | bytes) -> Whole:
    """The table a file holds. Raises WholeError."""
    try:
        thing = parsed(text)
    except TextError as wrong:
        raise WholeError(f"table: {wrong}") from None
    if not isinstance(thing, dict) or thing.get("squarescores") != "table":
        raise WholeError(
            'table: this is no table that was taken away; it does not say "squarescores": "table"'
        )
    if thing.get("version") != VERSION or type(thing["version"]) is not int:
        raise WholeError(f"version: {shown(thing.get('version'))} is not {VERSION}")
    key, given = thing.get("table"), thing.get("marks")
    if not isinstance(key, str):
        raise WholeError(f"table: {shown(key)} is no key")
    if not isinstance(given, list) or not 1 <= len(given) <= MOST:
        raise WholeError(f"marks: {shown(given)} is not a list with a table's marks")
    brought = Whole(key, tuple(_marks(given)))
    _check(brought)
    return brought


def _marks(given: list[Any]) -> Iterable[Mark]:
    for number, each in enumerate(given, 1):
        try:
            yield _one(each, number)
        except ShapeError as wrong:
            raise WholeError(f"marks[{number - 1}].{wrong}") from None


def _one(each: Any, number: int) -> Mark:
    if not isinstance(each, dict) or set(each) != set(_KEYS):
        wrong = next((key for key in each if key not in _KEYS), None) if isinstance(each, dict) else None
        said = f"{named(wrong)} is not wanted" if wrong is not None else shown(each)
        raise ShapeError(f"mark: {said}; wanted are {', '.join(_KEYS)}")
    if type(each["number"]) is not int or each["number"] != number:
        raise ShapeError(f"number: {shown(each['number'])} is not {number}")
    by = each["by"] if each["by"] == OPERATOR else str(_person("by", each["by"]))
    return Mark(number, _moment(each["at"]), by, written(each["kind"], each["what"]))


def _person(place: str, value: object) -> int:
    try:
        return whole(value)
    except ShapeError as wrong:
        raise ShapeError(f"{place}: {wrong}") from None


def _moment(value: object) -> datetime:
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
        if at is not None and at.utcoffset() is not None and _EARLIEST <= at.astimezone(UTC) < _LATEST:
            return at.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise ShapeError(f"at: {shown(value)} is no time in UTC")


def _check(brought: Whole) -> None:
    """Whether the marks make a table, and its matches sheets. Raises WholeError."""
    table = _read(brought.marks)
    for match in table.matches:
        try:
            told = sheet(table, match)
            Case.of({name: told[name] for name in ("rules", "first_dealer", "deals")})
        except CaseError as wrong:
            raise WholeError(f"match {match.number}: {wrong}") from None


def _read(written: Sequence[Mark]) -> Table:
    if not isinstance(written[0].what, marks.Opened):
        raise WholeError("marks[0]: no table begins like this; the first mark opens it")
    table = opened(written[0])
    for mark in written[1:]:
        if not fits(mark, table):
            raise WholeError(f"marks[{mark.number - 1}]: {type(mark.what).__name__} cannot be written there")
        table = table.after(mark)
    return table
