"""What concerns the whole table: opening it, who may join, the sides' names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from squarescores.pedro.acts import may
from squarescores.pedro.acts.rows import Stands
from squarescores.pedro.deal import Both, Seat, Side
from squarescores.pedro.marks import JoiningSet, Opened, SidesNamed
from squarescores.pedro.names import check_unused, clean
from squarescores.pedro.refusal import Invalid
from squarescores.pedro.rules import Rules
from squarescores.pedro.table import Table

UNNAMED: Final[Both[str | None]] = Both(None, None)


def open_table(
    name: str,
    seat: Seat | None,
    rules: Rules,
    first_dealer: Seat,
    code: str,
    *,
    drawn: bool = True,
    sides: Both[str | None] = UNNAMED,
    names: Mapping[Seat, str] | None = None,
    recovery: str = "",
) -> Opened:
    """A new table; whoever opens it is its host, seated or not. `recovery` is the digest of a code."""
    own = clean(name)
    others = {each: clean(other, f"name_{each}") for each, other in (names or {}).items()}
    if seat in others:
        raise Invalid(f"name_{seat}", "seat_is_yours")
    used = [own]
    for each, other in others.items():
        check_unused(other, used, f"name_{each}")
        used.append(other)
    named = _told_apart(sides, "side_")
    return Opened(rules, own, seat, code, first_dealer, drawn, named, others, recovery)


def set_joining(
    table: Table, who: str | None, *, is_open: bool | None, code: str | None
) -> JoiningSet | Stands:
    """Open or close joining, or put another code in place of the old one."""
    may.host(table, who)
    wanted = JoiningSet(table.is_open if is_open is None else is_open, code or table.code)
    return Stands(table.number) if wanted == JoiningSet(table.is_open, table.code) else wanted


def name_sides(table: Table, who: str | None, names: Mapping[Side, str | None]) -> SidesNamed | Stands:
    """The host names either side, a player the own one; None takes a name away."""
    may.name_sides(table, who, names)
    sides = table.sides
    for side, name in names.items():
        sides = sides.put(side, name)
    wanted = _told_apart(sides, blamed=Side.EW if Side.EW in names else Side.NS)
    return Stands(table.number) if wanted == table.sides else SidesNamed(wanted)


def _told_apart(sides: Both[str | None], prefix: str = "", blamed: Side = Side.EW) -> Both[str | None]:
    """Both names cleaned, and told apart; where they are the same, `blamed` needs another."""
    cleaned = Both(
        *(clean(name, f"{prefix}{side}") if name else None for side, name in sides.by_side().items())
    )
    name, other = cleaned[blamed], cleaned[blamed.other]
    if name and other:
        check_unused(name, [other], f"{prefix}{blamed}")
    return cleaned
