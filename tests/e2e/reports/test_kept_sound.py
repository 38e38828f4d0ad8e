"""The sound of what was written out: sealed on the device to listen to again, and gone in time (security.md S22)."""

import datetime
import re

from playwright.async_api import Page, expect

from tests.e2e.reports.kept import KEPT, expect_kept, seed
from tests.e2e.reports.recording import Recorder, Talking, answer_segments, hang_up, words
from tests.support import browser as chromium
from tests.support.fakes import sound
from tests.support.people import People
from voice_report.services.drafts import drafts, listing
from voice_report.services.drafts.generated import Generated

REPORT = "## Slapen\nMevrouw sliep goed."
PHONE = {"width": 390, "height": 844}


async def told(talking: Talking) -> Recorder:
    """Dictate one sentence on a phone; it is written out, and its sound is kept."""
    recorder = await talking(sound.dictation(1), viewport=PHONE)
    await recorder.dictate(6)
    assert await recorder.transcript() == words(1)
    await expect_kept(recorder.page, pieces=1)
    await recorder.expect_stored(dictations=0, segments=0, chunks=0)
    return recorder


async def later(page: Page, minutes: int) -> None:
    """Let the page believe that it is this much later; its timers run on."""
    now = datetime.datetime.now(datetime.UTC) + datetime.timedelta(minutes=minutes)
    await page.clock.set_fixed_time(now)


async def test_s22_written_out_sound_is_sealed_and_gone_with_the_concept(talking: Talking) -> None:
    page = (await told(talking)).page
    kept = await page.evaluate(KEPT)
    assert kept["chunks"] > 1
    assert kept["bytes"] > 10_000
    assert kept["readable"] == []  # neither the sound nor the words
    await page.reload()
    await expect(page.get_by_text("Stap 2 van 3")).to_be_visible()
    await expect_kept(page, pieces=1)
    await page.get_by_role("button", name="Genereer concept").click()
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()
    assert (await expect_kept(page, pieces=0, chunks=0))["numbers"] == []

    await page.get_by_role("button", name=re.compile("^Aanvullen bij")).first.click()  # the concept stays done
    recorder = Recorder(page)
    await recorder.dictate(4)
    await expect(page.get_by_text("Stap 3 van 3")).to_be_visible()
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()
    await recorder.expect_stored(dictations=0, segments=0, chunks=0)
    assert (await expect_kept(page, pieces=0, chunks=0))["numbers"] == []


async def test_s22_written_out_sound_is_gone_with_a_concept_that_is_made_while_another_page_is_open(
    talking: Talking, db, people: People
) -> None:
    page = (await told(talking)).page
    await page.goto("/drafts")
    await expect(page.get_by_role("link", name=re.compile("Verder gaan"))).to_be_visible()
    await expect_kept(page, pieces=1)
    user = await people.user.current()
    async with db.transaction() as session:
        (draft,) = (await listing.list_drafts(session, user)).items
        made = Generated(drafts.fingerprint(draft.transcript), "vrij", REPORT)
        await drafts.put_report(session, user, draft.id, REPORT, generated=made)
    await page.goto("/dashboard")
    assert (await expect_kept(page, pieces=0, chunks=0))["numbers"] == []


async def test_s22_written_out_sound_is_gone_after_an_hour(talking: Talking) -> None:
    page = (await told(talking)).page
    await later(page, 50)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect_kept(page, pieces=1)
    await later(page, 61)
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert (await expect_kept(page, pieces=0, chunks=0))["numbers"] == []


async def test_s22_written_out_sound_is_gone_after_an_hour_with_the_page_closed(talking: Talking) -> None:
    """At the next page that anybody opens: here a visitor's."""
    recorder = await told(talking)
    context = recorder.page.context
    await recorder.page.close()
    await context.clear_cookies()
    visitor = await context.new_page()
    await later(visitor, 50)
    await visitor.goto("/login")
    await expect(visitor.get_by_role("button", name="Inloggen", exact=True)).to_be_visible()
    await expect_kept(visitor, pieces=1)
    await later(visitor, 61)
    await visitor.reload()
    assert (await expect_kept(visitor, pieces=0, chunks=0))["numbers"] == []


async def test_s22_written_out_sound_and_its_key_are_gone_after_signing_out(talking: Talking, people: People) -> None:
    recorder = await told(talking)
    page = recorder.page
    await page.get_by_role("button", name="Menu openen").click()
    await page.get_by_role("button", name="Uitloggen").click()
    await expect(page).to_have_url(re.compile(r"/$"))  # without a question: nothing is unsent
    await recorder.expect_stored(keys=0)
    assert (await expect_kept(page, pieces=0, chunks=0))["numbers"] == []


async def test_s22_written_out_sound_is_gone_once_somebody_else_signs_in(
    talking: Talking, people: People, app_server
) -> None:
    page = (await told(talking)).page
    await page.goto("/dashboard")
    await chromium.lose_session(page)
    await chromium.sign_in(page, app_server.url, people.admin.email, people.admin.password)
    assert (await expect_kept(page, pieces=0, chunks=0))["numbers"] == []


async def test_s22_written_out_sound_is_gone_with_its_draft(talking: Talking) -> None:
    page = (await told(talking)).page
    await page.goto("/drafts")
    await page.get_by_role("button", name="Verwijderen").first.click()
    async with chromium.shows(page, ".toast", "Concept verwijderd"):
        await page.get_by_role("alertdialog").get_by_role("button", name="Verwijderen").click()
    assert (await expect_kept(page, pieces=0, chunks=0))["numbers"] == []


async def test_s22_written_out_sound_has_a_bound_and_the_oldest_goes_first(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), viewport=PHONE)
    page = recorder.page
    await seed(page, pieces=2, each=31 * 2**20)
    await recorder.dictate(6)
    assert await recorder.transcript() == words(1)
    await expect_kept(page, numbers=[0, 1001])  # the new one, and the newer of the two that were there


FULL = """() => {
  const { put, delete: remove } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...record) {
    const isUnsent = this.name === "chunks" && this.transaction.db.name !== "kept-sound";
    if (window.isFull && isUnsent) throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, record);
  };
  IDBObjectStore.prototype.delete = function (...key) {
    if (this.name === "pieces") window.isFull = false;
    return remove.apply(this, key);
  };
}"""


async def test_s22_on_a_full_device_it_makes_room_for_sound_that_is_not_written_out(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), viewport=PHONE, script=f"({FULL})()")
    page = recorder.page
    await seed(page, pieces=1, each=2**20)
    await page.evaluate("window.isFull = true")
    await answer_segments(page, hang_up)
    await recorder.dictate(4)
    await recorder.says("Geen verbinding")
    assert (await expect_kept(page, pieces=0, chunks=0))["numbers"] == []
    await recorder.expect_seconds_stored(4)


async def test_s22_sound_that_was_not_written_out_is_not_kept_twice(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), viewport=PHONE)
    await answer_segments(recorder.page, hang_up)
    await recorder.dictate(4)
    await recorder.says("Geen verbinding")
    await recorder.expect_stored(dictations=1)
    assert (await expect_kept(recorder.page, pieces=0, chunks=0))["numbers"] == []
