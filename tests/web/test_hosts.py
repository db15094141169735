"""The host: handed on, agreed on by one of each side, recovered with the code on paper; always just one."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from squarescores.store import StoreAway
from squarescores.web import limits
from squarescores.web.tables import codes, recovery
from tests.web.cast import Party, no_write


def hosts(party):
    """Whoever the app takes for the host."""
    names = ("alice", "bob", "carol", "dave", "zoe", "frank", "stranger")
    return [name for name in names if party.phone(name).me["host"]]


def kinds(party):
    return [type(mark.what).__name__ for mark in party.store.marks(party.key)]


@pytest.fixture
def agreed(party, clock):
    """Bob and Carol have agreed on Carol; Alice may still refuse."""
    assert party.bob.agrees_to("S").status == 201
    assert party.carol.agrees_to("S").status == 201
    return party


# One of each side agrees


def test_two_minutes_after_both_sides_agreed_there_is_a_new_host(agreed, clock):
    clock.waits(115)
    assert hosts(agreed) == ["alice"]
    clock.waits(5)
    assert hosts(agreed) == ["carol"]
    assert agreed.sheet["host"] == {"name": "Carol", "seat": "S"}
    assert agreed.carol.sets_joining(open="no").status == 201
    assert agreed.alice.sets_joining(open="yes").refused == "host_only"


@pytest.mark.parametrize(
    "path", ["", "/seats", "/part", "/sheet.json", "/me", "/history", "/board", "/rules", "/banking"]
)
def test_whoever_looks_first_sees_it_done_as_one_mark(agreed, clock, path):
    before = agreed.number
    clock.waits(120)
    assert agreed.stranger.opens_page(f"/t/{{key}}{path}").status == 200
    assert agreed.number == before + 1
    assert agreed.stranger.opens_page(f"/t/{{key}}{path}").status == 200
    assert agreed.number == before + 1
    assert kinds(agreed)[-1] == "HostChosen"


def test_a_write_that_comes_first_finds_the_new_host_in_office(agreed, clock):
    clock.waits(120)
    answer = agreed.alice.voids(1)
    assert answer.refused == "host_only"
    assert "Carol" in answer.message
    assert kinds(agreed)[-1] == "HostChosen"


def test_an_entry_that_comes_first_is_written_after_it(agreed, clock):
    agreed.bob.bids(1, "E", 8)
    clock.waits(120)
    before = agreed.number
    assert agreed.dave.enters(1, 7).mark == before + 2


def test_many_who_look_at_once_write_it_once(agreed, clock, app):
    clock.waits(120)
    with ThreadPoolExecutor(4) as hands:
        pages = list(hands.map(lambda _look: app.test_client().get(f"/t/{agreed.key}").status_code, range(8)))
    assert pages == [200] * 8
    assert kinds(agreed).count("HostChosen") == 1


def test_a_store_that_cannot_write_just_now_still_shows_the_sheet(agreed, clock, monkeypatch, app):
    clock.waits(120)

    with monkeypatch.context() as patched:
        no_write(patched, StoreAway())
        assert agreed.alice.opens_page("/t/{key}").status == 200
        assert agreed.alice.bids(1, "N", 8).status == 503
    assert hosts(agreed) == ["carol"]


def test_a_script_is_told_what_was_proposed_as_everybody_else_is(agreed, clock):
    told = agreed.zoe.new_host
    assert (told["seat"], told["proposed_by"], told["agreed_by"]) == ("S", "E", "S")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", told["until"])
    clock.waits(120)
    assert agreed.zoe.new_host is None


def test_a_proposal_waits_for_the_other_side(party, bob):
    assert party.zoe.new_host is None
    assert bob.agrees_to("E").status == 201
    assert party.zoe.new_host == {"seat": "E", "proposed_by": "E", "agreed_by": None, "until": None}
    assert bob.agrees_to("E").status == 200


def test_the_partner_is_not_the_other_side(party, bob, dave):
    bob.agrees_to("E")
    with party.nothing_written():
        answer = dave.agrees_to("E")
    assert (answer.status, answer.refused) == (403, "not_your_side")
    assert "⁨Alice⁩ & ⁨Carol⁩" in answer.message


def test_who_watches_has_no_say(party, bob, watcher):
    bob.agrees_to("E")
    with party.nothing_written():
        for answer in (watcher.agrees_to("E"), watcher.refuses("E"), watcher.agrees_to("S")):
            assert (answer.status, answer.refused) == (403, "not_seated")


def test_permission_is_answered_before_the_fields_are_looked_at(party, zoe, dave):
    assert zoe.says("nowhere", "perhaps").refused == "not_seated"
    assert dave.says("nowhere", "no").refused == "host_only"


@pytest.mark.parametrize(
    ("seat", "agree", "field"),
    [("X", "yes", "seat"), ("", "yes", "seat"), ("S", "", "agree"), ("S", "perhaps", "agree"),
     ("N", "yes", "seat"), ("W", "yes", "seat")],
)  # fmt: skip
def test_what_cannot_be_agreed_on_is_said(party, bob, seat, agree, field):
    party.dave.leaves()
    with party.nothing_written():
        answer = bob.says(seat, agree)
        page = bob.says(seat, agree, accept="text/html")
    assert (answer.status, list(answer.errors)) == (422, [field])
    assert page.status == 422
    assert answer.errors[field][0] in page.page.text


def test_both_sides_pressed_at_once_are_one_proposal_or_one_agreement(party, app):
    presses = [(name, f"press-{name}-{n}") for n in range(2) for name in ("bob", "carol", "dave")]
    assert all(party.phone(name).token for name, _op in presses)
    with ThreadPoolExecutor(6) as hands:
        answers = list(hands.map(lambda each: party.phone(each[0]).agrees_to("S", op=each[1]), presses))
    assert {answer.status for answer in answers} <= {200, 201, 403}
    assert (kinds(party).count("HostProposed"), kinds(party).count("HostAgreed")) == (1, 1)
    assert hosts(party) == ["alice"]


def test_two_proposals_at_once_leave_one(party):
    presses = [("bob", "E"), ("carol", "S"), ("dave", "W")]
    assert all(party.phone(name).token for name, _seat in presses)
    with ThreadPoolExecutor(3) as hands:
        answers = list(hands.map(lambda each: party.phone(each[0]).agrees_to(each[1]), presses))
    assert [answer.status for answer in answers] == [201] * 3
    assert party.zoe.new_host["agreed_by"] is None


def test_nobody_else_is_proposed_once_both_sides_agreed(agreed, dave):
    with agreed.nothing_written():
        answer = dave.agrees_to("W")
    assert (answer.status, answer.refused) == (409, "sheet_moved_on")
    assert "Both sides have agreed on ⁨Carol⁩ already" in answer.message


# The old host


def test_the_host_refuses_in_time(agreed, alice, clock):
    clock.waits(115)
    assert alice.refuses("S").status == 201
    clock.waits(600)
    assert hosts(agreed) == ["alice"]


def test_the_host_who_comes_too_late_is_told(agreed, alice, clock):
    clock.waits(120)
    answer = alice.refuses("S")
    assert (answer.status, answer.refused) == (403, "host_only")
    assert hosts(agreed) == ["carol"]


@pytest.mark.parametrize("round_", range(5))
def test_a_refusal_at_the_last_moment_is_kept_or_told_never_both(agreed, alice, clock, app, round_):
    assert alice.token
    clock.waits(119.99)

    def look(_n):
        return app.test_client().get(f"/t/{agreed.key}").status_code

    with ThreadPoolExecutor(3) as hands:
        looks = [hands.submit(look, n) for n in range(4)]
        refusal = hands.submit(alice.refuses, "S").result()
        assert all(each.result() == 200 for each in looks)
    clock.waits(1)
    is_kept = refusal.status == 201
    assert hosts(agreed) == ["alice" if is_kept else "carol"]
    assert kinds(agreed).count("HostKept") == is_kept
    assert kinds(agreed).count("HostChosen") == (not is_kept)


def test_the_host_sees_it_on_every_page_and_refuses_from_there(agreed, alice):
    link = agreed.bob.offers_move().json["link"]
    assert "Stay host" in alice.opens_page(link).page.buttons
    for path in ("", "/seats", "/history", "/matches", "/banking", "/rules", "/board", "/host/recovery",
                 "/seats/N/move"):  # fmt: skip
        page = alice.opens_page(f"/t/{{key}}{path}").page
        assert "⁨Bob⁩ and ⁨Carol⁩ have agreed on ⁨Carol⁩ as the new host." in page.text, path
        assert page.text.count("Unless you refuse, it is done at") == 1, path
        assert page.buttons.count("Stay host") == 1, path
    answer = alice.presses("Stay host", on="/t/{key}/history")
    assert (answer.status, answer.location) == (303, f"/t/{agreed.key}/seats")
    assert "Stay host" not in alice.opens_page("/t/{key}/history").page.buttons


def test_from_the_sheet_one_comes_back_to_the_sheet(agreed, alice):
    answer = alice.presses("Stay host", on="/t/{key}")
    assert (answer.status, answer.location) == (303, f"/t/{agreed.key}")
    assert hosts(agreed) == ["alice"]


def test_the_host_who_says_yes_hands_the_table_on(agreed, alice):
    assert alice.presses("Make Carol the host", on="/t/{key}").status == 303
    assert hosts(agreed) == ["carol"]
    assert kinds(agreed)[-1] == "HandedOn"


def test_a_host_proposes_nobody(party, alice):
    assert alice.agrees_to("S").refused == "sheet_moved_on"
    assert alice.refuses("S").refused == "sheet_moved_on"


def test_everybody_is_told_and_only_the_other_side_is_asked(party, bob):
    bob.agrees_to("E")
    assert "You offered to be the new host." in bob.opens_page("/t/{key}").page.text
    assert "Take it back" in bob.opens_page("/t/{key}/seats").page.buttons
    for name, button in (("carol", "Agree"), ("dave", None), ("zoe", None), ("stranger", None)):
        for path in ("/t/{key}", "/t/{key}/part", "/t/{key}/seats"):
            page = party.phone(name).opens_page(path).page
            assert "⁨Bob⁩ offered to be the new host." in page.text
            assert ("Agree" in page.buttons) is (button == "Agree")
            assert "Stay host" not in page.buttons
    assert "new host." not in party.carol.opens_page("/t/{key}/history").text.partition("<main>")[0]


def test_without_javascript_two_players_agree(party, bob, carol, clock):
    answer = bob.presses("Propose Carol", on="/t/{key}/seats")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}/seats")
    assert "⁨Bob⁩ proposed you as the new host." in carol.opens_page("/t/{key}").page.text
    assert carol.presses("Agree", on="/t/{key}").location == f"/t/{party.key}"
    assert "Unless Alice refuses, it is done at" in carol.opens_page("/t/{key}").page.text
    clock.waits(120)
    assert "Host: Carol" in carol.opens_page("/t/{key}/seats").page.text


@pytest.mark.parametrize("name", ["bob", "carol"])
def test_whoever_agreed_takes_it_back(agreed, clock, name):
    assert agreed.phone(name).presses("Take it back", on="/t/{key}/seats").status == 303
    clock.waits(600)
    assert hosts(agreed) == ["alice"]


def test_a_later_proposal_goes_before_an_earlier_one(party, bob, dave):
    bob.agrees_to("E")
    assert dave.agrees_to("W").status == 201
    assert party.zoe.new_host["seat"] == "W"


def test_the_same_press_agrees_once(party, bob):
    first, again = bob.agrees_to("E", op="once"), bob.agrees_to("E", op="once")
    assert (first.status, again.status, again.mark) == (201, 200, first.mark)


def test_the_live_part_is_new_for_the_host_at_once(party, alice, bob):
    tag = alice.opens_page("/t/{key}/part").response.headers["ETag"]
    bob.agrees_to("E")
    answer = alice.opens_page("/t/{key}/part", **{"If-None-Match": tag})
    assert answer.status == 200
    assert "Stay host" in answer.page.buttons


# The host's phone is dead


def test_with_the_host_s_phone_dead_play_goes_on_and_a_dispute_waits_for_the_new_host(party, clock):
    bob, carol, dave = party.bob, party.carol, party.dave
    assert bob.bids(1, "E", 8).status == 201
    assert dave.enters(1, 8).status == 201
    assert carol.enters(1, 7).status == 201
    assert bob.bids(2, "N", 7).refused == "disputed"
    page = bob.opens_page("/t/{key}").page
    assert f"/t/{party.key}/seats#new-host" in page.links
    bob.agrees_to("S")
    carol.agrees_to("S")
    clock.waits(120)
    assert carol.corrects(1, NS=6).status == 201
    assert bob.bids(2, "N", 7).status == 201


def test_end_match_does_not_wait_for_a_host(party):
    party.bob.bids(1, "E", 8)
    party.dave.enters(1, 8)
    party.carol.enters(1, 7)
    assert party.bob.ends_the_match().status == 201
    assert party.sheet["banked"]["left_open"] == 1
    assert party.carol.starts_the_next().status == 201


# The code on paper


def test_the_code_is_told_when_the_table_is_opened_and_only_its_digest_is_kept(party):
    assert re.fullmatch(r"([ACDEFGHJKMNPQRTUVWXY34679]{5}-){2}[ACDEFGHJKMNPQRTUVWXY34679]{5}", party.recovery)
    assert len(codes.ALPHABET) ** (recovery.GROUPS * recovery.GROUP) > 2**60
    kept = repr(party.store.marks(party.key))
    assert party.recovery not in kept
    assert party.recovery.replace("-", "") not in kept
    assert recovery.digest(party.recovery) in kept


def test_the_same_press_tells_the_same_code_as_long_as_it_is_in_force(app):
    alice = Party(app).alice
    first, again = alice.opens(op="once"), alice.opens(op="once")
    assert first.json["recovery"] == again.json["recovery"]
    alice.key = first.json["key"]
    alice.asks_for_a_recovery_code()
    assert alice.opens(op="once").json["recovery"] is None


def test_no_two_codes_are_alike(party, alice):
    told = {alice.asks_for_a_recovery_code().json["recovery"] for _ in range(5)}
    assert len(told | {party.recovery, party.frank.opens().json["recovery"]}) == 7


def test_the_first_page_of_the_seats_shows_it_once(app):
    alice = Party(app).alice
    seats = alice.presses("Open the table", on="/tables/new", name="Alice").location
    shown = alice.opens_page(seats).page.text
    code = re.search(r"Recovery code (\w{5}) (\w{5}) (\w{5}) Write it on paper", shown)
    assert code
    assert "Write it on paper" not in alice.opens_page(seats).page.text
    alice.key = seats.split("/")[2]
    stranger = Party(app).stranger
    stranger.key = alice.key
    assert stranger.recovers(" ".join(code.groups())).status == 201


def test_nobody_else_is_shown_it(app):
    party = Party(app)
    seats = party.alice.presses("Open the table", on="/tables/new", name="Alice").location
    assert "Write it on paper" not in party.zoe.opens_page(seats).page.text
    assert "Write it on paper" in party.alice.opens_page(seats).page.text


def test_the_cookie_does_not_hold_the_code(app):
    alice = Party(app).alice
    answer = alice.presses("Open the table", on="/tables/new", name="Alice")
    cookie = alice.client.get_cookie("squarescores").value
    code = re.search(
        r"Recovery code (\w{5}) (\w{5}) (\w{5}) Write", alice.opens_page(answer.location).page.text
    )
    with app.test_request_context():
        session = app.session_interface.get_signing_serializer(app).loads(cookie)
    assert code
    assert code[1] not in repr(session)


@pytest.mark.parametrize("typed", ["{code}", "{low}", " {spaced} ", "{joined}", "{wide}"])
@pytest.mark.parametrize("name", ["bob", "stranger"])
def test_whoever_types_it_however_it_is_typed_is_the_host_at_once(party, name, typed):
    code = party.recovery
    forms = {
        "code": code,
        "low": code.lower(),
        "spaced": code.replace("-", " "),
        "joined": code.replace("-", ""),
        "wide": "".join(chr(ord(letter) + 0xFEE0) if letter.isalnum() else letter for letter in code),
    }
    phone = party.phone(name)
    answer = phone.recovers(typed.format(**forms))
    assert answer.status == 201
    assert hosts(party) == [name]


def test_a_stranger_becomes_a_person_with_the_table_on_the_home_page(party):
    party.stranger.recovers(party.recovery, name="Nell")
    assert party.sheet["host"] == {"name": "Nell", "seat": None}
    assert f"/t/{party.key}" in party.stranger.opens_page("/").page.links
    assert party.stranger.names_seat("E", "Robert").status == 201


def test_without_javascript_the_code_leads_to_the_seats_with_the_next_code(party, zoe):
    page = zoe.opens_page("/t/{key}/seats").page
    assert f"/t/{party.key}/host/recovery" in page.links
    answer = zoe.presses("Become the host", on="/t/{key}/host/recovery", code=party.recovery, name="Zoe")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}/seats#recovery")
    page = zoe.opens_page(answer.location).page
    assert "Write it on paper" in page.text
    assert "recovery" in page.ids
    assert hosts(party) == ["zoe"]


def test_the_code_works_once_and_the_next_one_is_told(party, bob, zoe):
    following = bob.recovers(party.recovery).json["recovery"]
    with party.nothing_written():
        assert zoe.recovers(party.recovery).refused == "no_code"
    assert hosts(party) == ["bob"]
    assert zoe.recovers(following).status == 201
    assert hosts(party) == ["zoe"]


def test_typed_on_many_phones_at_once_it_makes_one_host(party, app):
    phones = [Party(app).phone("stranger") for _ in range(6)]
    for phone in phones:
        phone.key = party.key
        assert phone.token
    with ThreadPoolExecutor(6) as hands:
        answers = list(hands.map(lambda phone: phone.recovers(party.recovery), phones))
    assert sorted(answer.status for answer in answers) == [201] + [404] * 5
    assert sum(phone.me["host"] for phone in phones) == 1
    assert kinds(party).count("Recovered") == 1


def test_the_same_press_sent_again_tells_the_same_next_code(party, bob):
    first = bob.recovers(party.recovery, op="once")
    again = bob.recovers(party.recovery, op="once")
    assert (first.status, again.status) == (201, 200)
    assert first.json["recovery"] == again.json["recovery"]


def test_the_host_has_another_one_made_and_the_old_one_ends(party, alice, zoe):
    answer = alice.asks_for_a_recovery_code()
    assert answer.status == 201
    assert zoe.recovers(party.recovery).refused == "no_code"
    assert zoe.recovers(answer.json["recovery"]).status == 201


def test_without_javascript_the_host_is_shown_the_new_code_once(party, alice):
    answer = alice.presses("Make a new recovery code", on="/t/{key}/seats")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}/seats#recovery")
    assert "Write it on paper" in alice.opens_page(answer.location).page.text
    assert "Write it on paper" not in alice.opens_page(answer.location).page.text
    assert "Make a new recovery code" in alice.opens_page("/t/{key}/host/recovery").page.buttons


def test_nobody_else_has_one_made(party, anybody_else):
    with party.nothing_written():
        answer = anybody_else.asks_for_a_recovery_code()
    assert (answer.status, answer.refused) == (403, "host_only")


@pytest.mark.parametrize("code", ["WRONG-WRONG-WRONG", "A", "💣" * 6, "0" * 60])
def test_a_wrong_code_is_refused_and_kept_on_the_page(party, zoe, code):
    with party.nothing_written():
        answer = zoe.recovers(code)
        page = zoe.recovers(code, accept="text/html")
    assert (answer.status, answer.refused) == (404, "no_code")
    assert "not this table’s recovery code" in answer.message
    assert page.status == 404
    assert page.page.form_with("Become the host")[0].fields["code"] == code
    assert answer.message in page.page.text


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"code": ""}, "code"), ({"code": None}, "code"), ({"code": "A" * 61}, "code"),
     ({"code": ["A", "B"]}, "code"), ({"name": "x" * 41}, "name"), ({"name": "BOB"}, "name"),
     ({"new": "no please"}, "new")],
)  # fmt: skip
def test_what_cannot_be_a_code_or_a_name_is_said(party, zoe, typed, field):
    fields = {"code": party.recovery, "name": "Zoe", **typed}
    with party.nothing_written():
        answer = zoe.recovers(**fields)
        page = zoe.recovers(**fields, accept="text/html")
    assert (answer.status, list(answer.errors)) == (422, [field])
    assert page.status == 422


def test_wrong_codes_are_counted_for_the_address_at_whichever_table(party, zoe):
    other = Party(party.app)
    other.opens()
    for _ in range(limits.WRONG_RECOVERIES[0].amount // 2):
        assert zoe.recovers("WRONG").status == 404
        assert other.zoe.recovers("WRONG").status == 404
    answer = party.stranger.recovers("WRONG")
    assert (answer.status, answer.refused) == (429, "slow_down")
    assert party.alice.bids(1, "N", 8).status == 201, "who plays is not slowed down by others who guess"
    assert party.alice.asks_for_a_recovery_code().status == 201
    party.dave.leaves()
    assert party.stranger.joins("W").status == 201, "nor who joins"


def test_nobody_s_guesses_in_the_same_hall_keep_the_host_out(party, zoe):
    for _ in range(limits.WRONG_RECOVERIES[0].amount + 1):
        zoe.recovers("WRONG")
    assert party.stranger.recovers(party.recovery).status == 201


def test_right_codes_are_not_counted(party, bob, carol):
    code = party.recovery
    for phone in (bob, carol) * 15:
        answer = phone.recovers(code)
        assert answer.status == 201
        code = answer.json["recovery"]


def test_the_history_tells_it_all_and_holds_no_code(party, alice, bob, zoe, clock):
    bob.agrees_to("E")
    bob.refuses("E")
    bob.agrees_to("S")
    bob.refuses("S")
    bob.agrees_to("S")
    alice.refuses("S")
    bob.agrees_to("S")
    party.carol.agrees_to("S")
    clock.waits(120)
    code = party.carol.asks_for_a_recovery_code().json["recovery"]
    zoe.takes_over(bob.offers_move().json["link"])
    party.stranger.recovers(code)
    text = zoe.opens_page("/t/{key}/history").page.text
    for said in (
        "⁨Bob⁩ offered to be the new host.",
        "⁨Bob⁩ will not be the new host.",
        "⁨Bob⁩ took back the proposal of ⁨Carol⁩ as the new host.",
        "⁨Bob⁩ proposed ⁨Carol⁩ as the new host.",
        "⁨Alice⁩ refused ⁨Carol⁩ as the new host.",
        "⁨Carol⁩ agreed to be the new host.",
        "⁨Carol⁩ is the host now: ⁨Bob⁩ and ⁨Carol⁩ agreed, and ⁨Alice⁩ did not refuse.",
        "⁨Carol⁩ had a new recovery code made.",
        "⁨Bob⁩ made a link to bring East to another phone.",
        "⁨Bob⁩ went on at East with another phone.",
        "⁨Carol 2⁩ typed the recovery code and is the host now, after ⁨Carol⁩.",
    ):
        assert said in text, said
    marks = zoe.asks("/t/{key}/history").json["marks"]
    assert not any("recovery" in mark for mark in marks)
    assert {"HostProposed", "HostAgreed", "HostKept", "HostChosen", "TookOver", "Recovered"} <= {
        mark["kind"] for mark in marks
    }


@pytest.mark.parametrize("path", ["host/agreement", "host/recovery", "seats/N/move"])
def test_without_the_page_s_token_nothing_is_written(party, alice, path):
    with party.nothing_written():
        answer = alice.sends(f"/t/{{key}}/{path}", csrf_token="x", seat="S", agree="yes", new="yes")
    assert (answer.status, answer.refused) == (400, "csrf")


def test_the_agreement_has_no_page_of_its_own(party, alice):
    assert alice.opens_page("/t/{key}/host/agreement").location == f"/t/{party.key}/seats"


def test_a_typed_name_of_the_host_gives_nobody_rights(party, alice):
    party.dave.leaves()
    assert party.stranger.joins("W", name="Alice").errors.keys() == {"name"}
    alice.names_seat("N", "Alicia")
    assert party.stranger.joins("W", name="Alice").status == 201
    assert hosts(party) == ["alice"]


def test_the_host_who_comes_back_is_still_the_host(party, alice):
    for _visit in range(2):
        assert alice.opens_page("/t/{key}").status == 200
        assert alice.me["host"] is True
    alice.leaves()
    assert alice.me["host"] is True


def test_names_of_markup_stay_names(app):
    party = Party(app)
    party.opens(name="<img src=x onerror=alert(1)>")
    for name, seat in (("bob", "E"), ("carol", "S")):
        party.phone(name).joins(seat, name=f"</script><b>{name}")
    party.bob.agrees_to("S")
    for phone in (party.alice, party.bob, party.carol, party.zoe):
        for path in ("", "/part", "/seats", "/history", "/host/recovery"):
            text = phone.opens_page(f"/t/{{key}}{path}").text
            assert "<img" not in text
            assert "</script><b>" not in text


def test_the_clock_of_the_house_is_the_real_one(app):
    house = app.extensions["squarescores"]
    assert replace(house).clock().tzinfo is not None
