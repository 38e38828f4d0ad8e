"""How the server is started: what its process is told before it does anything, and when it does not start."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import frontend, serve
from tests.support import server
from tests.support.migrated import migrate
from voice_report.config import settings

#: Blocks as those of spoken segments, freed while one that came last stays; prints the bytes kept for them.
_WORK = """
import os
from scripts import serve
serve._give_memory_back()

def used():
    return int(open("/proc/self/statm").read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

bytearray(400_000)  # the first that is freed makes glibc take blocks of this size from its heap
before = used()
blocks = [bytes(b"x" * 300_000) for _ in range(200)]
last = bytes(b"x" * 300_000)
del blocks
print(used() - before)
"""


def test_memory_that_was_freed_is_given_back() -> None:
    line = [sys.executable, "-c", _WORK]
    kept = subprocess.run(line, cwd=frontend.ROOT, capture_output=True, text=True, check=True).stdout
    assert int(kept) < 5_000_000


PRODUCTION = {
    "APP_ENV": "production",
    "APP_URL": server.ADDRESS,
    "SECRET_KEY": "only-for-tests-" + "x" * 32,
    "MAIL_URL": "smtp://127.0.0.1:1?tls=off",
}


def start(monkeypatch, tmp_path: Path, **variables: str) -> None:
    """Start as ``make run`` does, with pages that are built already, up to where the server would serve."""
    monkeypatch.setattr(serve.prebuilt, "find", lambda: tmp_path)
    monkeypatch.setattr(serve, "serve", lambda *_, **how: print("at", how.get("host")))
    monkeypatch.setattr(serve, "environment", lambda *_: {})
    monkeypatch.setattr(sys, "argv", ["serve.py"])
    for name, value in {"PORT": str(server.free_port()), **variables}.items():
        monkeypatch.setenv(name, value)
    settings.cache_clear()
    serve.main()


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/served.db"


def test_production_does_not_start_on_a_database_that_lacks_a_migration(monkeypatch, tmp_path, url, capsys) -> None:
    with pytest.raises(SystemExit, match="Run migrate first"):  # nothing was ever made in it
        start(monkeypatch, tmp_path, DATABASE_URL=url, **PRODUCTION)
    assert "is on https" not in capsys.readouterr().out
    migrate(url)
    start(monkeypatch, tmp_path, DATABASE_URL=url, **PRODUCTION)
    assert "is on https" in capsys.readouterr().out


def test_production_starts_beside_a_database_that_is_away_and_says_so_when_asked(monkeypatch, tmp_path, capsys) -> None:
    away = "postgresql://nobody@127.0.0.1:1/nothing"
    start(monkeypatch, tmp_path, DATABASE_URL=away, **PRODUCTION)
    assert "is on https" in capsys.readouterr().out


def test_two_processes_on_one_sqlite_database_need_redis(monkeypatch, tmp_path, url) -> None:
    start(monkeypatch, tmp_path, DATABASE_URL=url)
    with pytest.raises(SystemExit, match="Another process serves"):
        start(monkeypatch, tmp_path, DATABASE_URL=url)
    start(monkeypatch, tmp_path, DATABASE_URL=url, REDIS_URL="redis://127.0.0.1:1/0")
    start(monkeypatch, tmp_path, DATABASE_URL=url.replace("served", "another"))


def test_production_listens_on_ipv6_and_ipv4_where_the_system_has_both(monkeypatch, tmp_path, url, capsys) -> None:
    migrate(url)
    start(monkeypatch, tmp_path, DATABASE_URL=url, **PRODUCTION)
    everywhere = "::" if socket.has_dualstack_ipv6() else "0.0.0.0"  # noqa: S104
    assert f"at {everywhere}\n" in capsys.readouterr().out
    with socket.create_server(("::", 0), family=socket.AF_INET6, dualstack_ipv6=True) as taken:
        port = taken.getsockname()[1]
        assert serve._is_taken("::", port)
        assert serve._is_taken("127.0.0.1", port)


def test_a_system_without_ipv6_is_served_over_ipv4(monkeypatch) -> None:
    def refuses(family: int = socket.AF_INET, *_args: int) -> socket.socket:
        raise OSError(97, "Address family not supported by protocol")

    monkeypatch.setattr(serve.socket, "socket", refuses)
    assert serve._everywhere() == "0.0.0.0"  # noqa: S104


def test_in_development_only_this_machine_reaches_the_product(monkeypatch, tmp_path, url, capsys) -> None:
    start(monkeypatch, tmp_path, DATABASE_URL=url)
    assert "at 127.0.0.1\n" in capsys.readouterr().out
