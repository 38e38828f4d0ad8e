"""Common to the browser tests of accounts."""

import pytest
from playwright.async_api import Page

from tests.support import people as cast


@pytest.fixture
def signed_in_page(new_page, app_server):
    """Return ``await signed_in_page(person)``: signed in over the API, so that every page has its own session and its
    own device, at ``path`` ("": nowhere yet). ``test_sessions`` signs in on the login page, which takes two pages."""

    async def signed_in(person: cast.Person, *, path: str = "/dashboard", **options) -> Page:
        page = await new_page(**options)
        answer = await page.context.request.post(
            "/api/auth/login",
            data={"email": person.email, "password": person.password},
            headers={"Origin": app_server.url},
        )
        assert answer.ok, await answer.text()
        if path:
            await page.goto(path)
        return page

    return signed_in
