"""The organization admin's first week, as it goes in a browser."""

import asyncio
import re
from datetime import date, timedelta
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.e2e.test_accessible import looker
from tests.support import browser as chromium
from tests.support import people as cast
from tests.unit.services.clients.workbooks import HEADING, workbook
from voice_report import clock
from voice_report.db.models import Invitation, Organization, ReportUsage

FILE = (
    "id;voornaam;achternaam;geboortedatum\r\n"
    "K-1;Toos;Bloem;3-4-1941\r\n"
    "K-2;Zoë;Ångström;1950-12-01\r\n"
    "K-3;=1+1;Formule;1-1-1950\r\n"
    "K-4;Piet;Jansen;31-2-1950\r\n"
    "K-1;Nog;Eens;3-4-1941\r\n"
    "C-1;Cornelis;Voorbeeld;17-5-1940\r\n"
).encode("utf-8-sig")


#: Adds up the layout shifts that the browser measures from `since` on; unlike its own sum also those just after a
#: press. The browser tells of a shift some time after it, when an earlier one may be of no interest any more.
SHIFTS = """window.shifts = 0;
window.since = Infinity;
new PerformanceObserver((list) => {
  for (const { startTime, value } of list.getEntries()) if (startTime > since) shifts += value;
}).observe({ type: "layout-shift", buffered: true });"""

#: Begins to add up, when all that was to be drawn before has been drawn.
FROM_NOW = """async () => {
  await document.fonts.ready;
  for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
  window.since = performance.now();
}"""


def card(page: Page, name: str):
    return page.get_by_role("region", name=name, exact=True)


async def choose_file(page: Page, content: bytes, name: str = "clienten.csv") -> None:
    await page.get_by_role("button", name="Bestand importeren").click()
    await page.get_by_label("Kies een Excel- of CSV-bestand").set_input_files(
        {"name": name, "mimeType": "text/csv", "buffer": content}
    )


async def test_the_first_week_of_an_admin(db, people: cast.People, signed_in_page, new_page) -> None:
    page = await signed_in_page(people.admin)
    await page.get_by_role("navigation", name="Hoofdmenu").get_by_role("link", name="Admin").click()
    await expect(page.get_by_role("heading", level=1, name="Admin")).to_be_visible()
    await expect(page.get_by_text("Zorggroep De Linde, 2 van 10 plaatsen in gebruik")).to_be_visible()
    await expect(page.get_by_text("Het archief staat uit.")).to_be_visible()
    await expect(page.get_by_text("Geen openstaande uitnodigingen")).to_be_visible()
    users = card(page, "Gebruikers")
    await expect(users.get_by_role("listitem")).to_have_count(2)
    await expect(users.get_by_role("img", name="Actief")).to_have_count(2)

    # She invites a colleague; a slip of the keyboard first.
    email = page.get_by_role("textbox", name="E-mailadres")
    await email.fill("nora.zorg.example")
    await page.get_by_role("button", name="Uitnodiging Verzenden").click()
    await expect(page.get_by_text("Ongeldig e-mailadres")).to_be_visible()
    await expect(email).to_have_value("nora.zorg.example")
    address = f"nora.{people.admin.id.hex[:8]}@zorg.example"
    await email.fill(address)
    await page.get_by_role("group", name="Rol").get_by_text("Admin").click()
    await expect(page.get_by_role("radio", name="Admin")).to_be_checked()
    sent = "Uitnodiging verzondenDe gebruiker heeft een uitnodigingslink per email ontvangen."
    async with chromium.shows(page, ".toast", sent):
        await page.get_by_role("button", name="Uitnodiging Verzenden").dblclick()
    await expect(email).to_have_value("")
    await expect(page.get_by_text("Ongeldig e-mailadres")).to_have_count(0)
    waiting = card(page, "Openstaande uitnodigingen")
    await expect(waiting.get_by_text(address)).to_be_visible()
    await expect(waiting.get_by_text(re.compile(r"Verloopt op \d\d-\d\d-\d{4}"))).to_be_visible()
    await expect(waiting.get_by_text("Admin", exact=True)).to_be_visible()
    await expect(page.get_by_text("3 van 10 plaatsen in gebruik")).to_be_visible()

    # The mail went astray: once more. Then the colleague finds another job.
    async with chromium.shows(page, ".toast", "Uitnodiging verzonden"):
        await waiting.get_by_role("button", name="Opnieuw verzenden").click()
    await waiting.get_by_role("button", name="Intrekken").click()
    question = page.get_by_role("alertdialog", name="Uitnodiging intrekken?")
    await expect(question.get_by_text(address)).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(question).to_be_hidden()
    await expect(waiting.get_by_role("button", name="Intrekken")).to_be_focused()
    await waiting.get_by_role("button", name="Intrekken").click()
    await question.get_by_role("button", name="Intrekken").click()
    await expect(page.get_by_text("Geen openstaande uitnodigingen")).to_be_visible()
    await expect(waiting.get_by_role("heading")).to_be_focused()

    # She decides how the concepts of the team are written.
    style = page.get_by_label("Manier van schrijven")
    async with chromium.shows(page, ".toast", "Manier van schrijven opgeslagen"):
        await style.select_option("Letterlijk")
    await expect(style).to_have_value("letterlijk")


