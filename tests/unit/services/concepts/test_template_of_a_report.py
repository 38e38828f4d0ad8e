"""A report keeps a copy of the template it was made with, whatever happens to the template afterwards."""

from typing import Any

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.support.fakes.structure_engine import report_of
from tests.unit.services.concepts.concepts import SAID, ledger, new_draft, read_draft
from voice_report.db.models import Report
from voice_report.dutch.sentences import split
from voice_report.errors import Conflict, NotFound
from voice_report.reporting.evidence import written
from voice_report.reporting.templates import BUILT_IN, DEFAULT
from voice_report.reporting.templates.stored import from_json, to_json
from voice_report.services.archive import archive, dossier
from voice_report.services.concepts import review, revising, structuring
from voice_report.services.drafts import drafts, templates
from voice_report.services.drafts.templates import SectionContent, TemplateContent

OWN = TemplateContent("Wondzorg", [SectionContent("Wond", "hoe hij eruitziet."), SectionContent("Afspraken")])
CHANGED = TemplateContent("Huid", [SectionContent("Huid")])


@pytest.fixture
async def own(db, people, engine) -> templates.TemplateView:
    return await people.admin.call(templates.create, OWN)


async def test_a_draft_and_its_archived_report_keep_the_copy(db, people, own):
    user, admin = await people.user.current(), await people.admin.current()
    draft = await new_draft(db, user)
    made = await structuring.generate_whole(user, SAID, draft.id, own.id)
    assert (made.report, made.template) == (report_of(SAID, own.template), own.template)
    async with db.transaction() as session:
        await templates.change(session, admin, own.id, CHANGED)
        await templates.remove(session, admin, own.id)
    assert (await read_draft(db, user, draft.id)).template == own.template
    await cast.keep_archive(people.organization_id)
    content: dict[str, Any] = {"transcript": SAID, "structured_report": made.report, "client_id": people.client_id}
    saved = await db.run_in_transaction(archive.archive, user, draft_id=draft.id, **content)
    assert (await db.run_in_transaction(dossier.get_report, admin, saved.id)).template == own.template


async def test_another_template_or_version_is_another_job(db, people, own):
    user, admin = await people.user.current(), await people.admin.current()
    for key in ("soep", "soep", own.id, own.id, "zorg", "soep"):
        made = await structuring.generate_whole(user, SAID, None, key)
        assert made.template.key == key
    assert (await ledger(db, people.organization_id))[0] == 7
    await db.run_in_transaction(templates.change, admin, own.id, CHANGED)
    assert (await structuring.generate_whole(user, SAID, None, own.id)).template.headings == ("Huid",)
    assert (await ledger(db, people.organization_id))[0] == 6


async def test_the_last_choice_holds_until_its_template_is_gone(db, people, own):
    user, admin = await people.user.current(), await people.admin.current()
    await structuring.generate_whole(user, SAID, None, own.id)
    async with db.transaction() as session:
        await templates.set_default(session, admin, "mdo")
        assert await templates.find(session, user, None) == own.template
        assert (await templates.find(session, admin, None)).key == "mdo"
        await templates.remove(session, admin, own.id)
        assert (await templates.find(session, user, None)).key == "mdo"
    with pytest.raises(Conflict, match="niet meer gebruikt"):
        await structuring.generate_whole(user, SAID, None, own.id)


@pytest.mark.parametrize("once", ["mic", "mdo", "sbar"])
async def test_an_incident_or_meeting_counts_once_and_then_the_usual_template_is_back(db, people, engine, once):
    user = await people.user.current()

    async def following() -> str:
        return (await db.run_reading(templates.find, user, None)).key

    for key in ("soep", "soap", "soap"):
        await structuring.generate_whole(user, SAID, (await new_draft(db, user)).id, key)
    await db.run_in_transaction(templates.choose, user, once)
    assert await following() == once, "it holds until the report is there"
    await structuring.generate_whole(user, SAID, (await new_draft(db, user)).id, once)
    assert await following() == "soap"
    assert await following() == "soap"


async def test_a_template_that_was_only_offered_for_a_report_is_no_choice(db, people, engine):
    """A client brings their own template: the next client's report does not get it too."""
    user = await people.user.current()
    draft = await new_draft(db, user)
    async for _ in structuring.generate(user, SAID, draft.id, "soep"):
        pass
    assert (await read_draft(db, user, draft.id)).template.key == "soep"
    assert (await db.run_reading(templates.find, user, None)).key == DEFAULT.key


async def test_who_used_nothing_else_gets_the_default_of_the_organization(db, people, engine):
    user = await people.user.current()
    await structuring.generate_whole(user, SAID, (await new_draft(db, user)).id, "mic")
    async with db.transaction() as session:
        await templates.set_default(session, await people.admin.current(), "soep")
        assert (await templates.find(session, user, None)).key == "soep"


async def test_the_last_template_of_a_client_is_known_to_who_may_read_its_report(db, people, engine):
    user, admin, outsider = [await one.current() for one in (people.user, people.admin, people.outsider)]
    for key in ("soep", "mic"):
        draft = await new_draft(db, user)
        await structuring.generate_whole(user, SAID, draft.id, key)
        await db.run_in_transaction(drafts.set_client, user, draft.id, people.client_id)
    assert await db.run_reading(templates.last_for_client, outsider, people.client_id) is None
    assert await db.run_reading(templates.last_for_client, admin, people.client_id) is None, "a draft is its author's"
    found = await db.run_reading(templates.last_for_client, user, people.client_id)
    assert found is not None
    assert found.key == "soep", "an incident is no habit"


