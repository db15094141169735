"""Who is asking: Flask-Login over people who never had to sign up."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import lru_cache
from typing import Any, Final, cast

from flask import Flask, Request, Response, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_login import LoginManager, current_user, login_user, logout_user
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.sansio.http import parse_cookie

from squarescores.store import Person
from squarescores.web.house import house
from squarescores.web.visitor import Stranger, Visitor

LASTS = timedelta(days=400)  # the longest that browsers keep a cookie
RENEWED_AFTER = 30  # days

KNOWN: Final = 16_384
"""Cookies that were looked through today: a phone sends the same one all evening."""


class _Cookie(SecureCookieSessionInterface):
    """Flask's own, kept away from static files: those are anybody's, and others may keep them.

    It signs with one serializer, made with the app, and says nothing where nothing has changed: what every
    page depends on is said in its head already.
    """

    def __init__(self, app: Flask) -> None:
        self._serializer = super().get_signing_serializer(app)
        self._known = lru_cache(KNOWN)(self._held)

    def get_signing_serializer(self, _app: Flask) -> URLSafeTimedSerializer | None:
        return self._serializer

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        # Not from the request's own: to find them, it rewrites every header's name, and nobody else asks.
        cookies = parse_cookie(request.environ.get("HTTP_COOKIE"))
        cookie = cookies.get(self.get_cookie_name(app))
        try:
            return self.session_class(self._known(cookie, _today()) if cookie else None)
        except BadSignature:
            return self.session_class()

    def _held(self, cookie: str, _day: int) -> dict[str, Any]:
        """What a cookie holds. One whose sign was right is right all day: the same text says the same."""
        assert self._serializer is not None  # noqa: S101 -- no app is made without a key
        held: dict[str, Any] = self._serializer.loads(cookie, max_age=int(LASTS.total_seconds()))
        return held

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if session.modified and request.endpoint != "static":
            super().save_session(app, session, response)


def init_app(app: Flask) -> None:
    """Let one cookie say who asks."""
    app.session_interface = _Cookie(app)
    app.config.update(
        # By this name a browser takes it over https only, and from no neighbour below the same domain.
        SESSION_COOKIE_NAME="__Host-squarescores" if app.config["SESSION_COOKIE_SECURE"] else "squarescores",
        PERMANENT_SESSION_LIFETIME=LASTS,
        SESSION_REFRESH_EACH_REQUEST=False,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
    )
    # Phones change their address and their browser's version; a session bound to either would end mid-match.
    logins = LoginManager()
    logins.session_protection = None
    # Even so it hashes both at each request, and puts the hash into each cookie: a third of its length, and
    # good for nothing but to tell phones apart.
    logins._session_identifier_generator = str  # noqa: SLF001 -- no public name stands for it
    # No page looks anybody up by being drawn: the page that says the store is away has to be drawn too.
    logins.anonymous_user = Stranger
    logins.init_app(app, add_context_processor=False)
    logins.user_loader(_load)
    app.after_request(_keep)


def _load(cookie: str) -> Visitor | None:
    person_id, _, version = cookie.rpartition(".")
    return Visitor(person_id, int(version)) if version.isdecimal() else None


def _keep(response: Response) -> Response:
    """Make the cookie outlive the evening, and renew it now and then.

    Only where it changes anyway: a slow answer must not put an older cookie back over a newer one.
    """
    if "_user_id" in session and _today() - session.get("renewed", 0) > RENEWED_AFTER:
        session["renewed"] = _today()
    if session.modified and session:
        session.permanent = True
    return response


def _today() -> int:
    return house().clock().date().toordinal()


def who() -> str | None:
    """The id of the person asking; None for a stranger."""
    return cast(str | None, current_user.who)


def visitor() -> Person | None:
    """The person asking; None for a stranger."""
    return cast(Person | None, current_user.person)


@contextmanager
def believed() -> Iterator[Visitor | None]:
    """Whoever asks, at their cookie's word meanwhile; None for a stranger, or once the store was asked.

    For a write that is kept only where the store says the same: nothing may be answered before.
    """
    asking: Visitor | Stranger = current_user._get_current_object()  # noqa: SLF001 -- Werkzeug documents it
    if isinstance(asking, Stranger) or asking.is_asked:
        yield None
        return
    asking.is_believed = True
    try:
        yield asking
    finally:
        asking.is_believed = False


def sign() -> str:
    """A sign of who asks, or of the stranger with this cookie; it opens nothing, and asks no store."""
    person = str(session.get("_user_id", "")).rpartition(".")[0] or str(session.get("guest", ""))
    return hashlib.sha256(person.encode()).hexdigest()[:12] if person else ""


def id_to_be() -> str:
    """Who is asking, or the id a stranger will have with the first write.

    It lies in the cookie from the first form on, so that a form sent twice is sent by one person. Once that
    person has made an account or deleted what was theirs, such an old cookie is nobody's.
    """
    if (known := who()) is not None:
        return known
    if "guest" not in session or _is_over(session["guest"]):
        session["guest"] = secrets.token_urlsafe(12)
    return str(session["guest"])


def _is_over(guest: str) -> bool:
    """Whether that guest became somebody with an account, or was deleted."""
    person = house().store.person(guest)
    return person is not None and person.has_ended_cookies


def meet() -> str:
    """Who is asking, made a person of the house where it was a stranger; the cookie remembers."""
    if (known := who()) is not None:
        return known
    come_in(house().store.meet(id_to_be(), house().clock()))
    return str(who())


def sign_in(person: Person) -> None:
    """Come in by password: of what the cookie held before, which others may know, only the language stays."""
    language = session.get("language")
    session.clear()
    if language:
        session["language"] = language
    come_in(person)


def come_in(person: Person) -> None:
    """From now on the cookie says this person."""
    session.pop("guest", None)
    session["renewed"] = _today()
    asking = Visitor(person.id, person.version)
    asking.person = person
    login_user(asking)


def go_out() -> None:
    """Forget who was asking, and everything else the cookie held."""
    logout_user()
    session.clear()
