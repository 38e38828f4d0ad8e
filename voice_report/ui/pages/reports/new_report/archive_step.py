"""The last step: save the concept to the organization's archive, for a client ('Opslaan in archief')."""

import contextlib

import reflex as rx

from .....core import texts
from .....db.session import run_in_transaction, run_reading
from .....errors import Conflict, DomainError, NotAllowed, NotFound
from .....services.archive import archive, refiling
from .....services.archive.archive import ArchivedReport
from .....services.concepts import review
from .....services.measurements import of_draft
from .....services.shared.identity import CurrentUser
from ....kit.overlay.toast import show_toast
from ....shell.actions import action, on_failure
from ....shell.session import current_user
from .client_choice import ClientState
from .draft_sync import CONCEPT, KEEP_FIRST, DraftState, open_draft

_WHAT_IS_RED = "Daar staat iets anders dan je zei, of er ontbreekt een getal, tijd of medicijn."
_UNSURE = ("meting is niet zeker", "metingen zijn niet zeker")
_ALSO = tuple(f"{words} en {verb} niet bewaard." for words, verb in zip(_UNSURE, ("wordt", "worden"), strict=True))
_NOT_KEPT = "Zonder je antwoord komt dat niet bij de metingen van de cliënt. Je verslag blijft zoals het is."


