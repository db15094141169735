"""The history: every mark in a sentence, by whom, with the names of the moment; no secret in it."""

from __future__ import annotations

import pytest

from squarescores.pedro.marks import Written
from squarescores.web.sheet.history import TOLD
from tests.web.cast import Party
from tests.web.sheets import newcomer


def bare(text: str) -> str:
    """Without the marks that keep a name's direction to itself."""
    return text.replace("\u2068", "").replace("\u2069", "")


def told(party: Party) -> list[str]:
    """The sentences of the history, the oldest first."""
    return [bare(mark["text"]) for mark in party.zoe.asks("/t/{key}/history").json["marks"]]


def test_every_kind_of_mark_has_its_sentence():
    assert set(TOLD) == set(Written.__args__)


def test_what_happens_round_the_table_is_told(app):
    party = Party(app)
    party.opens()
    alice, bob = party.alice, party.bob
    bob.joins("E")
    bob.names_seat("E", "Bobby")
    bob.moves("W")
    alice.names_seat("E", "Eve")
    alice.names_seat("E", "Eva")
    alice.names_seat("S", "Eva")
    alice.names_seat("W", "Robert")
    alice.frees("S")
    alice.names_sides(NS="Sharks")
    bob.draws_dealer()
    bob.picks_dealer("S")
    alice.chooses_rules(target=51)
    alice.sets_joining(open="no")
    alice.sets_joining(open="yes")
    alice.sets_joining(new_code="yes")
    alice.leaves()
    alice.moves("N")
    bob.leaves()
    carol = newcomer(party, "carol", "W", at=alice)
    alice.hands_on("W")
    drawn = {"N": "Alice", "E": "East", "S": "South", "W": "Robert"}  # Eva went from East to South, and away
    lines = told(party)
    assert lines[10] in {f"Robert drew the first dealer: {name}." for name in drawn.values()}
    assert lines[:10] + lines[11:] == [
        "Alice opened the table. Alice deals first.",
        "Bob took the seat East.",
        "Bob is called Bobby now.",
        "Bobby moved from East to West.",
        "Alice wrote Eve in at East, without a phone.",
        "Eve is called Eva now. Written by Alice.",
        "Alice moved Eva from East to South.",
        "Bobby is called Robert now. Written by Alice.",
        "Alice freed the seat South of Eva.",
        "Alice named the sides: Sharks and East & Robert.",
        "Robert picked the first dealer: South.",
        "Alice changed the rules: to 51.",
        "Alice closed joining.",
        "Alice opened joining.",
        "Alice changed the join code.",
        "Alice left the seat North.",
        "Alice took the seat North.",
        "Robert left the seat West.",
        "Carol took the seat West.",
        "Alice handed the table on: Carol is the host now.",
    ]
    assert carol.me["host"]


def test_what_happens_on_the_sheet_is_told(party, alice, bob, carol, dave):
    alice.bids(1, "E", 8)
    dave.bids(1, "E", 9, was=party.mark_of(1))
    carol.bids(1, "E", 9, "H")
    bob.enters(1, 7)
    dave.enters(1, 8)
    carol.enters(1, 8)
    alice.corrects(1, NS=7, bidder="W")
    alice.corrects(1, bid=8, trump="", reason="miscounted")
    alice.bids(2, "N", 7)
    alice.voids(2, reason="face up")
    alice.undoes_the_void(2)
    alice.ends_the_match()
    alice.reopens()
    carol.ends_the_match()
    dave.starts_the_next()
    assert told(party)[4:] == [
        "Alice noted the bid: Bob, 8.",
        "Dave noted the bid: Bob, 9.",
        "Carol noted trump: hearts.",
        "Bob entered 7 for Bob & Dave.",
        "Refused: Dave, 8 for Bob & Dave. Bob had entered 7.",
        "Carol entered 8 for Alice & Carol.",
        "Alice, the host, corrected deal 1: Alice & Carol from 8 to 7; bidder from Bob to Dave.",
        "Alice, the host, corrected deal 1: bid from 9 to 8; trump from hearts to nothing.",
        "Alice noted the bid: Alice, 7.",
        "Alice, the host, voided deal 2: a misdeal.",
        "Alice, the host, took the void of deal 2 back.",
        "Alice ended match 1 and banked it.",
        "Alice, the host, reopened match 1.",
        "Carol ended match 1 and banked it.",
        "Dave began match 2.",
    ]


def test_an_account_that_comes_in_is_told(party, bob):
    bob.sends("/account", username="bobby", password="correct horse battery")
    bob.sends("/sign-out")
    bob.forgets_its_token()
    assert bob.joins("E", "Bert").status == 409
    party.dave.leaves()
    bob.joins("W", "Bert")
    bob.sends("/sign-in", username="bobby", password="correct horse battery")
    assert told(party)[-1].endswith("signed in, and goes on from there.")


