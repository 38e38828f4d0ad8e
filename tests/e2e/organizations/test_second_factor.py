"""S42, S43: the first day that a second factor is required, a lost one, and a device that is remembered."""

import re
from datetime import datetime, timedelta

from playwright.async_api import expect

from tests.e2e.accounts.steps import mailed, set_up_here, sign_in
from tests.e2e.test_accessible import looker
from tests.support import browser as chromium
from tests.unit.services.factors.factors import require_from, set_up
from voice_report.core import texts
from voice_report.services.shared import dates

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


async def test_s42_the_first_day_of_a_requirement(db, app_server, people, signed_in_page, watch) -> None:
    watch.expect("401", "422")
    await set_up(people.admin)
    page = await signed_in_page(people.user, **PHONE)
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Ursula")

    admin = await signed_in_page(people.admin, path="/admin")
    await admin.get_by_role("link", name="Inloggen").click()
    card = admin.get_by_role("region", name="Tweestapsverificatie")
    await card.get_by_text("Verplicht", exact=True).click()
    await card.get_by_role("button", name="Opslaan").click()
    await expect(card.get_by_text("Kies vanaf welke dag het verplicht is.")).to_be_visible()
    since = card.get_by_label("Verplicht vanaf")
    await since.fill(f"{dates.today() - timedelta(days=1):%d-%m-%Y}")
    await card.get_by_role("button", name="Opslaan").click()
    await expect(card.get_by_text("Kies vandaag of een dag die nog komt.")).to_be_visible()
    await since.fill(f"{dates.today():%d%m%Y}")
    async with chromium.shows(admin, ".toast", "Opgeslagen"):
        await card.get_by_role("button", name="Opslaan").click()
    without = admin.get_by_role("region", name="Nog zonder tweede stap")
    await expect(without.get_by_text("1 van 2")).to_be_visible()
    await without.get_by_role("button", name="Herinneren: Ursula Verzorger").click()
    await expect(without.get_by_text("Herinnerd op")).to_be_visible()
    await expect(without.get_by_role("button", name="Herinneren: Ursula Verzorger")).to_have_count(0)

    # Nothing opens any more, until she has set one up.
    await page.goto("/account")
    await expect(page).to_have_url(re.compile("/login$"))
    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_role("heading", name="Stel je tweede stap in")).to_be_visible()
    for path in ("/dashboard", "/new-report"):
        await page.goto(path)
        await expect(page).to_have_url(re.compile("/login$"))
    await sign_in(page, people.user.email, people.user.password)
    await set_up_here(page, mistake=True)
    await expect(page).to_have_url(re.compile("/(account|dashboard|new-report)$"))
    await page.goto("/account#beveiliging")
    await expect(page.get_by_role("button", name="Opnieuw instellen")).to_be_visible()
    await expect(page.get_by_role("button", name="Uitzetten")).to_have_count(0)
    await admin.reload()
    await expect(admin.get_by_role("region", name="Eigen werkaccount")).to_be_visible()
    await expect(without).to_have_count(0)


async def test_s43_a_lost_second_step_is_set_up_anew(db, app_server, people, signed_in_page, new_page, watch) -> None:
    watch.expect("403", "401")
    await set_up(people.admin)
    await set_up(people.user)
    admin = await signed_in_page(people.admin, path="/admin")
    users = admin.get_by_role("region", name="Gebruikers")
    await users.get_by_role("button", name="Tweede stap weghalen: Ursula Verzorger").click()
    dialog = admin.get_by_role("alertdialog")
    await expect(dialog.get_by_text("Ursula Verzorger wordt overal uitgelogd")).to_be_visible()
    async with chromium.shows(admin, ".toast", "Tweede stap weggehaald"):
        await dialog.get_by_role("button", name="Weghalen").click()
    await expect(users.get_by_role("button", name="Nieuwe link sturen: Ursula Verzorger")).to_be_visible()

    page = await new_page(**PHONE)
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_text("Je tweede stap is weggehaald.")).to_be_visible()
    await page.goto(await mailed(app_server, people.user.email, "Stel je tweede stap opnieuw in"))
    assert "token" not in page.url
    await expect(page.get_by_text("Daarna stel je je tweede stap opnieuw in.")).to_be_visible()
    await sign_in(page, people.user.email, people.user.password)
    await set_up_here(page)
    await expect(page).to_have_url(re.compile("/dashboard$"))


