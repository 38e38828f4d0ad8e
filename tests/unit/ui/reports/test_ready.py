"""/klaar without a browser: one's own newest concept, while the page is seen and its session lasts."""

import asyncio
import uuid
from base64 import b64decode
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from io import BytesIO

import pytest
import segno
from sqlmodel import select

from tests.support import handlers, tables
from tests.unit.ui.reports.tab import Tab
from voice_report import clock
from voice_report.config import settings
from voice_report.db.models import AuditLog, ConceptJob
from voice_report.errors import Unavailable
from voice_report.services.concepts import ready
from voice_report.services.drafts import deleted, drafts, news, profiles, ticks
from voice_report.services.sessions import sessions
from voice_report.services.shared import tokens
from voice_report.ui.pages.reports.phone_code import phone_code
from voice_report.ui.pages.reports.profile_choice import ProfileState
from voice_report.ui.pages.reports.ready import ReadyItem, ReadyState

REPORT = "## Situatie\n\nMevrouw sliep goed."
FIELD = {"0123456789abcdef.0": "fedcba9876543210"}


async def made(db, person, report: str | None = REPORT, client_id: str | None = None) -> str:
    draft = await person.call(
        drafts.save_draft,
        transcript="Mevrouw sliep goed.",
        structured_report=report,
        client_id=client_id,
    )
    return str(draft.id)


async def change(db, work, person, *rest) -> None:
    await person.call(work, *rest)


async def seen_by(person) -> tuple[Tab, ReadyState]:
    tab = await Tab.of(person)
    tab.goes_to("/klaar")
    await tab.press(ReadyState.load)
    await tab.press(ReadyState.look, True)
    return tab, await tab.root.get_state(ReadyState)


async def test_s87_the_page_shows_nobody_elses_concepts(db, people):
    await made(db, people.user)
    for other in (people.outsider, people.admin):
        _, page = await seen_by(other)
        assert (page.loaded, page.draft_id, page.report, page.others) == (True, "", "", [])
    _, page = await seen_by(people.user)
    assert page.report == REPORT


async def test_s87_a_concept_of_another_person_cannot_be_chosen_or_copied(db, people):
    draft_id = await made(db, people.user)
    tab, page = await seen_by(people.outsider)
    await tab.press(ReadyState.choose, draft_id)
    assert (page.draft_id, page.report) == ("", "")
    await tab.press(ReadyState.field_copied, draft_id, True)
    assert tab.toast.description == drafts.NOT_FOUND
    (theirs,) = await ready.concepts(await people.user.current())
    assert not theirs.is_copied


async def test_s87_an_ended_session_gets_nothing(db, people):
    await made(db, people.user)
    tab = await Tab.of(people.user)
    await db.run_in_transaction(sessions.end_sessions, people.user.id)
    page = await tab.root.get_state(ReadyState)
    for handler, *arguments in ((ReadyState.load,), (ReadyState.look, True), (ReadyState.choose, "a")):
        await tab.press(handler, *arguments)
        assert (page.report, page.draft_id, page.others, page.loaded) == ("", "", [], False)


async def test_the_newest_is_shown_and_the_others_of_today_are_listed(db, people, wall_clock):
    first = await made(db, people.user, client_id=people.client_id)
    wall_clock.advance(minutes=1)
    second = await made(db, people.user)
    wall_clock.advance(minutes=1)
    await made(db, people.user, report=None)
    tab, page = await seen_by(people.user)
    assert (page.draft_id, page.title, page.report, page.newer) == (second, "Zonder cliënt", REPORT, "")
    assert page.others == [ReadyItem(first, "Cor Voorbeeld", "10.00 uur, nog niet gekopieerd")]
    await tab.press(ReadyState.choose, first)
    assert (page.draft_id, page.title, [one.id for one in page.others]) == (first, "Cor Voorbeeld", [second])
    assert (page.newer, page.newer_title) == (second, "Zonder cliënt")
    await tab.press(ReadyState.choose, page.newer)
    assert (page.draft_id, page.newer) == (second, "")
    await tab.press(ReadyState.choose, "no id")
    assert page.draft_id == second


async def test_the_fields_are_those_of_the_profile_that_was_chosen_last(db, people):
    await made(db, people.user)
    await change(db, profiles.choose, people.user, profiles.ONE_BOX.id)
    tab, _ = await seen_by(people.user)
    assert (await tab.root.get_state(ProfileState)).profile["id"] == profiles.ONE_BOX.id


async def test_twelve_hours_later_it_waits_again(db, people, wall_clock):
    await made(db, people.user)
    for _ in range(2):
        wall_clock.advance(hours=6)
        await sessions.resolve(tokens.hashed(people.user.cookie), counts_as_activity=True)
    _, page = await seen_by(people.user)
    assert (page.loaded, page.draft_id, page.report) == (True, "", "")


async def test_what_is_being_copied_stays_and_the_newer_one_is_offered(db, people, wall_clock):
    first = await made(db, people.user)
    tab, page = await seen_by(people.user)
    await change(db, ticks.put, people.user, first, FIELD)
    wall_clock.advance(minutes=1)
    second = await made(db, people.user, client_id=people.client_id)
    await tab.press(ReadyState.look, True)
    assert (page.draft_id, page.newer, page.newer_title) == (first, second, "Cor Voorbeeld")
    assert page.copied_fields == FIELD
    await tab.press(ReadyState.field_copied, first, True)
    await tab.press(ReadyState.look, True)
    assert (page.draft_id, page.newer) == (second, "")
    assert page.others == [ReadyItem(first, "Zonder cliënt", "10.00 uur, alles gekopieerd")]


