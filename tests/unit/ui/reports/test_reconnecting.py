"""A page that connects again while its dictation ends: the words stay on screen, in whatever order the events come.

A connection begins with the address of the moment of connecting; what the page had waiting comes before its load.
"""

import uuid
from collections.abc import Awaitable, Callable

import pytest

from tests.unit.services.dictation.dictating import spoken
from tests.unit.ui.reports.tab import Tab
from voice_report.services.dictation import dictation
from voice_report.ui.pages.reports.new_report.draft_sync import RECORDING, TRANSCRIPT, DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState

FIRST, SECOND = "first", "second"  # connections
OLD = "/new-report"

Step = Callable[[Tab, str], Awaitable[None]]


async def opens(tab: Tab, dictated: str) -> None:
    tab.goes_to(OLD, FIRST)
    await tab.press(WizardState.load)
    await tab.press(WizardState.dictation_started, dictated)


async def loads(tab: Tab, _dictated: str) -> None:
    tab.goes_to(OLD, SECOND)
    await tab.press(WizardState.load)


async def finishes(tab: Tab, dictated: str) -> None:
    tab.goes_to(OLD, SECOND)
    await tab.press(WizardState.finish_dictation, dictated, "")


async def names(tab: Tab, _dictated: str) -> None:
    tab.goes_to(f"{OLD}?draft={tab.draft.draft_id}", SECOND)
    await tab.press(DraftState.named)


async def saves(tab: Tab, _dictated: str) -> None:
    tab.goes_to(f"{OLD}?draft={tab.draft.draft_id}", SECOND)
    await tab.press(DraftState.autosave)


ORDERS: dict[str, tuple[Step, ...]] = {
    "load, finish": (opens, loads, finishes, names),
    "finish, load": (opens, finishes, loads, names),
    "finish, name, load": (opens, finishes, names, loads),
    "finish, name, save, load": (opens, finishes, names, saves, loads),
    "delivered twice": (opens, finishes, names, finishes, loads, finishes),
    "the server lost the tab's state": (finishes, names, loads),
}


@pytest.fixture
async def dictated(db, people, fake_provider) -> str:
    """A dictation with one segment written out; its page has not been told so."""
    dictation_id = str(uuid.uuid4())
    await dictation.transcribe_segment(await people.user.current(), dictation_id, 0, spoken(1))
    return dictation_id


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
async def test_s21_words_stay_on_screen_when_the_connection_returns(people, dictated, order: tuple[Step, ...]):
    tab = await Tab.of(people.user)
    for step in order:
        await step(tab, dictated)
    assert (tab.draft.step, tab.draft.transcript, tab.wizard.adopted) == (TRANSCRIPT, "woord001", dictated)
    assert tab.toast.title == ""

    tab.goes_to(OLD, SECOND)  # a new report begins empty all the same
    await tab.press(WizardState.load)
    assert (tab.draft.step, tab.draft.transcript, tab.draft.draft_id) == (RECORDING, "", "")
