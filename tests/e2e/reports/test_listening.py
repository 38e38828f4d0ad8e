"""What was not understood: listened to, tried again in its place, on a phone (``ui/islands/playback``)."""

import datetime
import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.reports.recording import Recorder, Talking, answer_segments
from tests.e2e.reports.wizard import is_saved, transcript
from tests.support.fakes import sound

PHONE = {"width": 390, "height": 844}
MARK = "[onverstaanbaar]"
GONE = "Het geluid van dit stuk is er niet meer."

#: Notes every stretch of sound that is played: from which second of how many. `TO_ITS_END` tells the page of its end.
EAR = """
  window.played = [];
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (when, offset, duration) {
    window.played.push([offset, duration, this.buffer.duration]);
    const { onended } = this;
    this.onended = () => { window.ended = onended; };
    return start.call(this, when, offset, duration);
  };
"""
TO_ITS_END = """async () => {
  while (!window.ended) await new Promise(requestAnimationFrame);
  window.ended();
  window.ended = null;
}"""


async def not_understood(talking: Talking, provider) -> Recorder:
    """Dictate a sentence in which the engine hears nothing, twice."""
    await provider(endpoint="speech", fail="empty", times=2)
    recorder = await talking(sound.dictation(1), viewport=PHONE, script=EAR)
    await recorder.dictate(6)
    await expect(transcript(recorder.page)).to_have_value(MARK)
    return recorder


def rows(page: Page):
    return page.get_by_role("region", name="Naluisteren").get_by_role("listitem")


def again(page: Page):
    return page.get_by_role("button", name="Opnieuw proberen")


async def test_it_is_listened_to_and_tried_again_after_a_reload_in_the_text_as_it_is_by_then(
    talking: Talking, provider, heard
) -> None:
    page = (await not_understood(talking, provider)).page
    await transcript(page).fill(f"Vannacht: {MARK} En toen werd het licht.")
    await is_saved(page)
    await page.reload()
    await expect(rows(page)).to_have_text([re.compile(r"Vannacht: \[onverstaanbaar\] En toen werd het licht\.")])
    await page.get_by_role("button", name="Afspelen").focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("button", name="Stoppen")).to_be_focused()
    [[offset, _, whole]] = await page.evaluate("window.played")
    assert (offset, whole > 3) == (0, True)
    await page.evaluate(TO_ITS_END)
    await expect(page.get_by_role("button", name="Afspelen")).to_be_visible()
    await page.get_by_role("button", name="Opnieuw proberen").dblclick()
    await expect(transcript(page)).to_have_value("Vannacht: woord001 En toen werd het licht.")
    await expect(page.get_by_text("Verstaan: “woord001”.")).to_be_focused()
    await expect(rows(page)).to_have_count(0)
    assert await heard() == [[1], [1], [1]]  # twice by itself, once more for a double tap
    await is_saved(page)
    await page.reload()
    await expect(transcript(page)).to_have_value("Vannacht: woord001 En toen werd het licht.")


async def test_nothing_is_inserted_when_its_mark_was_removed_meanwhile(talking: Talking, provider) -> None:
    page = (await not_understood(talking, provider)).page
    await provider(endpoint="speech", holds_after=0)
    await again(page).click()
    await expect(page.get_by_text("Wordt opnieuw geprobeerd...")).to_be_visible()
    await transcript(page).fill("Ik typ het zelf wel.")
    await provider(endpoint="speech", holds_after=None)
    await expect(page.get_by_text("Verstaan: “woord001”. De plek in je tekst is er niet meer")).to_be_visible()
    await expect(transcript(page)).to_have_value("Ik typ het zelf wel.")


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ({"fail": "empty", "times": None}, "Nog steeds niet verstaan. Luister zelf en typ wat er gezegd is."),
        ({"fail": "500", "times": None}, "Dat lukt nu even niet. Probeer het zo opnieuw."),
    ],
    ids=["still nothing", "engine away"],
)
async def test_a_second_time_without_words_says_so_and_can_be_repeated(
    talking: Talking, provider, plan, sentence
) -> None:
    page = (await not_understood(talking, provider)).page
    await provider(endpoint="speech", **plan)
    await again(page).click()
    await expect(page.get_by_text(sentence)).to_be_visible()
    await expect(transcript(page)).to_have_value(MARK)
    await provider(endpoint="speech", fail=None)
    await again(page).click()
    await expect(transcript(page)).to_have_value("woord001")


