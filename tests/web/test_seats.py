"""Seats: who sits where, who may change that, joining and its code, the sides' names, the first dealer."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import segno

from squarescores import address
from squarescores.web.tables import codes
from squarescores.web.tables.invitation import invitation, qr
from tests.web.cast import Party


def refused(party, reason, press):
    """That the press is refused for that reason, as JSON and as a page, and nothing is written."""
    with party.nothing_written():
        answer = press()
    assert answer.refused == reason, answer.text
    assert answer.status == {"host_only": 403, "not_seated": 403, "not_your_side": 403}.get(reason, 409)
    assert answer.message
    return answer


def holders(party):
    return {seat: held and held["name"] for seat, held in party.sheet["seats"].items()}


# The page


def test_the_page_shows_who_sits_where(party, alice):
    page = alice.opens_page("/t/{key}/seats").page
    for said in ("North: Alice host, deals first, this phone", "East: Bob", "South: Carol", "West: Dave"):
        assert said in page.text


def test_host_and_players_see_the_code_its_link_and_its_qr_code(party, bob):
    answer = bob.opens_page("/t/{key}/seats")
    assert " ".join(party.code) in answer.page.text
    assert f"http://localhost/join/{party.code}" in answer.page.links
    assert 'class="qr"' in answer.text


def test_who_watches_sees_the_seats_and_neither_code_nor_buttons(party, watcher):
    answer = watcher.opens_page("/t/{key}/seats")
    assert answer.status == 200
    assert "Alice" in answer.page.text
    assert party.code not in answer.text
    assert 'class="qr"' not in answer.text
    assert not set(answer.page.buttons) - {"English", "Svenska"}


def test_a_player_is_shown_only_what_a_player_may_do(bob):
    buttons = set(bob.opens_page("/t/{key}/seats").page.buttons)
    assert {"Leave the seat", "Save", "Draw again"} <= buttons
    assert not {"Close joining", "Free the seat of Carol", "Make Carol the host"} & buttons


def test_the_qr_code_is_drawn_in_strokes_inside_its_square():
    address = "http://pedro.example/join/K7M4WP"
    drawn = qr(address)
    rows = [list(row) for row in segno.make(address, micro=False, error="m").matrix]
    assert drawn["size"] == len(rows) + 2
    dark = set()
    for x, y, length in re.findall(r"M(\d+) (\d+)\.5h(\d+)", str(drawn["path"])):
        dark |= {(int(x) - 1 + step, int(y) - 1) for step in range(int(length))}
    assert dark == {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark}


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("http://localhost:8765", "http://192.0.2.7:8765"),
        ("http://127.0.0.1:8765", "http://192.0.2.7:8765"),
        ("http://pedro.example", "http://pedro.example"),
        ("https://pedro.example:444", "https://pedro.example:444"),
    ],
)
def test_the_link_leads_other_phones_here_also_from_the_server_s_own_machine(app, monkeypatch, asked, begins):
    monkeypatch.setattr(address, "addresses", lambda _settings, port: ["", f"http://192.0.2.7:{port}"])
    with app.test_request_context(base_url=asked):
        assert invitation("K7M4WP").url == f"{begins}/join/K7M4WP"


def test_the_link_begins_with_the_address_that_was_set(app, monkeypatch):
    house = app.extensions["squarescores"]
    told = replace(house, settings=replace(house.settings, base_url="https://pedro.example/"))
    monkeypatch.setitem(app.extensions, "squarescores", told)
    with app.test_request_context(base_url="http://localhost:8765"):
        assert invitation("K7M4WP").url == "https://pedro.example/join/K7M4WP"
        assert invitation("K7M4WP").host == "pedro.example"


# Names, moves, leaving


def test_the_host_writes_a_name_without_a_phone_into_a_free_seat(app):
    party = Party(app)
    party.opens()
    answer = party.alice.names_seat("E", "Ed")
    assert answer.status == 201
    assert answer.sheet["seats"]["E"] == {"name": "Ed", "phone": False}


def test_an_empty_name_is_no_move(party, alice):
    party.bob.leaves()
    with party.nothing_written():
        assert alice.names_seat("E", "").errors.keys() == {"name"}
    assert alice.me["seat"] == "N"


def test_the_host_renames_moves_and_frees_anyone(party, alice):
    assert alice.names_seat("E", "Robert").status == 201
    assert alice.frees("W").status == 201
    assert alice.names_seat("W", "Robert").status == 201
    assert holders(party) == {"N": "Alice", "E": None, "S": "Carol", "W": "Robert"}
    assert party.bob.me["seat"] == "W"


def test_a_player_renames_oneself(party, player):
    assert player.names_seat(player.me["seat"], "Sam").status == 201
    assert "Sam" in holders(party).values()


def test_a_player_moves_to_a_free_seat_before_the_first_bid_and_not_after(party, bob):
    party.dave.leaves()
    assert bob.moves("W").status == 201
    assert bob.me["seat"] == "W"
    party.alice.bids(1, "N", 8)
    refused(party, "host_only", lambda: bob.moves("E"))


def test_a_player_touches_nobody_else_s_seat(party, bob):
    refused(party, "host_only", lambda: bob.names_seat("S", "Caroline"))
    refused(party, "host_only", lambda: bob.moves("S"))
    refused(party, "host_only", lambda: bob.frees("S"))


def test_a_player_leaves_and_watches_from_then_on(party, player):
    party.plays("N", 8, 9)
    assert player.leaves().status == 201
    assert player.me == {"seat": None, "side": None, "host": False, "code": None}
    refused(party, "not_seated", lambda: player.enters(2, 7))
    assert party.sheet["totals"] == {"NS": 9, "EW": 5}


def test_the_host_who_leaves_stays_host(party, alice):
    assert alice.leaves().status == 201
    assert alice.me["host"] is True
    assert party.sheet["host"] == {"name": "Alice", "seat": None}
    assert alice.moves("N").status == 201, "and may sit down again without the code"


def test_the_host_of_an_empty_table_is_still_the_host(party, alice):
    for seat in "NESW":
        assert alice.frees(seat).status == 201
    assert alice.names_seat("E", "Ed").status == 201


def test_a_seat_is_freed_once(party, alice):
    assert (alice.frees("E").status, alice.frees("E").status) == (201, 200)


def test_who_watches_changes_no_seat(party, watcher):
    for press in (
        lambda: watcher.names_seat("E", "Zed"),
        lambda: watcher.moves("E"),
        lambda: watcher.frees("E"),
        watcher.draws_dealer,
        lambda: watcher.picks_dealer("E"),
        lambda: watcher.names_sides(NS="Us"),
    ):
        refused(party, "not_seated", press)


def test_only_the_host_may_do_what_is_the_host_s(party, anybody_else):
    for press in (
        lambda: anybody_else.hands_on("E"),
        lambda: anybody_else.sets_joining(open="no"),
        lambda: anybody_else.sets_joining(new_code="yes"),
        lambda: anybody_else.chooses_rules(preset="pidro"),
    ):
        assert "Alice" in refused(party, "host_only", press).message


def test_permission_is_answered_before_the_fields_are_looked_at(party, zoe, bob):
    refused(party, "not_seated", lambda: zoe.names_seat("nowhere", "x" * 99))
    refused(party, "host_only", lambda: bob.hands_on("nowhere"))
    refused(party, "host_only", lambda: bob.chooses_rules(target="many", op="no good"))


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"seat": "X", "name": "Ed"}, "seat"), ({"seat": "", "name": "Ed"}, "seat"),
        ({"seat": "E", "name": "x" * 41}, "name"),
        ({"seat": "E", "name": " "}, "name"), ({"seat": "E", "name": "\x00"}, "name"),
        ({"seat": "E", "name": "CAROL"}, "name"),
        ({"seat": "E", "name": "\u200d"}, "name"),
        ({"seat": ["E", "W"], "name": "Ed"}, "seat"), ({"seat": "E", "name": "Ed", "op": "%"}, "op"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_name_or_a_seat_is_said_and_kept(party, alice, typed, field):
    with party.nothing_written():
        answer = alice.sends("/t/{key}/seats", **typed)
        page = alice.sends("/t/{key}/seats", accept="text/html", **typed)
    assert (answer.status, list(answer.errors)) == (422, [field])
    assert page.status == 422
    assert answer.errors[field][0] in page.page.text
    if typed["seat"] == "E":
        typed_in = [
            form.fields["name"]
            for form in page.page.forms
            if form.fields.get("seat") == "E" and "name" in form.fields
        ]
        assert typed_in == [typed["name"]]


def test_a_seat_that_is_taken_is_not_moved_to(party, alice):
    refused(party, "seat_taken", lambda: alice.moves("E"))
    page = alice.sends("/t/{key}/seats", accept="text/html", seat="E")
    assert page.status == 409
    assert "East is taken: ⁨Bob⁩ sits there." in page.page.text


def test_without_javascript_every_press_leads_back_to_the_seats(party, alice, bob):
    seats = f"/t/{party.key}/seats"
    for phone, words in [
        (alice, "Free the seat of Dave"), (alice, "Draw again"), (alice, "Close joining"),
        (alice, "Open joining again"),
        (alice, "Another code; the old one ends"), (bob, "Move here"), (bob, "Leave the seat"),
        (alice, "Make Carol the host"),
    ]:  # fmt: skip
        answer = phone.presses(words, on="/t/{key}/seats")
        assert (answer.status, answer.location) == (303, seats), words
    assert party.carol.me["host"] is True
    assert holders(party) == {"N": "Alice", "E": None, "S": "Carol", "W": None}


def test_a_refusal_to_who_may_not_is_a_page_with_what_was_typed(party, zoe):
    answer = zoe.sends("/t/{key}/seats", accept="text/html", seat="E", name="Zed 🂡")
    assert answer.status == 403
    assert "You are watching" in answer.page.text
    assert "Zed 🂡" in answer.page.text


def test_the_same_press_is_one_mark(party, alice):
    first, again = alice.frees("E", op="free"), alice.frees("E", op="free")
    assert (first.status, again.status, again.mark) == (201, 200, first.mark)
    assert alice.frees("S", op="free").refused == "op_reused"


# Joining


def test_joining_is_closed_and_opened(party, alice):
    assert alice.sets_joining(open="no").status == 201
    assert alice.sets_joining(open="no").status == 200
    assert "Joining is closed." in alice.opens_page("/t/{key}/seats").page.text
    assert alice.sets_joining(open="yes").status == 201


def test_a_new_code_that_is_another_table_s_is_drawn_again(party, alice, monkeypatch):
    taken = party.frank.opens().json["code"]
    draws = iter([taken, "ACDEFH"])
    monkeypatch.setattr(codes, "draw", lambda: next(draws))
    assert alice.sets_joining(new_code="yes").status == 201
    assert alice.me["code"] == "ACDEFH"


def test_the_same_press_draws_one_new_code(party, alice):
    first = alice.sets_joining(new_code="yes", op="draw")
    code = alice.me["code"]
    again = alice.sets_joining(new_code="yes", op="draw")
    assert (first.status, again.status, alice.me["code"]) == (201, 200, code)


@pytest.mark.parametrize(
    "typed", [{}, {"open": "maybe"}, {"new_code": "no"}, {"new_code": "ABC"}, {"open": ["yes", "no"]}]
)
def test_joining_is_told_yes_or_no(party, alice, typed):
    with party.nothing_written():
        assert alice.sets_joining(**typed).status == 422
        assert alice.sends("/t/{key}/joining", accept="text/html", **typed).status == 422


# The host


def test_the_table_is_handed_to_a_seat_with_a_phone(party, alice):
    assert alice.hands_on("E").status == 201
    assert party.sheet["host"] == {"name": "Bob", "seat": "E"}
    refused(party, "host_only", lambda: alice.hands_on("N"))
    assert party.bob.frees("N").status == 201


@pytest.mark.parametrize("seat", ["", "X", "W"])
def test_the_table_is_handed_to_nobody_else(party, alice, seat):
    alice.frees("W")
    alice.names_seat("W", "Will")
    with party.nothing_written():
        answer = alice.hands_on(seat)
        page = alice.sends("/t/{key}/host", accept="text/html", seat=seat)
    assert (answer.status, list(answer.errors)) == (422, ["seat"])
    assert answer.errors["seat"][0] in page.page.text


# The sides


def test_a_side_is_named_by_its_own_players_and_either_by_the_host(party, alice, bob):
    assert bob.names_sides(EW="The Felts").status == 201
    assert alice.names_sides(NS="Nets").status == 201
    assert party.sheet["sides"] == {"NS": "Nets", "EW": "The Felts"}
    assert alice.names_sides(NS="", EW="").status == 201
    assert party.sheet["sides"] == {"NS": None, "EW": None}


def test_the_other_side_is_not_one_s_own_to_name(party, player):
    other = "EW" if player.me["side"] == "NS" else "NS"
    refused(party, "not_your_side", lambda: player.names_sides(**{other: "Them"}))
    refused(party, "not_your_side", lambda: player.names_sides(NS="Us", EW="Them"))


@pytest.mark.parametrize("typed", [{}, {"NS": "x" * 41}, {"NS": "\x07"}, {"NS": ["a", "b"]}, {"NS": "felts"}])
def test_what_cannot_be_a_side_s_name_is_said_and_kept(party, alice, typed):
    alice.names_sides(EW="Felts")
    with party.nothing_written():
        answer = alice.names_sides(**typed)
        page = alice.sends("/t/{key}/sides", accept="text/html", **typed)
    assert (answer.status, list(answer.errors)) == (422, ["NS"])
    assert answer.errors["NS"][0] in page.page.text
    if typed and isinstance(typed["NS"], str):
        kept = [form.fields["NS"] for form in page.page.forms if "NS" in form.fields]
        assert kept == [typed["NS"]]


# The first dealer


def test_any_player_picks_or_draws_the_first_dealer_until_the_first_bid(party, player):
    assert player.picks_dealer("W").sheet["dealer"] == "W"
    assert "Picked: Dave." in player.opens_page("/t/{key}/seats").page.text
    assert player.draws_dealer().status == 201
    assert "Drawn at random" in player.opens_page("/t/{key}/seats").page.text
    assert party.alice.bids(1, "N", 8).status == 201
    refused(party, "rules_fixed", lambda: player.picks_dealer("E"))
    assert "Draw again" not in player.opens_page("/t/{key}/seats").page.buttons


def test_every_seat_is_drawn_some_time(party, alice):
    assert {alice.draws_dealer().sheet["dealer"] for _ in range(40)} == set("NESW")


def test_the_same_press_draws_once(party, alice):
    first = alice.draws_dealer(op="draw")
    for _ in range(5):
        again = alice.draws_dealer(op="draw")
        assert (again.status, again.mark, again.sheet["dealer"]) == (200, first.mark, first.sheet["dealer"])


@pytest.mark.parametrize(
    "typed", [{}, {"seat": "NE"}, {"draw": "no"}, {"draw": "please"}, {"seat": ["N", "E"]}]
)
def test_a_dealer_is_a_seat_or_a_draw(party, alice, typed):
    with party.nothing_written():
        assert alice.sends("/t/{key}/dealer", **typed).status == 422
        assert alice.sends("/t/{key}/dealer", accept="text/html", **typed).status == 422


def test_a_dealer_for_another_match_is_not_picked(party, alice):
    refused(party, "sheet_moved_on", lambda: alice.picks_dealer("E", match=2))


# Everywhere


@pytest.mark.parametrize("path", ["seats", "seats/free", "host", "joining", "sides", "dealer", "rules"])
def test_without_the_page_s_token_nothing_is_written(party, alice, path):
    fields = {"seat": "E", "name": "Ed", "open": "no", "NS": "Nets", "preset": "pidro"}
    with party.nothing_written():
        answer = alice.sends(f"/t/{{key}}/{path}", csrf_token="x", **fields)
    assert (answer.status, answer.refused) == (400, "csrf")


@pytest.mark.parametrize("path", ["seats/free", "host", "joining", "sides", "dealer"])
def test_what_only_writes_has_no_page(alice, path):
    assert alice.opens_page(f"/t/{{key}}/{path}").status == 405


def test_names_of_any_kind_stay_names_on_the_seats(app):
    party = Party(app)
    party.opens(name="<img src=x onerror=alert(1)>", name_E="{{7*7}}", name_W="‮דוד", side_NS="</title><b>")
    for path in ("seats", "rules", "banking", "matches"):
        answer = party.alice.opens_page(f"/t/{{key}}/{path}")
        assert answer.status == 200
        assert "<img" not in answer.text
        assert '<b>"' not in answer.text
        assert "49" not in answer.page.text
