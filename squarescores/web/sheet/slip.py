"""The slip at the foot of the sheet: the one thing this viewer can do next."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask_babel import gettext as _

from squarescores.pedro import TWENTY_EIGHT_FIFTY_SIX, Both, Deal, Seat, Side
from squarescores.pedro.acts.entries import CARDS, card_points
from squarescores.pedro.match import Match, Row
from squarescores.pedro.table import Table
from squarescores.web import shown, words


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at the sheet: a seat, the host, both, or neither."""

    seat: Seat | None
    is_host: bool

    @classmethod
    def of(cls, table: Table, person: str | None) -> Viewer:
        return cls(table.seat_of(person), table.is_host(person))

    @property
    def plays(self) -> bool:
        return self.seat is not None or self.is_host

    @property
    def kind(self) -> str:
        """What a page drawn for this viewer depends on."""
        return f"{'host' if self.is_host else ''}{self.seat or '-'}"


@dataclass(frozen=True, slots=True)
class Key:
    """One key of the pad: the points, and what entering them will do."""

    points: int
    does: str
    asks: str = ""
    """The question before a 0 that looks like the 0 people write on paper for a set bid."""


@dataclass(frozen=True, slots=True)
class Slip:
    """What the slip shows. `kind` is watch, bid, enter, wait, disputed, won or banked.

    Two slips with the same `name` are the same slip: a redraw leaves what somebody types in it alone.
    """

    kind: str
    name: str
    deal: int
    side: str | None = None
    other: str | None = None
    row: Row | None = None
    keys: list[Key] = field(default_factory=list)
    leaves: int | None = None
    """The points the other side's figure leaves for this one."""
    cards: list[tuple[str, int]] = field(default_factory=list)
    bids: list[int] = field(default_factory=list)
    is_change: bool = False


def slip_for(
    table: Table, match: Match, viewer: Viewer, side: Side | None = None, *, change: bool = False
) -> Slip:
    """The slip of the match played; `side` and `change` are what a player asked for by a link."""
    row = match.open_row
    state = row.state(match.rules)
    if match.banking:
        return Slip("banked", f"banked-{match.number}", row.number)
    if match.is_won:
        return Slip("won", f"won-{match.number}", row.number)
    if not viewer.plays:
        return Slip("watch", "watch", row.number)
    if state == "disputed":
        return Slip("disputed", f"disputed-{match.number}-{row.number}-{row.mark}", row.number, row=row)
    may_change = viewer.is_host or not any(points is not None for points in row.taken)
    if state == "bidding" or (change and may_change):
        return _bid_slip(match, row, change=state != "bidding")
    return _points_slip(table, match, row, viewer, side)


def _bid_slip(match: Match, row: Row, *, change: bool) -> Slip:
    return Slip(
        "bid",
        f"bid-{match.number}-{row.number}{'-again' if change else ''}",
        row.number,
        row=row,
        bids=list(range(match.rules.min_bid, match.rules.max_bid + 1)),
        is_change=change,
    )


def _points_slip(table: Table, match: Match, row: Row, viewer: Viewer, asked: Side | None) -> Slip:
    side = _side_to_enter(table, row, viewer, asked)
    own = viewer.seat.side if viewer.seat else Side.NS
    if side is None:
        return Slip("wait", f"wait-{match.number}-{row.number}", row.number, own.value, own.other.value, row)
    other = row.taken[side.other]
    return Slip(
        "enter",
        f"enter-{match.number}-{row.number}-{side}",
        row.number,
        side.value,
        side.other.value,
        row,
        keys=pad(table, match, row, side),
        leaves=None if other is None else match.rules.pack_points - other,
        cards=[(card, card_points(card, match.rules.pack_points)) for card in CARDS],
    )


def _side_to_enter(table: Table, row: Row, viewer: Viewer, asked: Side | None) -> Side | None:
    """The side whose points are wanted of this viewer: the own one, and of the host any without a phone."""
    empty = [side for side in Side if row.taken[side] is None]
    if viewer.is_host and asked in empty:
        return asked
    if viewer.seat and viewer.seat.side in empty:
        return viewer.seat.side
    if viewer.is_host:
        return next((side for side in empty if not viewer.seat or not has_phone(table, side)), None)
    return None


