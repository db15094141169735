"""The app for people: every room registered, and what all of them share set up once."""

from __future__ import annotations

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from squarescores import folders, instance
from squarescores.live import Bell, Watchman
from squarescores.live.postgres import PostgresLine
from squarescores.settings import Settings
from squarescores.store import CHANNEL, Store
from squarescores.web import (
    agreement,
    bank,
    counted,
    drawn,
    errors,
    guides,
    headers,
    home,
    identity,
    languages,
    limits,
    live,
    log,
    packing,
    people,
    phone,
    sheet,
    shown,
    static,
    tables,
)
from squarescores.web.ahead import ahead
from squarescores.web.house import House


def create(settings: Settings, *, serves: bool) -> Flask:
    """The Flask app with these settings; one that `serves` nobody is not counted among the servers."""
    settings = instance.prepare(settings)
    app = Flask(
        "squarescores",
        template_folder=str(folders.TEMPLATES),
        static_folder=str(folders.STATIC),
        instance_path=str(settings.instance.absolute()),
    )
    app.config.update(
        SECRET_KEY=settings.secret_keys[0],
        SECRET_KEY_FALLBACKS=[*reversed(settings.secret_keys[1:])],
        # Flask-WTF knows nothing of fallbacks; what it signs with takes several keys, the newest last.
        WTF_CSRF_SECRET_KEY=[*reversed(settings.secret_keys)],
        SESSION_COOKIE_SECURE=settings.secure_cookies,
    )
    # Its redirect would name whichever host was asked for.
    app.url_map.merge_slashes = False
    # Nothing here is a coroutine, and Flask would ask that of everything it calls, a dozen times a request.
    app.ensure_sync = lambda call: call  # type: ignore[assignment, method-assign]  # Flask's own way
    app.extensions["squarescores"] = _house(settings, serves)
    if settings.proxies:
        hops = settings.proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]  # as Flask documents it
    for part in (
        log,
        packing,
        errors,
        identity,
        languages,
        limits,
        headers,
        static,
        shown,
        drawn,
        agreement,
        counted,
    ):
        part.init_app(app)
    for room in (home, tables, sheet, live, bank, people, phone, guides):
        app.register_blueprint(room.bp)
    app.extensions["squarescores"].bell.draw = ahead(app, sheet.draw)
    return app


def _house(settings: Settings, serves: bool) -> House:
    """The store and the bell it rings; on PostgreSQL a line leads to the bells of other processes."""
    store = Store(settings.database_url, connections=settings.connections, serves=serves)
    line = None if settings.embedded else PostgresLine(settings.database_url, CHANNEL, store.process)
    bell = Bell(store.read, settings.streams, line, Watchman(store.numbers))
    store.told = bell.ring
    return House(settings, store, bell)
