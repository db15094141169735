"""The people of the tests and what they do: short sentences that write marks into a table in memory.

Alice opened the table and sits North, Bob sits East, Carol South, Dave West. Zoe watches, Walt sat West
before Dave did, and a stranger has no cookie yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from squarescores.pedro import Rules, Seat, Side, Suit, acts
from squarescores.pedro.acts import Stands, may
from squarescores.pedro.forgetting import left
from squarescores.pedro.marks import Mark, Opened, Written
from squarescores.pedro.match import Match
from squarescores.pedro.packed import CHANGE_KINDS
from squarescores.pedro.refusal import Invalid, Refused
from squarescores.pedro.row import Row
from squarescores.pedro.sheet import sheet
from squarescores.pedro.table import Table, read

EVENING = datetime(2026, 1, 9, 19, 0, tzinfo=UTC)
CODE = "QUEENS"
PAPER = "on paper"
"""The digest of the recovery code Alice has on paper; what is tried here are digests only."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a sentence: the mark that was written, or the one that stands, or why neither."""

    wrote: Written | None = None
    stands: int | None = None
    refusal: Refused | Invalid | None = None

    @property
    def refused(self) -> str | None:
        if isinstance(self.refusal, Refused):
            return self.refusal.reason
        return "invalid" if self.refusal else None

    @property
    def wrong(self) -> tuple[str, str] | None:
        """The field, and what is wrong with it."""
        refusal = self.refusal
        return (refusal.field, refusal.reason) if isinstance(refusal, Invalid) else None

    @property
    def facts(self) -> dict[str, Any]:
        return self.refusal.facts if self.refusal else {}


class Party:
    """A table in memory, and the people round it."""

    def __init__(self, table: Opened | None = None, **rules: Any) -> None:
        self.marks: list[Mark] = []
        self.table: Table
        self.alice = Phone(self, "alice")
        self.bob, self.carol, self.dave = (Phone(self, name) for name in ("bob", "carol", "dave"))
        self.zoe, self.walt, self.stranger = Phone(self, "zoe"), Phone(self, "walt"), Phone(self, None)
        self.waited = timedelta()
        self.keep(
            "alice",
            table or acts.open_table("Alice", Seat.N, Rules.of(rules), Seat.N, CODE, recovery=PAPER),
        )

    @classmethod
    def of_four(cls, **rules: Any) -> Party:
        """All four seated, after Walt left West to Dave."""
        party = cls(**rules)
        party.walt.joins("W", "Walt")
        party.walt.leaves()
        for phone, seat in (party.bob, "E"), (party.carol, "S"), (party.dave, "W"):
            phone.joins(seat)
        return party

    def phone(self, name: str) -> Phone:
        found: Phone = getattr(self, name)
        return found

    @property
    def everybody(self) -> tuple[Phone, ...]:
        return self.alice, self.bob, self.carol, self.dave, self.zoe, self.walt, self.stranger

    @property
    def now(self) -> datetime:
        """The time at the table: a second for each mark, and what was waited."""
        return EVENING + timedelta(seconds=len(self.marks) + 1) + self.waited

    def waits(self, seconds: float) -> None:
        self.waited += timedelta(seconds=seconds)

    def chooses_the_host_when_due(self) -> None:
        """What the first request after the time to refuse brings about."""
        what, proposal = acts.choose_host(self.table, self.now), self.table.proposal
        if what and proposal and proposal.agreed:
            self.keep(self.table.phone_at(proposal.agreed.by) or "", what)

    def keep(self, by: str, what: Written) -> None:
        mark = Mark(len(self.marks) + 1, self.now, by, what)
        self.table = self.table.after(mark) if self.marks else read([mark])
        self.marks.append(mark)

    def forgets(self, who: str) -> None:
        """What the store does when that person deletes what is theirs."""
        self.marks, forgotten = left(self.marks, who)
        self.table = read(self.marks)
        self.keep(who, forgotten)

    @property
    def match(self) -> Match:
        return self.table.played

    @property
    def sheet(self) -> dict[str, Any]:
        return sheet(self.table)

    def row(self, deal: int, match: int | None = None) -> Row:
        of = self.table.match(match)
        row = of.row(deal) if of else None
        assert row is not None
        return row

    def plays(self, bidder: str, bid: Any, ns: int) -> None:
        """A whole deal, written by the host; East and West took the rest of the pack."""
        assert self.alice.bids(bidder, bid).wrote
        assert self.alice.enters(ns, "NS").wrote
        assert self.alice.enters(self.match.rules.pack_points - ns, "EW").wrote

    def is_disputed(self) -> None:
        """A deal whose figures make 15."""
        assert self.alice.bids("E", 8).wrote
        assert self.alice.enters(7, "NS").wrote
        assert self.alice.enters(8, "EW").wrote

    def is_won(self) -> None:
        """Deals until North and South have won, all bid and swept by them."""
        pack = self.match.rules.pack_points
        while not self.match.is_won:
            self.plays("N", pack, pack)


