"""The care worker who archives a report and finds it back, and who may not archive."""

import asyncio
import re
from datetime import datetime
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect
from sqlmodel import select

from tests.e2e.reports.archiving import SAID, archiving_people, concept, picker, trail
from tests.e2e.reports.wizard import edit_report
from tests.e2e.slow_server import SlowServer
from tests.support import people as cast
from tests.support import tables
from tests.support.people import People
from voice_report.clock import AMSTERDAM
from voice_report.db.models import Report


@pytest_asyncio.fixture(loop_scope="session")
async def people(db) -> People:
    return await archiving_people(db)


async def test_what_is_typed_behind_a_client_stays_when_the_server_hears_of_that_client(db, people, signed_in_page):
    page, server = await signed_in_page(people.user, path=""), SlowServer()
    await page.route_web_socket(re.compile("/_event"), server.begin)
    await page.goto(await concept(db, people.user))
    await picker(page).fill("dijk johan")
    await expect(page.get_by_role("option", name="Van Dijk, Johanna")).to_be_visible()
    server.held = True
    await page.get_by_role("option", name="Van Dijk, Johanna").click()
    await expect(picker(page)).to_have_value(re.compile("Johanna"))
    await picker(page).fill("aald")
    server.release()
    await expect(page.get_by_role("option", name="Aalders, Zoë")).to_be_visible()
    await expect(picker(page)).to_have_value("aald")


@pytest.mark.parametrize("width", [390, 1440])
async def test_a_care_worker_archives_a_report_and_finds_it_back(db, people: People, signed_in_page, width):
    page = await signed_in_page(
        people.user, viewport={"width": width, "height": 844}, path=await concept(db, people.user)
    )
    await edit_report(page, " De sleutel hangt in het kastje.")
    if width == 390:
        await page.get_by_role("button", name="Naar het archief").click()
    await picker(page).fill("dijk johan")
    await page.get_by_role("option", name="Van Dijk, Johanna").click()
    await expect(picker(page)).to_have_value(re.compile(r"Van Dijk, Johanna \(\d+\)"))
    await page.get_by_role("button", name="Opslaan in archief").click()
    dialog = page.get_by_role("dialog", name="Opgeslagen")
    await expect(dialog).to_contain_text("De rapportage staat in het archief.")
    await expect(page.get_by_role("region", name="Meldingen").get_by_role("listitem")).to_have_count(0)
    reference = await dialog.get_by_text(re.compile(r"^R-\d{4}-[0-9A-F]{8}$")).inner_text()
    await expect(dialog).to_contain_text(f"{datetime.now(AMSTERDAM):%d-%m-%Y}")

    await page.reload()  # whoever loses the page here is told again
    await expect(dialog).to_contain_text(reference)
    await dialog.get_by_role("button", name="Sluiten").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))  # not the landing page: a user is at work

    await page.goto("/drafts")
    await expect(page.get_by_text("Geen concepten om mee verder te gaan")).to_be_visible()
    await page.goto("/dossier")
    await expect(page.get_by_role("heading", level=2, name="Johanna van Dijk")).to_be_visible()
    await expect(page.get_by_role("heading", name="Andere cliënten")).to_be_hidden()
    await page.get_by_role("listitem").get_by_role("button", name=people.user.name).click()
    report = page.get_by_role("article", name="Rapportage")
    await expect(report).to_contain_text("De sleutel hangt in het kastje.")
    await expect(page.get_by_text(str(people.user.id))).to_be_visible()
    await expect(page.get_by_text(reference)).to_be_visible()
    await page.get_by_role("button", name="Transcript tonen").click()
    await expect(page.get_by_text(SAID)).to_be_visible()
    await page.get_by_role("button", name="Downloaden").click()
    async with page.expect_download() as waiting:
        await page.get_by_role("menuitem", name="Tekst").click()
    download = await waiting.value
    assert download.suggested_filename == f"rapportage-Johanna_van_Dijk-{datetime.now(AMSTERDAM):%d-%m-%Y}.txt"
    text = await asyncio.to_thread(Path(await download.path()).read_text, encoding="utf-8")
    assert text.startswith("Zorgrapportage\nJohanna van Dijk\nGeboren op ")
    assert f"\nReferentie: {reference}\n" in text
    assert "\n\nSituatie\n" in text
    assert "De sleutel hangt in het kastje." in text
    assert [row for row in await trail(db, people) if row[1] == "report"] == [
        ("create", "report", "K-7"),
        ("view", "report", "K-7"),
        ("view", "report", "K-7"),
        ("export", "report", "K-7"),
    ]


