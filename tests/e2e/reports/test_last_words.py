"""The last words of a dictation are on screen before the server has heard that the page has them, and none is lost."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.reports.recording import Recorder, Talking, words
from tests.e2e.reports.wizard import is_saved, transcript
from tests.fakes import sound

#: Between `holdBack()` and `letGo()` nothing that the page says over its websocket arrives; `seen` has the notices.
SLOW_LINE = """{
  const send = WebSocket.prototype.send;
  const waiting = [];
  let isHeld = false;
  window.holdBack = () => { isHeld = true; };
  window.letGo = () => {
    isHeld = false;
    for (const [socket, data] of waiting.splice(0)) send.call(socket, data);
  };
  WebSocket.prototype.send = function (data) {
    if (isHeld) waiting.push([this, data]);
    else send.call(this, data);
  };
  window.seen = [];
  new MutationObserver(() => {
    for (const notice of document.querySelectorAll(".notice b")) window.seen.push(notice.textContent);
  }).observe(document, { subtree: true, childList: true });
}"""


async def _said(talking: Talking, *, before: str = "") -> Recorder:
    """Dictate a sentence behind an earlier text, with nothing of it known to the page's state on the server."""
    recorder = await talking(sound.dictation(1), script=SLOW_LINE)
    if before:
        await recorder.press("Liever typen")
        await transcript(recorder.page).fill(before)
        await is_saved(recorder.page)
        await recorder.press("Verder inspreken")
    await recorder.start()
    await recorder.talk(6)
    await recorder.page.evaluate("holdBack()")
    await recorder.stop()
    assert await recorder.transcript() == words(1)
    return recorder


async def _let_go(page: Page) -> None:
    await page.evaluate("letGo()")
    await is_saved(page)
    await expect(page.get_by_role("button", name="Genereer concept")).to_be_enabled()


async def test_what_was_said_is_there_at_once_and_stays_when_the_server_follows(talking: Talking) -> None:
    recorder = await _said(talking)
    page = recorder.page
    await expect(page.get_by_role("heading", name="Nieuwe rapportage")).to_be_focused()
    await expect(page.get_by_role("button", name="Genereer concept")).to_be_disabled()  # there is no draft yet
    await expect(page.get_by_text("1 woord", exact=True)).to_be_visible()
    await _let_go(page)
    await expect(transcript(page)).to_have_value("woord001")
    await recorder.expect_stored(dictations=0, chunks=0)
    assert not [notice for notice in await page.evaluate("seen") if "Niet-verzonden" in notice]


@pytest.mark.parametrize("before", ["", "Eerder gezegd."])
async def test_s21_what_is_typed_behind_it_meanwhile_is_kept(talking: Talking, before: str) -> None:
    recorder = await _said(talking, before=before)
    page = recorder.page
    await transcript(page).press("Control+End")
    await transcript(page).press_sequentially(" En getypt.")
    whole = f"{before}\nwoord001 En getypt.".strip()
    await expect(transcript(page)).to_have_value(whole)
    await _let_go(page)
    await transcript(page).blur()
    await expect(transcript(page)).to_have_value(whole)
    await expect(page.get_by_role("status").filter(has_text=re.compile("Bewaard om"))).to_be_visible()
    await page.reload()
    await expect(transcript(page)).to_have_value(whole)


async def test_the_servers_text_wins_where_the_draft_was_changed_elsewhere(talking: Talking) -> None:
    recorder = await _said(talking, before="Eerder gezegd.")
    page = recorder.page
    await expect(transcript(page)).to_have_value("Eerder gezegd.\nwoord001")
    match = re.search(r"draft=([0-9a-f-]{36})", page.url)
    assert match
    url = f"/api/drafts/{match[1]}"
    draft = (await (await page.request.get(url)).json())["draft"]
    changed = {"transcript": "Elders gezegd.", "version": draft["version"]}
    answer = await page.request.put(url, data=changed, headers={"Origin": page.url.split("/new-report")[0]})
    assert answer.ok, await answer.text()
    await _let_go(page)
    await expect(transcript(page)).to_have_value("Elders gezegd.")


async def test_a_dictation_is_adopted_once_the_connection_is_back(talking: Talking) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await recorder.start()
    await recorder.talk(6)
    answered = page.wait_for_event("response", lambda response: response.url.endswith("/api/stt"))
    await recorder.stop()
    await answered
    await page.context.set_offline(True)
    assert await recorder.transcript() == words(1)
    await page.context.set_offline(False)
    await is_saved(page)
    await page.reload()
    assert await recorder.transcript() == words(1)
