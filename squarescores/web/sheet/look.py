"""What one viewer sees of a table: the sheet everybody sees, and the slip that is this one's."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from markupsafe import Markup

from squarescores.pedro.table import Table
from squarescores.web import drawn
from squarescores.web.agreement import AgreementShown, agreement_shown
from squarescores.web.forms import HouseForm
from squarescores.web.guard import Problem
from squarescores.web.packing import Block, Whole
from squarescores.web.sheet.asked import Asked
from squarescores.web.sheet.common import PARTS, Common, common
from squarescores.web.sheet.slip import Slip, heading, slip_for
from squarescores.web.sheet.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Again:
    """What a sheet that is shown once more after a refusal says besides."""

    typed: HouseForm | None = None
    """A form that fits the slip: what was typed still stands there."""
    kept: list[tuple[str, str]] = field(default_factory=list)
    """What was typed and fits no more, told beside it."""
    trouble: Problem | None = None
    question: str = ""


NOT_AGAIN = Again()


@dataclass(frozen=True, slots=True)
class Look:
    """The sheet or the board (`view`) of a table: two equal ones of it, at one mark, are drawn alike."""

    view: str
    key: str
    table: Table = field(compare=False)
    slip: Slip
    agreement: AgreementShown | None

    @classmethod
    def of(cls, view: str, key: str, table: Table, person: str | None, asked: Asked) -> Self:
        """What that person sees, who asked for that."""
        slip = slip_for(table, table.played, Viewer.of(table, person), asked.side, change=asked.change)
        return cls(view, key, table, slip, agreement_shown(table, person))

    @property
    def heading(self) -> str:
        """What it is about right now."""
        return heading(self.table, self.table.played, self.slip)

    def drawn(self, again: Again = NOT_AGAIN) -> Markup:
        """All of it, as a page has it."""
        head, seen, foot = self._pieces(again)
        return head + seen.rest + foot

    def packed(self) -> Whole:
        """All of it, ready to go out to many."""
        head, seen, foot = self._pieces(NOT_AGAIN)
        above, below = (drawn.without_own(piece).encode() for piece in (head, foot))
        return Whole(Block(above), *seen.blocks, Block(below, after=seen.blocks[-1]))

    def _pieces(self, again: Again) -> tuple[Markup, Common, Markup]:
        """What stands above all is this viewer's, then comes what is everybody's, then the slip."""
        seen, foot = common(self.key, self.table, self.view), Markup()
        if self.view == "sheet":
            foot = drawn.piece(f"sheet/_slip_{self.slip.kind}.html", "draw", self.slip, seen.sheet, again)
        return drawn.piece(PARTS[self.view], "head", seen, self.heading, self.agreement), seen, foot
