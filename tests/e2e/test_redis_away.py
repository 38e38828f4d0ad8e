"""Redis silent or gone under pages that are open, and under pages that are opened meanwhile."""

import asyncio
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.support import browser, redis_server
from tests.support import server as servers
from tests.support.silence import Behaviour, Line, line_to

LOST = "Geen verbinding. We blijven het proberen; wat je typt of inspreekt blijft bewaard."
SAVED, MAY_BE_LOST = "Concept opgeslagen", "Misschien niet uitgevoerd"
NETWORK = ("WebSocket", "net::ERR", "Failed to load resource")

AWAY: tuple[Behaviour, ...] = ("refuse", "hold", "swallow")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def line(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[Line, str]]:
    """The way to a Redis, and its address by that way."""
    with redis_server.running(tmp_path_factory.mktemp("redis")) as url:
        port = urlsplit(url).port
        assert port
        async with line_to(port) as line:
            yield line, url.replace(f":{port}/", f":{line.port}/")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app_server(
    provider_server: servers.Process, line: tuple[Line, str], tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[servers.AppServer]:
    """The product, with Redis behind the line."""
    server = await asyncio.to_thread(
        servers.app_server,
        tmp_path_factory.mktemp("app"),
        provider_url=provider_server.url,
        variables={"REDIS_URL": line[1], "RATE_LIMITS": "on"},
    )
    await asyncio.to_thread(server.start)
    yield server
    await line[0].change("pass")
    await asyncio.to_thread(server.stop)


@pytest_asyncio.fixture(loop_scope="session")
async def redis(line: tuple[Line, str]) -> AsyncIterator[Line]:
    await line[0].change("pass")
    yield line[0]
    await line[0].change("pass")


@pytest.mark.parametrize("behaviour", AWAY)
async def test_s18_a_page_opened_while_redis_is_away_says_so_and_comes_to_life(
    app_server: servers.AppServer, redis: Line, people, signed_in_page, watch, behaviour: Behaviour
) -> None:
    watch.expect(*NETWORK)
    page: Page = await signed_in_page(people.user)
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    await redis.change(behaviour)
    await page.goto("/drafts")
    await expect(page.get_by_text(LOST)).to_be_visible()
    async with httpx.AsyncClient(base_url=app_server.url, timeout=60) as client:
        for path, status in (("/healthz", 200), ("/readyz", 503), ("/api/auth/me", 401)):
            answer = await client.get(path)
            assert answer.status_code == status, path
    await redis.change("pass")
    await expect(page.get_by_text("Geen concepten om mee verder te gaan")).to_be_visible()
    await expect(page.get_by_text(LOST)).not_to_be_visible()


@pytest.mark.parametrize("behaviour", AWAY)
async def test_s18_a_page_that_was_open_says_so_keeps_what_is_typed_and_goes_on(
    app_server: servers.AppServer, redis: Line, people, signed_in_page, watch, behaviour: Behaviour
) -> None:
    watch.expect(*NETWORK)
    page: Page = await signed_in_page(people.user, path="")
    await page.goto("/new-report?testMode=true")
    field = page.get_by_role("textbox", name="Transcript")
    typed = "Vanochtend geholpen met douchen."
    await field.press_sequentially(typed)
    save = page.get_by_role("button", name="Opslaan als concept")
    await expect(save).to_be_enabled()
    await redis.change(behaviour)
    async with browser.shows(page, ".toast", SAVED, MAY_BE_LOST) as said:
        await save.click()
        await expect(page.get_by_text(LOST)).to_be_visible()
        await field.press_sequentially(" En daarna ontbeten.")
        typed += " En daarna ontbeten."
        await redis.change("pass")
        await expect(page.get_by_text(LOST)).not_to_be_visible()
    await expect(field).to_have_value(typed)
    while said.result() != SAVED:
        async with browser.shows(page, ".toast", SAVED, MAY_BE_LOST) as said:
            await save.click()
    await page.reload()
    await expect(field).to_have_value(typed)
