"""The wizard's handlers, called as any client may call them."""

import inspect
import uuid
from datetime import timedelta

import pytest
from reflex.istate.data import RouterData
from reflex.state import State
from sqlmodel import select

from voice_report.models import Report
from voice_report.services.billing import credits
from voice_report.services.reports import drafts
from voice_report.ui.components.toast import ToastState
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT, TRANSCRIPT
from voice_report.ui.pages.reports.new_report.state import WizardState
from voice_report.ui.session import cookie_header

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


async def wizard_of(person=None, query: str = "") -> tuple[WizardState, ToastState]:
    root = State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
    headers = {"cookie": cookie_header(person.cookie)} if person else {}
    root.router = RouterData.from_router_data({"headers": headers, "ip": "192.0.2.3", "asPath": f"/new-report{query}"})
    return await root.get_state(WizardState), await root.get_state(ToastState)


async def test_a_dictation_whose_draft_was_deleted_is_told_once(db, people):
    """Not adopted, the recorder would offer it again every ten seconds, each time with the same complaint."""
    wizard, toast = await wizard_of(people.user)
    gone = str(uuid.uuid4())
    await WizardState.finish_dictation.fn(wizard, gone, "")
    assert (wizard.adopted, toast.description) == (gone, "Dictee niet gevonden")
    toast.description = ""
    await WizardState.finish_dictation.fn(wizard, gone, "")
    assert toast.description == ""


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
async def test_s01_hostile_arguments_of_nobody_store_nothing_and_of_a_person_break_nothing(db, people, value):
    for person in (None, people.user):
        for name, handler in WizardState.event_handlers.items():
            wants = list(inspect.signature(handler.fn).parameters)[1:]
            if not getattr(handler.fn, "wears_action", False) or handler.is_background:
                continue
            wizard, _ = await wizard_of(person)
            await handler.fn(wizard, *([value] * len(wants)))
            assert person is not None or (wizard.step, wizard.transcript) == (0, ""), name
        if person is None:
            async with db.reading() as session:
                assert (await session.exec(select(Report))).all() == []


async def test_s18_what_a_killed_process_was_writing_is_not_waited_for(db, wall_clock, people):
    """With Redis the tab's state lives on: it says that a concept is being written, and nobody writes it any more."""
    user = await people.user.current()
    async with db.transaction() as session:
        draft = await drafts.save_draft(session, user, transcript="Mevrouw liep naar de keuken.")
        await credits.reserve(session, user, "key", timedelta(minutes=3), draft.id)
    wizard, _ = await wizard_of(people.user, f"?draft={draft.id}")
    wizard.draft_id, wizard.step, wizard.streaming, wizard._writing = str(draft.id), CONCEPT, True, [str(draft.id)]

    await WizardState.load.fn(wizard)
    assert (wizard.streaming, wizard.step) == (True, CONCEPT), "the reservation holds: it may be at work"
    wall_clock.advance(minutes=4)
    await WizardState.load.fn(wizard)
    assert (wizard.streaming, wizard.step, wizard._writing) == (False, TRANSCRIPT, [])
    assert wizard.transcript == "Mevrouw liep naar de keuken."


async def test_a_draft_that_cannot_be_saved_is_said_and_stays_unsaved(db, people, monkeypatch):
    async def refused(*_args, **_named):
        raise OSError("no space left on device")

    monkeypatch.setattr(drafts, "save_draft", refused)
    wizard, toast = await wizard_of(people.user)
    wizard.step = TRANSCRIPT
    await WizardState.change_transcript.fn(wizard, "Mevrouw liep naar de keuken.", 7)
    assert await WizardState.save.fn(wizard) is None
    assert (toast.title, toast.description[:29]) == ("Fout bij opslaan", "Kon concept niet opslaan. Er ")
    assert wizard.transcript == "Mevrouw liep naar de keuken."
    assert wizard.saved_at < wizard._changed_at


async def made_here(people) -> WizardState:
    """Return the wizard of a page that connected again: its waiting words are a draft, and it is not loaded yet."""
    wizard, _ = await wizard_of(people.user)
    await WizardState.change_transcript.fn(wizard, "Mevrouw was vrolijk.", 7)
    return wizard


def goes_to(wizard: WizardState, address: str) -> None:
    root = wizard.parent_state
    assert root is not None
    router = {"headers": {"cookie": root.router.headers.cookie}, "ip": "192.0.2.3", "asPath": address}
    root.router = RouterData.from_router_data(router)


async def test_s18_what_became_a_draft_before_the_page_was_loaded_stays_on_the_page(db, people):
    """The address of a load is that of the moment of connecting: it does not name the draft that came in between."""
    wizard = await made_here(people)
    await WizardState.change_transcript.fn(wizard, "Mevrouw was vrolijk en zong.", 8)
    await WizardState.load.fn(wizard)
    assert (wizard.step, wizard.transcript) == (TRANSCRIPT, "Mevrouw was vrolijk en zong.")
    async with db.reading() as session:
        (report,) = (await session.exec(select(Report))).all()
    assert (str(report.id), report.transcript) == (wizard.draft_id, wizard.transcript)


async def test_s18_what_was_kept_apart_before_the_page_was_loaded_stays_on_the_page(db, people):
    wizard = await made_here(people)
    goes_to(wizard, f"/new-report?draft={wizard.draft_id}")
    await WizardState.named.fn(wizard)
    await WizardState.change_transcript.fn(wizard, "Mevrouw zong.", 8)
    await WizardState.save_as_new.fn(wizard)
    apart = wizard.draft_id
    await WizardState.load.fn(wizard)
    assert (wizard.draft_id, wizard.transcript) == (apart, "Mevrouw zong.")


async def test_a_new_report_begins_empty_once_the_address_named_the_last_one(db, people):
    wizard = await made_here(people)
    goes_to(wizard, f"/new-report?draft={wizard.draft_id}")
    await WizardState.named.fn(wizard)
    goes_to(wizard, "/new-report")
    await WizardState.load.fn(wizard)
    assert (wizard.draft_id, wizard.transcript) == ("", "")


async def test_another_draft_that_is_opened_goes_before_the_one_made_here(db, people):
    async with db.transaction() as session:
        other = await drafts.save_draft(session, await people.user.current(), transcript="Meneer had hoofdpijn.")
    wizard = await made_here(people)
    goes_to(wizard, f"/new-report?draft={other.id}")
    await WizardState.load.fn(wizard)
    assert (wizard.draft_id, wizard.transcript) == (str(other.id), "Meneer had hoofdpijn.")
