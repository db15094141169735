"""One visit: every look, in the order in which one would set a house up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from squarescores.doctor import folder, machine, reach, several, store
from squarescores.doctor.finding import Finding, bad
from squarescores.settings import Settings

LOOKS: Final[tuple[tuple[str, Callable[[Settings], Iterator[Finding]]], ...]] = (
    ("folder", folder.permissions),
    ("disk", folder.disk),
    ("database", store.database),
    ("bell", store.bell),
    ("connections", several.connections),
    ("limits", several.limits),
    ("machine", machine.open_files),
)


def visit(settings: Settings, environ: Mapping[str, str]) -> Iterator[Finding]:
    """Each finding as it is made; a look that cannot be finished is one too."""
    settings = replace(settings, secret_key=settings.secret_key or folder.kept_key(settings))
    yield from reach.settings(settings, environ)
    for about, look in LOOKS:
        try:
            yield from look(settings)
        except Exception as trouble:  # noqa: BLE001 -- whatever is the matter is what the doctor came for
            first = (str(trouble).splitlines() or [""])[0]
            yield bad(about, f"could not be looked at: {type(trouble).__name__}: {first}")
