"""From a stranger to a report in the archive, while processes are killed under it: nothing lost, nobody signed out."""

import asyncio
import re
import threading
from pathlib import Path

import pytest
from playwright.async_api import Page, expect
from sqlmodel import select

from tests.e2e.accounts.steps import PASSWORD, fill_registration, mailed, new_address, sign_in
from tests.e2e.reports.recording import Recorder, words
from tests.e2e.two_processes import NETWORK, WEBSOCKET, Installation, app_server, both_running
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support import tables
from tests.support.fakes import sound
from voice_report.db.models import CreditEntry, Organization, StripeEvent, User
from voice_report.services.billing import credits

__all__ = ["app_server", "both_running"]
pytestmark = pytest.mark.usefixtures("both_running")


async def test_s18_a_stranger_registers_buys_dictates_and_archives_while_processes_are_killed(
    app_server: Installation, db, launch_browser, new_page, watch, tmp_path: Path
) -> None:
    watch.expect(*NETWORK)
    microphone = tmp_path / "microphone.wav"
    spoken, count = sound.lasting(24)
    microphone.write_bytes(sound.wav(spoken))
    browser = await launch_browser(f"--use-file-for-fake-audio-capture={microphone}%noloop")
    page: Page = await new_page(browser, permissions=["microphone"])

    address = await register(app_server, page)
    event_id = await buy_while_the_process_that_hears_of_it_is_killed(app_server, page)
    organization_id = await books_are_right(db, address, event_id)
    await prepare_the_archive(db, organization_id)

    recorder = Recorder(page)
    await recorder.open()
    await recorder.start()
    await recorder.says("woord001")
    killed = await app_server.kill_the_one_with(WEBSOCKET)
    await recorder.talk(27)
    await recorder.is_recording()
    await recorder.stop()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    assert await recorder.transcript() == words(*range(1, count + 1))
    await recorder.press("Genereer concept")
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()
    await expect(page.get_by_text("24 credits").first).to_be_visible()
    await archive(page)

    await asyncio.to_thread(killed.start)
    await page.goto("/dossier")
    await page.get_by_role("listitem").get_by_role("button", name="Nora Nieuwkomer").click()
    for word in words(1, count):
        await expect(page.get_by_role("article", name="Rapportage")).to_contain_text(word)
    assert await db.run_reading(credits.audit_balances) == []


async def register(app_server: Installation, page: Page) -> str:
    address = new_address()
    await page.goto("/register")
    await fill_registration(page, address)
    await page.get_by_role("button", name="Account aanmaken").click()
    await expect(page.get_by_role("heading", name="Controleer je e-mail")).to_be_visible()
    await page.goto(await mailed(app_server, address, "e-mailadres"))
    await expect(page).to_have_url(re.compile("/login$"))
    await sign_in(page, address, PASSWORD)
    await expect(page).to_have_url(re.compile("/dashboard$"))
    return address


async def buy_while_the_process_that_hears_of_it_is_killed(app_server: Installation, page: Page) -> str:
    """The event is stored and its process asks Stripe for the payment; there it ends. Return the event's id."""
    asking, dead = threading.Event(), threading.Event()

    def hold(asked: str) -> None:
        if asked.startswith("GET /v1/checkout/sessions/") and not asking.is_set():
            asking.set()
            dead.wait(600)

    await page.goto("/prijzen")
    async with page.context.expect_page() as opened:
        await page.get_by_role("button", name=re.compile(r"^Koop nu\W+ZZP$")).click()
    tab = await opened.value
    await tab.get_by_role("button", name="ideal").wait_for()
    app_server.stripe.on_asked = hold
    async with chromium.shows(tab, "h1", "Betaling Geslaagd!"):
        paying = asyncio.create_task(tab.get_by_role("button", name="ideal").click())
        assert await asyncio.to_thread(asking.wait, 600)
        killed = await app_server.kill_the_one_with("/api/stripe/webhook")
        dead.set()
        await paying
    await expect(tab).to_have_url(re.compile("/dashboard$"))
    await expect(tab.get_by_role("main").get_by_text("25 credits")).to_be_visible()
    [event] = app_server.stripe.undelivered
    assert event["type"] == "checkout.session.completed"
    await asyncio.to_thread(killed.start)
    assert await asyncio.to_thread(app_server.stripe.deliver, event) == 200
    await tab.close()
    return event["id"]


async def books_are_right(db, address: str, event_id: str):
    """Return the buyer's organization, once the killed process has finished what it had begun."""
    for _ in range(3000):
        handled = select(StripeEvent.handled_at).where(StripeEvent.event_id == event_id)
        handled_at = await tables.row(handled)
        if handled_at:
            break
        await asyncio.sleep(0.1)  # another process does it
    assert handled_at
    buyer = await tables.row(select(User).where(User.email == address))
    rows = select(CreditEntry.change).where(CreditEntry.organization_id == buyer.organization_id)
    assert await tables.rows(rows) == [25]
    return buyer.organization_id


async def prepare_the_archive(db, organization_id) -> None:
    await cast.make_client(organization_id, "K-7", "Johanna", "van Dijk")
    await tables.change(Organization, organization_id, save_reports_to_archive=True)


async def archive(page: Page) -> None:
    await page.get_by_role("combobox", name="Cliënt").fill("dijk")
    await page.get_by_role("option", name="Van Dijk, Johanna").click()
    await page.get_by_role("button", name="Opslaan in archief").click()
    dialog = page.get_by_role("dialog", name="Opgeslagen")
    await expect(dialog).to_contain_text("De rapportage staat in het archief.")
    await dialog.get_by_role("button", name="Sluiten").click()
