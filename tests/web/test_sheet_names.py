"""Names that are markup, formulas, or turn the line round: text everywhere, and only text."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from html.parser import HTMLParser

import pytest

from tests.web.cast import Party

MARKUP = (
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)",
    "{{7*7}}{% if %}",
    '"><svg onload=alert(1)>',
)
SIDE = "'-alert(1)-' ${7*7} %(who)s %s"
ADDRESSES = (
    "", "?change=bid", "?side=EW", "/part", "/part?view=board", "/board", "/history", "/deals/1",
    "/deals/1?part", "/deals/1/fix", "/deals/1/fix?part&NS=8", "/deals/1/fix?EW=%3Cxmp%3E7",
)  # fmt: skip


@pytest.fixture
def rude(app) -> Party:
    """Everybody's name is a trap; with a correction, a void, a clash and an open deal."""
    party = Party(app)
    north, east, south, west = MARKUP
    party.opens(name=north, side_NS="", side_EW="")
    for phone, seat, name in ((party.bob, "E", east), (party.carol, "S", south), (party.dave, "W", west)):
        assert phone.joins(seat, name).status == 201
    party.plays("E", 8, 7)
    party.alice.corrects(1, NS=6, EW=8, reason="<script>alert(2)</script>")
    party.alice.voids(party.plays("N", 7, 8), reason="</q><xmp>")
    party.alice.bids(3, "W", 9, "H")
    party.bob.enters(3, 7)
    party.dave.enters(3, 8)
    return party


def refusals(party: Party):
    """Pages that say what was refused, with names in it."""
    yield party.dave.enters(3, 8, accept="text/html")
    yield party.carol.bids(3, "E", 7, accept="text/html")
    yield party.bob.enters(3, 7, "NS", accept="text/html")
    yield party.bob.corrects(1, NS=7, accept="text/html")
    yield party.alice.bids("<xmp>1", "<xmp>E", "<xmp>8", "<xmp>H", accept="text/html")
    yield party.alice.corrects(1, NS="<xmp>", EW="<xmp>", reason="<xmp>", accept="text/html")
    yield party.alice.enters(
        3, "<xmp>", accept="text/html", csrf_token="old", **{"<img src=y>": "<img src=z>"}
    )


def traps_in(page: str) -> list[str]:
    """What of the traps would be markup."""
    return re.findall(r"<(?:img|script>|svg onload|xmp)", page)


def test_no_name_is_markup_on_any_page(rude):
    for phone in (rude.alice, rude.bob, rude.zoe):
        for address in ADDRESSES:
            page = phone.opens_page("/t/{key}" + address).text
            assert not traps_in(page), (address, traps_in(page))
    for answer in refusals(rude):
        assert answer.status in (400, 403, 409, 422)
        assert not traps_in(answer.text), answer.text


def test_every_name_is_read_as_it_was_typed(rude):
    for address in ("", "/board", "/history", "/deals/1"):
        text = html.unescape(rude.zoe.opens_page("/t/{key}" + address).text)
        named = MARKUP if address == "" else MARKUP[1::2]
        assert all(name in text for name in named), address
    assert "{{7*7}}" in html.unescape(rude.carol.opens_page("/t/{key}").text)


READ_OUT = ("data-title", "data-news", "data-does", "data-asks")


