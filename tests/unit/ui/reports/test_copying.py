"""'Kopieer per kop' in the wizard and in the dossier, without a browser."""

from pathlib import Path

import pytest
from sqlmodel import select

import voice_report
from tests.support import people as cast
from tests.support import tables
from tests.unit.ui.reports.tab import Tab
from voice_report.db import session as database
from voice_report.db.models import AuditLog
from voice_report.services.archive import archive
from voice_report.services.drafts import drafts, profiles, ticks
from voice_report.services.drafts.profiles import ProfileContent, ProfileField
from voice_report.ui.pages.reports.dossier.state import DossierState
from voice_report.ui.pages.reports.new_report.concept import ConceptState
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT
from voice_report.ui.pages.reports.profile_choice import ProfileState

REPORT = "## Situatie\n\nMevrouw sliep goed."
FIELD, DIGEST = "0123456789abcdef.0", "fedcba9876543210"


@pytest.fixture
async def draft(db, people) -> drafts.DraftView:
    async with db.transaction() as session:
        user = await people.user.current()
        return await drafts.save_draft(
            session, user, transcript="Mevrouw sliep goed.", structured_report=REPORT, client_id=people.client_id
        )


async def copies(db, resource: str) -> int:
    query = select(AuditLog).where(AuditLog.action == "copy", AuditLog.resource == resource)
    return len(await tables.rows(query))


async def archived(db, people, draft: drafts.DraftView) -> None:
    await cast.keep_archive(people.organization_id)
    await archive.save(
        await people.user.current(),
        client_id=people.client_id,
        transcript=draft.transcript,
        structured_report=REPORT,
        draft_id=draft.id,
    )


async def test_the_fields_are_those_of_the_text_on_the_screen_with_the_ticks_of_all_devices(db, people, draft):
    tab = await Tab.of(people.user, f"?draft={draft.id}")
    await tab.press(ConceptState.show_fields)
    assert (tab.concept.by_heading, tab.concept.copied_fields) == (True, {})
    await tab.press(ConceptState.show_paper)
    assert (tab.concept.by_heading, tab.concept.put_away) == (False, 1)
    await people.user.call(ticks.put, draft.id, {FIELD: DIGEST})
    tab.draft.report, tab.draft._changed_at = "## Situatie\n\nMevrouw sliep slecht.", 1
    await tab.press(ConceptState.show_fields)
    assert (tab.concept.by_heading, tab.concept.copied_fields) == (True, {FIELD: DIGEST})
    stored = await people.user.call(drafts.get_draft, draft.id)
    assert stored.structured_report == "## Situatie\n\nMevrouw sliep slecht."


async def test_without_a_report_there_are_no_fields(db, people):
    made = await people.user.call(drafts.save_draft, transcript="Mevrouw sliep goed.")
    tab = await Tab.of(people.user, f"?draft={made.id}")
    await tab.press(ConceptState.show_fields)
    assert not tab.concept.by_heading


async def test_a_report_is_copied_when_its_last_field_is(db, people, draft):
    tab = await Tab.of(people.user, f"?draft={draft.id}")
    await tab.press(ConceptState.field_copied, str(draft.id), False)
    assert not tab.draft.copied
    await tab.press(ConceptState.field_copied, str(draft.id), True)
    assert tab.draft.copied
    assert (tab.draft.step, tab.toast.title) == (CONCEPT, "")
    assert await copies(db, "draft") == 1


async def test_what_is_copied_of_an_archived_report_is_in_the_trail(db, people, draft):
    tab = await Tab.of(people.user, f"?draft={draft.id}")
    await tab.press(ConceptState.show_fields)
    await tab.press(ConceptState.show_paper)
    await archived(db, people, draft)
    tab.archive.reference = "R-2026-00000000"
    await tab.press(ConceptState.show_fields)
    assert tab.concept.by_heading
    await tab.press(ConceptState.field_copied, str(draft.id), False)
    await tab.press(DossierState.copied, str(draft.id), True)
    assert (await copies(db, "report"), await copies(db, "draft")) == (2, 0)


async def test_s02_the_report_of_another_organization_is_not_copied(db, people, draft):
    await archived(db, people, draft)
    tab = await Tab.of(people.outsider)
    await tab.press(DossierState.copied, str(draft.id), True)
    assert tab.toast.description == "Rapportage niet gevonden"
    assert await copies(db, "report") == 0


async def test_the_dossier_shows_fields_of_an_open_report_alone(db, people, draft):
    await archived(db, people, draft)
    tab = await Tab.of(people.user)
    dossier = await tab.root.get_state(DossierState)
    await tab.press(DossierState.choose, people.client_id)
    (item,) = dossier.items
    assert (item.open, item.copying) == (True, False)
    await tab.press(DossierState.toggle_copying, item.id)
    assert dossier.items[0].copying
    await tab.press(DossierState.toggle, item.id)
    await tab.press(DossierState.toggle_copying, item.id)
    assert not dossier.items[0].copying


async def team_profile(people, **more) -> profiles.ProfileView:
    field = ProfileField("Bevindingen", ("Situatie",), limit=10)
    return await people.admin.call(profiles.create, ProfileContent("Dossier wijkteam", [field], **more))


async def test_s02_a_profile_of_another_organization_is_not_chosen(db, people, draft):
    made = await team_profile(people)
    tab = await Tab.of(people.outsider)
    await tab.press(ProfileState.choose, made.id)
    chosen = await tab.root.get_state(ProfileState)
    assert (tab.toast.description, chosen.key, chosen.items) == (profiles.NOT_FOUND, "per-kop", [])


async def test_a_member_copies_with_the_profile_that_they_chose_last(db, people, draft):
    made, other = await team_profile(people), await team_profile(people, template_key="zorg")
    tab = await Tab.of(people.user, f"?draft={draft.id}")
    await tab.press(ConceptState.show_fields)
    chosen = await tab.root.get_state(ProfileState)
    assert (chosen.name, chosen.profile["fields"], len(chosen.items)) == ("Per kop", [], 4)
    await tab.press(ProfileState.open_choice)
    await tab.press(ProfileState.choose, made.id)
    assert (chosen.choosing, chosen.name, chosen.profile["fields"][0]["limit"]) == (False, "Dossier wijkteam", 10)
    await archived(db, people, draft)
    later = await Tab.of(people.user)
    dossier = await later.root.get_state(DossierState)
    await later.press(DossierState.choose, people.client_id)
    await later.press(DossierState.toggle_copying, dossier.items[0].id)
    assert (await later.root.get_state(ProfileState)).key == made.id
    async with database.transaction() as session:
        await profiles.archive(session, await people.admin.current(), made.id)
        assert (await profiles.choice(session, await people.user.current(), "soap")).profiles[0].built_in
    await later.press(ProfileState.open_choice)
    gone = await later.root.get_state(ProfileState)
    assert (gone.key, gone.is_gone, [item.key for item in gone.items]) == (
        "per-kop",
        True,
        [other.id, "per-kop", "tekstvak"],
    )


def test_s76_no_script_reads_the_clipboard():
    scripts = [
        path for path in (Path(voice_report.__file__).parent / "ui").rglob("*") if path.suffix in (".js", ".jsx")
    ]
    using = [path.name for path in scripts if "navigator.clipboard" in path.read_text()]
    assert using == ["clipboard.js"], "one module writes; the others use it"
    reading = ("readText", "clipboard.read", "clipboardData", "execCommand")
    read = [path.name for path in scripts for one in reading if f".{one}".replace("..", ".") in path.read_text()]
    assert read == []
