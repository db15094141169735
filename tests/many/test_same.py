"""Whichever server a phone comes to, it is the same house."""

from __future__ import annotations

import pytest

from squarescores.web.limits import WRONG_CODES
from tests.together.cast import done

ACCOUNT = {"username": "bob", "password": "correct horse"}


@pytest.mark.parametrize("path", ["/t/{key}/part", "/t/{key}"])
def test_what_a_phone_has_of_one_server_is_current_at_the_other(party, at, path):
    here, there = at(party.bob, 0), at(party.bob, 1)
    has = here.opens_page(path).response.headers.get("ETag", "")
    assert here.opens_page(path, **{"If-None-Match": has}).status == (304 if has else 200)
    assert there.opens_page(path, **{"If-None-Match": has}).status == (304 if has else 200)
    party.has_bid()
    assert there.opens_page(path, **{"If-None-Match": has}).status == 200


def test_a_press_sent_again_to_the_other_server_is_written_once(party, at):
    party.has_bid()
    here, there = at(party.bob, 0), at(party.bob, 1)
    mark = done(here.enters(1, 8, op="eight"))
    with party.nothing_written():
        again = there.enters(1, 8, op="eight")
        assert (again.status, again.mark) == (200, mark)
        assert there.enters(1, 9, op="eight").refused == "op_reused"


def test_who_wrote_at_one_server_reads_it_at_the_other_at_once(party, at):
    here, there = at(party.alice, 0), at(party.alice, 1)
    for turn in range(10):
        mark = done(here.names_sides(NS=f"Us {turn}"))
        assert there.sheet["mark"] == mark
        assert f"Us {turn}" in there.opens_page("/t/{key}").text
        here, there = there, here


def test_wrong_codes_at_one_server_and_the_other_are_counted_together(party, at):
    zoes = at(party.zoe, 0), at(party.zoe, 1)
    for turn in range(WRONG_CODES[0].amount):
        assert zoes[turn % 2].joins("W", code="AAAAAA").refused == "no_code"
    assert [zoe.joins("W", code="AAAAAA").refused for zoe in zoes] == ["slow_down", "slow_down"]


def test_signed_out_everywhere_at_one_server_is_signed_out_at_the_other(party, at):
    here, there = at(party.bob, 0), at(party.bob, 1)
    assert here.sends("/account", **ACCOUNT).status == 201
    old = at(here, 1)
    assert old.me["seat"] == "E"
    assert here.sends("/sign-out", everywhere="yes").status == 200
    assert old.bids(1, "E", 8).refused == "not_seated"  # by the cookie alone it would have been
    assert old.me["seat"] is there.me["seat"] is None


def test_a_seat_that_moved_at_one_server_is_held_at_the_other(party, at):
    old = at(party.bob, 1)
    link = at(party.bob, 0).offers_move().json["link"]
    new = at(party.zoe, 0)
    assert new.takes_over(link).status == 201
    assert old.bids(1, "E", 8).refused == "not_seated"
    assert at(new, 1).me["seat"] == "E"
