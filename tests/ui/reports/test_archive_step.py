"""'Opslaan in archief' as the wizard does it: once, with the words on the screen, and nothing lost when it fails."""

import pytest
from reflex.istate.data import RouterData
from reflex.state import State
from sqlmodel import select

from tests import people as cast
from voice_report.models import Organization, Report
from voice_report.services.reports import archive, drafts
from voice_report.ui.components.toast import ToastState
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT
from voice_report.ui.pages.reports.new_report.state import WizardState
from voice_report.ui.session import cookie_header

REPORT = "## Situatie\n\nGoed geslapen."


async def press(handler, *args):
    return await handler.fn(*args)


async def wizard_of(person: cast.Person, draft_id: object) -> tuple[WizardState, ToastState]:
    """Open the wizard of a person with this draft in its address."""
    root = State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    data = {
        "headers": {"cookie": cookie_header(person.cookie)},
        "ip": "192.0.2.3",
        "pathname": "/new-report",
        "asPath": f"/new-report?draft={draft_id}",
        "query": {"draft": str(draft_id)},
    }
    root.router = RouterData.from_router_data(data)
    wizard = await root.get_state(WizardState)
    await press(WizardState.load, wizard)
    return wizard, await root.get_state(ToastState)


async def opt_in(db, people: cast.People, **columns) -> None:
    async with db.transaction() as session:
        organization = await session.get(Organization, people.organization_id)
        for name, value in {"plan": "mkb", "save_reports_to_archive": True, **columns}.items():
            setattr(organization, name, value)
        session.add(organization)


async def stored(db) -> list[tuple[bool, str | None, str | None]]:
    async with db.reading() as session:
        rows = (await session.exec(select(Report))).all()
    return [(row.is_draft, row.client_id, row.structured_report) for row in rows]


@pytest.fixture
async def draft(db, people):
    await opt_in(db, people)
    user = await people.user.current()
    async with db.transaction() as session:
        return await drafts.save_draft(session, user, transcript="ik zei het", structured_report=REPORT)


async def test_unsaved_words_go_along_and_a_second_click_changes_nothing(db, people, draft):
    wizard, toast = await wizard_of(people.user, draft.id)
    assert (wizard.step, wizard.archive_refusal, wizard.has_clients) == (CONCEPT, "", True)
    await press(WizardState.search_clients, wizard, "voorb")
    assert [option["id"] for option in wizard.client_options] == ["C-1"]
    await press(WizardState.choose_client, wizard, "C-1")
    await press(WizardState.show_view, wizard, "edit")
    await press(WizardState.change_report, wizard, "Situatie\n\nSlecht geslapen.", 5)
    for _ in range(2):
        await press(WizardState.archive_report, wizard)
    assert await stored(db) == [(False, "C-1", "## Situatie\n\nSlecht geslapen.")]
    assert (toast.title, toast.destructive) == ("Opgeslagen", False)
    assert wizard.archived_reference.endswith(draft.id.hex[:8].upper())

    again, _ = await wizard_of(people.user, draft.id)  # the server forgot this tab
    assert (again.archived_reference, again.archived_at) == (wizard.archived_reference, wizard.archived_at)
    answer = await press(WizardState.close_archived, wizard)
    assert "/" in str(answer)
    assert (wizard.archived_reference, wizard.draft_id, wizard.report, wizard.client_id) == ("", "", "", "")


async def test_without_a_client_the_field_says_so(db, people, draft):
    wizard, _ = await wizard_of(people.user, draft.id)
    await press(WizardState.archive_report, wizard)
    assert wizard.client_error == "Selecteer eerst een cliënt"
    await press(WizardState.choose_client, wizard, "C-1")
    assert wizard.client_error == ""
    assert (await stored(db))[0][0] is True


