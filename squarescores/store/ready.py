"""A statement made ready once: SQLAlchemy writes it, and each time only what belongs in it is handed on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, CursorResult, Dialect, Insert, Update
from sqlalchemy.sql.compiler import SQLCompiler


class Ready:
    """A statement as the driver of a database takes it; for what is asked with every mark."""

    def __init__(self, statement: Insert | Update, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)  # noqa: S101 -- so is every statement about rows
        self._text = str(compiled)
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}
        self._in_order = compiled.positiontup

    def ask(self, connection: Connection, asked: Mapping[str, Any]) -> CursorResult[Any]:
        """Ask it with a value for each of its names."""
        given = {**self._fixed, **asked}
        if self._in_order is None:
            return connection.exec_driver_sql(self._text, given)
        return connection.exec_driver_sql(self._text, tuple([given[name] for name in self._in_order]))
