"""Two phones enter points in the same instant: nothing accepted is lost, nothing is replaced."""

from __future__ import annotations

from tests.together.cast import at_once, done, one_stands, plain, seldom


def test_partners_with_two_figures(party):
    party.has_bid()
    stands, lost = one_stands(at_once(lambda: party.bob.enters(1, 6), lambda: party.dave.enters(1, 9)), 409)
    tried, first = lost.fields["points"], stands.fields["points"]
    [clash], [entered] = party.written("Clashed"), party.written("Entered")
    assert lost.refused == "already_entered"
    assert lost.facts == {
        "deal": 1,
        "side": "EW",
        "refused": tried,
        "stands": first,
        "by": stands.by,
        "at": entered["at"],
    }
    assert f"{stands.by} entered {first} for Bob & Dave, so your {tried} was not written" in lost.said
    assert (clash["by"], clash["points"], clash["stands"]) == (lost.by, tried, stands.mark)


def test_partners_with_one_figure(party):
    party.has_bid()
    first, again = one_stands(at_once(lambda: party.bob.enters(1, 6), lambda: party.dave.enters(1, 6)), 200)
    assert again.mark == first.mark
    assert again.sheet["open_deal"]["taken"] == {"NS": None, "EW": 6}


def test_side_against_side(party):
    party.has_bid()
    presses = at_once(lambda: party.carol.enters(1, 6), lambda: party.dave.enters(1, 8))
    assert [press.status for press in presses] == [201, 201]
    last = max(presses, key=lambda press: press.mark)
    assert [(each["number"], each["taken"]) for each in last.sheet["deals"]] == [(1, {"NS": 6, "EW": 8})]
    assert last.sheet["totals"] == {"NS": 6, "EW": 8}
    assert (last.sheet["open_deal"]["number"], last.sheet["dealer"]) == (2, "E")


@seldom
def test_side_against_side_with_figures_that_do_not_add_up(party):
    party.has_bid()
    presses = at_once(lambda: party.carol.enters(1, 6), lambda: party.dave.enters(1, 9))
    assert [press.status for press in presses] == [201, 201]
    sheet = party.sheet
    assert sheet["open_deal"]["state"] == "disputed"
    assert sheet["open_deal"]["taken"] == {"NS": 6, "EW": 9}
    assert sheet["deals"] == []


@seldom
def test_all_four_at_once(party):
    party.has_bid()
    presses = at_once(
        lambda: party.alice.enters(1, 6),
        lambda: party.bob.enters(1, 8),
        lambda: party.carol.enters(1, 5),
        lambda: party.dave.enters(1, 9),
    )
    for partners in (presses[::2], presses[1::2]):
        stands, lost = one_stands(partners, 409)
        assert lost.facts["stands"] == stands.fields["points"]
        assert lost.facts["by"] == stands.by
    assert len(party.written("Entered")) == len(party.written("Clashed")) == 2


def test_the_last_two_figures_of_a_match(party):
    """Winner and banner for all four, without another tap."""
    done(party.alice.chooses_rules(target=20))
    party.has_played("E", 8, ns=2)
    party.has_bid("E", 8)
    with party.all_listen() as streams:
        presses = at_once(lambda: party.carol.enters(2, 5), lambda: party.dave.enters(2, 9))
        assert [press.status for press in presses] == [201, 201]
        last = max(press.mark for press in presses)
        for phone, stream in zip(party.players, streams, strict=True):
            stream.hears(last)
            part = phone.opens_page("/t/{key}/part").page
            assert "Bob & Dave win" in plain(part.text)
    assert party.sheet["winner"] == "EW"
    assert party.sheet["decided_by"] == "line"


@seldom
def test_an_entry_against_a_misdeal(party):
    party.has_bid()
    entry, void = at_once(lambda: party.bob.enters(1, 6), lambda: party.alice.voids(1))
    assert void.status == 201
    assert entry.status == 201 or entry.refused == "deal_voided"
    assert party.sheet["open_deal"]["number"] == 2
    assert party.sheet["totals"] == {"NS": 0, "EW": 0}


@seldom
def test_an_entry_against_its_bid(party):
    entry, bid = at_once(lambda: party.bob.enters(1, 6), lambda: party.alice.bids(1, "E", 8))
    assert bid.status == 201
    assert entry.status == 201 or entry.refused == "no_bid"
    assert party.sheet["open_deal"]["taken"]["EW"] == (6 if entry.status == 201 else None)
