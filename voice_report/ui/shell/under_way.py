"""The concepts that this tab is generating: they continue when the user leaves their page, and are shown when the user
returns."""

import reflex as rx


class UnderWayState(rx.State):
    """The ids of the drafts for which this tab generates a concept. It is no page's: it has no texts."""

    _drafts: list[str] = []

    def _begin(self, draft_id: str) -> None:
        self._drafts = [*self._drafts, draft_id]

    def _end(self, draft_id: str) -> None:
        self._drafts = [one for one in self._drafts if one != draft_id]
