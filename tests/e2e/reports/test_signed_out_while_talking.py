"""A session that ends while somebody talks (S47): recording goes on under a cover, and only its owner gets on with it."""

import re

import pytest
from playwright.async_api import Page, expect
from sqlmodel import col, delete, update

from tests import browser as chromium
from tests.e2e.accounts.test_passkeys import Device, make
from tests.e2e.reports.recording import STT, Recorder, Talking, hang_up, leave_the_page, words
from tests.fakes import sound
from tests.people import People
from voice_report import clock
from voice_report.models import LoginSession, User

#: All text that the page's components hold, and what they remember: the tree that React has on the screen.
REMEMBERED = """() => {
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
  const seen = new WeakSet(), found = [];
  const look = (value, depth) => {
    if (typeof value === "string") return void found.push(value);
    if (!value || typeof value !== "object" || depth > 12 || seen.has(value) || value instanceof Node) return;
    if (value === window || value instanceof Blob) return;
    seen.add(value);
    for (const name of Object.keys(value)) {
      if (["return", "alternate", "stateNode", "_owner", "_debugOwner"].includes(name)) continue;
      look(value[name], depth + 1);
    }
  };
  const walk = (fiber) => {
    for (let one = fiber; one; one = one.sibling) {
      look(one.memoizedProps, 0);
      look(one.memoizedState, 0);
      walk(one.child);
    }
  };
  walk(document[key].stateNode.current);
  return found.join("\\n");
}"""


def cover_of(page: Page):
    return page.get_by_role("alertdialog", name="Je bent uitgelogd")


async def end_session(db, person) -> None:
    """End it as an administrator or another device does."""
    async with db.transaction() as session:
        await session.execute(delete(LoginSession).where(col(LoginSession.user_id) == person.id))


async def covered(recorder: Recorder):
    """Wait for the cover, and return it."""
    cover = cover_of(recorder.page)
    await expect(cover).to_be_visible(timeout=30_000)
    return cover


async def sign_in_by_password(cover, password: str) -> None:
    await cover.get_by_role("button", name="Met wachtwoord").click()
    await cover.get_by_label("Wachtwoord", exact=True).fill(password)
    await cover.get_by_role("button", name="Inloggen", exact=True).click()


async def test_s47_the_same_person_signs_in_with_the_password_and_no_word_is_lost(
    talking: Talking, db, people: People, heard
) -> None:
    recorder = await talking(sound.dictation(6))
    page = recorder.page
    await recorder.start()
    await recorder.says("woord001")
    await end_session(db, people.user)
    cover = await covered(recorder)
    await expect(cover.get_by_text("Je opname gaat door en staat op dit toestel.")).to_be_visible()
    await expect(cover.get_by_text(people.user.email)).to_be_visible()
    await expect(cover.get_by_text("Wat je zegt, wordt verwerkt zodra je bent ingelogd.")).to_be_visible()
    await recorder.is_recording()
    assert "woord001" not in await page.evaluate(REMEMBERED)
    assert "woord001" not in await page.content()
    await recorder.talk(20)
    sent = len(await heard())
    await sign_in_by_password(cover, "niet-dit-wachtwoord")
    await expect(cover.get_by_role("alert")).to_contain_text("Inloggen mislukt")
    await cover.get_by_label("Wachtwoord", exact=True).fill(people.user.password)
    await cover.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(cover).to_have_count(0)
    await recorder.is_recording()
    await recorder.says("woord001")
    await recorder.talk(32)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 7))
    assert len(await heard()) > sent
