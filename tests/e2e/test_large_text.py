"""Every page with its text enlarged as far as WCAG 1.4.4 asks: nothing sticks out, is cut off or covers other text."""

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.e2e.reports.archiving import archiving_people, concept, put
from tests.support import browser as chromium
from tests.support import people as cast
from voice_report.services.drafts import drafts

PERCENTAGES = (115, 130, 150, 200)
PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 320, "height": 640})

PUBLIC = (
    "/", "/prijzen", "/login", "/register", "/forgot-password", "/reset-password", "/verify-email", "/payment-success",
    "/privacyverklaring", "/algemene-voorwaarden", "/hulp", "/bevestigd", "/bestaat-niet",
)  # fmt: skip
WORK = (
    "/dashboard", "/klaar", "/drafts", "/dossier", "/woordenlijst", "/account", "/admin", "/inloggen-beheer",
    "/sjablonen", "/veldprofielen", "/logboek", "/betalingen", "/new-report", "/new-report?testMode=true", "/voorbeeld",
)  # fmt: skip

#: What is wrong on the page as it is now: a line for each fault.
FAULTS = """() => {
    const name = (e) => `${e.tagName.toLowerCase()}.${e.className}: ${(e.innerText ?? "").slice(0, 40)}`;
    const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const within = (e) => {
        const { left, right } = e.getBoundingClientRect();
        return left >= -1 && right <= innerWidth + 1;
    };
    const faults = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) {
        const out = [...document.querySelectorAll("body *")].filter((e) => shown(e) && !within(e)).slice(0, 3);
        faults.push(`${scrollWidth - innerWidth} px too wide: ${out.map(name).join("; ")}`);
    }
    const controls = ":is(.header, .action-bar, .dock, dialog[open]) :is(a, button), .start";
    for (const e of document.querySelectorAll(controls)) {
        if (shown(e) && !e.matches(".skip") && !within(e)) faults.push(`outside: ${name(e)}`);
    }
    // Text that its box cuts off; a preview of three lines, a scrolling row of chips and the wordmark may be.
    const mayCut = ".visually-hidden, .preview, .one-line, .brand, .text-marks, .usage-table, thead, svg, .band, .hero";
    for (const e of document.querySelectorAll("body *")) {
        if (getComputedStyle(e).overflowX === "visible" || !shown(e)) continue;
        if (e.closest(mayCut) || e.matches("select, textarea")) continue;
        if (e.innerText?.trim() && e.scrollWidth > e.clientWidth + 1) faults.push(`cut off: ${name(e)}`);
    }
    // Words over other words. What sticks to an edge lies over the rest on purpose, and is compared with itself.
    const bar = (e) => e.closest(".action-bar, .start, .check, .papers-side, dialog, .dock");
    const place = document.querySelector("dialog[open]") ?? document.body;
    // What scrolls, or shows a few lines, hides the rest of its text.
    const clips = new Map([[place, { top: -Infinity, bottom: Infinity }]]);
    const clipOf = (e) => {
        if (!clips.has(e)) {
            const clip = clipOf(e.parentElement), { top, bottom } = e.getBoundingClientRect();
            const isCut = getComputedStyle(e).overflowY !== "visible";
            clips.set(e, isCut ? { top: Math.max(top, clip.top), bottom: Math.min(bottom, clip.bottom) } : clip);
        }
        return clips.get(e);
    };
    const boxes = [];
    const unseen = ".visually-hidden, .skip, .text-marks, .brand, .copy-words, .toasts, thead, select, textarea";
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const e = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !shown(e) || e.closest(unseen)) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const clip = clipOf(e);
        const isSeen = ({ width, top, bottom }) => width > 2 && top >= clip.top - 1 && bottom <= clip.bottom + 1;
        const seen = [...range.getClientRects()].filter(isSeen);
        boxes.push(...seen.map((box) => [e, box, bar(e)]));
    }
    boxes.forEach(([one, a, near], at) => {
        for (const [other, b, far] of boxes.slice(at + 1)) {
            if (one === other || near !== far || one.contains(other) || other.contains(one)) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const isOver = wide > 3 && high > Math.min(a.height, b.height) * 0.4;
            if (isOver) faults.push(`over each other: ${name(one)} and ${name(other)}`);
        }
    });
    return [...new Set(faults)];
}"""


async def look(page: Page, where: str) -> list[str]:
    """Return the faults of the page as it is, in every size of text on both phones."""
    faults = []
    for phone in PHONES:
        await page.set_viewport_size(phone)
        for percentage in PERCENTAGES:
            await page.evaluate(f"document.documentElement.style.fontSize = '{percentage}%'")
            faults += [f"{where}, {phone['width']} px, {percentage} %: {line}" for line in await page.evaluate(FAULTS)]
    await page.evaluate("document.documentElement.style.fontSize = ''")
    return faults


async def opened(page: Page, path: str) -> None:
    await page.goto(path)
    await chromium.loaded(page)
    await page.evaluate("document.fonts.ready")


async def press(page: Page, *names: str) -> None:
    for name in names:
        await page.get_by_role("button", name=name).locator("visible=true").first.click()