async def test_clients_are_added_changed_and_found(db, people: cast.People, signed_in_page) -> None:
    page = await signed_in_page(people.admin, path="/admin")
    await page.get_by_role("button", name="Cliënt toevoegen").click()
    form = page.get_by_role("dialog", name="Cliënt toevoegen")
    await form.get_by_label("Voornaam").fill("Toos")
    await form.get_by_label("Geboortedatum").fill("31-2-1941")
    await form.get_by_role("button", name="Opslaan").click()
    await expect(form.get_by_text("Id is verplicht")).to_be_visible()
    await expect(form.get_by_text("Achternaam is verplicht")).to_be_visible()
    await expect(form.get_by_text("Geboortedatum is geen bestaande datum")).to_be_visible()
    await expect(form.get_by_label("Voornaam")).to_have_value("Toos")
    await form.get_by_label("Id").fill("K-9")
    await form.get_by_label("Achternaam").fill("Bloem <b>")
    await form.get_by_label("Geboortedatum").fill("3-4-1941")
    async with chromium.shows(page, ".toast", "Cliënt toegevoegd"):
        await form.get_by_role("button", name="Opslaan").click()
    clients = card(page, "Cliënten")
    await expect(clients.get_by_text("Toos Bloem <b>")).to_be_visible()
    await expect(clients.get_by_text("K-9, geboren 03-04-1941")).to_be_visible()

    await clients.get_by_role("searchbox", name="Zoek een cliënt").fill("bloem")
    await expect(clients.get_by_role("listitem")).to_have_count(1)
    await clients.get_by_role("button", name="Wijzig Toos Bloem").click()
    form = page.get_by_role("dialog", name="Cliënt wijzigen")
    await expect(form.get_by_label("Id")).to_have_value("K-9")
    await expect(form.get_by_label("Voornaam")).to_be_focused()
    await form.get_by_label("Achternaam").fill("Roos")
    async with chromium.shows(page, ".toast", "Cliënt gewijzigd"):
        await form.get_by_role("button", name="Opslaan").click()
    await expect(clients.get_by_text("Geen cliënten gevonden")).to_be_visible()
    await clients.get_by_role("searchbox").fill("")
    await expect(clients.get_by_text("Toos Roos")).to_be_visible()


