"""A session that ends while a user talks (S47), when another user comes, nobody does, or the page is left."""

import re

from playwright.async_api import Request, WebSocket, expect
from sqlmodel import col, update

from tests.e2e.accounts.steps import sign_in
from tests.e2e.accounts.test_passkeys import Device, make
from tests.e2e.reports.cover import covered, is_forgotten, sign_in_by_password, signed_out
from tests.e2e.reports.recording import STT, Recorder, Talking, answer_segments, hang_up, leave_the_page, words
from tests.support import browser as chromium
from tests.support import tables
from tests.support.fakes import sound
from tests.support.people import People
from voice_report.db.models import User


async def test_s47_another_person_sees_nothing_of_it_and_its_owner_finds_it_later(
    talking: Talking, db, people: People, app_server
) -> None:
    recorder = await talking(sound.dictation(3))
    page = recorder.page
    await recorder.start()
    await recorder.says("woord001")
    cover = await signed_out(recorder, db, people.user)
    other = await page.context.new_page()
    sent: list[str] = []

    def note(sending: Request | WebSocket) -> None:
        if "/api/stt" in sending.url:
            sent.append(sending.url)

    for one in (page, other):
        one.on("request", note)
        one.on("websocket", note)
    await recorder.talk(15)
    await chromium.sign_in(other, app_server.url, people.admin.email, people.admin.password)
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(cover).to_have_count(0)
    await expect(page.get_by_text(people.admin.name).first).to_be_visible()
    for one in (page, other):
        await expect(one.get_by_text("Niet-verzonden opname")).to_have_count(0)
    await recorder.open()
    await recorder.expect_stored(dictations=1)
    await expect(page.get_by_text("Niet-verzonden opname")).to_have_count(0)
    await is_forgotten(page, "woord001")
    assert sent == []

    await chromium.lose_session(page)
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    await recorder.says("Niet-verzonden opname van")
    await recorder.press("Naar de opname")
    await recorder.press("Uitschrijven")
    said = await recorder.transcript()
    assert said in (words(1, 2), words(1, 2, 3))


async def test_s47_another_persons_passkey_on_the_cover_opens_their_own_page(
    talking: Talking, db, people: People, app_server
) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    device = await Device.of(page)
    await chromium.use_session(page.context, app_server.url, people.admin.cookie)
    await page.goto("/account")
    await make(page, people.admin, "Sleutel van Anna")
    await chromium.use_session(page.context, app_server.url, people.user.cookie)
    await recorder.open()
    await recorder.start()
    await recorder.talk(5)
    cover = await signed_out(recorder, db, people.user)
    await device.present(present=True)
    await cover.get_by_role("button", name="Inloggen met toegangssleutel").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text(people.admin.name).first).to_be_visible()
    await expect(page.get_by_text(people.user.name)).to_have_count(0)
    await expect(page.get_by_text("Niet-verzonden opname")).to_have_count(0)
    await recorder.expect_stored(dictations=1)


