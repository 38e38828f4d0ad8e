"""The wizard as a person uses it, for browser tests."""

import re
import uuid

import pytest
from playwright.async_api import Locator, Page, expect

from voice_report.db.models import Organization

NOTE = "Mevrouw was vrolijk. Ik heb geholpen met douchen. Morgen komt de huisarts."
PROVIDER = ("Failed to load resource", "WebSocket", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "net::ERR")


def transcript(page: Page) -> Locator:
    return page.get_by_role("textbox", name="Transcript")


#: The transcript of the draft in the page's address, as the server has it; null while it cannot be reached.
STORED = """async () => {
  const answer = await fetch(`/api/drafts/${new URLSearchParams(location.search).get("draft")}`).catch(() => null);
  return answer?.ok ? (await answer.json()).draft.transcript : null;
}"""


async def is_saved(page: Page) -> None:
    """Wait until the server has what the page shows: 'Bewaard om' may still be of an earlier change."""
    await expect(page.get_by_text(re.compile(r"Bewaard om \d\d\.\d\d uur"))).to_be_visible()
    await expect(page).to_have_url(re.compile(r"draft=[0-9a-f-]{36}"))
    stored = shown = None
    for _ in range(1000):
        stored, shown = await page.evaluate(STORED), await transcript(page).input_value()
        if stored == shown:
            return
        await page.wait_for_timeout(300)
    pytest.fail(f"stored {stored!r}, shown {shown!r}")


async def type_note(page: Page, words: str = NOTE) -> None:
    """Open the wizard at its transcript and type."""
    await page.goto("/new-report")
    await page.get_by_role("button", name="Liever typen").click()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await transcript(page).fill(words)
    await is_saved(page)


async def concept_is_there(page: Page) -> None:
    await expect(page.get_by_text("Stap 3 van 3")).to_be_visible()
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()


async def balance(db, organization_id: uuid.UUID) -> int:
    async with db.reading() as session:
        return (await session.get(Organization, organization_id)).current_credits


async def open_part(page: Page, heading: str = "Situatie") -> Locator:
    """Open the field of a heading on the paper."""
    await page.get_by_role("button", name=f"{heading} aanpassen").click()
    return page.get_by_role("textbox", name=heading)


async def edit_report(page: Page, words: str, heading: str = "Situatie") -> Locator:
    """Type words after what stands under a heading."""
    field = await open_part(page, heading)
    await field.press("Control+End")
    await field.press_sequentially(words)
    return field
