"""The recorder in a real browser, with numbered Dutch speech as its microphone: no sound lost, repeated or reordered.

The fake provider answers with the numbers it hears ('woord001 woord002'), so the transcript tells which sound arrived.
"""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import httpx
import numpy as np
import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Dialog, Playwright, Route, expect

from tests import browser as chromium
from tests.e2e.reports.recording import Recorder, kill, words
from tests.fakes import sound
from tests.people import People

STT = "**/api/stt"
#: Refused and interrupted uploads, and dropped websockets, are reported by the browser itself.
NETWORK = ("Failed to load resource", "WebSocket", "ERR_INTERNET_DISCONNECTED", "net::ERR")


@pytest_asyncio.fixture(loop_scope="session")
async def heard(provider_server) -> Callable[[], Awaitable[list[list[int]]]]:
    """Return ``await heard()``: the numbers in each sound that the speech engine got, beginning with this test."""
    async with httpx.AsyncClient(base_url=provider_server.url) as client:
        await client.post("/reset")

    async def ask() -> list[list[int]]:
        async with httpx.AsyncClient(base_url=provider_server.url) as client:
            return [entry["heard"] for entry in (await client.get("/log")).json()["requests"]]

    return ask


Talking = Callable[..., Awaitable[Recorder]]


@pytest_asyncio.fixture(loop_scope="session")
async def browsers() -> AsyncIterator[list[Browser]]:
    """The browsers of this test, closed after its pages."""
    opened: list[Browser] = []
    yield opened
    for browser in opened:
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def talking(
    browsers: list[Browser], playwright: Playwright, new_page, people: People, watch, tmp_path: Path, app_server
) -> Talking:
    """Return ``await talking(samples)``: the recording step of somebody whose microphone hears these sounds."""
    watch.expect(*NETWORK)

    async def talk(samples: np.ndarray, *, flag: str = "", script: str = "", **options) -> Recorder:
        microphone = tmp_path / "microphone.wav"
        microphone.write_bytes(sound.wav(samples))
        flags = [*chromium.FLAGS, f"--use-file-for-fake-audio-capture={microphone}%noloop", flag]
        browser = await playwright.chromium.launch(
            executable_path=chromium.executable(playwright), args=list(filter(None, flags))
        )
        browsers.append(browser)
        page = await new_page(browser, **options)
        if script:
            await page.add_init_script(script)
        await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
        recorder = Recorder(page)
        await recorder.open()
        return recorder

    return talk


def leave_the_page(dialog: Dialog) -> Awaitable[None]:
    return dialog.accept()


async def hang_up(route: Route) -> None:
    await route.abort("internetdisconnected")


async def test_segments_are_cut_at_pauses_and_every_sound_arrives_once_and_in_order(talking: Talking, heard) -> None:
    samples = sound.dictation(9)
    recorder = await talking(samples)
    await recorder.start()
    await recorder.says("woord001 woord002")  # the text grows while the person speaks
    await recorder.is_recording()
    await recorder.talk(round(len(samples) / sound.RATE) + 1)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 10))
    segments = await heard()
    assert len(segments) >= 3, "the sound was not cut"
    assert [number for segment in segments for number in segment] == list(range(1, 10))
    await recorder.expect_stored(chunks=0, dictations=0)


async def test_s21_without_a_connection_recording_goes_on(talking: Talking) -> None:
    recorder = await talking(sound.dictation(6))
    context = recorder.page.context
    await recorder.start()
    await recorder.talk(3)
    await context.set_offline(True)
    await recorder.says("Geen verbinding")
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
    await recorder.says("Audio wordt verwerkt...")
    await recorder.says("Je opname wordt bewaard en straks verzonden.")
    await context.set_offline(False)
    assert await recorder.transcript() == words(1, 2)


async def test_s21_reload_while_recording_then_go_on(talking: Talking) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await recorder.start()
    await recorder.talk(6)
    await page.reload()
    await expect(
        page.get_by_text(re.compile(r"Niet-verzonden opname van \d\d\.\d\d uur, [5-9] seconden"))
    ).to_be_visible()
    await recorder.press("Verder gaan")
    await recorder.is_recording()
    await recorder.talk(17)  # the file, and so the speaker, begins again
    await recorder.stop()
    assert await recorder.transcript() == words(1, 1, 2)


async def test_s21_reload_while_recording_then_process(talking: Talking) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await page.route(STT, hang_up)
    await recorder.start()
    await recorder.talk(4)
    await recorder.press("Pauzeren")
    await recorder.says("Gepauzeerd")
    await recorder.press("Hervatten")
    await recorder.is_recording()
    await recorder.talk(9)
    await page.reload()
    await page.unroute(STT)
    await recorder.press("Verwerken")
    assert await recorder.transcript() == words(1, 1)
    await recorder.expect_stored(chunks=0, dictations=0)


