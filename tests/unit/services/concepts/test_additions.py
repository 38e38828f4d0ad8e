"""'Aanvullen': what is said at a heading comes under it, once, and joins the transcript as every word does."""

import asyncio
import dataclasses
import uuid

import pytest

from tests.support.held import held
from tests.unit.services.dictation.dictating import spoken
from voice_report.errors import NotFound
from voice_report.services.concepts import additions
from voice_report.services.dictation import dictation
from voice_report.services.drafts import drafts

SAID = "Meneer zat in zijn stoel."
REPORT = "## Situatie\n\nMeneer zat in zijn stoel.\n\n## Evaluatie\n\nNiet besproken\n"


@pytest.fixture
async def draft(db, user):
    """A draft whose report was generated of its transcript."""
    async with db.transaction() as session:
        made = await drafts.save_draft(session, user, transcript=SAID)
        generated = drafts.Generated(drafts.fingerprint(SAID), "leesbaar", REPORT)
        await drafts.put_report(session, user, made.id, REPORT, generated=generated)
        return await drafts.get_draft(session, user, made.id)


async def finish(user, dictating, heading) -> drafts.DraftView:
    draft = await additions.finish(user, dictating, heading)
    assert draft is not None
    return draft


async def test_the_words_come_under_the_heading_once_and_the_report_stays_of_its_transcript(db, user, draft):
    dictating = uuid.uuid4()
    for position in range(2):
        await dictation.transcribe_segment(user, dictating, position, spoken(position + 1), draft.id)
    added = await finish(user, dictating, "Evaluatie")
    assert added.transcript == f"{SAID}\nwoord001 woord002"
    assert added.structured_report == REPORT.replace("Niet besproken", "woord001 woord002.")
    assert added.made_of == drafts.fingerprint(added.transcript)
    assert await finish(user, dictating, "Evaluatie") == added
    assert await finish(user, str(dictating), "Situatie") == added


async def test_nobody_waits_while_a_report_is_made_and_what_was_typed_meanwhile_stays(db, user, draft, monkeypatch):
    dictating = uuid.uuid4()
    await dictation.transcribe_segment(user, dictating, 0, spoken(1), draft.id)
    async with held(monkeypatch, additions, "_with") as began:
        finishing = asyncio.create_task(additions.finish(user, dictating, "Evaluatie"))
        await began.wait()
        report = REPORT.replace("in zijn stoel", "buiten")
        async with db.transaction() as session:
            now = await drafts.get_draft(session, user, draft.id)
            await drafts.save_draft(
                session, user, draft_id=draft.id, transcript=now.transcript, structured_report=report
            )
    added = await finishing
    assert added is not None
    assert added.structured_report == report.replace("Niet besproken", "woord001.")
    assert await finish(user, dictating, "Evaluatie") == added


@pytest.mark.parametrize("heading", ["Onbekend", "", "<b>Evaluatie</b>"])
async def test_a_heading_that_is_not_there_leaves_the_report_and_keeps_the_words(db, user, draft, heading):
    dictating = uuid.uuid4()
    await dictation.transcribe_segment(user, dictating, 0, spoken(1), draft.id)
    added = await finish(user, dictating, heading)
    assert (added.transcript, added.structured_report) == (f"{SAID}\nwoord001", REPORT)
    assert added.made_of == drafts.fingerprint(SAID)


async def test_without_a_report_it_is_an_ordinary_dictation(db, user):
    dictating = uuid.uuid4()
    await dictation.transcribe_segment(user, dictating, 0, spoken(1))
    added = await finish(user, dictating, "Evaluatie")
    assert (added.transcript, added.structured_report) == ("woord001", None)


async def test_s02_a_dictation_of_another_organization_is_not_found(db, user, outsider, draft):
    dictating = uuid.uuid4()
    await dictation.transcribe_segment(user, dictating, 0, spoken(1), draft.id)
    for wanted in (dictating, uuid.uuid4()):
        with pytest.raises(NotFound):
            await finish(outsider, wanted, "Evaluatie")
    assert (await db.run_in_transaction(drafts.get_draft, user, draft.id)).structured_report == REPORT


@pytest.mark.parametrize(
    ("style", "stands"),
    [
        ("netjes", "Ze kreeg 500 mg. De wond is mooi."),
        ("letterlijk", "eh, ze kreeg vijfhonderd milligram. Evaluatie, de wond is mooi."),
    ],
)
async def test_what_is_added_is_tidied_as_the_rest(db, user, draft, style, stands):
    said = "eh, ze kreeg vijfhonderd milligram. Evaluatie, de wond is mooi."
    longer = dataclasses.replace(
        draft, transcript=f"{SAID}\n{said}", generated=dataclasses.replace(draft.generated, style=style)
    )
    section = next(one for one in draft.template.sections if one.title == "Evaluatie")
    report = additions._with(longer, section, SAID, frozenset())
    assert report == REPORT.replace("Niet besproken", stands)


async def test_the_write_lock_is_held_for_what_is_added_and_not_for_all_that_was_said(db, user, draft, monkeypatch):
    read: list[int] = []
    tidy = additions.tidy

    def noted(sentences, *more):
        read.append(len(sentences))
        return tidy(sentences, *more)

    monkeypatch.setattr(additions, "tidy", noted)
    section = next(one for one in draft.template.sections if one.title == "Evaluatie")
    generated = dataclasses.replace(draft.generated, style="netjes")
    base = " ".join([SAID] * 4_000)
    for said in ("eh, de wond is mooi.", "De wond is mooi. " * 1_000):
        longer = dataclasses.replace(draft, transcript=f"{base}\n{said}", generated=generated)
        report = additions._with(longer, section, base, frozenset())
        assert "e wond is mooi." in report
    assert len(read) == 1
    assert read[0] < 60
