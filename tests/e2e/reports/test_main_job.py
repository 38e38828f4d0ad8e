"""The whole story: two minutes of Dutch speech in the browser, through a cut network and a reload, to a report; and a
day of reports with one thumb, its taps counted."""

import asyncio
import re
from datetime import datetime
from pathlib import Path
from typing import Literal

from playwright.async_api import Locator, Page, expect

from tests.e2e.reports.archiving import archiving_people
from tests.e2e.reports.recording import Recorder
from tests.e2e.reports.wizard import edit_report
from tests.support import browser as chromium
from tests.support.fakes import sound
from voice_report.clock import AMSTERDAM

TALK = 6  # seconds of speech in each report of a thumb


def heard_before(seconds: float, pieces: list[float]) -> int:
    """Return how many whole sentences (their lengths in seconds) have sounded by then."""
    total = count = 0
    for length in pieces:
        total += length
        if total > seconds:
            break
        count += 1
    return count


def numbers(transcript: str) -> list[int]:
    """Return the numbers of the sentences the provider heard, in the order of the transcript."""
    return [int(number) for number in re.findall(r"woord(\d+)", transcript)]


async def test_two_minutes_of_speech_become_a_report(people, launch_browser, signed_in_page, watch, tmp_path: Path):
    sentences = [sound.sentence(number) for number in range(1, 40)]
    lengths = [len(each) / sound.RATE + 0.8 for each in sentences]
    microphone = tmp_path / "dictation.wav"
    microphone.write_bytes(sound.wav(sound.dictation(39)))
    browser = await launch_browser(f"--use-file-for-fake-audio-capture={microphone}%noloop")
    watch.expect("ERR_INTERNET_DISCONNECTED", "WebSocket connection")
    page = await signed_in_page(
        people.user,
        chosen=browser,
        viewport={"width": 390, "height": 844},
        permissions=["microphone", "clipboard-read", "clipboard-write"],
    )
    page.on("dialog", lambda dialog: dialog.accept())
    await page.get_by_role("link", name="Nieuwe rapportage").first.click()

    # A minute with ten seconds without network in the middle of it.
    recorder = Recorder(page)
    await recorder.is_recording()
    transcript = page.get_by_label("Transcript", exact=True)
    await expect(transcript).to_contain_text("woord001")
    await recorder.talk(25)
    await page.context.set_offline(True)
    await expect(page.get_by_text("Geen internet. Je opname gaat door.")).to_be_visible()
    await recorder.talk_on(10)
    await page.context.set_offline(False)
    await recorder.expect_seconds_stored(62)

    # A reload while recording: the sound of this page is still on the device.
    await page.reload()
    await expect(page.get_by_text(re.compile(r"Niet-verzonden opname van \d\d\.\d\d uur"))).to_be_visible()
    await page.get_by_role("button", name="Verder praten").click()
    await recorder.is_recording()
    await recorder.talk_on(62)
    await page.get_by_role("button", name="Stop opname").click()

    # Everything was heard once and in order; the microphone's file began again with the reloaded page.
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    field = page.get_by_role("textbox", name="Transcript")
    await expect(field).not_to_have_value("")
    heard = numbers(await field.input_value())
    again = heard.index(1, 1)
    before, after = heard[:again], heard[again:]
    assert before == list(range(1, len(before) + 1))
    assert after == list(range(1, len(after) + 1))
    assert len(before) >= heard_before(61, lengths)
    assert len(after) >= heard_before(58, lengths)

    await make_the_report(page, field)


async def make_the_report(page: Page, field) -> None:
    """Mend the transcript, let the concept be written, edit, copy and download it, and find it among the drafts."""
    await field.press("Control+End")
    await field.press_sequentially(" Morgen komt de huisarts langs.")
    await page.get_by_role("button", name="Genereer concept").click()
    await expect(page.get_by_text("Stap 3 van 3")).to_be_visible()
    report = page.get_by_role("article", name="Rapportage")
    await expect(report.get_by_role("heading", name="Afspraken en vervolg")).to_be_visible()
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()
    await expect(page.get_by_text("49 credits").first).to_be_visible()

    await edit_report(page, " De sleutel hangt weer in het kastje.", "Afspraken en vervolg")
    await page.get_by_role("button", name="Klaar", exact=True).click()
    await expect(report).to_contain_text("De sleutel hangt weer in het kastje.")

    async with (
        chromium.shows(page, "button", "Gekopieerd"),
        chromium.shows(page, ".toast", "Rapportage gekopieerd"),
    ):
        await page.get_by_role("button", name="Kopiëren").click()
    copied = await chromium.pasted(page)
    assert copied.startswith("Situatie\n")
    assert copied.rstrip().endswith("De sleutel hangt weer in het kastje.")
    assert "#" not in copied

    await page.get_by_role("button", name="Downloaden").click()
    async with page.expect_download() as waiting:
        await page.get_by_role("menuitem", name="Tekst").click()
    download = await waiting.value
    assert download.suggested_filename == f"rapportage-{datetime.now(AMSTERDAM):%d-%m-%Y}.txt"
    saved = await asyncio.to_thread(Path(await download.path()).read_text, encoding="utf-8")
    assert saved.split("\n\n", 1)[1] == copied

    await page.goto("/drafts")
    await page.get_by_text("Klaar", exact=True).click()
    await expect(page.get_by_text("Gekopieerd: vandaag")).to_be_visible()
    await expect(page.get_by_text("woord001").first).to_be_visible()
    await page.get_by_role("link", name="Verder gaan").first.click()
    await expect(page.get_by_text("Stap 3 van 3")).to_be_visible()
    await expect(report).to_contain_text("De sleutel hangt weer in het kastje.")


