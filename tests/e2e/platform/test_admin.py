"""The platform admin's day, in a browser; two admins at once; what the screen does with bad input."""

import re

import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.e2e.slow_server import SlowServer
from tests.e2e.test_accessible import looker
from tests.support import browser as chromium
from tests.support import people as cast
from tests.support import tables
from voice_report.db.models import Organization, User

PASSWORD = cast.PASSWORD


def toast(page: Page, title: str, sentence: str = ""):
    """See a toast with this title, and with this sentence."""
    return chromium.shows(page, ".toast", title + sentence)


async def find(page: Page, kind: str, words: str) -> None:
    """Search, and wait for what is found: a press on the list of before does nothing once that has gone."""
    await page.get_by_role("searchbox", name=f"Zoek {kind}").fill(words)
    shown = page.get_by_role("tabpanel").locator("article, li:has(h2, h3)")
    await expect(shown.filter(has_text=words).first).to_be_visible()  # else nothing has come yet
    await expect(shown.filter(has_not_text=words)).to_have_count(0)


def card(page: Page, name: str):
    return page.get_by_role("article").filter(has=page.get_by_role("heading", name=name))


def row(page: Page, name: str):
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=name))


@pytest_asyncio.fixture(loop_scope="session")
async def opened(people, signed_in_page) -> Page:
    page = await signed_in_page(people.platform_admin, path="/platform-admin")
    await expect(page.get_by_role("heading", level=1, name="Platform Admin")).to_be_visible()
    return page


async def test_the_platform_admins_day(people, opened, new_page, app_server, watch) -> None:
    page, name = opened, f"Zuiderlicht {people.organization_id.hex[:6]}"
    email = f"nina.{people.organization_id.hex[:6]}@zuiderlicht.example"
    await makes_an_organization(page, name)
    await makes_an_administrator(page, email, name)
    nina = page.get_by_role("listitem").filter(has_text=email)
    await expect(nina).to_contain_text(name)
    for badge in ("Org Admin", "Actief"):
        await expect(nina.get_by_text(badge, exact=True)).to_be_visible()

    hers = await new_page()
    await chromium.sign_in(hers, app_server.url, email, PASSWORD)
    await expect(hers).to_have_url(re.compile("/dashboard$"))

    watch.expect("WebSocket|401|403")
    async with toast(page, "Gebruiker bijgewerkt"):
        await nina.get_by_role("button", name="Pauzeren").click()
    await expect(nina.get_by_text("Inactief", exact=True)).to_be_visible()
    await expect(hers).to_have_url(re.compile("/login$"))  # S06: the open page, without a click

    await nina.get_by_role("button", name="Activeren").click()
    await expect(nina.get_by_text("Actief", exact=True)).to_be_visible()
    await nina.get_by_role("button", name="Bewerken").click()
    dialog = page.get_by_role("dialog", name="Nina Nieuw bewerken")
    await dialog.get_by_label("Rol").select_option("Gebruiker")
    await dialog.get_by_role("switch", name="Persoonlijke credits").uncheck()
    await expect(dialog.get_by_label("Maandelijkse credits")).not_to_be_visible()  # then 'Opslaan' does not move
    await dialog.get_by_role("button", name="Opslaan").click()
    await expect(dialog).not_to_be_visible()
    await expect(nina.get_by_text("User", exact=True)).to_be_visible()

    await deletes_a_user(page, nina)
    await deletes_an_organization(page, name)


async def makes_an_organization(page: Page, name: str) -> None:
    await page.get_by_role("button", name="Nieuwe Organisatie").click()
    dialog = page.get_by_role("dialog", name="Nieuwe Organisatie")
    await dialog.get_by_role("button", name="Aanmaken").click()
    await expect(dialog.get_by_role("alert")).to_have_text("Naam organisatie is verplicht")
    await dialog.get_by_label("Naam organisatie").fill(name)
    await dialog.get_by_label("Plan").select_option("Klein Team, € 18,00")
    async with toast(page, "Organisatie aangemaakt"):
        await dialog.get_by_role("button", name="Aanmaken").click()
    made = card(page, name)
    await expect(made).to_contain_text("0 gebruikers, maximaal 1")
    for badge in ("Klein Team", "50/50"):
        await expect(made.get_by_text(badge, exact=True)).to_be_visible()