class Phone:
    """One person's phone. What is left out is what the page would fill in: the open deal, one's own side."""

    def __init__(self, party: Party, who: str | None) -> None:
        self._party = party
        self.who = who

    def _does(self, act: Callable[[Table], Written | Stands | None]) -> Answer:
        self._party.chooses_the_host_when_due()
        try:
            what = act(self._party.table)
        except (Refused, Invalid) as refusal:
            leaves = refusal.leaves if isinstance(refusal, Refused) else None
            if leaves is not None:
                self._party.keep(self.who or "", leaves)
            return Answer(refusal=refusal)
        if what is None or isinstance(what, Stands):
            return Answer(stands=what.mark if what else None)
        self._party.keep(self.who or "", what)
        return Answer(wrote=what)

    def _open(self, deal: int | None) -> int:
        return self._party.match.open_row.number if deal is None else deal

    @property
    def name(self) -> str:
        return (self.who or "newcomer").capitalize()

    @property
    def seat(self) -> Seat | None:
        return self._party.table.seat_of(self.who)

    @property
    def sits(self) -> Seat:
        assert self.seat is not None
        return self.seat

    @property
    def side(self) -> Side:
        return self.sits.side

    # At the table

    def _becomes(self, act: Callable[[Table, str], Written | Stands]) -> Answer:
        """What makes somebody of a stranger."""
        self.who, was = self.who or "newcomer", self.who
        who = self.who
        answer = self._does(lambda table: act(table, who))
        if answer.refusal:
            self.who = was
        return answer

    def joins(self, seat: str, name: str | None = None, code: str = CODE) -> Answer:
        called = self.name if name is None else name
        return self._becomes(lambda table, who: acts.sit(table, who, code, Seat(seat), called))

    def names_seat(self, seat: str, name: str | None) -> Answer:
        return self._does(lambda table: acts.change_seat(table, self.who, Seat(seat), name))

    def moves(self, seat: str) -> Answer:
        return self.names_seat(seat, None)

    def renames_oneself(self, name: str) -> Answer:
        return self.names_seat(self.seat or "N", name)

    def frees(self, seat: str) -> Answer:
        return self._does(lambda table: acts.free_seat(table, self.who, Seat(seat)))

    def leaves(self) -> Answer:
        return self.frees(self.seat or "N")

    def names_sides(self, **names: str | None) -> Answer:
        of = {Side(side): name for side, name in names.items()}
        return self._does(lambda table: acts.name_sides(table, self.who, of))

    def sets_joining(self, is_open: bool | None = None, code: str | None = None) -> Answer:
        return self._does(lambda table: acts.set_joining(table, self.who, is_open=is_open, code=code))

    def hands_on(self, seat: str) -> Answer:
        return self._does(lambda table: acts.hand_on(table, self.who, Seat(seat)))

    def says(self, seat: str, agree: bool) -> Answer:
        now = self._party.now
        return self._does(lambda table: acts.agree_on_host(table, self.who, Seat(seat), now, agree=agree))

    def proposes(self, seat: str) -> Answer:
        return self.says(seat, True)

    def agrees_to(self, seat: str) -> Answer:
        return self.says(seat, True)

    def refuses(self, seat: str) -> Answer:
        return self.says(seat, False)

    def takes_back(self, seat: str) -> Answer:
        return self.says(seat, False)

    def sets_recovery(self, code: str) -> Answer:
        return self._does(lambda table: acts.set_recovery(table, self.who, code))

    def recovers(self, code: str = PAPER, name: str | None = None, following: str = "the next") -> Answer:
        """Types the recovery code, the one on paper unless `code` says another."""
        return self._becomes(lambda table, who: acts.recover(table, who, code, following, name))

    def offers_move(self, seat: str | None = None) -> Answer:
        """Makes the link that brings a seat, the own one, to another phone."""
        of = Seat(seat or self.seat or "N")
        return self._does(lambda table: acts.offer_move(table, self.who, of))

    def takes_over(self, seat: str, offer: int | None = None) -> Answer:
        """Presses the button behind the link that is good now, unless `offer` says another."""
        link = self._party.table.offers.get(Seat(seat), 0) if offer is None else offer
        return self._becomes(lambda table, who: acts.take_over(table, who, Seat(seat), link))

    def signs_in(self, account: str) -> Answer:
        was, self.who = self.who or "", account
        return self._does(lambda table: acts.sign_in(table, was, account))

    # On a row

    def bids(
        self,
        bidder: str,
        bid: Any,
        trump: str | None = None,
        deal: int | None = None,
        was: int | None = None,
        match: int | None = None,
    ) -> Answer:
        """Notes the winning bid."""
        suit = Suit(trump) if trump else None
        of = self._open(deal)
        return self._does(
            lambda table: acts.bid(table, self.who, of, Seat(bidder), bid, suit, was=was, match=match)
        )

    def enters(
        self,
        points: int,
        side: str | None = None,
        deal: int | None = None,
        match: int | None = None,
        cards: tuple[str, ...] | None = None,
    ) -> Answer:
        of = self._open(deal)

        def act(table: Table) -> Written | Stands:
            own = Side(side) if side else may.side_to_write(table, self.who, None)
            return acts.enter(table, self.who, of, own, points, cards, match=match)

        return self._does(act)

    def corrects(
        self,
        deal: int | None = None,
        was: int | None = None,
        match: int | None = None,
        reason: str = "",
        **changes: Any,
    ) -> Answer:
        """Corrects a row as it is now, unless `was` says another mark."""
        of = self._open(deal)
        typed = {key: CHANGE_KINDS[key](value) for key, value in changes.items()}

        def act(table: Table) -> Written | Stands:
            corrected = table.match(match)
            row = corrected.row(of) if corrected else None
            seen = was if was is not None else row.mark if row else 0
            return acts.correct(table, self.who, of, typed, seen, reason, match=match)

        return self._does(act)

    def voids(self, deal: int | None = None, match: int | None = None) -> Answer:
        of = self._open(deal)
        return self._does(lambda table: acts.void(table, self.who, of, match=match))

    def undoes_the_void(self, deal: int, match: int | None = None) -> Answer:
        return self._does(lambda table: acts.void(table, self.who, deal, undo=True, match=match))

    # On a match

    def ends_the_match(self, seen: int | None = None, match: int | None = None) -> Answer:
        """End match, having seen the sheet as it is now, unless `seen` says an older one."""
        return self._does(
            lambda table: acts.bank(table, self.who, table.number if seen is None else seen, match=match)
        )

    def reopens(self, match: int | None = None) -> Answer:
        return self._does(lambda table: acts.reopen(table, self.who, match=match))

    def starts_the_next(self, match: int | None = None) -> Answer:
        return self._does(lambda table: acts.begin(table, self.who, match=match))

    def picks_dealer(self, seat: str, drawn: bool = False, match: int | None = None) -> Answer:
        return self._does(
            lambda table: acts.pick_dealer(table, self.who, Seat(seat), drawn=drawn, match=match)
        )

    def chooses_rules(self, match: int | None = None, **rules: Any) -> Answer:
        return self._does(lambda table: acts.choose_rules(table, self.who, Rules.of(rules), match=match))
