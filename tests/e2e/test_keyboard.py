"""Every page with the keyboard alone: Tab reaches each control in the order in which it is seen; a control has a role
and a name, shows that it has the focus and is not covered. Enter and Escape do their work. Headings and landmarks are
one outline."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

import pytest
from playwright.async_api import Page, expect

from tests.e2e.organizations.accounting import accountable
from tests.e2e.reports.wizard import open_part
from tests.support import browser as chromium
from tests.support.people import People
from voice_report.services.drafts import drafts
from voice_report.ui.shell import routes

WALK = (Path(__file__).parent / "keyboard_walk.js").read_text()
REPORT = "## Situatie\n\nMevrouw was vrolijk.\n\n## Observaties\n\nNiet besproken"
UNKNOWN = "/bestaat-niet"
ASKS_FOR_WHAT_IS_NOT_THERE = (UNKNOWN, "/verify-email")
MORE = 5  # presses beyond the last control: nothing holds the focus

#: A letter is lost when React refuses a change (its error 185): at the 51st commit in a row that leaves an update to be
#: drawn. A page that updates itself once more at each letter gets there with 26 letters that it has no time to draw.
TYPES_AT_ONCE = """() => [...document.querySelectorAll("input, textarea")]
  .filter((one) => /^(text|search|email|password|tel|url|textarea)$/.test(one.type) && !one.readOnly && !one.disabled)
  .filter((field) => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
    const whole = field.value.length + 60;
    while (field.value.length < whole) {
      const before = field.value;
      set.call(field, before + "a");
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      if (field.value === before) return true;
    }
  })
  .map((field) => `letter lost: ${field.ariaLabel || field.name || field.id}`)"""

#: Roles of the accessibility tree that a person operates, which have to say what they are for.
OPERATED = {
    "button", "checkbox", "combobox", "link", "menuitem", "option", "radio", "searchbox", "slider", "spinbutton",
    "switch", "tab", "textbox",
}  # fmt: skip


@dataclass(frozen=True)
class Where:
    """A page: who opens it, what is pressed there first (role and name), and what the answer brings: a heading,
    a button or a field."""

    path: str
    who: str = ""
    press: tuple[Literal["tab", "button", "link"], str] | None = None
    brings: str = ""

    def __str__(self) -> str:
        return f"{self.who or 'visitor'} {self.path} {self.press[1] if self.press else ''}".strip()


PAGES = [
    *(
        Where(path)
        for path in (
            "/", "/prijzen", "/login", "/register", "/forgot-password", "/reset-password", "/verify-email",
            "/payment-success", "/bevestigd?sso=provider_declined", "/hulp", "/privacyverklaring",
            "/algemene-voorwaarden", UNKNOWN,
        )
    ),
    *(
        Where(path, "user")
        for path in (
            "/prijzen", "/dashboard", "/new-report", "/new-report?testMode=true", "/new-report?draft=CONCEPT",
            "/voorbeeld", "/drafts", "/dossier", "/woordenlijst", "/account", "/admin", "/privacy-beheer",
        )
    ),
    Where("/account", "user", ("tab", "Wachtwoord")),
    Where("/account", "user", ("tab", "Beveiliging")),
    *(
        Where(path, "admin")
        for path in (
            "/dashboard", "/klaar", "/admin", "/inloggen-beheer", "/sjablonen", "/veldprofielen", "/logboek",
            "/privacy-beheer", "/privacydossier", "/wisbewijzen", "/inzage", "/steekproef", "/betalingen", "/account",
            "/inzicht",
        )
    ),
    Where("/sjablonen", "admin", ("button", "Nieuw sjabloon")),
    Where("/wisbewijzen", "admin", ("link", "1 concept gewist"), "Gewist volgens de bewaartermijn"),
    Where("/steekproef", "admin", ("button", "Navragen"), "Opmerking"),
    Where("/dossier", "admin", ("button", "Wie heeft dit gezien"), "Wie heeft dit dossier gezien"),
    *(
        Where(path, "platform_admin")
        for path in ("/platform-admin", "/uitgaand", "/inzicht", "/logboek", "/betalingen", "/account", "/drafts")
    ),
    Where("/platform-admin", "platform_admin", ("tab", "Gebruikers"), "Bewerken"),
]  # fmt: skip


#: Where an administrator, or who runs the installation, accounts for what is kept, seen, erased and sent.
ACCOUNTS_FOR = ("/privacy-beheer", "/privacydossier", "/wisbewijzen", "/inzage", "/steekproef", "/dossier", "/uitgaand")

#: On a phone as well: what people do there, and a page of each layout.
ON_A_PHONE = [
    where
    for where in PAGES
    if where.who == "user" or where.path in ("/", "/login", "/sjablonen", "/logboek", *ACCOUNTS_FOR)
]


#: Which pages a person walks through in one tab, and how wide it is. A page that follows another costs half of the
#: first, which starts a process and compiles. Apart are the pages that may ask for something that is not there.
TOURS = [
    pytest.param(who, width, tour, missing, id=f"{who or 'visitor'}{' 404' * missing}-{width}")
    for width, pages in ((1440, PAGES), (390, ON_A_PHONE))
    for missing in (False, True)
    for who in ("", "user", "admin", "platform_admin")
    if (tour := [one for one in pages if one.who == who and (one.path in ASKS_FOR_WHAT_IS_NOT_THERE) == missing])
]


async def test_every_page_is_walked():
    known = {value for name, value in vars(routes).items() if name.isupper()}
    assert {where.path.split("?")[0] for where in PAGES} == known | {UNKNOWN}
    walked = [(where, param.values[1]) for param in TOURS for where in cast("list[Where]", param.values[2])]
    assert Counter(walked) == Counter([*((where, 1440) for where in PAGES), *((where, 390) for where in ON_A_PHONE)])


@pytest.mark.parametrize(("who", "width", "tour", "missing"), TOURS)
async def test_pages_are_walked_with_the_keyboard(
    db, people: People, new_page, signed_in_page, watch, who, width, tour, missing
):
    if missing:
        watch.expect("404")
    options = {"viewport": {"width": width, "height": 844}, "reduced_motion": "reduce"}
    page = await (signed_in_page(getattr(people, who), path="", **options) if who else new_page(**options))
    await page.add_init_script(WALK)
    if who == "admin":
        await accountable(db, people)
    wrong = {}
    for where in tour:
        await opens(page, where, await concept(db, people) if "CONCEPT" in where.path else "")
        if found := [*await outline(page), *await walk(page), *await typed_at_once(page)]:
            wrong[str(where)] = found
    assert not wrong


async def walk(page: Page) -> list[str]:
    """Press Tab to the last control and further; return what was wrong on the way."""
    controls: list[str] = await page.evaluate("walk.begin()")
    for _ in range(len(controls) + MORE):
        await page.keyboard.press("Tab")
    wrong: list[str] = await page.evaluate("walk.end()")
    return wrong if len(controls) >= 5 else [*wrong, f"only {controls}"]


async def typed_at_once(page: Page) -> list[str]:
    """Type sixty letters into each field, with no time for the page between them; return the fields that lost one."""
    if "draft=" in page.url:
        await open_part(page)
    lost: list[str] = await page.evaluate(TYPES_AT_ONCE)
    return lost


async def concept(db, people: People) -> str:
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Mevrouw was vrolijk.", structured_report=REPORT)
    return str(draft.id)


async def opens(page: Page, where: Where, draft: str) -> None:
    await page.goto(where.path.replace("CONCEPT", draft))
    await chromium.loaded(page)
    if where.who:
        await expect(page.locator(".user-button")).to_be_attached()
    if where.path.startswith(routes.NEW_REPORT):
        step = 3 if draft else 2 if "testMode" in where.path else 1
        await expect(page.get_by_text(f"Stap {step} van 3")).to_be_visible()
    await page.evaluate(chromium.ALIVE)
    if where.path == UNKNOWN:
        await page.wait_for_load_state("networkidle")  # the page that a server sends for any address is replaced
    if where.press:
        role, name = where.press
        await page.get_by_role(role, name=name).first.click()
        if role == "tab" or not where.brings:
            await expect(page.get_by_role("tabpanel" if role == "tab" else "heading", name=name)).to_be_visible()
    if where.brings:
        operated, told = (page.get_by_role(role, name=where.brings) for role in ("button", "heading"))
        await expect(operated.or_(told).or_(page.get_by_label(where.brings)).first).to_be_visible()


async def outline(page: Page) -> list[str]:
    """Return what is wrong in the page's accessibility tree."""
    debugger = await page.context.new_cdp_session(page)
    nodes = (await debugger.send("Accessibility.getFullAXTree"))["nodes"]
    seen = [node for node in in_order(nodes) if not node["ignored"]]
    roles = Counter(role(node) for node in seen)
    levels = [
        next(each["value"]["value"] for each in node["properties"] if each["name"] == "level")
        for node in seen
        if role(node) == "heading"
    ]
    wrong = [f"{roles['main']} main"] * (roles["main"] != 1) + [f"{levels.count(1)} h1"] * (levels.count(1) != 1)
    wrong += [f"h{now} after h{before}" for before, now in zip([0, *levels], levels, strict=False) if now > before + 1]
    return wrong + [f"a {role(node)} without a name" for node in seen if role(node) in OPERATED and not name(node)]


