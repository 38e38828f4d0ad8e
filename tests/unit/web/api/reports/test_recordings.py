"""``/api/recordings``: a chosen file becomes the text of a draft, once, for its owner alone (S88)."""

import asyncio
import hashlib
import tempfile
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from limits import parse
from sqlalchemy import func, select
from sqlmodel import col, update

from tests.support.fakes import chosen, sound
from tests.support.people import Person
from voice_report import clock
from voice_report.db.models import Dictation, DictationSegment, Recording, Report, User
from voice_report.errors import Unavailable
from voice_report.integrations import speech
from voice_report.integrations.speech.sound import files
from voice_report.services.dictation import dictation, recordings, segments
from voice_report.services.dictation.replacements import Spelled
from voice_report.services.drafts import deleted, drafts, unsure
from voice_report.services.sessions import sessions
from voice_report.services.shared import leases, rate_limits, tokens

WORDS = chosen.WORDS


def id_of(person: Person, data: bytes) -> str:
    name = f"{tokens.device_key(person.id)}:{hashlib.sha256(data).hexdigest()}"
    return str(uuid.uuid5(recordings.NAMESPACE, name))


async def send(client: httpx.AsyncClient, person: Person, data: bytes | None = None, **fields: str) -> httpx.Response:
    data = chosen.memo() if data is None else data
    given = {"userKey": tokens.device_key(person.id), "recordingId": id_of(person, data), **fields}
    return await client.post("/api/recordings", data=given, files={"audio": ("mevrouw Smit.m4a", data, "audio/mp4")})


async def ended() -> None:
    """Wait until no file is written out any more."""
    while recordings._running:
        await asyncio.wait(recordings._running)


async def state_of(client: httpx.AsyncClient, person: Person, data: bytes | None = None) -> dict[str, Any]:
    data = chosen.memo() if data is None else data
    return (await client.get(f"/api/recordings/{id_of(person, data)}")).json()


async def text_of(client: httpx.AsyncClient, draft_id: str) -> list[str]:
    return (await client.get(f"/api/drafts/{draft_id}")).json()["draft"]["transcript"].split()


async def drafts_stored(db) -> int:
    async with db.reading() as session:
        return (await session.execute(select(func.count()).select_from(Report))).scalar_one()


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has places of its own, and a lease is renewed by nothing but the work."""
    monkeypatch.setattr(recordings, "_places", {})

    async def never(_seconds: float) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(recordings, "pause", never)


class Gate:
    """Holds each piece before the engine hears it, until it is opened."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.waits, self.opens = asyncio.Event(), asyncio.Event()
        heard = dictation._heard

        async def held(sound: speech.Sound, place: speech.QueueKey) -> speech.Answer:
            self.waits.set()
            await self.opens.wait()
            return await heard(sound, place)

        monkeypatch.setattr(dictation, "_heard", held)


@pytest.fixture
async def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(monkeypatch)


async def test_s88_a_chosen_file_becomes_the_text_of_a_draft(api, people, fake_provider, gate):
    client = await api(people.user)
    taken = await send(client, people.user)
    recording_id = id_of(people.user, chosen.memo())
    assert (taken.status_code, taken.json()) == (202, {"recordingId": recording_id, "draftId": None, "seconds": 41})
    gate.opens.set()
    await ended()
    state = (await client.get(f"/api/recordings/{recording_id}?after=0")).json()
    assert (state["state"], state["secondsDone"], state["code"], state["message"]) == ("done", 41, None, None)
    assert [piece["position"] for piece in state["pieces"]] == [0, 1, 2]
    assert " ".join(piece["text"] for piece in state["pieces"]).split() == WORDS
    assert await text_of(client, state["draftId"]) == WORDS
    assert recordings._places == {}


async def test_the_text_comes_behind_that_of_the_open_draft_and_grows(api, people, fake_provider, gate, db):
    client = await api(people.user)
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Al getypt.")
    taken = await send(client, people.user, draftId=str(draft.id))
    assert taken.json()["draftId"] == str(draft.id)
    await gate.waits.wait()
    assert (await state_of(client, people.user))["state"] == "reading"
    gate.opens.set()
    await ended()
    assert await text_of(client, str(draft.id)) == ["Al", "getypt.", *WORDS]


