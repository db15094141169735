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


def test_the_size_of_the_same_page_varies(phone):
    sizes = {len(phone.get("/own", headers=PACKED).data) for _ in range(40)}
    assert len(sizes) > 10


def test_what_has_a_tag_is_the_same_for_many_and_packed_once(phone):
    assert len({phone.get("/sheet", headers=PACKED).data for _ in range(4)}) == 1
