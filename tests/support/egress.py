"""Compares, during a test, the connections that the product opens with those that it counted (security.md S70).

A connection is seen where it is made, by an audit hook: no library goes around it. It is the product's when its code is
on the stack, and also when nobody's is: tasks and threads that libraries begin are not told from hidden ones. What the
product counts is seen where its rows are written; in tests without a database, where they would be. The Redis that the
settings name is part of the installation, as its database is; servers that a test starts in a process of their own are
its own.

A process that the product starts is told where no file of ``STARTERS`` starts it. Not seen: what a process does, once
it is there (the reading of workbooks, the engine of the spare, the tools of PostgreSQL, the other process of long
texts), processes that ``multiprocessing`` spawns or a library starts, sockets that C code opens by itself (``uvloop``,
``ctypes``, libpq), and lookups of host names.
"""

import socket
import sys
import sysconfig
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.support import server
from voice_report.config import settings
from voice_report.integrations import checkpoint, egress
from voice_report.services.processing import egress as counts

_TESTS = str(Path(__file__).resolve().parents[1])
_PRODUCT = str(Path(egress.__file__).resolve().parents[1])
_ANY = "a name"
_LOOPBACK = ("localhost", "::1", "127.0.0.1")

_STANDARD = sysconfig.get_path("stdlib")
_SITE = sysconfig.get_path("purelib")
_OPENING = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_STARTING = frozenset({"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty"})
#: The files of the product that start a process.
STARTERS = frozenset(
    {
        "/core/other_process.py",
        "/db/copies/postgresql.py",
        "/integrations/speech/spare.py",
        "/services/clients/_workbook.py",
        "/web/reflex/offline_page.py",
    }
)

Place = tuple[str, int | None]


class Guard:
    """The connections and counts of one test; a place is an address and a port, or ``None`` for any."""

    def __init__(self, *, has_database: bool) -> None:
        self.has_database = has_database
        self._lock = threading.Lock()
        self._left: Counter[Place] = Counter()
        self._counted: set[Place] = set()
        self._reached: set[Place] = set()
        self.uncounted: list[str] = []

    def count(self, host: str, port: int | None) -> None:
        """Note a row."""
        place = (_address(host), port)
        with self._lock:
            self._left[place] += 1
            self._counted.add(place)

    def connect(self, host: str, port: int, who: str) -> None:
        """Note a connection; ``who`` made it, '' for the test itself, which may without a row."""
        for place in ((_address(host), port), (_address(host), None), (_ANY, port), (_ANY, None)):
            with self._lock:
                if self._left[place] > 0:
                    self._left[place] -= 1
                    self._reached.add(place)
                    return
        if who:
            self.uncounted.append(f"{host}:{port} by {who}")

    @property
    def unmade(self) -> list[str]:
        """The places to which something was counted, and no connection was made."""
        return sorted(f"{host}:{port or 'any port'}" for host, port in self._counted - self._reached)

    def check(self, *, is_played: bool = False) -> None:
        """Fail the test unless each connection had its row, and each row a connection, which may be played."""
        unmade = [] if is_played else self.unmade
        if self.uncounted or unmade:
            told = f"connections without a row: {self.uncounted}; rows without a connection: {unmade}"
            pytest.fail(told, pytrace=False)


_guard: Guard | None = None
_is_hooked = False


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch, *, has_database: bool) -> Iterator[Guard]:
    """Watch what the product connects to and counts until the block ends; the caller judges it."""
    global _guard, _is_hooked
    if not _is_hooked:
        sys.addaudithook(_seen)  # for as long as the process lives
        _is_hooked = True
    before, guard = _guard, Guard(has_database=has_database)
    _guard = guard
    _watch_counts(monkeypatch, guard)
    try:
        yield guard
    finally:
        _guard = before


def _watch_counts(monkeypatch: pytest.MonkeyPatch, guard: Guard) -> None:
    if guard.has_database:
        added = counts.add

        async def add(session: Any, kind: egress.Kind, host: str, *more: Any) -> None:
            await added(session, kind, host, *more)
            guard.count(host, _port(kind, host))

        monkeypatch.setattr(counts, "add", add)
        monkeypatch.setattr(egress, "_keep", counts._keep)
        return
    looked = checkpoint._look

    async def look(profile: Any, place: Any, request: Any) -> None:
        await looked(profile, place, request)
        guard.count(request.url.host, request.url.port)

    async def keep(kind: str, host: str, _size: int) -> None:
        guard.count(host, _port(kind, host))

    monkeypatch.setattr(checkpoint, "_look", look)
    monkeypatch.setattr(egress, "_keep", keep)


def count_anywhere() -> None:
    """Note a row of a request that a test lets through without one."""
    if _guard is not None and _guard.has_database:
        _guard.count(_ANY, None)


def _port(kind: str, host: str) -> int | None:
    """Return to which port a connection of this kind goes, by the settings; ``None`` where they do not say."""
    found: list[int | None] = []
    if kind == "mail":
        found = [urlsplit(settings().mail_url).port]
    elif kind == "payment" and settings().stripe_api_base:
        found = [urlsplit(settings().stripe_api_base).port]
    elif kind == "name_server" and (server := settings().name_server()):
        found = [server[1]]
    elif kind in ("engine", "own_engine"):
        profiles = settings().profiles("speech") + settings().profiles("structuring")
        found = list({urlsplit(one.address).port for one in profiles if one.host == host})
    return found[0] if len(found) == 1 else None


def _seen(event: str, arguments: tuple[Any, ...]) -> None:
    if _guard is None:
        return
    if event in _STARTING and (who := _starter()) and who not in STARTERS:
        _guard.uncounted.append(f"a process by {who}")
    if event not in _OPENING:
        return
    connection, address = arguments[0], arguments[1]
    if connection.family not in (socket.AF_INET, socket.AF_INET6) or not isinstance(address, tuple):
        return  # within this machine
    if event != "socket.connect" and connection.type == socket.SOCK_STREAM:
        return
    is_ours = address[1] in server.OWN_PORTS or (_address(address[0]), address[1]) in _redis()
    _guard.connect(address[0], address[1], "" if is_ours else _who())


def _redis() -> list[Place]:
    """Return where the installation's own Redis is, of the pages and of the counters."""
    urls = [urlsplit(url) for url in (settings().redis_url, settings().counters_redis_url) if url]
    return [(_address(url.hostname or ""), url.port) for url in urls]


def _who() -> str:
    """Return the file of the product that connects, the innermost of ours on the stack; '' when that is a test's."""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_code.co_filename
        if name.startswith(_TESTS) and name != __file__:
            return ""
        if name.startswith(_PRODUCT):
            return name.removeprefix(_PRODUCT)
        frame = frame.f_back
    return "a task or thread of a library"


def _starter() -> str:
    """Return the file of the product that starts a process by what Python brings; '' when no file of ours does."""
    frame = sys._getframe(2)
    while frame is not None and _is_standard(frame.f_code.co_filename):
        frame = frame.f_back
    name = frame.f_code.co_filename if frame else ""
    return name.removeprefix(_PRODUCT) if name.startswith(_PRODUCT) else ""


def _is_standard(name: str) -> bool:
    return name.startswith("<frozen") or (name.startswith(_STANDARD) and not name.startswith(_SITE))


def _address(host: str) -> str:
    if host in _LOOPBACK:
        return "127.0.0.1"
    try:
        return str(ip_address(host))
    except ValueError:
        return _ANY  # a name, which tests resolve as they like
