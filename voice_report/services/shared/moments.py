"""Conditions on stored moments in queries (``clock.is_coming``), and the time between two."""

from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Float, and_, or_
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.functions import GenericFunction

from ... import clock


def is_coming(moment: Any, within: timedelta) -> ColumnElement[bool]:
    """Return the condition that a moment, which was set this far ahead at most, is yet to come."""
    return and_(moment > clock.now(), moment <= clock.now() + within + clock.SKEW)


def is_over(moment: Any, within: timedelta) -> ColumnElement[bool]:
    """Return the opposite condition: it has come, or was set by a clock that was wrong. False where there is none."""
    return or_(moment <= clock.now(), moment > clock.now() + within + clock.SKEW)


def is_in_this_month(moment: Any) -> ColumnElement[bool]:
    """Return the condition that a moment lies in the present calendar month (Europe/Amsterdam)."""
    begin = clock.local_now().replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return and_(moment >= begin, moment < (begin + timedelta(days=32)).replace(day=1))


class seconds_between(GenericFunction):
    """The seconds from one stored moment to another, with their fraction; ``None`` where one of them is."""

    type = Float()
    inherit_cache = True


@compiles(seconds_between, "postgresql")
def _of_postgresql(element: seconds_between, compiler: Any, **more: Any) -> str:
    begin, end = (compiler.process(one, **more) for one in element.clauses)
    return f"EXTRACT(EPOCH FROM {end} - {begin})"


@compiles(seconds_between, "sqlite")
def _of_sqlite(element: seconds_between, compiler: Any, **more: Any) -> str:
    begin, end = (compiler.process(one, **more) for one in element.clauses)
    return f"(julianday({end}) - julianday({begin})) * 86400.0"