async def test_a_report_without_a_copy_has_the_default(db, people):
    user = await people.user.current()
    draft = await new_draft(db, user)
    assert draft.template is DEFAULT
    assert await tables.rows(select(Report.template)) == [None]


async def test_a_saved_text_may_name_its_template_and_keeps_the_copy_it_has(db, people, own):
    user, admin = await people.user.current(), await people.admin.current()
    texts: dict[str, Any] = {"transcript": SAID, "structured_report": "## Wond\n\nRood."}
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, **texts, template=own.id)
        await templates.change(session, admin, own.id, CHANGED)
        same = await drafts.save_draft(session, user, **texts, draft_id=draft.id, template=own.id)
        assert (same.template, same.version) == (own.template, 1)
        other = await drafts.save_draft(session, user, **texts, draft_id=draft.id, template="soep")
        assert (other.template, other.version) == (BUILT_IN["soep"], 2)
    async with db.transaction() as session:
        with pytest.raises(NotFound):
            await drafts.save_draft(session, user, **texts, draft_id=draft.id, template="onzin")


@pytest.mark.parametrize("template", BUILT_IN.values(), ids=lambda template: template.key)
def test_a_copy_is_the_whole_template(template):
    assert from_json(to_json(template)) == template


async def test_another_template_for_a_report_is_free_and_the_generated_one_returns(db, people, own):
    user = await people.user.current()
    draft = await new_draft(db, user)
    first = await structuring.generate_whole(user, SAID, draft.id, own.id)
    await revising.rearrange(user, draft.id, "mic")
    placed = await read_draft(db, user, draft.id)
    assert (placed.template, placed.report_label) == (BUILT_IN["mic"], "zonder AI ingedeeld")
    assert SAID in (placed.structured_report or "")
    await revising.rearrange(user, draft.id, own.id)
    again = await read_draft(db, user, draft.id)
    assert (again.structured_report, again.template) == (first.report, own.template)
    assert await ledger(db, people.organization_id) == (9, 1, 1)
    with pytest.raises(NotFound):
        await revising.rearrange(await people.outsider.current(), draft.id, "mic")


async def edited(db, user, draft, report: str):
    return await db.run_in_transaction(
        drafts.save_draft, user, draft_id=draft.id, transcript=draft.transcript, structured_report=report
    )


@pytest.mark.parametrize("returns", [False, True])
async def test_what_a_person_typed_comes_along_under_another_template_and_the_edited_report_is_kept(
    db, people, own, returns
):
    user = await people.user.current()
    draft = await new_draft(db, user)
    await structuring.generate_whole(user, SAID, draft.id, "soep")
    if returns:
        await revising.rearrange(user, draft.id, "mic")
        await revising.rearrange(user, draft.id, "soep")
    typed = ["Dochter Anna belt om 16.30 uur.", "De gordijnen zijn vervangen.", "Bestel 12 pleisters."]
    report = (await read_draft(db, user, draft.id)).structured_report or ""
    report = report.replace("## Objectief\n", f"## Objectief\n\n- {typed[0]}\n- {typed[1][:-1]}\n")
    report += f"\n## Iets anders\n\n{typed[2]}\n"
    before = await edited(db, user, draft, report)
    await revising.rearrange(user, draft.id, "mdo")
    placed = await read_draft(db, user, draft.id)
    assert (placed.template, placed.has_former, placed.is_edited) == (BUILT_IN["mdo"], True, True)
    texts = written(placed.structured_report or "")
    assert [one for one in texts if one[1] in typed] == [
        ("Besproken", typed[0]),
        ("Besproken", typed[1]),
        ("Afspraken", typed[2]),
    ]
    assert set(split(SAID)).issubset(text for _, text in texts)
    found = await review.look(user, draft.id, SAID, placed.structured_report or "")
    assert [one.text for one in found.sentences if one.own] == typed
    back = await revising.restore_former(user, draft.id)
    assert (back.structured_report, back.template) == (report, before.template)


async def test_many_sentences_of_a_person_all_come_along(db, people, own):
    user = await people.user.current()
    draft = await new_draft(db, user)
    first = await structuring.generate_whole(user, SAID, draft.id, "soep")
    typed = [f"Bestel {number} pleisters." for number in range(10, 20)]
    await edited(db, user, draft, f"{first.report}\n{' '.join(typed)}\n")
    for key in ("mdo", "zorg", "soep"):
        await revising.rearrange(user, draft.id, key)
        report = (await read_draft(db, user, draft.id)).structured_report or ""
        assert [text for _, text in written(report) if text in typed] == typed, key


async def test_a_draft_that_changes_while_it_is_rearranged_stays_as_it_is(db, people, own, monkeypatch):
    user = await people.user.current()
    draft = await new_draft(db, user)
    await structuring.generate_whole(user, SAID, draft.id, "soep")
    placed = revising._placed

    async def slowly(*arguments):
        await edited(db, user, draft, "Zelf getypt.")
        return await placed(*arguments)

    monkeypatch.setattr(revising, "_placed", slowly)
    with pytest.raises(Conflict, match="intussen gewijzigd"):
        await revising.rearrange(user, draft.id, "mdo")
    assert (await read_draft(db, user, draft.id)).structured_report == "Zelf getypt."
