"""The dossier: finding reports back, and what it may never do."""

import asyncio
import re
from contextlib import suppress
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, expect

from tests.e2e.reports.archiving import archiving_people, concept, picker, put, trail
from tests.e2e.test_accessible import looker
from tests.support import browser
from tests.support import people as cast
from tests.support.people import People
from voice_report.db.models import User
from voice_report.services.shared import dates

HOSTILE = (
    "## <img src=x onerror=\"document.title='gehackt'\">\n\n<script>document.title='gehackt'</script> "
    "[klik](javascript:alert(1)) ![x](https://elders.example/x.png) <iframe src='https://elders.example'></iframe>"
)

#: Where elements are in the window.
PLACES = "(all) => all.map((one) => one.getBoundingClientRect().toJSON())"


@pytest_asyncio.fixture(loop_scope="session")
async def people(db) -> People:
    return await archiving_people(db)


@pytest_asyncio.fixture(loop_scope="session")
async def dossier(db, people: People, signed_in_page) -> Page:
    """The dossier: three reports of Johanna van Dijk (today, last week, before it) and one of Jan Dijkstra."""
    await put(db, people, "K-7", days_ago=0)
    last_friday = dates.today().weekday() + 3  # days ago
    await put(db, people, "K-7", "## Situatie\n\nMevrouw fietste.", days_ago=last_friday)
    await put(db, people, "K-7", "## Situatie\n\nMevrouw zwom.", days_ago=last_friday + 30)
    await put(db, people, "K-8", "## Situatie\n\nMeneer wandelde.", said="Meneer wandelde.", days_ago=0)
    return await signed_in_page(people.user, path="/dossier")


async def open_client(page: Page) -> None:
    await page.get_by_label("Zoek een cliënt").fill("johan")
    names = page.get_by_role("navigation", name="Cliënten").get_by_role("button")
    await expect(names).to_have_count(1)
    await names.first.click()
    await expect(page.get_by_role("heading", level=2, name="Johanna van Dijk")).to_be_visible()


async def test_a_client_is_found_and_printed(dossier: Page):
    page = dossier
    names = page.get_by_role("navigation", name="Cliënten").get_by_role("button")
    await expect(names).to_have_count(2)
    await expect(names.first).to_contain_text("Jan Dijkstra")
    await expect(names.first).to_have_accessible_name(re.compile("1 rapportage$"))
    await open_client(page)
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("pijn aan de knie")
    await browser.prints(page, page.get_by_role("button", name=re.compile("^Afdrukken")), "[data-printed]", 1)
    await page.emulate_media(media="print")
    await expect(page.locator(".print-head > :first-child")).to_have_attribute("data-text", "Johanna van Dijk")
    for screen_only in (page.get_by_role("banner"), page.get_by_label("Zoek een cliënt"), page.locator("h1")):
        await expect(screen_only).to_be_hidden()


async def test_reports_are_found_by_their_words_and_period(dossier: Page):
    page = dossier
    await open_client(page)
    words = page.get_by_label("Zoek in alle rapportages")
    await words.press("Enter")
    await expect(page.get_by_text("Vul in waar je naar zoekt.")).to_be_visible()
    await words.fill("WANDELDE")
    await words.press("Enter")
    await expect(page.get_by_role("heading", level=2, name="Gevonden: WANDELDE")).to_be_visible()
    found = page.get_by_role("listitem").filter(has_text="Meneer wandelde.")
    await expect(found).to_contain_text("Jan Dijkstra")
    await found.get_by_role("button").click()
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("Meneer wandelde.")
    await expect(page.locator("mark").first).to_have_text("wandelde")
    await words.fill("wándelde BEHÉERDER")
    await words.press("Enter")
    await expect(page.locator("mark")).to_have_text(["Beheerder", "wandelde"])
    await page.get_by_text("Eigen periode").click()
    await page.get_by_label("Vanaf").fill("2-1-2020")
    await page.get_by_label("Tot en met").fill("1-1-2020")
    await page.get_by_role("button", name="Tonen").click()
    await expect(page.get_by_text("De begindatum ligt na de einddatum.")).to_be_visible()
    await expect(page.get_by_label("Vanaf")).to_be_focused()
    await page.get_by_label("Tot en met").fill("3-1-2020")
    await page.get_by_role("button", name="Tonen").click()
    await expect(page.get_by_text("Geen rapportage gevonden")).to_be_visible()
    await page.get_by_text("Alles", exact=True).click()
    await words.fill("niets-van-dit-alles")
    await words.press("Enter")
    await expect(page.get_by_text("Geen rapportage gevonden")).to_be_visible()
    await page.get_by_role("button", name="Terug naar Johanna van Dijk").click()
    await expect(page.get_by_role("heading", level=2, name="Johanna van Dijk")).to_be_visible()


