"""The end of a table: its host takes it away in a file, and deletes it for everybody."""

from __future__ import annotations

import json

import pytest


def test_the_host_takes_the_table_away_whole(party, alice):
    party.plays("N", 8, 9)
    answer = alice.opens_page("/t/{key}/table.json")
    told = json.loads(answer.text)
    assert answer.response.headers["Content-Disposition"] == 'attachment; filename="pedro-table.json"'
    assert (told["table"], len(told["marks"])) == (party.key, party.number)
    ids = {mark.by for mark in party.store.marks(party.key)}
    assert not any(person in answer.text for person in ids), "who they are to the app stays here"


@pytest.mark.parametrize("path", ["/t/{key}/table.json", "/t/{key}/deletion"])
def test_nobody_else_does(anybody_else, path):
    assert anybody_else.asks(path).refused == "host_only"


def test_a_deleted_table_is_gone_for_everybody(party, alice, bob):
    party.plays("N", 8, 9)
    assert alice.sends("/t/{key}/deletion", sure="yes").json == {"deleted": party.key}
    assert bob.opens_page("/t/{key}").status == 404
    assert "the host has deleted the table" in bob.opens_page("/t/{key}").page.text
    for path in ("/part", "/sheet.json", "/history", "/live", "/seats"):
        assert bob.asks("/t/{key}" + path).refused == "no_table"
    assert bob.enters(2, 7).refused == "no_table"
    assert bob.joins("E").refused == "no_code"
    assert party.key not in bob.opens_page("/").text
    assert alice.sends("/t/{key}/deletion", sure="yes").refused == "no_table", "and once"


def test_without_javascript_a_tick_and_a_press(party, alice):
    page = alice.opens_page("/t/{key}/seats").page
    assert "Download or delete the table" in page.text
    again = alice.presses("Delete the table", on="/t/{key}/deletion")
    assert (again.status, "Tick the box first" in again.text) == (422, True)
    done = alice.presses("Delete the table", on="/t/{key}/deletion", sure="yes")
    assert (done.status, done.location) == (303, "/")
    assert party.store.read(party.key) is None


def test_an_open_page_hears_that_its_table_is_gone(party, alice, house):
    bell = house.extensions["squarescores"].bell
    page = bell.listen(party.key, None)
    page.hear(0)
    alice.sends("/t/{key}/deletion", sure="yes")
    with pytest.raises(LookupError):
        page.hear(5)
    page.close()


def test_the_others_tables_stay(party, alice):
    frank = party.frank
    frank.key = frank.opens().json["key"]
    alice.sends("/t/{key}/deletion", sure="yes")
    assert frank.opens_page("/t/{key}").status == 200
    assert frank.sends("/t/{key}/deletion", sure="yes").status == 200
