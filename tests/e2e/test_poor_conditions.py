"""Browsers and lines as they are: no cookies, slow scripts, large letters."""

import re

import pytest
from playwright.async_api import Page, expect

from tests.e2e.accounts.steps import new_address
from tests.support import browser as chromium
from tests.support import people as cast
from voice_report.services.drafts import drafts

PUBLIC = ("/", "/prijzen", "/login", "/register", "/forgot-password", "/privacyverklaring", "/algemene-voorwaarden")
PRIVATE = ("/dashboard", "/new-report", "/klaar", "/drafts", "/dossier", "/woordenlijst", "/account")
ADMIN = ("/admin", "/inloggen-beheer", "/sjablonen", "/logboek", "/betalingen")

#: Phones, a tablet, a desktop, and this at 200 % (640) and 400 % (320) zoom.
WIDTHS = (1440, 768, 640, 390, 320)


async def fits(page: Page) -> bool:
    """Tell whether nothing sticks out sideways."""
    wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide <= 0


#: What a browser that blocks cookies does with the other kinds of memory.
_NO_MEMORY = """
for (const name of ["sessionStorage", "localStorage", "indexedDB"]) {
  Object.defineProperty(window, name, {
    configurable: true,
    get() { throw new DOMException("blocked", "SecurityError"); },
  });
}
"""


@pytest.mark.parametrize("memory", ["", _NO_MEMORY], ids=["no cookies", "no memory at all"])
async def test_a_browser_without_cookies_says_what_to_do(memory: str, app_server, page, watch) -> None:
    watch.expect("blocked")  # from the framework's own script for light and dark
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    await page.add_init_script(memory)
    await page.goto("/login")
    assert not await page.evaluate("navigator.cookieEnabled")
    await page.wait_for_load_state("networkidle")
    await expect(page.get_by_text("Sta cookies toe")).to_be_visible()


async def test_a_session_cookie_that_is_not_kept_is_no_silent_circle(app_server, people, page, watch) -> None:
    watch.expect("401")

    async def forgetful(route) -> None:
        answer = await route.fetch()
        await page.context.clear_cookies()
        await route.fulfill(status=answer.status, content_type="application/json", body=await answer.text())

    await page.route("**/api/auth/login", forgetful)
    await page.goto("/login")
    await page.get_by_label("E-mailadres").fill(people.user.email)
    await page.get_by_label("Wachtwoord", exact=True).fill(people.user.password)
    await page.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(page.get_by_text("Je browser bewaart geen cookies")).to_be_visible()
    await expect(page.get_by_label("E-mailadres")).to_have_value(people.user.email)


@pytest.mark.parametrize("press", ["Enter", "a click", "a click that ends when they have come"])
async def test_while_the_scripts_are_slow_what_is_typed_stays_and_a_press_is_not_lost(
    press: str, app_server, people, new_page
) -> None:
    page = await new_page()
    button = page.get_by_role("button", name="Inloggen", exact=True)
    async with chromium.held(page, "**/assets/*.js"):
        await page.goto("/login", wait_until="commit")
        await expect(page.get_by_role("heading", name="Inloggen")).to_be_visible()
        await page.get_by_label("E-mailadres").fill(people.user.email)
        await page.get_by_label("Wachtwoord", exact=True).fill(people.user.password)
        if press == "Enter":
            await page.get_by_label("Wachtwoord", exact=True).press("Enter")
        else:
            box = await button.bounding_box()
            await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            await page.mouse.down()
        if press == "a click":
            await page.mouse.up()
        if press in ("Enter", "a click"):
            await expect(button).to_have_attribute("aria-busy", "true")
        assert re.search("/login$", page.url), "nothing was sent in an address"
    if press == "a click that ends when they have come":
        await expect(button).to_be_enabled()
        await expect(page.get_by_label("E-mailadres")).to_have_value(people.user.email)
        await expect(page.get_by_label("Wachtwoord", exact=True)).to_have_value(people.user.password)
        await page.mouse.up()
    await expect(page).to_have_url(re.compile("/dashboard$"))


async def test_who_types_on_after_an_early_press_has_taken_it_back(app_server, people, new_page) -> None:
    page = await new_page()
    button = page.get_by_role("button", name="Inloggen", exact=True)
    password = page.get_by_label("Wachtwoord", exact=True)
    async with chromium.held(page, "**/assets/*.js"):
        await page.goto("/login", wait_until="commit")
        await page.get_by_label("E-mailadres").fill(people.user.email)
        await password.fill("nog niet")
        await password.press("Enter")
        await expect(button).to_have_attribute("aria-busy", "true")
        await password.press_sequentially(" af")
        await expect(button).not_to_have_attribute("aria-busy", "true")
    await expect(button).to_be_enabled()
    await expect(password).to_have_value("nog niet af")
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_other_buttons_that_are_pressed_while_the_scripts_are_slow_do_what_they_say(app_server, new_page) -> None:
    page = await new_page()
    password = page.get_by_label("Wachtwoord", exact=True)
    async with chromium.held(page, "**/assets/*.js"):
        await page.goto("/login", wait_until="commit")
        await page.get_by_role("button", name="Tonen").click()
        await expect(password).to_have_attribute("type", "password")
    await expect(password).to_have_attribute("type", "text")
    await page.get_by_role("button", name="Tonen").click()
    await expect(password).to_have_attribute("type", "password")


