"""The wizard in one tab of a person, without a browser: its states, whose handlers a test calls."""

import inspect
from dataclasses import dataclass
from typing import Any

from reflex.istate.data import RouterData
from reflex.state import State

from tests.support.handlers import cookie_header
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.reports.new_report.archive_step import ArchiveState
from voice_report.ui.pages.reports.new_report.choices import StyleState, TemplateState
from voice_report.ui.pages.reports.new_report.client_choice import ClientState
from voice_report.ui.pages.reports.new_report.concept import ConceptState
from voice_report.ui.pages.reports.new_report.draft_sync import DraftState
from voice_report.ui.pages.reports.new_report.state import WizardState

STATES = (WizardState, DraftState, ConceptState, ArchiveState, ClientState, TemplateState, StyleState)


@dataclass
class Tab:
    """The states of one tab."""

    root: State
    cookie: str
    wizard: WizardState
    draft: DraftState
    concept: ConceptState
    archive: ArchiveState
    client: ClientState
    template: TemplateState
    style: StyleState
    toast: ToastState

    @classmethod
    async def of(cls, person=None, query: str = "") -> "Tab":
        """Open a tab of this person, or of a visitor, with this query in its address."""
        root: State = State(_reflex_internal_init=True)  # pyright: ignore[reportCallIssue]
        kinds = (*STATES, ToastState)
        states: Any = [await root.get_state(kind) for kind in kinds]
        tab = cls(root, cookie_header(person.cookie) if person else "", *states)
        tab.goes_to(f"/new-report{query}")
        return tab

    @classmethod
    async def opened(cls, person=None, draft: object = None) -> "Tab":
        """Open a tab whose page has loaded: a new report, or this draft."""
        tab = await cls.of(person, f"?draft={draft}" if draft else "")
        await tab.press(WizardState.load)
        return tab

    def goes_to(self, address: str, connection: str = "") -> None:
        headers = {"cookie": self.cookie} if self.cookie else {}
        sent = {"headers": headers, "ip": "192.0.2.3", "asPath": address, "sid": connection}
        self.root.router = RouterData.from_router_data(sent)

    async def press(self, handler, *args) -> Any:
        """Call a handler of one of the states; of one with several steps the last is returned."""
        called = handler.fn(await self.root.get_state(handler.state), *args)
        if not inspect.isasyncgen(called):
            return await called
        steps = [step async for step in called]
        return steps[-1] if steps else None
