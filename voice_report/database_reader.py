"""A point query on SQLite in the time that SQLite takes for it: for what every event asks, on the event loop itself.

SQLAlchemy takes some three hundred microseconds to execute a query of columns, SQLite ten to find its rows. Here
SQLAlchemy compiles a query once and says how values are stored and read; the driver executes it.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BindParameter, Select
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL
from sqlalchemy.types import TypeEngine

Convert = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A query as the driver takes it. ``values`` are its parameters in order, each with how it is stored; ``read``
    makes a value of each column, ``row`` a row of them."""

    sql: str
    values: Sequence[tuple[BindParameter, Convert]]
    read: Sequence[Convert]
    row: Callable[..., Any]


class Reader:
    """A connection that only reads, opened at first use. It waits for no lock: a reader meets one only while SQLite
    recovers its journal after a crash."""

    def __init__(self, url: URL) -> None:
        self._dialect = sqlite.dialect(paramstyle="qmark")
        self._url = url
        self._connection: sqlite3.Connection | None = None
        self._prepared: dict[Select, _Prepared] = {}

    def all(self, query: Select, parameters: dict[str, Any]) -> list[Any]:
        """Return the rows, with the query's columns as attributes. The query is kept: it must be built once.

        ``parameters`` are those that have no value in the query. Raises ``sqlite3.Error``.
        """
        prepared = self._prepared.get(query) or self._prepare(query)
        # A value in the query may be a function of the moment: it is asked each time.
        values = [store(parameters[at.key] if at.required else at.effective_value) for at, store in prepared.values]
        cursor = self._opened().execute(prepared.sql, values)
        try:
            found = cursor.fetchall()
        finally:
            cursor.close()  # else the journal cannot begin anew
        return [prepared.row(*[read(value) for read, value in zip(prepared.read, row, strict=True)]) for row in found]

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _opened(self) -> sqlite3.Connection:
        if self._connection is None:
            [path], options = self._dialect.create_connect_args(self._url)
            own = {"timeout": 0, "check_same_thread": False, "isolation_level": None}
            opened = sqlite3.connect(path, **{**options, **own})
            opened.execute("PRAGMA query_only=ON")
            self._connection = opened
        return self._connection

    def _prepare(self, query: Select) -> _Prepared:
        compiled = query.compile(dialect=self._dialect, compile_kwargs={"render_postcompile": True})
        binds = [compiled.binds[name] for name in compiled.positiontup or ()]
        columns = list(query.selected_columns)
        row = namedtuple("row", [column.key for column in columns])
        prepared = _Prepared(
            compiled.string,
            [(bind, self._store(bind.type)) for bind in binds],
            [self._read(column.type) for column in columns],
            row,
        )
        self._prepared[query] = prepared
        return prepared

    def _store(self, kind: TypeEngine) -> Convert:
        return kind.dialect_impl(self._dialect).bind_processor(self._dialect) or _as_it_is

    def _read(self, kind: TypeEngine) -> Convert:
        return kind.dialect_impl(self._dialect).result_processor(self._dialect, None) or _as_it_is


def _as_it_is(value: Any) -> Any:
    return value
