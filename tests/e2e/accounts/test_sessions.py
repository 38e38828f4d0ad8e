"""Sign-in in a real browser, and what a stolen tab token is worth against the running product (S03, S05, S06, S26)."""

import asyncio
import re
from datetime import datetime, timedelta

import pytest
from playwright.async_api import Page, WebSocket, expect
from sqlmodel import select, update

from tests.e2e.accounts.steps import sign_in
from tests.support import browser as chromium
from tests.support import tables
from voice_report import clock
from voice_report.db.models import LoginSession
from voice_report.services.drafts import drafts
from voice_report.services.sessions import sessions

#: Opens a websocket as the page would, with a user's tab token, and returns everything the server sends until it has
#: loaded the page, and a while after.
_LISTEN = """
async (token) => {
  const heard = [];
  let load;
  const loaded = new Promise((resolve) => { load = resolve; });
  const socket = new WebSocket(`ws://${location.host}/_event/?EIO=4&transport=websocket&token=${token}`, ["0.10.1"]);
  socket.onmessage = ({data}) => {
    heard.push(data);
    if (data.includes('"is_hydrated_rx_state_":true')) load();
    if (data.startsWith("0")) socket.send("40/_event,");
    if (data.startsWith("40")) {
      for (const name of ["hydrate_and_load", "on_load_internal"]) {
        const full = name === "hydrate_and_load" ? "reflex___state____state.hydrate_and_load"
          : "reflex___state____state.reflex___state____on_load_internal_state.on_load_internal";
        const event = {name: full, payload: {}, router_data: {pathname: "/dashboard", query: {}, asPath: "/dashboard"}};
        socket.send("42/_event," + JSON.stringify(["event", event]));
      }
    }
  };
  await loaded;
  await new Promise((done) => setTimeout(done, 1500));
  const open = socket.readyState;
  socket.close();
  return [open, heard.join("\\n")];
}
"""


async def tab_token(page: Page) -> str:
    """The token of this tab, as soon as the page has made one."""
    return await page.evaluate(
        """new Promise((found) => {
          const look = () => {
            const token = sessionStorage.getItem("token");
            token ? found(token) : requestAnimationFrame(look);
          };
          look();
        })"""
    )


async def sign_out(page: Page, app_server) -> None:
    """Sign the browser out over the API: a page of ours would be led away in the middle of its question."""
    answer = await page.context.request.post(f"{app_server.url}/api/auth/logout", headers={"Origin": app_server.url})
    assert answer.status == 200


async def test_signing_in_leads_to_the_start_page_and_out_to_the_home_page(app_server, people, new_page) -> None:
    page = await new_page()
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    await page.goto(f"{app_server.url}/login")
    await expect(page).to_have_url(re.compile("/dashboard$"))


async def test_a_platform_admin_starts_at_their_own_page(app_server, people, new_page) -> None:
    page = await new_page()
    await chromium.sign_in(page, app_server.url, people.platform_admin.email, people.platform_admin.password)
    await expect(page).to_have_url(re.compile("/platform-admin$"))


async def test_a_guarded_page_sends_a_visitor_to_the_sign_in_page(app_server, new_page) -> None:
    page = await new_page()
    for path in ("/dashboard", "/drafts", "/platform-admin"):
        await page.goto(app_server.url + path)
        await expect(page).to_have_url(re.compile("/login$"))
    await expect(page.get_by_role("link", name="Nieuw hier? Maak eerst een account.")).to_be_visible()


async def test_a_page_beyond_ones_rights_says_so(app_server, people, new_page) -> None:
    page = await new_page()
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    await page.goto(f"{app_server.url}/platform-admin")
    await expect(page.get_by_role("heading", name="Toegang Geweigerd")).to_be_visible()
    await expect(page.get_by_text("Je hebt geen platform admin rechten.")).to_be_visible()


async def test_s03_a_stolen_tab_token_gives_nothing(app_server, people, new_page) -> None:
    victim = await new_page()
    await chromium.sign_in(victim, app_server.url, people.user.email, people.user.password)
    await expect(victim.get_by_text(people.user.first_name).first).to_be_visible()
    token = await tab_token(victim)

    thief = await new_page()
    await thief.goto(f"{app_server.url}/login")
    _, heard = await thief.evaluate(_LISTEN, token)
    assert "event" in heard, "the connection itself works, as for any visitor"
    for private in (people.user.first_name, people.user.last_name, people.user.email, "De Linde", people.user.cookie):
        assert private not in heard

    await thief.add_init_script(f"sessionStorage.setItem('token', '{token}')")
    await thief.goto(f"{app_server.url}/dashboard")
    await expect(thief).to_have_url(re.compile("/login$"))
    await victim.reload()
    await expect(victim.get_by_text(people.user.first_name).first).to_be_visible()


async def test_s03_a_stolen_tab_token_gives_a_colleague_their_own_page_only(app_server, people, new_page) -> None:
    victim = await new_page()
    await chromium.sign_in(victim, app_server.url, people.user.email, people.user.password)
    token = await tab_token(victim)
    other = await new_page()
    await chromium.sign_in(other, app_server.url, people.outsider.email, people.outsider.password)
    _, heard = await other.evaluate(_LISTEN, token)
    assert people.outsider.first_name in heard
    assert people.user.first_name not in heard


