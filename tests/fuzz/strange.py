"""What a browser never sends: every route with fields, bodies and headers that are nearly right, or mad."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from hypothesis import strategies as st

FORM = "application/x-www-form-urlencoded"
ROLES = ("alice", "bob", "carol", "zoe", "stranger")
METHODS = ("GET", "HEAD", "POST", "POST", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")


def _words(text: str) -> list[str]:
    return text.split()


FIELDS = _words(
    "op csrf_token deal points side cards bidder bid trump was NS EW dealer match reason undo seen seat name "
    "draw preset target open new_code agree code username password language next everywhere first_dealer "
    "side_NS name_N goes_out_margin dealer_28_56 dealer_seen sure"
)
LIKELY = _words(
    "N E S W NS EW SHDC H 1 2 3 7 8 9 14 28-56 0 yes no none pidro Alice sam 62 A,J,10 low en sv /"
)
MAD = [
    *_words("-1 1e1 7.5 7,5 \u0667 \uff17 NaN Infinity true null [] {} %00 ../../etc/passwd {{7*7}} =1+1"),
    *_words("<script>alert(1)</script> //evil.example http://evil.example/ \\\\evil javascript:alert(1)"),
    *("", "\0", "10" * 40, "\ud800", "\u202e8", "' OR 1=1 --", "\r\nX: y", "x" * 5000, "\xe9" * 41, "\u200d"),
]
HEADERS = _words(
    "Accept Accept-Language Accept-Encoding If-None-Match If-Modified-Since Range Host X-CSRFToken "
    "X-Drawn-For X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Referer Origin Last-Event-ID "
    "X-Request-ID Content-Encoding Expect X-HTTP-Method-Override Cookie"
)
SAID = _words(
    'application/json text/html */* text/event-stream gzip sv bytes=0- "x" session=x session=.eJw 1.2.3.4 '
    "evil.example"
)

words = st.one_of(
    st.sampled_from(LIKELY),
    st.sampled_from(LIKELY),
    st.sampled_from(MAD),
    st.integers().map(str),
    st.text(max_size=30),
)
pairs = st.lists(st.tuples(st.one_of(st.sampled_from(FIELDS), st.text(max_size=8)), words), max_size=8)
trees = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=10)),
    lambda kids: st.one_of(
        st.lists(kids, max_size=3), st.dictionaries(st.sampled_from(FIELDS), kids, max_size=3)
    ),
    max_leaves=8,
)
latin = st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f")
headers = st.dictionaries(
    st.sampled_from(HEADERS),
    st.one_of(st.sampled_from([*SAID, "a" * 4000]), st.text(latin, max_size=30)),
    max_size=3,
)


@dataclass(frozen=True)
class Strange:
    """One request, before it is known which table it goes to."""

    role: str
    method: str
    rule: int
    """Which of the app's routes, counted round."""
    parts: list[str]
    """What stands in the route's places; the table's own key where it says so."""
    query: list[tuple[str, str]]
    body: bytes
    kind: str
    headers: dict[str, str]
    is_trusted: bool
    """Whether it brings the token of that phone's pages."""

    def _repr_pretty_(self, printer: Any, _cycle: bool) -> None:
        """What Hypothesis prints of it; some bodies are long."""
        said = [repr(each)[:200] for each in (self.parts, self.query, self.body, self.headers)]
        printer.text(" ".join([self.role, self.method, str(self.rule), *said, self.kind]))


def _form(fields: list[tuple[str, str]]) -> tuple[bytes, str]:
    return urlencode(fields, errors="surrogatepass").encode(), FORM


def _parts(fields: list[tuple[str, str]]) -> tuple[bytes, str]:
    said = b"".join(
        b'--x\r\nContent-Disposition: form-data; name="'
        + quote(name, errors="replace").encode()
        + b'"\r\n\r\n'
        + value.encode("utf-8", "surrogatepass")
        + b"\r\n"
        for name, value in fields
    )
    return said + b"--x--\r\n", "multipart/form-data; boundary=x"


bodies = st.one_of(
    pairs.map(_form),
    pairs.map(_form),
    pairs.map(_form),
    pairs.map(_parts),
    trees.map(lambda tree: (json.dumps(tree).encode(), "application/json")),
    st.integers(100, 30_000).map(lambda deep: (b"[" * deep, "application/json")),
    st.tuples(st.binary(max_size=200), st.sampled_from(("", "text/plain", FORM))),
    st.just((b"points=" + b"7" * 70_000, FORM)),
    st.just((b"a=1&" * 1200, FORM)),
    st.just((b"deal=\xff\xfe&points=%ff%C0%80&op=%00", "application/x-www-form-urlencoded; charset=utf-16")),
)


@st.composite
def requests(draw: st.DrawFn) -> Strange:
    """Any request, mostly to a table there is, by somebody who sits there, with a good token."""
    body, kind = draw(bodies)
    return Strange(
        draw(st.sampled_from(ROLES)),
        draw(st.sampled_from(METHODS)),
        draw(st.integers(0, 200)),
        [draw(st.one_of(st.just("{own}"), st.just("{own}"), words)) for _ in range(2)],
        draw(pairs) if draw(st.integers(0, 3)) == 0 else [],
        body,
        kind,
        draw(headers) if draw(st.booleans()) else {},
        draw(st.integers(0, 5)) > 0,
    )
