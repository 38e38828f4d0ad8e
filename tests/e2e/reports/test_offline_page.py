"""A device without a network (security.md S85, S86): opened there, it records, and sends when the network is back."""

import asyncio
import base64
import hashlib
import json
import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page, expect

from tests.e2e.reports.conftest import NETWORK
from tests.e2e.reports.recording import Talking, words
from tests.support import browser as chromium
from tests.support import server as servers
from tests.support.fakes import sound
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

#: The addresses in every cache of this browser.
CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  }
  return found.sort();
}"""


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


async def _open_without_network(page: Page, path: str) -> None:
    await page.evaluate(READY)
    await chromium.loaded(page)  # else a part of it fails to load, which is an error of the page
    await page.context.set_offline(True)
    await page.goto(path)
    await expect(page.get_by_role("heading", name="Opnemen zonder verbinding")).to_be_attached()


async def test_s86_a_device_that_is_opened_without_a_network_records_and_sends_later(talking: Talking) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    await _open_without_network(page, "/new-report")
    await expect(page.get_by_text("Je kunt gewoon opnemen.")).to_be_visible()
    await expect(page.get_by_text("Voor het account")).to_be_visible()
    await recorder.start()
    await recorder.talk(11)
    await recorder.stop()
    await expect(page.get_by_role("heading", name="Nog te versturen")).to_be_visible()
    await page.reload()  # as a phone that was put away does
    await expect(page.get_by_text("wacht op verbinding")).to_be_visible()
    await page.context.set_offline(False)
    assert await recorder.transcript() == words(1, 2)
    await expect(page).to_have_url(re.compile(r"/new-report[?]draft="))
    await recorder.expect_stored(chunks=0, dictations=0)
    assert await page.evaluate(CACHED) == sorted(address for address, _, _ in await _listed(page))


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


async def test_s86_another_person_on_the_device_neither_sees_nor_sends_it(
    talking: Talking, people: People, heard, app_server: servers.AppServer
) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await _open_without_network(page, "/opname")
    await recorder.start()
    await recorder.talk(4)
    await recorder.stop()
    await expect(page.get_by_role("heading", name="Nog te versturen")).to_be_visible()
    await chromium.use_session(page.context, app_server.url, people.admin.cookie)
    await page.context.set_offline(False)
    await expect(page.get_by_text("Deze opname hoort bij een ander account.")).to_be_visible()
    await page.goto("/dashboard")
    await chromium.loaded(page)
    await expect(page.get_by_text("Niet-verzonden opname")).to_have_count(0)
    await recorder.expect_stored(dictations=1)
    assert await heard() == []


async def test_s86_after_signing_out_the_device_records_for_nobody_and_switched_off_nothing_is_left(
    people: People, signed_in_page, watch, app_server: servers.AppServer
) -> None:
    watch.expect(*NETWORK)
    page = await signed_in_page(people.user)
    await page.evaluate(READY)
    await page.get_by_role("button", name=people.user.name).click()
    await page.get_by_role("menuitem", name="Uitloggen").click()
    await expect(page).to_have_url(re.compile(r":\d+/$"))
    await _open_without_network(page, "/dashboard")
    await expect(page.get_by_text("Daarvoor is verbinding nodig.")).to_be_visible()
    await expect(page.get_by_role("button", name="Start opname")).to_have_attribute("aria-disabled", "true")
    await expect(page.get_by_text("Voor het account")).to_have_count(0)
    app_server.environment["OFFLINE_PAGE"] = "off"
    await asyncio.to_thread(app_server.restart)
    try:
        await page.context.set_offline(False)
        await page.goto("/login")
        await page.evaluate(UPDATE)
        await page.evaluate(GONE)
        assert await page.evaluate("caches.keys()") == []
    finally:
        app_server.environment["OFFLINE_PAGE"] = "on"
        await asyncio.to_thread(app_server.restart)
