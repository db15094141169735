"""Asks pip-audit which pinned packages have known holes; where its database is out of reach, says so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PIP_AUDIT = "pip-audit==2.10.1"
REPOSITORY = Path(__file__).parents[1]
PATIENCE = 300  # seconds


def main() -> int:
    uv = Path(sys.executable).with_name("uv")
    words = [
        uv, "tool", "run", "--quiet", "--python", sys.executable, PIP_AUDIT, "--format", "json",
        "--progress-spinner", "off", "--disable-pip", "--require-hashes",
        "--requirement", REPOSITORY / "requirements-test.lock",
    ]  # fmt: skip
    try:
        said = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
        asked = json.loads(said.stdout)["dependencies"]
    except (ValueError, subprocess.TimeoutExpired):
        asked = []
    # An index that knows nothing of holes answers too: it has none of the packages.
    unknown = [each["name"] for each in asked if "skip_reason" in each]
    if len(unknown) == len(asked):
        print("Nothing was audited: the database of known holes is out of reach.", file=sys.stderr)
        return 0
    if unknown:
        print(f"Not known there: {', '.join(unknown)}.")
    holes = [(each["name"], each["version"], hole) for each in asked for hole in each.get("vulns", ())]
    for name, version, hole in holes:
        mended = ", ".join(hole["fix_versions"]) or "no version yet"
        print(f"{name} {version}: {hole['id']}, mended in {mended}")
    print(f"{len(asked) - len(unknown)} packages, {len(holes)} known holes.")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
