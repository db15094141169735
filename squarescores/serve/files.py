"""How many files, and so how many phones, the system lets this program have open."""

from __future__ import annotations

import resource

from squarescores.settings import SPARE_FILES, Settings


def allow_open_files(wanted: int) -> None:
    """Every open page is an open file, and many systems begin with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


def kept_streams(settings: Settings) -> int:
    """How many sheets are kept live: not all that is asked for where few files are allowed."""
    if (left := _left()) is None:
        return settings.streams
    return min(settings.streams, left - min(left // 2, settings.threads + 1))


def kept_connections(settings: Settings) -> int:
    """How many connections besides open sheets are taken; more than are allowed would end the program."""
    if (left := _left()) is None:
        return settings.kept_connections
    return min(settings.kept_connections, left - settings.streams)


def _left() -> int | None:
    """Open files that are allowed for connections to phones, None for any number."""
    allowed, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if allowed == resource.RLIM_INFINITY else max(allowed - SPARE_FILES, allowed // 2)
