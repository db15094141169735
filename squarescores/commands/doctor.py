"""`squarescores doctor`: whether everything is as it should be, and what to do where it is not."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from squarescores.commands.common import Commands, takes_instance, with_settings

if TYPE_CHECKING:
    from squarescores.settings import Settings


def add(commands: Commands) -> None:
    """Say what it is for and what it takes."""
    doctor = commands.add_parser("doctor", help="look whether everything is as it should be")
    takes_instance(doctor)
    doctor.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print a line for each thing looked at; the answer is 1 where one is bad, 2 for unusable settings."""
    return with_settings(args, _look)


def _look(settings: Settings) -> int:
    import logging
    import os

    from squarescores.doctor import visit

    logging.disable()  # what is the matter is said once, in the findings
    findings = []
    for finding in visit(settings, os.environ):
        print(finding, flush=True)
        findings.append(finding.how)
    return 1 if "bad" in findings else 0
