"""Common to the stories about accounts: filling in their forms, and finding the link in a mail."""

import asyncio
import email
import email.policy
import re
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Page, expect
from pyotp.totp import TOTP

from tests.unit.services.factors.factors import wrong_code

PASSWORD = "Zonnebloem-2026!"
NEW_PASSWORD = "Waterlelie-2027!"
_LINK = re.compile(r"https?://\S+[?]\S+")


def new_address() -> str:
    return f"nieuw.{uuid.uuid4().hex[:12]}@zorg.example"


async def mailed(app_server, recipient: str, subject: str, seconds: float = 300) -> str:
    """Wait for a mail to this person whose subject contains these words; return its link, as path and query."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        for path in sorted((app_server.directory / "mail").glob("*.eml"), reverse=True):
            found = _link_in(path, recipient, subject)
            if found:
                return found
        await asyncio.sleep(0.1)  # another process writes the file
    raise AssertionError(f"No mail about {subject!r} to {recipient}")


def _link_in(path: Path, recipient: str, subject: str) -> str:
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    if message["To"] != recipient or subject not in message["Subject"]:
        return ""
    return link_in(message.get_body(("plain",)).get_content())  # pyright: ignore


def link_in(text: str) -> str:
    link = _LINK.search(text)
    assert link, "the mail has a link"
    parts = urlsplit(link[0].rstrip(".>"))
    return f"{parts.path}?{parts.query}"


async def fill_registration(page: Page, address: str | None, password: str = PASSWORD) -> None:
    await page.get_by_label("Voornaam").fill("Nora")
    await page.get_by_label("Achternaam").fill("Nieuwkomer")
    if address:
        await page.get_by_label("E-mailadres").fill(address)
    await page.get_by_label("Wachtwoord", exact=True).fill(password)


async def confirm(page: Page, password: str) -> None:
    """Enter the password on the page that a verification link opens, in a browser that did not register."""
    await page.get_by_label("Wachtwoord", exact=True).fill(password)
    await page.get_by_role("button", name="E-mailadres bevestigen").click()


async def sign_in(page: Page, address: str, password: str) -> None:
    await page.get_by_label("E-mailadres").fill(address)
    await page.get_by_label("Wachtwoord", exact=True).fill(password)
    await page.get_by_role("button", name="Inloggen", exact=True).click()


async def set_up_here(page: Page, *, mistake: bool = False) -> TOTP:
    """Set up an app instead of a passkey, in the middle of signing in, and see the recovery codes."""
    await expect(page.get_by_role("heading", name="Stel je tweede stap in")).to_be_visible()
    await page.get_by_role("button", name="Liever een code uit een app").click()
    app = TOTP("".join((await page.locator(".copy-field code").inner_text()).split()))
    if mistake:
        await page.get_by_label("Code uit de app").fill(wrong_code(app))
        await page.get_by_role("button", name="Bevestigen").click()
        await expect(page.get_by_text("Deze code klopt niet.")).to_be_visible()
    await page.get_by_label("Code uit de app").fill(app.now())
    await page.get_by_role("button", name="Bevestigen").click()
    await expect(page.get_by_role("heading", name="Je tweede stap staat aan")).to_be_visible()
    await expect(page.get_by_role("region", name="Je herstelcodes").get_by_role("listitem")).to_have_count(10)
    await page.get_by_role("button", name="Ik heb ze bewaard").click()
    return app
