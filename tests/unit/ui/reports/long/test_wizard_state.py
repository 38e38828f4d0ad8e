"""The wizard's handlers, called as any client may call them."""

import inspect
import itertools
import threading
import uuid
from datetime import timedelta

import pytest
from sqlmodel import select

from tests.support import tables
from tests.unit.ui.reports.tab import STATES, Tab
from voice_report.db.models import AuditLog, Report
from voice_report.reporting.markdown import Block
from voice_report.services.billing import credits
from voice_report.services.drafts import content, drafts
from voice_report.services.drafts.content import MAX_REPORT, MAX_TRANSCRIPT
from voice_report.services.shared import export
from voice_report.ui.pages.reports.new_report.concept import ConceptState
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT, TRANSCRIPT, DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState
from voice_report.ui.shell.under_way import UnderWayState

HOSTILE = (
    None,
    True,
    -1,
    10**400,
    float("inf"),
    "",
    "\x00",
    "\ud800",
    "x" * 300_000,
    [],
    {"a": [1]},
    "../../etc/passwd",
)


async def test_a_dictation_whose_draft_was_deleted_is_told_once(db, people):
    """Not adopted, the recorder would offer it again every ten seconds, each time with the same complaint."""
    tab = await Tab.of(people.user)
    gone = str(uuid.uuid4())
    await tab.press(WizardState.finish_dictation, gone, "")
    assert (tab.wizard.adopted, tab.toast.description) == (gone, "Dictee niet gevonden")
    tab.toast.description = ""
    await tab.press(WizardState.finish_dictation, gone, "")
    assert tab.toast.description == ""


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
async def test_s01_hostile_arguments_of_nobody_store_nothing_and_of_a_person_break_nothing(db, people, value):
    for person in (None, people.user):
        for handler in itertools.chain(*(state.event_handlers.values() for state in STATES)):
            wants = list(inspect.signature(handler.fn).parameters)[1:]
            if not getattr(handler.fn, "wears_action", False) or handler.is_background:
                continue
            tab = await Tab.of(person)
            await tab.press(handler, *([value] * len(wants)))
            assert person is not None or (tab.draft.step, tab.draft.transcript) == (0, ""), handler.fn.__qualname__
        if person is None:
            assert await tables.rows(select(Report)) == []


async def test_s18_what_a_killed_process_was_writing_is_not_waited_for(db, wall_clock, people):
    """With Redis the tab's state lives on: it says that a concept is being written, and nobody writes it any more."""
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Mevrouw liep naar de keuken.")
        await credits.reserve(session, user, "key", timedelta(minutes=3), draft.id)
    tab = await Tab.of(people.user, f"?draft={draft.id}")
    tab.draft.draft_id, tab.draft.step = str(draft.id), CONCEPT
    tab.draft.streaming = True
    under_way = await tab.root.get_state(UnderWayState)
    under_way._begin(str(draft.id))

    await tab.press(WizardState.load)
    assert (tab.draft.streaming, tab.draft.step) == (True, CONCEPT), "the reservation holds: it may be at work"
    wall_clock.advance(minutes=4)
    await tab.press(WizardState.load)
    assert (tab.draft.streaming, tab.draft.step, under_way._drafts) == (False, TRANSCRIPT, [])
    assert tab.draft.transcript == "Mevrouw liep naar de keuken."


async def test_s33_a_long_text_is_cleaned_beside_the_event_loop(db, people, monkeypatch):
    """Who typed it may send it ten times a second."""
    seen = []
    monkeypatch.setattr(content, "cleaned", lambda text: seen.append(threading.current_thread()) or text)
    tab = await made_here(people)
    seen.clear()
    await tab.press(DraftState.change_transcript, "Mevrouw liep naar de keuken. " * 500, 8)
    assert len(seen) == 1
    assert threading.current_thread() not in seen


async def test_a_draft_that_cannot_be_saved_is_said_and_stays_unsaved(db, people, monkeypatch):
    async def refused(*_args, **_named):
        raise OSError("no space left on device")

    monkeypatch.setattr(drafts, "save_draft", refused)
    tab = await Tab.of(people.user)
    tab.draft.step = TRANSCRIPT
    await tab.press(DraftState.change_transcript, "Mevrouw liep naar de keuken.", 7)
    assert await tab.press(DraftState.save) is None
    assert (tab.toast.title, tab.toast.description[:29]) == ("Fout bij opslaan", "Kon concept niet opslaan. Er ")
    assert tab.draft.transcript == "Mevrouw liep naar de keuken."
    assert tab.draft.saved_at < tab.draft._changed_at


