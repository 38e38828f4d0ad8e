"""Every request to an outside engine has a row, and the rows say what left (S67)."""

import asyncio
import sys
import uuid
from datetime import timedelta

import pytest
from sqlmodel import col, select, update

from tests.support import environment, tables
from tests.support.fakes import sound
from voice_report import clock
from voice_report.db.models import Organization, ProcessingStep, Report
from voice_report.engines import RULES
from voice_report.errors import Unavailable
from voice_report.services.concepts import revising, structuring
from voice_report.services.dictation import dictation
from voice_report.services.drafts import deleted, drafts
from voice_report.services.processing import card, provenance, steps

SAID = "Mevrouw heeft goed geslapen. Ik heb haar geholpen met douchen."

pytestmark = pytest.mark.usefixtures("calm", "fake_provider")


@pytest.fixture
async def user(people):
    return await people.user.current()


async def rows(db, **wanted) -> list[ProcessingStep]:
    query = select(ProcessingStep).order_by(col(ProcessingStep.began_at))
    for name, value in wanted.items():
        query = query.where(getattr(ProcessingStep, name) == value)
    return await tables.rows(query)


async def let(db, user, **choices) -> None:
    await tables.run(update(Organization).where(Organization.id == user.organization_id).values(**choices))


async def draft_of(db, user, transcript: str = SAID) -> uuid.UUID:
    return (await db.run_in_transaction(drafts.save_draft, user, transcript=transcript)).id


async def test_s67_a_concept_has_a_row_that_says_what_left(db, user, fake_provider):
    draft = await draft_of(db, user)
    await structuring.generate_whole(user, SAID, draft)
    (row,) = await rows(db)
    (request,) = fake_provider.requests("chat")
    assert (row.step, row.form, row.outcome, row.attempts) == ("report", "plain", "done", 1)
    assert (row.report_id, row.organization_id, row.user_id) == (draft, user.organization_id, user.id)
    assert (row.host, row.region, row.party, row.country) == ("127.0.0.1", "other", "127.0.0.1", "de Verenigde Staten")
    assert (row.input_amount, row.input_unit, row.style) == (len(SAID), "characters", "leesbaar")
    assert row.sent_bytes == request["bytes"]
    assert row.output_amount > 0
    assert SAID not in row.model_dump_json()


@pytest.mark.parametrize(
    ("fail", "times", "outcome"), [("500", 2, "done"), ("500", None, "failed"), ("401", 1, "failed")]
)
async def test_s67_each_attempt_counts(db, user, fake_provider, fail: str, times: int | None, outcome: str):
    fake_provider.control(endpoint="chat", fail=fail, times=times)
    try:
        await structuring.generate_whole(user, SAID)
    except Unavailable:
        assert outcome == "failed"
    (row,) = await rows(db)
    assert (row.outcome, row.attempts) == (outcome, len(fake_provider.requests("chat")))


async def test_s67_a_killed_process_leaves_a_row_with_what_left(db, people, user, fake_provider):
    fake_provider.control(endpoint="chat", holds_after=0)
    command = (sys.executable, "-m", "tests.unit.services.processing.asking", people.user.cookie, SAID)
    process = await asyncio.create_subprocess_exec(*command)
    try:
        await asyncio.to_thread(fake_provider.wait_for, 1)
    finally:
        process.kill()
        await process.wait()
    fake_provider.control(holds_after=None)
    (row,) = await rows(db)
    assert (row.outcome, row.attempts) == ("begun", len(fake_provider.requests("chat"))) == ("begun", 1)
    later = clock.now() + timedelta(hours=2)
    clock.use(lambda: later)
    assert card.outcome(row) == "broken off"


async def test_s67_segments_of_a_dictation_share_a_row(db, user, fake_provider):
    dictating = uuid.uuid4()
    for position in range(3):
        recording = sound.encoded(sound.dictation(position + 1), "webm")
        result = await dictation.transcribe_segment(user, dictating, position, recording)
    (row,) = await rows(db)
    assert (row.step, row.form, row.pieces, row.outcome) == ("speech", "audio", 3, "done")
    assert (row.report_id, row.dictation_id) == (result.draft_id, dictating)
    assert row.attempts == len(fake_provider.requests("speech"))
    assert row.input_amount > 0


async def test_s67_sound_of_no_dictation_has_a_row_too(db, user, fake_provider):
    await dictation.transcribe(user, sound.encoded(sound.dictation(1), "webm"))
    fake_provider.control(endpoint="speech", fail="500")
    with pytest.raises(Unavailable):
        await dictation.transcribe(user, sound.encoded(sound.dictation(2), "webm"))
    done, failed = await rows(db)
    assert (done.outcome, failed.outcome) == ("done", "failed")
    assert done.attempts + failed.attempts == len(fake_provider.requests("speech"))