async def test_s21_a_draft_says_that_a_part_of_its_recording_was_never_sent(talking: Talking) -> None:
    recorder = await talking(sound.dictation(4))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await recorder.start()
    await recorder.says("woord001")  # the draft is there
    await page.route(STT, hang_up)
    await recorder.talk(24)
    await page.goto("/drafts")
    await page.get_by_role("link", name="Verder gaan").click()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await recorder.says("Niet-verzonden opname van")
    await page.unroute(STT)
    await recorder.press("Naar de opname")
    await recorder.press("Verwerken")
    assert len(await recorder.transcript()) > 2
    await expect(page.get_by_text("Niet-verzonden opname van")).to_have_count(0)


async def test_an_unfinished_recording_is_removed_only_after_a_question(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await page.route(STT, hang_up)
    await recorder.start()
    await recorder.talk(3)
    await page.reload()
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
    microphone.write_bytes(sound.wav(sound.dictation(3)))
    contexts: list[BrowserContext] = []

    async def launch() -> Recorder:
        context = await playwright.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=chromium.executable(playwright),
            args=[*chromium.FLAGS, f"--use-file-for-fake-audio-capture={microphone}%noloop"],
            base_url=app_server.url,
        )
        contexts.append(context)
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
    await recorder.page.route(STT, hang_up)
    await recorder.start()
    await recorder.talk(12)
    closed = recorder.page.context.wait_for_event("close")
    kill(tmp_path / "profile")
    await closed
    recorder = await killable()
    await expect(recorder.page.get_by_text(re.compile(r"Niet-verzonden opname van .*, 1[12] seconden"))).to_be_visible()
    await recorder.press("Verwerken")
    assert await recorder.transcript() == words(1, 2)


