"""A chosen file is written out by one process at a time, and continues after one that ended (S88)."""

import asyncio
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlmodel import col, update

from tests.support import tables
from tests.support.fakes import chosen
from tests.unit.web.api.reports.recordings.steps import WORDS, ended, id_of, send, state_of, text_of, unfinished
from voice_report import clock
from voice_report.db.models import DictationSegment, Recording, Report, User
from voice_report.errors import Unavailable
from voice_report.integrations import speech
from voice_report.services.dictation import dictation, recordings, segments
from voice_report.services.dictation.replacements import Spelled
from voice_report.services.drafts import drafts, unsure
from voice_report.services.sessions import sessions
from voice_report.services.shared import leases


async def test_s88_the_same_file_is_read_once_also_from_two_tabs(people, fake_provider, gate, user):
    first = await send(user, people.user)
    await gate.waits.wait()
    second = await send(user, people.user)
    assert (second.status_code, second.json()) == (202, first.json())
    gate.opens.set()
    await ended()
    third = await send(user, people.user)
    assert (third.status_code, third.json()["seconds"]) == (202, 41)
    assert recordings._running == set()
    assert len(fake_provider.requests("speech")) == 3
    assert await text_of(user, third.json()["draftId"]) == WORDS


async def test_s88_another_process_leaves_the_file_to_the_one_that_has_it(
    api, people, fake_provider, gate, monkeypatch
):
    client = await api(people.user)
    first = await send(client, people.user)
    await gate.waits.wait()
    monkeypatch.setattr(recordings, "_places", {})  # the second one's
    assert (await send(client, people.user)).json() == first.json()
    other = await send(client, people.user, chosen.memo("ogg"))
    assert (other.status_code, other.json()["code"]) == (409, "recording_busy")
    assert other.headers["Retry-After"] == "30"
    assert len(recordings._running) == 1
    gate.opens.set()
    await ended()


class _Killed(BaseException):
    """The process ended here: nothing of what would follow happens."""


def _killed(*_arguments: object, **_columns: object) -> None:
    raise _Killed


KILLED: dict[str, tuple[int, Callable[[pytest.MonkeyPatch, Callable], None]]] = {
    "before the first piece": (0, lambda patch, _: patch.setattr(sessions, "lasts", _killed)),
    "after a piece was stored": (1, lambda patch, _: patch.setattr(recordings._Held, "renew", _killed)),
    "after its place was noted": (
        2,
        lambda patch, step: patch.setattr(recordings._Held, "renew", step(recordings._Held.renew, 2)),
    ),
}


@pytest.mark.both_databases
@pytest.mark.parametrize("moment", KILLED)
async def test_s88_after_a_killed_process_the_file_sent_again_continues(
    api, people, fake_provider, monkeypatch, wall_clock, moment
):
    """No word is lost, and none is written twice; what was transcribed is not transcribed again."""
    client = await api(people.user)
    heard, kill = KILLED[moment]

    def after(work: Callable, times: int) -> Callable:
        done = 0

        async def step(*arguments: Any, **columns: Any) -> Any:
            nonlocal done
            done += 1
            result = await work(*arguments, **columns)
            return _killed() if done == times else result

        return step

    with monkeypatch.context() as patch:
        kill(patch, after)
        patch.setattr(leases, "end", lambda *_arguments, **_columns: asyncio.sleep(0))  # nobody frees the row
        await send(client, people.user)
        works = [*recordings._running]
        outcomes = await asyncio.gather(*works, return_exceptions=True)
        assert [type(one) for one in outcomes] == [_Killed]
        await dictation.finish_all()
    before = len(fake_provider.requests("speech"))
    assert (await state_of(client, people.user))["state"] in ("reading", "transcribing")
    wall_clock.advance(seconds=61)
    state = await state_of(client, people.user)
    assert state["state"] == "send_again"
    assert state["message"] == "Opname voor 0 van 1 minuut verwerkt. Kies het bestand opnieuw om verder te gaan."
    listed = await unfinished(people.user)
    assert [(one.state, str(one.draft_id) if one.draft_id else None) for one in listed] == [
        ("send_again", state["draftId"])
    ]
    assert (await send(client, people.user)).status_code == 202
    await ended()
    state = await state_of(client, people.user)
    assert (state["state"], await text_of(client, state["draftId"])) == ("done", WORDS)
    assert before >= heard
    assert len(fake_provider.requests("speech")) == 3
    assert await unfinished(people.user) == []


async def test_s88_a_session_that_ends_ends_its_file_which_can_be_sent_again(people, fake_provider, gate, db, user):
    await send(user, people.user)
    await gate.waits.wait()
    assert (await user.post("/api/auth/logout")).status_code == 200
    gate.opens.set()
    await ended()
    assert len(fake_provider.requests("speech")) == 1
    async with db.reading() as session:
        row = (await session.execute(select(Recording))).scalar_one()
    assert (row.state, row.claimed_until, row.pieces_done) == ("working", None, 1)


