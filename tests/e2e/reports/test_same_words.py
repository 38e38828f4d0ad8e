"""What is on the screen is what is copied, downloaded and edited, whatever a model wrote or a person types."""

import asyncio
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Page, expect

from tests.e2e.reports.wizard import concept_is_there, open_part, type_note
from tests.support import browser as chromium
from tests.support import tables
from tests.support.people import People
from voice_report.db.models import Organization
from voice_report.integrations.structuring import headings
from voice_report.reporting.templates import DEFAULT
from voice_report.services.drafts import drafts

NASTY = """# Verslag

## Situatie

*schuin*, _schuin_, **vet**, __vet__, ***beide***; 2*3*4, jan_de_boer, 5 * 3, **half
Tweede regel   met   ruimte.\tEn een tab.

### Metingen

+ 2 kg en ~5 ml
> 38 graden

##\u00a0Observaties

- een
    - twee **vet**
      en verder
        1. drie
        7. zeven
- \\*vier\\* \\_ \\\\
* <b>vijf</b> &lt;script&gt;

Uitgevoerde zorg
================

<script>document.title='gehackt'</script> <img src=x onerror=alert(1)> <!-- weg -->

| a | b |
|---|---|
| 1 | `2` |

---

**Evaluatie:**
--------------

[klik](javascript:alert(1)) ![x](https://elders.example/x.png) https://elders.example/a_b_c
[a]: /url

## Afspraken en vervolg ##

1) een
2. twee

    ingesprongen\\
1996. Toen was alles anders.
"""

#: Reads the paper as eyes do: text and headings as they are, items behind their dash or number. What is said softly
#: about a sentence is not of the report.
_SHOWN = """(paper) => {
  const isList = ({ tagName }) => tagName === "UL" || tagName === "OL";
  const isOfReport = (node) => !isList(node) && !node.classList?.contains("asides");
  const words = (element) => {
    const space = getComputedStyle(element).whiteSpace;
    if (space !== "pre-wrap") throw new Error(`${element.tagName} hides white space: ${space}`);
    return [...element.childNodes].filter(isOfReport).map(({ textContent }) => textContent).join("").split("\\n");
  };
  const items = (list, margin) => [...list.children].flatMap((item) => {
    const [first, ...others] = words(item);
    const marker = list.tagName === "OL" ? `${item.value}.` : "-";
    return [
      `${margin}${marker} ${first}`,
      ...others.map((line) => `${margin}  ${line}`),
      ...[...item.querySelectorAll(":scope > ul, :scope > ol")].flatMap((below) => items(below, `${margin}  `)),
    ];
  });
  const shown = (element) => {
    if (element.matches(".part-head")) return [...element.querySelectorAll("h3")].flatMap(words);
    return isList(element) ? items(element, "") : words(element);
  };
  const isDiscussed = (part) => part.querySelector(".spot > span")?.textContent !== "Niet besproken";
  const parts = [...paper.querySelectorAll(".part")].filter(isDiscussed).flatMap((part) => [...part.children]);
  const blocks = (one) => one.matches("div:not(.part-head)") ? [...one.children] : [one];
  return parts.flatMap(blocks).flatMap(shown).join("\\n") + "\\n";
}"""


@pytest_asyncio.fixture(loop_scope="session")
async def page(people: People, signed_in_page) -> Page:
    page = await signed_in_page(people.user, permissions=["clipboard-read", "clipboard-write"], path="")
    await type_note(page)
    return page


async def write_concept(page: Page) -> None:
    await page.get_by_role("button", name="Genereer concept").click()
    await concept_is_there(page)


async def shown(page: Page) -> str:
    return await page.get_by_role("article", name="Rapportage").evaluate(_SHOWN)


async def copied(page: Page) -> str:
    async with chromium.shows(page, "button", "Gekopieerd"):
        await page.get_by_role("button", name="Kopiëren").click()
    return await chromium.pasted(page)


async def downloaded(page: Page) -> bytes:
    """Return the words of the file, below its head."""
    await page.get_by_role("button", name="Downloaden").click()
    async with page.expect_download() as waiting:
        await page.get_by_role("menuitem", name="Tekst").click()
    whole = await asyncio.to_thread(Path(await (await waiting.value).path()).read_bytes)
    head, words = whole.split(b"\n\n", 1)
    assert head.startswith(b"Zorgrapportage\n")
    return words


async def test_s24_a_nasty_report_is_copied_downloaded_and_edited_as_it_is_shown(db, people: People, page: Page):
    title = await page.title()
    report = headings.check(NASTY, DEFAULT)
    draft = await people.user.call(drafts.save_draft, transcript="Mevrouw was vrolijk.", structured_report=report)
    await page.goto(f"/new-report?draft={draft.id}")
    await concept_is_there(page)
    on_screen = await shown(page)
    assert "Situatie\nschuin, schuin, vet, vet, beide; 2*3*4, jan_de_boer, 5 * 3, **half\n" in on_screen
    assert "<img src=x onerror=alert(1)>" in on_screen
    assert "7. zeven" in on_screen
    text = await copied(page)
    assert text.replace("\n\n", "\n") == on_screen  # the screen has margins for blank lines
    assert await downloaded(page) == text.encode()

    typed_again = text[len("Situatie\n") :].partition("\n\nObservaties\n")[0]
    await expect(await open_part(page)).to_have_value(typed_again.strip("\n"))
    assert await page.title() == title