async def test_reports_are_read_side_by_side_and_downloaded_in_one_file(dossier: Page, people: People):
    page = dossier
    await open_client(page)
    reports = page.get_by_role("button", name=people.admin.name)
    await expect(reports).to_have_count(3)
    await expect(page.get_by_role("article", name="Rapportage")).to_be_visible()  # the newest one is open already
    await reports.nth(2).click()
    await page.get_by_text("Naast elkaar").click()
    await expect(reports).to_have_count(2)
    left, right = await reports.evaluate_all(PLACES)  # of one moment
    assert (left["y"], left["right"] < right["x"]) == (right["y"], True)
    await page.get_by_role("radio", name="Vorige week").press("Space")
    await expect(reports).to_have_count(1)
    await page.get_by_role("button", name=re.compile("^Alles in één bestand")).click()
    async with page.expect_download() as waiting:
        await page.get_by_role("menuitem", name="Tekst").click()
    file = await waiting.value
    assert re.fullmatch(r"dossier-Johanna_van_Dijk-\d\d-\d\d-\d{4}\.txt", file.suggested_filename)
    text = await asyncio.to_thread(Path(await file.path()).read_text, "utf-8")
    assert [word in text for word in ("fietste", "knie is", "zwom")] == [True, False, False]


async def test_s24_generated_and_typed_text_is_inert_in_the_dossier(db, people: People, signed_in_page):
    await cast.make_client(people.organization_id, "K-0", "<b onclick=x>", "<script>document.title='gehackt'</script>")
    await put(db, people, "K-0", HOSTILE, said=HOSTILE)
    page = await signed_in_page(people.user)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.goto("/dossier")
    await page.get_by_role("button", name=people.admin.name).click()
    report = page.get_by_role("article", name="Rapportage")
    await expect(report).to_contain_text("<script>document.title='gehackt'</script>")
    await page.get_by_role("button", name="Transcript tonen").click()
    await expect(page.get_by_role("button", name="Transcript verbergen")).to_be_visible()
    await expect(report.locator("a, img, iframe, script")).to_have_count(0)
    assert "gehackt" not in await page.title()
    assert not [url for url in asked if "elders.example" in url]


async def test_s06_a_paused_person_gets_nothing_more_from_an_open_dossier(db, people: People, signed_in_page):
    await put(db, people, "K-7")
    page = await signed_in_page(people.user, path="/dossier")
    await expect(page.get_by_role("heading", level=2, name="Johanna van Dijk")).to_be_visible()
    async with db.transaction() as session:
        person = await session.get(User, people.user.id)
        person.is_active = False
        session.add(person)
    before = await trail(db, people)
    with suppress(PlaywrightError):  # the page may be on its way out already
        await page.evaluate(
            "name => [...document.querySelectorAll('button')].find((one) => one.textContent.includes(name))?.click()",
            people.admin.name,
        )
    await expect(page).to_have_url(re.compile("/login$"))
    await expect(page.get_by_text("pijn aan de knie")).to_have_count(0)
    assert await trail(db, people) == before


async def test_s06_an_open_dossier_that_nobody_touches_is_closed_when_its_reader_is_paused(
    db, people: People, signed_in_page
):
    await put(db, people, "K-7")
    page = await signed_in_page(people.user, path="/dossier")
    await expect(page.get_by_role("heading", level=2, name="Johanna van Dijk")).to_be_visible()
    async with db.transaction() as session:  # in another process than the server's
        (await session.get(User, people.user.id)).is_active = False
    await expect(page).to_have_url(re.compile("/login$"))
    await expect(page.get_by_text("Johanna van Dijk")).to_have_count(0)


async def test_nothing_stands_in_the_way(options, db, people: People, signed_in_page):
    page = await signed_in_page(people.user, path="", **options)
    look = looker(page)
    await page.goto("/dossier")
    await expect(page.get_by_text("Het archief is nog leeg")).to_be_visible()
    await look("dossier, empty")
    await put(db, people, "K-7")
    await put(db, people, "K-8", days_ago=3)
    await page.reload()
    await page.get_by_role("button", name=people.admin.name).click()
    await page.get_by_role("button", name="Transcript tonen").click()
    await expect(page.get_by_role("button", name="Transcript verbergen")).to_be_visible()
    await look("dossier, a report open")
    await page.get_by_label("Zoek in alle rapportages").fill("knie")
    await page.get_by_role("button", name="Zoeken", exact=True).click()
    await expect(page.get_by_text("2 rapportages", exact=True)).to_be_visible()
    await look("dossier, words found")
    await page.goto(await concept(db, people.user))
    await page.get_by_role("button", name="Opslaan in archief").click()
    await expect(page.get_by_text("Selecteer eerst een cliënt", exact=True)).to_be_visible()
    await picker(page).fill("dijk")
    await expect(page.get_by_role("option")).to_have_count(2)
    await look("concept, choosing a client")
    await page.get_by_role("option", name="Van Dijk, Johanna").click()
    await page.get_by_role("button", name="Opslaan in archief").click()
    await expect(page.get_by_role("dialog", name="Opgeslagen")).to_be_visible()
    await look("concept, saved")