async def test_public_pages(page: Page, watch) -> None:
    watch.expect("404")
    faults = []
    for path in PUBLIC:
        await opened(page, path)
        faults += await look(page, path)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("role", ["admin", "platform_admin"])
async def test_pages_behind_the_login(db, signed_in_page, role) -> None:
    people = await archiving_people(db)
    await put(db, people, "K-9")
    person: cast.Person = getattr(people, role)
    page = await signed_in_page(person, reduced_motion="reduce", viewport=PHONES[0])
    faults = []
    paths = ("/platform-admin",) if role == "platform_admin" else (await concept(db, person), *WORK)
    for path in paths:
        await opened(page, path)
        faults += await look(page, path)
    assert not faults, "\n".join(faults)


async def test_steps_menus_and_dialogs(db, signed_in_page) -> None:
    people = await archiving_people(db)
    await put(db, people, "K-9")
    user = await people.admin.current()
    async with db.transaction() as session:
        await drafts.save_draft(session, user, transcript="Mevrouw Verwegendeburgerlijkestand-Achternaam is vrolijk.")
    page = await signed_in_page(people.admin, reduced_motion="reduce", viewport=PHONES[0])
    faults = []
    for path, names in (
        ("/dashboard", ["Menu openen"]),
        ("/drafts", ["Verwijderen"]),
        ("/new-report", ["Voor wie?"]),
        ("/new-report", ["Sjabloon:"]),
        ("/admin", ["Cliënt toevoegen"]),
        ("/admin", ["Bestand importeren"]),
        ("/woordenlijst", ["Woord toevoegen"]),
        ("/dossier", [people.admin.name, "Hoort bij een andere cliënt"]),
    ):
        await opened(page, path)
        await press(page, *names)
        await expect(page.locator("dialog[open]")).to_be_visible()
        faults += await look(page, f"{path} {names}")
    assert not faults, "\n".join(faults)


async def test_recording(people: cast.People, signed_in_page) -> None:
    page = await signed_in_page(people.user, path="/new-report", reduced_motion="reduce", viewport=PHONES[0])
    example = page.get_by_role("link", name="Probeer met een voorbeeld")
    await expect(example).to_be_visible()
    await press(page, "Start opname")
    await expect(page.get_by_text("Aan het opnemen...")).to_be_visible()
    await expect(example).to_be_hidden()
    faults = await look(page, "recording")
    await page.get_by_role("link", name="Terug naar dashboard").click()
    await expect(page.get_by_role("alertdialog", name="Je opname loopt nog")).to_be_visible()
    faults += await look(page, "leaving")
    await press(page, "Blijven", "Pauzeren")
    await expect(page.get_by_text("Gepauzeerd").first).to_be_visible()
    await expect(example).to_be_hidden()
    faults += await look(page, "paused")
    assert not faults, "\n".join(faults)


async def test_the_paper_and_what_it_asks(db, signed_in_page) -> None:
    people = await archiving_people(db)
    user = await people.user.current()
    async with db.transaction() as session:
        said = "De wond is nu 3 bij 2 centimeter. Mevrouw heeft geen koorts."
        report = "## Situatie\n\nDe wond is 3 bij 4 centimeter. Mevrouw heeft koorts.\n"
        draft = await drafts.save_draft(session, user, transcript=said, structured_report=report, client_id="K-9")
    page = await signed_in_page(
        people.user, path=f"/new-report?draft={draft.id}", reduced_motion="reduce", viewport=PHONES[0]
    )
    await expect(page.get_by_role("status").filter(has_text="punten om na te kijken")).to_be_visible()
    faults = await look(page, "paper")
    await press(page, "Volgende")
    await expect(page.get_by_role("complementary", name="Wat je zei")).to_be_visible()
    faults += await look(page, "point")
    await press(page, "Sluiten", "Situatie aanpassen")
    faults += await look(page, "field")
    await press(page, "Klaar")
    for names in (["Datum en tijd wijzigen"], ["Opslaan in archief"], ["Toch opslaan"]):
        await press(page, *names)
        await expect(page.locator("dialog[open]")).to_be_visible()
        faults += await look(page, f"paper {names}")
        if "Datum" in names[0]:
            await press(page, "Annuleren")
            await expect(page.locator("dialog[open]")).to_have_count(0)
    assert not faults, "\n".join(faults)


async def test_questions_of_the_platforms_owner(people: cast.People, signed_in_page) -> None:
    page = await signed_in_page(
        people.platform_admin, path="/platform-admin", reduced_motion="reduce", viewport=PHONES[0]
    )
    faults = []
    for tab, name in (("Organisaties", "Nieuwe Organisatie"), ("Gebruikers", "Nieuwe Gebruiker")):
        await page.get_by_role("tab", name=tab).click()
        await press(page, name)
        await expect(page.locator("dialog[open]")).to_be_visible()
        faults += await look(page, name)
        await press(page, "Annuleren")
        await expect(page.locator("dialog[open]")).to_have_count(0)
    assert not faults, "\n".join(faults)
