"""The application on the home screen: offered in 'Account' to who knows it, where the browser can do it, once."""

import pytest
from playwright.async_api import expect

from tests.support import browser as chromium
from voice_report.db.models import Report

#: What Chromium on a phone says once, soon after a page has loaded.
ASK = """() => {
  const event = new Event("beforeinstallprompt", { cancelable: true });
  event.prompt = async () => { window.wasAsked = true; };
  event.userChoice = Promise.resolve({ outcome: "accepted" });
  window.dispatchEvent(event);
}"""
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1"


async def _reports(db, people, count: int) -> None:
    async with db.transaction() as session:
        for _ in range(count):
            whose = {"user_id": people.user.id, "organization_id": people.organization_id}
            session.add(Report(**whose, transcript="Goed.", structured_report="Goed.", is_draft=True))


async def test_the_browsers_question_waits_for_the_button_and_is_put_once(db, people, signed_in_page) -> None:
    await _reports(db, people, 3)
    page = await signed_in_page(people.user, viewport={"width": 390, "height": 844})
    await chromium.loaded(page)
    await page.evaluate(ASK)
    await page.goto("/account")
    await chromium.loaded(page)
    await page.evaluate(ASK)
    await expect(page.get_by_role("heading", name="Op je beginscherm")).to_be_visible()
    await page.get_by_role("button", name="Zet op beginscherm").click()
    await expect(page.get_by_role("heading", name="Op je beginscherm")).to_have_count(0)
    assert await page.evaluate("window.wasAsked")
    await page.reload()
    await chromium.loaded(page)
    await page.evaluate(ASK)
    await expect(page.get_by_role("heading", name="Naar je dossier")).to_be_visible()
    await expect(page.get_by_role("heading", name="Op je beginscherm")).to_have_count(0)


@pytest.mark.parametrize("count", [2, 3])
async def test_on_an_iphone_it_is_told_in_words_after_the_third_report(count: int, db, people, signed_in_page) -> None:
    await _reports(db, people, count)
    page = await signed_in_page(people.user, path="/account", viewport={"width": 390, "height": 844}, user_agent=PHONE)
    await expect(page.get_by_role("heading", name="Naar je dossier")).to_be_visible()
    how = page.get_by_text("Tik in je browser op Deel en kies ‘Zet op beginscherm’.")
    await expect(how).to_have_count(1 if count == 3 else 0)
    if count == 3:
        await page.get_by_role("button", name="Begrepen").click()
        await expect(how).to_have_count(0)
