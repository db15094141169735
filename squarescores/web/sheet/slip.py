"""The slip at the foot of the sheet: the one thing this viewer can do next."""

from __future__ import annotations

from dataclasses import dataclass, field

from flask_babel import gettext as _

from squarescores.pedro import Both, Side
from squarescores.pedro.acts.entries import CARDS, card_points
from squarescores.pedro.match import Match
from squarescores.pedro.row import Row
from squarescores.pedro.table import Table
from squarescores.web import shown, words
from squarescores.web.forms import BidForm, EntryForm, HouseForm
from squarescores.web.sheet.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Slip:
    """What the slip shows. `kind` is watch, bid, enter, wait, disputed, won or banked.

    Two slips with the same `name` are the same slip: a redraw leaves what somebody types in it alone. Of one
    table at one mark, two equal ones are drawn alike: nothing else about who looks is in it.
    """

    kind: str
    name: str
    deal: int
    side: str | None = None
    other: str | None = None
    row: Row = field(default=Row(0), compare=False)
    """The open deal, as far as it is written."""
    leaves: int | None = None
    """The points the other side's figure leaves for this one."""
    cards: tuple[tuple[str, int], ...] = ()
    bids: tuple[int, ...] = ()
    is_change: bool = False
    later: tuple[Side, ...] = ()
    """Whose points are wanted here next; their pads lie ready for a phone without a network."""
    is_own: bool = False
    """The points wanted are those of the viewer's own side."""
    plays: bool = False
    is_host: bool = False

    @property
    def may_change_bid(self) -> bool:
        return may_change_bid(self.row)

    def asks_for(self, form: HouseForm, match: Match) -> bool:
        """Whether the form was typed on this very slip: a figure never moves to another deal by itself."""
        if form.match.data not in (None, match.number):
            return False
        if isinstance(form, BidForm):
            return self.kind == "bid" and form.deal.data == self.deal
        if isinstance(form, EntryForm):
            is_same_side = form.side.data in (None, self.side)
            return self.kind == "enter" and form.deal.data == self.deal and is_same_side
        return False


def slip_for(
    table: Table, match: Match, viewer: Viewer, side: Side | None = None, *, change: bool = False
) -> Slip:
    """The slip of the match played; `side` and `change` are what a player asked for by a link."""
    row = match.open_row
    state = row.state(match.rules)
    if match.banking:
        return Slip("banked", f"banked-{match.number}", row.number, plays=viewer.plays)
    if match.is_won:
        return Slip("won", f"won-{match.number}", row.number, plays=viewer.plays)
    if not viewer.plays:
        return Slip("watch", "watch", row.number)
    if state == "disputed":
        name = f"disputed-{match.number}-{row.number}-{row.mark}"
        return Slip("disputed", name, row.number, row=row, is_host=viewer.is_host)
    if state == "bidding" or (change and may_change_bid(row)):
        return _bid_slip(table, match, row, viewer)
    return _points_slip(table, match, row, viewer, side)


def may_change_bid(row: Row) -> bool:
    """Any player may, until points are in; then it takes a correction."""
    return row.bid is not None and not row.has_points


def _bid_slip(table: Table, match: Match, row: Row, viewer: Viewer) -> Slip:
    is_change = row.bid is not None
    return Slip(
        "bid",
        f"bid-{match.number}-{row.number}{'-again' if is_change else ''}",
        row.number,
        row=row,
        bids=tuple(range(match.rules.min_bid, match.rules.max_bid + 1)),
        is_change=is_change,
        later=() if is_change else _later(table, row.taken, viewer),
    )


def _points_slip(table: Table, match: Match, row: Row, viewer: Viewer, asked: Side | None) -> Slip:
    side = _side_to_enter(table, row.taken, viewer, asked)
    own = viewer.seat.side if viewer.seat else Side.NS
    if side is None:
        return Slip(
            "wait",
            f"wait-{match.number}-{row.number}-{row.mark}",
            row.number,
            own.value,
            own.other.value,
            row,
            is_host=viewer.is_host,
        )
    other = row.taken[side.other]
    return Slip(
        "enter",
        f"enter-{match.number}-{row.number}-{side}",
        row.number,
        side.value,
        side.other.value,
        row,
        leaves=None if other is None else match.rules.pack_points - other,
        cards=tuple((card, card_points(card, match.rules.pack_points)) for card in CARDS),
        later=_later(table, row.taken.put(side, 0), viewer),
        is_own=viewer.seat is not None and viewer.seat.side is side,
    )


def _side_to_enter(
    table: Table, taken: Both[int | None], viewer: Viewer, asked: Side | None = None
) -> Side | None:
    """The side whose points are wanted of this viewer: the own one, and of the host any without a phone."""
    empty = [side for side in Side if taken[side] is None]
    if viewer.is_host and asked in empty:
        return asked
    if viewer.seat and viewer.seat.side in empty:
        return viewer.seat.side
    if viewer.is_host:
        return next((side for side in empty if not viewer.seat or not _has_phone(table, side)), None)
    return None


def _later(table: Table, taken: Both[int | None], viewer: Viewer) -> tuple[Side, ...]:
    """The sides that are asked for one after the other, whatever is entered."""
    side = _side_to_enter(table, taken, viewer)
    return (side, *_later(table, taken.put(side, 0), viewer)) if side else ()


def _has_phone(table: Table, side: Side) -> bool:
    return any(table.seats[seat].person for seat in side.seats if seat in table.seats)


def heading(table: Table, match: Match, slip: Slip) -> str:
    """What the page is about right now; its title and its hidden heading."""
    if slip.kind == "bid":
        return _("Deal %(deal)s, the bid", deal=slip.deal)
    if slip.kind == "enter":
        side = words.side(table, slip.side or Side.NS)
        return _("Deal %(deal)s, points for %(side)s", deal=slip.deal, side=side)
    return shown.open_words(match)
