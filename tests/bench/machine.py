"""The machine that was measured, by what matters and nothing that names it."""

from __future__ import annotations

import os
import platform
import re
import resource
import sqlite3
import subprocess
from pathlib import Path

from tests import postgres


def machine() -> dict[str, str]:
    """What it is, each by its name."""
    memory = re.search(r"MemTotal:\s+(\d+)", Path("/proc/meminfo").read_text())
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    return {
        "cores": str(os.cpu_count()),
        "processor": _processor(),
        "memory": f"{int(memory[1]) / 1024**2:.0f} GB" if memory else "unknown",
        "system": platform.system(),
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
        "PostgreSQL": _postgres(),
        "open files a program may have": f"{limits[1]:,}",
    }


def _processor() -> str:
    found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    return found[1] if found else platform.machine()


def _postgres() -> str:
    told = subprocess.run(
        [postgres._programs() / "postgres", "--version"], capture_output=True, text=True, check=True
    )
    return told.stdout.split()[2]
