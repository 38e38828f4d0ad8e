"""The draft behind the wizard: loaded from the database, shown, saved, and found again by the id in the URL."""

import contextlib
import hashlib
import uuid
from collections.abc import Iterator
from datetime import datetime

import reflex as rx

from ..... import clock
from .....core import texts
from .....db.session import reading, run_in_transaction, run_reading
from .....errors import Conflict, DomainError, NotFound, TooLarge
from .....reporting.templates import DEFAULT, ReportTemplate
from .....services.audit.audited_reads import run_audited
from .....services.clients import clients
from .....services.clients.clients import ClientView
from .....services.concepts import structuring
from .....services.drafts import drafts
from .....services.drafts.drafts import DraftView
from .....services.privacy import terms
from .....services.privacy.terms import Term
from .....services.processing import card, provenance
from .....services.shared import export
from .....services.shared.identity import CurrentUser
from .....services.shared.text import storable
from ....kit.overlay.toast import show_toast
from ....shell import routes
from ....shell.actions import action, on_failure
from ....shell.page_state import PageState, reset_pages
from ....shell.session import current_user
from ....shell.under_way import UnderWayState
from ...privacy import countdown

RECORDING, TRANSCRIPT, CONCEPT = 1, 2, 3


def _headings(template: ReportTemplate) -> list[list[str]]:
    return [[section.title, section.key, section.form] for section in template.sections]


KEEP_FIRST = "Bewaar je tekst eerst als apart concept; in een ander venster staat een nieuwere versie."