async def test_s88_the_same_file_is_read_once_also_from_two_tabs(api, people, fake_provider, gate):
    client = await api(people.user)
    first = await send(client, people.user)
    await gate.waits.wait()
    second = await send(client, people.user)
    assert (second.status_code, second.json()) == (202, first.json())
    gate.opens.set()
    await ended()
    third = await send(client, people.user)
    assert (third.status_code, third.json()["seconds"]) == (202, 41)
    assert recordings._running == set()
    assert len(fake_provider.requests("speech")) == 3
    assert await text_of(client, third.json()["draftId"]) == WORDS


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
    listed = await _unfinished(people.user)
    assert [(one.state, str(one.draft_id) if one.draft_id else None) for one in listed] == [
        ("send_again", state["draftId"])
    ]
    assert (await send(client, people.user)).status_code == 202
    await ended()
    state = await state_of(client, people.user)
    assert (state["state"], await text_of(client, state["draftId"])) == ("done", WORDS)
    assert before >= heard
    assert len(fake_provider.requests("speech")) == 3
    assert await _unfinished(people.user) == []


async def _unfinished(person: Person) -> list[recordings.RecordingView]:
    from voice_report.db import session as database

    user = await person.current()
    async with database.reading() as session:
        return await recordings.unfinished(session, user)


async def test_s88_a_session_that_ends_ends_its_file_which_can_be_sent_again(api, people, fake_provider, gate, db):
    client = await api(people.user)
    await send(client, people.user)
    await gate.waits.wait()
    assert (await client.post("/api/auth/logout")).status_code == 200
    gate.opens.set()
    await ended()
    assert len(fake_provider.requests("speech")) == 1
    async with db.reading() as session:
        row = (await session.execute(select(Recording))).scalar_one()
    assert (row.state, row.claimed_until, row.pieces_done) == ("working", None, 1)


async def test_s88_a_locked_account_ends_its_file(api, people, fake_provider, gate, db):
    client = await api(people.user)
    await send(client, people.user)
    await gate.waits.wait()
    async with db.transaction() as session:
        await session.execute(update(User).where(col(User.id) == people.user.id).values(is_active=False))
    gate.opens.set()
    await ended()
    assert len(fake_provider.requests("speech")) == 1


async def test_s88_a_deleted_draft_ends_its_file_and_keeps_nothing_of_it(api, people, fake_provider, gate, db):
    client = await api(people.user)
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Al getypt.")
    await send(client, people.user, draftId=str(draft.id))
    await gate.waits.wait()
    async with db.transaction() as session:
        await deleted.delete_draft(session, user, draft.id)
    gate.opens.set()
    await ended()
    assert (await client.get(f"/api/recordings/{id_of(people.user, chosen.memo())}")).status_code == 404
    assert await drafts_stored(db) == 0
    assert len(fake_provider.requests("speech")) == 1


async def test_the_list_of_unfinished_files_has_an_end(api, people, fake_provider, db):
    user = await people.user.current()
    async with db.transaction() as session:
        for _ in range(21):
            one = Dictation(user_id=user.id, organization_id=user.organization_id)
            session.add(one)
            await session.flush()
            session.add(Recording(id=one.id, seconds=60))
    assert len(await _unfinished(people.user)) == 20


@pytest.mark.both_databases
@pytest.mark.parametrize("moment", ["while it is heard", "before the next one"])
async def test_after_a_stop_no_piece_is_written_any_more(api, people, fake_provider, gate, db, monkeypatch, moment):
    """The words came seconds later, and the draft was changed under the user who had begun to correct it."""
    client = await api(people.user)
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Al getypt.")
    address = f"/api/recordings/{id_of(people.user, chosen.memo())}"
    if moment == "before the next one":
        lasts = sessions.lasts

        async def stopped(*arguments: Any) -> bool:
            assert (await client.delete(address)).status_code == 204
            return await lasts(*arguments)

        monkeypatch.setattr(sessions, "lasts", stopped)
        gate.opens.set()
        await send(client, people.user, draftId=str(draft.id))
    else:
        await send(client, people.user, draftId=str(draft.id))
        await gate.waits.wait()
        assert (await client.delete(address)).status_code == 204
    gate.opens.set()
    await ended()
    after = (await client.get(f"/api/drafts/{draft.id}")).json()["draft"]
    assert (after["transcript"], after["version"]) == ("Al getypt.", draft.version)