class ReadOut(HTMLParser):
    """What a page's attributes are called, and what those hold that a script shows or reads out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.said: list[str] = []
        self.feed(page)

    def handle_starttag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {name for name, _value in attrs}
        self.said += [
            value or "" for name, value in attrs if name in ("data-title", "data-news", "data-does")
        ]


def test_a_title_and_what_is_read_out_hold_names_as_text(rude):
    page = rude.carol.opens_page("/t/{key}").text
    title = re.search(r"<title>(.*?)</title>", page, re.DOTALL)[1]
    assert "<" not in title
    read = ReadOut(page)
    assert not [name for name in read.names if not re.fullmatch(r"(?!on)[a-zA-Z-]+", name)]
    for name in MARKUP:
        assert any(name in said for said in read.said), name


def test_json_is_json_whatever_the_names(rude):
    for address in ("/sheet.json", "/history", "/me"):
        answer = rude.zoe.asks("/t/{key}" + address)
        assert answer.response.mimetype == "application/json"
        assert answer.response.headers["X-Content-Type-Options"] == "nosniff"
        json.loads(answer.text)
    answer = rude.dave.enters(3, 8)
    assert MARKUP[1] in answer.message


def test_a_side_s_name_that_looks_like_a_place_for_a_word_is_only_a_name(rude):
    assert rude.alice.names_sides(NS=SIDE).status == 201
    for address in ("", "/history", "/deals/1", "/board"):
        assert SIDE in html.unescape(rude.alice.opens_page("/t/{key}" + address).text)
    assert SIDE in rude.bob.enters(3, 7, "NS").message
    assert rude.zoe.opens_page("/t/{key}/sheet.csv").status == 200


@pytest.mark.parametrize("name", ["\u202eevil\u202c", "\u2067عربي\u2069", "\u202d8−\u202c x"])
def test_no_name_turns_the_figures_round(party, dave, name):
    dave.leaves()
    assert dave.joins("W", name).status == 201
    party.plays("W", 8, 7)
    for address in ("", "/board", "/history", "/deals/1", "/part", "/sheet.csv"):
        text = party.alice.opens_page("/t/{key}" + address).text
        assert not re.search("[\u202a-\u202e\u2066\u2067]", text), address
    page = party.alice.opens_page("/t/{key}/deals/1").text
    assert "owes 8: −8" in page
    assert "−8" in party.alice.opens_page("/t/{key}").text


def test_in_a_sentence_every_name_stands_apart(rude):
    """A name's direction ends with the name: each is isolated, whoever is named."""
    said = [mark["text"] for mark in rude.zoe.asks("/t/{key}/history").json["marks"]]
    said.append(rude.dave.enters(3, 8).message)
    for sentence in said:
        assert sentence.count("\u2068") == sentence.count("\u2069") > 0
        without = re.sub("\u2068[^\u2069]*\u2069", "", sentence)
        assert not any(name in without for name in MARKUP), sentence


# The spreadsheet


FORMULAS = ('=HYPERLINK("http://x","y")', "+1", "@a", "-2+3", "＝1+1")


def rows(answer) -> list[list[str]]:
    return list(csv.reader(io.StringIO(answer.response.data.decode("utf-8-sig"))))


@pytest.fixture
def formulas(app) -> Party:
    party = Party(app)
    party.opens(name=FORMULAS[0], name_E=FORMULAS[1], name_S=FORMULAS[2], name_W=FORMULAS[3])
    party.alice.names_sides(EW=FORMULAS[4])
    for deal, bidder in enumerate("NESW", 1):
        party.alice.bids(deal, bidder, 8, "H")
        party.alice.enters(deal, 7, "NS")
        party.alice.enters(deal, 7, "EW")
    return party


def test_a_spreadsheet_opens_as_it_is(party, alice, zoe):
    party.plays("E", 8, 7)
    answer = zoe.opens_page("/t/{key}/sheet.csv")
    assert answer.response.data.startswith(b"\xef\xbb\xbf")
    assert answer.response.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.response.headers["Content-Disposition"] == 'attachment; filename="pedro-match-1.csv"'
    head, deal = rows(answer)
    assert head[:8] == [
        "Deal", "Dealer", "Bidder", "Bid", "Trump", "Result",
        "Alice & Carol: points taken", "Bob & Dave: points taken",
    ]  # fmt: skip
    assert deal == ["1", "Alice", "Bob", "8", "", "set", "7", "7", "7", "0", "7", "0", "0", "8", "7", "-8"]
    assert len(head) == len(deal)


def test_no_name_is_a_formula(formulas):
    found = rows(formulas.zoe.opens_page("/t/{key}/sheet.csv"))
    texts = [text for line in found for text in line if not re.fullmatch(r"-?\d+", text)]
    assert not [text for text in texts if text.lstrip("\ufeff \t")[:1] in ("=", "+", "-", "@", "\t", "＝")]
    assert {f"'{name}" for name in FORMULAS[:4]} <= set(texts)
    assert f"'{FORMULAS[4]}: net" in texts


def test_figures_stay_figures_and_quotes_are_doubled(formulas):
    answer = formulas.zoe.opens_page("/t/{key}/sheet.csv")
    assert rows(answer)[1][-2:] == ["-8", "7"]
    assert ",-8," in answer.text
    assert '"\'=HYPERLINK(""http://x"",""y"")"' in answer.text


def test_the_spreadsheet_of_an_earlier_match_and_of_one_that_was_won(party, alice, zoe):
    party.is_won_by("N")
    deals = len(party.sheet["deals"])
    alice.corrects(1, NS=0, EW=14, bidder="E")
    party.is_banked()
    alice.starts_the_next()
    assert len(rows(zoe.opens_page("/t/{key}/sheet.csv"))) == 1
    assert len(rows(zoe.opens_page("/t/{key}/sheet.csv?match=1"))) == deals + 1