class ArchiveState(rx.State):
    """Whether the organization may use the archive, and the saved report.

    ``refusal`` is only for display: the service checks again when it saves. ``reference`` is set once the report is in
    the archive, and opens the dialog, which says whom it was saved for (``archived_for``, which begins with the
    the fixed text 'Opgeslagen': a toast would lie behind the dialog). ``open_red`` is the number of red points
    while the page asks whether to archive with them, ``open_doubts`` that of measured values that are not sure, and
    would not be kept; ``doubts_shown`` counts how often the way led to those. ``twice`` is the sentence while it asks
    whether to archive the same words again, and ``asking`` while it asks whether this is the client.
    """

    shown: bool = False
    refusal: str = ""
    needs_plan: bool = False
    may_add_clients: bool = False
    asking: bool = False
    open_red: int = 0
    open_doubts: int = 0
    doubts_shown: int = 0
    twice: str = ""
    reference: str = ""
    archived_for: str = ""
    archived_at: str = ""

    @rx.var
    def points_title(self) -> str:
        """Return the question about open points, '' when there is none."""
        if self.open_red == 1:
            return "Er staat nog een rood punt open"
        if self.open_red:
            return f"Er staan nog {self.open_red} rode punten open"
        return texts.counted(self.open_doubts, *_UNSURE) if self.open_doubts else ""

    @rx.var
    def points_text(self) -> str:
        """Return what is open, and what becomes of it."""
        if not self.open_red:
            return _NOT_KEPT
        return f"{_WHAT_IS_RED} {texts.counted(self.open_doubts, *_ALSO)}" if self.open_doubts else _WHAT_IS_RED

    @action
    async def ask(self):
        """'Archief', with a client: ask whether it is this one."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        self.asking = await self._may_archive(draft)

    @action
    async def not_yet(self):
        await current_user(self)
        self.asking = False

    @action
    async def archive_report(self):
        """'Opslaan in archief': archive the text on the screen, with unsaved changes. On a failure all of it stays."""
        user = await current_user(self)
        self.asking = False
        draft = await open_draft(self, user)
        if await self._may_archive(draft) and not await self._asks(user, draft):
            await self._archive(user, draft)

    @action
    async def archive_anyway(self):
        """'Toch opslaan': archive with the red points that are open, and without the values that are not sure."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        was_asked = self.open_red + self.open_doubts > 0
        self.open_red = self.open_doubts = 0
        if was_asked and await self._may_archive(draft):
            await self._archive(user, draft)

    @action
    async def archive_twice(self):
        """'Toch nog een keer': archive words that the client's dossier has already."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        was_asked, self.twice = self.twice != "", ""
        if was_asked and await self._may_archive(draft):
            await self._archive(user, draft, once=False)

    @action
    async def check_first(self):
        """'Eerst nakijken', 'Niet opslaan'; where values alone are not sure, the first of those is shown."""
        await current_user(self)
        self.doubts_shown += self.open_doubts > 0 and not self.open_red
        self.open_red = self.open_doubts = 0
        self.twice = ""

    @action
    async def take_back(self):
        """'Ongedaan maken': the report is a draft again, and on the page."""
        user = await current_user(self)
        draft = await self.get_state(DraftState)
        if not self.reference:
            return
        await run_in_transaction(refiling.take_back, user, draft.draft_id)
        self.reference = ""
        await draft._read(user, draft.draft_id)
        await show_toast(self, "Teruggehaald", "De rapportage is weer een concept van jou.")

    async def _may_archive(self, draft: DraftState) -> bool:
        if draft.streaming or self.reference:
            return False
        draft._check_fits()
        if draft.changed_elsewhere:
            raise Conflict(KEEP_FIRST, title=archive.NOT_SAVED)
        choice = await self.get_state(ClientState)
        choice.error = "" if draft.client_id else archive.NO_CLIENT
        return not choice.error

    async def _asks(self, user: CurrentUser, draft: DraftState) -> bool:
        """Ask first when red points are open, or values that are not sure would not be kept.

        A comparison that fails does not keep the user from archiving.
        """
        self.open_red = self.open_doubts = 0
        with contextlib.suppress(DomainError):
            await draft._save(user)
            self.open_red = await review.open_red(user, draft.draft_id)
        with contextlib.suppress(DomainError):
            self.open_doubts = await of_draft.open_doubts(user, draft.draft_id)
        return self.open_red + self.open_doubts > 0

    async def _archive(self, user: CurrentUser, draft: DraftState, *, once: bool = True) -> None:
        with on_failure(title=archive.NOT_SAVED):
            try:
                saved = await _archive(user, draft, once)
            except DomainError as error:
                if error.code == "twice":
                    self.twice = error.message
                    return
                await self._note_refusal(user, draft, error)
                raise
        draft._note_saved()
        self._show_archived(saved)

    async def _note_refusal(self, user: CurrentUser, draft: DraftState, error: DomainError) -> None:
        """Show the cause in the page: changed in another window, client gone, or permission lost.

        Of the first the page alone says so, with the way out; a toast would lie over it, and say something else.
        """
        error.title = archive.NOT_SAVED
        if error.code == "stale_version":
            draft.changed_elsewhere = error.is_on_page = True
        elif isinstance(error, NotFound) and error.message == archive.UNKNOWN_CLIENT:
            draft._set_client(None)
        elif isinstance(error, NotAllowed):
            await self._offer(user)

    async def _offer(self, user: CurrentUser) -> None:
        """Load the archive options of the page: saving for a client, or the reason why not."""
        self.shown = user.organization is not None
        if not self.shown:
            return
        refused = await run_reading(archive.refusal, user)
        self.refusal = refused.message if refused else ""
        self.needs_plan = refused is not None and refused.code == "pro_only"
        self.may_add_clients = user.role == "admin"

    async def _find_archived(self, user: CurrentUser, draft: DraftState, wanted: str) -> bool:
        """Return whether this draft is in the archive, and if so show that: its page was reloaded or opened again."""
        saved = await run_reading(archive.find_archived, user, wanted)
        if saved is None:
            return False
        if wanted != draft.draft_id:
            draft.draft_id, draft.step = wanted, CONCEPT
        self._show_archived(saved)
        return True

    def _show_archived(self, saved: ArchivedReport) -> None:
        self.reference = saved.reference
        self.archived_for = f"Opgeslagen bij {saved.client_name}, geboren {texts.dutch_date(saved.date_of_birth)}"
        self.archived_at = texts.dutch_moment(saved.saved_at)


async def _archive(user: CurrentUser, draft: DraftState, once: bool) -> ArchivedReport:
    return await archive.save(
        user,
        client_id=draft.client_id,
        transcript=draft.transcript,
        structured_report=draft.report or None,
        draft_id=draft.draft_id or None,
        version=draft.version or None,
        once=once,
    )
