"""What signing in costs a thumb: taps from /login to the dashboard (the employer's: test_single_sign_on).

What the device itself asks for a passkey (a finger, a face) is no tap on our page, and is answered at once here.
"""

import re
from datetime import datetime

from playwright.async_api import Page, expect

from tests.e2e.accounts.test_passkeys import Device, make, sign_out
from tests.e2e.reports.test_main_job import Thumb
from tests.unit.services.factors.factors import set_up

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


async def at_login(page: Page) -> Thumb:
    await page.goto("/login")
    await expect(page.get_by_role("button", name="Inloggen", exact=True)).to_be_enabled()
    return Thumb(page)


async def give_password(thumb: Thumb, person) -> None:
    """Three taps: the address, the password, the button."""
    for label, text in (("E-mailadres", person.email), ("Wachtwoord", person.password)):
        await thumb.on(thumb.page.get_by_label(label, exact=True))
        await thumb.page.keyboard.type(text)
    await thumb.on(thumb.page.get_by_role("button", name="Inloggen", exact=True))


async def test_a_password_is_three_taps(db, people, new_page) -> None:
    thumb = await at_login(await new_page(**PHONE))
    await give_password(thumb, people.user)
    await expect(thumb.page).to_have_url(re.compile("/dashboard$"))
    assert thumb.counted() == 3


async def test_a_code_adds_six_digits_and_no_tap(db, people, new_page) -> None:
    app, _ = await set_up(people.user)
    thumb = await at_login(await new_page(**PHONE))
    await give_password(thumb, people.user)
    await expect(thumb.page.get_by_label("Code", exact=True)).to_be_focused()
    await thumb.page.keyboard.type(app.at(datetime.now(), counter_offset=1))
    await expect(thumb.page).to_have_url(re.compile("/dashboard$"))
    assert thumb.counted() == 3


async def test_a_passkey_is_one_tap(db, people, signed_in_page) -> None:
    page = await signed_in_page(people.user, path="/account", **PHONE)
    device = await Device.of(page)
    await make(page, people.user)
    await sign_out(page, device, offers=False)
    await page.evaluate("sessionStorage.clear()")  # not on to the page of before
    thumb = await at_login(page)
    await device.present(present=True)
    await thumb.tap("Inloggen met toegangssleutel")
    await expect(page).to_have_url(re.compile("/dashboard$"))
    assert thumb.counted() == 1
