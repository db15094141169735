"""The app of the tests of the pages, with its people."""

from tests.web.conftest import app, house

__all__ = ["app", "house"]
