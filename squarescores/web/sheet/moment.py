"""A mark at the moment it was written, for whoever tells of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _

from squarescores.pedro.marks import OPERATOR, Mark
from squarescores.pedro.table import Table
from squarescores.web import words


@dataclass(frozen=True, slots=True)
class Moment:
    """A mark, and the table on both sides of it."""

    before: Table
    after: Table
    mark: Mark

    @property
    def what(self) -> Any:
        return self.mark.what

    @property
    def who(self) -> str:
        """Who wrote it, by the name of then; whoever had none yet, by the one the mark brings."""
        by = self.mark.by
        if by == OPERATOR:
            return _("Whoever runs the server")
        known = {**self.after.names, **self.before.names}
        return words.plain(known[by]) if by in known else _("Somebody")

    @property
    def is_own_seat(self) -> bool:
        """Whether the seat the mark is about was that of whoever wrote it."""
        return self.before.seat_of(self.mark.by) == self.what.seat

    def seated(self, seat: str) -> str:
        return words.plain(words.holder(self.before, seat))

    def side(self, side: str) -> str:
        return words.side(self.before, side)
