"""The shipped server: gunicorn's threads for what is asked, a few of our own for every open sheet."""

from __future__ import annotations

import logging
import os
from dataclasses import replace

from squarescores import address, instance, metrics
from squarescores.dangers import dangers
from squarescores.serve.files import allow_open_files, kept_streams
from squarescores.serve.master import House, Master
from squarescores.settings import Settings, SettingsError
from squarescores.store.upgrades import is_current, upgrade
from squarescores.web import log


def run(settings: Settings) -> int:
    """Serve until told to stop; the answer is the exit status.

    Raises SettingsError, in one sentence, where it cannot start.
    """
    settings = instance.prepare(settings)
    for danger in dangers(settings, os.environ):
        raise SettingsError(danger)
    log.to_terminal(logging.INFO if settings.log == "requests" else logging.WARNING)
    listening = address.listen(settings.host, settings.port)
    with instance.alone(settings), metrics.shown(settings) as hooks:
        _bring_up_to_date(settings)
        allow_open_files(settings.open_files)
        settings = replace(settings, streams=kept_streams(settings))
        print(address.welcome(settings, listening.getsockname()[1]), flush=True)
        try:
            Master(House(settings, listening.detach(), hooks)).run()
        except SystemExit as end:
            return int(end.code or 0)
    return 0


def _bring_up_to_date(settings: Settings) -> None:
    if settings.embedded:
        instance.check_kept(settings)
        upgrade(settings.database_url)
        instance.note_kept(settings)
    elif not is_current(settings.database_url):
        raise SettingsError("The database is not of this version; run `squarescores upgrade` first.")
