"""The recorder in a real browser, with numbered Dutch speech as its microphone: no sound lost, repeated or reordered.

The fake provider answers with the numbers it hears ('woord001 woord002'), so the transcript tells which sound arrived.
"""

import re

from playwright.async_api import Route, WebSocket, expect

from tests.e2e.reports.recording import AT_ONE_MOMENT, STT, Talking, answer_segments, hang_up, words
from tests.support.fakes import sound
from tests.support.people import People


async def test_segments_are_cut_at_pauses_and_every_sound_arrives_once_and_in_order(
    talking: Talking, heard, provider
) -> None:
    samples = sound.dictation(9)
    recorder = await talking(samples)
    await provider(endpoint="speech", holds_after=0)
    await recorder.start()
    await recorder.says("Ik hoor je. De eerste woorden komen zo.")
    await provider(endpoint="speech", holds_after=None)
    await recorder.says("woord001")  # the text grows while the person speaks
    await expect(recorder.page.get_by_text("Ik hoor je.")).to_have_count(0)
    await recorder.talk(30)
    await recorder.is_recording()
    await expect(recorder.page.locator("[data-segment]").nth(2)).to_be_attached()
    await recorder.talk(round(len(samples) / sound.RATE) + 1)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 10))
    segments = await heard()
    assert len(segments) >= 3, "the sound was not cut"
    assert [number for segment in segments for number in segment] == list(range(1, 10))
    await recorder.expect_stored(chunks=0, dictations=0)


async def test_a_segment_is_sent_while_it_is_recorded(talking: Talking) -> None:
    samples = sound.dictation(4)
    recorder = await talking(samples)
    streams: list[WebSocket] = []
    answers: list[str] = []

    def follow(socket: WebSocket) -> None:
        if "/api/stt" in socket.url:
            streams.append(socket)
            socket.on("framereceived", lambda answer: answers.append(str(answer)))

    recorder.page.on("websocket", follow)
    await recorder.start()
    await recorder.says("woord001")
    while not any("woord001" in answer for answer in answers):  # which is told apart from what the page shows
        await recorder.page.evaluate("new Promise(requestAnimationFrame)")
    await recorder.is_recording()
    await recorder.talk(round(len(samples) / sound.RATE) + 1)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 2, 3, 4)
    while not all(stream.is_closed() for stream in streams):
        await recorder.page.evaluate("new Promise(requestAnimationFrame)")


async def test_where_no_websocket_passes_segments_are_posted_when_they_end(talking: Talking) -> None:
    samples = sound.dictation(4)
    recorder = await talking(samples)
    posted: list[str] = []

    async def passes(route: Route) -> None:
        posted.append(route.request.method)
        await route.continue_()

    async with recorder.page.expect_websocket(lambda socket: "/api/stt" in socket.url):
        await recorder.start()
    await answer_segments(recorder.page, passes)
    await recorder.talk(round(len(samples) / sound.RATE) + 1)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 2, 3, 4)
    assert len(posted) >= 2


