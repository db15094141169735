"""Join: the code first, however it is typed, then a name and a free seat."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from squarescores.web import limits
from tests.web.cast import Party, Phone


@pytest.fixture
def party(app):
    """A table with Alice at North and three free seats."""
    party = Party(app)
    party.opens()
    return party


@pytest.fixture
def bob(party):
    return party.bob


def test_a_seat_is_taken_with_the_code(party, bob):
    answer = bob.joins("E")
    assert answer.status == 201
    assert answer.json.keys() == {"mark", "sheet", "key", "seat"}
    assert (answer.json["key"], answer.json["seat"], answer.mark) == (party.key, "E", 2)
    assert answer.sheet["seats"]["E"] == {"name": "Bob", "phone": True}
    assert bob.me == {"seat": "E", "side": "EW", "host": False, "code": party.code}


@pytest.mark.parametrize(
    "typed", ["{low}", " {code} ", "{a}-{b}", "{a} {b}", "{a}–{b}", "{low_a} - {b}", "{wide}"]
)
def test_the_code_is_read_however_it_is_typed(party, bob, typed):
    code = party.code
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    forms = {
        "code": code,
        "low": code.lower(),
        "a": code[:3],
        "b": code[3:],
        "low_a": code[:3].lower(),
        "wide": wide,
    }
    assert bob.joins("E", code=typed.format(**forms)).status == 201


def test_without_javascript_the_code_leads_to_the_seats_and_a_seat_to_the_sheet(party, bob):
    answer = bob.presses("Join", on="/join", code=party.code.lower())
    assert (answer.status, answer.location) == (303, f"/join/{party.code}")
    page = bob.opens_page(answer.location).page
    assert "At the table of Alice" in page.text
    assert "North, taken by Alice" in page.text
    answer = bob.presses("Sit down", on=f"/join/{party.code}", name="Bob", seat="E")
    assert (answer.status, answer.location) == (303, f"/t/{party.key}")
    assert bob.me["seat"] == "E"


def test_the_link_of_the_qr_code_takes_a_seat_without_the_code_typed_again(party, bob):
    assert bob.sends(f"/join/{party.code}", name="Bob", seat="W").json["seat"] == "W"


def test_the_page_opens_in_lower_case_too(party, bob):
    assert bob.opens_page(f"/join/{party.code.lower()}").status == 200


def test_who_sits_already_goes_straight_to_the_sheet(party, bob):
    bob.joins("E")
    for path in (f"/join/{party.code}", f"/join?code={party.code}"):
        answer = bob.opens_page(path)
        assert (answer.status, answer.location) == (303, f"/t/{party.key}")
    with party.nothing_written():
        again = bob.joins("S", name="Bobby")
    assert (again.status, again.json["seat"]) == (200, "E")


def test_one_person_has_one_seat(party, bob):
    assert bob.joins("E").status == 201
    assert bob.joins("W").status == 200
    assert party.sheet["seats"]["W"] is None


def test_the_same_press_seats_once(party, bob):
    first, again = bob.joins("E", op="sit"), bob.joins("E", op="sit")
    assert (first.status, again.status, again.mark) == (201, 200, first.mark)
    assert bob.joins("W", op="sit").refused == "op_reused"


def test_a_seat_somebody_else_took_is_refused_and_the_name_kept(party, bob):
    assert party.carol.joins("E").status == 201
    with party.nothing_written():
        refused = bob.joins("E")
        page = bob.sends("/join", accept="text/html", code=party.code, name="Bob 🂱", seat="E")
    assert (refused.status, refused.refused) == (409, "seat_taken")
    assert page.status == 409
    assert page.page.form_with("Sit down")[0].fields["name"] == "Bob 🂱"
    assert "East is taken" in page.page.text


def test_two_who_tap_one_seat_at_once_do_not_share_it(party):
    seats = [party.phone(name).joins("E").status for name in ("bob", "carol", "dave")]
    assert sorted(seats) == [201, 409, 409]


@pytest.mark.parametrize("name", ["Alice", "alice", " ALICE ", "ａｌｉｃｅ", "Ali\u200dce"])
def test_a_name_that_is_taken_is_refused_and_a_free_one_offered(party, bob, name):
    with party.nothing_written():
        answer = bob.joins("E", name=name)
    assert answer.status == 422
    assert "is free" in answer.errors["name"][0]


def test_the_free_name_is_one_press_away(party, bob):
    answer = bob.sends("/join", accept="text/html", code=party.code, name="Alice", seat="E")
    assert answer.status == 422
    form, _ = answer.page.form_with("Join as Alice 2")
    assert bob.client.post(form.action, data=form.fields).status_code == 303
    assert party.sheet["seats"]["E"]["name"] == "Alice 2"


WRONG = [
    ({"name": ""}, "name"), ({"name": None}, "name"), ({"name": "x" * 41}, "name"),
    ({"name": "\u202e"}, "name"),
    ({"name": "a\nb\x00"}, "name"), ({"name": ["a", "b"]}, "name"), ({"seat": ""}, "seat"),
    ({"seat": None}, "seat"),
    ({"seat": "NS"}, "seat"), ({"seat": "Ｅ"}, "seat"), ({"seat": ["E", "W"]}, "seat"),
    ({"op": "no good"}, "op"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "field"), WRONG)
def test_what_cannot_be_is_said_at_its_field_and_seats_nobody(party, bob, typed, field):
    fields = {"code": party.code, "name": "Bob", "seat": "E", **typed}
    with party.nothing_written():
        answer = bob.sends("/join", **fields)
        page = bob.sends("/join", accept="text/html", **fields)
    assert (answer.status, list(answer.errors)) == (422, [field])
    assert page.status == 422
    kept = page.page.form_with("Sit down")[0].fields
    assert kept["name"] == (fields["name"] if isinstance(fields["name"], str) else kept["name"]).replace(
        "\n", "\n"
    )
    assert answer.errors[field][0] in page.page.text


def test_a_code_is_needed(party, bob):
    assert bob.sends("/join", name="Bob", seat="E").errors.keys() == {"code"}
    page = bob.sends("/join", accept="text/html", name="Bob", seat="E")
    assert page.status == 422
    assert page.page.form_with("Join")[0].fields["name"] == "Bob"
    empty = bob.opens_page("/join?code=+")
    assert empty.status == 422
    assert "This is needed." in empty.text


def test_the_only_free_seat_is_chosen_already(party, bob):
    assert "checked" not in bob.opens_page(f"/join/{party.code}").text
    party.carol.joins("S")
    party.dave.joins("W")
    assert 'value="E" checked' in bob.opens_page(f"/join/{party.code}").text


@pytest.mark.parametrize("code", ["WRONGS", "A", "0" * 40, "\x00", "💣" * 6, "ACDEFGH"])
def test_a_wrong_code_opens_nothing(party, bob, code):
    with party.nothing_written():
        answer = bob.joins("E", code=code)
        assert (answer.status, answer.refused) == (404, "no_code")
        page = bob.opens_page("/join?code=" + code.replace("\x00", "%00"))
        assert page.status == 404
        assert page.page.form_with("Join")[0].fields["code"] == code


def test_a_look_alike_is_pointed_out(bob):
    assert "No code has a “⁨O⁩” in it." in bob.joins("E", code="OOOOOO").message
    assert "has a" not in bob.joins("E", code="ACDEFGH").message


def test_name_and_seat_are_kept_while_the_code_is_put_right(party, bob):
    wrong = bob.sends("/join", accept="text/html", code="WRONGS", name="Bob", seat="W")
    assert wrong.status == 404
    form, _ = wrong.page.form_with("Join")
    answer = bob.client.get(form.action, query_string={**form.fields, "code": party.code})
    fields = bob.opens_page(answer.headers["Location"]).page.form_with("Sit down")[0].fields
    assert (fields["name"], fields["seat"]) == ("Bob", "W")


def test_wrong_codes_are_counted_and_right_ones_are_not(party, app):
    for _ in range(limits.WRONG_CODES[0].amount):
        assert party.bob.joins("E", code="WRONGS").status == 404
    answer = party.carol.joins("E", code="WRONGS")
    assert (answer.status, answer.refused) == (429, "slow_down")
    assert party.carol.opens_page("/join?code=WRONGS").status == 429
    assert party.alice.bids(1, "N", 8).status == 201, "who plays is not slowed down by others who guess"


def test_a_hall_full_of_people_joins_behind_one_address(app):
    for _ in range(25):
        party = Party(app)
        party.opens()
        assert [
            party.phone(name).joins(seat).status
            for name, seat in (("bob", "E"), ("carol", "S"), ("dave", "W"))
        ] == [201] * 3


def test_joining_can_be_closed(party, bob):
    assert party.alice.sets_joining(open="no").status == 201
    with party.nothing_written():
        answer = bob.joins("E")
    assert (answer.status, answer.refused) == (409, "joining_closed")
    assert "Ask ⁨Alice⁩ to open it" in answer.message
    assert "Joining is closed" in bob.opens_page(f"/join/{party.code}").page.text


def test_an_old_code_ends_with_the_new_one(party, bob):
    new = party.alice.sets_joining(new_code="yes")
    assert new.status == 201
    assert bob.joins("E").refused == "no_code"
    assert bob.joins("E", code=party.alice.me["code"]).status == 201


def test_the_host_without_a_seat_takes_one_under_the_own_name(app):
    party = Party(app)
    party.opens(seat="")
    answer = party.alice.joins("S")
    assert (answer.status, answer.json["seat"]) == (201, "S")
    assert party.sheet["host"] == {"name": "Alice", "seat": "S"}


def test_a_host_who_sits_down_under_another_name_takes_nobody_s(app):
    party = Party(app)
    party.opens(seat="")
    assert party.bob.joins("E").status == 201
    answer = party.alice.joins("S", name="Bob")
    assert answer.status == 422


def test_who_sat_down_is_the_same_person_at_the_next_table(party, bob):
    bob.joins("E", name="Roberta")
    bob.key = bob.opens(name="Roberta").json["key"]
    assert bob.opens_page("/").text.count('class="stub"') == 2
    other = Party(party.app)
    other.opens()
    assert bob.opens_page(f"/join/{other.code}").page.form_with("Sit down")[0].fields["name"] == "Roberta"


def test_a_seat_held_by_a_name_without_a_phone_is_not_free(app):
    party = Party(app)
    party.opens(name_E="Ed")
    assert party.bob.joins("E").refused == "seat_taken"
    assert "East, taken by Ed" in party.bob.opens_page(f"/join/{party.code}").page.text


def test_a_name_of_markup_stays_a_name(party, bob):
    bob.joins("E", name="</script><b>x")
    page = Phone(party, "carol").opens_page(f"/join/{party.code}")
    assert "</script><b>" not in page.text
    assert "</script><b>x" in page.page.text


def test_a_full_table_says_so(app):
    party = Party.of_four(app)
    page = party.zoe.opens_page(f"/join/{party.code}").page
    assert "All four seats are taken. ⁨Alice⁩, the host, can free one." in page.text
    assert "Sit down" not in page.buttons
    party.alice.frees("W")
    assert "Sit down" in party.zoe.opens_page(f"/join/{party.code}").page.buttons


@pytest.mark.parametrize(
    "shared",
    [
        {"link": "https://pedro.example/join/{code}"},
        {"text": "Come and play: http://192.168.1.7:8765/join/{code}"},
        {"title": "SquareScores", "text": "the code is {a} {b}, hurry"},
        {"text": "{a}-{b}"},
    ],
)
def test_what_another_app_shares_leads_to_the_seats(party, bob, shared):
    code = party.code
    told = {name: words.format(code=code, a=code[:3], b=code[3:]) for name, words in shared.items()}
    answer = bob.opens_page("/join?" + urlencode(told))
    assert answer.response.status_code == 303
    assert answer.response.headers["Location"].endswith(f"/join/{code}")


def test_what_is_shared_without_a_code_asks_for_one(bob):
    answer = bob.opens_page("/join?" + urlencode({"text": "a thread about Pedro", "title": "Cards"}))
    assert answer.status == 200
    assert "Join a table" in answer.page.text
