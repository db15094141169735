"""gunicorn as it is started here: how the app is to be served, and which signals end it."""

from __future__ import annotations

import gc
import signal
import sys
from typing import Any

from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger

from squarescores import cores, metrics
from squarescores.serve.files import kept_connections
from squarescores.serve.worker import Worker
from squarescores.settings import Settings
from squarescores.web import log

SILENCE = "Socket error processing request."  # what gunicorn says of it, and of worse
GRACE = 3  # seconds an entry on its way has when the server is told to stop

LEFT = 10_000
"""How many things are left lying about until Python looks through them; by itself it would after 700."""


class House(BaseApplication):
    """The app and how gunicorn is to serve it."""

    def __init__(self, settings: Settings, listening: int, hooks: metrics.Hooks) -> None:
        self.settings = settings
        self.hooks = hooks
        self.listening = listening
        super().__init__()

    def load_config(self) -> None:
        for name, value in {
            "bind": f"fd://{self.listening}",
            "worker_class": Worker,
            "workers": self.settings.processes,
            "threads": self.settings.threads,
            # A connection between two requests holds no thread; a browser keeps several.
            "worker_connections": kept_connections(self.settings),
            "keepalive": 15,
            "graceful_timeout": GRACE,
            # An address holds the table's key: the app itself tells of requests where that is wanted.
            "accesslog": None,
            "loglevel": "warning",
            "logger_class": _Log,
            "control_socket_disable": True,
            "pre_fork": _give_a_core,
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
        # What a request leaves seldom hangs together in circles: a twentieth of an entry went into looking.
        gc.set_threshold(LEFT, 10, 10)
        return app


def _give_a_core(master: Arbiter, worker: Worker) -> None:
    worker.core = cores.free({other.core for other in master.WORKERS.values()})


class _Log(Logger):
    """gunicorn's own words as lines like all others."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(log.Line())

    def exception(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        """A phone that fell silent in the middle of a request is no fault of the server's."""
        if not (msg == SILENCE and isinstance(sys.exc_info()[1], BlockingIOError)):
            super().exception(msg, *args, **kwargs)


class Master(Arbiter):
    """gunicorn's master without the signals that would start a second server or another worker."""

    def __init__(self, app: House) -> None:
        self.hangs_on = signal.getsignal(signal.SIGHUP) == signal.SIG_IGN  # started with nohup
        super().__init__(app)

    def handle_hup(self) -> None:
        """A closed terminal ends the server instead of restarting its workers out of sight."""
        if not self.hangs_on:
            self.handle_term()

    def handle_ttin(self) -> None:
        self.log.warning("The number of processes is a setting.")

    handle_ttou = handle_usr2 = handle_ttin
