"""Two processes of the product behind a proxy, sharing PostgreSQL and Redis, paid through the fake Stripe."""

import asyncio
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import pytest_asyncio

from tests.support import migrated, postgres, redis_server
from tests.support import server as servers
from tests.support.fakes.stripe_server import SECRET, FakeStripe
from tests.support.round_robin import RoundRobin

WEBSOCKET = "/_event/"
NETWORK = ("Failed to load resource", "WebSocket", "net::ERR")


@dataclass
class Installation:
    """A server as browser tests use it (``url``, ``database_url``, ``directory``), and the processes behind it."""

    url: str
    database_url: str
    directory: Path
    proxy: RoundRobin
    processes: dict[int, servers.AppServer]
    stripe: FakeStripe

    async def kill_the_one_with(self, path: str) -> servers.AppServer:
        """Kill the process that last received this path; return it. ``/_event/`` is the websocket."""
        killed = self.processes[self.proxy.websockets[-1] if path == WEBSOCKET else self.proxy.went[path]]
        await asyncio.to_thread(killed.stop, signal.SIGKILL)
        return killed


@pytest_asyncio.fixture(loop_scope="session")
async def both_running(app_server: Installation) -> None:
    """Leave nothing of an earlier test, or of an earlier attempt of this one: no killed process, no event."""
    app_server.stripe.on_asked = lambda _asked: None
    app_server.stripe.undelivered.clear()
    for process in app_server.processes.values():
        if process.running is None:
            await asyncio.to_thread(process.start)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app_server(provider_server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Installation]:
    directory = tmp_path_factory.mktemp("installation")
    home = await asyncio.to_thread(migrated.cluster)
    name = await asyncio.to_thread(postgres.copy, home)
    database_url = postgres.url(home, name)
    with redis_server.running(directory) as redis_url, FakeStripe() as stripe_itself:
        variables = {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "TRUSTED_PROXY_HOPS": "1",
            "MAIL_URL": f"file:{directory}/mail",
            "STRIPE_API_BASE": stripe_itself.url,
            "STRIPE_SECRET_KEY": "sk_test_only",
            "STRIPE_WEBHOOK_SECRET": SECRET,
        }
        installation = await _install(provider_server.url, directory, variables, stripe_itself)
        try:
            yield installation
        finally:
            await installation.proxy.stop()
            for process in installation.processes.values():
                await asyncio.to_thread(process.stop)
    postgres.execute(home, f'DROP DATABASE "{name}" WITH (FORCE)')


async def _install(
    provider_url: str, directory: Path, variables: dict[str, str], stripe_itself: FakeStripe
) -> Installation:
    port = servers.free_port()
    url = f"http://localhost:{port}"
    processes = {}
    for number in (1, 2):
        (directory / str(number)).mkdir()
        process = await asyncio.to_thread(
            servers.app_server, directory / str(number), provider_url=provider_url, variables=variables
        )
        process.environment["APP_URL"] = url  # only now: the pages are those of every other test
        await asyncio.to_thread(process.start)
        processes[int(process.url.rsplit(":", 1)[1])] = process
    proxy = RoundRobin(list(processes), port)
    await proxy.start()
    stripe_itself.webhook = f"{url}/api/stripe/webhook"
    return Installation(url, variables["DATABASE_URL"], directory, proxy, processes, stripe_itself)