@pytest.mark.parametrize("number", [6, 7, 8])
async def test_what_was_typed_is_saved_whatever_the_number_of_its_change(db, people, number):
    """A page from before an upgrade numbers its changes by the clock, which a user may set back."""
    tab = await made_here(people)
    words = "Mevrouw is gevallen en heeft een wond aan de knie."
    await tab.press(DraftState.change_transcript, words, number)
    await tab.press(DraftState.save)
    assert tab.toast.title == "Concept opgeslagen"
    (report,) = await tables.rows(select(Report))
    assert (report.transcript, tab.draft.saved_at) == (words, number)


@pytest.mark.parametrize("change", [DraftState.change_transcript, DraftState.change_report])
async def test_what_is_typed_is_not_signed_off(people, change):
    tab = await made_here(people)
    tab.draft.reviewed = "Nagekeken door Anna"
    await tab.press(change, "Mevrouw zong.", 8)
    assert tab.draft.reviewed == ""


async def made_here(people) -> Tab:
    """Return the tab of a page that connected again: its waiting words are a draft, and it is not loaded yet."""
    tab = await Tab.of(people.user)
    await tab.press(DraftState.change_transcript, "Mevrouw was vrolijk.", 7)
    return tab


async def test_s18_what_became_a_draft_before_the_page_was_loaded_stays_on_the_page(db, people):
    """The address of a load is that of the moment of connecting: it does not name the draft that came in between."""
    tab = await made_here(people)
    await tab.press(DraftState.change_transcript, "Mevrouw was vrolijk en zong.", 8)
    await tab.press(WizardState.load)
    assert (tab.draft.step, tab.draft.transcript) == (TRANSCRIPT, "Mevrouw was vrolijk en zong.")
    (report,) = await tables.rows(select(Report))
    assert (str(report.id), report.transcript) == (tab.draft.draft_id, tab.draft.transcript)


async def test_s18_what_was_kept_apart_before_the_page_was_loaded_stays_on_the_page(db, people):
    tab = await made_here(people)
    tab.goes_to(f"/new-report?draft={tab.draft.draft_id}")
    await tab.press(DraftState.named)
    await tab.press(DraftState.change_transcript, "Mevrouw zong.", 8)
    await tab.press(DraftState.save_as_new)
    apart = tab.draft.draft_id
    await tab.press(WizardState.load)
    assert (tab.draft.draft_id, tab.draft.transcript) == (apart, "Mevrouw zong.")


async def test_a_new_report_begins_empty_once_the_address_named_the_last_one(db, people):
    tab = await made_here(people)
    tab.goes_to(f"/new-report?draft={tab.draft.draft_id}")
    await tab.press(DraftState.named)
    tab.goes_to("/new-report")
    await tab.press(WizardState.load)
    assert (tab.draft.draft_id, tab.draft.transcript) == ("", "")


async def test_another_draft_that_is_opened_goes_before_the_one_made_here(db, people):
    async with db.transaction() as session:
        other = await drafts.save_draft(session, await people.user.current(), transcript="Meneer had hoofdpijn.")
    tab = await made_here(people)
    tab.goes_to(f"/new-report?draft={other.id}")
    await tab.press(WizardState.load)
    assert (tab.draft.draft_id, tab.draft.transcript) == (str(other.id), "Meneer had hoofdpijn.")


