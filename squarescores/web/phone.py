"""What a phone keeps of the app: the service worker, the page without a network, and how it is installed."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores import folders
from squarescores.pedro.refusal import Refused
from squarescores.web import guard, headers, identity
from squarescores.web.languages import language
from squarescores.web.static import with_modules
from squarescores.web.version import version

bp = Blueprint("phone", __name__)
bp.add_app_template_global(version)

KEPT: Final = (
    "css/house.css",
    "css/sheet.css",
    "icons/icon.svg",
    "js/house.js",
    "js/sheet.js",
    "js/board.js",
    "js/offline.js",
)
"""What the pages that a phone keeps are made of, beside the modules that these scripts ask for."""


@bp.before_app_request
def _meant() -> ResponseReturnValue | None:
    """Refuse what one person wrote on this phone and another's cookie sends, as an outdated page."""
    if request.method != "POST":
        return None
    meant = request.headers.get("X-Drawn-For")
    if meant is not None and meant != identity.sign():
        return guard.refuse(guard.told(Refused("csrf")))
    return None


@bp.after_app_request
def _signed(response: Response) -> Response:
    """Say which program drew it and for whom, as every page does in its first line.

    What a page fetches later has to be of the same program, and what it sends of the same person.
    """
    if request.endpoint != "static":
        headers.say({"X-Drawn-By": version(), "X-Drawn-For": identity.sign()})
    return response


@bp.get("/worker.js")
def worker() -> Response:
    """The service worker, at the top so that it may look after every page; asked for anew each time."""
    text = (folders.STATIC / "js" / "keeper.js").read_text(encoding="utf-8")
    files = [url_for("static", filename=name) for name in with_modules(*KEPT)]
    text = text.replace("{version}", version()).replace("{files}", " ".join(files))
    response = Response(text, mimetype="text/javascript")
    response.headers["Cache-Control"] = "no-cache"
    return response


@bp.get("/offline")
def offline() -> str:
    """What is shown where a page was never seen before and there is no network."""
    return render_template("phone/offline.html")


@bp.get("/manifest.webmanifest")
def manifest() -> ResponseReturnValue:
    """How the app is put on a home screen: its name, signs, short cuts, and what may be shared with it."""
    icons = [
        _icon("icons/icon-192.png", "192x192", "any"),
        _icon("icons/icon-512.png", "512x512", "any"),
        _icon("icons/maskable-192.png", "192x192", "maskable"),
        _icon("icons/maskable-512.png", "512x512", "maskable"),
    ]
    response = jsonify(
        {
            "id": "/",
            "name": "SquareScores Pedro",
            "short_name": "Pedro",
            "description": _("One score sheet for Pedro, kept on four phones at once."),
            "lang": language(),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#fcf9f1",
            "theme_color": "#fcf9f1",
            "icons": icons,
            "shortcuts": [
                {"name": _("Open a table"), "url": url_for("tables.new"), "icons": icons[:1]},
                {"name": _("Join with a code"), "url": url_for("tables.join"), "icons": icons[:1]},
            ],
            "share_target": {
                "action": url_for("tables.join"),
                "method": "GET",
                "enctype": "application/x-www-form-urlencoded",
                "params": {"title": "title", "text": "text", "url": "link"},
            },
        }
    )
    response.mimetype = "application/manifest+json"
    return response


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    return {
        "src": url_for("static", filename=name),
        "sizes": sizes,
        "type": "image/png",
        "purpose": purpose,
    }
