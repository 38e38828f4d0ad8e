"""One section written again from what was said for it, by whatever engine; and the version before a generation."""

import asyncio

import pytest
from sqlmodel import select

from tests.support import environment, tables
from tests.support.held import held
from tests.unit.reporting.writing import answers
from tests.unit.reporting.writing.answers import FAITHFUL, SENTENCES, STANDING, TRANSCRIPT, line
from tests.unit.services.concepts.concepts import ledger, new_draft, read_draft
from voice_report.config import settings
from voice_report.db.models import AuditLog, Report
from voice_report.errors import Conflict, Invalid, NotFound, TooLarge, TooMany, Unavailable
from voice_report.integrations.structuring import local
from voice_report.reporting.evidence import evidence
from voice_report.reporting.templates import BUILT_IN, DEFAULT
from voice_report.services.concepts import review, revising, structuring
from voice_report.services.drafts import drafts
from voice_report.services.drafts.generated import Generated

WOUND, FEVER = STANDING[1:3]
AGAIN = "\n".join([line([1], "observaties", WOUND), line([2], "observaties", FEVER)])
HOSTILE = {name: answer for name, (answer, _) in answers.WRONG.items()} | answers.USELESS

#: ``SENTENCES[1]`` as it is tidied.
TIDIED = "De wond op haar linkerhiel meet 3 x 2 cm en is niet rood."


@pytest.fixture
def writer(engine):
    """The engine as a language model that writes lines."""
    engine.styles, engine.label, engine.answer = ("leesbaar", "letterlijk", "vrij"), "", FAITHFUL
    return engine


@pytest.fixture
async def draft(db, user, writer):
    """A draft with a concept in 'leesbaar'; from here on the model answers ``AGAIN``."""
    made = await new_draft(db, user, TRANSCRIPT)
    await structuring.generate_whole(user, TRANSCRIPT, made.id)
    writer.answer = AGAIN
    return await read_draft(db, user, made.id)


async def test_a_section_is_written_again_from_its_own_sentences_and_nothing_is_stored(db, people, user, draft, writer):
    body = await revising.again(user, draft.id, "observaties", draft.structured_report)
    assert body == f"{WOUND} {FEVER}"
    assert writer.asked[-1] == " ".join(SENTENCES[1:3])
    after = await read_draft(db, user, draft.id)
    assert (after.structured_report, after.version, after.updated_at) == (
        draft.structured_report,
        draft.version,
        draft.updated_at,
    )
    assert (await ledger(db, people.organization_id))[0] == 9, "only the concept was paid"
    query = select(AuditLog.resource_id).where(AuditLog.action == "create", AuditLog.resource == "concept section")
    assert await tables.rows(query) == [str(draft.id)]


async def test_what_was_left_out_or_deleted_comes_back_and_what_moved_stays_away(user, draft, writer):
    moved = draft.structured_report.replace(f"{WOUND} {FEVER}", "Niet besproken") + f"\n- {FEVER}\n"
    assert await revising.again(user, draft.id, "observaties", moved) == WOUND
    assert writer.asked[-1] == SENTENCES[1]
    gone = draft.structured_report.replace(WOUND, "")
    await revising.again(user, draft.id, "observaties", gone)
    assert writer.asked[-1] == " ".join(SENTENCES[1:3]), "the generated section had it"


async def test_the_new_sentences_are_no_text_of_a_person(user, draft, writer):
    new = "De temperatuur was 37,2; koorts heeft mevrouw niet."
    writer.answer = line([1], "observaties", "De wond is genezen.") + "\n" + line([2], "observaties", new)
    typed = "Zij is erg moe."
    before = await review.look(user, draft.id, TRANSCRIPT, f"## Observaties\n\n{new} {typed}\n")
    assert [one.own for one in before.sentences] == [False, True]  # what follows from the dictation is nobody's own
    body = await revising.again(user, draft.id, "observaties", draft.structured_report)
    assert body == f"{TIDIED} {new}"
    after = await review.look(user, draft.id, TRANSCRIPT, f"## Observaties\n\n{body} {typed}\n")
    assert [one.own for one in after.sentences] == [False, False, True]
    assert [one.as_spoken for one in after.sentences] == [True, False, False]