@pytest.mark.both_databases
async def test_a_file_can_be_stopped_and_keeps_what_there_is(api, people, fake_provider, gate):
    client = await api(people.user)
    await send(client, people.user)
    await gate.waits.wait()
    address = f"/api/recordings/{id_of(people.user, chosen.memo())}"
    assert [(await client.delete(address)).status_code for _ in range(2)] == [204, 204]
    gate.opens.set()
    await ended()
    assert (await state_of(client, people.user))["state"] == "done"
    assert len(fake_provider.requests("speech")) == 1
    assert (await (await api(people.admin)).delete(address)).status_code == 404
    assert (await send(client, people.user)).status_code == 202
    await ended()
    state = await state_of(client, people.user)
    assert (state["code"], await text_of(client, state["draftId"])) == (None, WORDS)


async def test_s88_two_files_of_a_process_and_one_of_a_user(api, people, fake_provider, gate, monkeypatch):
    assert (await send(await api(people.user), people.user)).status_code == 202
    monkeypatch.setattr(recordings, "MOST_FILES", 1)
    monkeypatch.setitem(rate_limits.LIMITS, "recording", parse("1 per hour"))
    for _ in range(2):  # a refusal is not counted
        second = await send(await api(people.admin), people.admin)
        assert (second.status_code, second.json()["code"], second.headers["Retry-After"]) == (503, "busy", "30")
    monkeypatch.setitem(rate_limits.LIMITS, "recording", parse("120 per hour"))
    monkeypatch.setattr(recordings, "MOST_FILES", 2)
    assert (await send(await api(people.admin), people.admin)).status_code == 202
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


async def test_what_is_left_of_a_file_stands_alone_when_the_beginning_was_archived(api, people, db):
    """A draft made anew got all earlier pieces too, which are in the report."""
    user, dictation_id = await people.user.current(), uuid.UUID(int=5)
    async with db.transaction() as session:
        for position, text in enumerate(("het begin", "de rest")):
            claimed = await segments.claim(session, user, dictation_id, position, None)
            assert isinstance(claimed, segments.SegmentLease)
            stored = await segments.store(session, user, dictation_id, claimed.segment_id, Spelled(text), [(0, 2)])
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


async def test_s88_sound_of_a_user_has_a_limit_of_minutes_in_an_hour(api, people, fake_provider, monkeypatch):
    client = await api(people.user)
    monkeypatch.setitem(rate_limits.LIMITS, "recording_minutes", parse("1 per hour"))
    refused = await send(client, people.user, chosen.wav(4_000, 100 * 4_000))
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    assert int(refused.headers["Retry-After"]) > 0
    assert (await send(await api(people.admin), people.admin)).status_code == 202
    await ended()


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


async def test_s88_a_second_tab_waits_while_a_stopped_file_arrives_again(api, people, fake_provider, gate):
    """It was told the state of the time before, and sent the file again and again."""
    client = await api(people.user)
    await send(client, people.user)
    await gate.waits.wait()
    await client.delete(f"/api/recordings/{id_of(people.user, chosen.memo())}")
    gate.opens.set()
    await ended()
    async with recordings.Place(await people.user.current()) as place:
        place.take(id_of(people.user, chosen.memo()))
        second = await send(client, people.user)
    assert (second.status_code, second.json()["code"]) == (409, "recording_busy")