async def test_s67_one_section_again_has_a_row(db, user, fake_provider):
    draft = await draft_of(db, user)
    made = await structuring.generate_whole(user, SAID, draft)
    key = next(one.section for one in made.written.statements)
    before = len(fake_provider.requests("chat"))
    await revising.again(user, draft, key, made.report)
    (row,) = await rows(db, step="section")
    assert (row.outcome, row.attempts, row.report_id) == ("done", len(fake_provider.requests("chat")) - before, draft)


async def test_a_section_that_the_rules_wrote_after_all_has_a_row_of_theirs(db, user, fake_provider):
    draft = await draft_of(db, user)
    made = await structuring.generate_whole(user, SAID, draft)
    fake_provider.control(endpoint="chat", report="Natuurlijk! Hier is het verslag.")
    await revising.again(user, draft, made.written.statements[0].section, made.report)
    asked, here = await rows(db, step="section")
    assert (asked.outcome, asked.reason, asked.attempts) == ("failed", "no_answer", 1)
    assert (here.outcome, here.form, here.engine) == ("done", "here", "regels")
    found = await db.run_reading(card.read, user, draft)
    assert found.provenance.party == "127.0.0.1"
    assert "Eén kopje opnieuw, leesbaar, door regels op deze server." in [one.text for one in found.lines]


async def test_s66_a_section_that_a_model_wrote_in_a_report_by_rules_is_said(db, user, fake_provider):
    draft = await draft_of(db, user)
    await let(db, user, outside_text="never")
    made = await structuring.generate_whole(user, SAID, draft, style="netjes")
    before = (await db.run_reading(provenance.of_reports, user, [draft]))[draft]
    assert (before.ai_assisted, before.party) == (False, "")
    await let(db, user, outside_text="plain")
    await revising.again(user, draft, made.written.statements[0].section, made.report)
    after = (await db.run_reading(provenance.of_reports, user, [draft]))[draft]
    shown = await db.run_reading(card.read, user, draft)
    label = await tables.row(select(Report.report_label))
    assert (after.ai_assisted, after.rewritten, after.party) == (True, False, "127.0.0.1")
    assert shown.provenance == after
    assert label == "zonder AI ingedeeld, behalve een kopje"
    await let(db, user, outside_text="never")
    await structuring.generate_whole(user, f"{SAID} Ze at weinig.", draft, style="netjes")
    assert (await db.run_reading(provenance.of_reports, user, [draft]))[draft].ai_assisted is False


async def test_s67_what_a_model_can_is_asked_under_a_row_of_no_organization(db, fake_provider):
    await structuring.examine()
    (row,) = await rows(db)
    assert (row.step, row.organization_id, row.user_id) == ("check", None, None)
    assert row.attempts == len(fake_provider.requests("chat")) == 1


async def test_an_organization_that_lets_no_text_out_sends_none(db, user, fake_provider):
    await let(db, user, outside_text="never")
    draft = await draft_of(db, user)
    made = await structuring.generate_whole(user, SAID, draft, style="leesbaar")
    assert fake_provider.requests("chat") == []
    assert made.refusal == "Op deze server ingedeeld: jullie organisatie stuurt geen tekst naar buiten."
    assert (made.written.style, made.provenance.ai_assisted) == ("netjes", False)
    refused, here = await rows(db)
    assert (refused.outcome, refused.reason, refused.attempts) == ("refused", "policy", 0)
    assert (here.outcome, here.form, here.region) == ("done", "here", "local")
    assert await db.run_reading(card.refusal, user, draft) == made.refusal
    told = [one.text for one in (await db.run_reading(card.read, user, draft)).lines]
    assert "Niets vervangen: de tekst bleef op deze server." in told
    assert "Netjes, door regels op deze server." in told


async def test_a_change_of_what_may_leave_is_another_request(db, user, fake_provider):
    await structuring.generate_whole(user, SAID, style="netjes")
    await let(db, user, outside_text="never")
    await structuring.generate_whole(user, SAID, style="netjes")
    assert [row.form for row in await rows(db, outcome="done")] == ["plain", "here"]


