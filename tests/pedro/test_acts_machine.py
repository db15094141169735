"""Random people do random things at a table, sense and nonsense; the sheet holds together all the same."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis import note, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from squarescores.pedro import TWENTY_EIGHT_FIFTY_SIX, Rules, Seat, acts
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import read
from tests.pedro.cast import CODE, PAPER, Answer, Party, Phone
from tests.pedro.invariants import check_table
from tests.pedro.lawful import check_lawful

# What a thing is drawn from: mostly sense, now and then nonsense. None is what a fresh page would send.
EVERYBODY = ["alice", "bob", "carol", "dave", "zoe", "walt", "stranger"]
WHO = [*["the host"] * 16, *EVERYBODY]
NAMES = [
    *["Alice", "Bob", "BOB ", "Carol", "\uff24ave", "Zoe", "Sam", "\u200bSam", "Sam \u200b"],
    "",
    "\x07",
    "x" * 41,
]
BIDS = [*range(7, 15), *[TWENTY_EIGHT_FIFTY_SIX] * 4, 6, 15, -1, 10**30]
POINTS = [*range(15), -1, 15, 16, 10**30]
CARDS = [*[None] * 9, (), ("5", "2"), ("5", "5"), ("J",), ("Q",)]
FROM_THE_OPEN_DEAL = [*[0] * 12, 1, -1, -(10**9)]
FROM_THE_MATCH_PLAYED = [*[None] * 16, 0, 0, -1, -1, 1, -(10**9)]
WAITS = [1, 30, 110, 121, 7200]  # seconds
RECOVERIES = [PAPER, "another", ""]
MARKS = [*[None] * 40, *range(9), 99]
RULES: list[dict[str, Any]] = [
    {"target": 40, "dealer_28_56": True},
    {"target": 30, "goes_out_margin": 30, "dealer_28_56": True},
    {"preset": "no-minus", "target": 40},
    {"preset": "california", "target": 60},
    {"preset": "points-taken"},
]
DICE = st.randoms(use_true_random=True)


class Evening(RuleBasedStateMachine):
    """One sentence after another; a phone answers Refused and Invalid, and lets nothing else through."""

    @initialize(dice=DICE)
    def open(self, dice: Random) -> None:
        self.written = self.asked = 1
        is_full, rules = dice.random() < 0.7, Rules.of(dice.choice(RULES))
        names = {Seat.W: "Walter"} if is_full else {}
        seat = dice.choice([Seat.N, None])
        opened = acts.open_table("Alice", seat, rules, Seat.E, CODE, names=names, recovery=PAPER)
        self.party = Party(opened)
        if is_full:
            self.party.bob.joins("E")
            self.party.carol.joins("S")

    @rule(dice=DICE)
    def somebody_says_something(self, dice: Random) -> None:
        sentence = dice.choice(SENTENCES)
        note(sentence.__name__)
        self.is_asked()
        sentence(self, dice)

    @invariant()
    def all_is_sound(self) -> None:
        new = self.party.marks[self.written :]
        if new:  # a table is its marks: without a new one nothing else can be new
            for mark in new:
                note(f"  {mark.number}: {mark.by} wrote {mark.what}")
                check_lawful(read(self.party.marks[: mark.number - 1]), mark)
            check_table(self.party.table, self.party.marks)
        self.written = len(self.party.marks)

    def did(self, answer: Answer) -> None:
        """One mark where something was written; none where it stands or was refused, but for a clash."""
        leaves = isinstance(answer.refusal, Refused) and answer.refusal.leaves
        assert len(self.party.marks) - self.asked == bool(answer.wrote or leaves)

    def is_asked(self) -> None:
        """The host that is due is written before anything else."""
        self.party.chooses_the_host_when_due()
        self.asked = len(self.party.marks)

    def phone(self, dice: Random) -> Phone:
        who = dice.choice(WHO)
        return self.host if who == "the host" else self.party.phone(who)

    @property
    def host(self) -> Phone:
        return next(phone for phone in self.party.everybody if self.party.table.is_host(phone.who))

    def deal(self, dice: Random) -> int:
        return self.party.match.open_row.number + dice.choice(FROM_THE_OPEN_DEAL)

    def any_deal(self, dice: Random) -> int:
        return dice.randint(1, len(self.party.match.rows) + 1)

    def match(self, dice: Random) -> int | None:
        off = dice.choice(FROM_THE_MATCH_PLAYED)
        return None if off is None else self.party.match.number + off

    # At the table

    def join(self, dice: Random) -> None:
        code = dice.choice([self.party.table.code] * 5 + ["WRONGO"])
        self.did(self.phone(dice).joins(dice.choice("NESW"), dice.choice([None, *NAMES]), code))

    def name_a_seat(self, dice: Random) -> None:
        self.did(self.phone(dice).names_seat(dice.choice("NESW"), dice.choice([None, None, *NAMES])))

    def free(self, dice: Random) -> None:
        self.did(self.phone(dice).frees(dice.choice("NESW")))

    def leave(self, dice: Random) -> None:
        self.did(self.phone(dice).leaves())

    def name_sides(self, dice: Random) -> None:
        sides = dice.sample(["NS", "EW"], dice.randint(0, 2))
        self.did(self.phone(dice).names_sides(**{side: dice.choice([None, *NAMES]) for side in sides}))

    def set_joining(self, dice: Random) -> None:
        is_open, code = dice.choice([None, True, True, False]), dice.choice([None, CODE, "OTHER1"])
        self.did(self.phone(dice).sets_joining(is_open, code))

    def hand_on(self, dice: Random) -> None:
        self.did(self.phone(dice).hands_on(dice.choice("NESW")))

    def bring_a_seat(self, dice: Random) -> None:
        self.did(self.phone(dice).offers_move(dice.choice([None, *"NESW"])))

    def take_over(self, dice: Random) -> None:
        seat, offer = dice.choice("NESW"), dice.choice(MARKS)
        if dice.random() < 0.7:
            self.host.offers_move(seat)
        self.is_asked()
        self.did(self.party.phone(dice.choice(EVERYBODY)).takes_over(seat, offer))

    def take_over_as_oneself(self, dice: Random) -> None:
        """With the code, as the name that waits for a phone."""
        waiting = [(seat, held.name) for seat, held in self.party.table.seats.items() if not held.person]
        if waiting:
            seat, name = dice.choice(waiting)
            self.did(self.phone(dice).joins(seat, name, self.party.table.code))

    def speak_of_a_new_host(self, dice: Random) -> None:
        proposal, seat = self.party.table.proposal, dice.choice("NESW")
        if proposal and dice.random() < 0.7:
            seat = proposal.seat
        self.did(self.phone(dice).says(seat, dice.random() < 0.5))

    def agree_across_the_table(self, dice: Random) -> None:
        """Somebody proposes, somebody else agrees to it, and time goes by."""
        for _ in range(dice.randint(1, 4)):
            proposal = self.party.table.proposal
            seat = proposal.seat if proposal else dice.choice("NESW")
            self.party.phone(dice.choice(EVERYBODY)).agrees_to(seat)
        if dice.random() < 0.7:
            self.wait(dice)

    def wait(self, dice: Random) -> None:
        self.party.waits(dice.choice(WAITS))

    def set_recovery(self, dice: Random) -> None:
        self.did(self.phone(dice).sets_recovery(dice.choice(RECOVERIES[:2])))

    def recover(self, dice: Random) -> None:
        phone, code = self.party.phone(dice.choice(EVERYBODY)), dice.choice(RECOVERIES)
        answer = phone.recovers(code, dice.choice([None, None, *NAMES]), following=dice.choice(RECOVERIES))
        self.did(answer)
        assert not answer.wrote or self.party.table.is_host(phone.who)

    def sign_in(self, dice: Random) -> None:
        self.did(self.phone(dice).signs_in(dice.choice([*EVERYBODY, "anna", "anna"])))

    # On a row

    def bid(self, dice: Random) -> None:
        bid, trump = dice.choice(BIDS), dice.choice([None, *"SHDC"])
        was, match = dice.choice(MARKS), self.match(dice)
        bidder = self.party.match.dealer if dice.random() < 0.3 else dice.choice("NESW")
        self.did(self.phone(dice).bids(bidder, bid, trump, self.deal(dice), was, match))

    def bid_again(self, dice: Random) -> None:
        """The bid that stands with a trump, or another that says which one it replaces."""
        row = self.party.match.open_row
        if row.bidder:
            bid = dice.choice([row.bid, row.bid, *BIDS])
            self.did(self.phone(dice).bids(row.bidder, bid, dice.choice("SHDC"), row.number, row.mark))

    def enter(self, dice: Random) -> None:
        points, side, cards = dice.choice(POINTS), dice.choice([None, "NS", "EW"]), dice.choice(CARDS)
        self.did(self.phone(dice).enters(points, side, self.deal(dice), self.match(dice), cards))

    def enter_late(self, dice: Random) -> None:
        self.did(self.phone(dice).enters(dice.choice(POINTS), None, self.any_deal(dice), self.match(dice)))

    def play_some_deals(self, dice: Random) -> None:
        """Most of them settle; some are left open, or disputed by a point too many."""
        for _ in range(dice.randint(1, 4)):
            deal, ns = self.party.match.open_row.number, dice.randint(0, 14)
            self.host.bids(dice.choice("NESW"), dice.choice(BIDS))
            self.host.enters(ns, "NS", deal)
            if dice.random() < 0.9:
                too_many = dice.random() < 0.05
                self.host.enters(self.party.match.rules.pack_points - ns + too_many, "EW", deal)

    def correct(self, dice: Random) -> None:
        match, pack, ns = self.party.match, self.party.match.rules.pack_points, dice.randint(0, 14)
        new = {
            "NS": ns,
            "EW": dice.choice([pack - ns] * 9 + [dice.choice(POINTS)]),
            "bidder": dice.choice("NESW"),
            "bid": dice.choice(BIDS),
            "trump": dice.choice([None, *"SHDC"]),
            "dealer": dice.choice("NESW"),
        }
        named = dice.choice([["NS", "EW"], ["NS"], ["dealer"], dice.sample(list(new), dice.randint(0, 6))])
        changes = {key: new[key] for key in named}
        phone, was = self.phone(dice), dice.choice(MARKS)
        self.did(phone.corrects(self.any_deal(dice), was, self.match(dice), **changes))
        if "dealer" not in changes:
            self.assert_no_dealer_moved(match.dealers)

    def correct_and_correct_back(self, dice: Random) -> None:
        match, deal, ns = self.match(dice), self.any_deal(dice), dice.randint(0, 14)
        played = self.party.table.match(match)
        was = played.row(deal) if played else None
        if played is None or was is None or was.deal(played.rules) is None:
            return
        before, host = self.party.table.matches, self.host
        new = {"NS": ns, "EW": played.rules.pack_points - ns, "bidder": dice.choice("NESW"), "bid": 14}
        old = {**was.taken.by_side(), "bidder": was.bidder, "bid": was.bid}
        if host.corrects(deal, match=match, **new).wrote:
            assert host.corrects(deal, match=match, **old).wrote
        for then, now in zip(before, self.party.table.matches, strict=True):
            assert then.standing == now.standing
            assert then.dealers == now.dealers

    def void(self, dice: Random) -> None:
        before, deal = self.party.match, self.any_deal(dice)
        answer = self.phone(dice).voids(deal, self.match(dice))
        self.did(answer)
        self.assert_no_dealer_moved({row.number: before.dealers[row.number] for row in before.rows})
        if answer.wrote and deal == len(before.rows):
            assert self.party.match.dealer is before.dealers[deal]  # the same seat deals again

    def undo_a_void(self, dice: Random) -> None:
        voided = [row.number for row in self.party.match.rows if row.voided]
        deal = voided[-1] if voided and dice.random() < 0.7 else self.any_deal(dice)
        self.did(self.phone(dice).undoes_the_void(deal, self.match(dice)))

    def assert_no_dealer_moved(self, before: dict[int, Seat]) -> None:
        after = self.party.match.dealers
        begun = [row.number for row in self.party.match.rows if row.bid is not None]
        assert all(after[number] is before[number] for number in begun if number in before)

    # On a match

    def end_the_match(self, dice: Random) -> None:
        self.did(self.phone(dice).ends_the_match(dice.choice(MARKS), self.match(dice)))

    def reopen(self, dice: Random) -> None:
        self.did(self.phone(dice).reopens(self.match(dice)))

    def start_the_next(self, dice: Random) -> None:
        self.did(self.phone(dice).starts_the_next(self.match(dice)))

    def pick_a_dealer(self, dice: Random) -> None:
        seat = dice.choice("NESW")
        answer = self.phone(dice).picks_dealer(seat, dice.random() < 0.5, self.match(dice))
        self.did(answer)
        assert not answer.wrote or self.party.match.dealer is Seat(seat)

    def choose_rules(self, dice: Random) -> None:
        self.did(self.phone(dice).chooses_rules(self.match(dice), **dice.choice(RULES)))


SENTENCES: list[Callable[[Evening, Random], None]] = [
    *[Evening.join, Evening.name_a_seat, Evening.free, Evening.leave, Evening.name_sides, Evening.hand_on],
    *[Evening.bring_a_seat, Evening.take_over_as_oneself, *[Evening.take_over] * 2],
    *[Evening.speak_of_a_new_host, *[Evening.agree_across_the_table] * 3, Evening.wait],
    *[Evening.set_recovery, Evening.recover],
    *[Evening.set_joining, Evening.sign_in, Evening.pick_a_dealer, Evening.choose_rules],
    *[Evening.bid, Evening.bid_again, Evening.enter, Evening.enter_late, Evening.play_some_deals] * 3,
    *[Evening.correct, Evening.correct_and_correct_back, Evening.void, Evening.undo_a_void] * 2,
    *[Evening.end_the_match, Evening.reopen, *[Evening.start_the_next] * 4],
]

TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=int(os.environ.get("EVENINGS", "100")),  # `make fuzz` asks for thousands
    stateful_step_count=60,
    deadline=None,
    report_multiple_bugs=False,
)