@pytest.mark.one_database
async def test_a_hostile_model_writes_no_section_worse_than_literal(user, draft, writer, no_limits):
    for name, answer in HOSTILE.items():
        writer.answer = answer
        body = await revising.again(user, draft.id, "observaties", draft.structured_report)
        found = evidence(TRANSCRIPT, f"## Observaties\n\n{body}\n").sentences
        assert {one.section for one in found} == {"Observaties"}, name
        assert not [flag for one in found for flag in one.flags if flag.level == "red"], (name, body)


@pytest.mark.parametrize(
    ("styles", "expected"),
    [
        (("leesbaar", "letterlijk", "vrij"), f"{WOUND} {FEVER}"),
        (("netjes",), f"{TIDIED} {SENTENCES[2]}"),
        (("vrij",), f"{TIDIED} {SENTENCES[2]}"),
    ],
)
async def test_a_free_text_is_written_again_by_lines_as_well_as_the_engine_can(
    db, user, draft, writer, styles, expected
):
    made = Generated(draft.made_of, "vrij", draft.structured_report)
    await db.run_in_transaction(drafts.put_report, user, draft.id, made.report, generated=made)
    writer.styles = styles
    assert await revising.again(user, draft.id, "observaties", made.report) == expected


async def test_the_local_engine_gives_the_spoken_sentences_tidied(user, draft, monkeypatch):
    monkeypatch.setattr(structuring, "engine", lambda *_: local.create(settings()))
    body = await revising.again(user, draft.id, "observaties", draft.structured_report)
    assert body == f"{TIDIED} {SENTENCES[2]}"


@pytest.mark.parametrize("section", ["evaluatie", "Observaties", "", "onzin"])
async def test_of_what_nothing_was_said_or_is_no_section_nothing_is_written(user, draft, writer, section):
    asked = len(writer.asked)
    report = draft.structured_report
    error, sentence = (Invalid, "niets gezegd") if section == "evaluatie" else (NotFound, "kopje")
    with pytest.raises(error, match=sentence):
        await revising.again(user, draft.id, section, report)
    assert len(writer.asked) == asked


async def test_a_changed_transcript_is_not_written_for_free(db, user, draft, writer):
    asked = len(writer.asked)
    async with db.transaction() as session:
        report = draft.structured_report
        await drafts.save_draft(session, user, draft_id=draft.id, transcript="Iets anders.", structured_report=report)
    for _ in range(2):
        with pytest.raises(Conflict, match="Je dictaat is veranderd sinds dit concept"):
            await revising.again(user, draft.id, "observaties", draft.structured_report)
        await revising.rearrange(user, draft.id, "soep")  # the rules are free
        await revising.rearrange(user, draft.id, "zorg")
    assert len(writer.asked) == asked


async def test_another_template_is_no_obstacle(db, user, draft, writer):
    await revising.rearrange(user, draft.id, "soep")
    placed = await read_draft(db, user, draft.id)
    assert (placed.made_of, placed.is_edited, placed.has_former) == (draft.made_of, False, False)
    section = BUILT_IN["soep"].sections[1]
    writer.answer = ""
    report = placed.structured_report or ""
    assert await revising.again(user, draft.id, section.key, report) in report


async def test_a_transcript_that_changes_meanwhile_keeps_the_section_out(db, user, draft, writer):
    writer.gate, writer.started = asyncio.Event(), asyncio.Event()
    asked = asyncio.ensure_future(revising.again(user, draft.id, "observaties", draft.structured_report))
    await writer.started.wait()
    async with db.transaction() as session:  # so no transaction is open while the engine works
        report = draft.structured_report
        await drafts.save_draft(session, user, draft_id=draft.id, transcript="Iets anders.", structured_report=report)
    writer.gate.set()
    with pytest.raises(Conflict):
        await asked
    assert (await read_draft(db, user, draft.id)).generated == draft.generated