async def test_s22_sound_is_unreadable_in_the_browser_and_gone_after_the_answer(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await page.route(STT, hang_up)
    await recorder.start()
    await recorder.talk(6)
    await recorder.stop()
    await recorder.says("Geen verbinding")
    stored = await recorder.stored()
    assert stored["counts"]["chunks"] >= 5
    assert stored["bytes"] > 10_000
    assert stored["readable"] == []
    assert stored["exported"] == ["InvalidAccessError"]  # the key cannot be taken out of the browser
    await page.unroute(STT)
    await recorder.press("Opnieuw proberen")
    assert await recorder.transcript() == words(1)
    await recorder.expect_stored(dictations=0, segments=0, chunks=0)


async def test_s22_sound_and_key_are_gone_after_logout(talking: Talking, people: People) -> None:
    recorder = await talking(sound.dictation(1), viewport={"width": 1280, "height": 900})
    page = recorder.page
    await page.route(STT, hang_up)
    await recorder.start()
    await recorder.talk(3)
    await recorder.stop()
    await recorder.says("Later verwerken")
    await recorder.press("Later verwerken")
    await recorder.says("Niet-verzonden opname van")
    await page.get_by_role("button", name=people.user.name).click()
    await page.get_by_role("menuitem", name="Uitloggen").click()
    await page.get_by_role("alertdialog").get_by_role("button", name="Uitloggen").click()
    await expect(page).to_have_url(re.compile(r"/$"))
    await recorder.expect_stored(keys=0, dictations=0, segments=0, chunks=0)


async def test_the_next_person_on_the_device_is_not_offered_the_recording(talking: Talking, people, app_server) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await page.route(STT, hang_up)
    await recorder.start()
    await recorder.talk(3)
    await page.goto("/dashboard")
    await page.context.clear_cookies()
    await chromium.sign_in(page, app_server.url, people.admin.email, people.admin.password)
    await recorder.open()
    await recorder.expect_stored(dictations=1)
    await expect(page.get_by_text("Niet-verzonden opname van")).to_have_count(0)
    await page.context.clear_cookies()
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    await recorder.open()
    await recorder.says("Niet-verzonden opname van")


async def test_double_clicks_start_once_and_stop_once(talking: Talking, heard) -> None:
    recorder = await talking(sound.dictation(1))
    await recorder.start_button.dblclick()
    await recorder.talk(6)
    await recorder.stop_button.dblclick()
    assert await recorder.transcript() == words(1)
    assert await heard() == [[1]]


async def test_the_keyboard_is_enough(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    await recorder.start_button.focus()
    await recorder.page.keyboard.press("Space")
    await recorder.talk(6)
    await expect(recorder.stop_button).to_be_focused()
    await recorder.page.keyboard.press("Enter")
    assert await recorder.transcript() == words(1)


async def test_pause_and_resume(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    await recorder.start()
    await recorder.talk(5)
    await recorder.press("Pauzeren")
    await recorder.says("Gepauzeerd")
    await recorder.says("woord001")  # what was said is written out meanwhile
    await recorder.press("Hervatten")
    await recorder.talk(10)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 1)


async def test_no_speech_costs_nothing_and_returns_to_the_start(talking: Talking, heard) -> None:
    recorder = await talking(sound.silence(15))
    await recorder.start()
    await recorder.says("Ik hoor niets")  # ten seconds without any signal
    await recorder.stop()
    await recorder.says("Geen spraak herkend")
    await recorder.says("Klaar om op te nemen")
    assert await heard() == []
    await recorder.expect_stored(dictations=0, chunks=0)


#: Chromium without windows has nobody to ask for permission: its page hears the answer from the test.
ANSWER = 'navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("", "%s"));'


@pytest.mark.parametrize(
    ("circumstances", "sentence"),
    [
        ({"script": ANSWER % "NotAllowedError"}, "Geen toegang tot de microfoon"),
        ({"flag": "--fail-audio-stream-creation"}, "De microfoon is in gebruik"),
        ({"script": ANSWER % "NotFoundError"}, "Geen microfoon gevonden"),
    ],
)
async def test_a_microphone_that_does_not_open_says_why(talking: Talking, circumstances: dict, sentence: str) -> None:
    recorder = await talking(sound.silence(1), **circumstances)
    await recorder.start_button.click()
    await recorder.says(sentence)
    await recorder.says("Kon opname niet starten")
    await recorder.says("Klaar om op te nemen")
    await expect(recorder.start_button).to_be_enabled()
    await recorder.expect_stored(dictations=0)


#: Gives the test a hold of the microphone, to pull it out.
PLUG = """
const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = async (wish) => (window.plugged = await open(wish));
"""
UNPLUG = """() => {
  const [track] = window.plugged.getTracks();
  track.stop();
  track.dispatchEvent(new Event("ended"));
}"""


async def test_a_microphone_that_is_unplugged_midway_is_told_and_can_be_plugged_in_again(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script=PLUG)
    await recorder.start()
    await recorder.talk(5)
    await recorder.page.evaluate(UNPLUG)
    await recorder.says("De microfoon is weggevallen")
    await recorder.press("Hervatten")
    await recorder.talk(10)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 1)


@pytest.mark.parametrize(
    ("status", "code", "sentence"),
    [
        (413, "too_large", "Deze opname is te groot."),
        (415, "wrong_media", "Dit is geen geluid."),
    ],
)
async def test_refused_sound_is_kept_and_can_be_tried_again(talking: Talking, status, code, sentence) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await page.route(STT, lambda route: route.fulfill(status=status, json={"error": sentence, "code": code}))
    await recorder.start()
    await recorder.talk(6)
    await recorder.stop()
    await recorder.says(sentence)
    assert (await recorder.stored())["counts"]["chunks"] > 0
    await page.unroute(STT)
    await recorder.press("Opnieuw proberen")
    assert await recorder.transcript() == words(1)


async def test_refused_sound_that_is_thrown_away_was_never_judged(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    refusal = {"error": "Dit is geen geluid.", "code": "wrong_media"}
    await page.route(STT, lambda route: route.fulfill(status=415, json=refusal))
    await recorder.start()
    await recorder.talk(3)
    await recorder.stop()
    await recorder.says("Dit is geen geluid.")
    await recorder.press("Verwijderen")
    await page.get_by_role("alertdialog").get_by_role("button", name="Verwijderen").click()
    await recorder.says("Klaar om op te nemen")
    await expect(page.get_by_text("Geen spraak herkend")).to_have_count(0)
    await recorder.expect_stored(dictations=0, segments=0, chunks=0)


FULL = """() => {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...record) {
    if (this.name === "chunks") throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, record);
  };
}"""


async def test_refused_sound_that_the_device_could_not_store_can_be_tried_again(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script=f"({FULL})()")
    page = recorder.page
    refusal = {"error": "Geen geluid.", "code": "wrong_media"}
    await page.route(STT, lambda route: route.fulfill(status=415, json=refusal))
    await recorder.start()
    await recorder.talk(6)
    await recorder.stop()
    await recorder.says("Geen geluid.")
    assert (await recorder.stored())["counts"]["chunks"] == 0
    await page.unroute(STT)
    await recorder.press("Opnieuw proberen")
    assert await recorder.transcript() == words(1)


ASKING = """() => {
  const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (wanted) => {
    await new Promise((resolve) => { window.allow = resolve; });
    const stream = await open(wanted);
    document.body.dataset.microphone = "on";
    for (const track of stream.getTracks()) {
      const stop = track.stop.bind(track);
      track.stop = () => { stop(); document.body.dataset.microphone = "off"; };
    }
    return stream;
  };
}"""


async def test_a_page_left_while_the_browser_asks_for_the_microphone_does_not_listen(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script=f"({ASKING})()")
    page = recorder.page
    await recorder.start_button.click()
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await expect(page).to_have_url(re.compile("/dashboard"))
    await page.wait_for_timeout(3500)  # longer than a page that is only rendered anew is away
    await page.evaluate("window.allow()")
    await expect(page.locator("body")).to_have_attribute("data-microphone", "off", timeout=15_000)


async def test_sound_of_somebody_signed_out_is_kept_until_signed_in_again(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await page.route(STT, lambda route: route.fulfill(status=401, json={"code": "not_signed_in"}))
    await recorder.start()
    await recorder.talk(6)
    await recorder.stop()
    await recorder.says("Je bent uitgelogd")
    await expect(page.get_by_role("link", name="Inloggen")).to_have_attribute("target", "_blank")
    await page.unroute(STT)
    await page.evaluate("window.dispatchEvent(new Event('focus'))")  # back from the tab with the login page
    assert await recorder.transcript() == words(1)
