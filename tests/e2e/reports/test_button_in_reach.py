"""The record button is on the screen and stays where it is, however many headings and cards are above it."""

import json
import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.e2e.reports.recording import Recorder
from tests.support import people as cast

#: A phone; a small one; 400 % zoom of 1280 x 1024 (WCAG 1.4.10); a phone in landscape; a desktop.
SCREENS = [(390, 844), (360, 640), (320, 256), (844, 390), (1440, 900)]

#: Whether an element is whole on the screen, with nothing over its middle.
IN_REACH = """(element) => {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth && element.contains(middle);
}"""


async def _stays(button: Locator, top: float) -> None:
    """Wait until the button is in reach at this place: what is above it may still be drawn."""
    at_its_place = f"([button, top]) => ({IN_REACH})(button) && Math.abs(button.getBoundingClientRect().top - top) <= 1"
    await button.page.wait_for_function(at_its_place, arg=[await button.element_handle(), top])


async def _top(button: Locator) -> float:
    """Wait until the button is in reach, and return where: a dialog before it may still be closing."""
    await button.page.wait_for_function(IN_REACH, arg=await button.element_handle())
    box = await button.bounding_box()
    assert box
    return box["y"]


@pytest.mark.parametrize("cards", [0, 2])
@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_the_button_is_on_the_screen_and_does_not_move(
    app_server, db, signed_in_page, width: int, height: int, cards: int
) -> None:
    people = await cast.make_people(credits=50 if cards == 0 else 0)
    page: Page = await signed_in_page(
        people.user,
        path="",
        viewport={"width": width, "height": height},
        reduced_motion="reduce",
        permissions=["microphone"],
    )
    if cards:
        state = {"status": "ok", "speech": "loading", "speechStatus": "42%"}
        await page.route(
            "**/readyz", lambda route: route.fulfill(body=json.dumps(state), content_type="application/json")
        )
    recorder = Recorder(page)
    await recorder.open()
    await page.get_by_role("button", name="Sjabloon").click()
    await page.get_by_role("button", name=re.compile("^Jeugd: contactverslag")).click()
    await expect(page.locator(".guide dt", has_text="Mening van jeugdige")).to_be_visible()
    assert await page.locator(".guide dt").count() == 7
    if cards:
        await expect(page.get_by_text("Spraakmodel wordt geladen")).to_be_visible()
        await expect(page.get_by_text("Koop credits").first).to_be_visible()
    await page.mouse.move(0, 0)
    await page.evaluate("scrollTo(0, 0)")
    idle = await _top(recorder.start_button)
    await recorder.start()
    await expect(recorder.stop_button).to_be_focused()
    await _stays(recorder.stop_button, idle)
    await _top(page.get_by_role("button", name="Pauzeren"))
    await recorder.press("Pauzeren")
    await recorder.says("Gepauzeerd")
    await _stays(page.get_by_role("button", name="Hervatten"), idle)
