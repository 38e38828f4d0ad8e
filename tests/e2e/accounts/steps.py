"""Common to the stories about accounts: filling in their forms, and finding the link in a mail."""

import asyncio
import email
import email.policy
import re
import time
import uuid
from pathlib import Path
from urllib.parse import urlsplit

from playwright.async_api import Page

PASSWORD = "Zonnebloem-2026!"
NEW_PASSWORD = "Waterlelie-2027!"
_LINK = re.compile(r"https?://\S+[?]\S+")


def new_address() -> str:
    return f"nieuw.{uuid.uuid4().hex[:12]}@zorg.example"


async def mailed(app_server, recipient: str, subject: str, seconds: float = 20) -> str:
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