async def makes_an_administrator(page: Page, email: str, organization: str) -> None:
    """Make Nina Nieuw, after a password that is too short."""
    await page.get_by_role("tab", name="Gebruikers").click()
    await page.get_by_role("button", name="Nieuwe Gebruiker").click()
    dialog = page.get_by_role("dialog", name="Nieuwe Gebruiker")
    await dialog.get_by_label("E-mailadres").fill(email)
    await dialog.get_by_label("Wachtwoord", exact=True).fill("kort")
    await dialog.get_by_label("Voornaam").fill("Nina")
    await dialog.get_by_label("Achternaam").fill("Nieuw")
    await dialog.get_by_role("combobox", name="Organisatie").fill(organization.upper())
    await dialog.get_by_role("option", name=organization).click()
    await dialog.get_by_label("Rol").select_option("Admin")
    await dialog.get_by_role("switch", name="Persoonlijke credits").check()
    await dialog.get_by_label("Maandelijkse credits").fill("20")
    await dialog.get_by_label("Beschikbare credits").focus()
    await expect(dialog.get_by_label("Beschikbare credits")).to_have_value("20")
    await dialog.get_by_role("button", name="Aanmaken").click()
    await expect(dialog.get_by_role("alert")).to_have_text("Wachtwoord moet minimaal 12 karakters zijn")
    await expect(dialog.get_by_label("E-mailadres")).to_have_value(email)
    await dialog.get_by_label("Wachtwoord", exact=True).fill(PASSWORD)
    async with toast(page, "Gebruiker aangemaakt", "De gebruiker kan direct inloggen"):
        await dialog.get_by_role("button", name="Aanmaken").click()


async def deletes_a_user(page: Page, nina: Locator) -> None:
    await nina.get_by_role("button", name="Verwijderen").click()
    question = page.get_by_role("alertdialog", name="Gebruiker verwijderen?")
    await expect(question).to_contain_text(
        "Het account van Nina Nieuw, alle rapportages, alle transcripten en alle uitnodigingen die met dit account "
        "zijn gemaakt worden definitief verwijderd."
    )
    async with toast(page, "Gebruiker verwijderd"):
        await question.get_by_role("button", name="Verwijderen").click()
    await expect(nina).not_to_be_visible()


async def deletes_an_organization(page: Page, name: str) -> None:
    await page.get_by_role("tab", name="Organisaties").click()
    await find(page, "organisatie", name)
    await card(page, name).get_by_role("button", name="Verwijderen").click()
    question = page.get_by_role("alertdialog", name="Organisatie verwijderen?")
    await expect(question).to_contain_text(f"De organisatie {name}, alle gebruikers,")
    await expect(question).to_contain_text("alle cliëntgegevens en alle uitnodigingen worden definitief verwijderd.")
    async with toast(page, "Organisatie verwijderd"):
        await question.get_by_role("button", name="Verwijderen").click()
    await expect(page.get_by_text("Geen organisaties gevonden")).to_be_visible()


async def test_a_button_stays_with_its_organization_when_the_list_changes(db, people, opened) -> None:
    page, both = opened, f"Waterrand {people.organization_id.hex[:6]}"
    await cast.make_organization(f"{both} noord")
    await cast.make_organization(f"{both} zuid")
    await find(page, "organisatie", both)
    await expect(page.get_by_role("article")).to_have_count(2)
    button = await card(page, f"{both} zuid").get_by_role("button", name="Verwijderen").element_handle()
    assert button is not None
    await find(page, "organisatie", f"{both} zuid")
    await expect(page.get_by_role("article")).to_have_count(1)
    assert (
        await button.evaluate("(button) => button.closest('article')?.querySelector('h2').innerText") == f"{both} zuid"
    )
    assert await button.evaluate("(button) => button.isConnected")


async def test_changing_an_organization_in_its_place(db, people, opened) -> None:
    page, name = opened, f"Meerzicht {people.organization_id.hex[:6]}"
    made = await cast.make_organization(name, credits=18, plan="Pro", max_users=3)
    await find(page, "organisatie", name)
    found = card(page, name)
    await expect(found.get_by_text("Onbekend plan: Pro")).to_be_visible()
    await found.get_by_role("button", name="Bewerken").click()
    form = card(page, f"{name} bewerken")
    async with toast(page, "Ongeldig plan tier", 'Plan "Pro" is niet geldig. Selecteer een staffel tier.'):
        await form.get_by_role("button", name="Opslaan").click()

    await form.get_by_label("Plan").select_option("Trial (Gratis), 0 credits per maand")
    await expect(form.get_by_role("switch", name="Rapportages archiveren")).to_be_disabled()
    await form.get_by_label("Plan").select_option("MKB, 100 credits per maand")
    await form.get_by_role("switch", name="Rapportages archiveren").check()
    await form.get_by_role("switch", name="Credits handmatig instellen").check()
    await expect(form.get_by_label("Huidige credits")).to_have_value("100")
    for wrong in ("-2", "veel"):
        await form.get_by_label("Huidige credits").fill(wrong)
        async with toast(page, "Ongeldige credits", "Huidige credits moeten -1 (unlimited) of hoger zijn."):
            await form.get_by_role("button", name="Opslaan").click()
        await expect(form.get_by_label("Huidige credits")).to_have_value(wrong)
    await form.get_by_label("Huidige credits").fill("7")
    async with toast(page, "Organisatie bijgewerkt"):
        await form.get_by_role("button", name="Opslaan").click()
    await expect(found.get_by_text("7/100", exact=True)).to_be_visible()
    await expect(found.get_by_role("button", name="Bewerken")).to_be_focused()
    stored = await tables.get(Organization, made)
    assert (stored.plan, stored.current_credits, stored.save_reports_to_archive) == ("mkb", 7, True)

    await page.keyboard.press("Enter")
    await form.get_by_label("Plan").select_option("Unlimited, Onbeperkte rapportages")
    await form.get_by_role("button", name="Opslaan").click()
    await expect(found.get_by_text("Onbeperkt", exact=True)).to_be_visible()


