"""Open a table: two taps with the defaults, every house rule checked together, once for one press."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from squarescores.pedro import PRESETS, Rules
from squarescores.store import CodeTaken
from squarescores.web.tables import codes
from tests.web.cast import Party

CODE = re.compile(r"[ACDEFGHJKMNPQRTUVWXY34679]{6}")


@pytest.fixture
def alice(app):
    """Somebody who has opened nothing yet."""
    return Party(app).alice


def opened(answer):
    assert answer.status == 201, answer.text
    return answer.json["sheet"]


def test_a_table_opens_with_nothing_but_a_name(alice):
    answer = alice.sends("/tables/new", name="Alice")
    assert answer.status == 201
    assert answer.json.keys() == {"mark", "sheet", "key", "code", "recovery"}
    assert answer.mark == 1
    assert CODE.fullmatch(answer.json["code"])
    assert len(answer.json["key"]) >= 20
    assert answer.sheet["rules"] == Rules().as_dict()
    assert answer.sheet["host"] == {"name": "Alice", "seat": None}


def test_without_javascript_it_leads_to_the_seats(alice):
    answer = alice.presses("Open the table", on="/tables/new", name="Alice")
    assert answer.status == 303
    assert re.fullmatch(r"/t/[\w-]{20,}/seats", answer.location)
    page = alice.opens_page(answer.location).page
    assert re.search("Alice host,( deals first,)? this phone", page.text)  # who deals is drawn
    assert answer.location.removesuffix("/seats") in page.links


def test_whoever_opens_it_is_known_by_a_cookie_that_lasts(alice):
    answer = alice.opens()
    cookie = answer.response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Expires=" in cookie
    alice.key = answer.json["key"]
    assert alice.me == {"seat": "N", "side": "NS", "host": True, "code": answer.json["code"]}


def test_the_host_may_only_keep_the_sheet(alice):
    alice.key = alice.opens(seat="").json["key"]
    assert alice.me["host"] is True
    assert alice.me["seat"] is None


def test_everything_chosen_on_the_page_is_there(alice):
    sheet = opened(
        alice.opens(
            name="Alice", seat="S", name_N="Nora", name_E="Ed", name_W="Will",
            side_NS="The Nets", side_EW="Felt", first_dealer="W", target="51",
        )
    )  # fmt: skip
    assert [sheet["seats"][seat]["name"] for seat in "NESW"] == ["Nora", "Ed", "Alice", "Will"]
    assert [sheet["seats"][seat]["phone"] for seat in "NESW"] == [False, False, True, False]
    assert sheet["sides"] == {"NS": "The Nets", "EW": "Felt"}
    assert (sheet["first_dealer"], sheet["dealer"], sheet["rules"]["target"]) == ("W", "W", 51)


def test_the_first_dealer_is_drawn_where_nobody_is_picked(alice):
    drawn = {opened(alice.opens(first_dealer=""))["first_dealer"] for _ in range(40)}
    assert drawn == set("NESW")


@pytest.mark.parametrize("preset", PRESETS)
def test_each_preset_opens_a_table_that_plays_by_it(alice, preset):
    assert opened(alice.opens(preset=preset))["rules"] == Rules.of({"preset": preset}).as_dict()


@pytest.mark.parametrize(
    ("rule", "typed", "played"),
    [
        ("target", "100", 100), ("pack_points", "16", 16), ("min_bid", "6", 6), ("max_bid", "14", 14),
        ("forced_bid", "8", 8), ("scoring", "difference", "difference"), ("set_costs", "taken", "taken"),
        ("slam", "double_or_double", "double_or_double"), ("dealer_28_56", "yes", True),
        ("goes_out_margin", "none", None), ("goes_out_margin", "0", 0), ("both_reach", "bidder", "bidder"),
        ("target", "", 62), ("goes_out_margin", "", 7), ("dealer_28_56", "no", False), ("target", "+062", 62),
    ],
)  # fmt: skip
def test_each_house_rule_overrides_the_preset(alice, rule, typed, played):
    assert opened(alice.opens(**{rule: typed}))["rules"][rule] == played


def test_the_highest_bid_follows_the_pack(alice):
    assert opened(alice.opens(pack_points="16"))["rules"]["max_bid"] == 16


WRONG_RULES = [
    ({"target": "0"}, "target"), ({"target": "1000"}, "target"), ({"target": "62.5"}, "target"),
    ({"target": "sixty"}, "target"), ({"target": "６２"}, "target"), ({"target": "-1"}, "target"),
    ({"target": ["62", "61"]}, "target"), ({"target": "9" * 30}, "target"), ({"target": "6\x002"}, "target"),
    ({"pack_points": "15"}, "pack_points"), ({"min_bid": "0"}, "min_bid"), ({"min_bid": "15"}, "min_bid"),
    ({"max_bid": "13"}, "max_bid"), ({"pack_points": "16", "max_bid": "14"}, "max_bid"),
    ({"forced_bid": "6"}, "forced_bid"), ({"min_bid": "9"}, "forced_bid"),
    ({"forced_bid": "15"}, "forced_bid"),
    ({"scoring": "minus"}, "scoring"), ({"set_costs": "all"}, "set_costs"), ({"slam": "triple"}, "slam"),
    ({"dealer_28_56": "true"}, "dealer_28_56"), ({"goes_out_margin": "63"}, "goes_out_margin"),
    ({"goes_out_margin": "null"}, "goes_out_margin"), ({"target": "5"}, "goes_out_margin"),
    ({"both_reach": "both"}, "both_reach"), ({"preset": "poker"}, "preset"),
]  # fmt: skip
WRONG_NAMES = [
    ({"name": ""}, "name"), ({"name": "   "}, "name"), ({"name": None}, "name"), ({"name": "x" * 41}, "name"),
    ({"name": "a\x00b"}, "name"), ({"name": "\u200b"}, "name"), ({"name": ["Al", "Ice"]}, "name"),
    ({"seat": "X"}, "seat"), ({"seat": "n"}, "seat"), ({"first_dealer": "NE"}, "first_dealer"),
    ({"name_E": "alice "}, "name_E"), ({"name_E": "Sam", "name_W": "SAM"}, "name_W"),
    ({"name_N": "Nora"}, "name_N"),
    ({"name_E": "y" * 41}, "name_E"), ({"side_NS": "z" * 41}, "side_NS"),
    ({"side_NS": "Us", "side_EW": "us"}, "side_EW"), ({"side_EW": "\x07"}, "side_EW"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "field"), WRONG_RULES + WRONG_NAMES)
def test_what_cannot_be_is_said_at_its_field_and_opens_nothing(alice, typed, field):
    answer = alice.opens(**typed)
    assert answer.status == 422
    assert answer.refused == "invalid"
    assert list(answer.errors) == [field]
    assert all(answer.errors[field])
    assert answer.message
    assert alice.opens_page("/").page.text.count("Deal 1") == 0


LISTS = {
    "seat",
    "first_dealer",
    "preset",
    "pack_points",
    "scoring",
    "set_costs",
    "slam",
    "dealer_28_56",
    "both_reach",
}


@pytest.mark.parametrize(("typed", "field"), WRONG_RULES + WRONG_NAMES)
def test_the_page_comes_back_with_what_was_typed(alice, typed, field):
    kept = {"name": "Alice", "seat": "N", "name_S": "Suzy 🂡", "side_NS": "Nets", "slam": "double", **typed}
    answer = alice.sends("/tables/new", accept="text/html", **kept)
    assert answer.status == 422
    fields = answer.page.form_with("Open the table")[0].fields
    for name, value in kept.items():
        if isinstance(value, str) and (name != field or field not in LISTS | {"max_bid"}):
            # A null byte cannot stand on a page; browsers and the test's reader make something else of it.
            assert fields[name].replace("\ufffd", "\x00") == value
    assert f'href="#{field}"' in answer.text or field == "max_bid"


def test_a_name_that_is_taken_comes_with_a_free_one(alice):
    answer = alice.opens(name="Sam", name_E="sam")
    assert answer.errors["name_E"] == ["That name is taken here. “sam 2” is free."]


def test_the_same_press_opens_one_table(alice):
    first, again = alice.opens(op="once"), alice.opens(op="once")
    assert (first.status, again.status) == (201, 200)
    assert {**again.json, "sheet": None} == {**first.json, "sheet": None}


def test_the_same_press_at_the_same_time_opens_one_table(alice):
    cookie = alice.token and alice.client.get_cookie("squarescores")

    def press(_time):
        twin = alice.party.app.test_client()
        twin.set_cookie("squarescores", cookie.value)
        sent = {"op": "at-once", "csrf_token": alice.token, "name": "Alice"}
        return twin.post("/tables/new", data=sent, headers={"Accept": "application/json"})

    with ThreadPoolExecutor(4) as hands:
        answers = list(hands.map(press, range(8)))
    assert sorted(answer.status_code for answer in answers) == [200] * 7 + [201]
    assert len({answer.json["key"] for answer in answers}) == 1


def test_the_same_press_with_other_fields_is_refused_and_they_are_kept(alice):
    assert alice.opens(op="once").status == 201
    assert alice.opens(op="once", target="51").refused == "op_reused"
    answer = alice.sends("/tables/new", accept="text/html", op="once", name="Alicia", target="51")
    assert answer.status == 409
    form, _ = answer.page.form_with("Open the table")
    assert (form.fields["name"], form.fields["target"]) == ("Alicia", "51")
    assert form.fields["op"] != "once"
    assert "sent before with other figures" in answer.page.text


@pytest.mark.parametrize("op", ["", "x" * 65, "a b", "æ", ["a", "b"], "a\x00"])
def test_a_press_without_a_number_of_its_own_is_refused(alice, op):
    answer = alice.sends("/tables/new", name="Alice", op=op or " ")
    assert answer.status == 422
    assert "op" in answer.errors


def test_a_code_that_is_another_table_s_is_drawn_again(alice, monkeypatch):
    taken = alice.opens().json["code"]
    draws = iter([taken, taken, "ACDEFG"])
    monkeypatch.setattr(codes, "draw", lambda: next(draws))
    assert alice.opens().json["code"] == "ACDEFG"


def test_a_store_that_takes_no_code_at_all_ends_the_draw():
    def take(_code):
        raise CodeTaken

    with pytest.raises(CodeTaken):
        codes.with_free_code(take)


def test_no_two_keys_or_codes_are_alike(alice):
    opened = [alice.opens().json for _ in range(30)]
    assert len({each["key"] for each in opened}) == 30
    assert len({each["code"] for each in opened}) == 30


def test_forty_tables_open_behind_one_address(app):
    for _ in range(40):
        assert Party(app).alice.opens().status == 201


def test_without_the_page_s_token_nothing_opens_and_what_was_typed_is_shown(alice):
    answer = alice.sends("/tables/new", accept="text/html", csrf_token="stolen", name="Alice", target="51")
    assert answer.status == 400
    assert "51" in answer.page.text
    assert alice.sends("/tables/new", csrf_token=None, name="Alice").refused == "csrf"


def test_somebody_who_has_played_finds_the_name_filled_in(alice):
    alice.opens(name="Zoë 🃏")
    form, _ = alice.opens_page("/tables/new").page.form_with("Open the table")
    assert form.fields["name"] == "Zoë 🃏"


def test_an_address_that_is_no_table_s_says_so(client):
    for path in (
        "/t/nothing/seats",
        "/t/nothing/rules",
        "/t/%00/seats",
        "/t/nothing/banking",
        "/t/nothing/matches/1",
    ):
        assert client.get(path).status_code == 404
        assert client.get(path, headers={"Accept": "application/json"}).json["refused"] == "no_table"
