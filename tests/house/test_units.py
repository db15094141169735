"""The units of docs/deploy, as systemd understands them, and the command for whoever runs the server."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.house.outside import DEPLOY

PROGRAM = "/srv/squarescores/env/bin/squarescores"
UNITS = sorted(path.name for path in DEPLOY.glob("squarescores*") if path.suffix in (".service", ".timer"))


def stub(path: Path, text: str = "") -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
@pytest.mark.parametrize("name", UNITS)
def test_systemd_understands_the_unit(tmp_path, name):
    program = stub(tmp_path / "squarescores")
    for unit in UNITS:  # a timer is looked at with what it starts
        (tmp_path / unit).write_text((DEPLOY / unit).read_text().replace(PROGRAM, str(program)))
    said = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / name],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert (said.returncode, said.stderr) == (0, "")


def test_a_night_leaves_a_copy_and_takes_those_of_last_month(tmp_path):
    unit = (DEPLOY / "squarescores-backup.service").read_text()
    copies = tmp_path / "copies"
    copies.mkdir()
    old = copies / "2026-01-09T040312.db"
    old.touch()
    subprocess.run(["touch", "-d", "-32 days", old], check=True)
    program = stub(tmp_path / "squarescores", 'touch "$2"')
    for line in re.findall("^ExecStart(?:Post)?=(.+)", unit, re.MULTILINE):
        words = line.replace(PROGRAM, str(program)).replace("/var/backups/squarescores", str(copies))
        subprocess.run(words.replace("%%", "%"), shell=True, check=True)  # noqa: S602 -- the unit's own words
    (copy,) = copies.iterdir()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{6}\.db", copy.name)


def test_the_command_runs_as_the_account_that_serves(tmp_path):
    asked = stub(tmp_path / "systemd-run", 'for word in "$@"; do echo "$word"; done')
    command = ["sh", DEPLOY / "squarescores.sh", "backup", "/a file.db"]
    said = subprocess.run(
        command, env={"PATH": f"{asked.parent}:/bin:/usr/bin"}, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert said[-3:] == [PROGRAM, "backup", "/a file.db"]
    assert "--uid=squarescores" in said
    assert "--property=EnvironmentFile=/etc/squarescores.env" in said