def in_order(nodes: list[dict]) -> Iterator[dict]:
    """Yield the nodes in the order in which they are read out; the browser gives them level by level."""
    by_id = {node["nodeId"]: node for node in nodes}
    waiting = [nodes[0]]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += [by_id[child] for child in reversed(node["childIds"]) if child in by_id]


def role(node: dict) -> str:
    return node["role"]["value"]


def name(node: dict) -> str:
    return node.get("name", {}).get("value", "").strip()


FAULTY = """data:text/html,<!doctype html><title>x</title><main><h1>Kop</h1><h3>Te diep</h3>
<button style="position:absolute;top:200px">Onder</button><button>Boven</button><p tabindex=0>Tekst</p><button></button>
<style>button{outline:none} aside{position:fixed;inset:100px 0 300px} summary{outline:1px solid red}</style>
<aside></aside><a href="x" tabindex=2>Vooraan</a><h1>Nog een</h1></main>"""


async def test_the_walk_sees_what_is_wrong(page: Page):
    await page.add_init_script(WALK)
    await page.goto(FAULTY)
    assert await outline(page) == ["2 h1", "h3 after h1", "a button without a name"]
    wrong = await walk(page)
    for fault in (
        "covered: button 'Onder'",
        "focus not shown: button 'Boven'",
        "no role: p 'Tekst'",
        "button 'Onder' comes before button 'Boven'",
        "jumps the queue: a 'Vooraan'",
    ):
        assert fault in wrong


