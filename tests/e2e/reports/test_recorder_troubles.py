"""Recording that is refused: a microphone that does not open or falls away, and sound the server does not take."""

import re

import pytest
from playwright.async_api import expect

from tests.e2e.reports.recording import STT, Talking, answer_segments, words
from tests.support.fakes import sound

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
    await recorder.is_recording()
    await recorder.talk_on(5)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 1)


#: A browser that asks for the microphone and hears nothing: nobody sees its question, or the device does not answer.
UNANSWERED = """
const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
window.isUnanswered = true;
navigator.mediaDevices.getUserMedia = (wish) => (window.isUnanswered ? new Promise(() => {}) : open(wish));
"""


async def test_a_microphone_that_does_not_answer_is_told_of_and_can_be_cancelled(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script=UNANSWERED)
    await recorder.start_button.click()
    await recorder.says("Wachten op de microfoon...")
    await recorder.says("Sta de microfoon toe, of annuleer")
    await recorder.press("Annuleren")
    await recorder.says("Klaar om op te nemen")
    await expect(recorder.start_button).to_be_focused()
    await recorder.page.evaluate("window.isUnanswered = false")
    await recorder.dictate(6)
    assert await recorder.transcript() == words(1)


#: A recorder that begins and gives nothing, as when its encoder has failed: the first of this page.
DEAF = """
const start = MediaRecorder.prototype.start;
let isFirst = true;
MediaRecorder.prototype.start = function (...all) {
  if (!isFirst) start.apply(this, all);
  isFirst = false;
};
"""


async def test_a_recorder_that_gives_nothing_is_told_of_and_goes_on_after_a_press(talking: Talking) -> None:
    recorder = await talking(sound.dictation(12), script=DEAF)
    await recorder.start_button.click()
    await recorder.says("De opname hapert")
    await recorder.says("Gepauzeerd")
    await recorder.press("Hervatten")
    await recorder.is_recording()
    await recorder.talk_on(8)
    await recorder.stop()
    assert await recorder.transcript()


#: A phone call: the device gives no sound, neither to the open microphone nor to one that is opened during the call.
CALL = (
    PLUG
    + """
const mute = (track) => Object.defineProperty(track, "muted", { configurable: true, get: () => window.isCalling });
const plug = navigator.mediaDevices.getUserMedia;
navigator.mediaDevices.getUserMedia = async (wish) => {
  const stream = await plug(wish);
  stream.getTracks().forEach(mute);
  return stream;
};
"""
)
RING = """() => {
  window.isCalling = true;
  window.plugged.getTracks()[0].dispatchEvent(new Event("mute"));
}"""


async def test_a_phone_call_pauses_the_recording_and_the_big_button_resumes_it(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script=CALL)
    page = recorder.page
    await recorder.start()
    await recorder.talk(5)
    await page.evaluate(RING)
    await recorder.says("Gepauzeerd. De microfoon was even weg.")
    await expect(page.get_by_text("Aan het opnemen...")).to_have_count(0)
    await expect(page.locator(".record")).to_have_accessible_name("Hervatten")
    await recorder.press("Hervatten")
    await recorder.says("De microfoon staat uit")  # the call is not over
    await recorder.says("Gepauzeerd")
    await page.evaluate("window.isCalling = false")
    await recorder.press("Hervatten")
    await recorder.is_recording()
    await recorder.talk_on(5)
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
    await answer_segments(page, lambda route: route.fulfill(status=status, json={"error": sentence, "code": code}))
    await recorder.dictate(6)
    await recorder.says(sentence)
    await recorder.expect_seconds_stored(5)
    await page.unroute(STT)
    await recorder.press("Opnieuw proberen")
    assert await recorder.transcript() == words(1)


async def test_refused_sound_that_is_thrown_away_was_never_judged(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    refusal = {"error": "Dit is geen geluid.", "code": "wrong_media"}
    await answer_segments(page, lambda route: route.fulfill(status=415, json=refusal))
    await recorder.dictate(3)
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
    await answer_segments(page, lambda route: route.fulfill(status=415, json=refusal))
    await recorder.dictate(6)
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
    await page.wait_for_function("() => window.allow")
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await expect(page).to_have_url(re.compile("/dashboard"))
    await page.wait_for_timeout(3500)  # longer than a page that is only rendered anew is away
    await page.evaluate("window.allow()")
    await expect(page.locator("body")).to_have_attribute("data-microphone", "off")