async def test_s88_of_a_file_without_speech_nothing_is_kept(api, people, fake_provider, db):
    client, silence = await api(people.user), sound.encoded(sound.silence(20))
    assert (await send(client, people.user, silence)).status_code == 202
    await ended()
    state = await state_of(client, people.user, silence)
    assert (state["state"], state["code"], state["message"]) == ("failed", "no_speech", "Geen spraak herkend")
    assert (state["draftId"], await drafts_stored(db), fake_provider.log) == (None, 0, [])
    assert await _unfinished(people.user) == []
    assert (await client.delete(f"/api/recordings/{id_of(people.user, silence)}")).status_code == 204
    assert (await send(client, people.user, silence)).status_code == 202
    await ended()
    assert (await state_of(client, people.user, silence))["code"] == "no_speech"


async def test_of_a_file_that_is_cut_off_what_could_be_read_is_there_with_a_line(api, people, fake_provider):
    client = await api(people.user)
    half = chosen.index_first()[: len(chosen.index_first()) * 6 // 10]
    await send(client, people.user, half)
    await ended()
    state = await state_of(client, people.user, half)
    assert (state["state"], state["code"]) == ("done", "cut_off")
    assert state["message"].startswith("Het laatste deel van dit bestand kon niet worden gelezen.")
    assert await text_of(client, state["draftId"]) == WORDS[:5]


BAD: dict[str, tuple[Callable[[], bytes], dict[str, str], int, str]] = {
    "nothing": (lambda: b"", {}, 422, "empty_audio"),
    "text": (lambda: b"Geachte mevrouw, " * 100, {}, 415, "wrong_media"),
    "half an m4a without its index": (lambda: chosen.memo()[:9000], {}, 422, "damaged_audio"),
    "61 minutes": (lambda: chosen.wav(4_000, 61 * 60 * 4_000), {}, 413, "too_long"),
    "no id": (chosen.memo, {"recordingId": ""}, 422, "invalid_recording"),
    "the id of other bytes": (chosen.memo, {"recordingId": str(uuid.UUID(int=7))}, 422, "invalid_recording"),
    "no draft": (chosen.memo, {"draftId": "geen-uuid"}, 404, "draft_not_found"),
    "an unknown draft": (chosen.memo, {"draftId": str(uuid.UUID(int=7))}, 404, "draft_not_found"),
    "another account's key": (chosen.memo, {"userKey": "x" * 32}, 401, "other_account"),
}


@pytest.mark.parametrize("name", BAD)
async def test_s88_what_is_wrong_has_a_sentence_and_leaves_nothing(api, people, fake_provider, db, name):
    make, fields, status, code = BAD[name]
    answer = await send(await api(people.user), people.user, make(), **fields)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["message"].endswith((".", "gevonden"))
    await ended()
    async with db.reading() as session:
        assert (await session.execute(select(Recording))).first() is None
    assert (recordings._places, fake_provider.log) == ({}, [])


async def test_s88_another_ones_draft_and_file_do_not_exist(api, people, fake_provider, db):
    mine = await api(people.user)
    neighbour = await people.admin.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, neighbour, transcript="Van een ander.")
    refused = await send(mine, people.user, draftId=str(draft.id))
    assert (refused.status_code, refused.json()["code"]) == (404, "draft_not_found")
    await send(mine, people.user)
    await ended()
    address = f"/api/recordings/{id_of(people.user, chosen.memo())}"
    for person in (people.admin, people.outsider):
        client = await api(person)
        assert (await client.get(f"{address}?after=0")).status_code == 404
        assert (await client.delete(address)).status_code == 404
        taken = await send(client, person, recordingId=id_of(people.user, chosen.memo()))
        assert (taken.status_code, taken.json()["code"]) == (422, "invalid_recording")
    visitor = await api()
    assert {(await visitor.get(address)).status_code, (await send(visitor, people.user)).status_code} == {401}


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


async def test_rows_of_files_end_with_their_dictation(api, people, fake_provider, db):
    client = await api(people.user)
    await send(client, people.user)
    await ended()
    clock_now = clock.now()
    clock.use(lambda: clock_now + timedelta(days=8))
    async with db.transaction() as session:
        await dictation.purge(session)
    async with db.reading() as session:
        assert (await session.execute(select(Recording))).first() is None