def has_phone(table: Table, side: Side) -> bool:
    return any(table.seats[seat].person for seat in side.seats if seat in table.seats)


def pad(table: Table, match: Match, row: Row, side: Side) -> list[Key]:
    """A key for each number of points, with what entering it will put on the sheet."""
    pack = match.rules.pack_points
    return [
        Key(points, does(table, match, row, side, points), _zero_question(table, match, row, side, points))
        for points in range(pack + 1)
    ]


def does(table: Table, match: Match, row: Row, side: Side, points: int) -> str:
    """What a figure will do, the other side taking the rest of the pack: "7 of 8: set, 0 on the sheet, owes 8"."""
    assert row.bidder is not None and row.bid is not None  # noqa: S101, PT018 -- points follow a bid
    rest = match.rules.pack_points - points
    deal = Deal(row.bidder, row.bid, Both.of(side, points, rest))
    after = match.standing.after(deal)
    scored = after.rows[-1]
    cell, tally, paid = scored.cells[side], scored.tallies[side], scored.paid[side]
    parts = []
    if row.bidder.side is side:
        parts.append(_bid_part(row, points, made=scored.made, pack=match.rules.pack_points))
    if paid:
        parts.append(_("pays %(paid)s", paid=paid))
    parts.append(_("%(cell)s on the sheet", cell=cell))
    if tally.shortfall:
        parts.append(_("owes %(owes)s", owes=tally.shortfall))
    if after.outcome.winner:
        parts.append(_("%(side)s win", side=words.side(table, after.outcome.winner)))
    return ", ".join(parts)


def _bid_part(row: Row, points: int, *, made: bool, pack: int) -> str:
    wanted = pack if row.bid == TWENTY_EIGHT_FIFTY_SIX else row.bid
    if made:
        return _("%(points)s of %(bid)s: made", points=points, bid=wanted)
    return _("%(points)s of %(bid)s: set", points=points, bid=wanted)


def _zero_question(table: Table, match: Match, row: Row, side: Side, points: int) -> str:
    """On paper a set side writes 0; where that cannot be what it took, ask before it is sent (rules.md, Words)."""
    other = row.taken[side.other]
    is_paper_zero = points == 0 and row.bidder is not None and row.bidder.side is side
    if not is_paper_zero or other is None or other == match.rules.pack_points:
        return ""
    return _(
        "Type what you took, also when set: %(other)s entered %(points)s, so you took %(rest)s. The sheet writes the 0.",
        other=words.side(table, side.other),
        points=other,
        rest=match.rules.pack_points - other,
    )


def dispute_words(table: Table, match: Match, row: Row) -> str:
    """What does not add up, and why it may be: a card both claim or neither has, a 0 as on paper."""
    if (card := claimed_twice(row)) is not None:
        return _("Both sides counted %(card)s.", card=card_name(card))
    if (card := claimed_by_none(row)) is not None:
        return _("Neither side counted %(card)s.", card=card_name(card))
    bidders = row.bidder.side if row.bidder else Side.NS
    if row.taken[bidders] == 0:
        return _(
            "%(side)s entered 0. On paper one writes 0 when set; here it is the points taken that are typed.",
            side=words.side(table, bidders),
        )
    return _("Count the point cards once more.")


def claimed_twice(row: Row) -> str | None:
    ns, ew = row.cards
    return next((card for card in CARDS if ns and ew and card in ns and card in ew), None)


def claimed_by_none(row: Row) -> str | None:
    ns, ew = row.cards
    if ns is None or ew is None:
        return None
    return next((card for card in CARDS if card not in ns and card not in ew), None)


def card_name(card: str) -> str:
    return {
        "A": _("the ace"),
        "J": _("the jack"),
        "10": _("the ten"),
        "5": _("the pedro"),
        "low": _("the low pedro"),
        "2": _("the two"),
    }[card]


def heading(table: Table, match: Match, slip: Slip) -> str:
    """What the page is about right now; its title and its hidden heading."""
    if slip.kind == "bid":
        return _("Deal %(deal)s, the bid", deal=slip.deal)
    if slip.kind == "enter":
        return _(
            "Deal %(deal)s, points for %(side)s", deal=slip.deal, side=words.side(table, slip.side or "NS")
        )
    return shown.open_words(table, match)
