"""The live part: asked for again only when it says something else, and the same as on the page."""

from __future__ import annotations

import re

import pytest

from tests.web.cast import Answer, Party
from tests.web.sheets import newcomer

PART = "/t/{key}/part"


def etag(phone, address: str = PART, **headers: str) -> str:
    answer = phone.opens_page(address, **headers)
    assert answer.status == 200
    return answer.response.headers["ETag"]


def asks_again(phone, tag: str, address: str = PART, **headers: str) -> Answer:
    return phone.opens_page(address, **{"If-None-Match": tag, **headers})


def bare(html: str) -> str:
    """Without what is new on every drawing: a form's token and its op, and the time it is now."""
    html = re.sub(r'name="(csrf_token|op)" value="[^"]*"', "", html)
    return re.sub(r"<time .*?</time>", "", html).strip()


@pytest.fixture(params=["nothing", "a bid", "a deal", "a dispute", "a won match", "a banked match"])
def moment(request, party: Party) -> str:
    if request.param == "a bid":
        party.alice.bids(1, "E", 8)
    if request.param == "a deal":
        party.plays("E", 8, 7)
    if request.param == "a dispute":
        party.alice.bids(1, "E", 8)
        party.alice.enters(1, 7, "NS")
        party.alice.enters(1, 8, "EW")
    if request.param in ("a won match", "a banked match"):
        party.is_won_by("N")
    if request.param == "a banked match":
        party.is_banked()
    return request.param


def test_the_part_is_what_the_page_shows(party, moment):
    for phone in (party.alice, party.bob, party.carol, party.zoe):
        for asked in ("", "?side=EW", "?change=bid"):
            page = bare(phone.opens_page("/t/{key}" + asked).text)
            part = phone.opens_page(PART + asked)
            assert part.response.mimetype == "text/html"
            assert bare(part.text) in page
    board = party.zoe.opens_page("/t/{key}/board").text
    assert bare(party.zoe.opens_page(PART + "?view=board").text) in bare(board)


def test_the_page_names_the_part_that_belongs_to_it(party, alice):
    for asked in ("", "?side=EW", "?change=bid"):
        page = alice.opens_page("/t/{key}" + asked).text
        assert f'data-part="/t/{party.key}/part{asked}"' in page


def test_nothing_is_sent_again_until_there_is_a_mark(party, alice, bob):
    tag = etag(bob)
    answer = asks_again(bob, tag)
    assert (answer.status, answer.text, answer.response.headers["ETag"].removeprefix("W/")) == (
        304, "", tag.removeprefix("W/"),
    )  # fmt: skip
    assert asks_again(bob, f'"other", W/{tag.removeprefix("W/")}').status == 304
    alice.bids(1, "E", 8)
    assert asks_again(bob, tag).status == 200
    assert etag(bob) != tag


def test_a_refusal_changes_nothing_and_a_clash_does(party, alice, bob, dave):
    alice.bids(1, "E", 8)
    bob.enters(1, 7)
    tag = etag(bob)
    assert bob.enters(1, 99).status == 422
    assert bob.enters(1, 8).status == 409
    assert asks_again(bob, tag).status == 304
    assert dave.enters(1, 8).status == 409
    assert asks_again(bob, tag).status == 200


def test_each_kind_of_viewer_has_a_part_of_its_own(party, alice, bob, zoe):
    phones = (alice, bob, party.carol, party.dave, zoe)
    tags = [etag(phone) for phone in phones]
    assert len(set(tags)) == len(tags)
    assert etag(party.stranger) == etag(zoe) == etag(party.frank)
    assert asks_again(bob, tags[0]).status == 200


def test_a_seat_given_up_is_another_kind_of_viewer(party, bob):
    tag = etag(bob)
    bob.leaves()
    assert etag(bob) != tag
    assert etag(bob) == etag(party.zoe)
    eve = newcomer(party, "eve", "E")
    assert etag(eve) != etag(bob)


def test_each_language_has_a_part_of_its_own(zoe):
    english, swedish = (etag(zoe, **{"Accept-Language": code}) for code in ("en", "sv"))
    assert english != swedish
    assert asks_again(zoe, english, **{"Accept-Language": "sv"}).status == 200
    assert asks_again(zoe, swedish, **{"Accept-Language": "sv-FI, sv;q=0.9"}).status == 304


def test_the_board_is_not_the_sheet(zoe):
    assert etag(zoe, PART + "?view=board") != etag(zoe)


def test_it_is_kept_by_nobody_but_the_phone_that_asked(zoe):
    headers = zoe.opens_page(PART).response.headers
    assert {"private", "no-cache"} <= set(headers["Cache-Control"].split(", "))
    vary = headers["Vary"]
    assert all(each in vary for each in ("Cookie", "Accept-Language"))


def test_head_says_the_same_without_the_part(party, zoe):
    tag = etag(zoe)
    response = zoe.client.head(f"/t/{party.key}/part")
    assert (response.status_code, response.data) == (200, b"")
    assert response.headers["ETag"].removeprefix("W/") == tag.removeprefix("W/")
    response = zoe.client.head(f"/t/{party.key}/part", headers={"If-None-Match": tag})
    assert response.status_code == 304


def test_it_names_its_mark(party, alice):
    alice.bids(1, "E", 8)
    assert f'data-mark="{party.number}"' in alice.opens_page(PART).text