async def test_an_engine_that_fails_or_never_answers_changes_nothing(db, user, draft, writer, monkeypatch):
    writer.failure = Unavailable("Kon concept niet genereren")
    with pytest.raises(Unavailable, match="Kon concept niet genereren"):
        await revising.again(user, draft.id, "observaties", draft.structured_report)
    writer.failure, writer.gate = None, asyncio.Event()
    environment.use(monkeypatch, STRUCTURE_TIMEOUT="1")
    with pytest.raises(Unavailable, match="duurde te lang"):
        await revising.again(user, draft.id, "observaties", draft.structured_report)
    assert await read_draft(db, user, draft.id) == draft


async def test_two_sections_at_once_are_both_kept_and_nobody_waits(db, user, outsider, draft, writer, monkeypatch):
    writer.answer = ""
    keys = ("observaties", "uitgevoerde_zorg")
    async with held(monkeypatch, revising, "_with_written") as began:
        both = asyncio.gather(*[revising.again(user, draft.id, key, draft.structured_report) for key in keys])
        await began.wait()
        await new_draft(db, outsider, TRANSCRIPT)
    bodies = await both
    stored = (await read_draft(db, user, draft.id)).generated
    assert stored is not None
    assert all(body in stored.report for body in bodies)


async def test_it_is_limited_in_number_and_length(user, draft):
    with pytest.raises(TooLarge):
        await revising.again(user, draft.id, "observaties", "x" * 600_001)
    asked = [revising.again(user, draft.id, "observaties", draft.structured_report) for _ in range(21)]
    results = await asyncio.gather(*asked, return_exceptions=True)
    assert [one for one in results if isinstance(one, TooMany)]


async def test_the_version_before_a_generation_is_swapped_back_and_forth(db, user, draft, writer):
    edited = draft.structured_report.replace(WOUND, "Zelf getypt.")
    longer = f"{TRANSCRIPT} Ze slaapt."
    async with db.transaction() as session:
        saved = await drafts.save_draft(session, user, draft_id=draft.id, transcript=longer, structured_report=edited)
    assert (saved.is_edited, saved.has_former, saved.made_of) == (True, False, drafts.fingerprint(TRANSCRIPT))
    writer.answer = FAITHFUL
    await structuring.generate_whole(user, longer, draft.id, "soep")
    new = await read_draft(db, user, draft.id)
    assert (new.is_edited, new.has_former, new.made_of) == (False, True, drafts.fingerprint(longer))
    back = await revising.restore_former(user, draft.id)
    assert (back.structured_report, back.template, back.style) == (edited, DEFAULT, "leesbaar")
    assert (back.generated, back.is_edited, back.version) == (draft.generated, True, new.version + 1)
    assert back.transcript == longer
    forth = await revising.restore_former(user, draft.id)
    assert (forth.structured_report, forth.template, forth.generated) == (
        new.structured_report,
        BUILT_IN["soep"],
        new.generated,
    )


