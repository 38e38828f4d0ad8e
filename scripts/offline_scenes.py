"""The page that records without a network, as ``screenshots.py`` photographs it."""

from collections.abc import Awaitable, Callable

from playwright.async_api import Page, expect

from bench.offline import IS_KEPT
from bench.speaker import control, speaker
from bench.stage import Stage

NAMES = {"opname-offline", "opname-offline-lijst", "opname-inloggen", "opname-weer-online"}


async def offline(running: Stage, photograph: Callable[[Page, str], Awaitable[None]]) -> None:
    """Let one person record without a network, and photograph the page while that waits, and while it is sent."""
    async with speaker(running, 60) as person:
        page, context = person.page, person.page.context
        await page.evaluate(IS_KEPT)
        await context.set_offline(True)
        await page.goto("/opname")
        await person.start()
        await person.talk(12)
        await expect(page.get_by_text("Ik hoor je.")).to_be_visible()
        await photograph(page, "opname-offline")
        await person.stop()
        await expect(page.get_by_text("wacht op verbinding")).to_be_visible()
        await photograph(page, "opname-offline-lijst")
        await context.clear_cookies()
        await context.set_offline(False)
        await expect(page.get_by_text("Log in om je opname te versturen.")).to_be_visible()
        await expect(page.get_by_text("verzegeld op dit toestel")).to_be_visible()
        await photograph(page, "opname-inloggen")
        await control(running, endpoint="speech", holds_after=0)
        await context.add_cookies(running.cookies)
        await page.evaluate("dispatchEvent(new Event('focus'))")  # a user comes back to it
        await expect(page.get_by_role("heading", name="Wordt verstuurd")).to_be_visible()
        await photograph(page, "opname-weer-online")
        await control(running, endpoint="speech", holds_after=None)