async def test_s47_a_reload_under_the_cover_leaves_an_unsent_recording(talking: Talking, db, people: People) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await recorder.start()
    await recorder.talk(4)
    await signed_out(recorder, db, people.user)
    await recorder.expect_seconds_stored(8)
    await page.reload()
    await expect(page).to_have_url(re.compile("/login$"))
    await sign_in(page, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/new-report"))
    await recorder.says("Niet-verzonden opname van")
    await recorder.press("Uitschrijven")
    assert (await recorder.transcript())[:1] == words(1)


async def test_s47_signing_out_in_another_tab_stops_the_recording_and_keeps_it_for_its_owner(
    talking: Talking, people: People, app_server
) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    await recorder.start()
    await recorder.talk(12)
    other = await page.context.new_page()
    await other.goto("/dashboard")
    await other.get_by_role("button", name=people.user.name).click()
    await other.get_by_role("menuitem", name="Uitloggen").click()
    question = other.get_by_role("alertdialog", name="Toch uitloggen?")
    await expect(question).to_contain_text("hij blijft versleuteld op dit toestel tot je weer inlogt")
    await expect(question).not_to_contain_text("verwijderd")
    await question.get_by_role("button", name="Uitloggen").click()
    await expect(page).to_have_url(re.compile("/login$"))
    await expect(other).to_have_url(re.compile(r"/$"))
    await recorder.expect_stored(dictations=1, keys=1)
    kept = await recorder.stored()
    assert kept["readable"] == []
    assert kept["exported"] == ["InvalidAccessError"]

    await sign_in(page, people.user.email, people.user.password)
    await recorder.says("Niet-verzonden opname van")
    await recorder.press("Naar de opname")
    await recorder.press("Uitschrijven")
    assert (await recorder.transcript())[:1] == words(1)
    await recorder.expect_stored(dictations=0, chunks=0)


async def test_s47_a_paused_account_is_told_so_and_the_recording_stays(talking: Talking, db, people: People) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await recorder.start()
    await recorder.talk(3)
    await tables.run(update(User).where(col(User.id) == people.user.id).values(is_active=False))
    cover = await covered(recorder)
    await sign_in_by_password(cover, people.user.password)
    await expect(cover.get_by_text("Je account is gepauzeerd.")).to_be_visible()
    await expect(cover.get_by_text("Je opname blijft op dit toestel staan.")).to_be_visible()
    await recorder.is_recording()
    await cover.get_by_role("button", name="Ander account").click()
    await expect(page).to_have_url(re.compile("/login$"))
    await recorder.expect_stored(dictations=1)


async def test_s47_leaving_for_the_employers_sign_in_stores_the_recording_first(
    talking: Talking, db, people: People
) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    answers = [{"status": 503, "json": {"message": "De aanmelddienst is nu niet bereikbaar."}}]
    answers += [{"json": {"url": "/privacyverklaring"}}]
    await page.route("**/discover", lambda route: route.fulfill(json={"organization": "Zorggroep De Linde"}))
    await page.route("**/single-sign-on/begin", lambda route: route.fulfill(**answers.pop(0)))
    await recorder.start()
    await recorder.talk(12)
    cover = await signed_out(recorder, db, people.user)
    await expect(cover.get_by_text("Dan stopt je opname. Hij blijft op dit toestel staan")).to_be_visible()
    leave = cover.get_by_role("button", name="Doorgaan met Zorggroep De Linde")
    await leave.click()
    await expect(cover.get_by_text("De aanmelddienst is nu niet bereikbaar.")).to_be_visible()
    await recorder.is_recording()
    await leave.click()
    await expect(page).to_have_url(re.compile("/privacyverklaring$"))
    await page.unroute("**/discover")  # else the page may offer the work account before the password is sent
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/new-report"))
    await recorder.press("Uitschrijven")
    assert (await recorder.transcript())[:1] == words(1)


#: The page's own clock is ``window.later`` minutes ahead.
AHEAD = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + 60_000 * (window.later ?? 0);
}"""


async def _passes(recorder: Recorder, *minutes: int) -> None:
    """Let the page's clock be this far ahead, in steps, with a segment in each: after nine minutes in one that a slow
    device did not cut in time, the recording is paused."""
    for later in minutes:
        before = (await recorder.stored())["segments"]
        await recorder.page.evaluate("(later) => { window.later = later; }", later)
        await recorder.expect_segments_stored(before + 1)
    await recorder.is_recording()


async def test_s47_a_device_that_nobody_comes_back_to_stops_recording(
    talking: Talking, db, people: People, heard
) -> None:
    recorder = await talking(sound.dictation(3), script=f"({AHEAD})()")
    page = recorder.page
    await answer_segments(page, hang_up)
    await recorder.start()
    await recorder.expect_seconds_stored(4)
    cover = await signed_out(recorder, db, people.user)
    await _passes(recorder, 6, 12)
    await recorder.talk(12 * 60)
    await page.evaluate("window.later = 15")
    await expect(cover.get_by_text("Gepauzeerd. Er is 15 minuten niet ingelogd.")).to_be_visible()
    await expect(cover.get_by_text("Je opname staat op dit toestel.")).to_be_visible()
    kept = await recorder.stored()
    assert kept["counts"]["chunks"] > 1
    assert kept["readable"] == []
    await cover.get_by_role("button", name="Hervatten").click()
    await recorder.is_recording()
    await _passes(recorder, 21, 27)
    await recorder.talk(27 * 60)
    await page.evaluate("window.later = 30")
    await expect(cover.get_by_text("Gepauzeerd. Er is 15 minuten niet ingelogd.")).to_be_visible()
    assert await heard() == []
    await page.unroute(STT)
    await sign_in_by_password(cover, people.user.password)
    await expect(cover).to_have_count(0)
    await expect(page.get_by_role("button", name="Hervatten")).to_be_visible()  # nobody is recorded unasked
    await recorder.stop()
    assert (await recorder.transcript())[:1] == words(1)
