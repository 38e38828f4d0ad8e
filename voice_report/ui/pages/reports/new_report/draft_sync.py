"""The draft behind the wizard: loaded from the database, shown, saved, and found again by the id in the URL."""

import contextlib

import reflex as rx

from ..... import clock, texts
from .....database import reading, run_in_transaction, transaction
from .....errors import Conflict, DomainError, NotFound
from .....report_templates import DEFAULT
from .....services.reports import drafts, structuring
from .....services.reports.drafts import DraftView
from .....services.shared import export
from .....services.shared.identity import CurrentUser
from ....actions import on_failure
from ....session import current_user

RECORDING, TRANSCRIPT, CONCEPT = 1, 2, 3

KEEP_FIRST = "Bewaar je tekst eerst als apart concept; in een ander venster staat een nieuwere versie."


class DraftKeeping(rx.State, mixin=True):
    """A draft and this tab's changes to it. ``step`` 0 means: not loaded from the database yet.

    ``saved_at`` and ``_changed_at`` are times of the browser's clock (ms): of the newest change saved, and received.
    ``_writing`` has the ids of the drafts whose concept is being generated in this tab. ``client_words`` is the name
    of the client as the field shows it; ``_saved_client`` is the client id stored with the draft. ``_unnamed`` is the
    id of a draft created here that is not in the URL yet; the URL still has ``_unnamed_at``.
    """

    step: int = 0
    draft_id: str = ""
    version: int = 0
    transcript: str = ""
    report: str = ""
    report_text: str = ""
    streaming: bool = False
    editing: bool = False
    made_at: str = ""
    report_label: str = ""
    saved_at: int = 0
    saved_label: str = ""
    changed_elsewhere: bool = False
    client_id: str = ""
    client_words: str = ""
    _saved_client: str = ""
    _changed_at: int = 0
    _writing: list[str] = []
    _unnamed: str = ""
    _unnamed_at: str = ""

    @rx.var
    def plain_report(self) -> str:
        """Return the text to copy: without markdown, and empty while the concept is still being generated."""
        return "" if self.streaming else export.plain_text(self.report)

    async def _read(self, user: CurrentUser, wanted: str) -> None:
        """Load and show this draft, after saving this tab's unsaved changes. Raises ``NotFound``."""
        step = self.step if wanted == self.draft_id else 0
        editing = self.editing and step == CONCEPT
        if step:
            with contextlib.suppress(DomainError):  # the text is on the device as well, and restored from there
                await self._save(user)
        try:
            async with transaction() as session:
                draft = await drafts.get_draft(session, user, wanted)
        except NotFound:
            self._forget()
            self.step = RECORDING
            raise
        self._show(draft, step=step if draft.structured_report or step != CONCEPT else TRANSCRIPT)
        if await self._still_writes(user, wanted):  # a user who comes back meanwhile sees it being generated
            self.streaming, self.step = True, CONCEPT
        elif editing and self.step == CONCEPT:
            self.editing = True
            if export.from_plain_text(self.report_text, DEFAULT) != self.report:
                self.report_text = self.plain_report

    async def _still_writes(self, user: CurrentUser, wanted: str) -> bool:
        """Return whether this draft's concept is being generated; with Redis, this state outlives a killed process."""
        if wanted not in self._writing:
            return False
        async with reading() as session:
            under_way = await structuring.is_under_way(session, user, wanted)
        if not under_way:
            self._stop_writing(wanted)
        return under_way

    def _stop_writing(self, draft_id: str) -> None:
        self._writing = [one for one in self._writing if one != draft_id]

    def _forget(self) -> None:
        """Reset the state, except for the drafts being generated in this tab, to which the user may come back."""
        writing = list(self._writing)
        self.reset()
        self._writing = writing

    async def _caller(self) -> CurrentUser:
        """Return the caller, after reloading the draft if the server has lost this tab's state (after a restart)."""
        user = await current_user(self)
        self._note_address()
        if self.step == 0 and self._draft_in_url():
            await self._read(user, self._draft_in_url())
        return user

    def _draft_in_url(self) -> str:
        return self.router.url.query_parameters.get("draft", "")

    def _wanted(self) -> str:
        """Return the id of the draft to show: from the URL, or of a draft created here that is not in the URL yet.

        A page that reconnects sends its URL first, then its queued text, and only then the load event: by that time the
        text may have become a draft.
        """
        self._note_address()
        return self._unnamed or self._draft_in_url()

    def _note_address(self) -> None:
        if self._draft_in_url() != self._unnamed_at:
            self._unnamed = ""

    async def _save(self, user: CurrentUser, *, asked: bool = False) -> None:
        """Save if something changed. ``asked``: the user requested it, so report also when there is nothing to save."""
        chosen = self.client_id != self._saved_client
        unsaved = self._changed_at > self.saved_at or chosen or not self.draft_id
        if self.streaming:
            return
        if self.changed_elsewhere:
            if asked:
                raise Conflict(KEEP_FIRST, title=drafts.NOT_SAVED)
            return
        if not asked and (not unsaved or not self.transcript.strip()):
            return
        if not unsaved and self.transcript.strip():
            return
        try:
            with on_failure("Kon concept niet opslaan."):
                draft = await run_in_transaction(
                    drafts.save_draft,
                    user,
                    draft_id=self.draft_id or None,
                    transcript=self.transcript,
                    structured_report=self.report or None,
                    client_id=self.client_id or None,
                    version=self.version or None,
                )
        except Conflict:
            self.changed_elsewhere = True
            raise
        except DomainError as error:
            error.title = drafts.NOT_SAVED
            raise
        self.saved_at = self._changed_at
        self._remember(draft)

    def _remember(self, draft: DraftView) -> None:
        if str(draft.id) not in (self.draft_id, self._draft_in_url()):
            self._unnamed, self._unnamed_at = str(draft.id), self._draft_in_url()
        self.draft_id, self.version = str(draft.id), draft.version
        self._saved_client = draft.client_id or ""
        self.saved_label = f"Bewaard om {clock.local_now():%H.%M} uur"

    def _show(self, draft: DraftView, step: int = 0) -> None:
        self.transcript, self.report = draft.transcript, draft.structured_report or ""
        kept = str(draft.id) == self.draft_id and self.client_id != self._saved_client  # chosen, not saved yet
        if not kept and self.client_id != (draft.client_id or ""):
            self.client_id, self.client_words = draft.client_id or "", ""
        self.streaming = self.editing = self.changed_elsewhere = False
        self.made_at = texts.dutch_day_and_time(draft.updated_at)
        self.report_label = draft.report_label or ""
        self.saved_at = self._changed_at = 0
        self._remember(draft)
        self.saved_label = f"Bewaard om {draft.updated_at.astimezone(clock.AMSTERDAM):%H.%M} uur"
        self.step = step or (CONCEPT if self.report else TRANSCRIPT)
