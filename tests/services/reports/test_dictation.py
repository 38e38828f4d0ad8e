"""A dictation from segment to draft: heard once, kept in order, never lost, nobody else's."""

import asyncio
import functools
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update
from sqlmodel import col

from tests.fakes import sound
from voice_report import clock
from voice_report.config import settings
from voice_report.errors import Conflict, Invalid, NotFound, TooMany, Unavailable
from voice_report.integrations import resilience
from voice_report.models import AuditLog, Dictation, DictationSegment, Report
from voice_report.services.reports import _segments, dictation, drafts

SILENCE = sound.encoded(sound.silence(2), "webm")


@functools.cache
def spoken(number: int) -> bytes:
    """A segment in which marker ``number`` sounds."""
    return sound.encoded(sound.dictation(1, first=number), "webm")


@pytest.fixture(autouse=True)
def renewals(monkeypatch: pytest.MonkeyPatch) -> "asyncio.Queue[Callable[[], None]]":
    """Nothing waits: retries go on at once, and a claim is renewed when the test calls one of these."""
    asked: asyncio.Queue[Callable[[], None]] = asyncio.Queue()

    async def at_once(seconds: float) -> None:
        """Time passes at once."""

    async def on_demand(seconds: float) -> None:
        event = asyncio.Event()
        asked.put_nowait(event.set)
        await event.wait()

    monkeypatch.setattr(resilience, "pause", at_once)
    monkeypatch.setattr(_segments, "pause", on_demand)
    return asked


@pytest.fixture
async def user(people, fake_provider):
    """The care worker who dictates."""
    return await people.user.current()


@pytest.fixture
async def outsider(people):
    """Somebody of another organization."""
    return await people.outsider.current()


async def draft_of(db, user, draft_id) -> drafts.DraftView:
    async with db.transaction() as session:
        return await drafts.get_draft(session, user, draft_id)


async def finished(db, user, dictation_id) -> drafts.DraftView | None:
    async with db.transaction() as session:
        return await dictation.finish(session, user, dictation_id)


async def count(db, model) -> int:
    async with db.reading() as session:
        return (await session.execute(select(func.count()).select_from(model))).scalar_one()


async def test_one_recording_becomes_text_and_nothing_is_kept(db, user):
    assert await dictation.transcribe(user, spoken(7)) == "woord007"
    assert await count(db, Dictation) == await count(db, Report) == 0


async def test_a_recording_without_speech_is_not_sent_to_the_engine(db, user, fake_provider):
    with pytest.raises(Invalid, match="Geen spraak herkend") as refused:
        await dictation.transcribe(user, SILENCE)
    assert (refused.value.status, refused.value.code) == (422, "no_speech")
    assert fake_provider.log == []


async def test_the_draft_appears_with_the_first_words_and_grows(db, user, wall_clock):
    dictating = uuid.uuid4()
    with pytest.raises(Invalid, match="Geen spraak herkend"):
        await dictation.transcribe_segment(user, dictating, 0, SILENCE)
    assert await count(db, Report) == 0
    first = await dictation.transcribe_segment(user, dictating, 1, spoken(1))
    assert first.text == "woord001"
    assert first.draft_id is not None
    draft = await draft_of(db, user, first.draft_id)
    assert (draft.transcript, draft.title, draft.version) == ("woord001", "Concept 02-03-2026", 1)
    second = await dictation.transcribe_segment(user, str(dictating), "2", spoken(2))
    assert second.draft_id == first.draft_id
    draft = await draft_of(db, user, first.draft_id)
    assert (draft.transcript, draft.version) == ("woord001 woord002", 2)


async def test_segments_in_any_order_end_in_order(db, user):
    dictating = uuid.uuid4()
    for position in (7, 0, 3, 11, 10, 1, 2, 9, 4, 8, 6, 5):
        result = await dictation.transcribe_segment(user, dictating, position, spoken(position + 1))
    draft = await draft_of(db, user, result.draft_id)
    assert draft.transcript == " ".join(f"woord{number:03d}" for number in range(1, 13))


