"""The end of a dictation: what the page shows between 'Stop opname' and the transcript."""

import re

from playwright.async_api import Page, expect

from tests.e2e.reports.recording import Recorder, Talking, words
from tests.e2e.reports.wizard import concept_is_there, is_saved, transcript
from tests.support.fakes import sound

#: Notes every notice that is on the page, however briefly.
WATCH = """{
  window.seen = [];
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll(".notice b")) window.seen.push(notice.textContent);
  }).observe(document, { subtree: true, childList: true });
}"""

#: Between `holdBack()` and `letGo()` nothing that the page sends over its websocket arrives; sound has another.
HELD_LINE = """{
  const send = WebSocket.prototype.send;
  const waiting = [];
  let isHeld = false;
  window.holdBack = () => { isHeld = true; };
  window.letGo = () => {
    isHeld = false;
    for (const [socket, data] of waiting.splice(0)) send.call(socket, data);
  };
  WebSocket.prototype.send = function (data) {
    if (isHeld && !this.url.includes("/api/stt")) waiting.push([this, data]);
    else send.call(this, data);
  };
}"""


#: A preview (PREVIEW_MS in session.js) stays until `endPreview()`.
HELD_PREVIEW = """{
  const later = window.setTimeout;
  window.setTimeout = (work, ms, ...rest) => {
    if (ms !== 1900) return later(work, ms, ...rest);
    window.endPreview = work;
    return 0;
  };
}"""


async def test_a_dictation_that_has_just_ended_is_never_called_unsent(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script=WATCH)
    await recorder.dictate(6)
    assert await recorder.transcript() == words(1)
    await expect(recorder.page.get_by_role("button", name="Genereer concept")).to_be_enabled()
    await recorder.expect_stored(dictations=0, chunks=0)
    assert not [notice for notice in await recorder.page.evaluate("seen") if "Niet-verzonden" in notice]


async def _said(talking: Talking, *scripts: str, before: str = "") -> Recorder:
    """Dictate a sentence, behind an earlier text when there is one; the server is not told that it has ended."""
    recorder = await talking(sound.dictation(1), script="\n".join((HELD_LINE, *scripts)))
    if before:
        await recorder.press("Liever typen")
        await transcript(recorder.page).fill(before)
        await is_saved(recorder.page)
        await recorder.press("Annuleren en verder inspreken")
    await recorder.start()
    await recorder.talk(6)
    await recorder.page.evaluate("holdBack()")
    await recorder.stop_button.focus()
    await recorder.page.keyboard.press("Enter")
    return recorder


def _address(page: Page) -> str:
    match = re.search(r"draft=([0-9a-f-]{36})", page.url)
    assert match
    return f"/api/drafts/{match[1]}"


async def _stored(page: Page) -> dict:
    return (await (await page.request.get(_address(page))).json())["draft"]


def _step(page: Page, number: int):
    return page.get_by_text(f"Stap {number} van 3", exact=True)


async def test_the_last_words_are_on_screen_before_the_server_has_adopted_them(talking: Talking) -> None:
    recorder = await _said(talking, HELD_PREVIEW, before="Eerder gezegd.")
    page = recorder.page
    field = page.locator("textarea[name=transcript]")
    await expect(_step(page, 2)).to_be_visible()
    await expect(_step(page, 1)).to_be_hidden()
    await expect(field).to_have_value("Eerder gezegd.\nwoord001")
    await expect(page.get_by_text("3 woorden", exact=True)).to_be_visible()
    # Inert: what is typed or pressed now would change the draft as it was before.
    assert await field.evaluate("field => { field.focus(); return document.activeElement === field; }") is False
    assert await field.evaluate("field => field.readOnly")
    await page.evaluate("letGo()")
    await expect(page.get_by_role("heading", name="Nieuwe rapportage")).to_be_focused()
    await expect(transcript(page)).to_have_value("Eerder gezegd.\nwoord001")
    await expect(transcript(page)).to_be_editable()
    await transcript(page).fill("Eerder gezegd.\nwoord001 En getypt.")
    await transcript(page).blur()
    for _ in range(3000):
        if (await _stored(page))["transcript"].endswith("En getypt."):
            break
        await page.wait_for_timeout(100)
    assert (await _stored(page))["transcript"] == "Eerder gezegd.\nwoord001 En getypt."


