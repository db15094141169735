"""Whether the machine allows what the settings ask of it."""

from __future__ import annotations

import resource
from collections.abc import Iterator

from squarescores.doctor.finding import Finding, bad, ok, warn
from squarescores.settings import PREFIX, Settings


def open_files(settings: Settings) -> Iterator[Finding]:
    """Every open sheet is an open file; `serve` raises what is allowed as far as the machine lets it.

    With fewer than are needed it keeps fewer sheets live than the settings say.
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted, needed = settings.open_files, settings.needed_files
    if hard == resource.RLIM_INFINITY or hard >= wanted:
        yield ok("open files", f"{wanted} are allowed")
    elif hard >= needed:
        yield warn("open files", f"{hard} are allowed, {wanted} would be better; set LimitNOFILE={wanted}.")
    else:
        yield bad(
            "open files",
            f"{hard} are allowed, {needed} needed; set LimitNOFILE={wanted}, or fewer {PREFIX}STREAMS.",
        )