async def test_a_file_is_shown_before_it_is_saved(db, people: cast.People, signed_in_page, watch) -> None:
    watch.expect("415")
    page = await signed_in_page(people.admin, path="/admin")
    await choose_file(page, b"PK\x03\x04 een werkmap", "clienten.xlsx")
    window = page.get_by_role("dialog", name="Cliënten importeren")
    await expect(window.get_by_role("alert")).to_contain_text("Dit Excel-bestand is beschadigd.")
    toos, short = ("00123", "Toos", "Bloem", date(1941, 4, 3)), ("00124", "Jo", "Bloem", "3-4-12")
    sheet = workbook(("Cliënten, team Oost",), HEADING, toos, short, Uitleg=[["Wat dit is"]], hidden=(3,))
    await window.get_by_label("Kies een Excel- of CSV-bestand").set_input_files(
        {"name": "clienten.xlsx", "mimeType": "", "buffer": sheet}
    )
    await expect(window.get_by_text("Gelezen is het werkblad Blad1. Niet gelezen: Uitleg.")).to_be_visible()
    await expect(
        window.get_by_text("De koppen staan op regel 2. Wat daarboven staat, is niet gelezen.")
    ).to_be_visible()
    await expect(window.get_by_text("1 verborgen rij is meegelezen, bijvoorbeeld door een filter")).to_be_visible()
    await expect(window.get_by_role("row", name=re.compile("00123 Toos Bloem 03-04-1941 Nieuw"))).to_be_visible()
    await expect(window.get_by_text("Regel 4: 3-4-12 kan in 1912 of in 2012 zijn")).to_be_visible()
    await window.get_by_role("button", name="19..", exact=True).click()
    await expect(window.get_by_role("row", name=re.compile("00124 Jo Bloem 03-04-1912 Nieuw"))).to_be_visible()
    await expect(window.get_by_role("button", name="19..", exact=True)).to_have_attribute("aria-pressed", "true")
    await window.get_by_role("button", name="Ander bestand").click()
    await window.get_by_label("Kies een Excel- of CSV-bestand").set_input_files(
        {"name": "clienten.csv", "mimeType": "application/vnd.ms-excel", "buffer": FILE}
    )
    await expect(window.get_by_role("heading", name="Voorbeeld van clienten.csv")).to_be_focused()
    await expect(window.get_by_text("2 nieuw, 1 gewijzigd, 3 met een fout.")).to_be_visible()
    await expect(window.get_by_text("Een id dat je al hebt, wijzigt die cliënt.")).to_be_visible()
    await expect(window.get_by_role("row", name=re.compile("K-2 Zoë Ångström 01-12-1950 Nieuw"))).to_be_visible()
    await expect(window.get_by_role("row", name=re.compile("C-1 Cornelis .* Wijziging"))).to_be_visible()
    mistakes = window.get_by_role("region", name="Regels met een fout").get_by_role("listitem")
    await expect(mistakes).to_have_text(
        [
            re.compile("Regel 4: .*formule"),
            re.compile("Regel 5: .*geen bestaande datum"),
            re.compile("Regel 6: .*regel 2"),
        ]
    )
    async with page.expect_download() as waiting:
        await window.get_by_role("button", name="Foute regels downloaden").click()
    wrong = await asyncio.to_thread(Path(await (await waiting.value).path()).read_text, "utf-8-sig")
    assert [line.split(";")[0].strip('"') for line in wrong.splitlines()] == ["id", "K-3", "K-4", "K-1"]
    await page.keyboard.press("Escape")
    clients = card(page, "Cliënten")
    await expect(clients.get_by_text("Cor Voorbeeld")).to_be_visible()
    await expect(clients.get_by_role("listitem")).to_have_count(1)

    await choose_file(page, FILE)
    async with chromium.shows(page, ".toast", "Cliënten geïmporteerd"):
        await window.get_by_role("button", name="3 cliënten importeren", exact=True).click()
    await expect(clients.get_by_role("listitem")).to_have_count(3)
    await expect(clients.get_by_text("Cornelis Voorbeeld")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1440])
async def test_nothing_moves_when_the_preview_of_a_file_comes(people: cast.People, signed_in_page, width) -> None:
    page = await signed_in_page(
        people.admin, path="", viewport={"width": width, "height": 844}, reduced_motion="reduce"
    )
    await page.add_init_script(SHIFTS)
    await page.goto("/admin")
    dialog = page.get_by_role("dialog", name="Cliënten importeren")
    title, leave = dialog.get_by_role("heading", name="Cliënten importeren"), dialog.get_by_role("button").last
    async with chromium.held(page, "**/api/clients/import/preview*"):
        await choose_file(page, FILE)
        await page.evaluate(FROM_NOW)
        before = [await place.bounding_box() for place in (dialog, title, leave)]
    await expect(page.get_by_role("heading", name="Voorbeeld van clienten.csv")).to_be_focused()
    await expect(dialog.get_by_role("button", name="Importeren")).to_be_in_viewport(ratio=1)
    after = [await place.bounding_box() for place in (dialog, title)]
    assert after == before[:2]
    other = await dialog.get_by_role("button", name="Ander bestand").bounding_box()
    assert other is not None
    assert before[2] is not None
    assert abs(other["y"] - before[2]["y"]) <= 1
    assert await page.evaluate("window.shifts") <= 0.02