async def test_without_a_client_it_says_so_and_nothing_is_lost(db, people: People, signed_in_page):
    page = await signed_in_page(people.user, path=await concept(db, people.user))
    await page.get_by_role("button", name="Opslaan in archief").click()
    await expect(page.get_by_text("Selecteer eerst een cliënt", exact=True)).to_be_visible()
    await expect(picker(page)).to_be_focused()
    await picker(page).fill("niemand-heet-zo")
    await expect(page.get_by_text("Geen cliënt gevonden")).to_be_visible()
    await page.get_by_role("button", name="Opslaan in archief").click()
    await expect(page.get_by_text("Selecteer eerst een cliënt", exact=True)).to_be_visible()
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("pijn aan de knie")
    rows = await tables.rows(select(Report.is_draft).where(Report.user_id == people.user.id))
    assert rows == [True]


async def test_the_client_is_chosen_with_the_keyboard_alone(db, people: People, signed_in_page):
    page = await signed_in_page(people.user, path=await concept(db, people.user))
    await picker(page).focus()
    await page.keyboard.type("dijk")
    options = page.get_by_role("option")
    await expect(options).to_have_count(2)
    await expect(picker(page)).to_have_attribute("aria-expanded", "true")
    await expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Tab")  # leaving the field chooses nothing
    await expect(options).to_have_count(0)
    await expect(picker(page)).to_have_value("dijk")
    await picker(page).click()
    await expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    await options.nth(1).hover()
    await page.keyboard.press("Home")  # neither the mouse nor a key for the text moves the highlight
    await expect(options.nth(0)).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("ArrowDown")
    await expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    active = await picker(page).get_attribute("aria-activedescendant")
    assert active == await options.nth(1).get_attribute("id")
    second = await options.nth(1).locator("b").inner_text()
    await page.keyboard.press("Escape")
    await expect(options).to_have_count(0)
    await page.keyboard.press("ArrowDown")
    await expect(options).to_have_count(2)
    await page.keyboard.press("ArrowDown")
    await expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")
    await expect(picker(page)).to_have_value(second)
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="Opslaan in archief")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="Opgeslagen")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page).to_have_url(re.compile("/dashboard$"))


async def test_a_choice_is_taken_back_by_typing_on(db, people: People, signed_in_page):
    page = await signed_in_page(people.user, path=await concept(db, people.user))
    await picker(page).fill("aalders")
    await page.get_by_role("option", name="Aalders, Zoë").click()
    await picker(page).press("End")
    await picker(page).press("Backspace")
    await expect(page.get_by_role("option", name="Aalders, Zoë")).to_be_visible()
    await picker(page).press("Escape")
    await page.get_by_role("button", name="Opslaan in archief").click()
    await expect(page.get_by_text("Selecteer eerst een cliënt", exact=True)).to_be_visible()


async def test_who_was_chosen_is_there_again_when_the_page_is_closed_in_the_middle(db, people: People, signed_in_page):
    page = await signed_in_page(people.user, path="")
    address = await concept(db, people.user)
    await page.goto(address)
    await picker(page).fill("aalders")
    await page.get_by_role("option", name="Aalders, Zoë").click()
    await expect(picker(page)).to_have_value(re.compile("Aalders, Zoë"))
    await edit_report(page, " Nog dit.")
    await page.goto("about:blank")  # what was typed last goes without the websocket
    while "Nog dit." not in await stored(db, people):
        await page.wait_for_timeout(100)
    elsewhere = await signed_in_page(people.user, path=address)
    await expect(elsewhere.get_by_text("Nog dit.")).to_be_visible()
    await expect(elsewhere.get_by_role("region", name="Archief")).to_contain_text("Voor Zoë Aalders, geboren")
    await expect(picker(elsewhere)).to_have_count(0)  # known already
    await elsewhere.get_by_role("button", name="Archief", exact=True).click()
    question = elsewhere.get_by_role("dialog", name=re.compile(r"^Opslaan bij Zoë Aalders \(\d\d-\d\d-\d{4}\)\?$"))
    await question.get_by_role("button", name="Annuleren").click()
    await expect(question).to_be_hidden()
    await elsewhere.get_by_role("button", name="Archief", exact=True).click()
    await question.get_by_role("button", name="Opslaan in archief").click()
    await expect(elsewhere.get_by_role("dialog", name="Opgeslagen bij Zoë Aalders")).to_be_visible()