async def test_a_deleted_draft_keeps_its_rows_until_it_is_erased(db, user, fake_provider):
    draft = await draft_of(db, user)
    await structuring.generate_whole(user, SAID, draft)
    await db.run_in_transaction(deleted.delete_draft, user, draft)
    assert [(row.report_id, row.deleted_draft_id) for row in await rows(db)] == [(None, draft)]
    await db.run_in_transaction(deleted.restore, user, draft)
    assert [(row.report_id, row.deleted_draft_id) for row in await rows(db)] == [(draft, None)]
    await db.run_in_transaction(deleted.delete_draft, user, draft)
    await db.run_in_transaction(deleted.erase, user, draft)
    assert await rows(db) == []


async def test_the_card_tells_where_text_and_speech_went(db, user, fake_provider, monkeypatch):
    environment.use(monkeypatch, PROCESSING_LOCATION="Duitsland")
    dictating = uuid.uuid4()
    recording = sound.encoded(sound.dictation(1), "webm")
    draft = (await dictation.transcribe_segment(user, dictating, 0, recording)).draft_id
    assert draft is not None
    fake_provider.control(endpoint="chat", fail="500", times=1)
    await structuring.generate_whole(user, SAID, draft)
    found = await db.run_reading(card.read, user, draft)
    text = "\n".join(one.text for one in found.lines)
    stated = "Land en verwerker volgens de instelling van Spraakrapport."
    speech = f"Door 127.0.0.1 (whisper-1) in Duitsland: je stem en alles wat je insprak, onbewerkt. {stated}"
    assert [one.text for one in found.lines if one.about == "speech"] == [speech]
    assert f"in Duitsland, {len(SAID)} tekens zoals gezegd, om " in text
    assert f" 2 pogingen. {stated}" in text
    assert "Nog niet nagekeken." in text
    told = found.provenance
    assert (told.ai_assisted, told.rewritten, told.style, told.region) == (True, True, "leesbaar", "other")


async def test_s67_a_model_on_this_server_is_asked_what_it_can_too(db, user, fake_provider, monkeypatch):
    environment.use(monkeypatch, PROCESSING_REGION="local")
    await structuring.examine()
    (row,) = await rows(db)
    assert (row.step, row.form, row.outcome, row.attempts) == ("check", "here", "done", 1)


async def test_the_card_of_a_model_on_this_server_says_that_nothing_left(db, user, fake_provider, monkeypatch):
    environment.use(monkeypatch, PROCESSING_REGION="local")
    draft = await draft_of(db, user)
    await structuring.generate_whole(user, SAID, draft)
    told = [one.text for one in (await db.run_reading(card.read, user, draft)).lines]
    assert "Niets vervangen: de tekst bleef op deze server." in told


async def told(db, user, draft) -> list[str]:
    found = await db.run_reading(card.read, user, draft)
    return [one.text for one in found.lines if one.about == "replaced"]


STAYED = "Niets vervangen: de tekst bleef op deze server."


@pytest.mark.parametrize("form", ["plain", "pseudonymised"])
async def test_s67_the_card_counts_a_section_that_left(db, user, fake_provider, form: str):
    await let(db, user, outside_text="never")
    draft = await draft_of(db, user)
    made = await structuring.generate_whole(user, SAID, draft, style="netjes")
    assert await told(db, user, draft) == [STAYED]
    await let(db, user, outside_text=form)
    await revising.again(user, draft, made.written.statements[0].section, made.report)
    assert fake_provider.requests("chat")
    (line,) = await told(db, user, draft)
    if form == "plain":
        assert line == "Niets vervangen: een deel van de tekst ging zoals gezegd naar 127.0.0.1."
    else:
        assert line == "Er hoefde niets te worden vervangen voor verzending."
    async with db.reading() as session:
        assert (await card.read(session, user, draft)).provenance.sent == (form,)
        assert (await provenance.mark_of(session, user, draft))["ai-sent"] == form


async def test_s67_the_card_says_of_all_requests_in_what_form_they_left(db, user, fake_provider):
    said = f"{SAID} Bel mevrouw Zwoltriks op 06-12345678."
    draft = await draft_of(db, user, said)
    await structuring.generate_whole(user, said, draft)
    await let(db, user, outside_text="pseudonymised")
    await structuring.generate_whole(user, said, draft)
    await let(db, user, outside_text="never")
    await structuring.generate_whole(user, said, draft)
    plain = "Niet altijd vervangen: de tekst ging zoals gezegd naar 127.0.0.1."
    assert await told(db, user, draft) == [plain, "2 gegevens vervangen voor verzending: 1 naam, 1 ander."]
    async with db.reading() as session:
        found = await card.read(session, user, draft)
        mark = await provenance.mark_of(session, user, draft)
        assert await card.sent(session, user, draft) == (True, "Ook verstuurd zoals gezegd")
    text = "\n".join(one.text for one in found.lines if one.about == "report")
    assert text.count(" tekens zoals gezegd, om ") == text.count(" tekens met namen en nummers vervangen, om ") == 1
    assert found.provenance.sent == ("plain", "pseudonymised")
    assert (mark["ai-form"], mark["ai-sent"]) == ("here", "plain pseudonymised")


