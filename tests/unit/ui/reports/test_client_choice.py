"""'Voor wie?': chosen before talking, kept by the draft, and gone with 'Volgende rapportage'."""

import uuid

import pytest

from tests.support import people as cast
from tests.support import tables
from tests.unit.ui.reports.tab import Tab
from voice_report.db.models import Dictation, Report
from voice_report.reporting.templates import BUILT_IN
from voice_report.services.drafts import drafts, templates
from voice_report.ui.pages.reports.new_report.choices import TemplateState
from voice_report.ui.pages.reports.new_report.client_choice import ClientState
from voice_report.ui.pages.reports.new_report.concept import ConceptState
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT, RECORDING, TRANSCRIPT, DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState

SAID, REPORT = "Goed geslapen.", "## Situatie\n\nGoed geslapen."


async def begun(person: cast.Person, client_id: str = "C-1") -> Tab:
    """Open an empty report and choose whom it is about."""
    tab = await Tab.opened(person)
    await tab.press(ClientState.open_choice)
    await tab.press(ClientState.choose_client, client_id)
    return tab


async def dictated(db, person: cast.Person, client_id: str | None = None) -> tuple[str, uuid.UUID]:
    """Store a dictation with its draft, as the uploads do; return both ids."""
    user = await person.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript=SAID, client_id=client_id)
        row = Dictation(user_id=user.id, organization_id=user.organization_id, draft_id=draft.id)
        session.add(row)
    return str(row.id), draft.id


async def client_of(db, draft_id: object) -> str | None:
    return (await tables.get(Report, draft_id)).client_id


async def test_who_was_chosen_before_talking_is_kept_by_the_draft(db, people):
    dictation_id, draft_id = await dictated(db, people.user)
    tab = await begun(people.user)
    assert (tab.client.choosing, tab.draft.client_name, tab.draft.client_initials) == (False, "Cor Voorbeeld", "CV")
    await tab.press(WizardState.dictation_started, dictation_id)
    await tab.press(WizardState.finish_dictation, dictation_id, "")
    assert (tab.draft.step, tab.draft.client_name) == (TRANSCRIPT, "Cor Voorbeeld")
    assert await client_of(db, draft_id) == "C-1"


async def test_an_older_dictation_that_is_found_does_not_get_the_client_of_this_one(db, people):
    await cast.make_client(people.organization_id, "C-2", "Ria", "Denkbeeld")
    for stored, shown in ((None, ""), ("C-2", "Ria Denkbeeld")):
        dictation_id, draft_id = await dictated(db, people.user, stored)
        tab = await begun(people.user)
        await tab.press(WizardState.finish_dictation, dictation_id, "")
        assert tab.draft.client_name == shown
        assert await client_of(db, draft_id) == stored


async def test_who_was_chosen_before_typing_is_kept_by_the_draft(db, people):
    tab = await begun(people.user)
    await tab.press(WizardState.type_instead)
    await tab.press(DraftState.change_transcript, SAID, 5)
    assert await client_of(db, uuid.UUID(tab.draft.draft_id)) == "C-1"


@pytest.mark.parametrize("change", [(), (DraftState.change_report, f"{REPORT} Morgen weer.", 5)])
async def test_the_next_report_begins_empty_and_this_one_is_saved(db, people, change):
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript=SAID, structured_report=REPORT, client_id="C-1")
    tab = await Tab.opened(people.user, draft.id)
    await tab.press(ConceptState.copied, tab.draft.draft_id)
    assert tab.draft.copied
    if change:
        await tab.press(*change)
        assert not tab.draft.copied  # what was copied is not what is there
    assert "/new-report" in str(await tab.press(WizardState.next_report))
    tab.goes_to("/new-report")
    await tab.press(WizardState.load)
    shown = (tab.draft.step, tab.draft.draft_id, tab.draft.transcript, tab.draft.client_name, tab.draft.copied)
    assert shown == (RECORDING, "", "", "", False)
    assert (await tables.get(Report, draft.id)).structured_report == (change[1] if change else REPORT)


