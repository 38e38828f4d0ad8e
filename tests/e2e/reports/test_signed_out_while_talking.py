"""A session that ends while a user talks (S47): recording goes on under a cover, and who comes back loses no word."""

import re
from datetime import timedelta
from functools import partial

import pytest
from playwright.async_api import Route, expect
from sqlmodel import col, update

from tests.e2e.accounts.test_passkeys import Device, make
from tests.e2e.reports.cover import REMEMBERED, covered, is_forgotten, sign_in_by_password, signed_out
from tests.e2e.reports.recording import STT, Talking, answer_segments, hang_up, words
from tests.e2e.reports.test_recorder_troubles import FULL
from tests.e2e.test_accessible import looker
from tests.support import browser as chromium
from tests.support import tables
from tests.support.fakes import sound
from tests.support.people import People
from voice_report import clock
from voice_report.db.models import LoginSession


async def test_s47_the_same_person_signs_in_with_the_password_and_no_word_is_lost(
    talking: Talking, db, people: People, heard
) -> None:
    recorder = await talking(sound.dictation(6))
    page = recorder.page
    await recorder.start()
    await recorder.says("woord001")
    cover = await signed_out(recorder, db, people.user)
    await expect(cover.get_by_text("Je opname gaat door en staat op dit toestel.")).to_be_visible()
    await expect(cover.get_by_text(people.user.email)).to_be_visible()
    await expect(cover.get_by_text("Wat je zegt, wordt verwerkt zodra je bent ingelogd.")).to_be_visible()
    await recorder.is_recording()
    await is_forgotten(page, "woord001")
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
        cover = await signed_out(recorder, db, people.user)
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

    async def not_signed_in(route: Route) -> None:
        await route.fulfill(status=401, json={"code": "not_signed_in"})

    recorder = await talking(sound.dictation(5))
    page = recorder.page
    await recorder.start()
    await recorder.talk(3)
    cover = await signed_out(recorder, db, people.user)
    await sign_in_by_password(cover, people.user.password)
    await expect(cover).to_have_count(0)
    await recorder.says("woord001")
    await answer_segments(page, not_signed_in)
    await page.route("**/api/auth/me", not_signed_in)
    cover = await covered(recorder)
    for path in (STT, "**/api/auth/me"):
        await page.unroute(path)
    await is_forgotten(page, "woord001")
    await cover.get_by_role("button", name="Met wachtwoord").click()
    await cover.get_by_label("Wachtwoord", exact=True).fill(people.user.password)
    await recorder.is_recording()
    await cover.get_by_role("button", name="Inloggen", exact=True).click()
    await expect(cover).to_have_count(0)
    await recorder.talk(30)
    await recorder.stop()
    assert await recorder.transcript() == words(*range(1, 6))


async def test_s47_signing_in_in_another_tab_is_enough(talking: Talking, db, people: People, app_server) -> None:
    recorder = await talking(sound.dictation(3))
    page = recorder.page
    await recorder.start()
    await recorder.talk(5)
    cover = await signed_out(recorder, db, people.user)
    await recorder.talk(9)
    other = await page.context.new_page()
    await chromium.sign_in(other, app_server.url, people.user.email, people.user.password)
    await expect(cover).to_have_count(0)
    await recorder.is_recording()
    await recorder.talk(19)
    await recorder.stop()
    assert await recorder.transcript() == words(1, 2, 3)


async def test_s47_what_was_stopped_under_the_cover_is_processed_after_signing_in(
    talking: Talking, db, people: People, heard
) -> None:
    recorder = await talking(sound.dictation(3))
    page = recorder.page
    await page.goto("/dashboard")
    await answer_segments(page, hang_up)
    await page.get_by_role("link", name="Nieuwe rapportage").first.click()
    await recorder.is_recording()
    await recorder.talk(6)
    cover = await signed_out(recorder, db, people.user)
    await page.unroute(STT)
    await recorder.press("Pauzeren")
    await expect(cover.get_by_text("Gepauzeerd")).to_be_visible()
    await expect(cover.get_by_text("Je opname staat op dit toestel.")).to_be_visible()
    await cover.get_by_role("button", name="Hervatten").click()
    await recorder.is_recording()
    await recorder.talk_on(6)
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
    long_ago = {column: clock.now() - timedelta(days=31)}
    await tables.run(update(LoginSession).where(col(LoginSession.user_id) == people.user.id).values(long_ago))
    cover = await covered(recorder)
    for media in ("print", "screen"):
        await page.emulate_media(media=media)
        await expect(page.get_by_role("banner")).to_have_count(0)
        await expect(page.get_by_role("main")).to_have_count(0)
        await expect(page.get_by_role("link")).to_have_count(0)
        tree = await page.locator("body").aria_snapshot()
        assert "Je bent uitgelogd" in tree
        assert not re.search("woord001|Voorbeeld|Uitloggen|Dashboard", tree)
    await is_forgotten(page, "woord001", "Voorbeeld", "C-1")
    assert people.user.email in await page.evaluate(REMEMBERED)
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


async def test_s47_a_device_that_cannot_store_keeps_the_sound_in_memory(talking: Talking, db, people: People) -> None:
    recorder = await talking(sound.dictation(4), script=f"({FULL})()")
    await recorder.start()
    await recorder.says("woord001")
    cover = await signed_out(recorder, db, people.user)
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
