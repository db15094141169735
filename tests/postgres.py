"""A throwaway PostgreSQL server on this machine, for tests that need the real thing."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path

import psycopg

from squarescores.store import upgrade
from tests.ports import free_port

MISSING = (
    "These tests need PostgreSQL's programs: install them first (on Debian: apt-get install postgresql)."
)

_numbers: Iterator[int] = count(1)
# Nothing here has to outlive the machine, so nothing waits for the disk.
_disk = {"fsync": "off"}


def await_the_disk() -> None:
    """Let the server, which has not been started yet, commit as one does whose rows have to last."""
    _disk["fsync"] = "on"


def fresh_database() -> str:
    """The address of a new database that is up to date, and nobody else's."""
    return _address(_create(f"fresh_{next(_numbers)}", template=_up_to_date()))


def empty_database() -> str:
    """The address of a database that is up to date and empty: always the same one, which is quicker."""
    url = _address(_shared())
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("TRUNCATE people, tables, marks, known RESTART IDENTITY")
    return url


def bare_database() -> str:
    """The address of a new database with nothing in it, not even a schema."""
    return _address(_create(f"bare_{next(_numbers)}", template="template0"))


def command(database_url: str, statement: str) -> None:
    """Have the server do something to a database, {name} in the statement, from another one."""
    name = database_url.rpartition("/")[2]
    with psycopg.connect(_address("postgres"), autocommit=True) as connection:
        connection.execute(statement.format(name=name).encode())


@cache
def _up_to_date() -> str:
    name = _create("up_to_date", template="template0")
    upgrade(_address(name))
    return name


@cache
def _shared() -> str:
    return _create("shared", template=_up_to_date())


def _create(name: str, template: str) -> str:
    with psycopg.connect(_address("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}".encode())
    return name


def _address(name: str) -> str:
    return f"postgresql://keeper@127.0.0.1:{_server()}/{name}"


@cache
def _server() -> int:
    """The port of the one server of all these tests, started once; it ends with them."""
    server = Server()
    atexit.register(server.is_thrown_away)
    return server.port


class Server:
    """A PostgreSQL server of its own, which may be stopped and started again at the same port."""

    def __init__(self, **options: str) -> None:
        self.port = free_port()
        self._options = options
        self._account = _account()
        self._folder = Path(tempfile.mkdtemp(prefix="squarescores-postgres-"))
        shutil.chown(self._folder, self._account.pw_uid, self._account.pw_gid)
        words = ["-U", "keeper", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        subprocess.run(
            [_programs() / "initdb", "-D", self._folder / "kept", *words],
            check=True,
            stdout=subprocess.DEVNULL,
            **_as(self._account),
        )
        self.starts()

    def starts(self) -> None:
        options = {
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self._folder,
            **_disk,
            **self._options,
        }
        with (self._folder / "log").open("a") as log:
            self._running = subprocess.Popen(
                [
                    _programs() / "postgres",
                    "-D",
                    self._folder / "kept",
                    *(f"--{name}={value}" for name, value in options.items()),
                ],
                stdout=log,
                stderr=log,
                **_as(self._account),
            )
        self._answers()

    def _answers(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until and self._running.poll() is None:
            try:
                psycopg.connect(f"{self.address('postgres')}?connect_timeout=5").close()
            except psycopg.OperationalError:
                time.sleep(0.02)
            else:
                return
        raise AssertionError(f"PostgreSQL did not start:\n{(self._folder / 'log').read_text()}")

    def stops(self, number: int = signal.SIGINT) -> None:
        """Its "fast shutdown": nobody is waited for; with SIGQUIT as if it had crashed."""
        self._running.send_signal(number)
        self._running.wait(10)

    def database(self) -> str:
        """The address of a new database that is up to date."""
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE kept")
        upgrade(self.address("kept"))
        return self.address("kept")

    def address(self, name: str) -> str:
        return f"postgresql://keeper@127.0.0.1:{self.port}/{name}"

    def is_thrown_away(self) -> None:
        self.stops()
        shutil.rmtree(self._folder)


def _programs() -> Path:
    found = shutil.which("postgres")
    places = [Path(found).resolve().parent] if found else []
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for place in places:
        if (place / "postgres").exists() and (place / "initdb").exists():
            return place
    raise AssertionError(MISSING)


def _account() -> pwd.struct_passwd:
    """Whose server it is: ours, but PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid())
    known = {each.pw_name: each for each in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def _as(account: pwd.struct_passwd) -> dict:
    other = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if os.getuid() == 0 else {}
    return {"cwd": "/", **other}