def test_names_are_those_of_the_moment(party, alice, bob):
    alice.bids(1, "E", 8)
    bob.enters(1, 7)
    bob.leaves()
    eve = newcomer(party, "eve", "E")
    eve.names_seat("E", "Evelyn")
    assert told(party)[4:6] == ["Alice noted the bid: Bob, 8.", "Bob entered 7 for Bob & Dave."]
    alice.corrects(1, EW=8)
    assert told(party)[-1].endswith("Evelyn & Dave from 7 to 8.")


def test_the_page_tells_it_the_newest_first_a_deal_at_a_time(party, alice, bob, dave, zoe):
    party.plays("E", 8, 7)
    alice.bids(2, "N", 9)
    alice.corrects(1, trump="S", reason="I forgot")
    answer = zoe.opens_page("/t/{key}/history")
    text = bare(answer.page.text)
    assert text.index("noted the bid: Alice, 9") < text.index("noted the bid: Bob, 8")
    assert "trump from nothing to spades. I forgot" in text
    assert [each for each in answer.page.ids if each.startswith("deal-")] == ["deal-1", "deal-2"]
    bob.enters(2, 7)
    dave.enters(2, 8)
    assert "refused Refused: Dave, 8" in bare(zoe.opens_page("/t/{key}/history").page.text)


def test_a_row_leads_to_its_place_in_the_history_in_every_match(party, alice, zoe):
    party.plays("E", 8, 7)
    party.is_banked()
    alice.starts_the_next()
    party.plays("N", 8, 9)
    for match, said in ((1, "Bob, 8"), (2, "Alice, 8")):
        links = zoe.opens_page(f"/t/{{key}}/deals/1?match={match}").page.links
        (link,) = [link for link in links if "/history" in link]
        address, _hash, place = link.partition("#")
        page = zoe.opens_page(address).page
        assert place in page.ids
        assert f"noted the bid: {said}" in bare(page.text)


def test_the_history_is_told_a_match_at_a_time(party, alice, zoe):
    """Of fifty matches it was one page of 1150 lines."""
    for _match in range(3):
        party.plays("E", 8, 7)
        party.is_banked()
        alice.starts_the_next()
    alice.corrects(1, NS=6, EW=8, match=2)
    assert "noted the bid" not in zoe.opens_page("/t/{key}/history").page.text
    page = zoe.opens_page("/t/{key}/history?match=2").page
    assert page.text.count("noted the bid") == 1
    assert "corrected deal 1" in page.text
    assert [link.partition("?")[2] for link in page.links if "/history?" in link] == ["match=1", "match=3"]
    assert zoe.opens_page("/t/{key}/history?match=5").status == 404
    told = zoe.asks("/t/{key}/history?match=2").json["marks"]
    assert {mark["match"] for mark in told if "match" in mark} == {2}


@pytest.mark.parametrize("name", ["alice", "bob", "zoe", "stranger"])
def test_nobody_learns_the_join_code_or_an_identity_from_the_history(party, name):
    old = party.code
    party.alice.sets_joining(new_code="yes")
    party.bob.sends("/account", username="bob", password="correct horse battery")
    new = party.alice.me["code"]
    phone = party.phone(name)
    for answer in (phone.asks("/t/{key}/history"), phone.opens_page("/t/{key}/history")):
        assert old not in answer.text
        assert new not in answer.text
    table = party.store.read(party.key)
    assert not [person for person in table.names if person in phone.asks("/t/{key}/history").text]


def test_a_script_gets_every_mark_with_its_fields(party, alice, bob):
    alice.bids(1, "E", 8, "H")
    bob.enters(1, 7, cards="A,J,5")
    answer = party.zoe.asks("/t/{key}/history").json
    assert answer["mark"] == party.number == len(answer["marks"])
    last = answer["marks"][-1]
    assert last.pop("at").endswith("Z")
    assert bare(last.pop("text")) == "Bob entered 7 for Bob & Dave."
    assert last == {
        "mark": 6, "by": "Bob", "kind": "Entered", "match": 1, "deal": 1, "side": "EW", "points": 7,
        "cards": ["A", "J", "5"],
    }  # fmt: skip


def test_who_only_watches_learns_the_code_nowhere(party, zoe):
    party.alice.bids(1, "E", 8)
    for address in (
        "",
        "/part",
        "/board",
        "/history",
        "/seats",
        "/deals/1",
        "/rules",
        "/matches",
        "/me",
        "/sheet.json",
    ):
        text = zoe.opens_page("/t/{key}" + address).text
        assert party.code not in text, address
        assert f"{party.code[:3]} {party.code[3:]}" not in text, address
    board = party.bob.opens_page("/t/{key}/board").text
    assert f"{party.code[:3]} {party.code[3:]}" in board
