"""What is somebody's own: a file to take away, and an end for good that leaves the others their sheet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count

import psycopg
import pytest

from squarescores.store.schema import METADATA
from tests.web.cast import Party, Phone

EACH_ROW = "SELECT {table}::text FROM {table}"
DELETED = {"sure": "yes"}
_evenings = count(1)


@pytest.fixture
def evening(app) -> Party:
    """Bartholomew at East, called so by himself, in a side's name, in reasons; he wrote points and banked."""
    party = Party(app)
    party.opens()
    party.bob.name = f"Bartholomew{next(_evenings)}q"  # nobody's in the house but his, to the last byte
    assert party.bob.joins("E", party.bob.name).status == 201
    assert party.carol.joins("S").status == party.dave.joins("W").status == 201
    party.bob.names_sides(EW=f"{party.bob.name} & Dave")
    party.alice.bids(1, "E", 8)
    party.bob.enters(1, 9)
    party.carol.enters(1, 5)
    party.alice.corrects(1, NS=6, EW=8, reason=f"{party.bob.name.upper()}, counted again")
    party.bob.ends_the_match()
    return party


def everything(party: Party) -> str:
    """All that a phone can see of the table, and every byte that is kept of it."""
    paths = ("", "/part", "/board", "/history", "/seats", "/matches", "/matches/1", "/deals/1", "/rules")
    said = [party.zoe.opens_page("/t/{key}" + path).text for path in paths]
    said += [party.zoe.asks("/t/{key}" + path).text for path in ("/history", "/matches")]
    said += [party.zoe.opens_page(f"/t/{{key}}/sheet.{kind}").text for kind in ("json", "csv")]
    said += [party.alice.opens_page("/t/{key}/table.json").text]
    return "\n".join([*said, *kept(party)])


def kept(party: Party) -> Iterator[str]:
    """Every byte of SQLite's file, every row of PostgreSQL, which sweeps what was deleted by itself."""
    settings = party.app.extensions["squarescores"].settings
    if settings.embedded:
        file = settings.database_file
        for each in (file, file.with_name(file.name + "-wal")):
            yield each.read_bytes().decode("utf-8", "replace") if each.exists() else ""
    else:
        with psycopg.connect(settings.database_url) as connection:
            for table in METADATA.tables:
                for row in connection.execute(EACH_ROW.format(table=table).encode()):
                    yield str(row[0])


def test_whoever_deletes_is_a_former_player_wherever_the_name_stood(evening):
    name = evening.bob.name
    assert everything(evening).count(name) > 10
    before = evening.sheet
    assert evening.bob.sends("/account/deletion", **DELETED).status == 200
    assert name.casefold() not in everything(evening).casefold()
    after = evening.sheet
    assert after["seats"]["E"] is None
    assert after["sides"]["EW"] is None
    assert after["banked"]["by"] is None
    for same in ("rows", "deals", "totals", "nets", "shortfalls", "open_deal"):
        assert after[same] == before[same]
    history = evening.zoe.opens_page("/t/{key}/history").page.text
    assert "\u2068former player\u2069 entered 9" in history
    assert "the name is struck" in history
    assert "Banked by former player" in evening.zoe.opens_page("/t/{key}/matches/1").page.text


def test_in_swedish_too(evening):
    evening.bob.sends("/account/deletion", **DELETED)
    page = evening.zoe.opens_page("/t/{key}/history", **{"Accept-Language": "sv"}).page
    assert "\u2068tidigare spelare\u2069" in page.text


def test_the_seat_is_free_and_the_phone_a_stranger_s(evening):
    evening.bob.sends("/account/deletion", **DELETED)
    assert evening.bob.me == {"seat": None, "side": None, "host": False, "code": None}
    assert evening.key not in evening.bob.opens_page("/").text
    evening.bob.forgets_its_token()
    assert evening.bob.joins("E", evening.bob.name).status == 201, "and may come again"


def test_the_account_goes_on_every_phone(evening):
    bob, other = evening.bob, Phone(evening, "bob")
    bob.sends("/account", username=evening.bob.name, password="correct horse")
    other.sends("/sign-in", username=evening.bob.name, password="correct horse")
    other.forgets_its_token()
    assert other.sends("/account/deletion", **DELETED).status == 200
    assert bob.me["seat"] is None
    assert "Sign out" not in bob.opens_page("/account").text
    bob.forgets_its_token()
    assert bob.sends("/sign-in", username=evening.bob.name, password="correct horse").refused == "invalid"
    assert evening.bob.name not in everything(evening)


