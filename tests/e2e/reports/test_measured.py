"""'Metingen': asked and answered, shown with their words, copied, archived, and over time."""

import asyncio
import re
import subprocess

from playwright.async_api import Page, expect
from sqlmodel import select

from tests.e2e.reports.archiving import archiving_people
from tests.support import browser as chromium
from tests.support import tables
from tests.support.people import People
from voice_report.db.models import MeasuredValue
from voice_report.services.archive import archive
from voice_report.services.drafts import drafts, profiles
from voice_report.services.drafts.profiles import ProfileContent, ProfileField

SAID = (
    "Tensie was zittend honderdvierenveertig over zevenentachtig, pols tweeënzeventig en regelmatig. "
    "Temperatuur 385. Gewicht tweeënvijftig, nee wacht, vierenvijftig kilo. Vorige week was het zesenvijftig kilo. "
    "De wond is gespoeld."
)
REPORT = f"## Situatie\n\n{SAID}\n"


async def opened(db, people: People, signed_in_page, **options) -> Page:
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID, structured_report=REPORT)
    page = await signed_in_page(
        people.user,
        path=f"/new-report?draft={draft.id}",
        permissions=["clipboard-read", "clipboard-write"],
        **options,
    )
    await expect(page.get_by_role("heading", name="Metingen")).to_be_visible()
    return page


