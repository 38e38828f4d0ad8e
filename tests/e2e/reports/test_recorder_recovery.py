"""Recording that is cut off: no connection, a reload, a killed browser, another person. Nothing said is lost."""

import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest_asyncio
from playwright.async_api import BrowserContext, Playwright, expect

from tests.e2e.accounts.steps import set_up_here
from tests.e2e.reports.recording import STT, Recorder, Talking, answer_segments, hang_up, leave_the_page, words
from tests.support import browser as chromium
from tests.support.fakes import sound
from tests.support.people import People
from tests.unit.services.factors.factors import require_from


async def test_s21_without_a_connection_recording_goes_on(talking: Talking) -> None:
    recorder = await talking(sound.dictation(6))
    context = recorder.page.context
    await recorder.start()
    await recorder.talk(3)
    await context.set_offline(True)
    await recorder.says("Geen internet. Je opname gaat door.")
    await recorder.is_recording()
    await context.set_offline(False)
    await recorder.says("woord001")
    await recorder.talk(28)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 7))


async def test_s21_stopped_without_a_connection_is_sent_when_it_is_back(talking: Talking) -> None:
    recorder = await talking(sound.dictation(2))
    context = recorder.page.context
    await recorder.start()
    await recorder.talk(3)
    await context.set_offline(True)
    await recorder.talk(11)
    await recorder.stop()
    await recorder.says("Opname gestopt")
    await recorder.says("Je opname wordt bewaard en straks verzonden.")
    await expect(recorder.page.get_by_text(re.compile("Ik hoor je|Audio wordt verwerkt"))).to_have_count(0)
    await context.set_offline(False)
    assert await recorder.transcript() == words(1, 2)
    await expect(recorder.page).to_have_url(re.compile(r"[?]draft="))
    assert await recorder.transcript() == words(1, 2)


