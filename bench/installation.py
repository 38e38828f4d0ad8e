"""One or more processes of the product on stores of their own, and the processor time that each part took."""

import os
import tempfile
import time
import uuid
from argparse import ArgumentTypeError
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx
import psycopg
from redis import Redis

from tests.support import postgres, redis_server
from tests.support import server as servers

from .crowd import ENGINE

_TICKS = os.sysconf("SC_CLK_TCK")
_CPU = Path("/sys/fs/cgroup/cpu")
_PERIOD = 10_000  # microseconds; who has used its part of one waits for the next
_EMPTIED_WITHIN = 5.0  # seconds
SERVERS = "servers"
_AS_INSTALLED = ("--maxmemory", "512mb", "--maxmemory-policy", "allkeys-lru")  # compose.yaml


@dataclass
class Installation:
    """The processes, the fake AI provider, the address of their Redis if there is one, and where PostgreSQL's files
    are."""

    processes: list[servers.AppServer]
    provider: servers.Process
    database_url: str
    redis_url: str
    postgres_home: Path | None

    def seconds(self) -> dict[str, float]:
        """Return the processor seconds so far of each part, and of the clients, which are this process."""
        taken = {SERVERS: sum(processor_seconds(one.running.pid) for one in self.processes if one.running)}
        if self.postgres_home is not None:
            first = (self.postgres_home / "data" / "postmaster.pid").read_text().split()[0]
            taken["PostgreSQL"] = processor_seconds(int(first))
        if self.redis_url:
            told = self._redis("cpu")
            taken["Redis"] = sum(float(told[name]) for name in ("used_cpu_user", "used_cpu_sys"))
        if self.provider.running:
            taken["AI provider"] = processor_seconds(self.provider.running.pid)
        return {**taken, "clients": time.process_time()}

    def redis_bytes(self) -> int:
        """Return what Redis holds now, in bytes."""
        return int(self._redis("memory")["used_memory"]) if self.redis_url else 0

    def redis_evicted(self) -> int:
        """Return how many keys Redis threw out so far, because its memory was full."""
        return int(self._redis("stats")["evicted_keys"]) if self.redis_url else 0

    def journal_bytes(self) -> int:
        """Return what PostgreSQL, the whole of it, has written to its journal (WAL) so far, in bytes; 0 without one."""
        if self.postgres_home is None:
            return 0
        with psycopg.connect(host=str(self.postgres_home), user="postgres", dbname="postgres") as connection:
            row = connection.execute("SELECT pg_current_wal_lsn() - '0/0'").fetchone()
        assert row is not None
        return int(row[0])

    def _redis(self, section: str) -> dict:
        with Redis.from_url(self.redis_url) as client:
            told = client.info(section)
        assert isinstance(told, dict)
        return told


@asynccontextmanager
async def running(
    *,
    processes: int,
    shared: bool,
    share: float | None = None,
    engine: float = ENGINE,
    variables: Mapping[str, str] | None = None,
) -> AsyncIterator[Installation]:
    """Start them with the fake AI provider; ``shared``: on PostgreSQL and Redis, else one of them on SQLite alone.

    With ``share`` each process of the product has no more than that part of a core. A run of ``tests.support.postgres``
    must have begun. The provider takes ``engine`` seconds for a sentence; ``variables`` are more of the product's
    environment.
    """
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="spraakrapport-bench-")))
        provider, home, redis_url, chosen = servers.fake_provider(directory), None, "", dict(variables or {})
        if shared:
            home, name = postgres.cluster(), f"bench_{uuid.uuid4().hex}"
            postgres.execute(home, f"CREATE DATABASE {name}")
            redis_url = stack.enter_context(redis_server.running(directory, *_AS_INSTALLED))
            chosen |= {"DATABASE_URL": postgres.url(home, name), "REDIS_URL": redis_url}
        started: list[servers.AppServer] = []
        try:
            provider.start()
            async with httpx.AsyncClient() as client:
                (await client.post(f"{provider.url}/control", json={"delay": engine})).raise_for_status()
            for _ in range(processes):
                own = Path(tempfile.mkdtemp(dir=directory))
                started.append(servers.app_server(own, provider_url=provider.url, variables=chosen))
                if share is not None:
                    started[-1].line = stack.enter_context(_within(share, started[-1].line))
                started[-1].start()
            yield Installation(started, provider, chosen.get("DATABASE_URL", started[0].database_url), redis_url, home)
        finally:
            for process in (*started, provider):
                process.stop()


def share_of_core(text: str) -> float:
    """Return the share as a number. Raises ``ArgumentTypeError`` for one that cannot be had on this machine."""
    if not os.access(_CPU / "cpu.cfs_period_us", os.W_OK):
        raise ArgumentTypeError(f"only root may limit a process, by cgroups of version 1 at {_CPU}")
    share = float(text)
    if not 0.1 <= share <= 1:
        raise ArgumentTypeError("from 0.1 to 1")
    return share


@contextmanager
def _within(share: float, line: list[str]) -> Iterator[list[str]]:
    """Yield the command that keeps itself and its children within a share of a core (the kernel's cgroups)."""
    group = Path(tempfile.mkdtemp(prefix="spraakrapport-bench-", dir=_CPU))
    try:
        (group / "cpu.cfs_period_us").write_text(str(_PERIOD))
        (group / "cpu.cfs_quota_us").write_text(str(round(share * _PERIOD)))
        yield ["sh", "-c", f'echo $$ > "{group}/cgroup.procs" && exec "$@"', "sh", *line]
    finally:
        deadline = time.monotonic() + _EMPTIED_WITHIN
        while (group / "cgroup.procs").read_text() and time.monotonic() < deadline:
            time.sleep(0.05)  # the kernel tells nobody that the last one has gone
        with suppress(OSError):  # a process is in it still: an empty group, or what was raised here, matters more
            group.rmdir()


def processor_seconds(leader: int) -> float:
    """Return the processor seconds of a process, of those in its session and of its children, ended ones too."""
    total = 0
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = place.read_text().rpartition(") ")[2].split()
        except OSError:
            continue  # it has just ended
        if leader in (int(told[1]), int(told[3])):
            total += sum(map(int, told[11:15]))
    return total / _TICKS