@pytest.mark.parametrize("changed", ["former", "template", "emptied"])
async def test_a_concept_that_is_generated_again_is_put_back_for_free(db, people, user, draft, writer, changed):
    """Its draft has another report by now: the version before, one under other headings, or none."""
    writer.answer, longer = FAITHFUL, f"{TRANSCRIPT} Ze slaapt."
    edited = draft.structured_report.replace(WOUND, "Zelf getypt.")
    await db.run_in_transaction(drafts.save_draft, user, draft_id=draft.id, transcript=longer, structured_report=edited)
    newest = await structuring.generate_whole(user, longer, draft.id, "zorg")
    if changed == "former":
        await revising.restore_former(user, draft.id)
    elif changed == "template":
        await revising.rearrange(user, draft.id, "soep")
    else:
        await db.run_in_transaction(drafts.save_draft, user, draft_id=draft.id, transcript=longer, structured_report="")
    before = await read_draft(db, user, draft.id)
    await structuring.generate_whole(user, longer, draft.id, "zorg")
    after = await read_draft(db, user, draft.id)
    assert (after.structured_report, after.template, after.made_of) == (
        newest.report,
        DEFAULT,
        drafts.fingerprint(longer),
    )
    if before.structured_report:
        assert (await revising.restore_former(user, draft.id)).structured_report == before.structured_report
    assert (await ledger(db, people.organization_id))[0] == 8


async def test_a_concept_that_is_there_keeps_what_was_changed_in_it(db, user, draft, writer):
    writer.answer = ""
    await revising.again(user, draft.id, "observaties", draft.structured_report)
    edited = (draft.structured_report or "").replace(WOUND, "Zelf getypt.")
    async with db.transaction() as session:
        await drafts.save_draft(session, user, draft_id=draft.id, transcript=TRANSCRIPT, structured_report=edited)
    await structuring.generate_whole(user, TRANSCRIPT, draft.id)
    assert (await read_draft(db, user, draft.id)).structured_report == edited


async def test_a_change_of_layout_alone_is_no_edit(db, user, draft):
    loose = draft.structured_report.replace("\n\n", "\n \n")
    saved = await db.run_in_transaction(
        drafts.save_draft, user, draft_id=draft.id, transcript=TRANSCRIPT, structured_report=loose
    )
    assert not saved.is_edited
    assert not (await new_draft(db, user, TRANSCRIPT)).is_edited


async def test_swaps_at_once_wait_for_each_other(db, user, draft, writer):
    with pytest.raises(Invalid, match="geen vorige versie"):
        await revising.restore_former(user, draft.id)
    writer.answer = FAITHFUL
    await structuring.generate_whole(user, TRANSCRIPT, draft.id, "soep")
    swapped = await asyncio.gather(*[revising.restore_former(user, draft.id) for _ in range(4)])
    assert sorted(one.template.key for one in swapped) == ["soep", "soep", "zorg", "zorg"]
    assert sorted(one.version for one in swapped) == [4, 5, 6, 7]


async def test_s02_what_is_no_draft_of_the_caller_is_not_found(db, user, outsider, draft, writer):
    asked = len(writer.asked)

    async def every(who, draft_id) -> None:
        for wanted in (
            revising.again(who, draft_id, "observaties", draft.structured_report),
            revising.restore_former(who, draft_id),
            revising.rearrange(who, draft_id, "soep"),
        ):
            with pytest.raises(NotFound, match="Draft niet gevonden"):
                await wanted

    await every(outsider, draft.id)
    await every(user, "onzin")
    await tables.change(Report, draft.id, is_draft=False)
    await every(user, draft.id)
    assert len(writer.asked) == asked


async def test_a_section_written_again_keeps_the_value_that_another_sentence_corrects(db, user, monkeypatch):
    monkeypatch.setattr(structuring, "engine", lambda *_: local.create(settings()))
    said = "Mevrouw zat in haar stoel. De pols was 88. Nee, 98. Ze had geen pijn. Vanmiddag komt haar dochter."
    made = await new_draft(db, user, said)
    await structuring.generate_whole(user, said, made.id)
    draft = await read_draft(db, user, made.id)
    written = draft.structured_report or ""
    assert "De pols was 98." in written
    title = next(part.split("\n")[0] for part in written.split("## ") if "pols" in part)
    section = next(one for one in draft.template.sections if one.title == title)
    for report in (written, written.replace("De pols was 98.", "")):
        body = await revising.again(user, draft.id, section.key, report)
        assert "De pols was 98." in body
        assert "88" not in body
        assert "Nee" not in body