async def test_the_second_of_two_admins_is_told_and_keeps_what_was_typed(db, people, opened, signed_in_page) -> None:
    first, name = opened, f"Samen {people.organization_id.hex[:6]}"
    made = await cast.make_organization(name, credits=0, plan="mkb", max_users=3)
    piet = await cast.make_user(None, "Piet", "Platform", role="platform_admin")
    second = await signed_in_page(piet, path="/platform-admin")
    for page in (first, second):
        await find(page, "organisatie", name)
        await card(page, name).get_by_role("button", name="Bewerken").click()
    await card(first, name).get_by_label("Max. gebruikers").fill("8")
    async with toast(first, "Organisatie bijgewerkt"):
        await card(first, name).get_by_role("button", name="Opslaan").click()

    form = card(second, name)
    await form.get_by_label("Naam organisatie").fill(f"{name} BV")
    await form.get_by_role("button", name="Opslaan").click()
    await expect(form.get_by_text("Deze organisatie is intussen gewijzigd")).to_be_visible()
    await expect(form).to_contain_text("maximaal 8 gebruikers")
    await expect(form.get_by_label("Naam organisatie")).to_have_value(f"{name} BV")
    stored = await tables.get(Organization, made)
    assert (stored.name, stored.max_users) == (name, 8)


async def test_stopping_a_subscription_says_that_there_are_no_payments_yet(people, opened) -> None:
    page, name = opened, f"Abonnee {people.organization_id.hex[:6]}"
    await cast.make_organization(
        name, plan="unlimited", unlimited=True, stripe_subscription_id="sub_1", subscription_status="active"
    )
    await find(page, "organisatie", name)
    await expect(card(page, name).get_by_text("Actief", exact=True)).to_be_visible()
    await card(page, name).get_by_role("button", name="Stop Abonnement").click()
    question = page.get_by_role("alertdialog", name="Abonnement stoppen?")
    async with toast(page, "Fout", "Online betalen staat op deze installatie nog niet aan."):
        await question.get_by_role("button", name="Stop Abonnement").click()
    await find(page, "organisatie", "Zorggroep De Linde")
    await expect(card(page, "Zorggroep De Linde").first).to_be_visible()
    await expect(page.get_by_role("button", name="Stop Abonnement")).not_to_be_visible()


async def test_the_last_admin_and_platform_admins_stay(db, people, opened) -> None:
    page = opened
    await page.get_by_role("tab", name="Gebruikers").click()
    await find(page, "gebruiker", people.platform_admin.email)
    await expect(row(page, "Petra Platform")).to_have_count(1)
    await expect(row(page, "Petra Platform").get_by_text("Platform Admin", exact=True)).to_be_visible()
    await expect(row(page, "Petra Platform").get_by_role("button")).to_have_count(0)
    await find(page, "gebruiker", people.admin.email)
    await expect(row(page, "Anna Beheerder")).to_have_count(1)
    await row(page, "Anna Beheerder").get_by_role("button", name="Verwijderen").click()
    async with toast(page, "Fout", "Dit is de laatste actieve admin van Zorggroep De Linde."):
        await page.get_by_role("alertdialog").get_by_role("button", name="Verwijderen").click()
    async with db.reading() as session:
        assert await session.get(User, people.admin.id)


async def test_names_are_inert(people, opened) -> None:
    page, name = opened, f"<img src=x onerror=alert(1)> {people.organization_id.hex[:6]}"
    await page.get_by_role("button", name="Nieuwe Organisatie").click()
    dialog = page.get_by_role("dialog", name="Nieuwe Organisatie")
    await dialog.get_by_label("Naam organisatie").fill(f"\u202e{name}\u200f")
    await dialog.get_by_role("button", name="Aanmaken").click()
    await expect(card(page, name).get_by_role("heading")).to_have_text(name)