async def test_s21_reload_while_recording_then_go_on(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await recorder.start()
    await recorder.expect_seconds_stored(3)
    await page.reload()
    assert await _seconds_offered(recorder) >= 3
    await recorder.press("Verder praten")
    await recorder.is_recording()
    await recorder.talk_on(5)  # the file, and so the speaker, begins again
    await recorder.stop()
    assert await recorder.transcript() == words(1, 1)


async def _seconds_offered(recorder: Recorder) -> int:
    """Return how long the recording is that is offered."""
    offer = recorder.page.get_by_text(re.compile(r"Niet-verzonden opname van \d\d\.\d\d uur, \d+ seconden"))
    found = re.search(r"(\d+) seconden", await offer.inner_text())
    assert found
    return int(found[1])


async def test_s21_reload_while_recording_then_process(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await answer_segments(page, hang_up)
    await recorder.start()
    await recorder.talk(4)
    await recorder.press("Pauzeren")
    await recorder.says("Gepauzeerd")
    said = await recorder.shown_seconds()
    await recorder.press("Hervatten")
    await recorder.is_recording()
    await recorder.expect_seconds_stored(said + 5)
    await page.reload()
    await page.unroute(STT)
    await recorder.press("Uitschrijven")
    assert await recorder.transcript() == words(1, 1)
    await recorder.expect_stored(chunks=0, dictations=0)


async def test_s21_a_draft_says_that_a_part_of_its_recording_was_never_sent(talking: Talking) -> None:
    recorder = await talking(sound.dictation(4))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await recorder.start()
    await recorder.says("woord001")  # the draft is there
    await answer_segments(page, hang_up)
    await recorder.talk(24)
    await page.goto("/drafts")
    await page.get_by_role("link", name="Verder gaan").click()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await recorder.says("Niet-verzonden opname van")
    await page.unroute(STT)
    await recorder.press("Naar de opname")
    await recorder.press("Uitschrijven")
    assert len(await recorder.transcript()) > 2
    await expect(page.get_by_text("Niet-verzonden opname van")).to_have_count(0)


async def test_leaving_a_recording_asks_first_and_the_dashboard_leads_back_to_it(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    question = page.get_by_role("alertdialog", name="Je opname loopt nog")
    await recorder.start()
    await recorder.talk(5)
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await question.get_by_role("button", name="Blijven").click()
    await recorder.is_recording()
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await question.get_by_role("button", name="Verlaten").click()
    await recorder.says("Hij staat op pauze. Je kunt verdergaan.")
    await recorder.press("Naar de opname")
    await recorder.press("Hervatten")
    await recorder.is_recording()
    await recorder.talk_on(5)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 1)


async def test_an_unfinished_recording_is_removed_only_after_a_question(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await answer_segments(page, hang_up)
    await recorder.start()
    await recorder.expect_seconds_stored(1)
    await page.goto("/dashboard")
    await recorder.says("Niet-verzonden opname van")
    await recorder.press("Naar de opname")
    await recorder.press("Verwijderen")
    question = page.get_by_role("alertdialog")
    await question.get_by_role("button", name="Annuleren").click()
    await recorder.says("Niet-verzonden opname van")
    await recorder.press("Verwijderen")
    await question.get_by_role("button", name="Verwijderen").click()
    await expect(page.get_by_text("Niet-verzonden opname van")).to_have_count(0)
    await recorder.expect_stored(dictations=0, segments=0, chunks=0)


@pytest_asyncio.fixture(loop_scope="session")
async def killable(playwright: Playwright, tmp_path: Path, app_server, people: People) -> AsyncIterator[Callable]:
    """Return ``await killable()``: the recorder in a Chromium with its profile on the disk; again, after a kill."""
    microphone = tmp_path / "microphone.wav"
    microphone.write_bytes(sound.wav(sound.dictation(2)))
    contexts: list[BrowserContext] = []

    async def launch() -> Recorder:
        context = await playwright.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=chromium.executable(playwright),
            args=[*chromium.FLAGS, f"--use-file-for-fake-audio-capture={microphone}%noloop"],
            base_url=app_server.url,
            reduced_motion="reduce",
        )
        contexts.append(context)
        context.set_default_timeout(chromium.PATIENCE)
        await context.clear_cookies()  # a killed browser may or may not have written them down
        page = context.pages[0]
        await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
        recorder = Recorder(page)
        await recorder.open()
        return recorder

    yield launch
    await contexts[-1].close()


async def test_s21_killed_browser_loses_at_most_the_running_second(killable, tmp_path: Path) -> None:
    recorder = await killable()
    await answer_segments(recorder.page, hang_up)
    await recorder.start()
    await recorder.expect_seconds_stored(11)
    closed = recorder.page.context.wait_for_event("close")
    chromium.kill(tmp_path / "profile")
    await closed
    recorder = await killable()
    await expect(
        recorder.page.get_by_text(re.compile(r"Niet-verzonden opname van .*, (1[1-9]|[2-5]\d) seconden"))
    ).to_be_visible()
    await recorder.press("Uitschrijven")
    assert await recorder.transcript() == words(1, 2)


async def test_the_next_person_on_the_device_is_not_offered_the_recording(talking: Talking, people, app_server) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await answer_segments(page, hang_up)
    await recorder.start()
    await recorder.expect_seconds_stored(1)
    await page.goto("/dashboard")
    await chromium.lose_session(page)
    await page.goto("/login")
    await expect(page.get_by_text("Op dit toestel wacht een opname. Is die van jou?")).to_be_visible()
    await expect(page.get_by_text(people.user.first_name)).to_have_count(0)
    await chromium.sign_in(page, app_server.url, people.admin.email, people.admin.password)
    await recorder.open()
    await recorder.expect_stored(dictations=1)
    await expect(page.get_by_text("Niet-verzonden opname van")).to_have_count(0)
    await chromium.lose_session(page)
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    await recorder.open()
    await recorder.says("Niet-verzonden opname van")


async def test_sound_of_somebody_signed_out_is_kept_until_signed_in_again(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await answer_segments(page, lambda route: route.fulfill(status=401, json={"code": "not_signed_in"}))
    await recorder.dictate(6)
    await recorder.says("Je bent uitgelogd")
    await expect(page.get_by_role("link", name="Inloggen")).to_have_attribute("target", "_blank")
    await page.unroute(STT)
    await page.evaluate("window.dispatchEvent(new Event('focus'))")  # back from the tab with the login page
    assert await recorder.transcript() == words(1)


async def test_s42_who_is_talking_when_a_second_step_becomes_required_loses_no_word(
    talking: Talking, db, people: People
) -> None:
    """It begins at midnight: the second step is set up on the cover (S47), and recording goes on."""
    recorder = await talking(sound.dictation(3))
    page = recorder.page
    await recorder.start()
    await recorder.talk(6)
    await require_from(people.organization_id)
    cover = page.get_by_role("alertdialog", name="Je bent uitgelogd")
    await cover.get_by_role("button", name="Met wachtwoord").click()
    await cover.get_by_label("Wachtwoord", exact=True).fill(people.user.password)
    await cover.get_by_role("button", name="Inloggen", exact=True).click()
    await set_up_here(page)
    await expect(cover).to_have_count(0)
    await recorder.is_recording()
    await recorder.talk(17)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 2, 3)