async def test_s67_the_card_forgets_no_request_for_many_later_ones(db, user, fake_provider):
    recording = sound.encoded(sound.dictation(1), "webm")
    draft = (await dictation.transcribe_segment(user, uuid.uuid4(), 0, recording)).draft_id
    assert draft is not None
    await structuring.generate_whole(user, SAID, draft)
    async with db.transaction() as session:
        for _ in range(60):
            await steps.written_here(session, user, RULES, report_id=draft, style="netjes")
    (line,) = await told(db, user, draft)
    assert line == "Niets vervangen: de tekst ging zoals gezegd naar 127.0.0.1."
    assert any(
        "je stem en alles wat je insprak" in one.text for one in (await db.run_reading(card.read, user, draft)).lines
    )


@pytest.mark.parametrize("fail", ["500", "401"])
async def test_s67_text_that_left_without_an_answer_is_told(db, user, fake_provider, fail: str):
    draft = await draft_of(db, user, f"{SAID} Bel mevrouw Zwoltriks.")
    await let(db, user, outside_text="pseudonymised")
    fake_provider.control(endpoint="chat", fail=fail)
    with pytest.raises(Unavailable):
        await structuring.generate_whole(user, f"{SAID} Bel mevrouw Zwoltriks.", draft)
    (row,) = await rows(db, outcome="failed")
    assert row.attempts == len(fake_provider.requests("chat")) > 0
    assert await told(db, user, draft) == ["1 gegeven vervangen voor verzending: 1 naam."]
    made = await db.run_reading(provenance.of_reports, user, [draft])
    assert made[draft].sent == ("pseudonymised",)


async def test_s67_what_was_spoken_to_an_outside_engine_did_not_stay_on_this_server(db, user, fake_provider):
    await let(db, user, outside_text="never")
    recording = sound.encoded(sound.dictation(1), "webm")
    draft = (await dictation.transcribe_segment(user, uuid.uuid4(), 0, recording)).draft_id
    assert draft is not None
    await structuring.generate_whole(user, SAID, draft)
    assert await told(db, user, draft) == ["Niets vervangen: na het uitschrijven bleef de tekst op deze server."]


async def test_words_after_a_deleted_draft_keep_their_row_when_that_is_erased(db, user, fake_provider):
    dictating = uuid.uuid4()
    recording = sound.encoded(sound.dictation(1), "webm")
    first = (await dictation.transcribe_segment(user, dictating, 0, recording)).draft_id
    assert first is not None
    await db.run_in_transaction(deleted.delete_draft, user, first)
    second = (await dictation.transcribe_segment(user, dictating, 1, recording)).draft_id
    await db.run_in_transaction(deleted.erase, user, first)
    assert [(row.report_id, row.deleted_draft_id, row.pieces) for row in await rows(db)] == [(second, None, 1)]


async def test_the_row_of_another_organization_is_not_counted_in(db, user, fake_provider):
    dictating = uuid.uuid4()
    recording = sound.encoded(sound.dictation(1), "webm")
    await dictation.transcribe_segment(user, dictating, 0, recording)
    await tables.run(update(ProcessingStep).values(organization_id=None))
    await dictation.transcribe_segment(user, dictating, 1, recording)
    assert [(row.organization_id, row.pieces) for row in await rows(db)] == [(None, 1), (user.organization_id, 1)]


@pytest.mark.parametrize(
    ("style", "label", "told"),
    [
        (None, None, (None, None)),
        ("netjes", None, (None, False)),
        ("netjes", "zonder AI ingedeeld", (False, False)),
        ("netjes", "zonder AI ingedeeld, behalve een kopje", (True, False)),
        ("leesbaar", None, (True, True)),
        ("leesbaar", "je eigen woorden: taalmodel gaf geen bruikbaar antwoord", (False, False)),
    ],
)
async def test_s66_of_a_report_from_before_rows_only_what_is_known_is_said(db, user, style, label, told):
    draft = await draft_of(db, user)
    async with db.transaction() as session:
        await session.exec(
            update(Report).values(structured_report="## Situatie\nGoed.", style=style, report_label=label)
        )
    found = (await db.run_reading(provenance.of_reports, user, [draft]))[draft]
    mark = await db.run_reading(provenance.mark_of, user, draft)
    assert (found.ai_assisted, found.rewritten) == told
    assert ("ai-assisted" in mark) == (told[0] is not None)
