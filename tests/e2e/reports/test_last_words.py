"""The end of a dictation: what the page shows between 'Stop opname' and the transcript."""

from playwright.async_api import expect

from tests.e2e.reports.recording import Talking, words
from tests.fakes import sound

#: Notes every notice that is on the page, however briefly.
WATCH = """{
  window.seen = [];
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll(".notice b")) window.seen.push(notice.textContent);
  }).observe(document, { subtree: true, childList: true });
}"""


async def test_a_dictation_that_has_just_ended_is_never_called_unsent(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1), script=WATCH)
    await recorder.start()
    await recorder.talk(6)
    await recorder.stop()
    assert await recorder.transcript() == words(1)
    await expect(recorder.page.get_by_role("button", name="Genereer concept")).to_be_enabled()
    await recorder.expect_stored(dictations=0, chunks=0)
    assert not [notice for notice in await recorder.page.evaluate("seen") if "Niet-verzonden" in notice]


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
