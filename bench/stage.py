"""Common to the measurements in a browser: the product served, a signed-in person, Chromium."""

import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser, Playwright, async_playwright

from scripts import serve
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support import server as servers
from voice_report.config import settings
from voice_report.db import session
from voice_report.services.sessions import sessions


@dataclass(frozen=True)
class Stage:
    """All running parts. ``cookies`` sign ``person`` in."""

    directory: Path
    product: servers.AppServer
    provider: servers.Process
    playwright: Playwright
    browser: Browser
    people: cast.People

    @property
    def person(self) -> cast.Person:
        """The person who works."""
        return self.people.user

    @property
    def cookies(self) -> list:
        return self.cookies_of(self.person)

    def cookies_of(self, person: cast.Person) -> list:
        return [{"name": sessions.cookie_name(), "value": person.cookie, "url": self.product.url}]


@asynccontextmanager
async def stage(
    *browser_flags: str, credits: int = 10_000, app: str = serve.PRODUCT, variables: Mapping[str, str] | None = None
) -> AsyncIterator[Stage]:
    """Build and serve the product with the fake AI provider and a cast; stop all of it afterwards.

    ``variables`` are more of the product's environment, other engines for instance.
    """
    with tempfile.TemporaryDirectory(prefix="spraakrapport-bench-") as name:
        directory = Path(name)
        provider = servers.fake_provider(directory)
        say("starting the product and the fake AI provider")
        product = servers.app_server(directory, provider_url=provider.url, variables=variables, app=app)
        try:
            provider.start()
            product.start()
            os.environ["DATABASE_URL"] = product.database_url
            os.environ["SECRET_KEY"] = product.environment["SECRET_KEY"]
            settings.cache_clear()
            people = await cast.make_people(credits=credits)
            await session.dispose()
            async with async_playwright() as playwright:
                browser = await chromium.launch(playwright, *browser_flags)
                yield Stage(directory, product, provider, playwright, browser, people)
                await browser.close()
        finally:
            product.stop()
            provider.stop()


def say(line: str) -> None:
    """Print a line of progress, apart from the figures."""
    print(f"-- {line}", file=sys.stderr, flush=True)