async def test_segments_in_parallel_end_in_order_in_one_draft(db, user):
    dictating = uuid.uuid4()
    results = await asyncio.gather(
        *[dictation.transcribe_segment(user, dictating, position, spoken(position + 1)) for position in range(6)]
    )
    assert len({result.draft_id for result in results}) == 1
    draft = await draft_of(db, user, results[0].draft_id)
    assert draft.transcript == "woord001 woord002 woord003 woord004 woord005 woord006"
    assert await count(db, Report) == 1


async def test_the_same_segment_again_gives_the_same_text_and_is_heard_once(db, user, fake_provider):
    dictating = uuid.uuid4()
    results = [await dictation.transcribe_segment(user, dictating, 0, spoken(1)) for _ in range(3)]
    assert len(set(results)) == 1
    assert len(fake_provider.requests("speech")) == 1
    assert (await draft_of(db, user, results[0].draft_id)).transcript == "woord001"


async def test_silence_is_remembered_too(db, user, monkeypatch):
    dictating = uuid.uuid4()
    with pytest.raises(Invalid):
        await dictation.transcribe_segment(user, dictating, 0, SILENCE)
    with pytest.raises(Invalid, match="Geen spraak herkend"):
        await dictation.transcribe_segment(user, dictating, 0, b"not even looked at")


async def test_the_same_segment_in_parallel_is_heard_once_and_both_get_it(db, user, fake_provider):
    dictating = uuid.uuid4()
    results = await asyncio.gather(*[dictation.transcribe_segment(user, dictating, 0, spoken(1)) for _ in range(20)])
    assert len(set(results)) == 1
    assert len(fake_provider.requests("speech")) == 1


async def test_a_browser_that_hangs_up_finds_the_text_when_it_comes_back(db, user, fake_provider):
    dictating = uuid.uuid4()
    upload = asyncio.create_task(dictation.transcribe_segment(user, dictating, 0, spoken(1)))
    await asyncio.sleep(0)
    upload.cancel()
    with pytest.raises(asyncio.CancelledError):
        await upload
    await dictation.finish_all()
    assert (await dictation.transcribe_segment(user, dictating, 0, b"")).text == "woord001"
    assert len(fake_provider.requests("speech")) == 1


async def other_worker_claims(db, user, dictating: uuid.UUID) -> None:
    async with db.transaction() as session:
        claimed = await _segments.claim(session, user, dictating, 0, None)
    assert isinstance(claimed, _segments.SegmentLease)


async def test_a_segment_another_worker_is_at_is_asked_for_later(db, user, fake_provider, wall_clock):
    dictating = uuid.uuid4()
    await other_worker_claims(db, user, dictating)
    with pytest.raises(Conflict) as refused:
        await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    assert (refused.value.code, refused.value.retry_after) == ("in_progress", 2)
    assert fake_provider.log == []


async def test_s21_after_a_crash_the_segment_is_free_within_twenty_seconds(db, user, wall_clock):
    dictating = uuid.uuid4()
    await other_worker_claims(db, user, dictating)
    wall_clock.advance(seconds=19)
    with pytest.raises(Conflict):
        await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    wall_clock.advance(seconds=1)
    assert (await dictation.transcribe_segment(user, dictating, 0, spoken(1))).text == "woord001"


async def test_a_long_transcription_keeps_its_claim(db, user, fake_provider, wall_clock, renewals):
    fake_provider.control(endpoint="speech", fail="hang")
    dictating = uuid.uuid4()
    upload = asyncio.create_task(dictation.transcribe_segment(user, dictating, 0, spoken(1)))
    await asyncio.to_thread(fake_provider.wait_for, 1)
    wall_clock.advance(seconds=15)
    renew = await renewals.get()
    renew()
    await renewals.get()
    wall_clock.advance(seconds=15)
    with pytest.raises(Conflict):
        await other_worker_claims(db, user, dictating)
    fake_provider.reset()  # lets the hanging request go; the retry is answered
    assert (await upload).text == "woord001"


