"""The pads that lie ready on the slip for what comes next, should the network be away by then."""

import re


def ready(phone):
    """The sides that the page holds a pad for, in the order they would be asked for."""
    page = phone.opens_page("/t/{key}").text
    return [
        side for slip in re.findall(r"<form [^>]*data-later>", page) for side in re.findall("NS|EW", slip)[:1]
    ]


def test_whoever_notes_a_bid_can_enter_the_own_side_next(alice, bob, zoe):
    assert (ready(bob), ready(alice), ready(zoe)) == (["EW"], ["NS"], [])


def test_whoever_has_entered_the_own_side_is_done(party, alice, bob):
    alice.bids(1, "E", 8)
    assert (ready(bob), ready(alice)) == ([], [])


def test_the_host_enters_for_a_side_without_a_phone_too(party, alice, bob, dave):
    bob.leaves()
    dave.leaves()
    assert ready(alice) == ["NS", "EW"]
    alice.bids(1, "E", 8)
    assert ready(alice) == ["EW"]


def test_a_host_without_a_seat_enters_for_both(alice):
    alice.leaves()
    assert ready(alice) == ["NS", "EW"]


def test_a_bid_that_is_changed_asks_for_nothing_after_it(alice):
    alice.bids(1, "E", 8)
    page = alice.opens_page("/t/{key}?change=bid").text
    assert "Change the bid" in page
    assert "data-later" not in page
