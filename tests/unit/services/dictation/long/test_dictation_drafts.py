"""The draft that a dictation makes: what is added, what stays, how long the rest is kept, and where no word ends up."""

import uuid
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlmodel import col

from tests.unit.services.dictation.dictating import SILENCE, draft_of, existing_draft, finished, spoken
from voice_report.db.models import AuditLog, DictationSegment
from voice_report.errors import NotFound
from voice_report.integrations import speech
from voice_report.services.dictation import dictation
from voice_report.services.drafts import deleted, drafts
from voice_report.services.processing.steps import Step


async def test_a_draft_is_continued_on_a_new_line(db, user, fake_provider):
    draft = await existing_draft(db, user, "Wat er al stond.\n")
    dictating = uuid.uuid4()
    for position in range(2):
        result = await dictation.transcribe_segment(user, dictating, position, spoken(position + 1), str(draft.id))
        assert result.draft_id == draft.id
    assert (await draft_of(db, user, draft.id)).transcript == "Wat er al stond.\nwoord001 woord002"


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
    await db.run_in_transaction(drafts.save_draft, user, draft_id=first.draft_id, transcript="Eigen woorden.")
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
    assert (await dictation.transcribe_segment(user, dictating, 0, SILENCE)).text == ""
    assert await finished(db, user, dictating) is None
    with pytest.raises(NotFound):
        await finished(db, user, uuid.uuid4())


async def test_a_draft_deleted_while_dictating_does_not_take_the_next_words_along(db, user):
    dictating = uuid.uuid4()
    first = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    assert first.draft_id is not None
    await db.run_in_transaction(deleted.delete_draft, user, first.draft_id)
    second = await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    assert second.text == "woord002"
    assert second.draft_id not in (None, first.draft_id)


async def test_words_under_way_while_their_draft_is_deleted_are_sent_again(db, user, monkeypatch):
    """Answered as if they were kept, the recorder would let go of the sound and the words would be nowhere."""
    dictating = uuid.uuid4()
    first = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    heard = dictation._heard

    async def delete_meanwhile(sound: speech.Sound, place: speech.QueueKey, step: Step) -> speech.Answer:
        assert first.draft_id
        await db.run_in_transaction(deleted.delete_draft, user, first.draft_id)
        return await heard(sound, place, step)

    monkeypatch.setattr(dictation, "_heard", delete_meanwhile)
    with pytest.raises(NotFound) as refused:
        await dictation.transcribe_segment(user, dictating, 1, spoken(2), first.draft_id)
    assert refused.value.code == "draft_not_found"
    monkeypatch.setattr(dictation, "_heard", heard)
    again = await dictation.transcribe_segment(user, dictating, 1, spoken(2))
    assert again.draft_id is not None
    assert (await draft_of(db, user, again.draft_id)).transcript == "woord002"


async def test_unfinished_dictations_are_listed_newest_first(db, user, wall_clock):
    older, newer = uuid.uuid4(), uuid.uuid4()
    first = await dictation.transcribe_segment(user, older, 0, spoken(1))
    wall_clock.advance(minutes=5)
    await dictation.transcribe_segment(user, newer, 0, SILENCE)
    listed = await db.run_reading(dictation.unfinished, user)
    assert [(one.id, one.draft_id, one.segments) for one in listed] == [(newer, None, 1), (older, first.draft_id, 1)]
    await finished(db, user, older)
    assert [one.id for one in await db.run_reading(dictation.unfinished, user)] == [newer]


async def kept_texts(db) -> list[str | None]:
    async with db.reading() as session:
        return list((await session.execute(select(col(DictationSegment.text)))).scalars())


async def purged(db) -> int:
    return await db.run_in_transaction(dictation.purge)


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
    repeated = await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    assert repeated.text == "", "a very late repeat adds nothing to the draft"
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
        await dictation.transcribe_segment(user, uuid.uuid4(), 0, SILENCE)
    assert result.text == "kanarie"
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("voice_report")]
    assert "kanarie" not in "\n".join(ours)


async def test_words_the_database_cannot_keep_are_left_out(db, user, fake_provider):
    fake_provider.control(endpoint="speech", says={"1": "goed\x00 geslapen"})
    result = await dictation.transcribe_segment(user, uuid.uuid4(), 0, spoken(1))
    assert result.text == "goed geslapen"
    assert (await draft_of(db, user, result.draft_id)).transcript == "goed geslapen"