#: How often the button was pressed is what it hears: a press that React cannot carry out yet does not come to it.
_PRESS = """
const button = () => [...document.querySelectorAll("button")].find(({ innerText }) => innerText === "Tonen");
const press = () => {
  button().addEventListener("click", () => (window.presses = (window.presses ?? 0) + 1));
  button().click();
};
"""

#: Press 'Tonen' at a moment between two steps of the page's start.
_MOMENTS = {
    "as soon as React listens": """
const add = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, ...rest) {
  add.call(this, type, ...rest);
  if (this !== document || type !== "dblclick" || window.isPressed) return; // nothing else wants double clicks
  window.isPressed = true;
  queueMicrotask(press);
};
""",
    "before the effects of what is drawn": """
window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
  supportsFiber: true,
  inject: () => 1,
  checkDCE() {},
  onCommitFiberUnmount() {},
  onPostCommitFiberRoot() {},
  onCommitFiberRoot() {
    if (window.isPressed || !Object.keys(button() ?? {}).some((key) => key.startsWith("__reactProps"))) return;
    window.isPressed = true;
    press();
  },
};
""",
}


@pytest.mark.parametrize("moment", _MOMENTS)
async def test_a_press_while_the_page_begins_to_work_is_carried_out_once(moment: str, app_server, new_page) -> None:
    page = await new_page()
    await page.add_init_script(_PRESS + _MOMENTS[moment])
    await page.goto("/login")
    await expect(page.get_by_role("button", name="Inloggen", exact=True)).to_be_enabled()  # all effects have run
    await expect(page.get_by_label("Wachtwoord", exact=True)).to_have_attribute("type", "text")
    assert await page.evaluate("window.presses") == 1


async def test_enter_while_the_scripts_are_slow_asks_for_what_is_missing(app_server, new_page) -> None:
    page = await new_page()
    async with chromium.held(page, "**/assets/*.js"):
        await page.goto("/forgot-password", wait_until="commit")
        await page.get_by_label("E-mailadres").press("Enter")
    await expect(page.get_by_text("Ongeldig e-mailadres")).to_be_visible()
    button = page.get_by_role("button", name="Verstuur resetlink")
    await expect(button).to_be_enabled()
    await expect(button).not_to_have_attribute("aria-busy", "true")


async def test_a_slow_processor_loses_no_letter_of_a_registration(app_server, db, new_page) -> None:
    page = await new_page()
    session = await page.context.new_cdp_session(page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": 6})
    await page.goto("/register", wait_until="commit")
    await page.get_by_label("Voornaam").press_sequentially("Nora")
    await page.get_by_label("E-mailadres").press_sequentially("nora@zorg.example")
    await expect(page.get_by_role("button", name="Account aanmaken")).to_be_enabled()
    await expect(page.get_by_label("Voornaam")).to_have_value("Nora")
    await expect(page.get_by_label("E-mailadres")).to_have_value("nora@zorg.example")


async def test_every_page_fits_in_every_width(people, new_page, signed_in_page) -> None:
    """200 % zoom halves the width a page has (WCAG 1.4.4, 1.4.10); 320 px is the least it must fit in."""
    pages = (
        (await new_page(), PUBLIC),
        (await signed_in_page(people.admin, path=""), (*PRIVATE, *ADMIN)),
        (await signed_in_page(people.platform_admin, path=""), ("/platform-admin",)),
    )
    wide = [each for page, paths in pages for path in paths for each in await too_wide(page, path)]
    assert not wide


async def test_a_name_of_a_hundred_letters_fits(db, people, signed_in_page) -> None:
    address = new_address().replace("zorg", "z" * 60)
    person = await cast.make_user(people.organization_id, "W" * 100, "m" * 100, role="admin", email=address)
    client = await cast.make_client(people.organization_id, "C-9", "Maria " * 12, "van der Heijden-" * 6)
    draft = await person.call(drafts.save_draft, transcript="Goed.", client_id=client)
    page = await signed_in_page(person, path="")
    paths = (*PUBLIC, *PRIVATE, *ADMIN, f"/new-report?draft={draft.id}")
    wide = [each for path in paths for each in await too_wide(page, path)]
    assert not wide


async def too_wide(page: Page, path: str) -> list[str]:
    """Return the widths in which something on the page sticks out sideways. The page is loaded once."""
    await page.goto(path)
    await chromium.loaded(page)
    wide = []
    for width in WIDTHS:
        await page.set_viewport_size({"width": width, "height": 844})
        if not await fits(page):
            wide.append(f"{path} in {width}")
    return wide


#: Notes how long after the page's beginning a sentence comes.
_TOLD = """new MutationObserver(() => {
  if (document.body?.textContent.includes("SENTENCE")) window.told ??= performance.now();
}).observe(document, { subtree: true, childList: true, characterData: true });"""


async def test_a_page_whose_websocket_is_refused_by_the_browser_says_so(app_server, people, signed_in_page) -> None:
    """An extension that blocks it lets the constructor throw: nothing is ever tried, and nothing reports a failure."""
    page: Page = await signed_in_page(people.user, path="")
    sentence = "Deze pagina krijgt geen verbinding."
    await page.add_init_script("window.WebSocket = class { constructor() { throw new Error('blocked'); } };")
    await page.add_init_script(_TOLD.replace("SENTENCE", sentence))
    await page.goto("/dashboard")
    await expect(page.get_by_text("Laden...")).to_be_visible()
    await expect(page.get_by_text(sentence)).to_be_visible()
    assert await page.evaluate("told") > 9_000