class DraftState(rx.State):
    """A draft, this tab's changes to it, and the step that shows it; 0 is: not loaded from the database yet.

    The other states of the wizard get it from ``open_draft``. What they call begins with an underscore, because any
    client may call a public method.

    ``saved_at`` and ``_changed_at`` are the page's numbers (``changes.js``) of the newest change saved, and received;
    ``_stored`` stands for both texts as they were saved, ``_saved_length`` is their length, ``_said`` stands for the
    transcript (``fingerprint``), ``_unfit`` has the sentence about one that was refused. ``streaming`` means that the
    concept is being generated: nothing is saved meanwhile. ``template`` and ``headings`` ([title, key, form] of each
    section) are those of the report; ``made_of`` is the fingerprint of the transcript that it was made of, ``style``
    how it was written, and ``has_former`` says that there is an earlier version. ``kept`` says that the draft is erased
    soon, until a change of it postpones that, and ``is_soon`` that it is a matter of days. ``is_sent``: text of it left
    for an engine outside. ``reported_at`` is the report's date, in words.
    ``client_words`` is the client as the field shows it; ``_saved_client`` is the client id stored with the draft.
    ``copied``: the report as it is now was copied. ``is_example``: it is the spoken example, whose concept costs
    nothing. ``_dictation`` is the dictation that began without a draft: its draft gets the client chosen here.
    ``unnamed`` is the id of a draft created here that is not in the URL yet; the URL still has ``_unnamed_at``.
    ``_names`` are the ids that this draft has had on its page: '' for one that was created there. ``_named_in`` and
    ``_loaded_in`` are the connections in which the URL last named this draft, and in which the page was last loaded.
    """

    step: int = 0
    draft_id: str = ""
    version: int = 0
    transcript: str = ""
    report: str = ""
    streaming: bool = False
    reported_at: str = ""
    report_label: str = ""
    reviewed: str = ""
    reviewed_label: str = ""
    refusal: str = ""
    is_sent: bool = False
    replaced: str = ""
    mark: dict[str, str] = {}
    copied: bool = False
    is_example: bool = False
    made_of: str = ""
    has_unsure: bool = False
    style: str = ""
    has_former: bool = False
    kept: str = ""
    is_soon: bool = False
    _term: Term | None = None
    template: str = DEFAULT.key
    headings: list[list[str]] = _headings(DEFAULT)
    saved_at: int = 0
    saved_label: str = ""
    changed_elsewhere: bool = False
    client_id: str = ""
    client_words: str = ""
    client_name: str = ""
    client_born: str = ""
    unnamed: str = ""
    _saved_client: str = ""
    _reported_at: datetime | None = None
    _dictation: str = ""
    _changed_at: int = 0
    _unfit: dict[str, str] = {}
    _stored: str = ""
    _saved_length: int = 0
    _said: str = ""
    _names: list[str] = [""]
    _unnamed_at: str = ""
    _named_in: str = ""
    _loaded_in: str = ""

    @rx.var
    def client_initials(self) -> str:
        names = self.client_name.split()
        return "".join(name[:1].upper() for name in names[:: max(1, len(names) - 1)])

    @rx.var
    def is_current(self) -> bool:
        """Return whether there is a concept of this very transcript."""
        return self.report != "" and self.made_of != "" and self._said == self.made_of

    @action
    async def named(self):
        """Handle that the URL has the draft's id now: from here on, a URL without it means a new report."""
        await open_draft(self, await current_user(self))
        (await self.get_state(PageState))._note()

    @action
    async def change_transcript(self, text: str, at: int, draft_id: str | None = None):
        user = await current_user(self)
        await open_draft(self, user)
        if not self._is_on_screen(draft_id):
            return
        self.step = self.step or TRANSCRIPT
        with self._refusing("transcript"):
            self.transcript, self.reviewed = drafts.fitting_transcript(str(text)), ""
            self._said = await drafts.typed_fingerprint(self.transcript)
        self._changed_at = int(at)
        if not self.draft_id and self.transcript.strip():
            await self._save(user)

    @action
    async def change_report(self, text: str, at: int, draft_id: str | None = None):
        await open_draft(self, await current_user(self))
        if not self.draft_id or not self._is_on_screen(draft_id):
            return
        with self._refusing("report"):
            self.report, self.reviewed, self.copied = drafts.fitting_report(str(text)), "", False
        self._changed_at = int(at)

    @action
    async def autosave(self):
        user = await current_user(self)
        await open_draft(self, user)
        if not self._unfit:  # the page got it with the text
            await self._save(user)

    @action
    async def save(self):
        """'Opslaan als concept'. After a change elsewhere the page says so, with the way out, and nothing is saved."""
        user = await current_user(self)
        await open_draft(self, user)
        if self.changed_elsewhere:
            return
        await self._save(user, asked=True)
        await show_toast(self, "Concept opgeslagen")

    @action
    async def save_as_new(self):
        """Save this tab's text as a separate draft, after another tab changed the original."""
        user = await current_user(self)
        await open_draft(self, user)
        self.draft_id, self.version, self.changed_elsewhere = "", 0, False
        await self._save(user, asked=True)
        await show_toast(self, "Concept opgeslagen")

    @action
    async def restored(self):
        await current_user(self)
        await show_toast(self, "Tekst teruggezet", "Deze tekst stond nog op dit toestel en was niet opgeslagen.")

    async def _read(self, user: CurrentUser, wanted: str) -> None:
        """Load and show this draft, after saving this tab's unsaved changes. Raises ``NotFound``."""
        step = self.step if wanted == self.draft_id else 0
        if step:
            with contextlib.suppress(DomainError):  # the text is on the device as well, and restored from there
                await self._save(user)
        try:
            draft = await run_audited(drafts.get_draft, user, wanted)
        except NotFound:
            await reset_pages(self)
            self.step = RECORDING
            raise
        if wanted != self.draft_id:
            self._names = []
        await self._read_term(user)
        self._show(draft, step=step if draft.structured_report or step != CONCEPT else TRANSCRIPT)
        await self._show_making(user)
        if await self._still_writes(user, wanted):  # a user who comes back meanwhile sees it being generated
            self.streaming, self.step = True, CONCEPT

    async def _read_term(self, user: CurrentUser) -> None:
        """Read how long the organization keeps drafts: a draft that is made here says so from its first save."""
        self._term = (await run_reading(terms.of, user.organization_id)).drafts if user.organization_id else Term(None)

    async def _shows_writing(self, user: CurrentUser, wanted: str) -> bool:
        return self.streaming and wanted == self.draft_id and await self._still_writes(user, wanted)

    async def _still_writes(self, user: CurrentUser, wanted: str) -> bool:
        """Return whether this draft's concept is being generated; with Redis, this state outlives a killed process."""
        own = await self.get_state(UnderWayState)
        if wanted not in own._drafts:
            return False
        under_way = await run_reading(structuring.is_under_way, user, wanted)
        if not under_way:
            own._end(wanted)
        return under_way

    def _is_on_screen(self, draft_id: str | None) -> bool:
        """Return whether the page shows the draft that a text was typed in, as far as is known.

        A page that lost its connection sends its last changes after the load of the page that came after it. They are
        on the device as well, and come back when their draft is opened.
        """
        is_left = self.step == 0 and self.router.url.path.rstrip("/") != routes.NEW_REPORT
        return not is_left and self._is_named(draft_id)

    def _is_named(self, draft_id: str | None) -> bool:
        """Return whether the draft on this page has or had this id; a page from before an upgrade gives none."""
        return draft_id is None or draft_id in self._names

    def _draft_in_url(self) -> str:
        return self.router.url.query_parameters.get("draft", "")

    def _wanted(self) -> str:
        """Return the id of the draft to show: from the URL, or of a draft created here that is not in the URL yet.

        A page that reconnects sends its URL first, then its queued text or dictation, and only then the load event: by
        that time these may have become a draft, and even the URL may name it since.
        """
        connection = self.router.session.session_id
        is_older = connection not in ("", self._loaded_in) and connection == self._named_in
        if is_older and not self._draft_in_url():
            return self.draft_id
        self._note_address()
        return self.unnamed or self._draft_in_url()

    def _note_address(self) -> None:
        in_url = self._draft_in_url()
        if in_url != self._unnamed_at:
            self.unnamed = ""
        if self.draft_id and in_url == self.draft_id:
            self._named_in = self.router.session.session_id

    @contextlib.contextmanager
    def _refusing(self, name: str) -> Iterator[None]:
        """Remember why a text of the page is refused, until a change of it fits."""
        try:
            yield
        except TooLarge as error:
            self._unfit = {**self._unfit, name: error.message}
            raise
        self._unfit = {other: sentence for other, sentence in self._unfit.items() if other != name}

    def _check_fits(self) -> None:
        """Raise ``TooLarge`` while the page shows a text that was refused: what is stored is an earlier one."""
        for sentence in self._unfit.values():
            raise TooLarge(sentence, title=drafts.NOT_SAVED)

    async def _save(self, user: CurrentUser, *, asked: bool = False) -> None:
        """Save if something changed. ``asked``: the user pressed save, so report also that nothing changed.

        Raises ``TooLarge`` while the page shows a text that was refused.
        """
        self._check_fits()
        if not self._must_save(asked):
            return
        has_chosen = self.client_id != self._saved_client
        try:
            with on_failure("Kon concept niet opslaan."):
                draft = await drafts.save(
                    user,
                    draft_id=self.draft_id or None,
                    transcript=self.transcript,
                    structured_report=self.report or None,
                    client_id=self.client_id or None,
                    version=self.version or None,
                    template=self.template if self.report else None,
                )
        except Conflict as conflict:
            if await self._has_arrived(user):
                return
            self.changed_elsewhere = conflict.is_on_page = True
            raise
        except DomainError as error:
            error.title = drafts.NOT_SAVED
            raise
        self._note_saved()
        self._remember(draft)
        self._show_moment(draft.reported_at)
        if self.client_id == self._saved_client:
            return
        if has_chosen:  # of an older version only the texts were saved
            await self._save_client(user)
        elif self._saved_client:  # chosen in another window
            await self._show_client(user, self._saved_client)
        else:
            self._set_client(None)

    async def _has_arrived(self, user: CurrentUser) -> bool:
        """Show the stored texts, and return True, when they have all of this page's and go on behind it.

        The last words of a page that closes are sent by a way of their own: on a slow connection they come behind the
        load of the next page, which restored what the device had of them. A text that is shorter than it was saved is
        a change of its own.
        """
        stored = await run_audited(drafts.get_draft, user, self.draft_id)
        texts = ((self.transcript, stored.transcript), (self.report, stored.structured_report or ""))
        is_shorter = len(self.transcript) + len(self.report) < self._saved_length
        if is_shorter or not all(there.startswith(here.rstrip()) for here, there in texts):
            return False
        number = self._changed_at
        self._show(stored, step=self.step)
        self._changed_at = self.saved_at = number  # or the page would take its own text for newer
        return True

    def _must_save(self, asked: bool) -> bool:
        if self.streaming:
            return False
        if self.changed_elsewhere:
            if asked:
                raise Conflict(KEEP_FIRST, title=drafts.NOT_SAVED)
            return False
        if not self.transcript.strip():
            return asked  # the service refuses it with a sentence
        is_changed = self._changed_at != self.saved_at or self._texts() != self._stored
        return is_changed or self.client_id != self._saved_client or not self.draft_id

    def _texts(self) -> str:
        """Return what is the same for the same two texts (SHA-256), also when they cannot be stored as they are."""
        both = f"{len(self.transcript)} {self.transcript}{self.report}"
        return hashlib.sha256(both.encode(errors="surrogatepass")).hexdigest()

    def _note_saved(self) -> None:
        """Note that the texts on the page are those in the database."""
        self.saved_at, self._stored = self._changed_at, self._texts()
        self._saved_length = len(self.transcript) + len(self.report)

    def _remember(self, draft: DraftView) -> None:
        if str(draft.id) != self.draft_id and str(draft.id) != self._draft_in_url():
            self.unnamed, self._unnamed_at = str(draft.id), self._draft_in_url()
        if str(draft.id) not in self._names:
            self._names = [*self._names, str(draft.id)]
        self.draft_id, self.version, self.is_example = str(draft.id), draft.version, draft.is_example
        self._saved_client = draft.client_id or ""
        term = Term(None) if draft.is_example or self._term is None else self._term
        self.kept, self.is_soon = countdown.left(term, draft.updated_at, clock.now())
        self.saved_label = f"Bewaard om {clock.local_now():%H.%M} uur"

    async def _save_client(self, user: CurrentUser) -> None:
        """Save the client alone: a dictation may be adding to the stored text at this moment."""
        stored = await run_in_transaction(drafts.set_client, user, self.draft_id, self.client_id or None)
        self._saved_client = stored.client_id or ""
        self._take_change(stored)

    def _take_change(self, stored: DraftView) -> None:
        """Take over the version after a change of something else than the texts, unless others changed them too."""
        if stored.version == self.version + 1:
            self.version = stored.version

    def _show_moment(self, moment: datetime) -> None:
        self._reported_at, self.reported_at = moment, texts.dutch_day_and_time(moment)

    async def _show_client(self, user: CurrentUser, client_id: str) -> None:
        """Show this client as the draft's. Raises ``NotFound``."""
        found = await run_audited(clients.get_client, user, storable(client_id))
        self._set_client(found)

    def _set_client(self, client: ClientView | None) -> None:
        self.client_id = self.client_words = self.client_name = self.client_born = ""
        if client is not None:
            self.client_id, self.client_name = client.id, client.name
            self.client_words = texts.client_words(client.first_name, client.last_name, client.date_of_birth)
            self.client_born = texts.dutch_date(client.date_of_birth)

    async def _show_making(self, user: CurrentUser) -> None:
        """Show why the report was made on this server instead of by an engine outside, or how many words were replaced
        in the text sent; and set the provenance that is copied along for programs."""
        refusal, is_sent, replaced, mark = "", False, "", {}
        if self.report:
            async with reading() as session:
                mark = await provenance.of_copy(session, user, uuid.UUID(self.draft_id))
                is_sent, replaced = await card.sent(session, user, self.draft_id)
                if self.report_label:
                    refusal = await card.refusal(session, user, self.draft_id)
        self.refusal, self.is_sent, self.replaced, self.mark = refusal, is_sent, replaced, mark

    def _set_review(self, by: str | None, at: datetime | None) -> None:
        self.reviewed, self.reviewed_label = export.review_line(by, at), ""
        if self.mark:
            reviewed = {"reviewed": at.isoformat(timespec="seconds")} if at else {}
            self.mark = {name: value for name, value in self.mark.items() if name != "reviewed"} | reviewed
        if at:
            local = at.astimezone(clock.AMSTERDAM)
            day = "" if local.date() == clock.local_now().date() else f"op {texts.dutch_date(at)} "
            self.reviewed_label = f"Nagekeken {day}om {local:%H.%M} uur"

    def _show(self, draft: DraftView, step: int = 0, *, begun_here: bool = False) -> None:
        """Show a draft. A client chosen here that is not saved yet stays; ``begun_here``: chosen before it was made."""
        self.copied, self._unfit = draft.copied_at is not None, {}
        self.transcript, self.report = draft.transcript, draft.structured_report or ""
        self._said = drafts.fingerprint(draft.transcript)
        is_ours = begun_here or str(draft.id) == self.draft_id
        is_stale = str(draft.id) == self.draft_id and draft.version < self.version
        kept = is_stale or (is_ours and self.client_id != self._saved_client)
        if not kept and self.client_id != (draft.client_id or ""):
            self._set_client(None)
            self.client_id = draft.client_id or ""
        self.streaming = self.changed_elsewhere = False
        self._show_moment(draft.reported_at)
        self.report_label = draft.report_label or ""
        self.template, self.headings = draft.template.key, _headings(draft.template)
        self.made_of, self.style, self.has_former = draft.made_of, draft.style or "", draft.has_former
        self.has_unsure = draft.has_unsure
        self._set_review(draft.reviewed_by, draft.reviewed_at)
        self._changed_at = 0
        self._note_saved()
        self._remember(draft)
        self.saved_label = f"Bewaard om {draft.updated_at.astimezone(clock.AMSTERDAM):%H.%M} uur"
        self.step = step or (CONCEPT if self.report else TRANSCRIPT)


async def open_draft(state: rx.State, user: CurrentUser) -> DraftState:
    """Return this tab's draft, after reading it again if the server has lost the tab's state (after a restart)."""
    draft = await state.get_state(DraftState)
    draft._note_address()
    if draft.step == 0 and draft._draft_in_url():
        await draft._read(user, draft._draft_in_url())
    if draft._term is None:
        await draft._read_term(user)
    return draft