async def test_while_it_is_written_there_is_no_text(db, people):
    draft_id = await made(db, people.user)
    user = await people.user.current()
    job = ConceptJob(
        key="k" * 64,
        user_id=user.id,
        organization_id=people.organization_id,
        draft_id=uuid.UUID(draft_id),
        expires_at=clock.now() + timedelta(minutes=2),
    )
    await tables.add(job)
    tab, page = await seen_by(people.user)
    assert (page.draft_id, page.is_written, page.report, page.headings) == (draft_id, True, "", [])
    async with db.transaction() as session:
        await session.delete(await session.get_one(ConceptJob, job.id))
    await tab.press(ReadyState.look, True)
    assert (page.is_written, page.report) == (False, REPORT)


async def test_a_concept_that_was_deleted_is_gone(db, people):
    draft_id = await made(db, people.user)
    tab, page = await seen_by(people.user)
    await change(db, deleted.delete_draft, people.user, draft_id)
    await tab.press(ReadyState.look, True)
    assert (page.draft_id, page.report) == ("", "")


@pytest.fixture
def in_background(monkeypatch) -> None:
    handlers.in_background(monkeypatch, ReadyState)


class Looks:
    """What the page that follows asked the database: how often, and a moment at which it waits again."""

    def __init__(self, monkeypatch) -> None:
        self._waits = asyncio.Semaphore(0)
        self.count, self.fails = 0, False
        real, wait = ready.concepts, news.Follower.wait

        async def concepts(user):
            self.count += 1
            if self.fails:
                raise Unavailable("De database antwoordt niet.")
            return await real(user)

        async def waits(follower, *_):
            self._waits.release()
            await wait(follower, 600)

        monkeypatch.setattr(ready, "concepts", concepts)
        monkeypatch.setattr(news.Follower, "wait", waits)

    async def are_done(self) -> None:
        await self._waits.acquire()


@asynccontextmanager
async def following(tab: Tab):
    task = asyncio.ensure_future(tab.press(ReadyState.follow))
    yield task
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_the_page_follows_by_itself_while_it_is_seen(db, people, in_background, monkeypatch, wall_clock):
    looks = Looks(monkeypatch)
    tab, page = await seen_by(people.user)
    async with following(tab):
        await looks.are_done()
        await made(db, people.user, report="## Situatie\n\nEen.")
        await looks.are_done()
        assert page.report == "## Situatie\n\nEen."
        await tab.press(ReadyState.look, False)
        wall_clock.advance(minutes=1)
        await made(db, people.user, report="## Situatie\n\nTwee.")
        await looks.are_done()
        assert page.report == "## Situatie\n\nEen."
        await tab.press(ReadyState.look, True)
        assert page.report == "## Situatie\n\nTwee."
    assert not news._followers()


async def test_s87_a_page_that_follows_stops_with_its_session(db, people, in_background, monkeypatch):
    looks = Looks(monkeypatch)
    tab, page = await seen_by(people.user)
    async with following(tab) as task:
        await looks.are_done()
        user = await people.user.current()
        async with db.transaction() as session:
            await sessions.end_sessions(session, people.user.id)
            await drafts.save_draft(session, user, transcript="Een.", structured_report=REPORT)
        await task
        assert (page.report, news._followers()) == ("", {})


async def test_a_database_that_does_not_answer_ends_nothing(db, people, in_background, monkeypatch):
    looks = Looks(monkeypatch)
    tab, page = await seen_by(people.user)
    async with following(tab):
        await looks.are_done()
        looks.fails = True
        await made(db, people.user)
        await looks.are_done()
        assert (page.report, tab.toast.title) == ("", "")
        looks.fails = False
        await made(db, people.user)
        await looks.are_done()
        assert page.report == REPORT


async def test_s87_the_code_for_the_phone_is_the_address_of_the_wizard_and_nothing_else(people, db):
    _, page = await seen_by(people.user)
    draft_id = await made(db, people.user)
    origin = settings().origin
    for code, address in (
        (page.code, f"{origin}/new-report"),
        (phone_code(draft_id), f"{origin}/new-report?draft={draft_id}"),
    ):
        wanted = BytesIO()
        segno.make(address, error="m", micro=False).save(
            wanted, kind="svg", border=3, dark="#14211F", light="#fff", omitsize=True
        )
        assert b64decode(code.removeprefix("data:image/svg+xml;base64,")) == wanted.getvalue()


async def test_what_was_shown_is_in_the_trail_once(db, people):
    draft_id = await made(db, people.user)
    tab, _ = await seen_by(people.user)
    await change(db, ticks.put, people.user, draft_id, FIELD)
    await tab.press(ReadyState.look, True)
    query = select(AuditLog.resource).where(AuditLog.user_id == people.user.id, AuditLog.action == "view")
    assert sorted(await tables.rows(query)) == ["draft", "drafts"]
