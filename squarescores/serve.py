"""The shipped server: gunicorn with one thread an open page, started and ended from here."""

from __future__ import annotations

import gc
import logging
import os
import resource
import signal
import sys
from concurrent.futures import Future
from types import FrameType
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from gunicorn.workers.gthread import ThreadWorker

from squarescores import address, instance, metrics
from squarescores.dangers import dangers
from squarescores.settings import Settings, SettingsError
from squarescores.store.upgrades import is_current, upgrade
from squarescores.web import log

TURN = 0.1  # seconds
GRACE = 3  # seconds an entry on its way has when the server is told to stop


def run(settings: Settings) -> int:
    """Serve until told to stop; the answer is the exit status.

    Raises SettingsError, in one sentence, where it cannot start.
    """
    settings = instance.prepare(settings)
    for danger in dangers(settings, os.environ):
        raise SettingsError(danger)
    log.to_terminal(logging.INFO if settings.log == "requests" else logging.WARNING)
    listening = address.listen(settings.host, settings.port)
    with instance.alone(settings), metrics.shown(settings) as hooks:
        _bring_up_to_date(settings)
        _allow_open_files(settings.open_files)
        print(address.welcome(settings, listening.getsockname()[1]), flush=True)
        try:
            _Master(_House(settings, listening.detach(), hooks)).run()
        except SystemExit as end:
            return int(end.code or 0)
    return 0


def _bring_up_to_date(settings: Settings) -> None:
    if settings.embedded:
        instance.check_kept(settings)
        upgrade(settings.database_url)
        instance.note_kept(settings)
    elif not is_current(settings.database_url):
        raise SettingsError("The database is not of this version; run `squarescores upgrade` first.")


def _allow_open_files(wanted: int) -> None:
    """Every open page is an open file, and many systems begin with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


class _House(BaseApplication):
    """The app and how gunicorn is to serve it."""

    def __init__(self, settings: Settings, listening: int, hooks: metrics.Hooks) -> None:
        self.settings = settings
        self.hooks = hooks
        self.listening = listening
        super().__init__()

    def load_config(self) -> None:
        threads = self.settings.threads
        for name, value in {
            "bind": f"fd://{self.listening}",
            "worker_class": _Worker,
            "workers": self.settings.processes,
            "threads": threads,
            # A connection between two requests holds no thread; a browser keeps several.
            "worker_connections": 4 * threads,
            "keepalive": 15,
            "graceful_timeout": GRACE,
            # An address holds the table's key: the app itself tells of requests where that is wanted.
            "accesslog": None,
            "loglevel": "warning",
            "logger_class": _Log,
            "control_socket_disable": True,
            # Who is asking is read from a proxy in one place only, as often as `proxies` says.
            "forwarded_allow_ips": "",
            **self.hooks,
        }.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        from squarescores import create_app

        app = create_app(self.settings)
        # What is there by now stays for good: to look through all of it for what is not needed any more, as
        # Python does now and then, stops everybody for a tenth of a second.
        gc.freeze()
        return app


class _Log(Logger):
    """gunicorn's own words as lines like all others."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(log.Line())

    def exception(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        """A phone that fell silent in the middle of a request is no fault of the server's."""
        if not isinstance(sys.exc_info()[1], BlockingIOError):
            super().exception(msg, *args, **kwargs)


class _Worker(ThreadWorker):
    """gunicorn's threaded worker, which waits for open streams unless somebody ends them."""

    def init_signals(self) -> None:
        super().init_signals()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a closed terminal is the master's to answer

    def handle(self, conn: Any) -> Any:
        """Answer, and say goodbye in this thread: a phone that is gone is waited for two seconds."""
        is_kept = super().handle(conn)
        if is_kept is False:
            conn.close(graceful=True)
        return is_kept

    def finish_request(self, conn: Any, fs: Future[Any]) -> None:
        """In the one loop that everybody's requests come through, which waits for nobody."""
        if fs.cancelled() or fs.exception() or fs.result() is not False:
            super().finish_request(conn, fs)
        else:
            self.nr_conns -= 1

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._end_streams()
        super().handle_exit(sig, frame)

    def handle_quit(self, sig: int, frame: FrameType | None) -> None:
        self._end_streams()
        super().handle_quit(sig, frame)

    def run(self) -> None:
        # Each thread that waits for its turn looks this often whether it has come, and Python's own 5 ms let
        # ten thousand open pages do nothing else once something held them up; none here runs this long.
        sys.setswitchinterval(TURN)
        try:
            super().run()
        finally:
            self._end_streams()  # also when the master is gone and nobody sent a signal

    def _end_streams(self) -> None:
        if self.app.callable:
            self.app.callable.extensions["squarescores"].bell.close()


class _Master(Arbiter):
    """gunicorn's master without the signals that would start a second server or another worker."""

    def __init__(self, app: _House) -> None:
        self.hangs_on = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # started with nohup
        super().__init__(app)

    def handle_hup(self) -> None:
        """A closed terminal ends the server instead of restarting its workers out of sight."""
        if not self.hangs_on:
            self.handle_term()

    def handle_ttin(self) -> None:
        self.log.warning("The number of processes is a setting.")

    handle_ttou = handle_usr2 = handle_ttin
