"""A page whose texts the browser changes, as Chrome's translation does, continues to work: nothing breaks at a step."""

from playwright.async_api import Page, expect

from tests.e2e.reports.conftest import browsers, heard, provider, talking
from tests.e2e.reports.recording import Talking
from tests.support.fakes import sound

__all__ = ["browsers", "heard", "provider", "talking"]

#: What Chrome's translation does, with each text that is there and each that comes: a text is taken out, and elements
#: with another text are put in its place. 'Zz' marks what was translated.
TRANSLATE = """() => {
  const skipped = "script, style, textarea, input, select, font, [translate=no]";
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const text of texts) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(skipped)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = "Zz " + text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate(document.body);
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target.isConnected) translate(target.parentElement ?? target);
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


async def test_who_has_the_page_translated_dictates_and_corrects_as_anybody(talking: Talking) -> None:
    recorder = await talking(sound.dictation(3))
    page: Page = recorder.page
    await page.evaluate(TRANSLATE)
    await expect(page.get_by_text("Zz Klaar om op te nemen")).to_be_visible()
    await recorder.start()
    await expect(page.get_by_text("Zz Aan het opnemen...")).to_be_visible()
    await recorder.says("Zz woord001")
    await recorder.press("Zz Pauzeren")
    await expect(page.get_by_text("Zz Gepauzeerd")).to_be_visible()
    await recorder.press("Hervatten")
    await recorder.is_recording()
    await recorder.talk(16)
    await recorder.stop()
    assert len(await recorder.transcript()) >= 2
    field = page.get_by_role("textbox", name="Transcript")
    await field.press_sequentially(" Ook gelopen.")
    await page.get_by_role("button", name="Genereer concept").click()
    await expect(page.get_by_text("Stap 3 van 3")).to_be_visible()
    paper = page.get_by_role("article", name="Rapportage")
    await expect(paper).to_contain_text("woord001")
    await paper.get_by_role("button", name="aanpassen").first.click()
    words = paper.get_by_role("textbox").first
    await words.fill("Zij heeft gelopen.")
    await page.get_by_role("button", name="Klaar").first.click()
    await expect(paper.get_by_text("Zz Zij heeft gelopen.")).to_be_visible()
    await paper.get_by_text("Zz Zij heeft gelopen.").click()
    await page.keyboard.press("Escape")
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await expect(page.get_by_role("heading", level=1).first).to_contain_text("Zz")