async def test_another_draft_takes_nothing_over_and_the_same_one_stays_in_its_field(db, people):
    async with db.transaction() as session:
        user = await people.user.current()
        first, other = [
            await drafts.save_draft(session, user, transcript="Mevrouw zong.", structured_report="## Situatie\n\nZong.")
            for _ in range(2)
        ]
    tab = await Tab.opened(people.user, first.id)
    await tab.press(WizardState.back_to_transcript)
    await tab.press(ConceptState.generate)
    tab.concept.out_of_credits, tab.client.error, tab.wizard.adopted = True, "Selecteer", "x"
    await tab.press(WizardState.load)
    assert (tab.concept.asking, tab.draft.report) == (True, "## Situatie\n\nZong.")
    tab.goes_to(f"/new-report?draft={other.id}")
    await tab.press(WizardState.load)
    assert (tab.draft.draft_id, tab.draft.step) == (str(other.id), CONCEPT)
    assert (tab.concept.asking, tab.concept.out_of_credits) == (False, False)
    assert (tab.client.error, tab.wizard.adopted) == ("", "")


@pytest.mark.parametrize(
    ("change", "kept", "most"),
    [
        (DraftState.change_transcript, "transcript", MAX_TRANSCRIPT),
        (DraftState.change_report, "report", MAX_REPORT),
    ],
)
async def test_s33_a_text_that_is_too_long_is_refused_before_the_page_holds_it(db, people, change, kept, most):
    tab = await Tab.opened(people.user)
    await tab.press(DraftState.change_transcript, "Mevrouw liep naar de keuken.", 7)
    before = getattr(tab.draft, kept)
    await tab.press(change, "\U0001f469" * (most + 1), 8)
    assert "te lang" in tab.toast.description
    assert (getattr(tab.draft, kept), tab.draft._changed_at) == (before, 7)
    for action in (DraftState.save, ConceptState.sign_off, ConceptState.copied, ConceptState.generate):
        tab.toast.title = tab.toast.description = ""
        await tab.press(action, *([tab.draft.draft_id] if action is ConceptState.copied else []))
        if action is not ConceptState.generate or tab.draft.step == TRANSCRIPT:
            assert (tab.toast.title, "te lang" in tab.toast.description) == (drafts.NOT_SAVED, True)
    await tab.press(change, "\U0001f469" * most, 9)
    assert (len(getattr(tab.draft, kept)), tab.draft._changed_at) == (most, 9)


async def test_s33_a_long_report_is_parsed_beside_the_event_loop(db, people, monkeypatch):
    threads = []
    shown = export.shown

    def noted(report: str, *, empty: bool) -> list[Block]:
        threads.append(threading.current_thread())
        return shown(report, empty=empty)

    monkeypatch.setattr(export, "shown", noted)
    tab = await Tab.opened(people.user)
    await tab.press(DraftState.change_transcript, "Mevrouw liep naar de keuken.", 7)
    for text in ("## Situatie\n\nGoed.", "- a\n" * 5_000):
        await tab.press(DraftState.change_report, text, 8)
        tab.root.get_delta()
        assert threads == []
    await tab.press(ConceptState.download, "txt")
    assert threads
    assert threading.main_thread() not in threads


async def test_s27_a_copy_is_written_down_as_a_copy_without_its_text(db, people):
    tab = await Tab.opened(people.user)
    await tab.press(DraftState.change_transcript, "Kanarie zingt.", 1)
    await tab.press(ConceptState.copied, tab.draft.draft_id)
    rows = await tables.rows(select(AuditLog).where(AuditLog.action == "copy"))
    assert [(row.resource, row.resource_id, row.user_id) for row in rows] == [
        ("draft", tab.draft.draft_id, people.user.id)
    ]
    assert "Kanarie" not in str([row.model_dump() for row in rows])


async def test_what_was_copied_of_a_draft_that_was_left_marks_no_other_as_copied(db, people):
    user = await people.user.current()
    made = []
    async with db.transaction() as session:
        for said in ("Aardbei was vrolijk.", "Banaan was stil."):
            made.append(
                await drafts.save_draft(session, user, transcript=said, structured_report=f"## Situatie\n\n{said}\n")
            )
    left, here = (str(one.id) for one in made)
    tab = await Tab.opened(people.user, here)
    await tab.press(ConceptState.copied, left)
    assert (tab.draft.draft_id, tab.draft.copied) == (here, False)
    async with db.transaction() as session:
        assert [(await drafts.get_draft(session, user, one)).copied_at for one in (left, here)] == [None, None]
        rows = await session.exec(select(AuditLog.resource_id).where(AuditLog.action == "copy"))
        assert rows.all() == [left]
    await tab.press(ConceptState.copied, here)
    assert tab.draft.copied