def test_names_of_before_go_along(app):
    """Written in by the host, taken over, moved to another phone, signed in: it is all one person."""
    party = Party(app)
    party.opens(name_E=(named := "Bartholomew"))
    assert party.bob.joins("E", named).status == 201
    party.bob.names_seat("E", "Barty the Second")
    other = Phone(party, "bob")
    assert other.takes_over(party.bob.offers_move("E").json["link"]).status == 201
    other.names_seat("E", "Bo")
    assert party.frank.sends("/account", username="bo", password="correct horse").status == 201
    assert other.sends("/sign-in", username="bo", password="correct horse").status == 200
    other.forgets_its_token()
    assert other.sends("/account/deletion", **DELETED).status == 200
    assert other.asks("/t/{key}/me").json["seat"] is None
    kept = party.store.marks(party.key)
    assert not {named, "Barty the Second", "Bo"} & {word for mark in kept for word in str(mark).split("'")}


def test_a_name_somebody_else_goes_by_now_is_theirs(party):
    other = Phone(party, "eve")
    assert other.takes_over(party.bob.offers_move("E").json["link"]).status == 201
    assert party.bob.sends("/account/deletion", **DELETED).status == 200
    assert party.sheet["seats"]["E"] == {"name": "Bob", "phone": True}


def test_a_host_who_deletes_stays_host_until_another_is_agreed_on(party, clock):
    page = party.alice.opens_page("/account/deletion").page
    assert "Hand these tables on first" in page.text
    assert party.alice.presses("Delete what is mine", on="/account/deletion", sure="yes").status == 303
    sheet = party.sheet
    assert sheet["host"] == {"name": None, "seat": None}
    assert "Host: former player" in party.bob.opens_page("/t/{key}/seats").page.text
    assert party.bob.corrects(1, NS=3).message == "Only the host, \u2068former player\u2069, can do that."
    party.bob.agrees_to("E")
    party.carol.agrees_to("E")
    clock.waits(121)
    assert party.sheet["host"] == {"name": "Bob", "seat": "E"}


def test_the_recovery_code_works_after_the_host_is_gone(party):
    party.alice.sends("/account/deletion", **DELETED)
    assert party.zoe.recovers(party.recovery).errors == {"name": ["Type a name."]}
    assert party.zoe.recovers(party.recovery, name="Zoe").status == 201
    assert party.sheet["host"]["name"] == "Zoe"


def test_a_table_nobody_else_came_to_goes_too(app):
    party = Party(app)
    party.opens(name_E="Grandma")
    assert "These tables go too" in party.alice.opens_page("/account/deletion").page.text
    party.alice.sends("/account/deletion", **DELETED)
    assert party.zoe.opens_page("/t/{key}").status == 404


def test_without_the_tick_nothing_goes(party):
    with party.nothing_written():
        assert party.bob.sends("/account/deletion").errors == {
            "sure": ["Tick the box first; then press once more."]
        }
        again = party.bob.presses("Delete what is mine", on="/account/deletion")
        assert (again.status, again.page.count("[aria-invalid]") if hasattr(again.page, "count") else 1)[
            0
        ] == 422
        assert party.bob.sends("/account/deletion", sure="no").refused == "invalid"
    assert party.bob.me["seat"] == "E"


def test_everything_of_theirs_is_in_the_file(evening):
    bob = evening.bob
    bob.sends("/account", username=evening.bob.name, password="correct horse")
    answer = bob.opens_page("/account/download")
    assert "attachment" in answer.response.headers["Content-Disposition"]
    told = json.loads(answer.text)
    (table,) = told["tables"]
    assert told["name"] == evening.bob.name
    assert (table["name"], table["seat"], table["host"]) == (evening.bob.name, "E", False)
    assert table["link"] == f"/t/{evening.key}"
    assert [mark["kind"] for mark in table["wrote"]] == ["Sat", "SidesNamed", "Entered", "Banked"]
    assert evening.code not in answer.text


def test_a_stranger_has_nothing_to_take_away(party):
    assert json.loads(party.stranger.opens_page("/account/download").text)["tables"] == []
    assert "What is yours" not in party.stranger.opens_page("/account").page.text
    assert "What is yours" in party.bob.opens_page("/account").page.text