async def test_s43_a_remembered_device_needs_no_code(db, people, new_page, watch) -> None:
    watch.expect("401")
    app, _ = await set_up(people.user)
    await require_from(people.organization_id, remember_days=30)
    page = await new_page()
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await page.get_by_label("Dit toestel 30 dagen onthouden").check()
    await page.get_by_label("Code", exact=True).fill(app.at(datetime.now(), counter_offset=1))
    await page.get_by_role("button", name="Bevestigen").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await chromium.lose_session(page)
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await page.goto("/account#beveiliging")
    kept = page.get_by_role("region", name="Onthouden toestellen")
    await kept.get_by_role("button", name="Vergeten").click()
    await expect(kept).to_have_count(0)
    await chromium.lose_session(page)
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_role("heading", name="Nog één stap")).to_be_visible()


async def test_a_recommendation_is_a_notice_that_can_be_closed(db, people, signed_in_page) -> None:
    await require_from(people.organization_id, second_factor="recommended", second_factor_from=None)
    page = await signed_in_page(people.user, **PHONE)
    notice = page.get_by_text("Stel je tweede stap in")
    await expect(notice).to_be_visible()
    await page.get_by_role("button", name="Niet nu").click()
    await expect(notice).to_have_count(0)
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("Ursula")
    await expect(notice).to_have_count(0)
    await require_from(people.organization_id, dates.today() + timedelta(days=9))
    await page.reload()
    await expect(page.get_by_text("heb je hem nodig om in te loggen.")).to_be_visible()
    await page.get_by_role("link", name="Naar Mijn account").click()
    await expect(page.get_by_role("button", name="Toegangssleutel maken")).to_be_visible()
    day = texts.long_date(dates.today() + timedelta(days=9))
    asked = f"Zorggroep De Linde vraagt vanaf {day} een tweede stap. Met een toegangssleutel ben je klaar."
    await expect(page.get_by_text(asked)).to_be_visible()


async def test_nothing_stands_in_the_way_of_a_requirement(options, db, people, signed_in_page, new_page, watch) -> None:
    watch.expect("401")
    await require_from(people.organization_id, dates.today() + timedelta(days=9), remember_days=7)
    admin = await signed_in_page(people.admin, path="/inloggen-beheer", **options)
    await expect(admin.get_by_label("Verplicht vanaf")).to_be_visible()
    await expect(admin.get_by_role("region", name="Eigen werkaccount")).to_be_visible()
    await expect(admin.get_by_role("region", name="Nog zonder tweede stap")).to_be_visible()
    await looker(admin)("a requirement")
    await admin.goto("/dashboard")
    await expect(admin.get_by_text("heb je hem nodig om in te loggen.")).to_be_visible()
    await looker(admin)("a notice")
    await require_from(people.organization_id)
    page = await new_page(**options)
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_role("button", name="Toegangssleutel maken")).to_be_visible()
    await looker(page)("setting up a passkey")
    await page.get_by_role("button", name="Liever een code uit een app").click()
    await expect(page.get_by_label("Code uit de app")).to_be_visible()
    await looker(page)("setting up an app")


async def test_nothing_stands_in_the_way_of_a_lost_one(options, db, people, signed_in_page, new_page) -> None:
    await set_up(people.user)
    await require_from(people.organization_id, second_factor="off", remember_days=30)
    admin = await signed_in_page(people.admin, path="/admin", **options)
    await admin.get_by_role("button", name="Tweede stap weghalen: Ursula Verzorger").click()
    await expect(admin.get_by_role("alertdialog")).to_be_visible()
    await looker(admin)("taking a second step away")
    page = await new_page(**options)
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page.get_by_label("Dit toestel 30 dagen onthouden")).to_be_visible()
    await looker(page)("remembering a device")
