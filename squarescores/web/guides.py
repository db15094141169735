"""The guides: Pedro and its sheet explained in short pages, and the way back to the sheet one came from."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, abort, render_template, request, url_for
from flask_babel import LazyString
from flask_babel import lazy_gettext as _
from markupsafe import Markup

from squarescores.pedro import PRESETS, Rules, Side
from squarescores.web import example

bp = Blueprint("guides", __name__)


@dataclass(frozen=True, slots=True)
class Guide:
    """One page: its address, its heading, and the line under it."""

    slug: str
    title: LazyString
    lead: LazyString


SHELF: Final = (
    (
        _("The game"),
        (
            Guide("how-to-play", _("How to play Pedro"), _("Two against two, with one pack of cards")),
            Guide("worked-hand", _("A hand, counted"), _("Six point cards, fourteen points, one row")),
            Guide(
                "house-rules",
                _("What a table may agree"),
                _("Chosen before the first bid, then fixed for the match"),
            ),
            Guide("presets", _("Six sets of rules"), _("What each plays differently")),
            Guide("must-follow", _("Must follow suit"), _("A way of playing that changes no figure")),
        ),
    ),
    (
        _("The score"),
        (
            Guide("reading-a-row", _("Reading a row"), _("Every sign on the sheet")),
            Guide("shortfall", _("What a side owes"), _("How the sheet carries a shortfall")),
            Guide("line", _("The line, and who wins"), _("Bidder goes out, and the deal that decides")),
            Guide("count-fives", _("Counting the fives"), _("Ten of the fourteen points are in two cards")),
        ),
    ),
    (
        _("Playing better"),
        (
            Guide("cinching", _("Cinching"), _("Keep a five from winning the trick behind you")),
            Guide("take-backs", _("What the others took back"), _("The draw tells who kept trumps")),
            Guide(
                "partner-strength",
                _("Leading your partner’s strength"),
                _("Let your side’s high cards do the work"),
            ),
            Guide("save", _("When a hand is not worth saving"), _("What it costs to bid over the others")),
        ),
    ),
    (
        _("Questions"),
        (Guide("questions", _("Questions newcomers ask"), _("Short answers, and where to read more")),),
    ),
)
ORDER: Final = tuple(guide for _group, guides in SHELF for guide in guides)


def came_from() -> str | None:
    """The key of the sheet the reader came from, where the address carries something that can be one."""
    key = request.args.get("from", "")
    return key if re.fullmatch(r"[A-Za-z0-9_-]{8,64}", key) else None


def way(key: str | None) -> Callable[..., str]:
    """Addresses of guides that remember the sheet: `to('line', 'decider')`, and `to()` for the shelf."""

    def to(slug: str | None = None, part: str | None = None) -> str:
        endpoint = "guides.page" if slug else "guides.index"
        asked: dict[str, Any] = {"from": key} if key else {}
        return url_for(endpoint, slug=slug, _anchor=part, **asked)

    return to


@bp.get("/guides")
def index() -> str:
    """The shelf."""
    key = came_from()
    return render_template("guides/index.html", shelf=SHELF, key=key, to=way(key))


@bp.get("/guides/<slug>")
def page(slug: str) -> str:
    """One guide, with its neighbours on the shelf."""
    at = next((n for n, guide in enumerate(ORDER) if guide.slug == slug), None)
    if at is None:
        abort(404)
    key = came_from()
    names = {name.lower(): Markup("<bdi>{}</bdi>").format(name) for name in example.NAMES.values()}
    return render_template(
        f"guides/{slug}.html",
        guide=ORDER[at],
        before=ORDER[at - 1] if at else None,
        after=ORDER[at + 1] if at + 1 < len(ORDER) else None,
        key=key,
        to=way(key),
        seats=example.NAMES,
        example=example,
        same_hand=list(example.same_hand()),
        presets=PRESETS,
        usual=Rules(),
        Side=Side,
        **names,
    )
