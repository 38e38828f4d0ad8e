"""The pages for who enlarges them four times, turns the phone on its side, or lets the device choose the colours."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.support import browser as chromium
from voice_report.services.drafts import drafts

REPORT = "## Situatie\n\nMevrouw was vrolijk.\n\n## Observaties\n\nNiet besproken"
ON_ITS_SIDE = {"width": 844, "height": 390}
ENLARGED = {"width": 320, "height": 256}  # 1280 x 1024 at 400 % (WCAG 1.4.10)


#: Whether the dock takes a tap beside its words and its button, instead of what lies under it.
TAKES_TAPS = """(dock) => {
    dock.scrollIntoView({ block: "end" });
    const { left, width, bottom } = dock.getBoundingClientRect();
    return dock.contains(document.elementFromPoint(left + width / 2, bottom - 10));
}"""


#: Whether the last line of what was said ends on the screen.
WORDS_END = """(words) => {
    const { bottom } = words.getBoundingClientRect();
    return bottom - parseFloat(getComputedStyle(words).paddingBottom) <= innerHeight;
}"""


async def draft_of(db, person) -> str:
    user = await person.current()
    return str((await db.run_in_transaction(drafts.save_draft, user, transcript="Kort.", structured_report=REPORT)).id)


async def style(place: Locator, name: str, part: str = "") -> str:
    return await place.evaluate("(e, [name, part]) => getComputedStyle(e, part || null)[name]", [name, part])


async def opens(page: Page, path: str) -> None:
    await page.goto(path)
    await chromium.loaded(page)
    await page.evaluate("document.fonts.ready")


@pytest.mark.parametrize("size", [ON_ITS_SIDE, ENLARGED], ids=["on its side", "enlarged"])
async def test_nothing_sticks_over_a_low_page(db, people, signed_in_page, size) -> None:
    page = await signed_in_page(people.user, viewport=size)
    draft = await draft_of(db, people.user)
    for path in (f"/new-report?draft={draft}", "/new-report?testMode=true"):
        await opens(page, path)
        bar = page.locator(".action-bar").first
        await expect(bar).to_be_attached()
        assert await style(bar, "position") == "static"
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await opens(page, "/dashboard")
    dock = await page.locator(".start").bounding_box()
    assert dock is not None
    assert dock["height"] <= 80
    assert await page.locator(".start").evaluate(TAKES_TAPS)


async def test_the_start_button_is_on_the_screen_of_a_phone_on_its_side(people, signed_in_page) -> None:
    page = await signed_in_page(people.user, viewport=ON_ITS_SIDE, permissions=["microphone"])
    await opens(page, "/new-report")
    start = page.get_by_role("button", name="Start opname")
    await expect(start).to_be_in_viewport(ratio=1)
    step, chip = page.get_by_text("Stap 1 van 3"), page.get_by_role("button", name="Voor wie?")
    await expect(chip).to_be_visible()  # until the report is loaded, the step's number has its place
    boxes = [await place.bounding_box() for place in (step, chip)]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["height"] < 30  # on one line
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    close = page.get_by_role("button", name="Niet meer tonen")  # of the line about the voice
    await expect(close).to_be_in_viewport(ratio=1)
    await close.click(trial=True)  # nothing lies over it
    await start.click()
    await expect(close).to_be_hidden()
    for name in ("Stop opname", "Pauzeren"):
        await expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    await expect(page.get_by_text("Alles wordt bewaard")).to_be_in_viewport(ratio=1)
    await page.wait_for_function(WORDS_END, arg=await page.locator(".speech").element_handle())


@pytest.mark.parametrize("height", [664, 568])
async def test_both_buttons_are_on_the_screen_of_a_phone_with_the_bars_of_its_browser(
    people, signed_in_page, height
) -> None:
    size = {"width": 390 if height > 600 else 320, "height": height}
    page = await signed_in_page(people.user, viewport=size, permissions=["microphone"])
    await opens(page, "/new-report")
    await page.get_by_role("button", name="Start opname").click()
    for name in ("Stop opname", "Pauzeren") if height > 600 else ("Stop opname",):
        await expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_the_devices_own_colours_leave_everything_visible(db, people, signed_in_page, scheme) -> None:
    page = await signed_in_page(
        people.user,
        forced_colors="active",
        color_scheme=scheme,
        reduced_motion="reduce",
        permissions=["microphone"],
        viewport={"width": 390, "height": 844},
    )
    draft = await draft_of(db, people.user)
    await opens(page, "/new-report")
    ground = await style(page.locator("body"), "backgroundColor")
    record = page.get_by_role("button", name="Start opname")
    assert await style(record, "borderTopStyle") == "solid"
    for part in (".wave i", ".progress li", ".progress .now"):
        assert await style(page.locator(part).first, "backgroundColor") != ground, part
    done, todo = (page.locator(f".progress {part}").first for part in (".now", "li:not(.now)"))
    assert await style(done, "height") != await style(todo, "height")  # not by its colour alone
    await record.click()
    await expect(page.get_by_text("Aan het opnemen...")).to_be_visible()
    for part in (".state .dot", ".wave:not(.rest) i"):
        assert await style(page.locator(part).first, "backgroundColor") != ground, part
    assert await style(page.get_by_role("button", name="Stop opname"), "borderTopStyle") == "double"

    page = await page.context.new_page()
    await opens(page, f"/new-report?draft={draft}")
    await expect(page.get_by_role("article", name="Rapportage")).to_be_visible()
    assert await style(page.get_by_role("button", name="Kopiëren").locator("visible=true"), "borderTopStyle") == "solid"

    await page.emulate_media(media="print")
    await expect(page.get_by_role("article", name="Rapportage")).to_contain_text("Mevrouw was vrolijk.")
    await expect(page.locator("button:not(.spot)").locator("visible=true")).to_have_count(0)
    await expect(page.get_by_text("Toch iets zeggen of typen").first).to_be_hidden()
    await page.emulate_media(media="screen")

    await page.get_by_role("button", name="Transcript aanpassen").click()
    await page.get_by_role("button", name="Meer", exact=True).click()
    await chromium.stays(page, 5_000)
    await page.get_by_role("button", name="Opslaan als concept").click()
    toast = page.get_by_role("region", name="Meldingen").get_by_role("listitem")
    await expect(toast).to_be_visible()
    assert await style(toast, "borderTopStyle") == "solid"
