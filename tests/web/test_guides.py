"""The guides: every page opens, every link arrives, and every figure is one the game itself makes."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from squarescores.pedro import (
    PRESETS,
    TWENTY_EIGHT_FIFTY_SIX,
    Both,
    Deal,
    Outcome,
    Rules,
    Scored,
    Seat,
    Side,
    Tally,
    fold,
)
from squarescores.web import example
from squarescores.web.guides import ORDER
from tests.web.page import Page

SLUGS = [guide.slug for guide in ORDER]
ADDRESSES = ["/guides", *(f"/guides/{slug}" for slug in SLUGS)]
KEY = "Kp3-x_9QwErTyUiOpAsDfG"


def scored(number: int) -> Scored:
    """What a deal of the guides' match put on the sheet."""
    return example.MATCH.standing.rows[number - 1]


@pytest.fixture
def read(client):
    def read(address: str) -> Page:
        answer = client.get(address)
        assert answer.status_code == 200, address
        return Page(answer.text)

    return read


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_guide_opens_with_one_heading_and_no_id_twice(read, client, address):
    page = read(address)
    assert len(set(page.ids)) == len(page.ids)
    assert client.get(address).text.count("<h1") == 1


def test_there_is_no_guide_by_another_name(client):
    assert client.get("/guides/how-to-cheat").status_code == 404
    assert client.get("/guides/frame").status_code == 404


def test_the_shelf_shows_every_guide(read):
    assert {f"/guides/{slug}" for slug in SLUGS} <= set(read("/guides").links)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("asked", ["", f"?from={KEY}"])
def test_every_link_between_guides_arrives_at_its_part(read, address, asked):
    for link in read(address + asked).links:
        path, _hash, part = link.partition("#")
        if path and not path.startswith("/guides"):
            continue
        arrived = read(path or address)
        assert not part or part in arrived.ids, f"{address} links to {link}"


@pytest.mark.parametrize("place", ["goes-out", "decider", "who-has-won"])
def test_the_part_that_a_banner_leads_to_is_there(read, place):
    assert place in read("/guides/line").ids


def test_what_other_pages_link_to_is_there(read):
    asked = re.compile(r"url_for\('guides\.page', slug='([\w-]+)'[^)]*?(?:_anchor='([\w-]+)')?\)")
    found = [
        link
        for template in Path("templates").rglob("*.html")
        if template.parent.name != "guides"
        for link in asked.findall(template.read_text())
    ]
    assert found
    for slug, part in found:
        assert not part or part in read(f"/guides/{slug}").ids


def test_a_reader_from_a_sheet_finds_back_to_it_through_every_guide(read):
    for address in ADDRESSES:
        links = read(f"{address}?from={KEY}").links
        assert links.count(f"/t/{KEY}") == 2
        guides = [link for link in links if link.startswith("/guides/")]
        assert guides
        assert all(f"from={KEY}" in link for link in guides)


@pytest.mark.parametrize(
    "lure", ["//evil.example", "https://evil.example/", "short", "a" * 65, "../../etc", "abc def ghi"]
)
def test_nothing_but_a_key_is_taken_for_a_sheet(client, lure):
    page = client.get("/guides/line", query_string={"from": lure})
    assert page.status_code == 200
    assert not [
        link for link in Page(page.text).links if "from=" in link or link.startswith(("//", "http", "/t/"))
    ]


def cards(html: str) -> list[str]:
    """The names of the cards drawn on a page, in order; a card without one is an empty name."""
    drawn = re.findall(r'<svg class="card[^>]*>', html)
    assert all('role="img"' in card for card in drawn)
    return [(re.findall(r'aria-label="([^"]*)"', card) or [""])[0] for card in drawn]


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_card_has_a_name_that_says_rank_and_suit(client, address):
    for name in cards(client.get(address).text):
        assert re.fullmatch(r"(ace|king|queen|jack|\d+) of (spades|hearts|diamonds|clubs)", name)


