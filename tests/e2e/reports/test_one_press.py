"""One press on any 'Nieuwe rapportage' records; a page that is opened in another way waits for the button."""

import re

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.e2e.reports.recording import AT_ONE_MOMENT, Recorder, leave_the_page
from tests.e2e.reports.wizard import transcript
from tests.support.people import People

#: Counts how often the microphone is asked for, and lets the test answer as the person would.
ASKED = """
window.asked = 0;
const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
navigator.mediaDevices.getUserMedia = async (wish) => {
  window.asked += 1;
  if (await window.answer === "no") throw new DOMException("", "NotAllowedError");
  return open(wish);
};
"""


@pytest_asyncio.fixture(loop_scope="session")
async def page(people: People, signed_in_page) -> Page:
    page = await signed_in_page(people.user, path="", permissions=["microphone"])
    await page.add_init_script(ASKED)
    page.on("dialog", leave_the_page)
    await page.goto("/dashboard")
    await expect(microphone(page)).to_be_visible()
    return page


def microphone(page: Page) -> Locator:
    return page.get_by_role("main").get_by_role("link", name="Nieuwe rapportage")


async def waits(page: Page) -> None:
    """The recording step waits for its button. What is pressed in it comes after the page's own loading."""
    await expect(page.get_by_text("Klaar om op te nemen")).to_be_visible()
    await page.get_by_role("button", name="Liever typen").click()
    await page.get_by_role("button", name="Annuleren en verder inspreken").click()
    await expect(page.get_by_text("Klaar om op te nemen")).to_be_visible()
    assert await page.evaluate("asked") == 0


@pytest.mark.parametrize("press", ["one click", "two clicks", "Enter"])
async def test_one_press_records(page: Page, press: str) -> None:
    recorder = Recorder(page)
    if press == "Enter":
        await microphone(page).press("Enter")
    elif press == "one click":
        await microphone(page).click()
    else:
        await page.evaluate(AT_ONE_MOMENT, 0)
        await microphone(page).dblclick()
    await recorder.is_recording()
    await recorder.talk(2)
    assert await page.evaluate("asked") == 1
    if press == "Enter":
        await expect(page.get_by_role("heading", level=1, name="Nieuwe rapportage")).to_be_focused()
        await page.keyboard.press("Space")
        await expect(page.get_by_text("Gepauzeerd")).to_be_visible()


@pytest.mark.parametrize("left", ["/drafts", "/dossier", "/account", "/hulp", "/prijzen", "/new-report"])
async def test_one_press_in_the_menu_records(page: Page, left: str) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.goto(left)
    await expect(page.get_by_text("50 credits").first).to_be_visible()
    await page.get_by_role("button", name="Menu openen").click()
    await page.get_by_role("dialog", name="Menu").get_by_role("link", name="Nieuwe rapportage").click()
    await Recorder(page).is_recording()
    await expect(page.get_by_role("heading", level=1, name="Nieuwe rapportage")).to_be_focused()
    assert await page.evaluate("asked") == 1


async def test_one_press_in_the_list_of_drafts_records(page: Page) -> None:
    await page.goto("/drafts")
    await microphone(page).first.click()
    await Recorder(page).is_recording()
    assert await page.evaluate("asked") == 1


async def test_a_press_on_what_is_typed_in_begins_nothing(page: Page) -> None:
    await page.goto("/new-report")
    await page.get_by_role("button", name="Liever typen").click()
    await transcript(page).click()
    await page.get_by_role("button", name="Annuleren en verder inspreken").click()
    await waits(page)
    assert await page.evaluate("asked") == 0


async def test_a_second_press_where_the_button_has_become_another_does_not_stop_it(page: Page) -> None:
    await page.evaluate(AT_ONE_MOMENT, 0)
    await microphone(page).click()
    recorder = Recorder(page)
    await recorder.is_recording()
    await recorder.talk(1)  # a busy device hears of the second press this late
    await recorder.stop()
    await page.evaluate(AT_ONE_MOMENT, 1_000)
    await recorder.is_recording()
    await recorder.press("Pauzeren")
    await expect(page.get_by_text("Gepauzeerd")).to_be_visible()


async def test_no_reload_address_or_way_through_the_history_records(page: Page) -> None:
    recorder = Recorder(page)
    await microphone(page).click()
    await recorder.is_recording()
    await recorder.expect_seconds_stored(1)
    await page.reload()
    await expect(page.get_by_text(re.compile("Niet-verzonden opname"))).to_be_visible()
    await expect(page.get_by_role("button", name="Start opname")).to_be_enabled()
    assert await page.evaluate("asked") == 0
    await page.get_by_role("button", name="Verwijderen").click()
    await page.get_by_role("alertdialog").get_by_role("button", name="Verwijderen").click()
    await page.go_back()
    await expect(microphone(page)).to_be_visible()
    await page.go_forward()
    await waits(page)
    await page.goto("/new-report")
    await waits(page)


async def test_a_microphone_that_is_refused_leaves_the_button(page: Page) -> None:
    await page.evaluate("() => { window.answer = new Promise((answer) => { window.say = answer; }); }")
    await microphone(page).click()
    await expect(page.get_by_text("Sta de microfoon toe als daarom gevraagd wordt.")).to_be_visible()
    await page.evaluate("say('no')")
    await expect(page.get_by_text("Geen toegang tot de microfoon")).to_be_visible()
    await expect(page.get_by_text("Klaar om op te nemen")).to_be_visible()
    await page.evaluate("window.answer = 'yes'")
    await page.evaluate(AT_ONE_MOMENT, 1_000)
    await Recorder(page).start()
    assert await page.evaluate("asked") == 2