async def opened(db, people) -> Tab:
    """Return the tab of a draft without a client."""
    draft = await people.user.call(drafts.save_draft, transcript=SAID)
    tab = await Tab.opened(people.user, draft.id)
    return tab


async def test_who_was_chosen_in_another_window_stays_when_this_one_saves(db, people):
    tab = await opened(db, people)
    draft_id = uuid.UUID(tab.draft.draft_id)
    await people.user.call(drafts.set_client, draft_id, "C-1")
    for words in (f"{SAID} Ook gegeten.", f"{SAID} Ook gegeten. En gelachen."):
        await tab.press(DraftState.change_transcript, words, len(words), tab.draft.draft_id)
        await tab.press(DraftState.autosave)
        assert (await client_of(db, draft_id), tab.draft.client_name) == ("C-1", "Cor Voorbeeld")
    assert (tab.draft.transcript, tab.draft.changed_elsewhere) == (f"{SAID} Ook gegeten. En gelachen.", False)


async def test_what_was_changed_on_another_page_does_not_reach_this_one(db, people):
    """A page without a connection sends its last changes when the next one has been loaded already."""
    tab = await opened(db, people)
    await tab.press(DraftState.change_transcript, "Meneer viel.", 6, str(uuid.uuid4()))
    await tab.press(DraftState.change_transcript, "Meneer viel.", 6, "")
    await tab.press(DraftState.change_report, "Meneer viel.", 7, str(uuid.uuid4()))
    await tab.press(ClientState.choose_client, "C-1", str(uuid.uuid4()))
    await tab.press(DraftState.autosave)
    assert (tab.draft.transcript, tab.draft.report, tab.draft.client_id) == (SAID, "", "")
    await tab.press(DraftState.change_transcript, "Mevrouw at.", 8, tab.draft.draft_id)
    await tab.press(DraftState.save_as_new)
    await tab.press(DraftState.change_transcript, "Mevrouw at goed.", 9, tab.draft._names[0])
    assert tab.draft.transcript == "Mevrouw at goed.", "typed before the page knew the new id"


async def test_a_page_that_does_not_know_its_new_draft_yet_goes_on_in_it(people):
    tab = await begun(people.user)
    await tab.press(DraftState.change_transcript, SAID, 5, "")
    await tab.press(DraftState.change_transcript, f"{SAID} Ook gegeten.", 6, "")
    assert (tab.draft.transcript, tab.draft.unnamed) == (f"{SAID} Ook gegeten.", tab.draft.draft_id)


@pytest.mark.parametrize(
    ("here", "there", "is_taken"),
    [
        (f"{SAID} En nog een laats", f"{SAID} En nog een laatste zin.", True),
        (f"{SAID} En nog een laats ", f"{SAID} En nog een laatste zin.", True),
        (f"{SAID} En nog een laats", f"{SAID} En ook gelachen.", False),
        (SAID[:-5], f"{SAID} En ook gelachen.", False),  # what was taken out here would come back
    ],
)
async def test_the_last_words_of_a_page_that_closed_may_come_behind_the_load_of_the_next(
    db, people, here: str, there: str, is_taken: bool
):
    tab = await opened(db, people)
    await people.user.call(drafts.save_draft, draft_id=uuid.UUID(tab.draft.draft_id), transcript=there)
    await tab.press(DraftState.change_transcript, here, 7, tab.draft.draft_id)
    await tab.press(DraftState.autosave)
    expected = (there, False, 7) if is_taken else (here, True, 0)
    assert (tab.draft.transcript, tab.draft.changed_elsewhere, tab.draft.saved_at) == expected
    stored = await tables.get(Report, uuid.UUID(tab.draft.draft_id))
    assert stored.transcript == there
    if is_taken:
        await tab.press(DraftState.change_transcript, f"{there} En gelachen.", 8, tab.draft.draft_id)
        await tab.press(DraftState.autosave)
        assert (await tables.get(Report, stored.id)).transcript == f"{there} En gelachen."


