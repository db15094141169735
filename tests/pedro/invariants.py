"""What holds at every table at every moment, whatever was written."""

from __future__ import annotations

from itertools import pairwise

from squarescores.pedro import TWENTY_EIGHT_FIFTY_SIX, Side
from squarescores.pedro.case import Case, answer
from squarescores.pedro.marks import Mark
from squarescores.pedro.match import Match
from squarescores.pedro.names import clean, folded
from squarescores.pedro.packed import pack, unpack
from squarescores.pedro.row import Row
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table, read


def check_table(table: Table, marks: list[Mark]) -> None:
    assert [mark.number for mark in marks] == list(range(1, len(marks) + 1))
    assert table.number == len(marks)
    check_reading(table, marks)
    check_people(table)
    assert [match.number for match in table.matches] == list(range(1, len(table.matches) + 1))
    assert all(match.banking for match in table.matches[:-1])
    for match in table.matches:
        check_match(match)
        check_sheet(table, match)


def check_reading(table: Table, marks: list[Mark]) -> None:
    """The table kept mark by mark is the one its marks tell from scratch, once stored and read again."""
    stored = [Mark(mark.number, mark.at, mark.by, unpack(*pack(mark.what))) for mark in marks]
    assert stored == marks
    fresh = read(stored)
    assert fresh == table
    for kept, told in zip(table.matches, fresh.matches, strict=True):
        assert kept.standing == told.standing
        assert kept.dealers == told.dealers


def check_people(table: Table) -> None:
    """One host; one person, one seat; names that are told apart."""
    assert table.host in table.names
    assert all(isinstance(person, str) for person in table.names)
    phones = [holder.person for holder in table.seats.values() if holder.person]
    assert len(set(phones)) == len(phones)
    used = [holder.name for holder in table.seats.values()]
    if table.host not in phones:
        used.append(table.host_name)
    assert len({folded(name) for name in used}) == len(used)
    assert all(clean(name) == name for name in used)
    check_plans(table)
    for seat, holder in table.seats.items():
        assert holder.person is None or table.seat_of(holder.person) is seat
        assert holder.person is None or table.names[holder.person] == holder.name


def check_plans(table: Table) -> None:
    """A link is for a held seat; who is proposed, who proposed and who agreed all sit, none of them host."""
    assert table.offers.keys() <= table.seats.keys()
    assert all(1 < offer <= table.number for offer in table.offers.values())
    if table.proposal:
        people = {table.phone_at(seat) for seat in table.proposal.seats}
        assert not people & {None, table.host}
        agreed = table.proposal.agreed
        assert agreed is None or agreed.by.side is not table.proposal.by.side


def check_match(match: Match) -> None:
    assert [row.number for row in match.rows] == list(range(1, len(match.rows) + 1))
    for row in match.rows:
        check_row(match, row)
    for row in match.rows[:-1]:
        assert row.state(match.rules) in ("settled", "voided")  # only the last one waits
    check_dealers(match)


def check_sheet(table: Table, match: Match) -> None:
    """What sheet.json says is a case, and it scores to the same figures."""
    said = sheet(table, match)
    told = answer(Case.of(said).standing())
    said["rows"] = [{key: row[key] for key in row if key != "mark"} for row in said["rows"]]
    assert {key: said[key] for key in told} == told


def check_row(match: Match, row: Row) -> None:
    """Every filled cell has its ink, and no figure breaks a check, settled or not."""
    for side in Side:
        assert (row.taken[side] is None) == (row.entered[side] is None)
        assert row.taken[side] is None or 0 <= row.taken[side] <= match.rules.pack_points
    assert (row.bid is None) == (row.bidder is None) == (row.noted is None)
    assert row.bid is not None or (row.taken.ns, row.taken.ew, row.trump) == (None, None, None)
    if row.bid == TWENTY_EIGHT_FIFTY_SIX:
        assert match.rules.dealer_28_56
        assert row.voided or match.dealers[row.number] is row.bidder
    elif row.bid is not None:
        assert row.bid in match.rules.bids(by_dealer=False)
    if row.state(match.rules) == "settled":
        assert row.taken.ns + row.taken.ew == match.rules.pack_points


def check_dealers(match: Match) -> None:
    """Each deal's dealer sits clockwise of the settled deal before, unless the host set it."""
    dealers = match.dealers
    assert set(dealers) == {*range(1, len(match.rows) + 1), len(match.rows) + 1}
    first = match.rows[0].dealer if match.rows else None
    assert dealers[1] is (first or match.first_dealer)
    rows = [*match.rows, Row(len(match.rows) + 1)]
    for before, row in pairwise(rows):
        if row.dealer:
            assert dealers[row.number] is row.dealer
        elif before.deal(match.rules) or before.passed:
            assert dealers[row.number] is dealers[before.number].next
        else:
            assert dealers[row.number] is dealers[before.number]
