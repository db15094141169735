"""Numbers for whoever watches over a server, at an address of their own that no phone is sent to.

Each worker counts in files of its own; the master, which answers nobody else, adds them up when asked.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from squarescores.settings import Settings, SettingsError

Hooks = dict[str, Callable[..., None]]
"""What gunicorn is to call when, by its own names for it."""


@contextmanager
def shown(settings: Settings) -> Iterator[Hooks]:
    """Answer with the numbers while this lasts; nothing at all is done where no address for them is set.

    To be entered before a worker is made. Raises SettingsError where the address cannot be listened on.
    """
    if not settings.metrics:
        yield {}
        return
    with tempfile.TemporaryDirectory(prefix="squarescores-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder  # read when the library is imported
        listener = _listen(settings)

        def post_fork(_arbiter: Any, _worker: Any) -> None:
            listener.socket.close()

        def child_exit(_arbiter: Any, worker: Any) -> None:
            from prometheus_client.multiprocess import mark_process_dead

            mark_process_dead(worker.pid)

        try:
            yield {"post_fork": post_fork, "child_exit": child_exit}
        finally:
            listener.shutdown()
            listener.server_close()


def _listen(settings: Settings) -> Any:
    from prometheus_client import CollectorRegistry, start_http_server
    from prometheus_client.multiprocess import MultiProcessCollector

    host, port = settings.metrics_listener
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    try:
        listener, _thread = start_http_server(port, host, registry)
    except OSError as error:
        raise SettingsError(f"The metrics cannot listen on {settings.metrics}: {error.strerror}.") from error
    return listener
