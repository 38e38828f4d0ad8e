"""The concept on paper: checked beside what was said, changed heading by heading, added to by voice."""

import asyncio

import pytest_asyncio
from playwright.async_api import Page, expect

from tests.e2e.reports.archiving import concept
from tests.e2e.reports.recording import Talking, words
from tests.e2e.reports.wizard import balance, concept_is_there, edit_report, is_saved, open_part, transcript
from tests.support import browser as chromium
from tests.support.fakes import sound
from tests.support.people import People
from voice_report.services.drafts import drafts

SAID = (
    "Ik was om half acht bij meneer Jansen voor de wond aan zijn rechterhiel. De wond is nu 3 bij 2 centimeter. "
    "Hij heeft geen koorts. Ik heb de wond gespoeld. Zijn dochter brengt morgen ruime pantoffels mee."
)
REPORT = """## Situatie

Meneer Jansen had een wond aan zijn rechterhiel om 07.30 uur.

## Observaties

De wond is 3 bij 4 centimeter. Hij heeft koorts.

## Uitgevoerde zorg

De wond is gespoeld.

## Evaluatie

Niet besproken

## Afspraken en vervolg

Niet besproken
"""
PHONE = {"width": 390, "height": 844}


@pytest_asyncio.fixture(loop_scope="session")
async def address(db, people: People) -> str:
    """The page of a draft whose report has a wrong number and lacks a negation and a sentence."""
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID, structured_report=REPORT)
    return f"/new-report?draft={draft.id}"


#: Whether the element with the focus is not behind something else (WCAG 2.4.11).
IN_SIGHT = """() => {
    const element = document.activeElement, { left, top } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 5, top + 5));
}"""


#: Resolves to whether the message that comes leaves the button free by which the bar grows, before it is gone.
BESIDE_THE_BUTTON = """async () => {
    while (!document.querySelector(".toast")) await new Promise(requestAnimationFrame);
    for (let toast; (toast = document.querySelector(".toast")); await new Promise(requestAnimationFrame)) {
        const next = [...document.querySelectorAll(".action-bar .next")].find((one) => one.checkVisibility());
        const [over, under] = [toast, next].map((one) => one?.getBoundingClientRect());
        if (under && (over.bottom <= under.top || over.top >= under.bottom)) return true;
    }
    return false;
}"""


def points(page: Page, words: str):
    return expect(page.get_by_role("status").filter(has_text=words))


async def test_two_points_are_checked_a_sentence_is_added_and_everything_can_be_undone(
    people: People, signed_in_page, address
):
    page = await signed_in_page(
        people.user, viewport=PHONE, permissions=["clipboard-read", "clipboard-write"], path=address
    )
    paper, undo = page.get_by_role("article", name="Rapportage"), page.get_by_role("button", name="Ongedaan maken")
    await points(page, "3 punten om na te kijken").to_be_visible()
    await page.get_by_role("button", name="Volgende").click()
    source = page.get_by_role("complementary", name="Wat je zei")
    await expect(source).to_contain_text("Punt 1 van 3")
    await expect(source).to_contain_text("De wond is nu 3 bij 2 centimeter.")
    await page.get_by_role("link", name="Privacyverklaring").focus()
    await page.wait_for_function(IN_SIGHT)
    await source.get_by_role("button", name="Neem over wat ik zei").click()
    await expect(paper).to_contain_text("De wond is 3 bij 2 centimeter.")
    await expect(source).to_contain_text("Hij heeft geen koorts.")
    await source.get_by_role("button", name="Klopt").click()
    await expect(source).to_be_hidden()
    await points(page, "1 punt om na te kijken").to_be_visible()
    await page.get_by_role("button", name="Volgende").click()
    await expect(page.get_by_role("button", name="Toevoegen onder Afspraken en vervolg")).to_be_focused()

    await page.get_by_role("button", name="Toevoegen onder Afspraken en vervolg").click()
    await expect(paper).to_contain_text("Zijn dochter brengt morgen ruime pantoffels mee.")
    await expect(page.get_by_role("heading", name="Niet opgenomen uit je dictaat")).to_be_hidden()
    await page.get_by_role("button", name="Evaluatie: niet besproken. Toch iets zeggen of typen").click()
    await page.get_by_role("textbox", name="Evaluatie").press_sequentially("De buurman was er.")
    await page.get_by_role("button", name="Klaar", exact=True).click()
    await expect(paper).to_contain_text("eigen tekst")
    is_beside = asyncio.create_task(page.evaluate(BESIDE_THE_BUTTON))
    async with chromium.shows(page, "button", "Gekopieerd"):
        await page.get_by_role("button", name="Kopiëren").click()
    assert await is_beside
    copied = await chromium.pasted(page)
    assert "De wond is 3 bij 2 centimeter. Hij heeft koorts." in copied
    assert "Evaluatie\nDe buurman was er.\n" in copied
    assert "Evaluatie</h3>" in await chromium.pasted(page, "text/html")
    assert "eigen tekst" not in copied

    await page.get_by_role("button", name="Nagekeken").click()
    await points(page, "Nagekeken om").to_be_visible()
    await page.reload()  # what was answered, and what can be undone, outlives the page
    await points(page, "Nagekeken om").to_be_visible()
    await expect(undo).to_be_enabled()
    for _ in range(3):
        await undo.click()
    await expect(undo).to_be_disabled()
    await expect(paper).to_contain_text("De wond is 3 bij 4 centimeter.")
    await expect(paper).not_to_contain_text("pantoffels")
    await page.get_by_role("button", name="Opnieuw doen").click()
    await expect(paper).to_contain_text("De wond is 3 bij 2 centimeter.")


