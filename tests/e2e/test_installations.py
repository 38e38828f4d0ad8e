"""One build, another installation: its name, address and engines on the pages, whatever signs are in the name."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.support import browser as chromium
from tests.support import server as servers

NAME = "Zorg \"& Zo\" 'x' `${1}` </script><b>vet</b> \\ $& 🙂"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def app_server(provider_server, tmp_path_factory) -> AsyncIterator[servers.AppServer]:
    """The pages of every other test, served by another installation."""
    directory = tmp_path_factory.mktemp("app")
    variables = {
        "APP_NAME": NAME,
        "CONTACT_EMAIL": "hulp+vraag@zorg.example",
        "TRIAL_CREDITS": "2",
        "AUDIT_LOG_YEARS": "9",
        "SPEECH_ENGINE": "local",
        "STRUCTURE_ENGINE": "openai",
        "STRUCTURE_MODEL": "mistral-large",
        "PROCESSING_LOCATION": "Frankfurt & omstreken",
    }
    server = await asyncio.to_thread(
        servers.app_server, directory, provider_url=provider_server.url, variables=variables
    )
    await asyncio.to_thread(server.start)
    yield server
    await asyncio.to_thread(server.stop)


async def _said(page: Page, words: str) -> None:
    await expect(page.get_by_role("main")).to_contain_text(words)


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
async def test_another_installation_shows_its_own_texts(new_page, app_server, scripts: bool) -> None:
    page = await new_page(java_script_enabled=scripts)
    for path, words in (
        ("/", "Je eerste 2 rapportages zijn gratis."),
        ("/prijzen", "Een AI-aanbieder verwerkt de tekst; het verwerken van de spraak gebeurt op deze server."),
        ("/privacyverklaring", "Gegevens staan op servers in Frankfurt & omstreken."),
        ("/algemene-voorwaarden", f"Met {NAME} spreekt u notities in."),
    ):
        await page.goto(path)
        if scripts:
            await chromium.loaded(page)
        await _said(page, words)
        await expect(
            page.get_by_role("banner").get_by_role("link", name=f"{NAME}, naar de startpagina")
        ).to_be_visible()
        assert NAME in await page.title()
        contact = page.get_by_role("contentinfo").get_by_role("link", name="hulp+vraag@zorg.example")
        await expect(contact).to_have_attribute("href", "mailto:hulp+vraag@zorg.example")
        address = await page.locator('link[rel="canonical"]').get_attribute("href")
        assert address == f"{app_server.url}{path}"
    await page.goto("/privacyverklaring")
    await _said(page, "met het taalmodel mistral-large")
    await _said(page, "Het auditlog: 9 jaar")
    assert json.loads(await (await page.request.get("/site.webmanifest")).text())["name"] == NAME


async def test_a_visitor_who_registers_reads_what_is_free(page) -> None:
    await page.goto("/register")
    await chromium.loaded(page)
    await expect(page.get_by_text("Je eerste 2 rapportages zijn gratis.")).to_be_visible()