PRIVACY = re.compile("^Privacy$")  # not 'Privacydossier'

WAYS = [
    (
        "",
        "/login",
        [
            ("Wachtwoord vergeten?", "Wachtwoord Vergeten"),
            ("Terug naar inloggen", "Inloggen"),
            ("Nieuw hier? Maak eerst een account.", "Account aanmaken"),
            ("Privacyverklaring", "Privacyverklaring"),
            ("Algemene voorwaarden", "Algemene voorwaarden"),
            ("Spraakrapport, naar de startpagina", "Praat."),
        ],
    ),
    (
        "user",
        "/dashboard",
        [
            ("Alle concepten", "Concepten"),
            ("Terug naar dashboard", "Ursula"),
            ("Alle cliënten", "Dossier"),
            ("Terug naar dashboard", "Ursula"),
            ("50 credits", "Je betaalt per rapportage"),
        ],
    ),
    ("user", "/account", [("Terug naar dashboard", "Ursula")]),
    ("user", "/new-report", [("Terug naar dashboard", "Ursula")]),
    (
        "admin",
        "/admin",
        [
            ("Sjablonen", "Sjablonen"),
            ("Terug naar Admin", "Admin"),
            ("Inloggen", "Inloggen"),
            ("Terug naar Admin", "Admin"),
            ("Privacy", PRIVACY),
            ("Privacydossier", "Privacydossier"),
            ("Terug naar Privacy", PRIVACY),
            ("Steekproef", "Steekproef"),
            ("Terug naar Privacy", PRIVACY),
            ("Wisbewijzen", "Wisbewijzen"),
            ("Terug naar Privacy", PRIVACY),
            ("Terug naar Admin", "Admin"),
            ("Logboek", "Logboek"),
            ("Terug naar Admin", "Admin"),
            ("Betalingen", "Betalingen en credits"),
            ("Terug naar Admin", "Admin"),
        ],
    ),
    (
        "platform_admin",
        "/platform-admin",
        [
            ("Logboek", "Logboek"),
            ("Terug naar Platform Admin", "Platform Admin"),
            ("Betalingen", "Betalingen en credits"),
            ("Terug naar Platform Admin", "Platform Admin"),
        ],
    ),
    ("platform_admin", "/account", [("Terug naar Platform Admin", "Platform Admin")]),
]


