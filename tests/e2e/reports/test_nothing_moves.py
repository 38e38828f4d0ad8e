"""A notice that comes later than its page moves nothing that is being pressed."""

from playwright.async_api import expect

from tests.e2e.reports.recording import Talking, answer_segments, hang_up, leave_the_page
from tests.support import browser as chromium
from tests.support.fakes import sound

#: The page learns which recordings wait when the test calls `tell()`.
LATE = """if (navigator.locks) {
  const { query } = LockManager.prototype;
  const told = new Promise((resolve) => { window.tell = resolve; });
  LockManager.prototype.query = function () { return told.then(() => query.call(this)); };
}"""


async def test_the_notice_of_a_recording_moves_no_button(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), viewport={"width": 1440, "height": 900})
    page = recorder.page
    page.on("dialog", leave_the_page)
    await answer_segments(page, hang_up)
    await recorder.start()
    await recorder.expect_seconds_stored(1)

    await page.add_init_script(LATE)
    await page.goto("/dashboard")
    await chromium.loaded(page)
    tile = page.get_by_role("main").get_by_role("link", name="Nieuwe rapportage")
    before = await tile.bounding_box()
    await page.evaluate("tell()")
    await recorder.says("Niet-verzonden opname van")
    assert await tile.bounding_box() == before

    await chromium.lose_session(page)
    button = page.get_by_role("button", name="Inloggen", exact=True)
    async with chromium.held(page, "**/assets/*.js"):
        await page.goto("/login", wait_until="commit")
        await expect(button).to_be_visible()
        before = await button.bounding_box()
    await recorder.says("Op dit toestel wacht een opname.")
    await recorder.says("Je bent uitgelogd, bijvoorbeeld op een ander toestel.")
    assert await button.bounding_box() == before
