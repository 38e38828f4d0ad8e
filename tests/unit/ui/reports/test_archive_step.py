"""'Opslaan in archief' as the wizard does it: once, with the words on the screen, and nothing lost when it fails."""

import pytest
from sqlmodel import select

from tests.support import people as cast
from tests.support import tables
from tests.unit.ui.reports.tab import Tab
from voice_report.db.models import MeasuredValue, Report
from voice_report.errors import Unavailable
from voice_report.services.archive import archive
from voice_report.services.concepts import evidence, review
from voice_report.services.drafts import drafts
from voice_report.ui.pages.reports.new_report.archive_step import ArchiveState
from voice_report.ui.pages.reports.new_report.client_choice import ClientState
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT, KEEP_FIRST, DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState

SAID = "Goed geslapen. Slecht geslapen."
REPORT = "## Situatie\n\nGoed geslapen."


async def stored(db) -> list[tuple[bool, str | None, str | None]]:
    rows = await tables.rows(select(Report))
    return [(row.is_draft, row.client_id, row.structured_report) for row in rows]


async def test_a_red_point_is_asked_about_once(db, people):
    await cast.keep_archive(people.organization_id)
    user = await people.user.current()
    said, wrong = "De bloeddruk was 142 over 80.", "## Situatie\n\nDe bloeddruk was 152 over 80."
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=said, structured_report=wrong)
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ArchiveState.archive_anyway)  # nobody asked
    await wizard.press(ClientState.choose_client, "C-1")
    await wizard.press(ArchiveState.archive_report)
    assert (wizard.archive.open_red, wizard.archive.reference) == (1, "")
    await wizard.press(ArchiveState.check_first)
    assert (wizard.archive.open_red, await stored(db)) == (0, [(True, "C-1", wrong)])
    await wizard.press(ArchiveState.archive_report)
    await wizard.press(ArchiveState.archive_anyway)
    assert (wizard.archive.open_red, await stored(db)) == (0, [(False, "C-1", wrong)])
    assert wizard.archive.reference


async def test_s91_values_that_are_not_sure_are_asked_about_once_and_not_kept(db, people):
    await cast.keep_archive(people.organization_id)
    user = await people.user.current()
    said = "De temperatuur was 385. De pols was 80."
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript=said, structured_report=f"## Situatie\n\n{said}")
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "C-1")
    await wizard.press(ArchiveState.archive_report)
    page = wizard.archive
    assert (page.open_red, page.open_doubts, page.reference) == (0, 1, "")
    assert page.points_title == "1 meting is niet zeker"
    assert "komt dat niet bij de metingen" in page.points_text
    await wizard.press(ArchiveState.check_first)
    assert (page.open_doubts, page.points_title, page.doubts_shown, page.reference) == (0, "", 1, "")
    await wizard.press(ArchiveState.archive_report)
    await wizard.press(ArchiveState.archive_anyway)
    assert (page.open_doubts, page.doubts_shown, page.reference != "") == (0, 1, True)
    assert await tables.rows(select(MeasuredValue.kind)) == ["heart_rate"]
    await evidence.finish_all()


async def test_red_points_and_values_that_are_not_sure_are_one_question(db, people):
    await cast.keep_archive(people.organization_id)
    user = await people.user.current()
    said, wrong = "De bloeddruk was 142 over 80. De temperatuur was 385.", "## Situatie\n\nBloeddruk 152 over 80."
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=said, structured_report=wrong)
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "C-1")
    await wizard.press(ArchiveState.archive_report)
    assert "rode punten open" in wizard.archive.points_title
    assert wizard.archive.points_text.endswith("1 meting is niet zeker en wordt niet bewaard.")
    await wizard.press(ArchiveState.check_first)
    assert wizard.archive.doubts_shown == 0  # the red points come first
    await evidence.finish_all()


async def test_the_same_words_for_the_same_client_are_asked_about(db, people):
    await cast.keep_archive(people.organization_id)
    user = await people.user.current()
    for said in ("Goed geslapen.", "Goed geslapen."):
        draft = await db.run_in_transaction(
            drafts.save_draft, user, transcript=said, structured_report=REPORT, client_id=people.client_id
        )
        wizard = await Tab.opened(people.user, draft.id)
        await wizard.press(ArchiveState.archive_twice)  # nobody asked
        await wizard.press(ArchiveState.archive_report)
    assert (wizard.archive.twice.startswith("Deze rapportage staat al bij "), wizard.archive.reference) == (True, "")
    await wizard.press(ArchiveState.check_first)
    assert (wizard.archive.twice, sorted(is_draft for is_draft, *_ in await stored(db))) == ("", [False, True])
    await wizard.press(ArchiveState.archive_report)
    await wizard.press(ArchiveState.archive_twice)
    assert [is_draft for is_draft, *_ in await stored(db)] == [False, False]