class Thumb:
    """What one thumb does on a phone: it taps, and counts its taps."""

    def __init__(self, page: Page) -> None:
        self.page, self.recorder, self.taps = page, Recorder(page), 0

    async def tap(self, name: str, role: Literal["button", "link", "option"] = "button") -> None:
        await self.on(self.page.get_by_role(role, name=name).first)

    async def on(self, place: Locator) -> None:
        await place.tap()
        self.taps += 1

    def counted(self) -> int:
        """Return the taps since the last count."""
        taps, self.taps = self.taps, 0
        return taps


async def test_a_thumb_goes_from_one_report_to_the_next(db, launch_browser, signed_in_page, tmp_path: Path):
    people = await archiving_people(db)
    microphone = tmp_path / "dictation.wav"
    microphone.write_bytes(sound.wav(sound.dictation(2)))
    browser = await launch_browser(f"--use-file-for-fake-audio-capture={microphone}%noloop")
    page = await signed_in_page(
        people.user,
        chosen=browser,
        viewport={"width": 390, "height": 844},
        has_touch=True,
        permissions=["microphone", "clipboard-read", "clipboard-write"],
    )
    thumb = Thumb(page)
    await copy_a_report(thumb)
    await begin_the_next(thumb)
    chosen = await choose_a_client_while_recording(thumb)
    await archive_and_go_on(thumb, chosen)

    await page.goto("/drafts")
    await page.get_by_text("Klaar", exact=True).click()
    await expect(page.get_by_role("heading", level=2, name=re.compile("woord001"))).to_be_visible()
    await page.goto("/new-report")
    await thumb.tap("Voor wie?")
    await expect(page.get_by_role("option").first).to_contain_text("Van Dijk, Johanna")
    await expect(page.get_by_role("option").first).to_contain_text("laatst gebruikt")


async def copy_a_report(thumb: Thumb) -> None:
    """From the dashboard to 'Gekopieerd': four taps."""
    page = thumb.page
    await expect(page.get_by_role("link", name="Nieuwe rapportage").first).to_be_visible()
    await thumb.tap("Nieuwe rapportage", "link")
    await thumb.recorder.is_recording()
    await thumb.recorder.talk(TALK)
    await thumb.tap("Stop opname")
    await thumb.tap("Genereer concept")
    async with chromium.shows(page, "button", "Gekopieerd"):
        await thumb.tap("Kopiëren")
    assert thumb.counted() == 4
    assert "woord001" in await chromium.pasted(page)


async def begin_the_next(thumb: Thumb) -> None:
    """From the copied report to the next recording: one tap."""
    page, copied = thumb.page, thumb.page.url
    await thumb.tap("Volgende rapportage")
    await expect(page.get_by_role("heading", level=1, name="Nieuwe rapportage")).to_be_focused()
    await expect(page).not_to_have_url(copied)
    await thumb.recorder.is_recording()
    assert thumb.counted() == 1


async def choose_a_client_while_recording(thumb: Thumb) -> Locator:
    """Choose for whom: two taps. Returns the chip with the client."""
    page = thumb.page
    await thumb.tap("Voor wie?")
    await expect(page.get_by_role("combobox", name="Cliënt")).to_be_focused()
    await thumb.tap("Van Dijk, Johanna", "option")
    assert thumb.counted() == 2
    chosen = page.get_by_role("button", name="Cliënt: Johanna van Dijk, geboren")
    await expect(chosen).to_be_focused()
    return chosen


async def archive_and_go_on(thumb: Thumb, chosen: Locator) -> None:
    """The client stays through the steps, and the archive has it filled in: four taps to the recording after it."""
    page = thumb.page
    await thumb.recorder.is_recording()
    await thumb.recorder.talk(TALK)
    await thumb.tap("Stop opname")
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await expect(chosen).to_be_visible()
    await thumb.tap("Genereer concept")
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()
    await expect(chosen).to_be_visible()
    await expect(page.get_by_role("region", name="Archief")).to_contain_text("Voor Johanna van Dijk, geboren")
    await thumb.tap("Opslaan in archief")
    dialog = page.get_by_role("dialog", name="Opgeslagen bij Johanna van Dijk, geboren")
    await thumb.on(dialog.get_by_role("button", name="Volgende rapportage"))
    await thumb.recorder.is_recording()
    assert thumb.counted() == 4
    await thumb.tap("Stop opname")
