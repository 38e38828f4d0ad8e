"""'Opname kiezen' in a real browser: a voice memo becomes the text of a report, also after its page closed (S88)."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from tests.e2e.reports.recording import words
from tests.e2e.reports.wizard import NOTE, PROVIDER, transcript, type_note
from tests.e2e.test_accessible import looker
from tests.support.fakes import sound
from tests.support.people import People


def memo(folder: Path, *, first: int = 1) -> Path:
    """Write a voice memo of six numbered sentences."""
    path = folder / "Dictaat van mevrouw Jansen.m4a"
    path.write_bytes(sound.encoded(sound.dictation(6, first=first), "mp4"))
    return path


def of_words(*wanted: str) -> re.Pattern[str]:
    """Return these words, whatever is between them."""
    return re.compile(r"^\s*" + r"\s+".join(map(re.escape, wanted)) + r"\s*$")


async def choose(page: Page, file) -> None:
    await page.get_by_label("Opname kiezen").set_input_files(file)
    await expect(page.get_by_role("heading", name="Je gekozen opname")).to_be_focused()


async def test_a_voice_memo_becomes_the_transcript_and_what_is_no_sound_leaves_the_step_as_it_was(
    people: People, signed_in_page, watch, tmp_path: Path
):
    watch.expect(*PROVIDER)
    page = await signed_in_page(people.user, path="/new-report", viewport={"width": 390, "height": 844})
    await choose(page, {"name": "memo.m4a", "mimeType": "audio/mp4", "buffer": b"Dit is geen geluid. " * 50})
    await page.get_by_role("button", name="Verwerken").click()
    await expect(page.get_by_text("Dit bestand is geen geluidsopname.")).to_be_visible()
    await expect(page.get_by_label("Opname kiezen")).to_be_focused()
    await choose(page, memo(tmp_path))
    await expect(page.get_by_text("Dictaat van mevrouw Jansen.m4a")).to_be_visible()
    await expect(page.get_by_text("Alleen je eigen dictaat.")).to_be_visible()
    await looker(page)("a chosen recording")
    await page.get_by_role("button", name="Verwerken").press("Enter")
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await expect(transcript(page)).to_have_value(of_words(*words(*range(1, 7))))


async def test_the_page_may_be_closed_once_the_recording_was_sent_and_its_draft_goes_on(
    people: People, signed_in_page, provider, tmp_path: Path
):
    page = await signed_in_page(people.user, path="")
    await type_note(page)
    address = page.url
    await page.get_by_role("button", name="Annuleren").click()
    await expect(page.get_by_text("Stap 1 van 3")).to_be_visible()
    await provider(endpoint="speech", holds_after=0)
    await choose(page, memo(tmp_path))
    await page.get_by_role("button", name="Verwerken").click()
    await expect(page.get_by_text("De opname is verstuurd. Je kunt deze pagina sluiten")).to_be_visible()
    await expect(page.get_by_role("region", name="Transcript")).to_contain_text("Mevrouw was vrolijk.")
    await looker(page)("a recording that is written out")
    context = page.context
    await page.close()
    page = await context.new_page()
    await page.goto("/dashboard")
    await expect(page.get_by_text("Hij wordt uitgeschreven.")).to_be_visible()
    await page.get_by_role("link", name="Naar de opname").click()
    await expect(page).to_have_url(address)
    await expect(page.get_by_text("Stap 1 van 3")).to_be_visible()
    await provider(endpoint="speech", holds_after=None)
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await expect(transcript(page)).to_have_value(of_words(*NOTE.split(), *words(*range(1, 7))))
