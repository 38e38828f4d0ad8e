"""The last step: save the concept to the organization's archive, for a client ('Opslaan in archief')."""

import contextlib
import re

import reflex as rx

from ..... import texts
from .....database import reading, run_in_transaction, transaction
from .....errors import Conflict, DomainError, NotAllowed, NotFound
from .....services.clients import clients
from .....services.clients.clients import ClientView
from .....services.reports import archive, review
from .....services.reports.archive import ArchivedReport
from .....services.shared.identity import CurrentUser
from .....services.shared.text import storable
from ....actions import action, on_failure
from ....components.toast import show_toast
from ....session import current_user
from .draft_sync import CONCEPT, KEEP_FIRST, DraftState, open_draft

_OFFERED = 20  # clients in the list below the field
#: What the field itself adds to a name ('Van Dijk, Johanna (86)'); further typing may leave part of it in the query.
_AS_SHOWN = re.compile(r",|\(\d*\)?$")


class ArchiveState(rx.State):
    """Whether the organization may use the archive, the list of clients to choose from, and the saved report.

    ``refusal`` is only for display: the service checks again when it saves. ``reference`` is set once the report is in
    the archive, and opens the dialog. The chosen client is part of the draft. ``open_red`` is the number of red points
    while the page asks whether to archive with them.
    """

    shown: bool = False
    refusal: str = ""
    needs_plan: bool = False
    has_clients: bool = False
    may_add_clients: bool = False
    client_options: list[dict[str, str]] = []
    client_answered: str = "\n"  # matches no query
    client_more: bool = False
    client_error: str = ""
    open_red: int = 0
    reference: str = ""
    archived_at: str = ""

    @rx.event
    @action
    async def search_clients(self, query: str):
        user = await current_user(self)
        text = storable(str(query)[:100]).strip()
        async with transaction() as session:
            found = await clients.search_clients(session, user, _AS_SHOWN.sub(" ", text), limit=_OFFERED + 1)
        self.client_options = [_option(client) for client in found[:_OFFERED]]
        self.client_more, self.client_answered = len(found) > _OFFERED, text

    @rx.event
    @action
    async def choose_client(self, client_id: str):
        """Set the chosen client, and save it in the draft; an empty id clears the choice."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        draft.client_id, self.client_error = "", ""
        if client_id:
            await _name_client(user, draft, str(client_id))
        if draft.draft_id:
            await draft._save(user)

    @rx.event
    @action
    async def archive_report(self):
        """'Opslaan in archief': archive the text on the screen, with unsaved changes. On a failure all of it stays."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if self._may_archive(draft) and not await self._asks(user, draft):
            await self._archive(user, draft)

    @rx.event
    @action
    async def archive_anyway(self):
        """'Toch opslaan': archive with the red points that are open."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        was_asked, self.open_red = self.open_red > 0, 0
        if was_asked and self._may_archive(draft):
            await self._archive(user, draft)

    @rx.event
    @action
    async def check_first(self):
        """'Eerst nakijken'."""
        await current_user(self)
        self.open_red = 0

    def _may_archive(self, draft: DraftState) -> bool:
        if draft.streaming or self.reference:
            return False
        if draft.changed_elsewhere:
            raise Conflict(KEEP_FIRST, title=archive.NOT_SAVED)
        self.client_error = "" if draft.client_id else archive.NO_CLIENT
        return not self.client_error

    async def _asks(self, user: CurrentUser, draft: DraftState) -> bool:
        """Ask first when red points are open. A comparison that fails keeps nobody from archiving."""
        self.open_red = 0
        with contextlib.suppress(DomainError):
            await draft._save(user)
            self.open_red = await review.open_red(user, draft.draft_id)
        return self.open_red > 0

    async def _archive(self, user: CurrentUser, draft: DraftState) -> None:
        with on_failure(title=archive.NOT_SAVED):
            try:
                saved = await _archive(user, draft)
            except DomainError as error:
                await self._note_refusal(user, draft, error)
                raise
        draft.saved_at = draft._changed_at
        self._show_archived(saved)
        await show_toast(self, "Opgeslagen")

    async def _note_refusal(self, user: CurrentUser, draft: DraftState, error: DomainError) -> None:
        """Show the cause in the page, besides the toast: changed in another window, client gone, or permission lost."""
        error.title = archive.NOT_SAVED
        if error.code == "stale_version":
            draft.changed_elsewhere = True
        elif isinstance(error, NotFound) and error.message == archive.UNKNOWN_CLIENT:
            draft.client_id = ""
        elif isinstance(error, NotAllowed):
            await self._offer(user, draft)

    async def _offer(self, user: CurrentUser, draft: DraftState) -> None:
        """Load the archive options of the page: saving for a client, or the reason why not."""
        self.shown = user.organization is not None
        if not self.shown:
            return
        async with reading() as session:
            refused = await archive.refusal(session, user)
            self.has_clients = refused is None and await clients.count_clients(session, user) > 0
        self.refusal = refused.message if refused else ""
        self.needs_plan = refused is not None and refused.code == "pro_only"
        self.may_add_clients = user.role == "admin"
        if self.has_clients and draft.client_id and not draft.client_words:
            await _name_client(user, draft, draft.client_id)

    async def _find_archived(self, user: CurrentUser, draft: DraftState, wanted: str) -> bool:
        """Return whether this draft is in the archive, and if so show that: its page was reloaded or opened again."""
        async with reading() as session:
            saved = await archive.find_archived(session, user, wanted)
        if saved is None:
            return False
        if wanted != draft.draft_id:
            draft.draft_id, draft.step = wanted, CONCEPT
        self._show_archived(saved)
        return True

    def _show_archived(self, saved: ArchivedReport) -> None:
        self.reference = saved.reference
        self.archived_at = texts.dutch_moment(saved.saved_at)


async def _archive(user: CurrentUser, draft: DraftState) -> ArchivedReport:
    return await run_in_transaction(
        archive.archive,
        user,
        client_id=draft.client_id,
        transcript=draft.transcript,
        structured_report=draft.report or None,
        draft_id=draft.draft_id or None,
        version=draft.version or None,
    )


async def _name_client(user: CurrentUser, draft: DraftState, client_id: str) -> None:
    async with transaction() as session:
        client = await clients.get_client(session, user, storable(client_id))
    draft.client_id, draft.client_words = client.id, _words(client)


def _words(client: ClientView) -> str:
    """Format a client's name as the field does: 'Van Dijk, Johanna (86)'."""
    last_name = client.last_name[:1].upper() + client.last_name[1:]
    return f"{last_name}, {client.first_name} ({texts.age(client.date_of_birth)})"


def _option(client: ClientView) -> dict[str, str]:
    detail = f"{texts.dutch_date(client.date_of_birth)}, {client.id}"
    return {"value": client.id, "label": _words(client), "detail": detail}
