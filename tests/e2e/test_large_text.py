"""Every page with its text enlarged as far as WCAG 1.4.4 asks: nothing sticks out, is cut off or covers other text."""

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.e2e.reports.archiving import archiving_people, concept, put
from tests.support import people as cast
from voice_report.services.drafts import drafts

PERCENTAGES = (115, 130, 150, 200)
PHONES: tuple[ViewportSize, ...] = ({"width": 390, "height": 844}, {"width": 320, "height": 640})

PUBLIC = (
    "/", "/prijzen", "/login", "/register", "/forgot-password", "/reset-password", "/verify-email", "/payment-success",
    "/privacyverklaring", "/algemene-voorwaarden", "/hulp", "/bestaat-niet",
)  # fmt: skip
WORK = (
    "/dashboard", "/drafts", "/dossier", "/woordenlijst", "/account", "/admin", "/inloggen-beheer", "/sjablonen",
    "/logboek", "/betalingen", "/new-report", "/new-report?testMode=true",
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
    const boxes = [];
    const unseen = ".visually-hidden, .skip, .text-marks, .brand, .copy-words, .toasts, thead, select, textarea";
    const place = document.querySelector("dialog[open]") ?? document.body;
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const e = texts.currentNode.parentElement;
        if (!texts.currentNode.data.trim() || !shown(e) || e.closest(unseen)) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        const clip = e.closest(".preview, [role=listbox]")?.getBoundingClientRect().bottom ?? Infinity;
        const seen = [...range.getClientRects()].filter(({ width, bottom }) => width > 2 && bottom <= clip + 1);
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
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    await expect(page.get_by_text("Laden...")).to_have_count(0)
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
    ):
        await opened(page, path)
        await press(page, *names)
        await expect(page.locator("dialog[open]")).to_be_visible()
        faults += await look(page, f"{path} {names}")
    assert not faults, "\n".join(faults)
