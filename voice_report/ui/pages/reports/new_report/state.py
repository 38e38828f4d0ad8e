"""State of the wizard: the step, the texts, and what has been saved. Every change goes through a service.

The texts are in the database (and, until they are saved, on the device); the draft's id is in the URL, so this state
may be lost at any moment and is restored by ``load``.
"""

import uuid

import reflex as rx

from ..... import clock, texts
from .....database import run_in_transaction, transaction
from .....errors import NotFound, OutOfCredits
from .....report_templates import DEFAULT
from .....services.audit import trail
from .....services.reports import dictation, drafts, structuring
from .....services.shared import export
from .....services.shared.identity import CurrentUser
from .... import routes
from ....actions import action
from ....components.toast import show_toast
from ....session import SessionState, current_user
from .archive_step import Archiving
from .draft_sync import CONCEPT, RECORDING, TRANSCRIPT
from .streaming import Pacer


class WizardState(Archiving, rx.State):
    """The three steps of /new-report (spec section 2) and their actions."""

    streamed: str = ""
    streamed_tail: str = ""
    adopted: str = ""
    out_of_credits: bool = False

    @rx.event
    @action
    async def load(self):
        """Show the draft in the URL, or a new report; also runs at every reload and reconnect: the database decides."""
        user = await current_user(self)
        wanted = self._wanted()
        if not wanted:
            self._start_empty()
        elif not await self._shows_writing(user, wanted) and not await self._found_archived(user, wanted):
            await self._read(user, wanted)
        await self._offer_archive(user)

    async def _shows_writing(self, user: CurrentUser, wanted: str) -> bool:
        return self.streaming and wanted == self.draft_id and await self._still_writes(user, wanted)

    def _start_empty(self) -> None:
        if self.draft_id or self.report:
            self._forget()
        if self.router.url.query_parameters.get("testMode") == "true":
            self.step = TRANSCRIPT
        self.step = self.step or RECORDING

    @rx.event
    @action
    async def leave(self):
        """Save and reset when the user goes to another page of the app, so that the next visit starts fresh."""
        user = await current_user(self)
        try:
            await self._save(user)
        finally:
            self._forget()

    @rx.event
    @action
    async def named(self):
        """Handle that the URL has the draft's id now: from here on, a URL without it means a new report."""
        await self._caller()

    @rx.event
    @action
    async def type_instead(self):
        await self._caller()
        self.step = TRANSCRIPT

    @rx.event
    @action
    async def finish_dictation(self, dictation_id: str, draft_id: str):
        """Adopt a dictation. Idempotent: a repeated call for the same dictation changes nothing."""
        user = await self._caller()
        if self.adopted == dictation_id:
            return
        try:
            draft = await run_in_transaction(dictation.finish, user, dictation_id)
        except NotFound:
            self.adopted = dictation_id  # deleted with its draft: report that once, not on every retry of the recorder
            raise
        self.adopted = dictation_id
        if draft is None:
            return
        self._show(draft, step=TRANSCRIPT)

    @rx.event
    @action
    async def change_transcript(self, text: str, at: int):
        user = await self._caller()
        if self.step == 0 and self.router.url.path.rstrip("/") != routes.NEW_REPORT:
            return  # the last change of a page that was already left and saved
        self.step = self.step or TRANSCRIPT
        self.transcript = str(text)
        self._changed_at = int(at)
        if not self.draft_id and self.transcript.strip():
            await self._save(user)

    @rx.event
    @action
    async def change_report(self, text: str, at: int):
        await self._caller()
        self.report_text = str(text)
        self.report = export.from_plain_text(self.report_text, DEFAULT)
        self._changed_at = int(at)

    @rx.event
    @action
    async def autosave(self):
        await self._save(await self._caller())

    @rx.event
    @action
    async def save(self):
        """'Opslaan als concept'."""
        user = await self._caller()
        await self._save(user, asked=True)
        await show_toast(self, "Concept opgeslagen")

    @rx.event
    @action
    async def save_as_new(self):
        """Save this tab's text as a separate draft, after another tab changed the original."""
        user = await self._caller()
        self.draft_id, self.version, self.changed_elsewhere = "", 0, False
        await self._save(user, asked=True)
        await show_toast(self, "Concept opgeslagen")

    @rx.event
    @action
    async def back_to_recording(self):
        """'Annuleren' on the transcript: the text stays, and new speech is appended to it."""
        await self._save(await self._caller())
        self.step = RECORDING

    @rx.event
    @action
    async def back_to_transcript(self):
        await self._save(await self._caller())
        self.step, self.editing = TRANSCRIPT, False

    @rx.event
    @action
    async def to_concept(self):
        """Go from the transcript back to the existing concept; this costs no credits."""
        await self._save(await self._caller())
        if self.report and not self.streaming:
            self.step, self.editing = CONCEPT, False

    @rx.event
    @action
    async def restored(self):
        await self._caller()
        await show_toast(self, "Tekst teruggezet", "Deze tekst stond nog op dit toestel en was niet opgeslagen.")

    @rx.event
    @action
    async def keep_leftover(self, text: str):
        """Save text that a crash left on the device as a separate draft, because its own draft has changed since."""
        user = await self._caller()
        await run_in_transaction(drafts.save_draft, user, transcript=str(text))
        await show_toast(self, "Concept opgeslagen", "Niet-bewaarde tekst van dit toestel staat nu bij je concepten.")

    @rx.event
    @action
    async def show_view(self, view: str):
        """Switch between 'Voorbeeld' and 'Bewerken'; leaving edit mode saves the edited text to the concept."""
        user = await self._caller()
        if self.streaming:
            return
        self.editing = view == "edit"
        if self.editing:
            self.report_text = self.plain_report
        else:
            await self._save(user)

    @rx.event
    @action
    async def generate(self):
        """'Genereer concept': save, show the empty sheet and start ``write_concept``, which fills it.

        Not a background event, so that it runs after the text changes sent before the click.
        """
        user = await self._caller()
        if self.streaming:
            return None
        self.out_of_credits = False
        await self._save(user, asked=True)
        self.streaming, self.editing, self.step = True, False, CONCEPT
        self.streamed = self.streamed_tail = ""
        self.made_at = texts.dutch_day_and_time(clock.now())
        return WizardState.write_concept

    @rx.event(background=True)
    @action
    async def write_concept(self):
        """Stream the concept. On a failure, return to the transcript; nothing is lost or charged."""
        async with self:
            user = await self._caller()
            draft_id, transcript = self.draft_id, self.transcript
            if not self.streaming or draft_id in self._writing:
                return None
            self._writing.append(draft_id)
        try:
            await self._stream(user, transcript, draft_id)
            async with transaction() as session:
                draft = await drafts.get_draft(session, user, draft_id)
        except BaseException as error:
            await self._give_back(draft_id, out_of_credits=isinstance(error, OutOfCredits))
            raise
        async with self:
            self._stop_writing(draft_id)
            if self.draft_id == draft_id:
                self._show(draft)
        return SessionState.refresh

    async def _stream(self, user: CurrentUser, transcript: str, draft_id: str) -> None:
        pacer = Pacer()
        async for piece in structuring.generate(user, transcript, uuid.UUID(draft_id)):
            if not pacer.add(piece):
                continue
            async with self:
                # A user who left the page still gets the concept, in the draft: keep reading, show nothing.
                if self.draft_id == draft_id:
                    self.streamed, self.streamed_tail = pacer.settled, pacer.tail

    async def _give_back(self, draft_id: str, *, out_of_credits: bool) -> None:
        async with self:
            self._stop_writing(draft_id)
            if self.draft_id == draft_id:
                self.step, self.streaming = TRANSCRIPT, False
                self.out_of_credits = out_of_credits

    @rx.event
    @action
    async def copied(self):
        user = await self._caller()
        await self._note_export(user)
        await show_toast(self, "Rapportage gekopieerd")

    @rx.event
    @action
    async def copy_failed(self):
        await self._caller()
        await show_toast(self, "Kopiëren mislukt", "Er ging iets mis bij het kopiëren.", destructive=True)

    @rx.event
    @action
    async def download(self):
        user = await self._caller()
        if self.streaming or not self.report.strip():
            return None
        await self._save(user)
        await self._note_export(user)
        await show_toast(self, "Download gestart")
        return rx.download(data=self.plain_report.encode(), filename=export.file_name(clock.now()))

    async def _note_export(self, user: CurrentUser) -> None:
        async with transaction() as session:
            await trail.record(session, user, "export", "draft", self.draft_id)
