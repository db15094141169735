"""What an act makes of a press: a mark to write, nothing to write, or a refusal."""

from __future__ import annotations

from collections.abc import Callable

from squarescores.pedro.acts import Stands
from squarescores.pedro.marks import Mark, Written
from squarescores.pedro.refusal import Refused
from squarescores.pedro.table import Table
from squarescores.store.press import Press

Act = Callable[[Table], Written | Stands | None]
"""Decides what to write at a table as it stands; None or Stands: nothing."""


class Decision:
    """What was decided when the act was asked last; it is pure, and may be asked again on another table."""

    table: Table
    """As it stood then."""
    decided: Written | Stands | Exception | None
    mark: Mark | None
    after: Table
    """The table with the mark, where there is one."""

    def __init__(self, press: Press, act: Act) -> None:
        self.press = press
        self._act = act

    def on(self, table: Table) -> Mark | None:
        """The mark to write at that table, or None. Raises where it could not be read again."""
        self.table, self.decided = table, self._asked(table)
        what = self.decided.leaves if isinstance(self.decided, Refused) else self.decided
        self.mark = None
        if what is not None and not isinstance(what, Stands | Exception):
            self.mark = Mark(table.number + 1, self.press.at, self.press.by, what)
            self.after = table.after(self.mark)
        return self.mark

    def _asked(self, table: Table) -> Written | Stands | Exception | None:
        try:
            return self._act(table)
        except Exception as refusal:  # noqa: BLE001 -- raised again, unless this press already wrote its mark
            return refusal

    @property
    def refusal(self) -> Refused | None:
        """What has to be heard, whether a mark was written or not."""
        return self.decided if isinstance(self.decided, Refused) else None