async def test_the_keyboard_is_enough_to_find_a_source_and_to_change_a_sentence(
    people: People, signed_in_page, address
):
    page = await signed_in_page(people.user, path=address)
    sentence = page.get_by_role("button", name="De wond is 3 bij 4 centimeter.")
    await expect(sentence).to_have_accessible_description("Je zei: 3 bij 2 centimeter")
    await sentence.press("Enter")
    await expect(page.get_by_role("heading", name="Wat je zei")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(sentence).to_be_focused()
    await page.get_by_role("button", name="Observaties aanpassen").press("Enter")
    field = page.get_by_role("textbox", name="Observaties")
    await expect(field).to_be_focused()
    await expect(field).to_have_value("De wond is 3 bij 4 centimeter. Hij heeft koorts.")
    await page.keyboard.type(" Tot zo ")
    await page.keyboard.press("Control+z")
    await expect(field).to_have_value("De wond is 3 bij 4 centimeter. Hij heeft koorts.")
    await page.keyboard.press("Control+y")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("Tot zo")
    await page.get_by_role("button", name="De wond is 3 bij 4 centimeter.").press("ArrowRight")
    await expect(page.get_by_role("button", name="Hij heeft koorts.")).to_be_focused()
    await page.keyboard.press("Enter")
    await page.get_by_role("button", name="Neem over wat ik zei").press("Enter")
    paper = page.get_by_role("article", name="Rapportage")
    await paper.get_by_role("button", name="Hij heeft geen koorts.").press("Enter")
    headings = page.get_by_role("combobox", name="Verplaats zin")
    await headings.focus()
    await headings.select_option("Evaluatie")
    await expect(page.get_by_role("status").filter(has_text="om na te kijken")).to_be_focused()
    await expect(page.get_by_role("region", name="Evaluatie")).to_contain_text("Hij heeft geen koorts.")
    await expect(page.get_by_role("region", name="Observaties")).not_to_contain_text("koorts")


async def test_a_word_that_nobody_said_is_underlined_and_explained_and_not_printed(db, people: People, signed_in_page):
    written = "Ik was om half acht bij meneer Jansen voor de kleine wond aan zijn rechterhiel."
    user = await people.user.current()
    report = f"## Situatie\n\n{written}"
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID, structured_report=report)
    page = await signed_in_page(people.user, path=f"/new-report?draft={draft.id}")
    word = page.locator("mark", has_text="kleine")
    await expect(word).to_have_text("kleine")
    await expect(word).to_have_css("text-decoration-line", "underline")
    await points(page, "Een dunne streep: dat woord zei je niet.").to_be_visible()
    sentence = page.get_by_role("button", name=written)
    await expect(sentence).to_have_accessible_description("(niet gezegd: kleine)")
    await sentence.press("Enter")
    source = page.get_by_role("complementary", name="Wat je zei")
    await expect(source.get_by_text("Niet gezegd: kleine.")).to_be_visible()
    await page.emulate_media(media="print")
    await expect(word).to_have_css("text-decoration-line", "none")


async def test_what_is_said_at_a_heading_comes_under_it_without_a_credit(db, talking: Talking, address, people: People):
    before = await balance(db, people.organization_id)
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    await page.goto(address)
    await page.get_by_role("button", name="Aanvullen bij Evaluatie").click()
    await expect(page.get_by_role("heading", name="Aanvullen bij Evaluatie")).to_be_visible()
    await recorder.dictate(11)
    await concept_is_there(page)
    evaluation = page.get_by_role("region", name="Evaluatie")
    await expect(evaluation).to_contain_text(" ".join(words(1, 2)))
    news = evaluation.locator(".news", has_text="Toegevoegd bij Evaluatie.")
    await expect(news).to_be_focused()
    await expect(news).to_be_in_viewport()
    await expect(page.get_by_role("region", name="Situatie")).to_contain_text("rechterhiel")
    await points(page, "3 punten om na te kijken").to_be_visible()
    assert await balance(db, people.organization_id) == before
    await news.get_by_role("button", name="Ongedaan maken").click()
    await expect(evaluation).to_contain_text("Niet besproken")
    await expect(news).to_be_hidden()


async def test_what_was_typed_comes_back_after_the_way_back_to_what_was_said(db, people: People, signed_in_page):
    page = await signed_in_page(people.user, path=await concept(db, people.user))
    field = await edit_report(page, " Zelf gezien.", "Situatie")
    await page.get_by_role("button", name="Terug naar wat ik zei").click()
    situation = page.get_by_role("region", name="Situatie")
    news = situation.locator(".news", has_text="Terug naar wat je zei.")
    await expect(news).to_be_focused()
    await expect(field).to_be_hidden()
    await expect(situation).not_to_contain_text("Zelf gezien.")
    await news.get_by_role("button", name="Ongedaan maken").click()
    await expect(situation).to_contain_text("Zelf gezien.")
    await expect(page.get_by_role("button", name="Situatie aanpassen")).to_be_focused()


