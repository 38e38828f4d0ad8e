"""Common to the browser tests of accounts."""

import pytest
from playwright.async_api import Page

from tests import browser as chromium
from tests import people as cast


@pytest.fixture
def signed_in_page(new_page, app_server):
    """Return ``await signed_in_page(person)``: signed in on the login page, so that every page has its own session."""

    async def signed_in(person: cast.Person, *, path: str = "", **options) -> Page:
        page = await new_page(**options)
        await chromium.sign_in(page, app_server.url, person.email, person.password)
        if path:
            await page.goto(path)
        return page

    return signed_in
