"""What a device keeps to be opened without a network (security.md S85): six files; switched off, nothing. And what the
page says there of the connection, and of a recording that waits or is sent."""

import asyncio
import base64
import hashlib
import json
import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Page, Route, expect

from tests.e2e.reports.conftest import NETWORK
from tests.e2e.reports.recording import Recorder, Talking, words
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

#: The scripts that the page has fetched: name and bytes, compressed.
SCRIPTS = """performance.getEntriesByType("resource")
  .filter(({ name }) => name.includes("/assets/") && name.endsWith(".js"))
  .map(({ name, encodedBodySize }) => [name.replace(/.*\\/assets\\//, "assets/"), encodedBodySize])"""

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
    script = next(address for address, _, _ in listed if "/assets/opname-" in address)
    assert "import(" not in await (await page.request.get(script)).text(), "a part would be missing without a network"


async def test_what_the_dashboard_costs_for_it_is_a_kilobyte_and_no_recorder(people: People, signed_in_page) -> None:
    page = await signed_in_page(people.user, viewport={"width": 390, "height": 844})  # without the menu of wide screens
    await page.evaluate(READY)
    at_once = re.findall(r"/(assets/[^\"']+\.js)", await (await page.request.get("/dashboard")).text())
    later = {name: size for name, size in await page.evaluate(SCRIPTS) if name not in at_once}
    for_it = {name: size for name, size in later.items() if re.match(r"assets/(prepare|person)-", name)}
    assert (len(for_it), sum(for_it.values()) <= 1024) == (2, True), for_it
    assert sum(later.values()) <= 6 * 1024, later


async def test_a_server_that_is_away_or_slow_is_told_above_the_recorder(people: People, signed_in_page, watch) -> None:
    watch.expect(*NETWORK)
    page = await signed_in_page(people.user)
    await page.evaluate(READY)
    asked, answered = asyncio.Event(), asyncio.Event()

    async def refuse(route: Route) -> None:
        await route.fulfill(status=503)

    async def be_slow(route: Route) -> None:
        asked.set()
        await answered.wait()
        await route.continue_()

    await page.evaluate("sessionStorage.setItem('left-offline-page', Date.now())")  # it was too slow to get in just now
    await page.clock.install()
    await page.route("**/healthz", refuse)
    await page.goto("/opname")
    await expect(page.get_by_role("status").first).to_have_text(
        "Spraakrapport is even niet bereikbaar. Opnemen kan wel."
    )
    await page.unroute("**/healthz")
    await page.route("**/healthz", be_slow)
    await page.evaluate("dispatchEvent(new Event('focus'))")  # somebody comes back to it
    await asked.wait()
    await page.clock.run_for(5000)
    answered.set()
    await expect(page.get_by_role("status").first).to_have_text(re.compile("De verbinding is traag."))
    await expect(page.get_by_role("button", name="Opnieuw proberen")).to_be_visible()


async def test_s86_a_recording_waits_for_its_user_and_is_seen_to_go(
    people: People, talking: Talking, provider, app_server: servers.AppServer
) -> None:
    recorder = await _recording_without_a_network(talking)
    page = recorder.page
    await recorder.talk(4)
    await recorder.stop()
    await recorder.says("wacht op verbinding")
    await page.context.clear_cookies()
    await page.context.set_offline(False)
    await recorder.says("Log in om je opname te versturen.")
    await recorder.says("verzegeld op dit toestel")
    await expect(page.get_by_role("link", name="Inloggen")).to_have_attribute("href", "/login")
    await provider(endpoint="speech", holds_after=0)
    await chromium.use_session(page.context, app_server.url, people.user.cookie)
    await page.evaluate("dispatchEvent(new Event('focus'))")  # somebody comes back to it
    await recorder.says("Weer verbinding.")
    await recorder.says("Wordt verstuurd")
    await expect(page.get_by_text(re.compile(r"0 van \d+ seconden verstuurd"))).to_be_visible()
    await provider(endpoint="speech", holds_after=None)
    assert await recorder.transcript() == words(1)


async def test_the_next_recording_begins_right_after_stop_without_a_network(talking: Talking) -> None:
    recorder = await _recording_without_a_network(talking)
    await recorder.expect_seconds_stored(1)
    await recorder.stop()
    await recorder.start()  # as soon as the button says that it can be pressed
    await recorder.expect_stored(dictations=2)
    await expect(recorder.stop_button).to_be_visible()


async def _recording_without_a_network(talking: Talking) -> Recorder:
    """Return the recorder of the page that the device kept, while it records."""
    recorder = await talking(sound.dictation(1))
    await recorder.page.evaluate(READY)
    await recorder.page.context.set_offline(True)
    await recorder.page.goto("/opname")
    await recorder.start()
    return recorder


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