#: A browser before `field-sizing`: Safari until 26.2, Firefox until 152.
NO_FIELD_SIZING = """
const { supports } = CSS;
CSS.supports = (...all) => all[0] !== "field-sizing" && supports(...all);
document.addEventListener("DOMContentLoaded", () => {
  document.head.append(Object.assign(document.createElement("style"), {
    textContent: "textarea { field-sizing: fixed !important }",
  }));
});
"""
SHOWS_ALL = "(field) => field.scrollHeight <= field.clientHeight"


async def test_a_field_on_the_paper_shows_all_its_lines_in_a_browser_that_does_not_size_it(
    db, people: People, signed_in_page
):
    user = await people.user.current()
    report = "## Situatie\n\n" + "\n".join(f"- Regel {number} van wat er was." for number in range(8)) + "\n"
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID, structured_report=report)
    page = await signed_in_page(people.user, viewport=PHONE, path="")
    await page.add_init_script(NO_FIELD_SIZING)
    await page.goto(f"/new-report?draft={draft.id}")
    field = await open_part(page)
    shown = await field.element_handle()
    await page.wait_for_function(SHOWS_ALL, arg=shown)
    height = await field.evaluate("(field) => field.clientHeight")
    assert height > 8 * 16
    await field.press("Control+End")
    await field.press("Enter")
    await field.press_sequentially("Nog een regel.")
    await page.wait_for_function(SHOWS_ALL, arg=shown)
    assert await field.evaluate("(field) => field.clientHeight") > height
    await page.set_viewport_size({"width": 320, "height": 640})
    await page.wait_for_function(SHOWS_ALL, arg=shown)


async def test_the_date_of_the_report_is_changed_on_the_paper(people: People, signed_in_page, address):
    page = await signed_in_page(people.user, path=address)
    paper = page.get_by_role("article", name="Rapportage")
    await paper.get_by_role("button", name="Datum en tijd wijzigen").click()
    dialog = page.get_by_role("dialog", name="Wanneer was dit?")
    await dialog.get_by_label("Datum", exact=True).fill("31-02-2026")
    await dialog.get_by_role("button", name="Opslaan").click()
    await expect(dialog.get_by_text("Vul een bestaande datum in: dd-mm-jjjj.")).to_be_visible()
    await dialog.get_by_label("Datum", exact=True).fill("25-11-2025")
    await dialog.get_by_label("Tijd").fill("22:22")
    await dialog.get_by_role("button", name="Opslaan").click()
    await expect(dialog).to_be_hidden()
    await expect(paper).to_contain_text("dinsdag 25 november 2025, 22.22 uur")
    await edit_report(page, " Zelf gezien.", "Observaties")
    await page.get_by_role("button", name="Klaar", exact=True).click()
    await page.reload()
    await expect(paper).to_contain_text("Zelf gezien.")
    await expect(paper).to_contain_text("dinsdag 25 november 2025, 22.22 uur")


async def test_a_new_concept_asks_first_and_the_former_one_comes_back(people: People, signed_in_page, address):
    page = await signed_in_page(people.user, path=address)
    await edit_report(page, " Zelf gezien.", "Observaties")
    await page.get_by_role("button", name="Transcript aanpassen").click()
    await transcript(page).press("Control+End")
    await transcript(page).press_sequentially(" Hij at goed.")
    await is_saved(page)
    await page.get_by_role("button", name="Genereer concept").click()
    question = page.get_by_role("dialog", name="Nieuw concept maken?")
    await question.get_by_role("button", name="Concept houden").click()
    await page.get_by_role("button", name="Genereer concept").click()
    await question.get_by_role("button", name="Nieuw concept (1 credit)").click()
    await concept_is_there(page)
    paper = page.get_by_role("article", name="Rapportage")
    await expect(paper).to_contain_text("Hij at goed.")
    await expect(paper).not_to_contain_text("Zelf gezien.")
    await page.get_by_role("button", name="Vorige terugzetten").click()
    await expect(paper).to_contain_text("Zelf gezien.")
    await page.get_by_role("button", name="Vorige terugzetten").click()
    await expect(paper).to_contain_text("Hij at goed.")

    await page.get_by_role("button", name="Transcript aanpassen").click()
    await expect(page.get_by_text("Je transcript is niet veranderd")).to_be_visible()
    await expect(page.get_by_role("button", name="Genereer concept")).to_be_hidden()
    await page.get_by_role("button", name="Naar het concept").click()
    field = await open_part(page, "Situatie")  # one heading written again, the others stay
    await field.fill("Weg ermee.")
    await page.get_by_role("button", name="Terug naar wat ik zei").click()
    await expect(page.get_by_role("region", name="Situatie")).to_contain_text("rechterhiel")
    await expect(paper).to_contain_text("Hij at goed.")