async def test_a_worker_that_lost_its_claim_does_not_add_the_words_twice(db, user, wall_clock):
    dictating = uuid.uuid4()
    async with db.transaction() as session:
        slow = await _segments.claim(session, user, dictating, 0, None)
    assert isinstance(slow, _segments.SegmentLease)
    wall_clock.advance(seconds=30)
    quick = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    async with db.transaction() as session:
        late = await _segments.store(session, user, dictating, slow.segment_id, "andere woorden")
    assert late == quick
    assert (await draft_of(db, user, quick.draft_id)).transcript == "woord001"


@pytest.mark.parametrize("failure", ["429", "500", "reset", "cut", "broken", "html"])
async def test_s20_a_failing_provider_keeps_nothing_half_and_the_next_try_succeeds(db, user, fake_provider, failure):
    dictating = uuid.uuid4()
    fake_provider.control(endpoint="speech", fail=failure)
    with pytest.raises(Unavailable, match="Je opname is bewaard"):
        await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    assert await count(db, Report) == 0
    fake_provider.control(endpoint="speech", fail=None)
    assert (await dictation.transcribe_segment(user, dictating, 0, spoken(1))).text == "woord001"


async def test_s20_a_hanging_provider_ends_at_the_time_out(db, user, fake_provider, monkeypatch):
    monkeypatch.setenv("SPEECH_TIMEOUT", "0.3")
    settings.cache_clear()
    fake_provider.control(endpoint="speech", fail="hang")
    with pytest.raises(Unavailable):
        await dictation.transcribe_segment(user, uuid.uuid4(), 0, spoken(1))


async def test_bad_sound_leaves_the_segment_free(db, user):
    dictating = uuid.uuid4()
    with pytest.raises(Invalid, match="leeg"):
        await dictation.transcribe_segment(user, dictating, 0, b"")
    assert (await dictation.transcribe_segment(user, dictating, 0, spoken(1))).text == "woord001"


async def test_the_engine_is_given_the_end_of_the_words_before(db, user, fake_provider):
    dictating = uuid.uuid4()
    long = "Mevrouw heeft vannacht goed geslapen en was vanochtend vrolijk. " * 10
    fake_provider.control(endpoint="speech", says={"1": long.strip()})
    await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    await dictation.transcribe_segment(user, dictating, 5, spoken(3))
    prompts = [request["prompt"] for request in fake_provider.requests("speech")]
    assert prompts[0] is None
    assert len(prompts[1]) <= 200
    assert long.strip().endswith(prompts[1])
    assert prompts[2] == "woord002"


async def existing_draft(db, user, transcript: str) -> drafts.DraftView:
    async with db.transaction() as session:
        return await drafts.save_draft(session, user, transcript=transcript)


async def test_a_draft_is_continued_on_a_new_line(db, user, fake_provider):
    draft = await existing_draft(db, user, "Wat er al stond.\n")
    dictating = uuid.uuid4()
    for position in range(2):
        result = await dictation.transcribe_segment(user, dictating, position, spoken(position + 1), str(draft.id))
        assert result.draft_id == draft.id
    assert (await draft_of(db, user, draft.id)).transcript == "Wat er al stond.\nwoord001 woord002"
    assert fake_provider.requests("speech")[0]["prompt"] == "Wat er al stond."


async def test_two_dictations_into_one_draft_lose_nothing(db, user):
    draft = await existing_draft(db, user, "Begin.")
    one, two = uuid.uuid4(), uuid.uuid4()
    await dictation.transcribe_segment(user, one, 0, spoken(1), draft.id)
    await dictation.transcribe_segment(user, two, 0, spoken(2), draft.id)
    await dictation.transcribe_segment(user, one, 1, spoken(3), draft.id)
    text = (await draft_of(db, user, draft.id)).transcript
    assert text.startswith("Begin.")
    assert sorted(text.split()[1:]) == ["woord001", "woord002", "woord003"]


async def test_what_was_typed_meanwhile_stays_and_the_late_words_come_behind_it(db, user):
    dictating = uuid.uuid4()
    first = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    async with db.transaction() as session:
        await drafts.save_draft(session, user, draft_id=first.draft_id, transcript="Eigen woorden.")
    await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    await dictation.transcribe_segment(user, dictating, 2, spoken(3))
    assert (await draft_of(db, user, first.draft_id)).transcript == "Eigen woorden. woord002 woord003"


