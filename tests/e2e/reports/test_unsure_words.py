"""Unsure words, from the recogniser to the paper: dotted, counted, heard again, and gone once a person says so."""

from playwright.async_api import expect

from tests.e2e.reports.kept import expect_kept
from tests.e2e.reports.recording import Talking
from tests.e2e.reports.test_listening import DOTTED, EAR, PHONE, WORDS
from tests.e2e.reports.wizard import is_saved, transcript
from tests.support.fakes import sound

#: Resolves to what was played, once something was.
PLAYED = """new Promise((resolve) => {
  const look = () => (window.played.length ? resolve(window.played) : requestAnimationFrame(look));
  look();
})"""


async def test_an_unsure_word_is_dotted_and_heard_on_the_paper_until_a_person_confirms_it(
    talking: Talking, provider
) -> None:
    await provider(endpoint="speech", says={"1": DOTTED}, words=WORDS)
    recorder = await talking(sound.dictation(1), viewport=PHONE, script=EAR)
    page = recorder.page
    await recorder.dictate(6)
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await expect(transcript(page)).to_have_value(DOTTED)
    await is_saved(page)
    await page.get_by_role("button", name="Genereer concept").click()
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()
    dotted = page.locator("article mark.unsure")
    await expect(dotted).to_have_text(["karbidopa"])
    line = page.locator(".check [role=status]")
    await expect(line).to_contain_text("1 woord onzeker verstaan")
    await expect(page.get_by_role("button", name="Nagekeken")).to_have_count(0)

    await page.reload()  # the draft is opened again, and its sound is still there
    await expect(dotted).to_have_text(["karbidopa"])
    await expect_kept(page, pieces=1)
    await dotted.click()
    source = page.get_by_role("complementary", name="Wat je zei")
    await expect(source).to_contain_text("Niet zeker verstaan: karbidopa")
    await source.get_by_role("button", name="Afspelen").click()
    [[offset, duration, _]] = await page.evaluate(PLAYED)
    assert [round(offset, 2), round(duration, 2)] == [1.05, 1.5]

    await source.get_by_role("button", name="Klopt").click()
    await expect(dotted).to_have_count(0)
    await expect(line).not_to_contain_text("onzeker")
    await page.reload()
    await expect(page.get_by_role("button", name="Nagekeken")).to_be_visible()
    await expect(dotted).to_have_count(0)
    await expect_kept(page, pieces=0, chunks=0)  # nothing is left to listen to


async def test_words_with_their_moments_are_read_from_the_stream_and_not_sent_again(talking: Talking, provider) -> None:
    """The edge compresses answers from 1,000 bytes on, but never that of a stream, which a page could not read."""
    said = " ".join(f"Zin {number} over mevrouw." for number in range(12))
    words = [{"word": one, "start": 0.1, "end": 2.5, "probability": 0.1} for one in said.split()]
    await provider(endpoint="speech", says={"1": said}, words=words)
    recorder = await talking(sound.dictation(1), viewport=PHONE)
    page = recorder.page
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.url.endswith("/api/stt") else None)
    await recorder.dictate(6)
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await expect(transcript(page)).to_have_value(said)
    await expect(page.locator(".text-marks .unsure").first).to_be_visible()
    assert posted == []
