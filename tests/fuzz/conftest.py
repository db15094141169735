"""The app of the tests of the pages."""

from tests.web.conftest import house

__all__ = ["house"]
