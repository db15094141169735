"""What a phone keeps of the app: the service worker, the page without a network, and how it is installed."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from squarescores import folders
from squarescores.web.languages import language
from squarescores.web.version import version

bp = Blueprint("phone", __name__)


@bp.get("/worker.js")
def worker() -> Response:
    """The service worker, at the top so that it may look after every page; asked for anew each time."""
    text = (folders.STATIC / "js" / "keeper.js").read_text(encoding="utf-8").replace("{version}", version())
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