async def test_the_recorder_is_back_with_its_focus_when_the_server_does_not_adopt_them(talking: Talking) -> None:
    recorder = await _said(talking, HELD_PREVIEW)
    page = recorder.page
    await expect(_step(page, 2)).to_be_visible()
    await page.evaluate("endPreview()")
    await expect(page.get_by_text("Je tekst staat klaar.")).to_be_visible()
    await expect(_step(page, 1)).to_be_visible()
    await expect(_step(page, 2)).to_be_hidden()
    await expect(page.get_by_text("woord001")).to_be_visible()
    await expect(page.get_by_role("button", name="Start opname")).to_be_focused()
    await page.evaluate("letGo()")
    await expect(_step(page, 2)).to_be_visible()
    await expect(transcript(page)).to_have_value("woord001")
    await expect(page.get_by_role("button", name="Genereer concept")).to_be_enabled()
    await recorder.expect_stored(dictations=0, chunks=0)


async def test_the_servers_text_wins_where_the_draft_was_changed_elsewhere(talking: Talking) -> None:
    recorder = await _said(talking, HELD_PREVIEW, before="Eerder gezegd.")
    page = recorder.page
    field = page.locator("textarea[name=transcript]")
    await expect(field).to_have_value("Eerder gezegd.\nwoord001")
    changed = {"transcript": "Elders gezegd.", "version": (await _stored(page))["version"]}
    origin = {"Origin": page.url.split("/new-report")[0]}
    answer = await page.request.put(_address(page), data=changed, headers=origin)
    assert answer.ok, await answer.text()
    await page.evaluate("letGo()")
    await expect(transcript(page)).to_have_value("Elders gezegd.")
    await expect(transcript(page)).to_be_editable()


async def test_a_page_that_is_left_during_the_preview_and_comes_back_shows_the_transcript(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script="\n".join((HELD_LINE, HELD_PREVIEW)))
    page = recorder.page
    await recorder.start()
    await recorder.talk(6)
    await page.evaluate("holdBack()")
    await recorder.stop()
    await expect(_step(page, 2)).to_be_visible()
    await page.get_by_role("banner").get_by_role("link", name="Spraakrapport").click()
    await expect(_step(page, 2)).to_be_hidden()
    await page.go_back()
    await page.evaluate("letGo()")
    await expect(transcript(page)).to_have_value("woord001")


async def test_what_comes_behind_a_concept_waits_for_the_server(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script="\n".join((HELD_LINE, HELD_PREVIEW)))
    page = recorder.page
    await recorder.press("Liever typen")
    await transcript(page).fill("Mevrouw sliep goed.")
    await is_saved(page)
    await recorder.press("Genereer concept")
    await concept_is_there(page)
    await recorder.press("Transcript aanpassen")
    await recorder.press("Annuleren en verder inspreken")
    await recorder.start()
    await recorder.talk(6)
    await page.evaluate("holdBack()")
    await recorder.stop()
    await expect(page.get_by_text("Je tekst staat klaar.")).to_be_visible()
    await expect(_step(page, 1)).to_be_visible()
    await page.evaluate("letGo()")
    await expect(transcript(page)).to_have_value("Mevrouw sliep goed.\nwoord001")


async def test_the_focus_of_the_record_button_is_visible_while_it_records(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), reduced_motion="reduce")
    await recorder.start_button.focus()
    await recorder.page.keyboard.press("Enter")
    await recorder.is_recording()
    button = recorder.stop_button
    await expect(button).to_be_focused()
    behind = await button.evaluate("button => getComputedStyle(button, '::before').zIndex")
    outline = await button.evaluate("button => getComputedStyle(button).outlineStyle")
    assert (behind, outline) == ("-1", "solid")