async def test_s06_signing_out_elsewhere_closes_an_open_page(app_server, people, new_page, db) -> None:
    page = await new_page()
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    await page.goto("/drafts")
    await expect(page.get_by_text("Geen concepten om mee verder te gaan")).to_be_visible()
    await sign_out(page, app_server)
    await page.reload()
    await expect(page).to_have_url(re.compile("/login$"))
    await expect(page.get_by_text("Je bent uitgelogd, bijvoorbeeld op een ander toestel.")).to_be_visible()
    await sign_in(page, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/drafts$"))


async def test_s06_signed_out_elsewhere_signing_in_again_leads_to_the_draft(
    app_server, people, signed_in_page, watch, db
) -> None:
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript="Mevrouw was vrolijk.")
    page = await signed_in_page(people.user, path=f"/new-report?draft={draft.id}")
    await expect(page.get_by_role("textbox", name="Transcript")).to_have_value("Mevrouw was vrolijk.")
    watch.expect(r"401 .*/replaced$")  # what the page still asks for, on a busy machine
    await sign_out(page, app_server)
    await page.reload()
    await expect(page.get_by_text("Log in en ga verder waar je was. Je tekst is bewaard.")).to_be_visible()
    await sign_in(page, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile(f"/new-report[?]draft={draft.id}$"))
    await expect(page.get_by_role("textbox", name="Transcript")).to_have_value("Mevrouw was vrolijk.")


async def test_s26_cookies_are_hidden_from_scripts(app_server, people, new_page) -> None:
    page = await new_page()
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    assert "session" not in await page.evaluate("document.cookie")
    stored = {cookie["name"]: cookie for cookie in await page.context.cookies()}
    assert stored["session"]["httpOnly"]
    assert stored["session"]["sameSite"] == "Lax"


async def test_s28_the_server_log_holds_no_cookie_and_no_password(app_server, people, new_page) -> None:
    page = await new_page()
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    cookie = next(one["value"] for one in await page.context.cookies() if one["name"] == "session")
    event = {"name": "reflex___state____state.no_such_handler", "payload": {"text": "kanarie-in-een-event"}}
    await page.evaluate(
        """async ([token, event]) => {
          const socket = new WebSocket(`ws://${location.host}/_event/?EIO=4&transport=websocket&token=${token}`);
          socket.onmessage = ({data}) => {
            if (data.startsWith("0")) socket.send("40/_event,");
            if (data.startsWith("40")) socket.send("42/_event," + JSON.stringify(["event", event]));
          };
          await new Promise((refused) => { socket.onclose = refused; });
        }""",
        [await tab_token(page) + "x", event],
    )
    log = app_server.log.read_text()
    for secret in (cookie, people.user.password, people.user.email, "kanarie-in-een-event"):
        assert secret not in log


async def set_back(db, person) -> datetime:
    """Make the last sign of life of a user's sessions almost twelve hours old."""
    moment = clock.now() - sessions.IDLE + timedelta(minutes=1)
    await tables.run(update(LoginSession).where(LoginSession.user_id == person.id).values(last_seen_at=moment))
    return moment


async def last_seen(db, person) -> datetime:
    query = select(LoginSession.last_seen_at).where(LoginSession.user_id == person.id)
    return max(await tables.rows(query))


async def cut_and_reconnect(page: Page) -> list[str]:
    """Let the page's websocket go as for the back-forward cache, and come back; return what the page sent then."""
    sent: list[str] = []
    loaded = asyncio.Event()

    def received(frame: str | bytes) -> None:
        if '"is_hydrated_rx_state_":true' in str(frame).replace(" ", ""):
            loaded.set()

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))
        socket.on("framereceived", received)

    page.once("websocket", listen)
    await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await loaded.wait()
    return sent


@pytest.mark.parametrize("path", ["/dashboard", "/new-report", "/drafts", "/dossier", "/account"])
async def test_s05_a_page_that_reconnects_by_itself_does_not_keep_its_session_alive(
    app_server, db, people, new_page, path: str
) -> None:
    page = await new_page()
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/dashboard$"))
    opened = await set_back(db, people.user)
    await page.goto(app_server.url + path, wait_until="networkidle")  # what it still asks is part of being opened
    await chromium.loaded(page)
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    assert await last_seen(db, people.user) > opened, "opening a page is an act"

    untouched = await set_back(db, people.user)
    for _ in range(2):
        sent = await cut_and_reconnect(page)
        assert [frame[:10] for frame in sent if frame.startswith("4")] == ["40/_event,"], "it only loads itself anew"
    await expect(page.get_by_text(people.user.first_name).first).to_be_visible()
    assert await last_seen(db, people.user) == untouched

    await page.get_by_role("navigation", name="Hoofdmenu").get_by_role("link", name="Prijzen").click()
    await expect(page).to_have_url(re.compile("/prijzen$"))
    await expect(page.get_by_role("heading", level=1)).to_be_visible()
    while await last_seen(db, people.user) == untouched:  # the page is drawn before the server has its event
        await page.evaluate("new Promise(requestAnimationFrame)")
    assert await last_seen(db, people.user) > untouched, "following a link is an act"