async def test_only_a_press_beside_a_dialog_closes_it(opened) -> None:
    page = opened
    await page.get_by_role("tab", name="Gebruikers").click()
    await page.get_by_role("button", name="Nieuwe Gebruiker").click()
    dialog = page.get_by_role("dialog", name="Nieuwe Gebruiker")
    name = dialog.get_by_label("Voornaam")
    await name.fill("Nina")
    await name.click()  # which waits until the dialog stands still
    box = await dialog.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    await page.mouse.click(box["x"] + 8, middle)  # its edge
    await expect(name).to_be_visible()
    await name.hover()
    await page.mouse.down()
    await page.mouse.move(box["x"] - 40, middle)  # to select what is typed
    await page.mouse.up()
    await expect(name).to_be_visible()
    await page.mouse.click(box["x"] - 40, middle)
    await expect(dialog).not_to_be_visible()


async def test_what_is_typed_behind_a_choice_stays_when_the_server_hears_of_the_choice(people, signed_in_page) -> None:
    page, server = await signed_in_page(people.platform_admin, path=""), SlowServer()
    await page.route_web_socket(re.compile("/_event"), server.begin)
    await page.goto("/platform-admin")
    await page.get_by_role("tab", name="Gebruikers").click()
    await page.get_by_role("button", name="Nieuwe Gebruiker").click()
    field = page.get_by_role("dialog").get_by_role("combobox", name="Organisatie")
    await field.click()
    await expect(page.get_by_role("option").first).to_be_visible()
    server.held = True
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(field).to_have_value(re.compile("."))
    await field.fill("heet-niet-zo")
    server.release()
    await expect(page.get_by_role("dialog").get_by_text("Niets gevonden")).to_be_visible()
    await expect(field).to_have_value("heet-niet-zo")


async def test_more_is_read_below(people, opened) -> None:
    page, prefix = opened, f"Lijst {people.organization_id.hex[:6]}"
    for number in range(23):
        await cast.make_organization(f"{prefix} {number:02}", credits=0)
    await find(page, "organisatie", prefix)
    cards = page.get_by_role("article").filter(has_text=prefix)
    await expect(cards).to_have_count(20)
    await page.get_by_role("button", name="Meer laden").click()
    await expect(cards).to_have_count(23)


async def test_nothing_stands_in_the_way_of_a_platform_admin(options, people, signed_in_page) -> None:
    name = f"Met een onbekend plan {people.organization_id.hex[:6]}"
    await cast.make_organization(name, plan="Pro", subscription_status="active", stripe_subscription_id="sub_1")
    page = await signed_in_page(people.platform_admin, path="/platform-admin", **options)
    look = looker(page)
    await expect(page.get_by_role("article").first).to_be_visible()
    await look("organizations")
    await find(page, "organisatie", name)
    await expect(page.get_by_role("article")).to_have_count(1)
    await expect(page.get_by_text("1 organisatie gevonden", exact=True)).to_be_visible()
    await card(page, name).get_by_role("button", name="Bewerken").click()
    await page.get_by_role("switch", name="Credits handmatig instellen").check()
    await expect(page.get_by_label("Huidige credits")).to_be_visible()
    await look("changing an organization")
    await page.get_by_role("button", name="Nieuwe Organisatie").click()
    await page.get_by_role("dialog").get_by_role("button", name="Aanmaken").click()
    await expect(page.get_by_role("dialog").get_by_role("alert")).to_be_visible()
    await look("a new organization, with an error")
    await page.keyboard.press("Escape")
    await page.get_by_role("tab", name="Gebruikers").click()
    await expect(row(page, "Olga Buitenstaander").first).to_be_visible()
    await look("users")
    await find(page, "gebruiker", people.outsider.email)
    await expect(page.get_by_role("listitem").filter(has_text="Olga Buitenstaander")).to_have_count(1)
    await page.get_by_role("button", name="Nieuwe Gebruiker").click()
    dialog = page.get_by_role("dialog", name="Nieuwe Gebruiker")
    await dialog.get_by_role("switch", name="Persoonlijke credits").check()
    await dialog.get_by_role("combobox", name="Organisatie").click()
    await expect(dialog.get_by_role("option").first).to_be_visible()
    await page.keyboard.press("ArrowDown")
    await look("a new user, choosing an organization")
    await page.keyboard.press("Enter")
    organization = dialog.get_by_role("combobox", name="Organisatie")
    await expect(organization).to_have_value(re.compile("."))
    chosen = await organization.input_value()
    await organization.fill("heet-niet-zo")
    await expect(dialog.get_by_text("Niets gevonden")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(organization).to_have_value(chosen)
    await expect(dialog).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(dialog).not_to_be_visible()
    await row(page, "Olga Buitenstaander").first.get_by_role("button", name="Verwijderen").click()
    await expect(page.get_by_role("alertdialog")).to_be_visible()
    await look("deleting a user")
