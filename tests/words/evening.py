"""An evening at a table, looked at in every language: each page when there is something to read on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from flask import Flask

from squarescores.settings import Settings
from squarescores.web.guides import ORDER
from tests.web.cast import Party, Phone

SPOKEN = Settings().languages

_ops = count(1)

# Who asked for what, and what was answered in each language.
Look = tuple[str, dict[str, str]]


def opens(phone: Phone, path: str) -> Look:
    """The page at an address."""
    said = {each: phone.opens_page(path, **{"Accept-Language": each}).text for each in SPOKEN}
    return f"{phone.name} {path}", said


def sends(phone: Phone, path: str, **fields: Any) -> Look:
    """What a form is answered that is refused."""
    said = {}
    for each in SPOKEN:
        answer = phone.client.post(
            path.replace("{key}", phone.party.key),
            data={"op": f"evening-{next(_ops)}", "csrf_token": phone.token, **fields},
            headers={"Accept": "text/html", "Accept-Language": each},
        )
        assert answer.status_code >= 400, answer.text
        said[each] = answer.text
    return f"{phone.name} {path} {fields}", said


def evening(app: Flask) -> Iterator[Look]:
    """From the door to the bank."""
    party = Party(app)
    yield from _outside(party)
    party.opens(dealer_28_56="yes")
    yield from _before_the_first_bid(party)
    yield from _taking_seats(party)
    yield from _a_deal(party)
    yield from _a_few_deals(party)
    yield from _to_the_end(party)
    yield from _to_a_decider(app)


def _outside(party: Party) -> Iterator[Look]:
    stranger = party.stranger
    for path in ("/", "/tables/new", "/join", "/join/WRNG", "/account", "/sign-in", "/guides", "/t/lost"):
        yield opens(stranger, path)
    for guide in ORDER:
        yield opens(stranger, f"/guides/{guide.slug}")
    yield sends(stranger, "/tables/new", name="", seat="", target="many", min_bid="15", side_NS="x" * 41)
    yield sends(stranger, "/account", username="", password="short")
    yield sends(stranger, "/sign-in", username="Nobody", password="not the one")
    yield sends(stranger, "/tables/new", csrf_token="stale", name="Zoe")


def _before_the_first_bid(party: Party) -> Iterator[Look]:
    alice = party.alice
    yield opens(party.stranger, f"/join/{party.code}")
    yield opens(alice, "/t/{key}/rules")
    for phone in (alice, party.zoe):
        for path in ("/t/{key}/seats", "/t/{key}"):
            yield opens(phone, path)
    yield sends(alice, "/t/{key}/rules", preset="pidro", goes_out_margin="-1", both_reach="maybe")
    yield sends(alice, "/t/{key}/seats", seat="E", name="x" * 41)
    alice.names_seat("E", "Eve")
    alice.names_seat("E", "Erik")
    alice.frees("E")
    alice.draws_dealer()
    alice.picks_dealer("N")
    alice.sets_joining(open="no")
    yield opens(party.stranger, f"/join/{party.code}")
    alice.sets_joining(open="yes")


def _taking_seats(party: Party) -> Iterator[Look]:
    party.bob.joins("E")
    for seat, name in (("E", "Zoe"), ("W", "Bob"), ("", "")):
        yield sends(party.zoe, "/join", code=party.code, seat=seat, name=name)
    yield opens(party.alice, "/t/{key}/seats")
    party.carol.joins("S")
    party.dave.joins("W")
    yield opens(party.stranger, f"/join/{party.code}")


def _a_deal(party: Party) -> Iterator[Look]:
    alice, bob, carol, zoe = party.alice, party.bob, party.carol, party.zoe
    yield sends(alice, "/t/{key}/entries", deal=1, points=7, side="NS")
    alice.bids(1, "E", 8)
    for phone in (alice, bob, zoe):
        yield opens(phone, "/t/{key}")
    yield opens(alice, "/t/{key}?change=bid")
    yield opens(alice, "/t/{key}/board")
    yield sends(bob, "/t/{key}/bids", deal=1, bidder="E", bid=9)
    carol.enters(1, 9, cards="A,J,10,5,2")
    for phone in (alice, bob, carol):
        yield opens(phone, "/t/{key}")
    yield sends(alice, "/t/{key}/entries", deal=1, points=8, side="NS")
    yield sends(bob, "/t/{key}/entries", deal=1, points=0)
    yield sends(bob, "/t/{key}/entries", deal=1, points=15)
    bob.enters(1, 6, cards="low,2")
    for phone in (alice, bob, zoe):
        yield opens(phone, "/t/{key}")
    yield opens(alice, "/t/{key}/deals/1")
    yield opens(alice, "/t/{key}/deals/1/fix")
    yield opens(bob, "/t/{key}/deals/1/fix")
    alice.corrects(1, NS=9, EW=5, reason="…")


def _a_few_deals(party: Party) -> Iterator[Look]:
    alice, bob = party.alice, party.bob
    party.plays("N", 8, 10)
    party.plays("W", 7, 5)
    alice.corrects(2, NS=7, EW=7)
    deal = party.sheet["open_deal"]["number"]
    alice.bids(deal, "S", 10, "D")
    alice.voids(deal)
    alice.bids(deal + 1, "S", 10, "D")
    for path in ("/t/{key}", "/t/{key}/history", "/t/{key}/banking", "/t/{key}/matches", "/t/{key}/rules"):
        yield opens(alice, path)
        yield opens(bob, path)
    for each in (1, 2, deal, deal + 1):
        yield opens(alice, f"/t/{{key}}/deals/{each}")
    yield opens(alice, "/t/{key}/deals/2/fix?NS=10&EW=4&side=NS")
    yield opens(alice, "/t/{key}/sheet.csv")
    carol, dave = party.carol, party.dave
    carol.enters(deal + 1, 14)
    dave.enters(deal + 1, 0)


def _to_the_end(party: Party) -> Iterator[Look]:
    alice = party.alice
    yield from _until(party, "bidder_goes_out")
    party.is_won_by("E")
    for phone in (alice, party.zoe):
        yield opens(phone, "/t/{key}")
    yield opens(alice, "/t/{key}/deals/2/fix?NS=14&EW=0&side=NS")
    yield opens(alice, "/t/{key}/banking")
    yield sends(alice, "/t/{key}/banking", seen=1, match=1)
    party.is_banked()
    alice.corrects(3, NS=6, EW=8)
    for path in ("/t/{key}", "/t/{key}/matches/1", "/t/{key}/matches", "/t/{key}/history", "/"):
        yield opens(alice, path)
        yield opens(party.bob, path)
    alice.starts_the_next()
    alice.bids(1, "N", 8)
    yield sends(alice, "/t/{key}/reopening", match=1)
    yield opens(alice, "/t/{key}/history")
    yield opens(alice, "/t/{key}/seats")
    alice.names_sides(NS="Ω", EW="Ж")
    alice.hands_on("E")
    yield opens(alice, "/t/{key}/history")
    yield from _leaving(party)


def _leaving(party: Party) -> Iterator[Look]:
    alice, bob, carol = party.alice, party.bob, party.carol
    carol.sends("/account/deletion", sure="yes")
    for path in ("/t/{key}/deletion", "/account/deletion", "/account", "/t/{key}/history"):
        yield opens(bob, path)
    yield sends(bob, "/t/{key}/deletion")
    bob.sends("/account/deletion", sure="yes")
    yield opens(alice, "/t/{key}/seats")


def _until(party: Party, status: str) -> Iterator[Look]:
    """The sides take turns, until the rules have something to say."""
    while party.sheet["status"] != status:
        table = party.store.read(party.key)
        assert table is not None
        ns, ew = (tally.net for tally in table.played.standing.tallies)
        party.plays("N" if ns < ew else "E", 7, 10 if ns < ew else 4)
    yield opens(party.alice, "/t/{key}")


def _to_a_decider(app: Flask) -> Iterator[Look]:
    """Other rules: no gate, so that both sides can reach the line at once; the table stops there."""
    party = Party.of_four(app, preset="no-minus", target="12", goes_out_margin="none", pack_points="16")
    party.plays("N", 7, 6)
    yield opens(party.alice, "/t/{key}")
    yield opens(party.alice, "/t/{key}/deals/1")
    yield opens(party.alice, "/t/{key}/rules")
    party = Party.of_four(app, preset="pedreaux", target="7", both_reach="decider")
    party.plays("N", 7, 7)
    yield opens(party.alice, "/t/{key}")
    yield opens(party.alice, "/t/{key}/banking")
    party.is_banked()
    yield opens(party.alice, "/t/{key}/matches/1")
