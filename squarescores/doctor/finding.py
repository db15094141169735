"""What the doctor found: how it stands, about what, and what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """`how` is ok, warn (it will do) or bad (it will not)."""

    how: str
    about: str
    says: str

    def __str__(self) -> str:
        return f"{self.how:<4}  {self.about:<11} {self.says}"


def ok(about: str, says: str) -> Finding:
    """It is as it should be."""
    return Finding("ok", about, says)


def warn(about: str, says: str) -> Finding:
    """It works, and may not for ever or for everybody."""
    return Finding("warn", about, says)


def bad(about: str, says: str) -> Finding:
    """People would notice, or others could read along."""
    return Finding("bad", about, says)
