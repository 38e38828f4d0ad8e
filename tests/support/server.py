"""The built product as a process with its own port, database and AI provider: for browser tests and benches."""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import urlsplit

from scripts import frontend, serve
from tests.support import migrated, postgres

#: Nets under what hangs: a busy machine needs more than a moment for both.
START_SECONDS, STOP_SECONDS = 600, 100

#: The address of the image in tests.
ADDRESS = "https://rapport.example"


#: Ports that no system gives out by itself, and as many for each process that tests: nobody else takes the port of a
#: server that starts, or starts again.
_FIRST_PORT, _PORTS = 20_000, 1_000
OWN_PORTS = range(_FIRST_PORT, _FIRST_PORT + 10 * _PORTS)


def free_port() -> int:
    """Return a port on which nothing listens."""
    first = _FIRST_PORT + _PORTS * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    while True:
        port = first + secrets.randbelow(_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def clean_environment() -> dict[str, str]:
    """Return this machine's variables that a program needs, without its configuration of the product."""
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "TMPDIR", "VIRTUAL_ENV", "NPM_CONFIG_REGISTRY")
    return {name: os.environ[name] for name in kept if name in os.environ}


@dataclass
class Process:
    """A server we started: its log, and how to wait for it, stop it and start it again on the same port."""

    line: list[str]
    environment: dict[str, str]
    url: str
    log: Path
    ready: str = "/healthz"
    cwd: Path = frontend.ROOT
    running: subprocess.Popen | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start and wait until it answers. Raises ``RuntimeError`` with the end of its log when it does not."""
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                self.line,
                cwd=self.cwd,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.running.poll() is None:
            if self._answers():
                return
            time.sleep(0.05)  # the only way to learn that another process has begun to listen
        end = self.log.read_text(errors="replace")[-3000:]
        self.stop()
        raise RuntimeError(f"{' '.join(self.line[:3])} did not start:\n{end}")

    def _answers(self) -> bool:
        """Ask once, with the least there is: httpx reads all certificates for each question, which is 25 ms."""
        address = urlsplit(self.url)
        connection = HTTPConnection(str(address.hostname), address.port, timeout=5)
        try:
            connection.request("GET", self.ready)
            return connection.getresponse().status < 500
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()

    def _listens(self) -> bool:
        address = urlsplit(self.url)
        with suppress(OSError), socket.create_connection((str(address.hostname), address.port), timeout=5):
            return True
        return False

    def stop(self, how: int = signal.SIGTERM) -> None:
        """End it with all its workers, gracefully or at once with ``signal.SIGKILL``, until its port refuses: a killed
        worker still accepts for some milliseconds after its parent has ended."""
        if self.running is None:
            return
        for attempt in (how, signal.SIGKILL):
            try:
                os.killpg(self.running.pid, attempt)
                self.running.wait(timeout=STOP_SECONDS)
                break
            except ProcessLookupError:
                self.running.wait(timeout=STOP_SECONDS)
                break
            except subprocess.TimeoutExpired:
                continue
        self.running = None
        deadline = time.monotonic() + STOP_SECONDS
        while time.monotonic() < deadline and self._listens():
            time.sleep(0.005)  # the only way to learn that the last of its processes has ended

    def restart(self, how: int = signal.SIGTERM) -> None:
        self.stop(how)
        self.start()


@dataclass
class AppServer(Process):
    """The product. ``database_url`` lets a test inspect, or prepare, the server's data."""

    database_url: str = ""
    directory: Path = Path()


def app_server(
    directory: Path,
    *,
    provider_url: str = "",
    variables: Mapping[str, str] | None = None,
    app: str = serve.PRODUCT,
) -> AppServer:
    """Build the pages if necessary and return a product server, not yet started; its data is in ``directory``.

    In a run of tests it begins with a migrated database with one user, so that it makes no demo data: migrating and
    that are half of what its start costs.
    """
    port = free_port()
    database = directory / "app.db"
    if postgres.is_running_tests() and not database.exists() and "DATABASE_URL" not in (variables or {}):
        shutil.copyfile(migrated.inhabited(), database)
    database_url = f"sqlite:///{database}"
    chosen = {
        **clean_environment(),
        "APP_ENV": "development",
        "PORT": str(port),
        "DATABASE_URL": database_url,
        "MAIL_URL": f"file:{directory}/mail",
        "AUDIT_ANCHOR": str(directory / "anchor.json"),
        "ERASURES_FILE": str(directory / "erasures.json"),
        "SECRET_KEY": "only-for-tests-" + "x" * 32,
        "RATE_LIMITS": "off",
        "OFFLINE_PAGE": "off",  # a page that cannot be reached is the browser's own, but for the tests of that page
        "TRIAL_CREDITS": "0",
        "REFLEX_STATES_WORKDIR": str(directory / "states"),
        **({"OPENAI_BASE_URL": f"{provider_url}/v1", "OPENAI_API_KEY": "only-for-tests"} if provider_url else {}),
        **(variables or {}),
    }
    built = frontend.build(environment=clean_environment())
    return AppServer(
        line=serve.command(port, app=app),
        environment=serve.environment(built, chosen),
        url=f"http://localhost:{port}",
        log=directory / "server.log",
        database_url=database_url,
        directory=directory,
    )


def fake_provider(directory: Path) -> Process:
    """Return the fake AI provider as a process, not yet started; controlled over HTTP (``/control``, ``/log``)."""
    port = free_port()
    return Process(
        line=[sys.executable, "-m", "tests.support.fakes.provider", "--port", str(port)],
        environment=clean_environment(),
        url=f"http://127.0.0.1:{port}",
        log=directory / "provider.log",
        ready="/log",
    )