def test_the_trumps_stand_from_the_ace_to_the_two_with_the_low_pedro_under_the_pedro(client):
    names = cards(client.get("/guides/how-to-play").text)[:14]
    assert len(set(names)) == 14
    assert names[0] == "ace of hearts"
    assert names[9:11] == ["5 of hearts", "5 of diamonds"]
    assert names[13] == "2 of hearts"


def test_the_rows_of_a_guide_are_the_sheet_s_own(client):
    rows = client.get("/guides/reading-a-row").text
    for sign in (
        "<del>",
        'class="tag">set',
        "paid 5, owes 2",
        'class="open disputed"',
        'class="ribbon"',
        "after the end",
        "void",
    ):
        assert sign in rows


def test_the_worked_hand_is_the_case_of_the_rules():
    case = json.loads(Path("tests/cases/worked-hand.json").read_text())
    hand = example.MATCH.rows[5]
    (deal,) = case["case"]["deals"]
    assert (hand.bidder, hand.bid, hand.taken.by_side()) == (deal["bidder"], deal["bid"], deal["taken"])
    assert case["expect"]["rows"][0]["cells"] == scored(6).cells.by_side()


def test_the_worked_hand_is_set_and_paid_as_it_says(read):
    hand, payment = scored(6), scored(7)
    assert (hand.cells, hand.tallies.ns.shortfall) == (Both(0, 7), 8)
    assert (payment.paid.ns, payment.cells.ns, payment.tallies.ns.shortfall) == (8, 2, 0)
    assert (example.MATCH.rows[6].bid, example.MATCH.rows[6].taken.ns) == (9, 10)
    text = read("/guides/worked-hand").text
    assert "they owe the 8 they bid. The other side keeps its 7." in text
    assert "her side takes 10. It pays the 8 it owes first; 2 are left to write." in text


def test_the_shortfall_is_paid_over_two_deals_as_it_says(read):
    assert scored(3).tallies.ew.shortfall == 7
    assert (scored(4).paid.ew, scored(4).cells.ew, scored(4).tallies.ew.shortfall) == (5, 0, 2)
    assert (scored(5).paid.ew, scored(5).cells.ew, scored(5).tallies.ew.shortfall) == (2, 7, 0)
    text = read("/guides/shortfall").text
    assert "owed 7. First they took 5: all 5 were paid, 2 still owed, and 0 written." in text
    assert "Then they took 9: 2 were paid and 7 written." in text
    assert "62 on the sheet with 8 owed is 54" in text
    assert Tally(62, 8).net == 54
    assert "37, owes 8: 29" in text
    assert Tally(37, 8).net == 29


def test_the_bidder_goes_out_as_the_line_says(read):
    assert scored(11).tallies.map(lambda tally: tally.net) == Both(56, 57)
    assert scored(12).bidder_goes_out
    assert scored(12).tallies.map(lambda tally: tally.total) == Both(63, 64)
    assert example.MATCH.standing.outcome == Outcome("won", Side.NS, "bidder_goes_out")
    text = read("/guides/line").text
    assert "stood at 56 and 57. Carol made her 7 and won, with 63 on the sheet against 64." in text
    assert "When both sides stand at 55 or more" in text
    assert "“60, owes 4” stands at 56" in text
    assert Tally(60, 4).net == 56


def test_the_corrected_row_shows_what_the_first_figures_made_of_it():
    row = example.MATCH.rows[2]
    first = example.MATCH._replace(rows=(*example.MATCH.rows[:2], row._replace(taken=Both(7, 7))))
    assert first.standing.rows[2].cells == row.corrections[0].struck
    assert scored(3).cells == Both(8, 0)


def test_every_rule_has_its_part_with_the_default_in_words(client, read):
    page = read("/guides/house-rules")
    rules = [rule.name for rule in fields(Rules) if rule.name != "preset"]
    assert [part for part in page.ids if part in rules] == rules
    assert client.get("/guides/house-rules").text.count('class="usual"') == len(rules)
    assert not re.search(
        r'class="usual"><span class="tag">usual</span>\s*</p>', client.get("/guides/house-rules").text
    )


