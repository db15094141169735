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


def kept_connections(settings: Settings) -> int:
    """How many connections besides open sheets are taken; more than are allowed would end the program."""
    allowed, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return settings.kept_connections
    left = allowed - settings.streams - SPARE_FILES
    return min(settings.kept_connections, max(left, settings.threads + 1))
