"""Every setting: its name, its default and what it is for, read from `SQUARESCORES_*`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from squarescores.folders import LANGUAGES

PREFIX = "SQUARESCORES_"
SPARE_FILES = 256
"""How many files are open besides connections to phones: the store's, modules, the log."""
_DATABASE = r"postgresql(\+psycopg)?://.*|sqlite:///(?!:memory:)[^?]+"
_LISTENER = r"(\[[0-9a-fA-F:]+\]|[^\s:\[\]]+):[0-9]{1,5}"
_BASE_URL = r"https?://[^\s/?#]+/?"


class SettingsError(ValueError):
    """A setting that cannot be used; its text is one sentence for whoever set it."""


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,9}", text):
        raise SettingsError(f"must be a whole number, not {text!r}")
    return int(text)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def _setting(default: Any, purpose: str, reads: Callable[[str], Any] = str) -> Any:
    return field(default=default, metadata={"purpose": purpose, "reads": reads})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The table of settings; each one is also an environment variable, `port` as `SQUARESCORES_PORT`."""

    host: str = _setting("0.0.0.0", "The address to listen on; 127.0.0.1 for this machine only.")  # noqa: S104 - phones at the table have to reach it
    port: int = _setting(8765, "The port to listen on; 0 takes any free one.", _number)
    instance: Path = _setting(
        Path("instance"), "The folder that keeps the database and the secret key; made when missing.", Path
    )
    database: str = _setting(
        "", "A SQLAlchemy address of a PostgreSQL database; empty: SQLite in the instance folder."
    )
    secret_key: str = _setting(
        "",
        "Signs the cookies; older ones that still count follow by comma; empty: kept in the instance folder.",
    )
    base_url: str = _setting(
        "", "The address people reach the app by, for links and QR codes; empty: the one they asked for."
    )
    secure: str = _setting(
        "auto", "Cookies for https only: yes, no, or auto (yes when the base address is https)."
    )
    proxies: int = _setting(
        0, "How many proxies in front of the app to believe about who is asking.", _number
    )
    processes: int = _setting(1, "How many processes serve; more than one needs PostgreSQL.", _number)
    threads: int = _setting(
        256, "How many requests a process answers at once; an open sheet is none of them.", _number
    )
    streams: int = _setting(
        2000, "How many open sheets a process keeps live; one more is told to come back later.", _number
    )
    connections: int = _setting(
        20,
        "How many connections a process has to its database at most; PostgreSQL adds one for the bell.",
        _number,
    )
    limits_store: str = _setting(
        "memory://", "Where wrong codes and passwords are counted; redis://… when several processes serve."
    )
    log: str = _setting(
        "warnings", "What goes to standard error, a line of JSON each: warnings, or requests as well."
    )
    metrics: str = _setting(
        "", "Where numbers for Prometheus are shown, 127.0.0.1:9100 for instance; empty: nowhere."
    )
    languages: tuple[str, ...] = _setting(
        ("en", "sv"), "The languages offered, by comma; the first is used where a browser names none.", _names
    )

    def __post_init__(self) -> None:
        for name, good, sentence in self._checks():
            if not good:
                raise SettingsError(f"{PREFIX}{name.upper()} {sentence}.")

    def _checks(self) -> tuple[tuple[str, bool, str], ...]:
        return (
            ("host", bool(self.host.strip()), "must not be empty"),
            ("port", 0 <= self.port <= 65535, f"must be between 0 and 65535, not {self.port}"),
            (
                "database",
                not self.database or re.fullmatch(_DATABASE, self.database) is not None,
                "must be postgresql://… or sqlite:///FILE",
            ),
            (
                "secret_key",
                all(len(key) >= 16 for key in self.secret_keys),
                "must have at least 16 characters, each of them where there are several",
            ),
            (
                "base_url",
                not self.base_url or re.fullmatch(_BASE_URL, self.base_url) is not None,
                f"must look like https://pedro.example, not {self.base_url!r}",
            ),
            ("secure", self.secure in ("auto", "yes", "no"), f"must be auto, yes or no, not {self.secure!r}"),
            ("processes", self.processes >= 1, "must be at least 1"),
            (
                "processes",
                self.processes == 1 or not self.embedded,
                "must be 1 on SQLite; for more, set SQUARESCORES_DATABASE to PostgreSQL",
            ),
            ("threads", self.threads >= 4, "must be at least 4"),
            ("streams", self.streams >= 1, "must be at least 1"),
            ("connections", self.connections >= 1, "must be at least 1"),
            (
                "metrics",
                not self.metrics or re.fullmatch(_LISTENER, self.metrics) is not None,
                f"must look like 127.0.0.1:9100, not {self.metrics!r}",
            ),
            ("log", self.log in ("warnings", "requests"), f"must be warnings or requests, not {self.log!r}"),
            ("languages", bool(self.languages), "must name at least one language"),
            (
                "languages",
                set(self.languages) <= set(LANGUAGES),
                f"must name languages there are: {', '.join(LANGUAGES)}",
            ),
        )

    @property
    def secret_keys(self) -> tuple[str, ...]:
        """The key that signs, and after it the older ones whose cookies still count."""
        return _names(self.secret_key)

    @property
    def database_url(self) -> str:
        """The SQLAlchemy address of the store, the embedded default filled in."""
        return self.database or f"sqlite:///{self.instance.absolute() / 'squarescores.db'}"

    @property
    def database_file(self) -> Path:
        """The file of the embedded store."""
        return Path(self.database_url.partition("///")[2])

    @property
    def embedded(self) -> bool:
        """Whether the store is SQLite: kept by this one process, its schema brought up to date by itself."""
        return self.database_url.startswith("sqlite")

    @property
    def kept_connections(self) -> int:
        """How many connections a process keeps besides its open sheets; a browser has several."""
        return 4 * self.threads + 2 * self.streams

    @property
    def open_files(self) -> int:
        """How many files and connections a process may come to have open."""
        return self.streams + self.kept_connections + SPARE_FILES

    @property
    def needed_files(self) -> int:
        """How many it has to be able to have open, to keep every sheet live while each thread answers."""
        return self.streams + self.threads + 1 + SPARE_FILES

    @property
    def metrics_listener(self) -> tuple[str, int]:
        """The host and the port that METRICS names; an IPv6 address without its brackets."""
        host, _, port = self.metrics.rpartition(":")
        return host.strip("[]"), int(port)

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies are sent over https only."""
        return self.secure == "yes" or (self.secure == "auto" and self.base_url.startswith("https://"))


def read(environ: Mapping[str, str], **overrides: Any) -> Settings:
    """The settings an environment gives; an override that is not None (a command's option) goes first.

    Raises SettingsError, in one sentence, for a value that cannot be used or a name that is no setting.
    """
    known = {PREFIX + each.name.upper(): each for each in fields(Settings)}
    values: dict[str, Any] = {}
    for name, text in environ.items():
        if name.startswith(PREFIX):
            if name not in known:
                raise SettingsError(f"{name} is no setting; the README lists them.")
            try:
                values[known[name].name] = known[name].metadata["reads"](text.strip())
            except SettingsError as bad:
                raise SettingsError(f"{name} {bad}.") from None
    values |= {name: value for name, value in overrides.items() if value is not None}
    return Settings(**values)
