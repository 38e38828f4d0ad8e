"""Translate database failures for the waiting user: the one place that turns them into ``Unavailable``.

A database that is down, locked, too slow, full or damaged is an expected failure (503 with Retry-After,
decisions/0008). An error caused by our own mistake (a constraint, a wrong statement) keeps its exception type: a bug.
"""

import logging
import sqlite3
import time

from sqlalchemy import exc

from ..errors import Unavailable

logger = logging.getLogger(__name__)

AWAY = "De gegevens zijn even niet bereikbaar. Probeer het over een paar seconden opnieuw."
BUSY = "Het is nu erg druk. Er is niets gewijzigd; probeer het over een paar seconden opnieuw."
FULL = "Er kan nu niets worden opgeslagen: de opslagruimte van de server is vol. Waarschuw je beheerder."
DAMAGED = (
    "Er kan nu niets worden gelezen of opgeslagen: de database van de server is beschadigd. Waarschuw je beheerder."
)
BEHIND = "De toepassing wordt bijgewerkt. Er is niets gewijzigd; probeer het over een minuut opnieuw."

_LOG_EVERY = 5.0  # seconds; every request fails alike while the database is down
_CONTENTION = ("40P01", "40001")  # deadlock, serialisation failure
_TOO_SLOW = ("55P03", "57014")  # lock_timeout, statement_timeout
_DISK_FULL = "53100"
_DAMAGED = ("XX001", "XX002")  # a table, an index
_NO_TABLE, _NO_COLUMN = "42P01", "42703"
_SQLITE_MISSES = ("no such column", "has no column named")
SQLITE_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
#: SQLSTATE classes that mean the server cannot work now: connection, resources, operator intervention, system error.
_SERVER_TROUBLE = ("08", "53", "57", "58")
_OTHER_TROUBLE = ("25006", "25P03", "25P04")  # a read-only standby; transactions ended by the server

_logged: dict[str, float] = {}
_met_damage = False


class Contended(Unavailable):
    """The database aborted this transaction in favour of another: rolled back, it can be retried as a whole."""

    code = "contended"


def busy() -> Unavailable:
    """Return the failure for a lock time-out."""
    return Unavailable(BUSY, code="busy", retry_after=2)


def damaged() -> Unavailable:
    """Note that the database is damaged, and return the failure for it."""
    global _met_damage
    _met_damage = True
    return Unavailable(DAMAGED, code="database_damaged", retry_after=120)


def met_damage() -> bool:
    """Return whether this process found the database damaged: what is damaged does not heal."""
    return _met_damage


def behind() -> Unavailable:
    """Return the failure for a schema that lacks a migration of this code (``db.schema``)."""
    return Unavailable(BEHIND, code="schema_behind", retry_after=60)


def misses_table(error: Exception) -> bool:
    """Return whether a statement failed because a table is not there."""
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlstate", None) == _NO_TABLE or "no such table" in str(cause)


def misses_something(error: Exception) -> bool:
    """Return whether a statement failed because a table or a column is not there: a bug, or an older schema."""
    cause = getattr(error, "orig", None)
    missed = getattr(cause, "sqlstate", None) == _NO_COLUMN or any(said in str(cause) for said in _SQLITE_MISSES)
    return missed or misses_table(error)


def translated(error: Exception) -> Unavailable | None:
    """Return the failure to show the user for a database error; ``None`` when it is a bug or no such failure."""
    failure = _meaning(error)
    if failure is not None:
        _log(failure, error)
    return failure


def _meaning(error: Exception) -> Unavailable | None:
    if isinstance(error, exc.TimeoutError):  # no connection in the pool became free
        return busy()
    if not isinstance(error, exc.DBAPIError):
        return None
    if isinstance(error.orig, sqlite3.Error):
        return _sqlite(error.orig)
    state = getattr(error.orig, "sqlstate", None)
    if state in _CONTENTION:
        return Contended(BUSY, retry_after=1)
    if state in _TOO_SLOW:
        return busy()
    if state == _DISK_FULL:
        return Unavailable(FULL, code="storage_full", retry_after=60)
    if state in _DAMAGED:
        return damaged()
    no_answer = state is None and isinstance(error, exc.OperationalError | exc.InterfaceError)
    trouble = state is not None and (state.startswith(_SERVER_TROUBLE) or state in _OTHER_TROUBLE)
    if error.connection_invalidated or no_answer or trouble:
        return Unavailable(AWAY, code="database_away", retry_after=5)
    return None


def _sqlite(error: sqlite3.Error) -> Unavailable | None:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return busy()
    if name.startswith(("SQLITE_FULL", "SQLITE_IOERR_WRITE")):
        return Unavailable(FULL, code="storage_full", retry_after=60)
    if name.startswith(SQLITE_DAMAGED):
        return damaged()
    if name.startswith(("SQLITE_IOERR", "SQLITE_CANTOPEN", "SQLITE_READONLY")):
        return Unavailable(AWAY, code="database_away", retry_after=5)
    return None


def _log(failure: Unavailable, error: Exception) -> None:
    """Warn once every few seconds per kind of failure: types and codes only, never a statement or its values."""
    now = time.monotonic()
    if now - _logged.get(failure.code, -_LOG_EVERY) < _LOG_EVERY:
        return
    _logged[failure.code] = now
    cause = getattr(error, "orig", None)
    detail = getattr(cause, "sqlstate", None) or getattr(cause, "sqlite_errorname", None) or ""
    level = logging.ERROR if failure.code == "database_damaged" else logging.WARNING
    logger.log(level, "database: %s (%s %s)", failure.code, type(cause or error).__name__, detail)