async def test_finishing_hands_the_draft_over_and_late_words_are_added_once(db, user):
    dictating = uuid.uuid4()
    first = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    draft = await finished(db, user, dictating)
    assert draft is not None
    assert (draft.id, draft.transcript) == (first.draft_id, "woord001")
    assert await finished(db, user, str(dictating)) == draft  # again: the same
    late = await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    assert late.text == "woord002"
    assert await dictation.transcribe_segment(user, dictating, 1, spoken(2)) == late
    assert (await draft_of(db, user, first.draft_id)).transcript == "woord001 woord002"


async def test_finishing_a_dictation_in_which_nothing_was_said_gives_no_draft(db, user):
    dictating = uuid.uuid4()
    with pytest.raises(Invalid):
        await dictation.transcribe_segment(user, dictating, 0, SILENCE)
    assert await finished(db, user, dictating) is None
    with pytest.raises(NotFound):
        await finished(db, user, uuid.uuid4())


async def test_a_draft_deleted_while_dictating_does_not_take_the_next_words_along(db, user):
    dictating = uuid.uuid4()
    first = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    assert first.draft_id is not None
    async with db.transaction() as session:
        await drafts.delete_draft(session, user, first.draft_id)
    second = await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    assert second.text == "woord002"
    assert second.draft_id not in (None, first.draft_id)


async def test_words_under_way_while_their_draft_is_deleted_are_sent_again(db, user, monkeypatch):
    """Answered as if they were kept, the recorder would let go of the sound and the words would be nowhere."""
    dictating = uuid.uuid4()
    first = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    heard = dictation._heard

    async def delete_meanwhile(whose, audio: bytes, prompt: str) -> str:
        assert first.draft_id
        async with db.transaction() as session:
            await drafts.delete_draft(session, user, first.draft_id)
        return await heard(whose, audio, prompt)

    monkeypatch.setattr(dictation, "_heard", delete_meanwhile)
    with pytest.raises(NotFound) as refused:
        await dictation.transcribe_segment(user, dictating, 1, spoken(2), first.draft_id)
    assert refused.value.code == "draft_not_found"
    monkeypatch.setattr(dictation, "_heard", heard)
    again = await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    assert again.draft_id is not None
    assert (await draft_of(db, user, again.draft_id)).transcript == "woord002"


async def test_s02_nobody_reaches_another_persons_dictation_or_draft(db, user, outsider, people, fake_provider):
    dictating = uuid.uuid4()
    own = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    colleague = await people.admin.current()
    for other in (outsider, colleague):
        with pytest.raises(NotFound):
            await dictation.transcribe_segment(other, dictating, 0, spoken(2))
        with pytest.raises(NotFound):
            await dictation.transcribe_segment(other, dictating, 1, spoken(2))
        with pytest.raises(NotFound, match="Draft niet gevonden") as refused:
            await dictation.transcribe_segment(other, uuid.uuid4(), 0, spoken(2), own.draft_id)
        assert refused.value.code == "draft_not_found"
        with pytest.raises(NotFound):
            await finished(db, other, dictating)
        async with db.reading() as session:
            assert await dictation.unfinished(session, other) == []
    assert len(fake_provider.requests("speech")) == 1
    assert (await draft_of(db, user, own.draft_id)).transcript == "woord001"


async def test_s33_one_persons_backlog_is_bounded_and_others_go_on(db, user, outsider, fake_provider):
    fake_provider.control(endpoint="speech", fail="hang")
    dictating = uuid.uuid4()
    uploads = [
        asyncio.create_task(dictation.transcribe_segment(user, dictating, position, spoken(1)))
        for position in range(dictation.MAX_AT_ONCE)
    ]
    await asyncio.sleep(0)
    with pytest.raises(TooMany) as refused:
        await dictation.transcribe_segment(user, dictating, 99, spoken(1))
    assert refused.value.retry_after == 2
    await asyncio.to_thread(fake_provider.wait_for, dictation.MAX_AT_ONCE)
    fake_provider.reset()
    assert await dictation.transcribe(outsider, spoken(9)) == "woord009"
    assert {result.text for result in await asyncio.gather(*uploads)} == {"woord001"}
    assert (await dictation.transcribe_segment(user, dictating, 99, spoken(2))).text == "woord002"


