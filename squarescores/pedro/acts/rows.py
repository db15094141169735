"""Which match and which row a write means, and the answer where a mark says it already."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from squarescores.pedro.match import Match
from squarescores.pedro.refusal import Refused
from squarescores.pedro.row import Ink, Row
from squarescores.pedro.sheet import row_as_it_is
from squarescores.pedro.table import Table


@dataclass(frozen=True, slots=True)
class Stands:
    """Nothing to write: the mark of that number says it already."""

    mark: int


def present_match(table: Table, match: int | None) -> Match:
    """The match being played, or banked last. Raises Refused where a write names another."""
    played = table.played
    if match is not None and match != played.number:
        raise Refused("sheet_moved_on", match=match, played=played.number)
    return played


def played_match(table: Table, match: int | None) -> Match:
    """The match being played. Raises Refused where a write names another, or it is banked."""
    played = present_match(table, match)
    if played.banking:
        ink = played.banking.ink
        raise Refused("match_banked", match=played.number, by=ink.name, at=ink.at)
    return played


def row_to_write(match: Match, deal: int) -> Row:
    """The row a write names. Raises Refused where there is none, or it was voided."""
    row, waiting = match.row(deal), match.open_row
    if row is None:
        if deal == waiting.number + 1 and waiting.state(match.rules) == "disputed":
            raise Refused("disputed", deal=waiting.number)
        raise Refused("no_deal", deal=deal, open=waiting.number)
    if row.voided:
        raise Refused("deal_voided", deal=deal, open=waiting.number)
    return row


def row_to_correct(match: Match, deal: int) -> Row:
    """The row a correction names; a match that is over has no row that waits for a bid. Raises Refused."""
    row = row_to_write(match, deal)
    if row.bid is None and (match.is_won or match.banking):
        raise Refused("no_deal", deal=deal, open=row.number)
    return row


def as_it_stands(table: Table, match: Match, row: Row, ink: Ink | None) -> dict[str, Any]:
    """What a refusal tells of the row that stands in the way: all of it, by whom and when."""
    facts = {"deal": row.number, "row": row_as_it_is(match, row)}
    if ink is None:  # a row that was there is blank again: the host took a void back
        return {**facts, "by": table.host_name}
    return {**facts, "by": ink.name, "at": ink.at}


def check_not_won(match: Match) -> None:
    """A won match takes no bid and no entry (rules.md, A match's life)."""
    if match.is_won:
        raise Refused("match_won", match=match.number, winner=match.standing.outcome.winner)
