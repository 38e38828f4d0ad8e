"""A dictation from segment to text: heard once, in order, never lost, nobody else's."""

import asyncio
import uuid
from datetime import timedelta

import numpy as np
import pytest
from sqlalchemy import update

from tests.support import environment, tables
from tests.support.fakes import sound
from tests.unit.services.dictation.dictating import SILENCE, count, draft_of, finished, spoken
from voice_report import clock
from voice_report.core.shares import heavy
from voice_report.db.models import Dictation, Report
from voice_report.errors import Conflict, Invalid, NotFound, TooMany, Unavailable
from voice_report.services.dictation import dictation, segments
from voice_report.services.dictation.replacements import Spelled


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
    silent = await dictation.transcribe_segment(user, dictating, 0, SILENCE)
    assert (silent.text, silent.draft_id) == ("", None)
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


async def test_the_draft_is_dated_when_the_dictation_began_and_nothing_moves_its_date(db, user, wall_clock):
    start, dictating = clock.now(), uuid.uuid4()
    wall_clock.advance(hours=3)  # without a connection
    first = await dictation.transcribe_segment(user, dictating, 0, spoken(1), started_ago=timedelta(hours=3))
    wall_clock.advance(hours=1)
    await dictation.transcribe_segment(user, dictating, 1, spoken(2), started_ago=timedelta(hours=4))
    again = uuid.uuid4()
    await dictation.transcribe_segment(user, again, 0, spoken(3), first.draft_id)
    assert (await draft_of(db, user, first.draft_id)).reported_at == start


@pytest.mark.parametrize(("ago", "counted"), [(-5, 0), (0, 0), (31, 31), (32, 0), (20_000, 0)])
async def test_a_device_with_a_clock_that_was_set_dates_no_draft_in_the_future_or_long_ago(
    db, user, wall_clock, ago, counted
):
    made = await dictation.transcribe_segment(user, uuid.uuid4(), 0, spoken(1), started_ago=timedelta(days=ago))
    assert (await draft_of(db, user, made.draft_id)).reported_at == clock.now() - timedelta(days=counted)


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
    await dictation.transcribe_segment(user, dictating, 0, SILENCE)
    assert (await dictation.transcribe_segment(user, dictating, 0, b"not even looked at")).text == ""


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
    claimed = await db.run_in_transaction(segments.claim, user, dictating, 0, None)
    assert isinstance(claimed, segments.SegmentLease)


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
    slow = await db.run_in_transaction(segments.claim, user, dictating, 0, None)
    assert isinstance(slow, segments.SegmentLease)
    wall_clock.advance(seconds=30)
    quick = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    late = await db.run_in_transaction(segments.store, user, dictating, slow, Spelled("andere woorden"))
    assert late == quick
    assert (await draft_of(db, user, quick.draft_id)).transcript == "woord001"


async def test_a_worker_that_lost_its_lease_does_not_free_the_segment_of_another(db, user, wall_clock):
    dictating = uuid.uuid4()
    slow = await db.run_in_transaction(segments.claim, user, dictating, 0, None)
    assert isinstance(slow, segments.SegmentLease)
    wall_clock.advance(seconds=30)
    await other_worker_claims(db, user, dictating)
    await segments.release(slow.lease)
    with pytest.raises(Conflict):
        await dictation.transcribe_segment(user, dictating, 0, spoken(1))


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
    environment.use(monkeypatch, SPEECH_TIMEOUT="0.3")
    fake_provider.control(endpoint="speech", fail="hang")
    with pytest.raises(Unavailable):
        await dictation.transcribe_segment(user, uuid.uuid4(), 0, spoken(1))


async def test_bad_sound_leaves_the_segment_free(db, user):
    dictating = uuid.uuid4()
    with pytest.raises(Invalid, match="leeg"):
        await dictation.transcribe_segment(user, dictating, 0, b"")
    assert (await dictation.transcribe_segment(user, dictating, 0, spoken(1))).text == "woord001"


async def test_no_engine_is_given_what_was_said_before(db, user, fake_provider):
    dictating = uuid.uuid4()
    for position in range(3):
        await dictation.transcribe_segment(user, dictating, position, spoken(position + 1))
    assert [request["prompt"] for request in fake_provider.requests("speech")] == [None, None, None]


async def test_speech_that_stays_unheard_is_marked_in_the_draft(db, user, fake_provider):
    dictating = uuid.uuid4()
    await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    fake_provider.control(endpoint="speech", fail="empty")
    unheard = await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    assert unheard.text == "[onverstaanbaar]"
    fake_provider.control(endpoint="speech", fail=None)
    await dictation.transcribe_segment(user, dictating, 2, spoken(3))
    draft = await draft_of(db, user, unheard.draft_id)
    assert draft.transcript == "woord001 [onverstaanbaar] woord003"


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
        assert await db.run_reading(dictation.unfinished, other) == []
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


async def test_s56_what_is_refused_of_an_account_that_sends_long_files_is_not_written(db, user, monkeypatch):
    """On SQLite each write waits for those before it, of everybody."""
    long = sound.encoded(np.zeros(61 * sound.RATE, dtype=np.float32), "flac")
    assert (await dictation.transcribe_segment(user, uuid.uuid4(), 0, long)).text == ""
    written = []
    monkeypatch.setattr(dictation, "run_in_transaction", lambda work, *_arguments: written.append(work))
    holder = user.holder
    with heavy().place(holder), heavy().place(holder), pytest.raises(TooMany):
        await dictation.transcribe_segment(user, uuid.uuid4(), 0, long)
    assert written == []


async def test_a_dictation_of_somebody_who_moved_to_another_organization_stays_behind(db, user, people):
    dictating = uuid.uuid4()
    await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    await tables.run(update(Dictation).values(organization_id=people.other_organization_id))
    with pytest.raises(NotFound):
        await dictation.transcribe_segment(user, dictating, 1, spoken(2))
