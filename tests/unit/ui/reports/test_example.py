"""The page of the spoken example, and how the wizard shows what was heard in it."""

import pytest

from tests.support import people as cast
from tests.support.fakes.structure_engine import ScriptedEngine
from tests.support.handlers import in_background, tab_of
from tests.unit.ui.reports.tab import Tab
from voice_report.errors import OutOfCredits, Unavailable
from voice_report.services.concepts import structuring
from voice_report.services.dictation import example
from voice_report.ui.pages.reports.example import ExampleState
from voice_report.ui.pages.reports.new_report.concept import ConceptState
from voice_report.ui.pages.reports.new_report.draft_sync import CONCEPT, TRANSCRIPT, DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState

HEARD = "Ik was vanochtend bij mevrouw voor de wondzorg."
OTHER = "Meneer viel vannacht naast zijn bed en heeft sindsdien veel pijn in zijn heup; de huisarts komt."


@pytest.fixture
async def people(db) -> cast.People:
    """Everybody; nobody has a credit."""
    return await cast.make_people(credits=0)


@pytest.fixture
def heard(monkeypatch) -> None:
    async def transcribe(_user, audio: bytes) -> str:
        assert audio[:3] == b"ID3" or audio[0] == 0xFF, "the sound itself"
        return HEARD

    monkeypatch.setattr(example.dictation, "transcribe", transcribe)
    monkeypatch.setattr(structuring, "engine", lambda *_: ScriptedEngine())


async def page_of(person, monkeypatch) -> ExampleState:
    in_background(monkeypatch, ExampleState)
    return await tab_of(person).get_state(ExampleState)


async def test_what_was_heard_opens_in_the_wizard_as_an_example(people, heard, monkeypatch):
    page = await page_of(people.user, monkeypatch)
    await ExampleState.hear.fn(page)  # pyright: ignore[reportFunctionMemberAccess]
    assert page.problem == ""
    tab = await Tab.of(people.user, page.next.removeprefix("/new-report"))
    await tab.press(WizardState.load)
    assert (tab.draft.step, tab.draft.transcript, tab.draft.is_example) == (TRANSCRIPT, HEARD, True)
    await tab.press(DraftState.change_transcript, f"{HEARD} Dag.", 1)
    await tab.press(DraftState.autosave)
    assert tab.draft.is_example
    await tab.press(DraftState.change_transcript, OTHER, 2)
    await tab.press(DraftState.autosave)
    assert not tab.draft.is_example


async def test_a_failure_is_said_on_the_page_and_a_visit_begins_anew(people, monkeypatch):
    async def away(_user):
        raise Unavailable("De spraakherkenning is er nu niet.")

    monkeypatch.setattr(example, "begin", away)
    page = await page_of(people.user, monkeypatch)
    await ExampleState.hear.fn(page)  # pyright: ignore[reportFunctionMemberAccess]
    assert (page.next, page.problem, page._hears) == ("", "De spraakherkenning is er nu niet.", False)
    await ExampleState.begin.fn(page)  # pyright: ignore[reportFunctionMemberAccess]
    assert page.problem == ""


async def test_who_has_no_credits_is_told_so_once(people, heard, monkeypatch):
    """The card says it, so there is no toast over it."""
    tab = await Tab.opened(people.user)
    assert tab.wizard.is_new
    await tab.press(WizardState.type_instead)
    await tab.press(DraftState.change_transcript, OTHER, 1)
    await tab.press(ConceptState.generate)
    assert tab.draft.step == CONCEPT
    await _write(tab, monkeypatch)
    assert (tab.draft.step, tab.concept.out_of_credits, tab.toast.title) == (TRANSCRIPT, True, "")


async def test_a_load_between_the_press_and_the_writing_loses_no_press(people, heard, monkeypatch):
    """A page that connects again after a restart sends what was pressed, and loads its draft."""
    tab = await Tab.opened(people.user)
    await tab.press(WizardState.type_instead)
    await tab.press(DraftState.change_transcript, OTHER, 1)
    await tab.press(ConceptState.generate)
    await tab.press(WizardState.load)
    assert (tab.draft.step, tab.draft.streaming) == (TRANSCRIPT, False)
    asked = []

    async def stream(self, user, transcript, *_):
        asked.append((transcript, tab.draft.streaming, tab.draft.step))
        raise OutOfCredits

    monkeypatch.setattr(ConceptState, "_stream", stream)
    await _write(tab, monkeypatch)
    assert asked == [(OTHER, True, CONCEPT)]
    await _write(tab, monkeypatch)
    assert len(asked) == 1, "a press is one concept"


async def _write(tab: Tab, monkeypatch) -> None:
    in_background(monkeypatch, ConceptState)
    await tab.press(ConceptState.write_concept)