async def test_unfinished_dictations_are_listed_newest_first(db, user, wall_clock):
    older, newer = uuid.uuid4(), uuid.uuid4()
    first = await dictation.transcribe_segment(user, older, 0, spoken(1))
    started = clock.now()
    wall_clock.advance(minutes=5)
    with pytest.raises(Invalid):
        await dictation.transcribe_segment(user, newer, 0, SILENCE)
    async with db.reading() as session:
        listed = await dictation.unfinished(session, user)
    assert [(one.id, one.draft_id, one.segments) for one in listed] == [(newer, None, 1), (older, first.draft_id, 1)]
    assert listed[1].started_at == started
    await finished(db, user, older)
    async with db.reading() as session:
        assert [one.id for one in await dictation.unfinished(session, user)] == [newer]


async def kept_texts(db) -> list[str | None]:
    async with db.reading() as session:
        return list((await session.execute(select(col(DictationSegment.text)))).scalars())


async def purged(db) -> int:
    async with db.transaction() as session:
        return await dictation.purge(session)


async def test_texts_of_a_finished_dictation_are_forgotten_after_a_day(db, user, wall_clock):
    draft = await existing_draft(db, user, "Begin.")
    dictating = uuid.uuid4()
    result = await dictation.transcribe_segment(user, dictating, 0, spoken(1), draft.id)
    await finished(db, user, dictating)
    wall_clock.advance(hours=24)
    assert await purged(db) == 0
    wall_clock.advance(seconds=1)
    assert await purged(db) == 1
    assert await kept_texts(db) == [""]
    assert (await draft_of(db, user, result.draft_id)).transcript == "Begin.\nwoord001"
    with pytest.raises(Invalid):  # a very late repeat adds nothing to the draft
        await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    assert (await draft_of(db, user, result.draft_id)).transcript == "Begin.\nwoord001"


async def test_an_unfinished_dictation_is_kept_for_a_week(db, user, wall_clock):
    result = await dictation.transcribe_segment(user, uuid.uuid4(), 0, spoken(1))
    wall_clock.advance(timedelta(days=6, hours=23))
    assert await purged(db) == 0
    wall_clock.advance(hours=2)
    assert await purged(db) == 1
    assert await kept_texts(db) == []
    assert (await draft_of(db, user, result.draft_id)).transcript == "woord001"


async def test_s27_the_trail_names_the_draft_and_never_the_words(db, user):
    dictating = uuid.uuid4()
    result = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    async with db.reading() as session:
        rows = list((await session.execute(select(AuditLog))).scalars())
    assert [(row.action, row.resource, row.resource_id) for row in rows] == [("create", "draft", str(result.draft_id))]
    assert "woord" not in repr([row.model_dump() for row in rows])


async def test_s28_no_word_and_no_name_of_a_file_is_logged(db, user, fake_provider, caplog):
    fake_provider.control(endpoint="speech", says={"1": "kanarie"})
    with caplog.at_level("DEBUG"):
        result = await dictation.transcribe_segment(user, uuid.uuid4(), 0, spoken(1))
        with pytest.raises(Invalid):
            await dictation.transcribe_segment(user, uuid.uuid4(), 0, SILENCE)
    assert result.text == "kanarie"
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("voice_report")]
    assert "kanarie" not in "\n".join(ours)


async def test_words_the_database_cannot_keep_are_left_out(db, user, fake_provider):
    fake_provider.control(endpoint="speech", says={"1": "goed\x00 geslapen"})
    result = await dictation.transcribe_segment(user, uuid.uuid4(), 0, spoken(1))
    assert result.text == "goed geslapen"
    assert (await draft_of(db, user, result.draft_id)).transcript == "goed geslapen"


async def test_a_dictation_of_somebody_who_moved_to_another_organization_stays_behind(db, user, people):
    dictating = uuid.uuid4()
    await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    async with db.transaction() as session:
        await session.execute(update(Dictation).values(organization_id=people.other_organization_id))
    with pytest.raises(NotFound):
        await dictation.transcribe_segment(user, dictating, 1, spoken(2))
