"""Why something is not written: reason codes with their facts; the sentences live with the translations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from squarescores.pedro.marks import Written


class Refused(Exception):
    """An act the table does not allow, as things stand.

    `reason` is one of the codes of the table's contract, `facts` what a sentence about it needs.
    `leaves` is the one mark a refusal may leave behind: the clash of two partners.
    """

    def __init__(self, reason: str, *, leaves: Written | None = None, **facts: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.facts = facts
        self.leaves = leaves


class Invalid(Exception):
    """A figure or a word the rules do not allow: the field, a reason code, and its facts."""

    def __init__(self, field: str, reason: str, **facts: Any) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason
        self.facts = facts
