"""What is answered when something goes wrong: always a sentence, never a trace."""

from __future__ import annotations

from flask import Flask, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _
from flask_wtf.csrf import CSRFError, CSRFProtect
from werkzeug.exceptions import HTTPException

from squarescores.pedro.refusal import Invalid, Refused
from squarescores.store import StoreAway
from squarescores.web.forms import WrongError
from squarescores.web.guard import Problem, problem, refuse, told, wants_json

FORM: str = "application/x-www-form-urlencoded"

csrf = CSRFProtect()


def init_app(app: Flask) -> None:
    app.config.update(WTF_CSRF_TIME_LIMIT=None, MAX_CONTENT_LENGTH=64 * 1024, MAX_FORM_MEMORY_SIZE=64 * 1024)
    # Before the CSRF check, which reads the form: what is no form, or too large, is not read at all.
    app.before_request(_only_forms)
    csrf.init_app(app)
    app.register_error_handler(CSRFError, _csrf)
    for kind in (Refused, Invalid, WrongError):
        app.register_error_handler(kind, _refused)
    app.register_error_handler(StoreAway, lambda away: refuse(problem(Refused("store_away"))))
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unforeseen)


def _only_forms() -> ResponseReturnValue | None:
    if request.method != "POST":
        return None
    if (request.content_length or 0) > 64 * 1024 or (request.content_length is None and request.content_type):
        return refuse(problem(Refused("too_large")))
    if request.content_length and request.mimetype != FORM:
        return refuse(problem(Refused("not_a_form")))
    return None


def _csrf(error: CSRFError) -> ResponseReturnValue:
    return refuse(problem(Refused("csrf")))


def _refused(refused: Exception) -> ResponseReturnValue:
    return refuse(told(refused, (request.view_args or {}).get("key")))


def _http(error: HTTPException) -> ResponseReturnValue:
    if error.code is not None and error.code < 400:
        return error
    message = _HTTP.get(error.code or 500, _HTTP[400])()
    if wants_json():
        return {
            "refused": (error.name or "").lower().replace(" ", "_"),
            "facts": {},
            "message": message,
        }, error.code or 500
    page = "errors/lost.html" if error.code == 404 else "errors/refused.html"
    return render_template(page, title=message, message=message, kept=[], back_url="/"), error.code or 500


_HTTP = {
    400: lambda: _("That could not be read."),
    404: lambda: _("There is nothing at this address."),
    405: lambda: _("That cannot be done here."),
    413: lambda: _("That was far more than a score sheet needs."),
    500: lambda: _("Something went wrong here. Nothing you entered was changed; try again."),
}


def _unforeseen(error: Exception) -> ResponseReturnValue:
    from flask import current_app

    current_app.logger.exception("unforeseen at %s", request.endpoint)
    trouble = Problem("broken", _HTTP[500]())
    if wants_json():
        return trouble.as_json(), 500
    return render_template(
        "errors/refused.html", title=_("Sorry"), message=trouble.message, kept=[], back_url="/"
    ), 500