async def test_what_was_just_archived_is_taken_back(db, wall_clock, people, draft):
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ArchiveState.take_back)  # nothing is archived yet
    await wizard.press(ClientState.choose_client, "C-1")
    await wizard.press(ArchiveState.archive_report)
    await wizard.press(ArchiveState.take_back)
    assert (wizard.archive.reference, await stored(db)) == ("", [(True, "C-1", REPORT)])
    assert (wizard.draft.step, wizard.draft.report, wizard.draft.client_id) == (CONCEPT, REPORT, "C-1")
    await wizard.press(ArchiveState.archive_report)
    wall_clock.advance(minutes=11)
    await wizard.press(ArchiveState.take_back)
    assert (await stored(db), wizard.archive.reference != "") == ([(False, "C-1", REPORT)], True)


async def test_the_way_from_the_top_of_the_page_asks_for_whom_once(db, people, draft):
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ArchiveState.ask)  # a forged press: without a client there is no such question
    assert (wizard.archive.asking, wizard.client.error) == (False, archive.NO_CLIENT)
    await wizard.press(ClientState.open_choice)
    await wizard.press(ClientState.choose_client, "C-1")
    assert not wizard.client.by_field
    await wizard.press(ArchiveState.ask)
    await wizard.press(ArchiveState.not_yet)
    assert (wizard.archive.asking, await stored(db)) == (False, [(True, "C-1", REPORT)])
    await wizard.press(ArchiveState.ask)
    assert wizard.archive.asking
    await wizard.press(ArchiveState.archive_report)
    assert (wizard.archive.asking, await stored(db)) == (False, [(False, "C-1", REPORT)])


async def test_the_field_stays_where_the_client_was_chosen_in_it(db, people, draft):
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "C-1")
    assert wizard.client.by_field
    await wizard.press(WizardState.load)  # a reconnect
    assert wizard.client.by_field
    assert not (await Tab.opened(people.user, draft.id)).client.by_field  # opened again


async def test_a_settled_point_is_not_asked_about(db, people):
    await cast.keep_archive(people.organization_id)
    user = await people.user.current()
    said, wrong = "De bloeddruk was 142 over 80.", "## Situatie\n\nDe bloeddruk was 152 over 80."
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript=said, structured_report=wrong, client_id="C-1")
    await review.settle(user, draft.id, "Situatie", "De bloeddruk was 152 over 80.", ["number"])
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ArchiveState.archive_report)
    assert await stored(db) == [(False, "C-1", wrong)]


async def test_a_comparison_that_fails_keeps_nobody_from_archiving(db, people, draft, monkeypatch):
    async def fails(*_):
        raise Unavailable("Het vergelijken is niet gelukt.")

    monkeypatch.setattr(evidence, "compare", fails)
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "C-1")
    await wizard.press(ArchiveState.archive_report)
    assert await stored(db) == [(False, "C-1", REPORT)]


@pytest.fixture
async def draft(db, people):
    await cast.keep_archive(people.organization_id)
    user = await people.user.current()
    return await db.run_in_transaction(drafts.save_draft, user, transcript=SAID, structured_report=REPORT)


async def test_unsaved_words_go_along_and_a_second_click_changes_nothing(db, people, draft):
    wizard = await Tab.opened(people.user, draft.id)
    assert (wizard.draft.step, wizard.archive.refusal, wizard.client.offered) == (CONCEPT, "", True)
    await wizard.press(ClientState.search_clients, "voorb")
    assert [option["value"] for option in wizard.client.options] == ["C-1"]
    await wizard.press(ClientState.choose_client, "C-1")
    await wizard.press(DraftState.change_report, "## Situatie\n\nSlecht geslapen.", 5)
    for _ in range(2):
        await wizard.press(ArchiveState.archive_report)
    assert await stored(db) == [(False, "C-1", "## Situatie\n\nSlecht geslapen.")]
    assert wizard.archive.archived_for.startswith("Opgeslagen bij Cor Voorbeeld, geboren ")
    assert wizard.toast.title == ""  # it would lie behind the dialog that says so
    assert wizard.archive.reference.endswith(draft.id.hex[:8].upper())

    again = await Tab.opened(people.user, draft.id)  # the server forgot this tab
    shown = (wizard.archive.reference, wizard.archive.archived_at)
    assert (again.archive.reference, again.archive.archived_at) == shown
    answer = await wizard.press(WizardState.close)
    assert "/" in str(answer)
    draft_left = (wizard.draft.draft_id, wizard.draft.report, wizard.draft.client_id)
    assert (wizard.archive.reference, *draft_left) == ("", "", "", "")


async def test_without_a_client_the_field_says_so(db, people, draft):
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ArchiveState.archive_report)
    assert wizard.client.error == "Selecteer eerst een cliënt"
    await wizard.press(ClientState.choose_client, "C-1")
    assert wizard.client.error == ""
    assert (await stored(db))[0][0] is True