async def test_what_cannot_be_saved_is_not_left(db, people):
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID, structured_report=REPORT)
    tab = await Tab.opened(people.user, draft.id)
    await tab.press(DraftState.change_report, "Anders", 5)
    await db.run_in_transaction(drafts.save_draft, user, draft_id=draft.id, transcript="in een ander venster")
    assert await tab.press(WizardState.next_report) is None
    assert (tab.draft.step, tab.draft.report, tab.draft.changed_elsewhere) == (CONCEPT, "Anders", True)
    assert tab.toast.title == ""  # the page says it
    assert await tab.press(WizardState.next_report) is None
    assert (tab.draft.report, tab.toast.title) == ("Anders", drafts.NOT_SAVED)


async def test_a_late_change_of_a_report_that_was_left_is_not_text_of_the_next(db, people):
    tab = await begun(people.user)
    await tab.press(DraftState.change_report, REPORT, 5)
    assert (tab.draft.report, tab.draft.draft_id) == ("", "")


async def test_a_client_can_be_chosen_while_speech_is_being_added_to_the_draft(db, people):
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID)
    tab = await Tab.opened(people.user, draft.id)
    await tab.press(WizardState.back_to_recording)
    async with db.transaction() as session:  # a segment arrives
        await drafts.save_draft(session, user, draft_id=draft.id, transcript=f"{SAID} woord001")
    await tab.press(ClientState.choose_client, "C-1")
    stored = await tables.get(Report, draft.id)
    assert (stored.client_id, stored.transcript) == ("C-1", f"{SAID} woord001")
    assert (tab.draft.client_name, tab.draft.changed_elsewhere, tab.toast.title) == ("Cor Voorbeeld", False, "")
    await tab.press(ClientState.choose_client, "C-9")
    assert await client_of(db, draft.id) == "C-1"


async def test_a_dictation_that_goes_on_gets_the_client_that_is_chosen_beside_it(db, people):
    dictation_id, draft_id = await dictated(db, people.user)
    tab = await begun(people.user)
    await tab.press(WizardState.dictation_resumed, dictation_id)
    await tab.press(WizardState.finish_dictation, dictation_id, "")
    assert (tab.draft.client_name, await client_of(db, draft_id)) == ("Cor Voorbeeld", "C-1")


async def test_a_new_concept_that_is_no_longer_wanted_is_not_made(db, people):
    user = await people.user.current()
    draft = await db.run_in_transaction(drafts.save_draft, user, transcript=SAID, structured_report=REPORT)
    tab = await Tab.opened(people.user, draft.id)
    for late in (ConceptState.generate, ConceptState.generate_anew):
        assert await tab.press(late) is None
    await tab.press(WizardState.back_to_transcript)
    await tab.press(ConceptState.generate)
    await tab.press(ConceptState.keep_concept)
    assert await tab.press(ConceptState.generate_anew) is None
    assert not tab.draft.streaming


async def test_recent_clients_come_first_and_say_so(db, people):
    await cast.make_client(people.organization_id, "C-0", "Anna", "Aalders")
    await dictated(db, people.user, "C-1")
    tab = await Tab.of(people.user)
    await tab.press(ClientState.open_choice)
    found = [(one["value"], one["detail"].endswith("laatst gebruikt")) for one in tab.client.options]
    assert found == [("C-1", True), ("C-0", False)]


async def test_without_clients_nobody_is_asked_for_whom(db, people):
    for person in (people.user, people.outsider, people.platform_admin):
        tab = await Tab.opened(person)
        assert tab.client.offered is (person is not people.platform_admin)


async def test_a_client_brings_the_template_that_was_last_used_for_them(db, people, monkeypatch):
    async def last(_session, _user, client_id):
        return BUILT_IN["soep"] if client_id == "C-1" else None

    monkeypatch.setattr(templates, "last_for_client", last)
    tab = await Tab.opened(people.user)
    await tab.press(ClientState.choose_client, "C-1")
    assert tab.template.key == "soep"
    other = await Tab.opened(people.user)
    await other.press(TemplateState.choose, "soap")
    await other.press(ClientState.choose_client, "C-1")
    assert other.template.key == "soap", "chosen by hand"
