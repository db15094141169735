"""Random people do random things at a table, sense and nonsense; the sheet holds together all the same."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from squarescores.pedro import TWENTY_EIGHT_FIFTY_SIX, Rules, Seat, acts, marks
from squarescores.pedro.refusal import Refused
from tests.pedro.cast import CODE, PAPER, Answer, Party, Phone
from tests.pedro.invariants import check_table

EVERYBODY = ["alice", "bob", "carol", "dave", "zoe", "walt", "stranger"]
WHO = st.sampled_from([*["the host"] * 10, *EVERYBODY])
ANYBODY = st.sampled_from(EVERYBODY)
SEATS = st.sampled_from("NESW")
SIDES = st.sampled_from(["NS", "EW"])
SUITS = st.sampled_from([None, *"SHDC"])
NAMES = st.sampled_from(
    ["Alice", "bob", "BOB ", "Carol", "\uff24ave", "Zoe", "\u200bSam", "Sam", "", "\x07", "x" * 41]
)
BIDS = st.one_of(st.integers(7, 14), st.just(TWENTY_EIGHT_FIFTY_SIX), st.sampled_from([6, 15, 0, -1, 10**30]))
POINTS = st.one_of(st.integers(0, 14), st.sampled_from([-1, 15, 16, 10**30]))
OFF = st.sampled_from([*[0] * 6, 1, -1, 7, -(10**9)])  # how far from the open deal, or from the match played
PLACE = st.integers(0, 99)  # one of those there are
ROW = st.integers(0, 99)  # one of the rows there are, or the open one
SELDOM = st.integers(0, 7).map(lambda throw: throw == 7)
MATCH = st.one_of(*[st.none()] * 5, OFF)
MARKS = st.one_of(*[st.none()] * 5, st.integers(0, 99))  # none: what a fresh page would send
RULES = st.sampled_from(
    [
        {"target": 40, "dealer_28_56": True},
        {"target": 30, "goes_out_margin": 30, "dealer_28_56": True},
        {"preset": "no-minus", "target": 40},
        {"preset": "california", "target": 60},
        {"preset": "points-taken"},
    ]
)
WAITS = st.sampled_from([1, 30, 119, 120, 121, 7200])  # seconds
MAKES_HOST = (marks.HandedOn, marks.HostChosen, marks.Recovered, marks.TookOver, marks.SignedIn)
CHANGES = st.fixed_dictionaries(
    {},
    optional={"bidder": SEATS, "bid": BIDS, "trump": SUITS, "dealer": SEATS},
)
HANDS = st.lists(
    st.tuples(
        SEATS,
        st.integers(7, 14) | BIDS,
        st.integers(0, 14),
        st.integers(0, 14).map(lambda throw: throw == 14),
    ),
    min_size=1,
    max_size=12,
)


class Evening(RuleBasedStateMachine):
    """Every rule is a sentence somebody says; a phone answers Refused and Invalid, and nothing else."""

    @initialize(rules=RULES, is_seated=st.booleans(), is_full=st.booleans(), hands=HANDS)
    def open(self, rules: dict[str, Any], is_seated: bool, is_full: bool, hands: Any) -> None:
        names = {Seat.W: "Walter"} if is_full else {}
        seat = Seat.N if is_seated else None
        self.party = Party(acts.open_table("Alice", seat, Rules.of(rules), Seat.E, CODE, names=names))
        if is_full:
            self.party.bob.joins("E")
            self.party.carol.joins("S")
        self.host = "alice"
        self.play_some_deals(hands)

    @invariant()
    def all_is_sound(self) -> None:
        check_table(self.party.table, self.party.marks)
        self.written = len(self.party.marks)

    @invariant()
    def one_host_follows_another(self) -> None:
        """Nobody becomes host but by a mark that says so."""
        last, host = self.party.marks[-1], self.party.table.host
        assert host == self.host or isinstance(last.what, MAKES_HOST)
        self.host = host

    def did(self, answer: Answer) -> None:
        """One mark where something was written; none where it stands or was refused, but for a clash."""
        leaves = isinstance(answer.refusal, Refused) and answer.refusal.leaves
        assert len(self.party.marks) - self.written == bool(answer.wrote or leaves)

    def phone(self, who: str) -> Phone:
        """Whose turn it is; what was due before is written by then."""
        self.party.chooses_the_host_when_due()
        self.written = len(self.party.marks)
        if who != "the host":
            return self.party.phone(who)
        return next(phone for phone in self.party.everybody if self.party.table.is_host(phone.who))

    def deal(self, off: int) -> int:
        return self.party.match.open_row.number + off

    def match(self, off: int | None) -> int | None:
        return None if off is None else self.party.match.number + off

    def row(self, any_number: int) -> int:
        return 1 + any_number % (len(self.party.match.rows) + 1)

    # At the table

    @rule(who=WHO, seat=SEATS, name=st.none() | NAMES, code=st.sampled_from([CODE, CODE, "WRONGO"]))
    def sit(self, who: str, seat: str, name: str | None, code: str) -> None:
        self.did(self.phone(who).joins(seat, name, code))

    @rule(who=WHO, seat=SEATS, name=st.none() | NAMES)
    def name_a_seat(self, who: str, seat: str, name: str | None) -> None:
        self.did(self.phone(who).names_seat(seat, name))

    @rule(who=WHO, seat=SEATS)
    def free(self, who: str, seat: str) -> None:
        self.did(self.phone(who).frees(seat))

    @rule(who=WHO, names=st.dictionaries(SIDES, st.none() | NAMES))
    def name_sides(self, who: str, names: dict[str, str | None]) -> None:
        self.did(self.phone(who).names_sides(**names))

    @rule(who=WHO, is_open=st.sampled_from([None, True, False]), code=st.sampled_from([None, CODE, "OTHER1"]))
    def set_joining(self, who: str, is_open: bool | None, code: str | None) -> None:
        self.did(self.phone(who).sets_joining(is_open, code))

    @rule(who=WHO, seat=SEATS)
    def hand_on(self, who: str, seat: str) -> None:
        self.did(self.phone(who).hands_on(seat))

    @rule(who=ANYBODY, seat=SEATS)
    def say_yes(self, who: str, seat: str) -> None:
        self.did(self.phone(who).says(seat, True))

    @rule(who=WHO, seat=SEATS)
    def say_no(self, who: str, seat: str) -> None:
        self.did(self.phone(who).says(seat, False))

    @rule(first=PLACE, second=PLACE, seat=SEATS, seconds=WAITS)
    def agree_across_the_table(self, first: int, second: int, seat: str, seconds: float) -> None:
        """A player proposes, somebody of the other side says yes, and time goes by."""
        for place in first, second:
            self.party.chooses_the_host_when_due()
            players = self.players_who_may_agree()
            if players:
                proposal = self.party.table.proposal
                players[place % len(players)].says(proposal.seat if proposal else seat, True)
        self.wait(seconds)

    def players_who_may_agree(self) -> list[Phone]:
        """Those with a seat who are not the host; once somebody is proposed, those of the other side."""
        table = self.party.table
        seated = [phone for phone in self.party.everybody if phone.seat and not table.is_host(phone.who)]
        proposal = table.proposal
        return [phone for phone in seated if not proposal or phone.side is not proposal.by.side]

    @rule(seconds=WAITS)
    def wait(self, seconds: float) -> None:
        proposal = self.party.table.proposal
        self.party.waits(seconds)
        self.party.chooses_the_host_when_due()
        if proposal and proposal.agreed:
            assert (self.party.table.proposal is None) == (self.party.now > proposal.agreed.until)

    @rule(who=WHO, code=st.sampled_from([PAPER, "another"]), seldom=SELDOM)
    def set_recovery(self, who: str, code: str, seldom: bool) -> None:
        if seldom:
            self.did(self.phone(who).sets_recovery(code))

    @rule(who=ANYBODY, code=st.sampled_from([PAPER, "another", ""]), name=st.none() | NAMES, seldom=SELDOM)
    def recover(self, who: str, code: str, name: str | None, seldom: bool) -> None:
        if not seldom:
            return
        phone, was = self.phone(who), self.party.table.recovery
        answer = phone.recovers(code, name, following="another")
        self.did(answer)
        assert (answer.refused == "no_code") == (code != was or not was)
        assert not answer.wrote or self.party.table.is_host(phone.who)

    @rule(who=WHO, seat=SEATS)
    def offer_a_move(self, who: str, seat: str) -> None:
        self.did(self.phone(who).offers_move(seat))

    @rule(who=ANYBODY, seat=SEATS, offer=MARKS)
    def take_over(self, who: str, seat: str, offer: int | None) -> None:
        host = self.phone("the host")
        if offer is None and Seat(seat) not in self.party.table.offers:
            host.offers_move(seat)
        phone, before = self.phone(who), self.party.table
        answer = phone.takes_over(seat, offer)
        self.did(answer)
        if answer.wrote:
            after = self.party.table
            was = before.seats[Seat(seat)]
            assert (after.seats[Seat(seat)].name, after.phone_at(Seat(seat))) == (was.name, phone.who)
            assert after.is_host(phone.who) == (before.is_host(was.person) or before.is_host(phone.who))
            assert phone.takes_over(seat, offer).stands  # once is enough

    @rule(who=WHO, account=st.sampled_from([*EVERYBODY, "anna", "anna"]), seldom=SELDOM)
    def sign_in(self, who: str, account: str, seldom: bool) -> None:
        if seldom:
            self.did(self.phone(who).signs_in(account))

    # On a row

    @rule(who=WHO, bidder=SEATS, bid=BIDS, trump=SUITS, off=OFF, was=MARKS, match=MATCH)
    def bid(
        self, who: str, bidder: str, bid: Any, trump: str | None, off: int, was: int | None, match: int | None
    ) -> None:
        self.did(self.phone(who).bids(bidder, bid, trump, self.deal(off), was, self.match(match)))

    @rule(
        who=WHO,
        points=POINTS,
        side=st.none() | SIDES,
        off=OFF,
        match=MATCH,
        cards=st.sampled_from([*[None] * 6, (), ("5", "2"), ("5", "5"), ("J",), ("Q",)]),
    )
    def enter(self, who: str, points: int, side: str | None, off: int, match: int | None, cards: Any) -> None:
        self.did(self.phone(who).enters(points, side, self.deal(off), self.match(match), cards))

    @rule(hands=HANDS)
    def play_some_deals(self, hands: list[tuple[str, Any, int, bool]]) -> None:
        """Most of them settle; where one more point is entered than there is, the row is disputed."""
        host = self.phone("the host")
        for bidder, bid, ns, is_disputed in hands:
            deal = self.deal(0)
            host.bids(bidder, bid)
            host.enters(ns, "NS", deal)
            host.enters(self.party.match.rules.pack_points - ns + is_disputed, "EW", deal)

    @rule(who=WHO, row=ROW, was=MARKS, match=MATCH, changes=CHANGES, ns=st.none() | st.integers(0, 14))
    def correct(
        self, who: str, row: int, was: int | None, match: int | None, changes: Any, ns: int | None
    ) -> None:
        before = self.party.match
        if ns is not None:
            changes = {**changes, "NS": ns, "EW": before.rules.pack_points - ns}
        self.did(self.phone(who).corrects(self.row(row), was, self.match(match), **changes))
        if "dealer" not in changes:
            self.assert_no_dealer_moved(before.dealers)

    @rule(off=OFF, ns=st.none() | POINTS, ew=st.none() | POINTS)
    def correct_to_nonsense(self, off: int, ns: int | None, ew: int | None) -> None:
        changes = {side: points for side, points in (("NS", ns), ("EW", ew)) if points is not None}
        self.did(self.phone("the host").corrects(self.deal(off - 1), **changes))

    @rule(row=ROW, match=MATCH, ns=st.integers(0, 14), bidder=SEATS, bid=st.integers(7, 14))
    def correct_and_correct_back(self, row: int, match: int | None, ns: int, bidder: str, bid: int) -> None:
        of, deal = self.match(match), self.row(row)
        played = self.party.table.match(of)
        was = played.row(deal) if played else None
        if played is None or was is None or was.deal(played.rules) is None:
            return
        before, host = self.party.table.matches, self.phone("the host")
        new = {"NS": ns, "EW": played.rules.pack_points - ns, "bidder": bidder, "bid": bid}
        old = {**was.taken.by_side(), "bidder": was.bidder, "bid": was.bid}
        if host.corrects(deal, match=of, **new).wrote:
            assert host.corrects(deal, match=of, **old).wrote
        for then, now in zip(before, self.party.table.matches, strict=True):
            assert then.standing == now.standing
            assert then.dealers == now.dealers

    @rule(who=WHO, row=ROW, match=MATCH)
    def void(self, who: str, row: int, match: int | None) -> None:
        before, deal = self.party.match, self.row(row)
        answer = self.phone(who).voids(deal, self.match(match))
        self.did(answer)
        self.assert_no_dealer_moved({row.number: before.dealers[row.number] for row in before.rows})
        if answer.wrote and deal == len(before.rows):
            assert self.party.match.dealer is before.dealers[deal]  # the same seat deals again

    @rule(who=WHO, row=ROW, match=MATCH)
    def undo_a_void(self, who: str, row: int, match: int | None) -> None:
        self.did(self.phone(who).undoes_the_void(self.row(row), self.match(match)))

    def assert_no_dealer_moved(self, before: dict[int, Seat]) -> None:
        after = self.party.match.dealers
        begun = [row.number for row in self.party.match.rows if row.bid is not None]
        assert all(after[number] is before[number] for number in begun if number in before)

    # On a match

    @rule(who=WHO, seen=MARKS, match=MATCH)
    def end_the_match(self, who: str, seen: int | None, match: int | None) -> None:
        self.did(self.phone(who).ends_the_match(seen, self.match(match)))

    @rule(who=WHO, match=MATCH)
    def reopen(self, who: str, match: int | None) -> None:
        self.did(self.phone(who).reopens(self.match(match)))

    @rule(who=WHO, match=MATCH)
    def start_the_next(self, who: str, match: int | None) -> None:
        self.did(self.phone(who).starts_the_next(self.match(match)))

    @rule(who=WHO, seat=SEATS, drawn=st.booleans(), match=MATCH)
    def pick_a_dealer(self, who: str, seat: str, drawn: bool, match: int | None) -> None:
        answer = self.phone(who).picks_dealer(seat, drawn, self.match(match))
        self.did(answer)
        assert not answer.wrote or self.party.match.dealer is Seat(seat)

    @rule(who=WHO, rules=RULES, match=MATCH)
    def choose_rules(self, who: str, rules: dict[str, Any], match: int | None) -> None:
        self.did(self.phone(who).chooses_rules(self.match(match), **rules))


TestEvening = Evening.TestCase
TestEvening.settings = settings(max_examples=50, stateful_step_count=60, deadline=None)
