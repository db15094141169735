"""Who comes, as Flask-Login wants them: who they say they are, and who they are by the store."""

from __future__ import annotations

from typing import Final

from flask_login import AnonymousUserMixin, UserMixin
from werkzeug.utils import cached_property

from squarescores.store import Person
from squarescores.web import seen


class Stranger(AnonymousUserMixin):
    """Whoever has no cookie of ours."""

    person: Final = None
    who: Final = None


class Visitor(UserMixin):
    """Whoever has one, as Flask-Login wants them: who they say they are, until the store is asked.

    The version lets every session be ended at once.
    """

    def __init__(self, person_id: str, version: int) -> None:
        self.person_id = person_id
        self.version = version
        self.is_believed = False

    def get_id(self) -> str:
        return f"{self.person_id}.{self.version}"

    @cached_property
    def person(self) -> Person | None:
        """The person; None where that is no person of the house any more."""
        found = seen.person(self.person_id)
        return found if found and found.version == self.version else None

    @property
    def is_asked(self) -> bool:
        """Whether the store was asked in this request."""
        return "person" in self.__dict__

    @property
    def who(self) -> str | None:
        """The person's id."""
        return self.person_id if self.is_believed or self.person else None
