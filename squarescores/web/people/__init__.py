"""People: an account to find one's tables again with, what is one's own, the language of the pages."""

from squarescores.web.people import accounts, own  # noqa: F401 -- they add views
from squarescores.web.people.room import bp

__all__ = ["bp"]