@pytest.mark.parametrize(("who", "start", "steps"), WAYS, ids=[f"{who or 'visitor'} {start}" for who, start, _ in WAYS])
async def test_enter_leads_to_the_heading_of_the_next_page(people: People, page, signed_in_page, who, start, steps):
    if who:
        page = await signed_in_page(getattr(people, who), path="")
    await page.goto(start)
    for name, heading in steps:
        await chromium.loaded(page)  # a key that is pressed on what is being drawn anew is lost
        await page.evaluate(chromium.ALIVE)
        await page.get_by_role("link", name=name).first.press("Enter")
        await expect(page.get_by_role("heading", level=1, name=heading)).to_be_focused()


@pytest.mark.parametrize(
    ("who", "path", "opener", "opened", "width"),
    [
        ("user", "/dashboard", "Ursula Verzorger", "menu", 1440),
        ("user", "/dashboard", "Menu openen", "dialog", 390),
        ("user", "/new-report", "Voor wie?", "dialog", 390),
        ("user", "/new-report", "Sjabloon: ", "dialog", 390),
        ("user", "/new-report", "Manier van schrijven: ", "dialog", 1440),
        ("user", "/drafts", "Verwijder", "alertdialog", 390),
        ("user", "/woordenlijst", "Woord toevoegen", "dialog", 390),
        ("admin", "/privacy-beheer", "Woord toevoegen", "dialog", 390),
        ("admin", "/admin", "Cliënt toevoegen", "dialog", 1440),
        ("admin", "/admin", "Bestand importeren", "dialog", 1440),
        ("platform_admin", "/platform-admin", "Nieuwe Organisatie", "dialog", 1440),
        ("platform_admin", "/platform-admin", "Verwijder", "alertdialog", 1440),
    ],
)
async def test_enter_opens_and_escape_leads_back(db, people: People, signed_in_page, who, path, opener, opened, width):
    if path == "/drafts":
        await concept(db, people)
    page = await signed_in_page(getattr(people, who), path=path, viewport={"width": width, "height": 844})
    await chromium.loaded(page)
    await page.evaluate(chromium.ALIVE)
    button = page.get_by_role("button", name=opener).first
    await button.press("Enter")
    shown = page.get_by_role(opened)
    await expect(shown).to_be_visible()
    await expect(shown.locator(":focus").or_(page.locator(f"[role={opened}]:focus, dialog:focus"))).to_have_count(1)
    if opener == "Voor wie?":
        await page.keyboard.press("Escape")  # closes the list of clients
    await page.keyboard.press("Escape")
    await expect(shown).to_have_count(0)
    await expect(button).to_be_focused()


@pytest.mark.parametrize("path", ["/", "/dashboard"])
async def test_the_menu_opens_before_the_scripts_have_come_and_stays_open(people: People, signed_in_page, path):
    page = await signed_in_page(people.user, path="", viewport={"width": 390, "height": 844})
    button, menu = page.get_by_role("button", name="Menu openen"), page.get_by_role("dialog", name="Menu")
    async with chromium.held(page, "**/assets/*.js"):
        await page.goto(path, wait_until="commit")
        await expect(page.locator("#side-menu")).to_be_attached()  # the page is parsed in parts
        await button.press("Enter")
        await expect(menu).to_be_visible()
    await expect(menu.get_by_role("button", name="Uitloggen")).to_be_visible()
    await menu.get_by_role("button", name="Menu sluiten").press("Enter")
    await expect(menu).to_have_count(0)
    await expect(button).to_be_focused()


async def test_arrows_go_along_the_tabs(people: People, signed_in_page):
    page = await signed_in_page(people.user, path="/account")
    await chromium.loaded(page)
    await page.get_by_role("tab", name="Profiel").press("ArrowRight")
    await expect(page.get_by_role("tab", name="Wachtwoord", selected=True)).to_be_focused()
    await expect(page.get_by_role("tabpanel", name="Wachtwoord")).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect(page.get_by_label("Huidig wachtwoord").locator("visible=true")).to_be_focused()
