"""What a device keeps to be opened without a network (security.md S85): six files; switched off, nothing."""

import asyncio
import base64
import hashlib
import json
import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page

from tests.e2e.reports.conftest import NETWORK
from tests.support import server as servers
from tests.support.people import People

#: Resolves once the worker answers for this page, and so has all its files.
READY = """async () => {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}"""

#: Resolves once there is neither a worker nor a cache.
GONE = """async () => {
  const left = async () => (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length;
  while (await left()) await new Promise(requestAnimationFrame);
}"""

#: The browser looks for a new worker by itself too, and one that is gone meanwhile refuses.
UPDATE = "navigator.serviceWorker.getRegistration().then((there) => there?.update()).catch(() => {})"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app_server(provider_server, tmp_path_factory) -> AsyncIterator[servers.AppServer]:
    """The product with the offline page, which servers of other tests do not have."""
    directory = tmp_path_factory.mktemp("app")
    variables = {"OFFLINE_PAGE": "on"}
    server = await asyncio.to_thread(
        servers.app_server, directory, provider_url=provider_server.url, variables=variables
    )
    await asyncio.to_thread(server.start)
    yield server
    await asyncio.to_thread(server.stop)


async def test_s85_the_worker_lists_six_files_as_they_are_served(page: Page) -> None:
    listed = await _listed(page)
    size = 0
    for address, kind, digest in listed:
        answer = await page.request.get(address, headers={"Accept-Encoding": "gzip"})
        body = await answer.body()
        assert answer.headers["content-type"].split(";")[0] == kind
        assert digest == f"sha256-{base64.b64encode(hashlib.sha256(body).digest()).decode()}"
        size += int(answer.headers["content-length"])
    assert (len(listed), size < 260_000) == (6, True)
    script = next(address for address, _, _ in listed if address.startswith("/assets/opname-"))
    assert "import(" not in await (await page.request.get(script)).text(), "a part would be missing without a network"


async def _listed(page: Page) -> list[list[str]]:
    """Return the worker's list: address, kind and digest of each file."""
    found = re.search(r"^const FILES = (.*);$", await (await page.request.get("/sw.js")).text(), re.MULTILINE)
    assert found
    return json.loads(found[1])


async def test_s85_switched_off_nothing_is_left_on_a_device(
    people: People, signed_in_page, watch, app_server: servers.AppServer
) -> None:
    watch.expect(*NETWORK)
    page = await signed_in_page(people.user)
    await page.evaluate(READY)
    app_server.environment["OFFLINE_PAGE"] = "off"
    await asyncio.to_thread(app_server.restart)
    try:
        await page.goto("/login")
        await page.evaluate(UPDATE)
        await page.evaluate(GONE)
        assert await page.evaluate("caches.keys()") == []
    finally:
        app_server.environment["OFFLINE_PAGE"] = "on"
        await asyncio.to_thread(app_server.restart)
