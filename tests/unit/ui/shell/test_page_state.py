"""What a page keeps ends with the page: the states of all pages are reset before the first event of another."""

from typing import Any

import pytest
from reflex.istate.data import RouterData
from reflex.state import State
from reflex_base.event import Event

from tests.support.handlers import every_handler
from voice_report.ui.pages.reports.drafts import DraftsState
from voice_report.ui.pages.reports.new_report.archive_step import ArchiveState
from voice_report.ui.pages.reports.new_report.draft_sync import DraftState
from voice_report.ui.shell import page_state, routes
from voice_report.ui.shell.client_search import ChosenClientState
from voice_report.ui.shell.page_state import OnePageAtATime, PageState
from voice_report.ui.shell.under_way import UnderWayState

#: The states that outlive a page, and why.
OUTLIVE = {
    "AccessState": "set by the guard of each page",
    "ChosenClientState": "the client of the dossier that was left, for the page about that client",
    "SessionState": "who is signed in, for the header of every page",
    "ToastState": "a toast is shown once (toast.jsx), also on the page that an action leads to",
    "StepUpState": "a dialog is shown once (step_up.jsx)",
    "PageState": "which page the others belong to",
    "UnderWayState": "the concepts being generated, by id",
}
OPENED, AGAIN = {"hashes": ["a"]}, {}


class Tab:
    """The states of a tab, and the events that the framework's script sends."""

    def __init__(self) -> None:
        every_handler()  # evaluates the pages, so that all states are known
        self.root: Any = State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]

    async def _sends(self, name: str, address: str, payload: dict[str, Any], visit: int = 1) -> None:
        self.root.router = RouterData.from_router_data({"headers": {}, "ip": "192.0.2.3", "asPath": address})
        self.root.router_data = {"visit": visit}
        event = Event(name=name, payload=payload)
        assert await OnePageAtATime().preprocess(None, self.root, event) is None  # pyright: ignore[reportArgumentType]
        self.root.is_hydrated = True

    async def opens(self, address: str, visit: int = 1) -> None:
        await self._sends(page_state._CONNECT, address, OPENED, visit)

    async def connects(self, address: str, visit: int = 1) -> None:
        await self._sends(page_state._CONNECT, address, AGAIN, visit)

    async def follows(self, address: str, visit: int = 1) -> None:
        await self._sends(page_state._NAVIGATE, address, {}, visit)

    async def types(self, address: str, visit: int = 1) -> None:
        await self._sends("draft_state.change_transcript", address, {}, visit)

    async def fill(self) -> None:
        (await self.root.get_state(DraftState)).transcript = "Mevrouw zong."
        (await self.root.get_state(ArchiveState)).reference = "R-2026-1"
        (await self.root.get_state(DraftsState)).items = ["concept"]

    async def kept(self) -> tuple[str, str, list]:
        return (
            (await self.root.get_state(DraftState)).transcript,
            (await self.root.get_state(ArchiveState)).reference,
            (await self.root.get_state(DraftsState)).items,
        )


EMPTY, FULL = ("", "", []), ("Mevrouw zong.", "R-2026-1", ["concept"])
A, B, NEW, DRAFTS = "/new-report?draft=a", "/new-report?draft=b", "/new-report", "/drafts"


def test_every_state_is_of_a_page_or_outlives_one_for_a_reason() -> None:
    every_handler()

    def below(kind: type) -> list[type]:
        return [one for child in kind.get_substates() for one in (child, *below(child))]  # pyright: ignore

    ours = [kind for kind in below(State) if kind.__module__.startswith("voice_report.")]
    assert {kind.__name__ for kind in ours if kind not in page_state._of_pages()} == OUTLIVE.keys()
    assert len(page_state._of_pages()) > 40


@pytest.mark.parametrize("way", [Tab.opens, Tab.connects, Tab.follows], ids=["opens", "connects", "follows"])
@pytest.mark.parametrize("address", [DRAFTS, "/dashboard", "/"])
async def test_nothing_of_a_page_is_there_on_another(way, address: str) -> None:
    tab = Tab()
    await tab.opens(A)
    await tab.fill()
    await way(tab, address)
    assert await tab.kept() == EMPTY
    await tab.fill()
    await way(tab, A)
    assert await tab.kept() == EMPTY


@pytest.mark.parametrize("way", [Tab.opens, Tab.follows], ids=["opens", "follows"])
@pytest.mark.parametrize(("before", "after"), [(A, B), (A, NEW), (NEW, A)])
async def test_nothing_of_a_draft_is_there_on_another(way, before: str, after: str) -> None:
    tab = Tab()
    await tab.opens(before)
    await tab.fill()
    await way(tab, after)
    assert await tab.kept() == EMPTY


@pytest.mark.parametrize("after", [NEW, A])
async def test_a_page_that_connects_again_keeps_what_it_has(after: str) -> None:
    tab = Tab()
    await tab.opens(NEW)
    await tab.fill()
    await tab.connects(after)
    assert await tab.kept() == FULL
    await tab.opens(after)
    assert await tab.kept() == FULL, "a reload is the same page"


async def test_the_state_is_of_the_visit_that_it_was_loaded_for() -> None:
    tab = Tab()
    page = await tab.root.get_state(PageState)
    assert page.visit == 0
    loads = ((tab.opens, NEW), (tab.follows, NEW), (tab.follows, A), (tab.connects, A), (tab.opens, A))
    for visit, (way, address) in enumerate(loads, start=1):
        await way(address, visit)
        await tab.types(address, visit + 1)
        assert page.visit == visit, "an event that is not a load comes from the page that is left, or goes on to it"


async def test_what_comes_before_the_load_of_a_lost_state_is_of_that_page() -> None:
    tab = Tab()
    tab.root.is_hydrated = False
    await tab.types(NEW)
    await tab.fill()
    await tab.connects(NEW)
    assert await tab.kept() == FULL
    await tab.opens(DRAFTS)
    assert await tab.kept() == EMPTY


async def test_a_concept_goes_on_when_its_page_is_left() -> None:
    tab = Tab()
    await tab.opens(A)
    under_way = await tab.root.get_state(UnderWayState)
    under_way._begin("a")
    await tab.opens(DRAFTS)
    assert under_way._drafts == ["a"]


async def test_the_client_of_a_dossier_is_known_on_the_page_about_that_client() -> None:
    tab = Tab()
    await tab.opens(routes.DOSSIER)
    (await tab.root.get_state(ChosenClientState))._client_id = "C-1"
    await tab.follows(routes.CLIENT_ACCESS)
    assert (await tab.root.get_state(ChosenClientState))._client_id == "C-1"


async def test_only_what_changes_is_sent() -> None:
    tab = Tab()
    await tab.opens(A)
    await tab.fill()
    tab.root._clean()
    for kind in page_state._of_pages():
        (await tab.root.get_state(kind))._clean()
    await tab.opens(DRAFTS)
    changed = {
        type(one) for one in [await tab.root.get_state(kind) for kind in page_state._of_pages()] if one.dirty_vars
    }
    assert changed == {DraftState, ArchiveState, DraftsState}
    assert (await tab.root.get_state(PageState))._address == f"{DRAFTS}?"