async def test_another_windows_newer_words_are_not_archived_unseen(db, people, draft):
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "C-1")
    user = await people.user.current()
    async with db.transaction() as session:
        await drafts.save_draft(session, user, draft_id=draft.id, transcript="anders", structured_report="Anders")
    await wizard.press(ArchiveState.archive_report)
    assert (wizard.draft.changed_elsewhere, wizard.toast.title) == (True, "")  # the page says it
    await wizard.press(ArchiveState.archive_report)
    assert (wizard.toast.title, wizard.toast.description) == ("Kon rapportage niet opslaan", KEEP_FIRST)
    assert (wizard.draft.changed_elsewhere, wizard.draft.report, wizard.draft.client_id) == (True, REPORT, "C-1")
    assert await stored(db) == [(True, None, "Anders")]


@pytest.mark.parametrize(
    ("columns", "sentence"),
    [({"plan": "trial"}, archive.PRO_ONLY), ({"save_reports_to_archive": False}, archive.SWITCHED_OFF)],
)
async def test_a_right_that_is_gone_shows_why_and_keeps_the_words(db, people, draft, columns, sentence):
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "C-1")
    await cast.keep_archive(people.organization_id, **columns)
    wizard.archive.refusal = ""  # whatever the page believes
    await wizard.press(ArchiveState.archive_report)
    assert (wizard.toast.title, wizard.toast.description) == ("Kon rapportage niet opslaan", sentence)
    assert (wizard.archive.refusal, wizard.draft.report) == (sentence, REPORT)
    assert await stored(db) == [(True, "C-1", REPORT)]


async def test_who_was_chosen_is_kept_with_the_draft_until_it_is_taken_back(db, people, draft):
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "C-1")
    later = await Tab.opened(people.user, draft.id)  # another day, another device
    assert (later.draft.client_id, later.draft.client_words) == ("C-1", wizard.draft.client_words)
    await later.press(DraftState.change_report, "## Situatie\n\nSlecht geslapen.", 5)
    await later.press(DraftState.autosave)
    assert await stored(db) == [(True, "C-1", "## Situatie\n\nSlecht geslapen.")]
    await later.press(ClientState.choose_client, "")
    assert (await stored(db))[0][1] is None
    assert (await Tab.opened(people.user, draft.id)).draft.client_id == ""


async def test_a_client_that_came_with_the_draft_is_not_lost_where_nothing_is_archived(db, people, draft):
    user = await people.user.current()
    await db.run_in_transaction(drafts.save_draft, user, draft_id=draft.id, transcript=SAID, client_id="C-1")
    await cast.change_organization(people.organization_id, plan="mkb", save_reports_to_archive=False)
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(DraftState.change_transcript, "ik zei het nog eens", 5)
    await wizard.press(DraftState.autosave)
    assert await stored(db) == [(True, "C-1", None)]


async def test_who_was_chosen_while_the_concept_is_written_stays_chosen(db, people, draft):
    wizard = await Tab.opened(people.user, draft.id)
    wizard.draft.streaming = True
    await wizard.press(ClientState.choose_client, "C-1")
    wizard.draft._show(draft)
    assert wizard.draft.client_id == "C-1"
    await wizard.press(DraftState.autosave)
    assert (await stored(db))[0][1] == "C-1"


async def test_a_failure_of_ours_keeps_everything_and_can_be_tried_again(db, people, draft, monkeypatch):
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "C-1")

    async def broken(*_args, **_options):
        raise OSError("the disk is gone")

    with monkeypatch.context() as broken_for_now:
        broken_for_now.setattr(archive, "archive", broken)
        await wizard.press(ArchiveState.archive_report)
    assert (wizard.toast.title, wizard.toast.destructive) == ("Kon rapportage niet opslaan", True)
    assert "disk" not in wizard.toast.description
    assert (wizard.draft.report, wizard.draft.client_id, wizard.archive.reference) == (REPORT, "C-1", "")
    await wizard.press(ArchiveState.archive_report)
    assert await stored(db) == [(False, "C-1", REPORT)]


async def test_s02_a_foreign_client_cannot_be_chosen(db, people, draft):
    await cast.make_client(people.other_organization_id, "only-there")
    wizard = await Tab.opened(people.user, draft.id)
    await wizard.press(ClientState.choose_client, "only-there")
    assert (wizard.draft.client_id, wizard.toast.description) == ("", "Cliënt niet gevonden")
    wizard.draft.client_id = "only-there"  # a page that says so all the same
    await wizard.press(ArchiveState.archive_report)
    assert (wizard.toast.title, wizard.toast.description) == ("Kon rapportage niet opslaan", "Cliënt niet gevonden")
    assert wizard.draft.client_id == ""
    assert (await stored(db))[0][0] is True


async def test_who_closes_an_archived_report_is_back_at_work(people):
    """The landing page is an advertisement; the wizard's root path is the dashboard."""
    tab = await Tab.of(people.user)
    assert "/dashboard" in str(await tab.press(WizardState.close))