async def test_s88_a_locked_account_ends_its_file(people, fake_provider, gate, db, user):
    await send(user, people.user)
    await gate.waits.wait()
    await tables.run(update(User).where(col(User.id) == people.user.id).values(is_active=False))
    gate.opens.set()
    await ended()
    assert len(fake_provider.requests("speech")) == 1


async def test_what_is_left_of_a_file_stands_alone_when_the_beginning_was_archived(api, people, db):
    """A draft made anew got all earlier pieces too, which are in the report."""
    user, dictation_id = await people.user.current(), uuid.UUID(int=5)
    async with db.transaction() as session:
        for position, text in enumerate(("het begin", "de rest")):
            claimed = await segments.claim(session, user, dictation_id, position, None)
            assert isinstance(claimed, segments.SegmentLease)
            stored = await segments.store(session, user, dictation_id, claimed, Spelled(text), [(0, 2)])
            await dictation.close(session, user, dictation_id)
            if not position:
                archived = update(Report).where(col(Report.id) == stored.draft_id)
                await session.execute(archived.values(is_draft=False))
        draft = await session.get_one(Report, stored.draft_id)
        assert (draft.transcript, draft.unsure) == ("de rest", unsure.to_json([(0, 2)]))


async def test_a_file_continued_after_a_day_with_silence_is_done(api, people, db):
    """The texts of its pieces were emptied, so it was told that nothing was said."""
    user, recording_id = await people.user.current(), uuid.UUID(int=5)
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Gezegd.")
        await recordings.rows.claim(session, user, recording_id, draft.id, 60)
        session.add(DictationSegment(dictation_id=recording_id, position=0, text="Gezegd."))
        await recordings.rows.stop(session, user, recording_id)
        await session.execute(update(Recording).values(pieces_done=1))
        await session.execute(update(DictationSegment).values(text=""))
        claimed = await recordings.rows.claim(session, user, recording_id, None, 60)
        assert isinstance(claimed, recordings.Claimed)
        await recordings.rows.end(session, user, claimed, None)
    assert (await recordings.look(user, recording_id)).state == "done"


async def test_s88_a_lease_of_a_clock_that_was_set_back_is_over(api, people, db):
    user, recording_id = await people.user.current(), uuid.UUID(int=5)
    async with db.transaction() as session:
        await recordings.rows.claim(session, user, recording_id, None, 60)
        ahead = clock.now() + timedelta(minutes=50)
        await session.execute(update(Recording).values(claimed_until=ahead))
    assert (await recordings.look(user, recording_id)).state == "send_again"
    async with db.transaction() as session:
        assert isinstance(await recordings.rows.claim(session, user, recording_id, None, 60), recordings.Claimed)


async def test_s88_an_engine_that_is_away_gives_the_file_back(api, people, monkeypatch):
    async def away(*_arguments: object) -> speech.Answer:
        raise Unavailable("Weg.", code="engine_failed", retry_after=5)

    async def at_once(seconds: float) -> None:
        waited.append(seconds)

    waited: list[float] = []
    client = await api(people.user)
    with monkeypatch.context() as patch:
        patch.setattr(dictation, "_heard", away)
        patch.setattr(recordings, "pause", at_once)
        patch.setattr(recordings._Held, "keep", lambda _held: asyncio.sleep(0))
        await send(client, people.user)
        await ended()
    assert sum(waited) == 300
    assert (await state_of(client, people.user))["state"] == "send_again"


@pytest.mark.parametrize("name", ["lasts", "renew", "end"])
async def test_s88_a_moment_without_the_database_ends_no_file(api, people, fake_provider, monkeypatch, name):
    module = {"lasts": sessions, "renew": recordings._Held, "end": recordings.rows}[name]
    work, failures = getattr(module, name), [Unavailable("Weg.", code="database", retry_after=5)]

    async def at_first_away(*arguments: Any, **columns: Any) -> Any:
        if failures:
            raise failures.pop()
        return await work(*arguments, **columns)

    client = await api(people.user)
    monkeypatch.setattr(module, name, at_first_away)
    monkeypatch.setattr(recordings, "pause", lambda _seconds: asyncio.sleep(0))
    monkeypatch.setattr(recordings._Held, "keep", lambda _held: asyncio.sleep(0))
    await send(client, people.user)
    await ended()
    state = await state_of(client, people.user)
    assert (failures, state["state"], await text_of(client, state["draftId"])) == ([], "done", WORDS)


async def test_s88_a_second_tab_waits_while_a_stopped_file_arrives_again(people, fake_provider, gate, user):
    """It was told the state of the time before, and sent the file again and again."""
    await send(user, people.user)
    await gate.waits.wait()
    await user.delete(f"/api/recordings/{id_of(people.user, chosen.memo())}")
    gate.opens.set()
    await ended()
    async with recordings.Place(await people.user.current()) as place:
        place.take(id_of(people.user, chosen.memo()))
        second = await send(user, people.user)
    assert (second.status_code, second.json()["code"]) == (409, "recording_busy")