async def test_a_value_is_asked_answered_shown_with_its_words_and_copied(db, people, signed_in_page, options, watch):
    watch.expect("422")  # what was typed is no number
    page = await opened(db, people, signed_in_page, **options)
    part = page.get_by_role("region", name="Metingen")
    await expect(page.get_by_text("2 punten om na te kijken")).to_be_visible()  # the report has 385 too
    question = part.get_by_role("group", name="Bedoel je 38,5 °C?")
    await page.get_by_role("button", name="Volgende", exact=True).click()
    await expect(page.get_by_text("Punt 1 van 2")).to_be_visible()
    await page.get_by_role("button", name="Volgende", exact=True).first.click()
    await expect(question.get_by_role("button", name="Ja", exact=True)).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(question).to_have_count(0)
    await expect(part.get_by_role("button", name=re.compile("Temperatuur.*getypt, gezegd: 385"))).to_be_visible()
    await expect(page.get_by_text("1 punt om na te kijken")).to_be_visible()

    pressure = part.get_by_role("button", name=re.compile("^Bloeddruk"))
    await pressure.click()
    source = page.get_by_role("complementary", name="Wat je zei")
    await expect(source.locator("b", has_text="honderdvierenveertig over zevenentachtig")).to_be_visible()
    answers = source.get_by_role("group", name="Bloeddruk 144/87 mmHg")
    await answers.get_by_role("button", name="Wijzig").click()
    await answers.get_by_role("textbox", name="Bovendruk").fill("abc")
    await answers.get_by_role("button", name="Bewaren").click()
    await expect(answers.get_by_role("alert")).to_contain_text("vul een getal in")
    await answers.get_by_role("textbox", name="Bovendruk").fill("145")
    await answers.get_by_role("button", name="Bewaren").click()
    changed = source.get_by_role("group", name="Bloeddruk 145/87 mmHg")
    await expect(changed.get_by_role("button", name="Klopt")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(part.get_by_role("button", name=re.compile("^Bloeddruk"))).to_be_focused()

    await part.get_by_role("button", name="Kopieer Bloeddruk 145/87 mmHg").click()
    await expect(part.get_by_role("status")).to_have_text("Gekopieerd")
    assert await chromium.pasted(page) == "145/87"
    await part.get_by_role("checkbox", name="Per waarde kopiëren met eenheid").check()
    await part.get_by_role("button", name="Kopieer Gewicht 54 kg").click()
    await expect(part.get_by_role("status")).to_have_text("Gekopieerd")
    await part.get_by_role("button", name="Kopieer metingen").click()
    await expect(part.get_by_role("button", name="Gekopieerd")).to_be_visible()
    line = await chromium.pasted(page)
    assert line == "RR 145/87 mmHg zittend (getypt), pols 72/min regelmatig, temp 38,5 °C (getypt), gewicht 54 kg"

    await part.get_by_text("Niet als meting overgenomen (1)").click()
    await expect(part.get_by_text("zesenvijftig kilo")).to_be_visible()


async def test_what_is_copied_of_the_report_has_no_measurements(db, people, signed_in_page, options):
    page = await opened(db, people, signed_in_page, **options)
    await page.get_by_role("button", name="Kopiëren", exact=True).locator("visible=true").first.click()
    await expect(page.get_by_text("Rapportage gekopieerd", exact=True)).to_be_visible()
    assert await chromium.pasted(page) == f"Situatie\n{SAID}\n"


async def test_s91_a_value_that_is_not_sure_is_asked_about_once_when_archiving(db, signed_in_page, options):
    people = await archiving_people(db)
    user = await people.user.current()
    said = "Temperatuur 385. Pols 80."
    draft = await drafts.save(user, transcript=said, structured_report=f"## Situatie\n\n{said}", client_id="C-1")
    page = await signed_in_page(people.user, path=f"/new-report?draft={draft.id}", **options)
    question = page.get_by_role("group", name="Bedoel je 38,5 °C?")
    await expect(question).to_be_visible()
    await page.get_by_role("button", name="Opslaan in archief", exact=True).click()
    dialog = page.get_by_role("dialog", name="1 meting is niet zeker")
    await expect(dialog.get_by_role("button", name="Eerst nakijken")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(dialog).to_be_hidden()
    await expect(page.locator("#eerste-vraag")).to_be_focused()
    await page.get_by_role("button", name="Opslaan in archief", exact=True).click()
    await dialog.get_by_role("button", name="Toch opslaan").click()
    await expect(page.get_by_text("De rapportage staat in het archief.")).to_be_visible()
    query = select(MeasuredValue.kind).where(MeasuredValue.organization_id == people.organization_id)
    assert await tables.rows(query) == ["heart_rate"]


async def test_two_tabs_answer_and_a_value_that_is_gone_is_said_to_be(db, people, signed_in_page, options, watch):
    watch.expect("404")  # what was changed in the other tab
    first = await opened(db, people, signed_in_page, **options)
    second = await first.context.new_page()
    await second.goto(first.url)
    asked = "Bedoel je 38,5 °C?"
    await second.get_by_role("group", name=asked).get_by_role("button", name="Ja").click()
    await expect(second.get_by_role("group", name=asked)).to_have_count(0)
    # The first tab answers about another value, and has the second one's answer then.
    await first.get_by_role("button", name=re.compile("^Bloeddruk")).click()
    answers = first.get_by_role("complementary", name="Wat je zei").get_by_role("group", name="Bloeddruk 144/87 mmHg")
    await answers.get_by_role("button", name="Klopt").click()
    await expect(first.get_by_role("group", name=asked)).to_have_count(0)
    await expect(first.get_by_role("button", name=re.compile("Temperatuur.*getypt, gezegd: 385"))).to_be_visible()
    user = await people.user.current()
    draft_id = first.url.split("draft=")[1]
    await drafts.save(user, draft_id=draft_id, transcript="Gewicht 54 kilo.", structured_report=REPORT)
    await answers.get_by_role("button", name="Klopt").click()
    part = first.get_by_role("region", name="Metingen")
    await expect(part.get_by_role("button", name=re.compile("^Bloeddruk"))).to_have_count(0)
    await expect(part.get_by_role("button", name=re.compile("^Gewicht 54 kilo"))).to_be_visible()


async def test_s76_measured_values_are_a_field_of_a_record_system(db, people, signed_in_page, options):
    async with db.transaction() as session:
        fields = [
            ProfileField("Vitaal", (), measurements=("blood_pressure", "heart_rate")),
            ProfileField("Bevindingen", ("Situatie",)),
            ProfileField("Temperatuur", (), measurements=("temperature",)),
        ]
        made = await profiles.create(session, await people.admin.current(), ProfileContent("Dossier", fields))
        user = await people.user.current()
        await profiles.choose(session, user, made.id)
        await drafts.save_draft(session, user, transcript=SAID, structured_report=REPORT)
    allowed = ["clipboard-read", "clipboard-write"]
    page = await signed_in_page(people.user, path="/klaar", permissions=allowed, **options)
    rows = page.locator(".copy-rows > li")
    await expect(rows.first).to_contain_text("RR 144/87 mmHg zittend, pols 72/min regelmatig")
    await expect(rows.nth(2)).to_contain_text("Geen metingen")
    await expect(rows.nth(2)).to_contain_text("1 meting is niet zeker en staat er niet bij.")
    main = page.locator(".copy-bar .primary")
    await expect(main).to_have_text("Kopieer Vitaal")
    await main.press("Enter")
    await expect(rows.first.get_by_role("button", name="Vitaal gekopieerd")).to_be_visible()
    assert await chromium.pasted(page) == "RR 144/87 mmHg zittend, pols 72/min regelmatig"
    # As a whole it is the report alone; what no field names is below, to be copied one by one.
    await page.get_by_role("button", name="Alles in één keer").click()
    await expect(page.get_by_role("heading", name="Alles gekopieerd")).to_be_visible()
    assert await chromium.pasted(page) == f"Situatie\n{SAID}\n"
    below = page.get_by_role("region", name="Metingen")
    await expect(below.get_by_role("listitem")).to_have_count(1)
    await below.get_by_role("button", name="Kopieer Gewicht 54 kg").click()
    await expect(below.get_by_role("status")).to_have_text("Gekopieerd")
    assert await chromium.pasted(page) == "54"


async def test_an_administrator_makes_a_field_of_measured_values(people: People, signed_in_page):
    page = await signed_in_page(people.admin, path="/veldprofielen")
    await page.get_by_role("button", name="Nieuw profiel").click()
    await page.get_by_role("textbox", name="Naam", exact=True).fill("Dossier")
    await page.get_by_role("textbox", name="Naam van het veld").fill("Metingen")
    await page.locator(".profile-field .choice label").get_by_text("Metingen").click()
    sample = page.get_by_role("complementary", name="Voorbeeld").get_by_role("listitem")
    await expect(sample.first).to_contain_text("RR 142/85 mmHg")
    await page.locator(".chip").get_by_text("Bloeddruk", exact=True).click()
    await expect(page.get_by_role("checkbox", name="Alle metingen")).not_to_be_checked()
    await expect(sample.first).to_contain_text("RR 142/85 mmHg14 tekens")
    async with chromium.shows(page, ".toast", "Profiel opgeslagen"):
        await page.get_by_role("button", name="Opslaan").click()
    await page.reload()
    await page.get_by_role("button", name="Dossier").click()
    await expect(page.locator(".profile-field")).to_contain_text("Bloeddruk. Geen grens")


async def test_values_over_time_are_chosen_read_copied_and_lead_to_their_report(db, signed_in_page, options):
    people = await archiving_people(db)
    user = await people.user.current()
    for said in ("Bloeddruk 144 over 87. Pols 72.", "Bloeddruk ongeveer 150 over 90."):
        await archive.save(user, client_id="C-1", transcript=said, structured_report="Rustig.")
    allowed = ["clipboard-read", "clipboard-write"]
    page = await signed_in_page(people.user, path="/dossier", permissions=allowed, **options)
    await page.get_by_role("tab", name="Metingen").click()
    table = page.get_by_role("table")
    await expect(table.get_by_role("row")).to_have_count(3)
    await expect(page.get_by_role("radio", name="Bloeddruk")).to_be_checked()
    await page.get_by_role("button", name="Kopieer tabel").click()
    await expect(page.get_by_role("button", name="Gekopieerd")).to_be_visible()
    head, latest, _ = (await chromium.pasted(page)).split("\n")
    assert head.split("\t") == ["Wanneer", "Bloeddruk", "Eenheid", "Toelichting"]
    assert latest.split("\t")[1:3] == ["ongeveer 150/90", "mmHg"]
    await page.locator(".chip").get_by_text("Hartslag", exact=True).click()
    await expect(table.get_by_role("row")).to_have_count(2)
    await expect(page.get_by_text("Pols 72.")).to_be_visible()
    await page.get_by_role("button", name="Naar de rapportage").click()
    await expect(page.locator("[aria-controls^=report-][aria-expanded=true]")).to_be_focused()


async def test_on_paper_a_client_has_every_value(db, signed_in_page, tmp_path):
    people = await archiving_people(db)
    user = await people.user.current()
    for number in range(101, 113):
        await archive.save(user, client_id="C-1", transcript=f"Pols {number}.", structured_report=f"Pols {number}.")
    page = await signed_in_page(people.user, path="/dossier")
    await page.get_by_role("tab", name="Metingen").click()
    await expect(page.get_by_role("button", name="Nog 8 tonen")).to_be_visible()
    await page.pdf(path=tmp_path / "values.pdf", format="A4")
    command = ["pdftotext", tmp_path / "values.pdf", "-"]
    read = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=True)
    assert [str(one) for one in range(101, 113) if f"\n{one} /min" not in read.stdout] == []
    assert "Cor Voorbeeld\n\nGeboren op 17-05-1940" in read.stdout
    assert "zonder normaalwaarden of oordeel." in read.stdout
