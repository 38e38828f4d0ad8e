"""A session that ends while somebody talks (S47): recording goes on under a cover; its owner alone goes on with it."""

import re
from datetime import timedelta
from functools import partial

import pytest
from playwright.async_api import Page, expect
from sqlmodel import col, delete, update

from tests import browser as chromium
from tests.e2e.accounts.steps import sign_in
from tests.e2e.accounts.test_passkeys import Device, make
from tests.e2e.reports.recording import STT, Recorder, Talking, hang_up, leave_the_page, words
from tests.e2e.reports.test_recorder_troubles import FULL
from tests.e2e.test_accessible import looker
from tests.fakes import sound
from tests.people import People
from voice_report import clock
from voice_report.models import LoginSession, User

#: All text that the page's components hold, and what they remember: the tree that React has on the screen.
REMEMBERED = """() => {
  const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
  const seen = new WeakSet(), found = [];
  const look = (value, depth) => {
    if (typeof value === "string") return void found.push(value);
    if (!value || typeof value !== "object" || depth > 12 || seen.has(value) || value instanceof Node) return;
    if (value === window || value instanceof Blob) return;
    seen.add(value);
    for (const name of Object.keys(value)) {
      if (["return", "alternate", "stateNode", "_owner", "_debugOwner"].includes(name)) continue;
      look(value[name], depth + 1);
    }
  };
  const walk = (fiber) => {
    for (let one = fiber; one; one = one.sibling) {
      look(one.memoizedProps, 0);
      look(one.memoizedState, 0);
      walk(one.child);
    }
  };
  walk(document[key].stateNode.current);
  return found.join("\\n");
}"""


def cover_of(page: Page):
    return page.get_by_role("alertdialog", name="Je bent uitgelogd")


async def end_session(db, person) -> None:
    """End it as an administrator or another device does."""
    async with db.transaction() as session:
        await session.execute(delete(LoginSession).where(col(LoginSession.user_id) == person.id))


async def covered(recorder: Recorder):
    """Wait for the cover, and return it."""
    cover = cover_of(recorder.page)
    await expect(cover).to_be_visible(timeout=30_000)
    return cover


async def sign_in_by_password(cover, password: str) -> None:
    await cover.get_by_role("button", name="Met wachtwoord").click()
    await cover.get_by_label("Wachtwoord", exact=True).fill(password)
    await cover.get_by_role("button", name="Inloggen", exact=True).click()


async def test_s47_the_same_person_signs_in_with_the_password_and_no_word_is_lost(
    talking: Talking, db, people: People, heard
) -> None:
    recorder = await talking(sound.dictation(6))
    page = recorder.page
    await recorder.start()
    await recorder.says("woord001")
    await end_session(db, people.user)
    cover = await covered(recorder)
    await expect(cover.get_by_text("Je opname gaat door en staat op dit toestel.")).to_be_visible()
    await expect(cover.get_by_text(people.user.email)).to_be_visible()
    await expect(cover.get_by_text("Wat je zegt, wordt verwerkt zodra je bent ingelogd.")).to_be_visible()
    await recorder.is_recording()
    assert "woord001" not in await page.evaluate(REMEMBERED)
    assert "woord001" not in await page.content()
    await recorder.talk(20)
    sent = len(await heard())
    await sign_in_by_password(cover, "niet-dit-wachtwoord")
    await expect(cover.get_by_role("alert")).to_contain_text("Inloggen mislukt")
    await cover.get_by_label("Wachtwoord", exact=True).fill(people.user.password)
    await cover.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(cover).to_have_count(0)
    await recorder.is_recording()
    await recorder.says("woord001")
    await recorder.talk(32)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 7))
    assert len(await heard()) > sent


async def test_s47_the_same_person_signs_in_with_a_passkey_and_a_second_end_is_the_same(
    talking: Talking, db, people: People
) -> None:
    recorder = await talking(sound.dictation(4))
    page = recorder.page
    device = await Device.of(page)
    await page.goto("/account")
    await make(page, people.user)
    await recorder.open()
    await recorder.start()
    await recorder.talk(5)
    for seconds in (9, 14):
        await end_session(db, people.user)
        cover = await covered(recorder)
        await recorder.talk(seconds)
        await device.present(present=True)
        await cover.get_by_role("button", name="Inloggen met toegangssleutel").click()
        await expect(cover).to_have_count(0)
        await recorder.is_recording()
    await recorder.talk(25)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 5))


