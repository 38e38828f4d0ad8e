"""Clients of the API, signed in."""

from collections.abc import AsyncIterator

import httpx
import pytest

from voice_report.services.concepts import evidence


@pytest.fixture
async def user(api, people) -> AsyncIterator[httpx.AsyncClient]:
    """The client of a care worker. No comparison of a report is left running."""
    yield await api(people.user)
    await evidence.finish_all()


@pytest.fixture
async def admin(api, people) -> httpx.AsyncClient:
    """The client of an administrator of the same organization."""
    return await api(people.admin)
