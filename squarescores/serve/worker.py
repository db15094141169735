"""gunicorn's threaded worker, which hands open sheets on instead of keeping a thread for each."""

from __future__ import annotations

import signal
import socket
import sys
from concurrent.futures import Future
from types import FrameType
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

from squarescores import cores
from squarescores.serve.handing import Handed, handing
from squarescores.serve.streams import Streams

TURN = 0.1  # seconds


class Worker(ThreadWorker):
    """Answers in threads, and keeps the open streams."""

    core: int | None = None

    def init_signals(self) -> None:
        super().init_signals()
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # a closed terminal is the master's to answer

    def handle(self, conn: Any) -> Any:
        """Answer, and say goodbye in this thread: a phone that is gone is waited for two seconds."""
        if not conn.initialized:
            conn.data_ready = conn.data_ready or _has_asked(conn.sock)
        try:
            is_kept = super().handle(conn)
        except Handed as handed:
            self._streams.take(conn.sock, handed)
            return False
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

    def load_wsgi(self) -> None:
        super().load_wsgi()
        self.wsgi = handing(self.app.callable)

    def run(self) -> None:
        # Each thread that waits for its turn looks this often whether it has come, and Python's own 5 ms let
        # ten thousand open pages do nothing else once something held them up; none here runs this long.
        sys.setswitchinterval(TURN)
        cores.keep_to(self.core)
        self._streams = Streams()
        try:
            super().run()
        finally:
            self._end_streams()  # also when the master is gone and nobody sent a signal
            self._streams.close()

    def _end_streams(self) -> None:
        if self.app.callable:
            self.app.callable.extensions["squarescores"].bell.close()


def _has_asked(connection: socket.socket) -> bool:
    """Whether a phone that has just come has said something, as most have; does not wait.

    gunicorn makes a selector for each to wait with, which is an eighth of what a new connection costs.
    """
    try:
        return bool(connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT))
    except OSError:
        return False