async def test_s47_a_refused_segment_covers_the_page_also_after_an_earlier_return(
    talking: Talking, db, people: People
) -> None:
    """The server's refusal may come before the page's connection is closed, which still shows who was signed in."""
    recorder = await talking(sound.dictation(5))
    page = recorder.page
    await recorder.start()
    await recorder.talk(3)
    await end_session(db, people.user)
    cover = await covered(recorder)
    await sign_in_by_password(cover, people.user.password)
    await expect(cover).to_have_count(0)
    await recorder.says("woord001")
    for path in (STT, "**/api/auth/me"):
        await page.route(path, lambda route: route.fulfill(status=401, json={"code": "not_signed_in"}))
    cover = await covered(recorder)
    for path in (STT, "**/api/auth/me"):
        await page.unroute(path)
    assert "woord001" not in await page.evaluate(REMEMBERED)
    await cover.get_by_role("button", name="Met wachtwoord").click()
    await cover.get_by_label("Wachtwoord", exact=True).fill(people.user.password)
    await recorder.is_recording()
    await cover.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(cover).to_have_count(0)
    await recorder.talk(30)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 6))


async def test_s47_another_person_sees_nothing_of_it_and_its_owner_finds_it_later(
    talking: Talking, db, people: People, app_server, heard
) -> None:
    recorder = await talking(sound.dictation(3))
    page = recorder.page
    await recorder.start()
    await recorder.says("woord001")
    await end_session(db, people.user)
    cover = await covered(recorder)
    await recorder.talk(15)
    told = await heard()
    other = await page.context.new_page()
    await chromium.sign_in(other, app_server.url, people.admin.email, people.admin.password)
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(cover).to_have_count(0)
    await expect(page.get_by_text(people.admin.name).first).to_be_visible()
    for one in (page, other):
        await expect(one.get_by_text("Niet-verzonden opname")).to_have_count(0)
    await recorder.open()
    await recorder.expect_stored(dictations=1)
    await expect(page.get_by_text("Niet-verzonden opname")).to_have_count(0)
    assert "woord001" not in await page.evaluate(REMEMBERED)
    assert await heard() == told

    await page.context.clear_cookies()
    await chromium.sign_in(page, app_server.url, people.user.email, people.user.password)
    await recorder.says("Niet-verzonden opname van")
    await recorder.press("Naar de opname")
    await recorder.press("Verwerken")
    said = await recorder.transcript()
    assert said in (words(1, 2), words(1, 2, 3))


async def test_s47_signing_in_in_another_tab_is_enough(talking: Talking, db, people: People, app_server) -> None:
    recorder = await talking(sound.dictation(3))
    page = recorder.page
    await recorder.start()
    await recorder.talk(5)
    await end_session(db, people.user)
    cover = await covered(recorder)
    await recorder.talk(9)
    other = await page.context.new_page()
    await chromium.sign_in(other, app_server.url, people.user.email, people.user.password)
    await expect(cover).to_have_count(0)
    await recorder.is_recording()
    await recorder.talk(19)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 2, 3)


async def test_s47_another_persons_passkey_on_the_cover_opens_their_own_page(
    talking: Talking, db, people: People, app_server
) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    device = await Device.of(page)
    await chromium.use_session(page.context, app_server.url, people.admin.cookie)
    await page.goto("/account")
    await make(page, people.admin, "Sleutel van Anna")
    await chromium.use_session(page.context, app_server.url, people.user.cookie)
    await recorder.open()
    await recorder.start()
    await recorder.talk(5)
    await end_session(db, people.user)
    cover = await covered(recorder)
    await device.present(present=True)
    await cover.get_by_role("button", name="Inloggen met toegangssleutel").click()
    await expect(page).to_have_url(re.compile("/dashboard$"))
    await expect(page.get_by_text(people.admin.name).first).to_be_visible()
    await expect(page.get_by_text(people.user.name)).to_have_count(0)
    await expect(page.get_by_text("Niet-verzonden opname")).to_have_count(0)
    await recorder.expect_stored(dictations=1)