async def test_two_windows_get_the_same_words_and_the_engine_is_asked_once(talking: Talking, provider, heard) -> None:
    page = (await not_understood(talking, provider)).page
    await is_saved(page)
    other = await page.context.new_page()
    await other.goto(page.url)
    await expect(again(other)).to_be_visible()
    await provider(endpoint="speech", holds_after=0)
    for window in (page, other):
        await again(window).click()
        await expect(window.get_by_text("Wordt opnieuw geprobeerd...")).to_be_visible()
    await provider(endpoint="speech", holds_after=None)
    for window in (page, other):
        await expect(transcript(window)).to_have_value("woord001")
    assert await heard() == [[1], [1], [1]]
    await expect(other.get_by_text("in een ander venster gewijzigd")).to_have_count(0)


async def test_s22_without_the_sound_it_says_so(talking: Talking, provider) -> None:
    page = (await not_understood(talking, provider)).page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/api/stt") else None)
    await expect(page.get_by_role("button", name="Afspelen")).to_be_visible()
    now = datetime.datetime.now(datetime.UTC)
    await page.clock.set_fixed_time(now + datetime.timedelta(minutes=61))
    await page.get_by_role("button", name="Afspelen").click()
    await expect(page.get_by_role("status").get_by_text(GONE)).to_be_visible()
    await page.reload()
    await expect(rows(page)).to_have_text([re.compile(re.escape(GONE))])
    await expect(page.get_by_role("button", name="Opnieuw proberen")).to_have_count(0)
    assert asked == []


async def test_the_server_refuses_the_sound_of_somebody_else(talking: Talking, provider) -> None:
    page = (await not_understood(talking, provider)).page
    refusal = {"error": "Deze opname hoort bij een ander account.", "code": "other_account"}
    await answer_segments(page, lambda route: route.fulfill(status=401, json=refusal))
    await again(page).click()
    await expect(page.get_by_text("Deze opname hoort bij een ander account.")).to_be_visible()
    await expect(transcript(page)).to_have_value(MARK)


DOTTED = "Ik heb geholpen met wassen en aankleden, zonder haast. Om tien over half elf nam mevrouw karbidopa in."
WORDS = [
    {"word": "nam", "start": 0.4, "end": 0.9, "probability": 0.91},
    {"word": "mevrouw", "start": 0.9, "end": 1.2, "probability": 0.98},
    {"word": "karbidopa", "start": 1.4, "end": 2.2, "probability": 0.21},
    {"word": "in.", "start": 2.2, "end": 2.5, "probability": 0.95},
]


async def test_an_unsure_word_is_dotted_and_heard_by_tap_and_by_keyboard_until_it_is_changed(
    talking: Talking, provider
) -> None:
    await provider(endpoint="speech", says={"1": DOTTED}, words=WORDS)
    recorder = await talking(sound.dictation(1), viewport=PHONE, script=EAR)
    page = recorder.page
    await recorder.dictate(6)
    await expect(transcript(page)).to_have_value(DOTTED)
    dotted = page.locator(".text-marks .unsure")
    await expect(dotted).to_have_text(["karbidopa"])

    await expect(page.get_by_text("1 onzeker woord om na te luisteren")).to_be_visible()
    await dotted.click(force=True)  # the field over it takes the tap
    await expect(page.locator(".text-marks .playing")).to_have_text(["karbidopa"])
    await page.evaluate(TO_ITS_END)
    await page.get_by_text("1 onzeker woord om na te luisteren").press("Enter")
    word = page.get_by_role("button", name="karbidopa, afspelen")
    await expect(word).to_have_attribute("aria-pressed", "false")
    await word.press("Enter")
    await expect(word).to_have_attribute("aria-pressed", "true")
    played = await page.evaluate("window.played")
    assert [[round(offset, 2), round(duration, 2)] for offset, duration, _ in played] == [[1.05, 1.5]] * 2

    await transcript(page).fill(f"Om acht uur: {DOTTED}")
    await expect(dotted).to_have_text(["karbidopa"])
    await is_saved(page)
    await page.reload()
    await expect(dotted).to_have_text(["karbidopa"])
    await transcript(page).fill(DOTTED.replace("karb", "carb"))
    await expect(dotted).to_have_count(0)
    await expect(page.get_by_text("om na te luisteren")).to_have_count(0)


async def test_what_was_not_understood_behind_an_earlier_text_can_be_listened_to(talking: Talking, provider) -> None:
    recorder = await talking(sound.dictation(1), viewport=PHONE, script=EAR)
    page = recorder.page
    await recorder.press("Liever typen")
    await transcript(page).fill("Eerder gezegd.")
    await is_saved(page)
    await recorder.press("Annuleren en verder inspreken")
    await provider(endpoint="speech", fail="empty", times=2)
    await recorder.dictate(6)
    await expect(transcript(page)).to_have_value(f"Eerder gezegd.\n{MARK}")
    await expect(rows(page).get_by_role("button", name="Afspelen")).to_be_visible()
    await expect(again(page)).to_be_visible()
    await expect(page.get_by_text(GONE)).to_have_count(0)
