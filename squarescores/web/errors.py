"""What is answered when something goes wrong: always a sentence, never a trace."""

from __future__ import annotations

from typing import Final

from flask import Flask, Request, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import lazy_gettext as _
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import BadHost, BadRequest, HTTPException

from squarescores.pedro.refusal import Invalid, Refused
from squarescores.store import StoreAway
from squarescores.web import log, tokens
from squarescores.web.forms import WrongError
from squarescores.web.guard import Problem, problem, refuse, told, wants_json

FORM: Final = "application/x-www-form-urlencoded"
LARGEST: Final = 64 * 1024
"""Bytes of a form."""

FIELDS: Final = 100
"""Of a form; the longest page sends some thirty. Refused ones are shown again, and thousands take seconds."""


class _Request(Request):
    """Flask's own, which would ask the app for each of its limits whenever it reads a form."""

    max_content_length = LARGEST
    max_form_memory_size = LARGEST
    max_form_parts = FIELDS


def init_app(app: Flask) -> None:
    """Check what is sent before anything reads it, and answer whatever is raised."""
    app.request_class = _Request
    app.before_request(_only_a_host)
    # Before the token is looked at, which reads the form: what is no form, or too large, is not read at all.
    app.before_request(_only_forms)
    tokens.init_app(app)
    app.register_error_handler(CSRFError, _no_token)
    app.register_error_handler(StoreAway, _away)
    for kind in (Refused, Invalid, WrongError):
        app.register_error_handler(kind, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unforeseen)


def _only_a_host() -> None:
    """Before anything is answered with a page: for a host that is none, no page can be drawn."""
    if isinstance(request.routing_exception, BadHost):
        raise request.routing_exception


def _only_forms() -> ResponseReturnValue | None:
    if request.method in ("GET", "HEAD"):  # of which nobody reads a body
        return None
    length = request.content_length
    if (length or 0) > LARGEST or (length is None and request.content_type):
        return refuse(problem(Refused("too_large")))
    if length and request.mimetype != FORM:
        return refuse(problem(Refused("not_a_form")))
    if length and _whole(length).count(b"&") >= FIELDS:
        return refuse(problem(Refused("too_large")))
    return None


def _whole(length: int) -> bytes:
    """What was sent. Raises BadRequest where less came than was announced: of a 12, a 1 might be left."""
    try:
        sent = request.get_data()
    except OSError:  # the connection went down while it was read
        sent = b""
    if len(sent) < length:
        raise BadRequest
    return sent


def _no_token(_error: CSRFError) -> ResponseReturnValue:
    return refuse(problem(Refused("csrf")))


def _away(_error: StoreAway) -> ResponseReturnValue:
    return refuse(problem(Refused("store_away", request=log.number())))


def _refused(refused: Exception) -> ResponseReturnValue:
    return refuse(told(refused, (request.view_args or {}).get("key")))


_HTTP: Final = {
    400: ("unreadable", _("That could not be read.")),
    404: ("not_found", _("There is nothing at this address.")),
    405: ("not_allowed", _("That cannot be done here.")),
    413: ("too_large", _("That was far more than a score sheet needs.")),
    500: ("broken", _("Something went wrong here. Nothing you entered was changed; try again.")),
}


def _http(error: HTTPException) -> ResponseReturnValue:
    """What Flask itself refuses; a redirect is one of these too, and goes its way."""
    if error.response is not None or error.code is None or error.code < 400:
        return error
    if isinstance(error, BadHost):
        return str(_HTTP[400][1]), 400, {"Content-Type": "text/plain; charset=utf-8"}
    reason, message = _HTTP.get(error.code, _HTTP[400])
    headers = [(name, value) for name, value in error.get_headers() if name == "Allow"]
    trouble = Problem(reason, str(message))
    if wants_json():
        return jsonify(trouble.as_json()), error.code, headers
    page = "errors/lost.html" if error.code == 404 else "errors/refused.html"
    return render_template(page, title=trouble.message, message=trouble.message), error.code, headers


def _unforeseen(error: Exception) -> ResponseReturnValue:
    current_app.logger.error("unforeseen at %s", request.endpoint, exc_info=error)
    reason, message = _HTTP[500]
    return refuse(Problem(reason, str(message), {"request": log.number()}))