async def stored(db, people: People) -> str:
    return await tables.row(select(Report.structured_report).where(Report.user_id == people.user.id))


@pytest.mark.parametrize(
    ("columns", "sentence", "link"),
    [
        ({"plan": "trial"}, "Rapportages opslaan is alleen beschikbaar voor Pro-organisaties", "Bekijk de prijzen"),
        (
            {"save_reports_to_archive": False},
            "Archief opslag is uitgeschakeld voor uw organisatie. Neem contact op met uw administrator",
            None,
        ),
    ],
)
async def test_an_organization_without_archive_reads_why(db, people: People, signed_in_page, columns, sentence, link):
    page = await signed_in_page(people.user, path="")
    address = await concept(db, people.user)
    await page.goto(address)
    await picker(page).fill("aalders")
    await page.get_by_role("option", name="Aalders, Zoë").click()
    await cast.change_organization(people.organization_id, **columns)  # while the page is open
    await page.get_by_role("button", name="Opslaan in archief").click()
    await expect(page.get_by_label("Archief").get_by_text(sentence)).to_be_visible()
    await expect(page.get_by_role("button", name="Opslaan in archief")).to_have_count(0)
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("pijn aan de knie")
    await page.reload()
    await expect(page.get_by_label("Archief").get_by_text(sentence)).to_be_visible()
    if link:
        await expect(page.get_by_role("link", name=link)).to_be_visible()


async def test_where_the_archive_is_off_no_page_promises_it(db, signed_in_page):
    off = await cast.make_user(await cast.make_organization(plan="trial"))
    page = await signed_in_page(off, path="", viewport={"width": 390, "height": 844})
    for path in ("/dashboard", "/dossier"):
        await page.goto(path)
        content = page.get_by_role("main")
        await expect(content).to_contain_text("Het archief staat uit. Vraag ernaar via ")
        for promise in ("nog leeg", "hebben bewaard", "staan hier"):
            await expect(page.get_by_role("region", name="Dossier").or_(content).last).not_to_contain_text(promise)
    await page.goto(await concept(db, off))
    await expect(page.get_by_role("button", name="Kopiëren")).to_be_enabled()
    await expect(page.get_by_role("button", name="Naar het archief")).to_have_count(0)


async def test_the_side_menu_names_drafts_and_dossier(people: People, signed_in_page):
    page = await signed_in_page(people.user, viewport={"width": 390, "height": 844})
    for name in ("Concepten", "Dossier"):
        await page.get_by_role("button", name="Menu openen").click()
        await page.get_by_role("dialog", name="Menu").get_by_role("link", name=name, exact=True).click()
        await expect(page.get_by_role("heading", level=1, name=name)).to_be_focused()
        await expect(page.get_by_role("dialog", name="Menu")).to_have_count(0)


async def test_without_clients_it_says_who_adds_them(db, signed_in_page):
    here = await cast.make_organization(plan="mkb", save_reports_to_archive=True)
    user, admin = await cast.make_user(here), await cast.make_user(here, role="admin")
    page = await signed_in_page(user, path=await concept(db, user))
    await expect(
        page.get_by_text("Vraag de administrator van je organisatie om de cliënt toe te voegen.")
    ).to_be_visible()
    page = await signed_in_page(admin, path=await concept(db, admin))
    await expect(page.get_by_role("link", name="Naar Admin")).to_be_visible()
