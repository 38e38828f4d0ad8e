"""After signing out nothing private is left on a screen: in another tab, behind the back button, or on the device."""

import re
from contextlib import suppress

from playwright.async_api import Page, expect
from playwright.async_api import TimeoutError as PlaywrightTimeout

#: What the device keeps of typed words and keys: two counts.
_KEPT = """
() => new Promise((resolve, reject) => {
  const opening = indexedDB.open("dictations");
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const stores = ["keys", "texts"];
    const reading = opening.result.transaction(stores);
    const counts = stores.map((name) => reading.objectStore(name).count());
    reading.oncomplete = () => { opening.result.close(); resolve(counts.map((one) => one.result)); };
  };
})
"""
SECRET = "Mevrouw vertelde over haar zoon."


async def sign_out(page: Page) -> None:
    await page.get_by_role("button", name="Ursula Verzorger").click()
    await page.get_by_role("menuitem", name="Uitloggen").click()


async def keeps_nothing(page: Page) -> None:
    """Wait until the device keeps neither a key nor a text: the other tab removes its own."""
    while await page.evaluate(_KEPT) != [0, 0]:
        await page.wait_for_timeout(100)


async def test_s06_signing_out_closes_the_other_tabs_and_typing_there_keeps_nothing(
    app_server, people, signed_in_page, watch
) -> None:
    watch.expect("401")  # what the other tab was about to save
    page = await signed_in_page(people.user)
    other = await page.context.new_page()
    await other.goto("/new-report?testMode=true")
    words = other.get_by_role("textbox", name="Transcript")
    await words.fill(SECRET)
    await words.blur()
    await expect(other.get_by_text("Bewaard om")).to_be_visible()
    await words.press_sequentially(" En", delay=5)
    await sign_out(page)
    await expect(page).to_have_url(re.compile(r"/$"))
    await expect(other).to_have_url(re.compile("/login$"))
    await expect(other.get_by_text(SECRET)).to_have_count(0)
    await keeps_nothing(page)


async def test_s06_a_tab_that_missed_the_news_keeps_nothing_either(app_server, people, signed_in_page, watch) -> None:
    watch.expect("401")
    page = await signed_in_page(people.user)
    other = await page.context.new_page()
    await other.add_init_script("delete window.BroadcastChannel")  # an old browser, or a tab that was asleep
    await other.goto("/new-report?testMode=true")
    words = other.get_by_role("textbox", name="Transcript")
    await words.fill(SECRET)
    await sign_out(page)
    await expect(page).to_have_url(re.compile(r"/$"))
    with suppress(PlaywrightTimeout):  # a second later the server has closed the tab by itself
        await words.press_sequentially(" Meer.", delay=20, timeout=2_000)
        await words.blur(timeout=2_000)
    await expect(other).to_have_url(re.compile("/login$"))
    await keeps_nothing(page)


async def test_s06_the_back_button_shows_nothing_private_after_signing_out(app_server, people, signed_in_page) -> None:
    page = await signed_in_page(people.user, path="/account")
    await expect(page.get_by_label("E-mailadres")).to_have_value(people.user.email)
    await sign_out(page)
    await expect(page).to_have_url(re.compile(r"/$"))
    seen = []
    page.on("response", lambda answer: seen.append((answer.url, answer.status)))
    await page.go_back()
    await expect(page).to_have_url(re.compile("/login$"))
    await expect(page.get_by_label("E-mailadres")).to_have_value("")
    await expect(page.get_by_text(people.user.last_name)).to_have_count(0)
    public = f"{app_server.url}/api/auth/passkey/options"  # the sign-in page asks it for whoever comes
    assert not [url for url, status in seen if "/api/" in url and status == 200 and url != public]
