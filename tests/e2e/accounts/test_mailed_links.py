"""The secret in a mailed link is for its page's script alone: no log, no state, no address and no history keeps it."""

import asyncio
from dataclasses import dataclass, field

import pytest
from playwright.async_api import Page, WebSocket, expect
from sqlmodel import select

from tests.e2e.accounts.steps import NEW_PASSWORD, confirm, fill_registration, link_in, new_address
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support import tables
from voice_report import clock
from voice_report.db.models import OutboxMail, User
from voice_report.services.accounts import password_reset, verification
from voice_report.services.organizations import invitations
from voice_report.services.shared import tokens

ENTRY = "JSON.stringify([history.state, location.href, {...sessionStorage}])"


@dataclass
class Overheard:
    """Everything a page sent: over its websocket, and the addresses and referrers of its requests."""

    said: list[str] = field(default_factory=list)
    loads: asyncio.Event = field(default_factory=asyncio.Event)

    def listen(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("request", lambda request: self.said.append(str(request.headers.get("referer"))))

    def _socket(self, socket: WebSocket) -> None:
        self.said.append(socket.url)
        socket.on("framesent", self._frame)
        socket.on("framereceived", self._frame)

    def _frame(self, frame: str | bytes) -> None:
        self.said.append(str(frame))
        if "reflex___state" in self.said[-1]:
            self.loads.set()


async def entry(page: Page) -> str:
    """Return what the tab remembers: its present history entry, and its own memory."""
    return await page.evaluate(ENTRY)


async def opened(page: Page, link: str) -> Overheard:
    overheard = Overheard()
    overheard.listen(page)
    await page.goto(link)
    return overheard


async def assert_kept_nowhere(app_server, overheard: Overheard, token: str) -> None:
    await overheard.loads.wait()  # the page's state: its script does its own work before that
    assert not [line for line in overheard.said if token in line]
    assert token not in app_server.log.read_text(errors="replace")
    states = app_server.directory / "states"
    assert not [path for path in states.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]


async def test_s10_s28_a_reset_link_leaves_no_trace(app_server, db, people, page) -> None:
    async with db.transaction() as session:
        user = await session.get(User, people.user.id)
        token = password_reset.new_token(user)
    overheard = await opened(page, f"/reset-password?token={token}")
    await expect(page.get_by_label("Nieuw wachtwoord", exact=True)).to_be_visible()
    assert page.url.endswith("/reset-password")
    await page.reload()
    await page.get_by_label("Nieuw wachtwoord", exact=True).fill(NEW_PASSWORD)
    await page.get_by_label("Bevestig nieuw wachtwoord").fill(NEW_PASSWORD)
    await chromium.stays(page)
    await page.get_by_role("button", name="Wachtwoord resetten").click()
    await expect(page.get_by_role("heading", name="Wachtwoord Gereset!")).to_be_visible()
    assert token not in await entry(page)
    await assert_kept_nowhere(app_server, overheard, token)


async def test_s10_s28_a_verification_link_leaves_no_trace(app_server, db, people, page, watch) -> None:
    watch.expect("422")
    late = await cast.make_user(people.organization_id, "Lara", "Later", is_email_verified=False)
    token = tokens.new()
    async with db.transaction() as session:
        user = await session.get(User, late.id)
        user.email_verification_token = tokens.hashed(token)
        user.email_verification_expires = clock.now() + verification.VALID_FOR
    overheard = await opened(page, f"/verify-email?token={token}")
    await chromium.stays(page)
    await confirm(page, late.password)
    await expect(page.get_by_role("heading", name="E-mailadres bevestigd")).to_be_visible()
    assert token not in await entry(page)
    await assert_kept_nowhere(app_server, overheard, token)


async def test_s10_s28_an_invitation_leaves_no_trace(app_server, db, people, page) -> None:
    address = new_address()
    await people.admin.call(invitations.invite, address, "user")
    mail = await tables.row(select(OutboxMail).where(OutboxMail.recipient == address))
    link = link_in(mail.text)
    token = link.partition("invitation=")[2]
    overheard = await opened(page, link)
    await expect(page.get_by_label("E-mailadres")).to_have_value(address)
    assert page.url.endswith("/register")
    await fill_registration(page, None)
    await page.get_by_role("button", name="Account aanmaken").click()
    await page.wait_for_url("**/dashboard")
    noted: asyncio.Queue[str] = asyncio.Queue()
    await page.expose_function("note", lambda one: noted.put_nowait(one))
    await page.add_init_script(f"note({ENTRY})")  # who is signed in is led on from there at once
    await page.go_back(wait_until="commit")
    before = await noted.get()
    assert "/register" in before
    assert token not in before
    await assert_kept_nowhere(app_server, overheard, token)


@pytest.mark.parametrize("path", ["/verify-email", "/reset-password"])
async def test_s10_a_link_that_is_of_no_use_is_forgotten_too(app_server, db, page, watch, path: str) -> None:
    watch.expect("422")
    await page.goto(f"{path}?token=verzonnen")
    await expect(page.get_by_role("alert")).to_be_visible()
    assert "verzonnen" not in await entry(page)


@pytest.mark.parametrize(
    ("link", "asked", "refusal"),
    [
        ("/verify-email?token=verzonnen", "/api/auth/verify-email", verification.INVALID_LINK),
        ("/reset-password?token=verzonnen", "/api/auth/validate-reset-token*", password_reset.INVALID_LINK),
        ("/register?invitation=verzonnen", "/api/invitations/*", invitations.INVALID),
    ],
)
async def test_a_link_outlives_a_server_that_is_just_restarting(db, page, watch, link, asked, refusal) -> None:
    watch.expect("503", "422", "404")
    await page.route(f"**{asked}", lambda route: route.fulfill(status=503, body="<h1>Bad Gateway</h1>"), times=1)
    await page.goto(link)
    await expect(page.get_by_role("alert")).to_be_visible()
    assert "verzonnen" in await entry(page)
    await page.get_by_role("button", name="Opnieuw proberen").click()
    await expect(page.get_by_role("alert")).to_contain_text(refusal)