async def test_s47_a_reload_under_the_cover_leaves_an_unsent_recording(talking: Talking, db, people: People) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    page.on("dialog", leave_the_page)
    await recorder.start()
    await recorder.talk(4)
    await end_session(db, people.user)
    await covered(recorder)
    await recorder.talk(9)
    await page.reload()
    await expect(page).to_have_url(re.compile("/login$"))
    await sign_in(page, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/new-report"))
    await recorder.says("Niet-verzonden opname van")
    await recorder.press("Verwerken")
    assert (await recorder.transcript())[:1] == words(1)


async def test_s47_signing_out_in_another_tab_stops_the_recording_and_keeps_it_for_its_owner(
    talking: Talking, people: People, app_server
) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    await recorder.start()
    await recorder.talk(12)
    other = await page.context.new_page()
    await other.goto("/dashboard")
    await other.get_by_role("button", name=people.user.name).click()
    await other.get_by_role("menuitem", name="Uitloggen").click()
    question = other.get_by_role("alertdialog", name="Toch uitloggen?")
    await expect(question).to_contain_text("hij blijft versleuteld op dit toestel tot je weer inlogt")
    await expect(question).not_to_contain_text("verwijderd")
    await question.get_by_role("button", name="Uitloggen").click()
    await expect(page).to_have_url(re.compile("/login$"))
    await expect(other).to_have_url(re.compile(r"/$"))
    await recorder.expect_stored(dictations=1, keys=1)
    kept = await recorder.stored()
    assert kept["readable"] == []
    assert kept["exported"] == ["InvalidAccessError"]

    await sign_in(page, people.user.email, people.user.password)
    await recorder.says("Niet-verzonden opname van")
    await recorder.press("Naar de opname")
    await recorder.press("Verwerken")
    assert (await recorder.transcript())[:1] == words(1)
    await recorder.expect_stored(dictations=0, chunks=0)


async def test_s47_what_was_stopped_under_the_cover_is_processed_after_signing_in(
    talking: Talking, db, people: People, heard
) -> None:
    recorder = await talking(sound.dictation(3))
    page = recorder.page
    await page.goto("/dashboard")
    await page.get_by_role("link", name="Nieuwe rapportage").first.click()
    await page.route(STT, hang_up)
    await recorder.start()
    await recorder.talk(6)
    await end_session(db, people.user)
    cover = await covered(recorder)
    await page.unroute(STT)
    await recorder.press("Pauzeren")
    await expect(cover.get_by_text("Gepauzeerd")).to_be_visible()
    await expect(cover.get_by_text("Je opname staat op dit toestel.")).to_be_visible()
    await cover.get_by_role("button", name="Hervatten").click()
    await recorder.is_recording()
    await recorder.talk(14)
    await recorder.stop()
    await expect(cover.get_by_text("Opname gestopt")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.evaluate("history.back()")
    await expect(page).to_have_url(re.compile("/new-report"))
    await expect(cover).to_be_visible()
    assert await heard() == []
    await sign_in_by_password(cover, people.user.password)
    assert (await recorder.transcript()).count("woord001") == 2  # the file, and so the speaker, begins again


async def test_s47_a_paused_account_is_told_so_and_the_recording_stays(talking: Talking, db, people: People) -> None:
    recorder = await talking(sound.dictation(1))
    page = recorder.page
    await recorder.start()
    await recorder.talk(3)
    async with db.transaction() as session:
        await session.execute(update(User).where(col(User.id) == people.user.id).values(is_active=False))
    cover = await covered(recorder)
    await sign_in_by_password(cover, people.user.password)
    await expect(cover.get_by_text("Je account is gepauzeerd.")).to_be_visible()
    await expect(cover.get_by_text("Je opname blijft op dit toestel staan.")).to_be_visible()
    await recorder.is_recording()
    await cover.get_by_role("button", name="Ander account").click()
    await expect(page).to_have_url(re.compile("/login$"))
    await recorder.expect_stored(dictations=1)


@pytest.mark.parametrize("column", ["expires_at", "last_seen_at"])
async def test_s47_the_cover_is_all_there_is(talking: Talking, db, people: People, column) -> None:
    """After the absolute end or the idle time-out: for a screen reader, on paper, for what was chosen, and after it."""
    recorder = await talking(sound.dictation(3))
    page = recorder.page
    await page.get_by_role("button", name=re.compile("Voor wie")).click()
    await page.get_by_role("combobox").fill("Cor")
    await page.get_by_role("option", name=re.compile("Cor|Voorbeeld")).first.click()
    await expect(page.get_by_text("Cor Voorbeeld")).to_be_visible()
    await recorder.start()
    await recorder.says("woord001")
    async with db.transaction() as session:
        long_ago = {column: clock.now() - timedelta(days=31)}
        await session.execute(update(LoginSession).where(col(LoginSession.user_id) == people.user.id).values(long_ago))
    cover = await covered(recorder)
    for media in ("print", "screen"):
        await page.emulate_media(media=media)
        await expect(page.get_by_role("banner")).to_have_count(0)
        await expect(page.get_by_role("main")).to_have_count(0)
        await expect(page.get_by_role("link")).to_have_count(0)
        tree = await page.locator("body").aria_snapshot()
        assert "Je bent uitgelogd" in tree
        assert not re.search("woord001|Voorbeeld|Uitloggen|Dashboard", tree)
    left = await page.evaluate(REMEMBERED)
    assert not [said for said in ("woord001", "Voorbeeld", "C-1") if said in left]
    assert people.user.email in left
    look = looker(page)
    await look("the cover")
    await cover.get_by_role("button", name="Met wachtwoord").click()
    await look("the cover, with the password")
    await cover.get_by_role("button", name="Terug").click()
    await sign_in_by_password(cover, people.user.password)
    await expect(cover).to_have_count(0)
    await expect(page.get_by_text("Cor Voorbeeld")).to_be_visible()
    await recorder.says("woord001")
    await recorder.is_recording()


async def test_s47_leaving_for_the_employers_sign_in_stores_the_recording_first(
    talking: Talking, db, people: People
) -> None:
    recorder = await talking(sound.dictation(2))
    page = recorder.page
    answers = [{"status": 503, "json": {"message": "De aanmelddienst is nu niet bereikbaar."}}]
    answers += [{"json": {"url": "/privacyverklaring"}}]
    await page.route("**/discover", lambda route: route.fulfill(json={"organization": "Zorggroep De Linde"}))
    await page.route("**/single-sign-on/begin", lambda route: route.fulfill(**answers.pop(0)))
    await recorder.start()
    await recorder.talk(12)
    await end_session(db, people.user)
    cover = await covered(recorder)
    await expect(cover.get_by_text("Dan stopt je opname. Hij blijft op dit toestel staan")).to_be_visible()
    leave = cover.get_by_role("button", name="Doorgaan met Zorggroep De Linde")
    await leave.click()
    await expect(cover.get_by_text("De aanmelddienst is nu niet bereikbaar.")).to_be_visible()
    await recorder.is_recording()
    await leave.click()
    await expect(page).to_have_url(re.compile("/privacyverklaring$"))
    await page.goto("/login")
    await sign_in(page, people.user.email, people.user.password)
    await expect(page).to_have_url(re.compile("/new-report"))
    await recorder.press("Verwerken")
    assert (await recorder.transcript())[:1] == words(1)


async def test_s47_a_device_that_cannot_store_keeps_the_sound_in_memory(talking: Talking, db, people: People) -> None:
    recorder = await talking(sound.dictation(4), script=f"({FULL})()")
    await recorder.start()
    await recorder.says("woord001")
    await end_session(db, people.user)
    cover = await covered(recorder)
    await expect(cover.get_by_text("Dit toestel kan de opname niet bewaren")).to_be_visible()
    await expect(cover.get_by_text("Je opname gaat door, maar staat alleen op deze pagina.")).to_be_visible()
    await expect(cover.get_by_text("op dit toestel")).to_have_count(0)
    await cover.get_by_role("button", name="Met wachtwoord").click()
    question = recorder.page.get_by_role("alertdialog", name="Opname kwijt")
    for stay in (question.get_by_role("button", name="Blijven").click, partial(recorder.page.keyboard.press, "Escape")):
        await cover.get_by_role("button", name="Ander account").click()
        await expect(question).to_contain_text("kwijt wat nog niet is verwerkt")
        await stay()
        await expect(question).to_have_count(0)
    await recorder.is_recording()
    await cover.get_by_role("button", name="Terug").click()
    await recorder.talk(20)
    await sign_in_by_password(cover, people.user.password)
    await expect(cover).to_have_count(0)
    await recorder.talk(25)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 5))


