"""What is counted of the app for metrics: by route and by kind, never by table or person."""

from __future__ import annotations

from http import HTTPMethod
from typing import Any, Final

from flask import Flask, Response, g, request

LIVE: Final = "live.stream"
SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15)


def init_app(app: Flask) -> None:
    """Count from now on; without the setting nothing is even imported."""
    at_home = app.extensions["squarescores"]
    if at_home.settings.metrics:
        counts = Counts()
        at_home.store.watched_by(counts)
        app.extensions["squarescores.counts"] = counts
        app.after_request(counts.answered)


class Counts:
    """The numbers; safe from any thread."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        mine: dict[str, Any] = {"namespace": "squarescores", "registry": CollectorRegistry()}
        self._requests = Counter("requests", "Requests answered.", ["method", "route", "status"], **mine)
        self._refusals = Counter("refusals", "Requests refused.", ["reason"], **mine)
        self._marks = Counter("marks", "Marks written.", ["kind"], **mine)
        self._retries = Counter("write_retries", "Transactions that were disturbed and begun again.", **mine)
        self._seconds = Histogram(
            "write_seconds", "From asking the store to write until it had.", buckets=SECONDS, **mine
        )
        self._streams = Gauge("open_streams", "Open sheets kept live.", multiprocess_mode="livesum", **mine)

    # The store's part

    def wrote(self, kind: str) -> None:
        self._marks.labels(kind).inc()

    def took(self, seconds: float) -> None:
        self._seconds.observe(seconds)

    def disturbed(self) -> None:
        self._retries.inc()

    # The web's part

    def answered(self, response: Response) -> Response:
        """Count an answer; an open sheet until it is closed."""
        route = request.url_rule.rule if request.url_rule else "none"
        # A made-up method would be a series of its own, kept for ever.
        method = request.method if request.method in HTTPMethod.__members__ else "other"
        self._requests.labels(method, route, response.status_code).inc()
        if "refused" in g:
            self._refusals.labels(g.refused).inc()
        if request.endpoint == LIVE and response.status_code == 200:
            self._streams.inc()
            response.call_on_close(self._streams.dec)
        return response