async def test_s22_sound_is_unreadable_in_the_browser_and_gone_after_the_answer(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await answer_segments(page, hang_up)
    await recorder.dictate(6)
    await recorder.says("Geen verbinding")
    await recorder.expect_seconds_stored(5)
    stored = await recorder.stored()
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
    await answer_segments(page, hang_up)
    await recorder.dictate(3)
    await recorder.says("Later verwerken")
    await recorder.press("Later verwerken")
    await recorder.says("Niet-verzonden opname van")
    await page.get_by_role("button", name=people.user.name).click()
    await page.get_by_role("menuitem", name="Uitloggen").click()
    await page.get_by_role("alertdialog").get_by_role("button", name="Uitloggen").click()
    await expect(page).to_have_url(re.compile(r"/$"))
    await recorder.expect_stored(keys=0, dictations=0, segments=0, chunks=0)


async def test_double_clicks_start_once_and_stop_once(talking: Talking, heard) -> None:
    recorder = await talking(sound.dictation(1))
    await recorder.page.evaluate(AT_ONE_MOMENT, 0)
    await recorder.start_button.dblclick()
    await recorder.talk(6)
    await recorder.page.evaluate(AT_ONE_MOMENT, 0)
    await recorder.stop_button.dblclick()
    assert await recorder.transcript() == words(1)
    assert await heard() == [[1]]


#: True once each side has had four different drawings.
_BOTH_WAVES_MOVE = """() => {
    window.drawings ??= [new Set(), new Set()];
    document.querySelectorAll("canvas.wave").forEach((wave, side) => window.drawings[side].add(wave.toDataURL()));
    return window.drawings.every((seen) => seen.size > 3);
}"""

#: How many bars are drawn at the height of the first wave's middle.
_BARS = """() => {
    const wave = document.querySelector("canvas.wave");
    const middle = wave.getContext("2d").getImageData(0, Math.floor(wave.height / 2), wave.width, 1).data;
    const isDrawn = (at) => at >= 0 && middle[4 * at + 3] > 0;
    return Array.from({ length: wave.width }, (_, at) => at).filter((at) => isDrawn(at) && !isDrawn(at - 1)).length;
}"""


async def test_the_keyboard_is_enough_and_the_wave_moves(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), reduced_motion="no-preference")
    await recorder.start_button.focus()
    await recorder.page.keyboard.press("Space")
    await recorder.page.wait_for_function(_BOTH_WAVES_MOVE)
    await recorder.talk(6)
    await expect(recorder.stop_button).to_be_focused()
    await recorder.page.keyboard.press("Enter")
    assert await recorder.transcript() == words(1)


async def test_all_bars_are_drawn_on_a_phone_on_its_side_too(talking: Talking) -> None:
    recorder = await talking(sound.silence(5), reduced_motion="no-preference", viewport={"width": 740, "height": 360})
    await recorder.start()
    await recorder.page.wait_for_function(f"() => ({_BARS})() === 10")
    await recorder.page.set_viewport_size({"width": 390, "height": 844})
    await recorder.page.wait_for_function("() => document.querySelector('canvas.wave').height === 76")
    assert await recorder.page.evaluate(_BARS) == 10


async def test_with_reduced_motion_the_bars_are_there_and_do_not_move(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), reduced_motion="reduce")
    await recorder.start()
    bars = recorder.page.locator(".wave:not(.rest) i")
    await expect(bars).to_have_count(20)
    await expect(recorder.page.locator("canvas.wave")).to_have_count(0)
    assert {(await bar.bounding_box() or {}).get("height") for bar in await bars.all()} in ({5}, {6})


async def test_a_waveform_that_cannot_be_drawn_does_not_end_the_cutting(talking: Talking, watch) -> None:
    watch.expect("no drawing")
    broken = "CanvasRenderingContext2D.prototype.stroke = () => { throw new Error('no drawing'); };"
    recorder = await talking(sound.dictation(2), script=broken, reduced_motion="no-preference")
    await recorder.start()
    await recorder.says("woord001")  # of a segment that has ended, while the recording goes on
    await recorder.is_recording()
    await recorder.talk(12)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 2)


async def test_pause_and_resume(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    await recorder.start()
    await recorder.talk(5)
    await recorder.press("Pauzeren")
    await recorder.says("Gepauzeerd")
    await recorder.says("woord001")  # what was said is written out meanwhile
    await recorder.press("Hervatten")
    await recorder.is_recording()
    await recorder.talk_on(5)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 1)


async def test_no_speech_costs_nothing_and_returns_to_the_start(talking: Talking, heard) -> None:
    recorder = await talking(sound.silence(15))
    await recorder.start()
    await recorder.says("Ik hoor niets")  # ten seconds without any signal
    await recorder.says("Aan het opnemen... zonder geluid")
    await recorder.stop()
    await recorder.says("Geen spraak herkend")
    await recorder.says("Klaar om op te nemen")
    assert await heard() == []
    await recorder.expect_stored(dictations=0, chunks=0)
