"""The headings that a dictation has come to: they light up while a person talks, and after it the others are named."""

import contextlib

import reflex as rx

from .....errors import DomainError
from .....services.concepts import structuring
from .....services.shared.identity import CurrentUser
from ....shell.actions import action
from ....shell.session import current_user
from .choices import TemplateState
from .draft_sync import DraftState
from .speech_note import SpeechState

_MOST_NAMED = 2  # more missing headings than these are no reminder but a list


class CoveredState(rx.State):
    """``covered`` has the headings the dictation came to, the present one last; ``missing`` those of a finished one."""

    covered: list[str] = []
    missing: str = ""

    @action
    async def said(self, text: str):
        """Light up the headings that this text comes to; without an answer the page stays as it is."""
        user = await current_user(self)
        (await self.get_state(SpeechState))._look()
        with contextlib.suppress(DomainError):
            template = (await self.get_state(TemplateState)).key
            self.covered = await structuring.headings_covered(user, str(text), template)

    @action
    async def nothing_missing(self):
        """'Nee, klaar'."""
        await current_user(self)
        self.missing = ""

    async def _name_missing(self, user: CurrentUser, draft: DraftState) -> None:
        """After a dictation: name the few headings that its draft says nothing about."""
        template = await self.get_state(TemplateState)
        self.missing = ""
        if len(draft.transcript) > structuring.PLACED_CHARACTERS:
            return  # what was said first would not be looked at
        with contextlib.suppress(DomainError):
            found = await structuring.headings_covered(user, draft.transcript, template.key)
            self.missing = _named([title for title, _ in template.guide if title not in found])


def _named(titles: list[str]) -> str:
    if not 0 < len(titles) <= _MOST_NAMED:
        return ""
    *others, last = [f"over {title}" for title in titles]
    listed = f"{', '.join(others)} en {last}" if others else last
    return f"{listed[0].upper()}{listed[1:]} zei je nog niets. Nog iets?"
