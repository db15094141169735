"""A tour of every page, while a match is played from the first bid to the bank.

Alice is host at North, Bob a player at East, Zoe watches; Frank has just found the address, and a board hangs
on the wall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import expect

from squarescores.web.guides import ORDER
from tests.browser.cast import Party, Phone
from tests.browser.paper import Paper

HOST, PLAYER, SPECTATOR, STRANGER, SCREEN = "alice", "bob", "zoe", "frank", "board"
ALL = (HOST, PLAYER, SPECTATOR)
TO_THE_GATE = [("E", 14, 0, "D"), ("W", 14, 0, "S"), ("E", 14, 0, "C"), ("W", 14, 0, "H"), ("S", 10, 10, "S")]


@dataclass(frozen=True)
class Stop:
    """A page worth looking at now: what to call it, where it is, for whom, and what to tap there first."""

    name: str
    path: str
    who: tuple[str, ...]
    taps: Callable[[Phone], object] | None = None

    def reached(self, phone: Phone) -> None:
        phone.goes(self.path)
        if self.taps:
            self.taps(phone)


def tour(party: Party) -> Iterator[Stop]:
    """Every page at the moment when there is something to see on it."""
    yield from _outside()
    party.is_seated("bob", "carol", first_dealer="")
    yield from _before_the_first_bid(party)
    party.phone("dave").sends("/join", code=party.code, name="Dave", seat="W")
    party.phone("dave").seat = "W"
    yield from _the_first_deal(party)
    yield from _a_few_deals(party)
    yield from _to_the_end(party)


def _outside() -> Iterator[Stop]:
    yield Stop("home-new", "/", (STRANGER,))
    yield Stop("new-table", "/tables/new", (STRANGER,))
    yield Stop("new-table-unfolded", "/tables/new", (STRANGER,), _unfolds_all)
    yield Stop("new-table-wrong", "/tables/new", (STRANGER,), _opens_without_a_name)
    yield Stop("join-code", "/join", (STRANGER,))
    yield Stop("join-wrong-code", "/join/WRNGCD", (STRANGER,))
    yield Stop("account", "/account", (STRANGER,))
    yield Stop("delete-mine-wrong", "/account/deletion", (STRANGER,), _forgets_the_tick)
    yield Stop("sign-in-wrong", "/sign-in", (STRANGER,), _signs_in_wrongly)
    yield Stop("lost", "/t/there-is-no-such-table", (STRANGER,))
    yield Stop("offline", "/offline", (STRANGER,))
    yield Stop("guides", "/guides", (STRANGER,))
    for guide in ORDER:
        yield Stop(f"guide-{guide.slug}", f"/guides/{guide.slug}", (STRANGER,))


def _before_the_first_bid(party: Party) -> Iterator[Stop]:
    yield Stop("take-a-seat", "/join/{code}", (STRANGER,))
    yield Stop("seats", "/t/{key}/seats", ALL)
    yield Stop("seats-unfolded", "/t/{key}/seats", (HOST, PLAYER), _unfolds_all)
    yield Stop("rules-to-change", "/t/{key}/rules", (HOST,), _unfolds_all)
    yield from _other_phones(party)
    yield Stop("sheet-first-bid", "/t/{key}", (HOST, SPECTATOR))
    yield Stop("sheet-bid-chosen", "/t/{key}", (HOST,), _chooses_a_bid)


def _other_phones(party: Party) -> Iterator[Stop]:
    """A link for another phone, a name that waits for its phone, the code on paper."""
    yield Stop("move", "/t/{key}/seats/N/move", (HOST,))
    link = party.alice.sends("/t/{key}/seats/N/move")["link"]
    yield Stop("move-link", "/t/{key}/seats/N/move", (HOST,))
    yield Stop("take-over", link, (STRANGER, HOST))
    party.alice.sends("/t/{key}/seats/N/move")
    yield Stop("take-over-ended", link, (STRANGER,))
    party.alice.sends("/t/{key}/seats", seat="W", name="Grandma")
    yield Stop("take-a-seat-by-name", "/join/{code}", (STRANGER,))
    party.alice.sends("/t/{key}/seats/free", seat="W")
    yield Stop("recovery", "/t/{key}/host/recovery", (PLAYER, HOST))
    yield Stop("recovery-wrong", "/t/{key}/host/recovery", (SPECTATOR,), _types_a_wrong_code)
    yield Stop("recovery-shown", "/t/{key}/host/recovery", (HOST,), _asks_for_a_code)
    party.bob.sends("/t/{key}/host/agreement", seat="S", agree="yes")
    yield Stop("host-proposed", "/t/{key}", (HOST, "carol", PLAYER))
    party.phone("carol").sends("/t/{key}/host/agreement", seat="S", agree="yes")
    yield Stop("host-agreed", "/t/{key}", (HOST, PLAYER, SPECTATOR))
    yield Stop("host-agreed-seats", "/t/{key}/seats", (HOST, PLAYER))
    yield Stop("host-agreed-elsewhere", "/t/{key}/history", (HOST,))
    party.alice.sends("/t/{key}/host/agreement", seat="S", agree="no")


def _the_first_deal(party: Party) -> Iterator[Stop]:
    alice = party.alice
    alice.sends("/t/{key}/bids", deal=1, bidder="E", bid=8)
    yield Stop("sheet-enter", "/t/{key}", ALL)
    yield Stop("sheet-change-bid", "/t/{key}?change=bid", (HOST,))
    yield Stop("sheet-count", "/t/{key}", (PLAYER,), lambda phone: phone.unfolds("Count cards"))
    alice.sends("/t/{key}/entries", deal=1, points=9, side="NS")
    yield Stop("sheet-wait", "/t/{key}", (HOST,))
    yield Stop("sheet-enter-hint", "/t/{key}", (PLAYER,), lambda phone: phone.picks(5))
    yield Stop("sheet-zero-asked", "/t/{key}", (PLAYER,), lambda phone: phone.enters(0))
    alice.sends("/t/{key}/entries", deal=1, points=6, side="EW")
    yield Stop("sheet-disputed", "/t/{key}", ALL)
    yield Stop("fix-disputed", "/t/{key}/deals/1/fix?side=EW", (HOST,), _unfolds_all)
    alice.sends("/t/{key}/corrections", deal=1, NS=9, EW=5, was=alice.sheet["open_deal"]["mark"])


def _a_few_deals(party: Party) -> Iterator[Stop]:
    paper, alice = Paper(), party.alice
    party.plays(paper, "N", 8, ns=10, trump="S")
    party.plays(paper, "S", 9, ns=10, trump="H")
    party.plays(paper, "W", 7, ns=8, trump="C")
    was = alice.sheet["rows"][2]["mark"]
    alice.sends("/t/{key}/corrections", deal=3, NS=9, EW=5, was=was, reason="The two was counted twice")
    alice.sends("/t/{key}/voids", deal=party.bids("S", 10, "D"), reason="Nine cards to Bob")
    party.bids("N", 9, "D")
    yield Stop("sheet-rows", "/t/{key}", ALL)
    yield Stop("sheet-figure", "/t/{key}", (PLAYER,), lambda phone: phone.picks(5))
    yield Stop("sheet-unsaved", "/t/{key}", (PLAYER,), _enters_without_a_network)
    _takes_it_back(party.bob)
    yield Stop("sheet-menu", "/t/{key}", (HOST,), lambda phone: phone.unfolds("More"))
    yield Stop("sheet-why", "/t/{key}", (HOST,), _asks_why)
    yield Stop("why", "/t/{key}/deals/1", (HOST, SPECTATOR))
    yield Stop("fix", "/t/{key}/deals/3/fix?side=NS", (HOST,), _corrects)
    yield Stop("fix-refused", "/t/{key}/deals/3/fix", (PLAYER,))
    yield Stop("board", "/t/{key}/board", (SCREEN,))
    yield Stop("history", "/t/{key}/history", (HOST,))
    yield Stop("rules", "/t/{key}/rules", (PLAYER,))
    yield Stop("matches-none", "/t/{key}/matches", (PLAYER,))
    yield Stop("end-match", "/t/{key}/banking", (PLAYER, SPECTATOR))
    alice.sends("/t/{key}/entries", deal=6, points=9, side="NS")
    alice.sends("/t/{key}/entries", deal=6, points=5, side="EW")


def _to_the_end(party: Party) -> Iterator[Stop]:
    paper, alice = Paper(), party.alice
    for bidder, bid, ns, trump in TO_THE_GATE:
        party.plays(paper, bidder, bid, ns, trump)
    assert alice.sheet["status"] == "bidder_goes_out"
    yield Stop("sheet-goes-out", "/t/{key}", (HOST,))
    party.plays(paper, "N", 7, ns=8, trump="S")
    yield Stop("sheet-won", "/t/{key}", (PLAYER, SPECTATOR))
    yield Stop("board-won", "/t/{key}/board", (SCREEN,))
    yield Stop("end-match-won", "/t/{key}/banking", (HOST,))
    alice.sends("/t/{key}/banking", seen=alice.sheet["mark"])
    yield Stop("sheet-banked", "/t/{key}", (HOST, SPECTATOR))
    yield Stop("result", "/t/{key}/matches/1", (HOST, PLAYER))
    yield Stop("matches", "/t/{key}/matches", (HOST,))
    yield Stop("home", "/", (HOST, SPECTATOR))
    yield Stop("seats-later", "/t/{key}/seats", (HOST,))
    yield Stop("account-guest", "/account", (PLAYER,))
    yield Stop("delete-mine", "/account/deletion", (HOST, PLAYER))
    yield Stop("delete-table", "/t/{key}/deletion", (HOST,))
    yield Stop("delete-table-wrong", "/t/{key}/deletion", (HOST,), _forgets_the_tick)
    yield Stop("delete-table-refused", "/t/{key}/deletion", (PLAYER,))
    party.phone("carol").sends("/account/deletion", sure="yes")
    alice.sends("/t/{key}/matches", match=1)
    yield Stop("history-former", "/t/{key}/history?match=1", (PLAYER,))


def _unfolds_all(phone: Phone) -> None:
    folded = phone.page.locator("details:not([open]) > summary")
    while folded.count():
        folded.first.tap()


def _opens_without_a_name(phone: Phone) -> None:
    phone.may_hear("status of 422")
    phone.taps("Open the table")
    phone.sees("One thing to put right")


def _signs_in_wrongly(phone: Phone) -> None:
    phone.may_hear("status of 4")
    phone.types("alice", into="Name to sign in with")
    phone.types("not this one", into="Password")
    phone.page.get_by_role("button", name="Sign in").tap()
    phone.sees("do not belong together")


def _forgets_the_tick(phone: Phone) -> None:
    phone.may_hear("status of 422")
    phone.page.locator("button.act").tap()
    phone.sees("Tick the box first")


def _types_a_wrong_code(phone: Phone) -> None:
    phone.types("wrong", into="Recovery code")
    phone.taps("Become the host")
    phone.sees("not this table’s recovery code")


def _asks_for_a_code(phone: Phone) -> None:
    phone.taps("Make a new recovery code")
    phone.sees("Write it on paper")


def _chooses_a_bid(phone: Phone) -> None:
    phone.chooses(phone.party.called("E"), of="Bidder")
    phone.chooses("8", of="Bid")
    phone.chooses("hearts", of="Trump, may be left for later")


def _asks_why(phone: Phone) -> None:
    phone.cell(3, "EW").get_by_role("link").tap()
    expect(phone.page.get_by_role("dialog")).to_be_visible()


def _corrects(phone: Phone) -> None:
    phone.chooses("10", of=phone.pad)
    phone.sees("What changes")


def _enters_without_a_network(phone: Phone) -> None:
    phone.may_hear("net::ERR_")
    phone.is_live()
    phone.context.set_offline(True)
    phone.enters(5)
    phone.sees("Not saved yet")


def _takes_it_back(phone: Phone) -> None:
    if phone.is_in_hand:
        phone.taps("Take it back")
        phone.context.set_offline(False)
