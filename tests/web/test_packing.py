"""Pages travel packed; streams never do, and nobody can read a page's secret off its size."""

import gzip
import re

import pytest
from flask import Flask, Response, request

from squarescores.web import packing

SHEET = "<p>Alice took 7 of 14.</p>" * 100
PACKED = {"Accept-Encoding": "gzip"}


@pytest.fixture
def phone():
    app = Flask("house", static_folder=None)
    packing.init_app(app)

    @app.get("/sheet")
    def sheet():
        answer = Response(SHEET)
        answer.set_etag("13")
        return answer.make_conditional(request)

    @app.get("/own")
    def own():
        return SHEET

    blank = packing.Blank(f"<p>{SHEET}</p>gap-a{SHEET}gap-bgap-a", re.compile("gap-([ab])"))

    @app.get("/filled")
    def filled():
        return blank.filled(lambda gap: gap * 300)

    @app.get("/short")
    def short():
        return "<p>14</p>"

    @app.get("/live")
    def live():
        return Response(iter([": listening\n\n" * 200]), mimetype="text/event-stream")

    @app.get("/picture")
    def picture():
        return Response(bytes(5000), mimetype="image/png")

    return app.test_client()


def test_a_page_comes_packed_and_whole(phone):
    answer = phone.get("/sheet", headers=PACKED)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert int(answer.headers["Content-Length"]) == len(answer.data) < len(SHEET) / 5
    assert gzip.decompress(answer.data).decode() == SHEET


def test_a_phone_that_cannot_unpack_gets_it_plain_and_caches_are_told(phone):
    answer = phone.get("/sheet")
    assert answer.text == SHEET
    assert "Accept-Encoding" in answer.headers["Vary"]


def test_the_packed_page_is_still_known_by_its_mark(phone):
    etag = phone.get("/sheet", headers=PACKED).headers["ETag"]
    assert etag == 'W/"13"'
    again = phone.get("/sheet", headers=PACKED | {"If-None-Match": etag})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("path", ["/live", "/short", "/picture"])
def test_what_would_wait_or_gain_nothing_is_left_alone(phone, path):
    assert "Content-Encoding" not in phone.get(path, headers=PACKED).headers


def test_a_page_with_gaps_is_packed_beforehand_and_filled_in_as_it_is(phone):
    packed, plain = phone.get("/filled", headers=PACKED), phone.get("/filled")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert plain.text == f"<p>{SHEET}</p>{'a' * 300}{SHEET}{'b' * 300}{'a' * 300}"
    assert b"a" * 300 in packed.data, "what is one's own leaves no trace in the size"


ROWS = [f"<tr><td>Deal {row}</td><td>Alice took 7 of 14</td></tr>" * 9 for row in range(5)]


def together(blocks: tuple[packing.Block, ...]) -> tuple[bytes, bytes]:
    """An answer of these blocks, packed and plain."""
    app = Flask("house")
    with app.test_request_context(headers=PACKED):
        packed = packing.Whole(*blocks).answer().data
    with app.test_request_context():
        return packed, packing.Whole(*blocks).answer().data


@pytest.mark.parametrize("changed", range(6))
def test_blocks_that_say_the_same_are_packed_once_and_make_a_whole_with_the_others(changed):
    before = packing.chained(ROWS)
    rows = [
        *ROWS[:changed],
        *(row.replace("7", "8") for row in ROWS[changed : changed + 1]),
        *ROWS[changed + 1 :],
    ]
    after = packing.chained(rows, before)
    assert [old is new for old, new in zip(before, after, strict=True)] == [at < changed for at in range(5)]
    packed, plain = together(after)
    assert gzip.decompress(packed) == plain == "".join(rows).encode()
    assert len(packed) < len(plain) / 5


def test_a_block_may_follow_one_that_stands_in_several_answers(phone):
    shared = packing.Block(ROWS[0].encode())
    for own in (b"<h1>Alice</h1>", b"<h1>Bob</h1>", b""):
        packed, plain = together((packing.Block(own), shared, packing.Block(ROWS[1].encode(), after=shared)))
        assert gzip.decompress(packed) == plain == own + (ROWS[0] + ROWS[1]).encode()


def test_the_size_of_the_same_page_varies(phone):
    sizes = {len(phone.get("/own", headers=PACKED).data) for _ in range(40)}
    assert len(sizes) > 10


def test_what_has_a_tag_is_the_same_for_many_and_packed_once(phone):
    assert len({phone.get("/sheet", headers=PACKED).data for _ in range(4)}) == 1
