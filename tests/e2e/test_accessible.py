"""axe-core finds nothing on the pages a care worker uses most: WCAG 2.2 AA, phone and desktop, light and dark."""

import re
from collections.abc import Awaitable, Callable
from importlib import resources
from typing import Literal

from playwright.async_api import Page, expect

from tests.support.people import People
from voice_report.services.drafts import drafts

AXE = resources.files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RULES = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
RULES_OF_COLOR = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}  # all that dark changes
REPORT = "## Situatie\n\nMevrouw was vrolijk.\n\n## Observaties\n\nNiet besproken"

#: Resolves when what moves has come to rest; what turns forever is let be. (``wait_for_function`` polls with eval.)
STILL = """Promise.allSettled(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime < Infinity).map((one) => one.finished))"""

#: Runs axe-core and returns a line per violation: all that it found is half a megabyte on a long page.
VIOLATIONS = """async (rules) => {
    const found = await axe.run(document, { runOnly: rules, resultTypes: ["violations"] });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}"""

Look = Callable[[str], Awaitable[None]]


def looker(page: Page) -> Look:
    """Return ``await look(where)``: fails with what axe finds on the page as it is now, light and dark."""

    async def look(where: str) -> None:
        debugger = await page.context.new_cdp_session(page)  # the page's own policy allows no foreign script
        await debugger.send("Runtime.evaluate", {"expression": AXE})
        lines = [f"light, {line}" for line in await _found(page, RULES)]
        await _switch(page, "dark")
        lines += [f"dark, {line}" for line in await _found(page, RULES_OF_COLOR)]
        await _switch(page, "light")
        assert not lines, f"{where}: {lines}"

    return look


async def _found(page: Page, rules: dict) -> list[str]:
    await page.evaluate(STILL)
    return await page.evaluate(VIOLATIONS, rules)


async def _switch(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Let the device ask for the other colours, and wait until the page has them."""
    await page.emulate_media(color_scheme=scheme)
    await expect(page.locator("html")).to_have_class(re.compile(rf"\b{scheme}\b"))


async def test_nothing_stands_in_the_way(options, db, people: People, signed_in_page, new_page):
    page = await new_page(**options)
    await page.goto("/login")
    await page.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(page.get_by_text("Wachtwoord is verplicht")).to_be_visible()
    await looker(page)("login, with errors")

    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Mevrouw was vrolijk.", structured_report=REPORT)
    page = await signed_in_page(people.user, **options)
    look = looker(page)
    await expect(page.get_by_role("heading", level=2, name="Verder waar je was")).to_be_visible()
    await look("dashboard")
    await page.goto("/hulp")
    await expect(page.get_by_text(people.user.name).first).to_be_attached()  # what comes with it moves the page
    await page.get_by_text("Er is geen internet").click()
    await expect(page.get_by_text("Ga gewoon door.")).to_be_visible()
    await look("help, an answer open")
    await page.goto("/voorbeeld")
    await expect(page.get_by_role("button", name="Speel het voorbeeld af")).to_be_visible()
    await look("the spoken example")
    await page.goto("/drafts")
    await page.get_by_role("button", name="Verwijderen").click()
    await expect(page.get_by_role("alertdialog")).to_be_visible()
    await look("drafts, deleting one")
    await page.goto("/new-report")
    await expect(page.get_by_text("Klaar om op te nemen")).to_be_visible()
    await look("recording")
    await page.goto(f"/new-report?draft={draft.id}")
    await expect(page.get_by_role("article", name="Rapportage")).to_be_visible()
    await look("concept")
    await page.get_by_role("button", name="Situatie aanpassen").click()
    await expect(page.get_by_role("textbox", name="Situatie")).to_be_focused()
    await look("concept, editing")
    await page.get_by_role("button", name="Transcript aanpassen").locator("visible=true").click()
    await expect(page.get_by_text("Je hebt al een concept")).to_be_visible()
    await look("transcript")