#: The page's own clock is ``window.later`` ms ahead.
AHEAD = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + (window.later ?? 0);
}"""


async def test_s47_a_device_that_nobody_comes_back_to_stops_recording(
    talking: Talking, db, people: People, heard
) -> None:
    recorder = await talking(sound.dictation(3), script=f"({AHEAD})()")
    page = recorder.page
    await page.route(STT, hang_up)
    await recorder.start()
    await recorder.talk(4)
    await end_session(db, people.user)
    cover = await covered(recorder)
    await page.evaluate("window.later = 14 * 60_000")
    await expect(page.get_by_role("timer")).to_have_text(re.compile(r"14:\d\d"))
    await recorder.is_recording()
    await page.evaluate("window.later = 15 * 60_000")
    await expect(cover.get_by_text("Gepauzeerd. Er is 15 minuten niet ingelogd.")).to_be_visible()
    await expect(cover.get_by_text("Je opname staat op dit toestel.")).to_be_visible()
    kept = await recorder.stored()
    assert kept["counts"]["chunks"] >= 4
    assert kept["readable"] == []
    await cover.get_by_role("button", name="Hervatten").click()
    await recorder.is_recording()
    await page.evaluate("window.later = 29 * 60_000")
    await expect(page.get_by_role("timer")).to_have_text(re.compile(r"29:\d\d"))
    await recorder.is_recording()
    await page.evaluate("window.later = 30 * 60_000")
    await expect(cover.get_by_text("Gepauzeerd. Er is 15 minuten niet ingelogd.")).to_be_visible()
    assert await heard() == []
    await page.unroute(STT)
    await sign_in_by_password(cover, people.user.password)
    await expect(cover).to_have_count(0)
    await expect(page.get_by_role("button", name="Hervatten")).to_be_visible()  # nobody is recorded unasked
    await recorder.stop()
    assert (await recorder.transcript())[:1] == words(1)