def test_the_presets_are_told_by_everything_they_change(client, read):
    page = read("/guides/presets")
    html = client.get("/guides/presets").text
    for preset, changes in PRESETS.items():
        assert preset in page.ids
        part = html.split(f'id="{preset}"')[1].split("</section>")[0]
        assert re.findall(r"/guides/house-rules#(\w+)", part) == list(changes)
        assert not re.search(r"<a [^>]*>\s*</a>", part)


def test_one_hand_stands_on_six_sheets_as_each_preset_scores_it(client):
    expected = {
        "squarescores": (0, 7, 8, 0),
        "points-taken": (0, 7, 7, 0),
        "pedreaux": (0, 7, 7, 0),
        "no-minus": (0, 15, 0, 0),
        "california": (0, 9, 8, 0),
        "pidro": (0, 7, 8, 0),
    }
    assert {preset: (*cells, *owed) for preset, cells, owed in example.same_hand()} == expected
    shown = re.findall(
        r'<td class="cell (?:ns|ew)"><b class="n">(\d+)</b>(?: <span[^>]*>owes (\d+))?',
        client.get("/guides/presets").text,
    )
    assert [(int(cell), int(owed or 0)) for cell, owed in shown] == [
        pair for ns, ew, ns_owes, ew_owes in expected.values() for pair in ((ns, ns_owes), (ew, ew_owes))
    ]


def one(deal: Deal, **rules: object) -> Both[int]:
    """What one deal is worth to each side, shortfall included."""
    return fold(Rules.of(rules), [deal]).tallies.map(lambda tally: tally.net)


def test_the_figures_of_the_house_rules_are_right(read):
    north = Seat.N
    assert one(Deal(north, 7, Both(9, 5)), scoring="difference") == Both(4, 0)
    assert one(Deal(north, 7, Both(6, 8)), scoring="difference") == Both(0, 15)
    assert one(Deal(north, 14, Both(14, 0)), slam="double").ns == 28
    assert one(Deal(north, 14, Both(13, 1)), slam="double").ns == -14
    assert one(Deal(north, 14, Both(13, 1)), slam="double_or_double").ns == -28
    assert one(Deal(north, 9, Both(14, 0)), slam="double").ns == 14
    assert one(Deal(north, TWENTY_EIGHT_FIFTY_SIX, Both(14, 0)), dealer_28_56=True).ns == 56
    assert one(Deal(north, TWENTY_EIGHT_FIFTY_SIX, Both(13, 1)), dealer_28_56=True).ns == -28
    text = read("/guides/house-rules").text
    assert "scores 4 and the others 0" in text
    assert "the others write 15" in text


def behind(deal: Deal, **rules: object) -> int:
    """How far North–South have fallen behind by one deal."""
    nets = one(deal, **rules)
    return nets.ew - nets.ns


def test_a_save_costs_what_the_guide_says(read):
    let_them = behind(Deal(Seat.E, 9, Both(5, 9)))
    saved = behind(Deal(Seat.N, 10, Both(6, 8)))
    assert (let_them, saved, saved - let_them) == (4, 18, 14)
    text = read("/guides/save").text
    assert "you fall 4 behind" in text
    assert "You fall 18 behind, 14 more" in text


def test_points_taken_on_a_lost_bid_gain_only_where_the_bid_is_owed():
    few, more = Deal(Seat.N, 10, Both(2, 12)), Deal(Seat.N, 10, Both(6, 8))
    assert behind(few) - behind(more) == 4
    assert behind(few, set_costs="taken") == behind(more, set_costs="taken")


def test_the_trumps_known_from_the_draw_add_up(read):
    mine, left, partner = 5, 6 - 3, 6 - 5
    assert mine + left + partner == 9
    assert 14 - 9 == 5
    assert "That makes 5, 3 and 1: nine are known. The other five" in read("/guides/take-backs").text


def test_the_questions_people_ask_each_have_an_answer(read):
    asked = {
        "cards",
        "pedro",
        "two",
        "failed",
        "leads",
        "fewer",
        "figure",
        "change",
        "host",
        "one-phone",
        "network",
    }
    assert asked <= set(read("/guides/questions").ids)
