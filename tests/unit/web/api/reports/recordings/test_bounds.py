"""How many chosen files an account and a process may have, and for how long (S88)."""

import tempfile
import uuid
from datetime import timedelta

from limits import parse
from sqlalchemy import select

from tests.support.fakes import chosen
from tests.unit.web.api.reports.recordings.steps import ended, send, state_of, unfinished
from voice_report import clock
from voice_report.db.models import Dictation, Recording
from voice_report.integrations.speech.sound import files
from voice_report.services.dictation import dictation, recordings
from voice_report.services.shared import rate_limits


async def test_the_list_of_unfinished_files_has_an_end(api, people, fake_provider, db):
    user = await people.user.current()
    async with db.transaction() as session:
        for _ in range(21):
            one = Dictation(user_id=user.id, organization_id=user.organization_id)
            session.add(one)
            await session.flush()
            session.add(Recording(id=one.id, seconds=60))
    assert len(await unfinished(people.user)) == 20


async def test_s88_two_files_of_a_process_and_one_of_an_organization_and_a_user(
    api, people, fake_provider, gate, monkeypatch
):
    assert (await send(await api(people.user), people.user)).status_code == 202
    monkeypatch.setattr(recordings, "MOST_FILES", 1)
    monkeypatch.setitem(rate_limits.LIMITS, "recording", parse("1 per hour"))
    for _ in range(2):  # a refusal is not counted
        second = await send(await api(people.outsider), people.outsider)
        assert (second.status_code, second.json()["code"], second.headers["Retry-After"]) == (503, "busy", "30")
    monkeypatch.setitem(rate_limits.LIMITS, "recording", parse("120 per hour"))
    monkeypatch.setattr(recordings, "MOST_FILES", 2)
    colleague = await send(await api(people.admin), people.admin)
    assert (colleague.status_code, colleague.json()["code"]) == (503, "busy")
    assert (await send(await api(people.outsider), people.outsider)).status_code == 202
    own = await send(await api(people.user), people.user, chosen.memo("ogg"))
    assert (own.status_code, own.json()["code"], own.headers["Retry-After"]) == (409, "recording_busy", "30")
    gate.opens.set()
    await ended()


async def test_s88_what_is_refused_costs_no_minutes(api, people, fake_provider, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "recording_minutes", parse("1 per hour"))
    client = await api(people.user)
    for _ in range(2):
        refused = await send(client, people.user, draftId=str(uuid.UUID(int=7)))
        assert (refused.status_code, refused.json()["code"]) == (404, "draft_not_found")
    assert (await send(client, people.user)).status_code == 202
    await ended()


async def test_s88_a_user_has_few_files_an_hour_that_take_long_to_read(api, people, fake_provider, monkeypatch):
    monkeypatch.setitem(rate_limits.LIMITS, "recording_slow", parse("1 per hour"))
    client = await api(people.user)
    for name in ("ogg", "flac"):
        assert (await send(client, people.user, chosen.memo(name))).status_code == 202
        await ended()
    monkeypatch.setattr(files, "_MAX_WORK", 0.0)
    codes = [(await send(client, people.user, chosen.memo("webm"))).json()["code"] for _ in range(2)]
    assert codes == ["takes_too_long", "too_many"]


async def test_s88_sound_of_a_user_has_a_limit_of_minutes_in_an_hour(api, people, fake_provider, monkeypatch, user):
    monkeypatch.setitem(rate_limits.LIMITS, "recording_minutes", parse("1 per hour"))
    refused = await send(user, people.user, chosen.wav(4_000, 100 * 4_000))
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    assert int(refused.headers["Retry-After"]) > 0
    assert (await send(await api(people.admin), people.admin)).status_code == 202
    await ended()


async def test_s88_nothing_of_a_file_touches_the_disk_and_its_name_is_not_kept(
    api, people, fake_provider, monkeypatch, caplog
):
    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a temporary file was made")

    for name in ("TemporaryFile", "mkstemp"):
        monkeypatch.setattr(tempfile, name, refuse)
    monkeypatch.setattr(tempfile.SpooledTemporaryFile, "rollover", refuse)
    client = await api(people.user)
    await send(client, people.user)
    await ended()
    assert (await state_of(client, people.user))["state"] == "done"
    assert "Smit" not in caplog.text
    assert fake_provider.log[0]["filename"] == "opname.wav"


async def test_rows_of_files_end_with_their_dictation(people, fake_provider, db, user):
    await send(user, people.user)
    await ended()
    clock_now = clock.now()
    clock.use(lambda: clock_now + timedelta(days=8))
    await db.run_in_transaction(dictation.purge)
    async with db.reading() as session:
        assert (await session.execute(select(Recording))).first() is None