async def test_another_windows_newer_words_are_not_archived_unseen(db, people, draft):
    wizard, toast = await wizard_of(people.user, draft.id)
    await press(WizardState.choose_client, wizard, "C-1")
    user = await people.user.current()
    async with db.transaction() as session:
        await drafts.save_draft(session, user, draft_id=draft.id, transcript="anders", structured_report="Anders")
    for _ in range(2):
        toast.title = ""
        await press(WizardState.archive_report, wizard)
        assert (toast.title, toast.destructive) == ("Kon rapportage niet opslaan", True)
    assert (wizard.changed_elsewhere, wizard.report, wizard.client_id) == (True, REPORT, "C-1")
    assert await stored(db) == [(True, None, "Anders")]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [({"plan": "trial"}, archive.PRO_ONLY), ({"save_reports_to_archive": False}, archive.SWITCHED_OFF)],
)
async def test_a_right_that_is_gone_shows_why_and_keeps_the_words(db, people, draft, columns, sentence):
    wizard, toast = await wizard_of(people.user, draft.id)
    await press(WizardState.choose_client, wizard, "C-1")
    await opt_in(db, people, **columns)
    wizard.archive_refusal = ""  # whatever the page believes
    await press(WizardState.archive_report, wizard)
    assert (toast.title, toast.description) == ("Kon rapportage niet opslaan", sentence)
    assert (wizard.archive_refusal, wizard.report) == (sentence, REPORT)
    assert await stored(db) == [(True, "C-1", REPORT)]


async def test_who_was_chosen_is_kept_with_the_draft_until_it_is_taken_back(db, people, draft):
    wizard, _ = await wizard_of(people.user, draft.id)
    await press(WizardState.choose_client, wizard, "C-1")
    later, _ = await wizard_of(people.user, draft.id)  # another day, another device
    assert (later.client_id, later.client_words) == ("C-1", wizard.client_words)
    await press(WizardState.show_view, later, "edit")
    await press(WizardState.change_report, later, "Situatie\n\nSlecht geslapen.", 5)
    await press(WizardState.autosave, later)
    assert await stored(db) == [(True, "C-1", "## Situatie\n\nSlecht geslapen.")]
    await press(WizardState.choose_client, later, "")
    assert (await stored(db))[0][1] is None
    assert (await wizard_of(people.user, draft.id))[0].client_id == ""


async def test_a_client_that_came_with_the_draft_is_not_lost_where_nothing_is_archived(db, people, draft):
    user = await people.user.current()
    async with db.transaction() as session:
        await drafts.save_draft(session, user, draft_id=draft.id, transcript="ik zei het", client_id="C-1")
    await opt_in(db, people, save_reports_to_archive=False)
    wizard, _ = await wizard_of(people.user, draft.id)
    await press(WizardState.change_transcript, wizard, "ik zei het nog eens", 5)
    await press(WizardState.autosave, wizard)
    assert await stored(db) == [(True, "C-1", None)]


async def test_who_was_chosen_while_the_concept_is_written_stays_chosen(db, people, draft):
    wizard, _ = await wizard_of(people.user, draft.id)
    wizard.streaming = True
    await press(WizardState.choose_client, wizard, "C-1")
    wizard._show(draft)
    assert wizard.client_id == "C-1"
    await press(WizardState.autosave, wizard)
    assert (await stored(db))[0][1] == "C-1"


async def test_a_failure_of_ours_keeps_everything_and_can_be_tried_again(db, people, draft, monkeypatch):
    wizard, toast = await wizard_of(people.user, draft.id)
    await press(WizardState.choose_client, wizard, "C-1")

    async def broken(*_args, **_options):
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken_for_now:
        broken_for_now.setattr(archive, "archive", broken)
        await press(WizardState.archive_report, wizard)
    assert (toast.title, toast.destructive) == ("Kon rapportage niet opslaan", True)
    assert "disk" not in toast.description
    assert (wizard.report, wizard.client_id, wizard.archived_reference) == (REPORT, "C-1", "")
    await press(WizardState.archive_report, wizard)
    assert await stored(db) == [(False, "C-1", REPORT)]


async def test_s02_a_foreign_client_cannot_be_chosen(db, people, draft):
    await cast.make_client(people.other_organization_id, "only-there")
    wizard, toast = await wizard_of(people.user, draft.id)
    await press(WizardState.choose_client, wizard, "only-there")
    assert (wizard.client_id, toast.description) == ("", "Cliënt niet gevonden")
    wizard.client_id = "only-there"  # a page that says so all the same
    await press(WizardState.archive_report, wizard)
    assert (toast.title, toast.description) == ("Kon rapportage niet opslaan", "Cliënt niet gevonden")
    assert wizard.client_id == ""
    assert (await stored(db))[0][0] is True