async def test_what_is_typed_is_what_is_shown_and_copied(page: Page):
    typed = {
        "Situatie": "**let op** *zo* __zo__ 2*3*4 \\ [x](y) <b>vet</b>\n# geen kop\n---\n===\n+ 2 kg\n> 38\n1) een",
        "Afspraken en vervolg": "- een\n  - twee\n1. drie",
    }
    await write_concept(page)
    for heading, words in typed.items():
        await (await open_part(page, heading)).fill(words)
        await page.get_by_role("button", name="Klaar", exact=True).click()
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("**let op**")
    text = await copied(page)
    assert all(f"{heading}\n{words}\n" in text for heading, words in typed.items())
    assert text.replace("\n\n", "\n") == await shown(page)
    assert await downloaded(page) == text.encode()


async def test_the_last_words_of_a_page_that_closes_are_stored_as_the_same_markdown(page: Page):
    """The page itself writes them then, without the server's help."""
    await write_concept(page)
    await (await open_part(page)).fill("*let op* 2*3*4\n- een")
    async with page.expect_request(lambda request: request.method == "PUT") as leaving:  # others compare the report
        await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide'))")
    sent = (await leaving.value).post_data_json
    assert sent is not None
    assert sent["structuredReport"].startswith("## Situatie\n\n\\*let op\\* 2\\*3\\*4\n- een\n\n## Observaties\n")


#: Where the buttons of the bar are in the window. The way on comes above them, once the report was copied.
_PLACES = """(row) => [...row.querySelectorAll(":scope > :not(.next)")].map((button) => {
  const { left, top, right, bottom } = button.getBoundingClientRect();
  return { left, top, right, bottom, fits: button.scrollWidth <= button.offsetWidth };
})"""

#: Looks from now on; ``copied`` resolves with these places while the copy is confirmed, and with the words of the
#: message, which comes later, and whether it comes to rest above the bar.
_CONFIRMED = (
    """(row) => {
  const former = [...document.querySelectorAll(".toast")];
  const seen = async (find) => {
    for (let found; ; await new Promise(requestAnimationFrame)) if ((found = find())) return found;
  };
  const next = () => [...document.querySelectorAll(".toast")].find((one) => !former.includes(one));
  const look = async () => {
    await seen(() => row.textContent.includes("Gekopieerd"));
    const places = ("""
    + _PLACES
    + """)(row);
    const toast = await seen(next);
    const words = toast.textContent;
    await Promise.allSettled(toast.getAnimations().map(({ finished }) => finished));
    const isOver = () => toast.getBoundingClientRect().bottom > row.getBoundingClientRect().top;
    while (toast.isConnected && isOver()) await new Promise(requestAnimationFrame);
    return { places, words, isAbove: toast.isConnected };
  };
  return { copied: look() };
}"""
)


async def test_confirming_the_copy_moves_nothing_on_a_phone(page: Page):
    await write_concept(page)
    row = page.locator(".quick-row")
    following = row.get_by_role("button", name="Volgende rapportage")
    for width in (390, 380):
        await page.set_viewport_size({"width": width, "height": 844})
        await page.evaluate("document.fonts.ready")
        before = await row.evaluate(_PLACES)
        looking = await row.evaluate_handle(_CONFIRMED)
        await page.mouse.click(before[0]["left"] + 9, before[0]["top"] + 9)  # Locator.click() would scroll the page
        shown = await looking.evaluate("(looking) => looking.copied")
        await expect(following).to_be_visible()
        assert "Rapportage gekopieerd" in shown["words"]
        assert shown["isAbove"]
        assert shown["places"] == before == await row.evaluate(_PLACES)
        assert len(before) == 3
        assert all(place["fits"] for place in before)
        assert before[-1]["right"] <= width - 20
        await expect(page.get_by_role("button", name="Kopiëren")).to_be_visible()


async def test_who_wants_no_empty_headings_copies_none(db, people: People, signed_in_page):
    user = await people.user.current()
    report = "## Situatie\n\nMevrouw was vrolijk.\n\n## Observaties\n\nNiet besproken"
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Mevrouw was vrolijk.", structured_report=report)
    page = await signed_in_page(people.user, path="/account", permissions=["clipboard-read", "clipboard-write"])
    copied = []
    for wanted in (False, True):
        switch = page.get_by_role("switch", name="Lege kopjes meenemen")
        await expect(switch).not_to_be_checked()
        if wanted:
            await switch.click()
            await expect(switch).to_be_checked()
        await page.goto(f"/new-report?draft={draft.id}")
        async with chromium.shows(page, "button", "Gekopieerd"):
            await page.get_by_role("button", name="Kopiëren").locator("visible=true").first.click()
        copied.append(await chromium.pasted(page))
        await page.emulate_media(media="print")
        shown = page.get_by_role("article", name="Rapportage")
        await expect(shown.get_by_role("heading", name="Situatie")).to_be_visible()
        await expect(shown.get_by_role("heading", name="Observaties")).to_be_visible(visible=wanted)
        await page.emulate_media(media="screen")
        await page.goto("/account")
    assert copied[1].rstrip() == "Situatie\nMevrouw was vrolijk.\n\nObservaties\nNiet besproken"
    assert copied[0].rstrip() == "Situatie\nMevrouw was vrolijk."


async def test_without_a_limit_no_number_is_counted_down(db, people: People, page: Page):
    await tables.change(Organization, people.organization_id, unlimited=True)
    await write_concept(page)
    await expect(page.get_by_text("Onbeperkte rapportages.")).to_be_visible()
    await expect(page.get_by_text("Je hebt nog")).to_have_count(0)
