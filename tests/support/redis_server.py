"""A Redis of the test's own on loopback, with a password, as in an installation."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis
from redis.backoff import ConstantBackoff
from redis.retry import Retry

from tests.support.server import free_port

_PASSWORD = "only-for-tests"


@contextmanager
def running(directory: Path, *more: str) -> Iterator[str]:
    """Yield its REDIS_URL, once it answers; ``more`` are options for it. Skips the test if Redis is not installed."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is missing: apt-get install redis-server")
    port = free_port()
    settings = [
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--requirepass",
        _PASSWORD,
        "--save",
        "",
        "--dir",
        directory,
        *more,
    ]
    with subprocess.Popen([program, *settings], stdout=subprocess.DEVNULL) as server:
        url = f"redis://:{_PASSWORD}@127.0.0.1:{port}/0"
        try:
            with Redis.from_url(url, retry=Retry(ConstantBackoff(0.05), 6_000)) as client:
                client.ping()
            yield url
        finally:
            server.terminate()
