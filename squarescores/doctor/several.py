"""What several processes share: PostgreSQL's connections, and the counts of wrong tries."""

from __future__ import annotations

from collections.abc import Iterator

from squarescores.doctor.finding import Finding, bad, ok, warn
from squarescores.doctor.store import postgres
from squarescores.settings import PREFIX, Settings

_SERVING = (
    "SELECT count(DISTINCT application_name) FROM pg_stat_activity "
    "WHERE datname = current_database() AND application_name LIKE 'squarescores _%'"
)
_FREE = (
    "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int"
)


def connections(settings: Settings) -> Iterator[Finding]:
    """PostgreSQL takes in as many connections as the processes may come to ask for."""
    if settings.embedded:
        return
    allowed, processes = _asked(settings, _FREE), _processes(settings)
    wanted = processes * (settings.connections + 1)
    what = f"{processes} {'process' if processes == 1 else 'processes'} may come to {wanted}, "
    if wanted <= allowed:
        yield ok("connections", f"{what}{allowed} are allowed")
    else:
        yield warn(
            "connections",
            f"{what}{allowed} are allowed; raise PostgreSQL's max_connections, or set fewer "
            f"{PREFIX}CONNECTIONS.",
        )


def limits(settings: Settings) -> Iterator[Finding]:
    """Where wrong tries are counted is there, and shared where several processes count."""
    from limits.storage import storage_from_string

    if settings.limits_store.startswith("memory"):
        processes = _processes(settings)
        if processes > 1:
            yield warn(
                "limits",
                f"each of {processes} processes counts wrong tries for itself; "
                f"set {PREFIX}LIMITS_STORE to a Redis.",
            )
        else:
            yield ok("limits", "wrong tries are counted in the one process")
    elif storage_from_string(settings.limits_store).check():
        yield ok("limits", "the shared counts of wrong tries answer")
    else:
        yield bad("limits", f"{PREFIX}LIMITS_STORE does not answer; start it, or mend the address.")


def _processes(settings: Settings) -> int:
    """How many processes are to serve, or do already: also those of other machines."""
    if settings.embedded:
        return settings.processes
    return max(settings.processes, _asked(settings, _SERVING))


def _asked(settings: Settings, question: str) -> int:
    with postgres(settings) as connection:
        answer = connection.execute(question.encode()).fetchone()
        assert answer is not None  # noqa: S101 -- an aggregate always has a row
        return int(answer[0])
