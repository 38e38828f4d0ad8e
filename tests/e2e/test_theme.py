"""Light and dark: the device decides until the visitor does, and nothing flashes."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.support import browser as chromium

LIGHT, DARK = "rgb(251, 250, 246)", "rgb(16, 26, 25)"


async def assert_paper(page: Page, colour: str) -> None:
    await expect(page.locator("body")).to_have_css("background-color", colour)


@pytest.mark.parametrize(("device", "colour"), [("light", LIGHT), ("dark", DARK)])
async def test_the_first_paint_is_in_the_colours_of_the_device(new_page, watch, device, colour) -> None:
    watch.expect("ERR_FAILED")
    page = await new_page(color_scheme=device)
    await page.route(re.compile(r"\.js$"), lambda route: route.abort())
    await page.goto("/")
    await assert_paper(page, colour)


async def test_without_a_choice_the_page_follows_its_device(new_page) -> None:
    page = await new_page(color_scheme="light")
    await page.goto("/prijzen")
    await assert_paper(page, LIGHT)
    await expect(page.get_by_role("button", name="Donkere weergave")).to_be_visible()
    await page.emulate_media(color_scheme="dark")
    await assert_paper(page, DARK)


@pytest.mark.parametrize("width", [390, 1440])
async def test_a_choice_holds_on_every_page_from_its_first_paint(new_page, watch, width) -> None:
    watch.expect("ERR_FAILED")
    page = await new_page(color_scheme="dark", viewport={"width": width, "height": 844})
    await page.goto("/prijzen")
    await page.evaluate(chromium.ALIVE)
    if width < 960:
        await page.get_by_role("button", name="Menu").click()
    await page.get_by_role("button", name="Lichte weergave").click()
    await assert_paper(page, LIGHT)
    await page.route(re.compile(r"\.js$"), lambda route: route.abort())
    await page.goto("/login")
    await assert_paper(page, LIGHT)


async def test_a_button_that_is_only_an_icon_shows_its_name(new_page) -> None:
    page = await new_page()
    await page.goto("/login")
    await page.evaluate(chromium.ALIVE)
    button = page.get_by_role("banner").get_by_role("button", name="Donkere weergave")
    await page.mouse.move(5, 5)  # a user is there: now the part that shows names is fetched
    await expect(button).to_have_attribute("data-state", "closed")
    await button.hover()
    await expect(page.get_by_role("tooltip")).to_have_text("Licht of donker")
    await page.mouse.move(5, 300, steps=5)
    await expect(page.get_by_role("tooltip")).to_have_count(0)
    await button.focus()
    await expect(page.get_by_role("tooltip")).to_have_text("Licht of donker")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("tooltip")).to_have_count(0)
    await expect(button).to_be_focused()


async def test_a_button_in_use_stays_the_same_when_its_name_is_fetched(new_page) -> None:
    page = await new_page()
    await page.goto("/login")
    await page.evaluate(chromium.ALIVE)
    buttons = page.get_by_role("banner")
    await buttons.get_by_role("button", name="Donkere weergave").focus()
    async with page.expect_response(re.compile("/assets/bubble-")):
        await page.keyboard.press("Shift")
    await page.keyboard.press("Enter")
    after = buttons.get_by_role("button", name="Lichte weergave")
    await expect(after).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(after).to_have_attribute("data-state", "closed")
