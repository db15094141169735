"""Who is answered what: every route of the app, crossed with everybody who could ask it.

An answer is a status, or the reason of a refusal. `watching` stands for the six who have no seat at this table:
the spectator, the host and the player of another table, the player whose seat was freed, the phone whose seat
moved to another, and the phone that was signed out; where one of them is answered otherwise, it is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Said = int | str

FREE, FRESH, PLAYED, BANKED = "free", "fresh", "played", "banked"
"""Tables: with West free, the partner not there yet; before the first bid; in the second deal, East and West's
points entered; its match banked."""

WATCHING = ("spectator", "host elsewhere", "player elsewhere", "seat freed", "seat moved", "signed out")
COLUMNS = ("nobody", "spectator", "NS player", "EW player", "partner", "host", *WATCHING[1:])
CLASH = "already_entered, the clash kept"
"""Refused, and the one refusal that leaves a mark."""


def says(
    nobody: Said, watching: Said, ns: Said, ew: Said, partner: Said, host: Said, **others: Said
) -> dict[str, Said]:
    """The answers, one for each column."""
    seated = {"nobody": nobody, "NS player": ns, "EW player": ew, "partner": partner, "host": host}
    return seated | dict.fromkeys(WATCHING, watching) | _named(others)


def _named(others: Mapping[str, Said]) -> dict[str, Said]:
    return {name.replace("_", " "): said for name, said in others.items()}


def everybody(said: Said) -> dict[str, Said]:
    """The same for all of them."""
    return dict.fromkeys(COLUMNS, said)


def with_a_page(said: Said, **others: Said) -> dict[str, Said]:
    """The same for all who have opened a page of the app, whose token a press needs."""
    return everybody(said) | {"nobody": "csrf"} | _named(others)


def players(said: Said) -> dict[str, Said]:
    """For whoever sits here, and for the host."""
    return says("csrf", "not_seated", said, said, said, said)


def the_host(said: Said) -> dict[str, Said]:
    """For the host alone."""
    return everybody("host_only") | {"nobody": "csrf", "host": said}


@dataclass(frozen=True, slots=True)
class Ask:
    """A press or a look: where, what it is about, at which table, with which fields, and the answers."""

    method: str
    rule: str
    about: str
    answers: Mapping[str, Said]
    at: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)


def look(rule: str, answers: Mapping[str, Said], about: str = "", at: str = "") -> Ask:
    """A GET; HEAD is answered alike."""
    return Ask("GET", rule, about, answers, at)


def press(rule: str, about: str, at: str, answers: Mapping[str, Said], **fields: Any) -> Ask:
    """A POST."""
    return Ask("POST", rule, about, answers, at, fields)


MATRIX = (
    # The house
    look("/", everybody(200)),
    look("/healthz", everybody(200)),
    look("/readyz", everybody(200)),
    look("/worker.js", everybody(200)),
    look("/offline", everybody(200)),
    look("/manifest.webmanifest", everybody(200)),
    look("/static/<path:filename>", everybody(200)),
    look("/guides", everybody(200)),
    look("/guides/<slug>", everybody(200)),
    press("/language", "another language", "", with_a_page(200), language="sv"),
    # Accounts: the one who asks is the only one whom it concerns
    look("/account", everybody(200)),
    press(
        "/account",
        "a name and a password",
        "",
        with_a_page(201, NS_player=200),
        username="somebody",
        password="long enough",
    ),
    press("/account", "a name that somebody has", "", with_a_page("invalid", NS_player=200), username="Carol", password="long enough"),
    look("/sign-in", everybody(200)),
    press("/sign-in", "the right password", "", with_a_page(200), username="carol", password="correct horse"),
    press("/sign-in", "a wrong password", "", with_a_page("invalid"), username="carol", password="wrong horse"),
    look("/sign-out", everybody(303)),
    press("/sign-out", "on this phone", "", with_a_page(200)),
    press("/sign-out", "on every phone", "", with_a_page(200), everywhere="yes"),
    look("/account/download", everybody(200)),
    look("/account/deletion", everybody(200)),
    press("/account/deletion", "what is theirs", "", with_a_page(200), sure="yes"),
    press("/account/deletion", "without the tick", "", with_a_page("invalid")),
    # A new table, and the ways to one: a code or a link is the permission
    look("/tables/new", everybody(200)),
    press("/tables/new", "a table of one's own", "", with_a_page(201), name="Ann", seat="N"),
    look("/join", everybody(200)),
    press("/join", "the free seat, with the code", FREE, says("csrf", 201, 200, 200, 201, 200), code="{code}", name="Ann", seat="W"),
    press("/join", "a taken seat, with the code", FREE, says("csrf", "seat_taken", 200, 200, "seat_taken", 200), code="{code}", name="Ann", seat="E"),
    press("/join", "with a wrong code", FREE, with_a_page("no_code"), code="AAAAAA", name="Ann", seat="W"),
    look("/join/<code>", says(200, 200, 303, 303, 200, 303), at=FREE),
    press("/join/<code>", "the free seat", FREE, says("csrf", 201, 200, 200, 201, 200), name="Ann", seat="W"),
    look("/move/<token>", says(200, 200, "seat_taken", 200, "seat_taken", "seat_taken"), at=PLAYED),
    press("/move/<token>", "East, with its link", PLAYED, says("csrf", 201, "seat_taken", 200, "seat_taken", "seat_taken")),
    # Reading: whoever has the link
    look("/t/<key>", everybody(200)),
    look("/t/<key>/part", everybody(200)),
    look("/t/<key>/board", everybody(200)),
    look("/t/<key>/live", everybody(200)),
    look("/t/<key>/me", everybody(200)),
    look("/t/<key>/sheet.json", everybody(200)),
    look("/t/<key>/sheet.csv", everybody(200)),
    look("/t/<key>/history", everybody(200)),
    look("/t/<key>/deals/<int:deal>", everybody(200)),
    look("/t/<key>/matches", everybody(200)),
    look("/t/<key>/matches/<int:match>", everybody(200), at=BANKED),
    look("/t/<key>/banking", everybody(200)),
    look("/t/<key>/rules", everybody(200)),
    look("/t/<key>/seats", everybody(200)),
    look("/t/<key>/host/agreement", everybody(303)),
    look("/t/<key>/host/recovery", everybody(200)),
    # The sheet
    press("/t/<key>/bids", "the first bid", FRESH, players(201), deal=1, bidder="E", bid=8),
    press("/t/<key>/bids", "another bid, points in", PLAYED, players("points_in"), deal=2, bidder="E", bid=9, was="{was}"),
    press("/t/<key>/entries", "NS, empty", PLAYED, says("csrf", "not_seated", 201, "not_your_side", "not_your_side", 201), deal=2, side="NS", points=9),
    press("/t/<key>/entries", "EW, filled, the same figure", PLAYED, says("csrf", "not_seated", "not_your_side", 200, 200, 200), deal=2, side="EW", points=5),
    press("/t/<key>/entries", "EW, filled, another figure", PLAYED, says("csrf", "not_seated", "not_your_side", "already_entered", CLASH, "already_entered"), deal=2, side="EW", points=6),
    press("/t/<key>/entries", "a settled row", PLAYED, says("csrf", "not_seated", "not_your_side", CLASH, "already_entered", "already_entered"), deal=1, side="EW", points=6),
    press("/t/<key>/corrections", "both cells of a row", PLAYED, the_host(201), deal=1, NS=8, EW=6, was="{was}"),
    press("/t/<key>/corrections", "in a banked match", BANKED, the_host(201), deal=1, NS=8, EW=6, was="{was}"),
    look("/t/<key>/deals/<int:deal>/fix", says("host_only", "host_only", "host_only", "host_only", "host_only", 200)),
    press("/t/<key>/deals/<int:deal>/fix", "what it would change", PLAYED, the_host(200), NS=8, EW=6),
    press("/t/<key>/voids", "a misdeal", PLAYED, the_host(201), deal=2),
    # The bank
    press("/t/<key>/banking", "End match", PLAYED, players(201), seen="{seen}"),
    press("/t/<key>/banking", "a second time", BANKED, players(200), seen="{seen}"),
    press("/t/<key>/reopening", "the match banked last", BANKED, the_host(201)),
    press("/t/<key>/matches", "the next match", BANKED, players(201)),
    # The table
    press("/t/<key>/dealer", "the first dealer", FRESH, players(201), seat="S"),
    press("/t/<key>/dealer", "after the first bid", PLAYED, players("rules_fixed"), seat="S"),
    press("/t/<key>/rules", "other rules", FRESH, the_host(201), preset="pedreaux"),
    press("/t/<key>/rules", "after the first bid", PLAYED, the_host("rules_fixed"), preset="pedreaux"),
    press("/t/<key>/sides", "a name for NS", PLAYED, says("csrf", "not_seated", 201, "not_your_side", "not_your_side", 201), NS="Us"),
    press("/t/<key>/seats", "a move to the free seat", FREE, says("csrf", "not_seated", 201, 201, "not_seated", 201), seat="W"),
    press("/t/<key>/seats", "a name at the free seat", FREE, says("csrf", "not_seated", "host_only", "host_only", "not_seated", 201), seat="W", name="Ann"),
    press("/t/<key>/seats", "another name for East", PLAYED, says("csrf", "not_seated", "host_only", 201, "host_only", 201), seat="E", name="Bert"),
    press("/t/<key>/seats/free", "East", PLAYED, says("csrf", "not_seated", "host_only", 201, "host_only", 201), seat="E"),
    look("/t/<key>/seats/<seat>/move", says("not_seated", "not_seated", "host_only", 200, "host_only", 200, seat_freed=303, seat_moved=303, signed_out="not_seated")),
    press("/t/<key>/seats/<seat>/move", "a link for East", PLAYED, says("csrf", "not_seated", "host_only", 201, "host_only", 201)),
    press("/t/<key>/joining", "closed", PLAYED, the_host(201), open="no"),
    press("/t/<key>/joining", "another code", PLAYED, the_host(201), new_code="yes"),
    look("/t/<key>/table.json", everybody("host_only") | {"host": 200}),
    look("/t/<key>/deletion", everybody("host_only") | {"host": 200}),
    press("/t/<key>/deletion", "for everybody", PLAYED, the_host(200), sure="yes"),
    press("/t/<key>/deletion", "without the tick", PLAYED, the_host("invalid")),
    # Who is host
    press("/t/<key>/host", "handed to East", PLAYED, the_host(201), seat="E"),
    press("/t/<key>/host/agreement", "a new host proposed", PLAYED, says("csrf", "not_seated", 201, 201, 201, "sheet_moved_on"), seat="S", agree="yes"),
    press("/t/<key>/host/recovery", "with the code", PLAYED, with_a_page(201, host=200), code="{recovery}", name="Ann"),
    press("/t/<key>/host/recovery", "with a wrong code", PLAYED, with_a_page("no_code"), code="AAAAA-AAAAA-AAAAA", name="Ann"),
    press("/t/<key>/host/recovery", "a new code", PLAYED, the_host(201), new="yes"),
)  # fmt: skip
"""Every route of the app has its lines here."""
