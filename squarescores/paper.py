"""The sheet of a case as plain text, as one would write it on paper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from squarescores.pedro import Case, Scored, Side, Standing, Suit
from squarescores.pedro.checks import Head

HEADING = (" Deal", "Dealer", "Bid")


@dataclass(frozen=True, slots=True)
class Signs:
    """What a terminal can show of suits, dashes and minus signs."""

    suits: dict[Suit, str]
    dash: str
    minus: str

    @classmethod
    def of(cls, encoding: str | None) -> Signs:
        """The printer's signs where the encoding has them all, else plain ASCII."""
        try:
            "♠♥♦♣–−".encode(encoding or "ascii")
        except (UnicodeEncodeError, LookupError):
            return cls({Suit.S: "spades", Suit.H: "hearts", Suit.D: "diamonds", Suit.C: "clubs"}, "-", "-")
        return cls({Suit.S: "♠", Suit.H: "♥", Suit.D: "♦", Suit.C: "♣"}, "–", "−")

    def side(self, side: Side) -> str:
        return f"North{self.dash}South" if side is Side.NS else f"East{self.dash}West"

    def figure(self, figure: int) -> str:
        return f"{self.minus}{-figure}" if figure < 0 else str(figure)


def sheet(case: Case, standing: Standing, signs: Signs) -> str:
    """One line a deal under the heads of the columns, the totals, and how the match stands."""
    grid = [(*HEADING, *map(signs.side, Side))]
    grid += [_row(case, position, row, signs) for position, row in enumerate(standing.rows)]
    grid.append(("Total", "", "", *(_total(standing, side, signs) for side in Side)))
    widths = [max(map(len, column)) for column in zip(*grid, strict=True)]
    lines = ["  ".join(map(str.ljust, line, widths)).rstrip() for line in grid]
    rule = "-" * max(map(len, lines))
    lines = [lines[0], rule, *lines[1:-1], *([rule] if standing.rows else []), lines[-1], ""]
    if any(row.bidder_goes_out for row in standing.rows):
        lines.append("* bidder goes out: a bid made wins, whatever the totals.")
    return "\n".join([*lines, _ending(standing, signs)])


def _row(case: Case, position: int, row: Scored, signs: Signs) -> tuple[str, ...]:
    head, deal = case.heads[position], case.deals[position]
    bid = [deal.bidder.value, str(deal.bid)]
    if head.trump:
        bid.append(signs.suits[head.trump])
    if row.bidder_goes_out:
        bid.append("*")
    cells = (_cell(row, side, is_bidder=side is deal.side) for side in Side)
    return (_number(head).rjust(5), head.dealer.value, " ".join(bid), *cells)


def _number(head: Head) -> str:
    digits = str(head.number)
    return digits if len(digits) <= 9 else f"{digits[:3]}...{digits[-3:]}"


def _cell(row: Scored, side: Side, *, is_bidder: bool) -> str:
    return f"{row.cells[side]:>3}  {', '.join(_notes(row, side, is_bidder=is_bidder))}"


def _notes(row: Scored, side: Side, *, is_bidder: bool) -> Iterator[str]:
    if row.after_end:
        yield "after the end"
        return
    if is_bidder and not row.made:
        yield "set"
    if paid := row.paid[side]:
        yield f"paid {paid}"
    if owed := row.tallies[side].shortfall:
        yield f"owes {owed}"


def _total(standing: Standing, side: Side, signs: Signs) -> str:
    tally = standing.tallies[side]
    owes = f", owes {tally.shortfall}: {signs.figure(tally.net)}" if tally.shortfall else ""
    return f"{tally.total:>3}{owes}"


def _ending(standing: Standing, signs: Signs) -> str:
    """The last line: who has won and why, or how the match stands."""
    outcome, line = standing.outcome, standing.rules.target
    if outcome.winner:
        why = {
            "line": f"they reached the line, {line}",
            "bidder_goes_out": "bidder goes out, and they made their bid",
            "bidder_wins_tie": f"both reached the line, {line}, and they had the bid",
        }[outcome.decided_by or "line"]
        return f"{signs.side(outcome.winner)} have won, {_score(standing, outcome.winner, signs)}: {why}."
    if outcome.status == "decider_due":
        return f"Both sides have reached the line, {line}; one more deal decides: bidder goes out."
    leader = standing.leader
    score = _score(standing, leader or Side.NS, signs)
    stands = f"{signs.side(leader)} lead {score}" if leader else f"It is level, {score}"
    if outcome.status == "bidder_goes_out":
        return f"{stands}; the next deal is bidder goes out."
    return f"{stands}; the line is {line}."


def _score(standing: Standing, first: Side, signs: Signs) -> str:
    nets = standing.tallies.map(lambda tally: signs.figure(tally.net))
    return f"{nets[first]} to {nets[first.other]}"