async def test_the_usage_and_the_limit_are_seen(db, people: cast.People, signed_in_page) -> None:
    async with db.transaction() as session:
        (await session.get(Organization, people.organization_id)).max_users = 2
        session.add_all(ReportUsage(organization_id=people.organization_id, user_id=people.user.id) for _ in range(3))
    page = await signed_in_page(people.admin, path="/admin")
    table = card(page, "Gebruik per maand").get_by_role("table", name="Rapportages per persoon en per maand")
    await expect(table.get_by_role("row", name=re.compile("Ursula Verzorger( 0){5} 3 3"))).to_be_visible()
    await page.get_by_role("textbox", name="E-mailadres").fill("gast@zorg.example")
    async with chromium.shows(page, ".toast", "kan maximaal 2 gebruikers hebben"):
        await page.get_by_role("button", name="Uitnodiging Verzenden").click()
    await expect(page.get_by_role("textbox", name="E-mailadres")).to_have_value("gast@zorg.example")


async def test_s01_a_user_is_refused_and_a_platform_admin_sent_on(people: cast.People, signed_in_page) -> None:
    page = await signed_in_page(people.user)
    await expect(page.get_by_role("link", name="Admin")).to_have_count(0)
    await page.goto("/admin")
    await expect(page.get_by_role("heading", name="Toegang Geweigerd")).to_be_visible()
    await expect(page.get_by_text("Je hebt geen admin rechten.")).to_be_visible()
    page = await signed_in_page(people.platform_admin, path="/admin")
    await page.get_by_role("main").get_by_role("link", name="Platform Admin").click()
    await expect(page).to_have_url(re.compile("/platform-admin$"))


async def test_nothing_stands_in_the_way(options, db, people: cast.People, signed_in_page, watch) -> None:
    await cast.make_user(people.organization_id, "Ingrid", "Inactief", is_active=False)
    async with db.transaction() as session:
        session.add_all(ReportUsage(organization_id=people.organization_id, user_id=people.user.id) for _ in range(3))
        session.add(_invitation(people))
    page = await signed_in_page(people.admin, path="", **options)
    look = looker(page)
    await page.goto("/admin")
    await expect(page.get_by_role("heading", level=2, name="Gebruikers")).to_be_visible()
    await page.get_by_role("button", name="Uitnodiging Verzenden").click()
    await expect(page.get_by_text("Ongeldig e-mailadres")).to_be_visible()
    await look("admin")
    await page.get_by_role("button", name="Cliënt toevoegen").click()
    await page.get_by_role("dialog").get_by_role("button", name="Opslaan").click()
    await expect(page.get_by_text("Id is verplicht")).to_be_visible()
    await look("admin, a client with errors")
    await page.keyboard.press("Escape")
    await choose_file(page, FILE)
    await expect(page.get_by_role("heading", name="Voorbeeld van clienten.csv")).to_be_visible()
    await look("admin, an import")
    await page.goto("/sjablonen")
    await expect(page.get_by_role("button", name="Nieuw sjabloon")).to_be_visible()
    await look("templates")
    await page.get_by_role("button", name="Nieuw sjabloon").click()
    await expect(page.get_by_role("heading", name="Nieuw sjabloon")).to_be_focused()
    await look("templates, a new one")


def _invitation(people: cast.People) -> Invitation:
    return Invitation(
        email="gast@zorg.example",
        organization_id=people.organization_id,
        token=people.admin.id.hex,
        created_by_id=people.admin.id,
        expires_at=clock.now() + timedelta(days=1),
    )
