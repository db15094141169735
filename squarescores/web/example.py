"""The match the guides show: its rows were played through the game itself, so no figure can go stale."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from squarescores.pedro import PRESETS, Both, Deal, Rules, Seat, Suit, fold
from squarescores.pedro.match import Match
from squarescores.pedro.row import Correction, Ink, Row
from squarescores.pedro.table import Holder, Table
from squarescores.web.rows import RowShown, rows_shown

NAMES: Final = {Seat.N: "Alice", Seat.E: "Bob", Seat.S: "Carol", Seat.W: "Dave"}
HOST: Final = Ink(0, "alice", "Alice", datetime(2026, 1, 1, tzinfo=UTC))


def _taken(ns: int) -> Both[int | None]:
    return Both(ns, Rules().pack_points - ns)


# Who bid what, in which suit, and what North–South took. There are set bids, a shortfall paid over two deals,
# the worked hand as deal 6 and its payment as deal 7, a bidder-goes-out deal won by the side with less on the
# sheet, and a row left over after the end.
_PLAYED: Final = (
    ("N", 9, "S", 10),
    ("W", 8, "C", 5),
    ("E", 7, "D", 8),
    ("S", 8, "H", 9),
    ("W", 9, "S", 5),
    ("N", 8, "H", 7),
    ("S", 9, "C", 10),
    ("N", 10, "D", 11),
    ("S", 9, "S", 10),
    ("N", 8, "C", 5),
    ("E", 9, "H", 4),
    ("S", 7, "H", 7),
    ("W", 8, "S", 3),
)
# Deal 3 was first entered as 7 against 7, which made the bid; the host corrected it to 8 against 6.
_CORRECTED: Final = {3: (Correction(HOST, "", ("NS", "EW"), Both(7, 7)),)}

MATCH: Final = Match(
    number=1,
    began=0,
    rules=Rules(),
    first_dealer=Seat.W,
    drawn=True,
    rows=tuple(
        Row(number, None, Seat(bidder), bid, Suit(trump), _taken(ns), corrections=_CORRECTED.get(number, ()))
        for number, (bidder, bid, trump, ns) in enumerate(_PLAYED, 1)
    ),
)
TABLE: Final = Table(
    number=0,
    host=HOST.by,
    code="",
    is_open=False,
    sides=Both(None, None),
    matches=(MATCH,),
    names={HOST.by: HOST.name},
    seats={seat: Holder(name, None) for seat, name in NAMES.items()},
)
ROWS: Final = tuple(rows_shown(TABLE, MATCH))


def _unsettled(row: Row) -> RowShown:
    """The row as the sheet showed it before it was settled, or because it never was."""
    return rows_shown(TABLE, MATCH._replace(rows=(*MATCH.rows[: row.number - 1], row)))[-1]


DISPUTED: Final = _unsettled(MATCH.rows[6]._replace(taken=Both(10, 5)))
OPEN: Final = _unsettled(MATCH.rows[7]._replace(taken=Both(None, 3)))
VOIDED: Final = _unsettled(MATCH.rows[8]._replace(voided=HOST))


def same_hand() -> Iterator[tuple[str, Both[int], Both[int]]]:
    """The worked hand under each preset: its name, the cells, and what each side owes."""
    for preset in PRESETS:
        rules = Rules.of({"preset": preset})
        # Where the pack has 16 points the jack counts 3, and in this hand East–West won it.
        scored = fold(rules, [Deal(Seat.N, 8, Both(7, rules.pack_points - 7))]).rows[0]
        yield preset, scored.cells, scored.tallies.map(lambda tally: tally.shortfall)
