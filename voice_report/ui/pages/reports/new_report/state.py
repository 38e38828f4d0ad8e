"""The way through the wizard: opening and leaving it, and its steps. Every change goes through a service.

The texts are in the database (and, until they are saved, on the device); the draft's id is in the URL, so the wizard's
states may be lost at any moment and are restored by ``load``.
"""

from typing import Any

import reflex as rx

from .....db.session import run_in_transaction, run_reading
from .....errors import Conflict, NotFound
from .....services.audit.audited_reads import run_audited
from .....services.concepts import additions
from .....services.dictation import dictation, example, recordings
from .....services.drafts import drafts
from .....services.shared.identity import CurrentUser
from ....kit.overlay.toast import show_toast
from ....shell import routes
from ....shell.actions import action
from ....shell.page_state import reset_pages
from ....shell.session import current_user
from ..outgoing import OutgoingState
from ..phone_code import phone_code
from .archive_step import ArchiveState
from .choices import StyleState, TemplateState
from .client_choice import ClientState
from .covered import CoveredState
from .draft_sync import CONCEPT, KEEP_FIRST, RECORDING, TRANSCRIPT, DraftState, open_draft
from .speech_note import SpeechState

_ID, _MOST_ADDED = 36, 20  # characters of a dictation's id; dictations whose heading is remembered


class WizardState(rx.State):
    """Opens, changes and closes the three steps of /new-report.

    ``adopted`` is the last dictation; ``adding`` the heading under which the next one comes ('Aanvullen'). ``_under``
    has the heading of each dictation that was begun for one: an older dictation is an ordinary one. ``returned`` is the
    dictation to which its user came back after signing in again. ``is_new``: its user has not made a report yet.
    ``typing``: the text began by typing, not by talking. ``phone`` is the code that opens this page on a phone.
    ``recording`` is the chosen recording of which the draft gets the text, as the recorder takes it.
    """

    adopted: str = ""
    adding: str = ""
    returned: str = ""
    is_new: bool = False
    typing: bool = False
    phone: str = ""
    recording: dict[str, Any] | None = None
    _under: dict[str, str] = {}

    @action
    async def load(self):
        """Show the draft in the URL, or a new report; also runs at every reload and reconnect: the database decides."""
        user = await current_user(self)
        draft, archive = await self.get_state(DraftState), await self.get_state(ArchiveState)
        wanted = draft._wanted()
        is_opened = draft.step == 0 or draft.draft_id != wanted
        if draft.draft_id not in ("", wanted):
            await reset_pages(self)
        draft._loaded_in = self.router.session.session_id
        if not wanted:
            if self.router.url.query_parameters.get("testMode") == "true":
                draft.step = TRANSCRIPT
            draft.step = draft.step or RECORDING
        elif not await draft._shows_writing(user, wanted) and not await archive._find_archived(user, draft, wanted):
            await draft._read(user, wanted)
            await self._find_recording(user, draft, is_opened=is_opened)
        await (await self.get_state(ClientState))._offer(user, draft)
        await archive._offer(user)
        await (await self.get_state(TemplateState))._offer(user, draft)
        await (await self.get_state(StyleState))._offer(user)
        await (await self.get_state(OutgoingState))._offer(user)
        await (await self.get_state(SpeechState))._offer(user)
        (await self.get_state(SpeechState))._look()
        self.phone = phone_code(draft.draft_id) if draft.step == RECORDING else ""
        self.is_new = user.organization is not None and await run_reading(example.is_new, user)

    @action
    async def close(self):
        """Close the dialog of the archived report, reset everything and go to the dashboard.

        In the wizard the dashboard is the root path (decisions/0001).
        """
        await current_user(self)
        await reset_pages(self)
        return rx.redirect(routes.DASHBOARD, replace=True)

    @action
    async def next_report(self):
        """'Volgende rapportage': save this one, unless it is archived, and begin an empty one, ready to record."""
        user = await current_user(self)
        is_archived = (await self.get_state(ArchiveState)).reference != ""
        if not is_archived:
            draft = await open_draft(self, user)
            if draft.changed_elsewhere:
                raise Conflict(KEEP_FIRST, title=drafts.NOT_SAVED)
            await draft._save(user)
        await reset_pages(self)
        return rx.redirect(routes.NEW_REPORT, replace=is_archived)

    @action
    async def type_instead(self):
        """'Liever typen': in the concept while something is being added to it, else in the transcript."""
        await self._stop_recording(await current_user(self), CONCEPT if self.adding else TRANSCRIPT)
        draft = await self.get_state(DraftState)
        self.typing = draft.step == TRANSCRIPT and not draft.transcript.strip()

    @action
    async def dictation_started(self, dictation_id: str):
        draft = await open_draft(self, await current_user(self))
        if not draft.draft_id:
            draft._dictation = str(dictation_id)[:_ID]
        (await self.get_state(CoveredState)).covered = []
        (await self.get_state(SpeechState))._begin()
        if self.adding:
            self._note_heading(str(dictation_id)[:_ID])

    @action
    async def dictation_resumed(self, dictation_id: str):
        """The dictation on screen is one that was begun before: the client on screen is its client too."""
        draft = await open_draft(self, await current_user(self))
        if not draft.draft_id:
            draft._dictation = str(dictation_id)[:_ID]

    @action
    async def recording_sent(self, recording_id: str, draft_id: str):
        """A chosen recording has its draft now: that gets the client chosen here, and the page its address."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        wanted = str(draft_id)[:_ID]
        if not draft.draft_id:
            made = await run_audited(drafts.get_draft, user, wanted)
            draft._show(made, step=RECORDING, begun_here=True)
        if draft.draft_id == wanted and draft.client_id != draft._saved_client:
            await draft._save_client(user)

    async def _find_recording(self, user: CurrentUser, draft: DraftState, *, is_opened: bool) -> None:
        """Show how far the chosen recording of this draft is, if there is one that is not written out."""
        found = await run_reading(recordings.unfinished, user)
        own = next((one for one in found if draft.draft_id and str(one.draft_id) == draft.draft_id), None)
        self.recording = own and {
            "id": str(own.id),
            "draftId": draft.draft_id,
            "state": own.state,
            "done": own.seconds_done,
            "total": own.seconds_total,
            "code": own.code or "",
            "sentence": own.message or "",
        }
        if own and is_opened:
            draft.step = RECORDING

    @action
    async def return_to_dictation(self, dictation_id: str, client_id: str, heading: str):
        """Show the recording step of a dictation that went on while its user was signed out, with what was chosen.

        The tab's state ended with the session: the client and the heading come back from the device.
        """
        user = await current_user(self)
        self.returned = str(dictation_id)[:_ID]
        draft = await open_draft(self, user)
        if not draft.draft_id:
            draft._dictation = self.returned
        self.adding = _heading(draft, heading)
        if self.adding:
            self._note_heading(self.returned)
        draft.step = RECORDING
        if client_id and not draft.client_id:
            await draft._show_client(user, str(client_id))

    def _note_heading(self, dictation_id: str) -> None:
        self._under = dict([*self._under.items(), (dictation_id, self.adding)][-_MOST_ADDED:])

    @action
    async def finish_dictation(self, dictation_id: str, draft_id: str):
        """Adopt a dictation. Idempotent: a repeated call for the same dictation changes nothing."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if self.adopted == dictation_id:
            return
        heading = self._under.get(str(dictation_id), "")
        try:
            if heading:
                dictated = await additions.finish(user, dictation_id, heading)
            else:
                dictated = await run_in_transaction(dictation.finish, user, dictation_id)
        except NotFound:
            # Deleted with its draft: report that once, not on every retry of the recorder.
            self.adopted, self.recording = dictation_id, None
            raise
        self.adopted, self.recording = dictation_id, None
        if self.adding not in ("", heading) and dictated is not None and str(dictated.id) == draft.draft_id:
            draft._show(dictated, step=RECORDING)
            await show_toast(self, "Eerdere opname verwerkt", f"Neem nu op wat bij {self.adding} komt.")
            return
        if dictated is not None:
            begun_here = not draft.draft_id and draft._dictation == str(dictation_id)
            step = CONCEPT if heading and dictated.structured_report else TRANSCRIPT
            self.typing = False
            draft._show(dictated, step=step, begun_here=begun_here)
            (await self.get_state(SpeechState))._finish(draft.draft_id)
            await (await self.get_state(ClientState))._offer(user, draft)
        self.adding = ""
        await draft._save(user)  # the client that was chosen before there was a draft
        if dictated is not None and draft.step == TRANSCRIPT:
            covered = await self.get_state(CoveredState)
            covered.missing = ""
            yield  # the text does not wait for a look at all of its sentences
            await covered._name_missing(user, draft)

    @action
    async def add_by_voice(self, title: str):
        """'Aanvullen': record what comes under this heading of the concept; costs no credit."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if draft.streaming:
            return
        heading = _heading(draft, title)
        if not heading:
            await show_toast(self, "Aanvullen", "Bij dit kopje kun je alleen typen.")
            return
        await draft._save(user, asked=True)
        self.adding, draft.step = heading, RECORDING

    @action
    async def stop_adding(self):
        """'Terug naar het concept'."""
        await self._stop_recording(await current_user(self), CONCEPT)

    async def _stop_recording(self, user: CurrentUser, step: int) -> None:
        """Show the draft as it is stored, because what was dictated may be in it already."""
        draft = await open_draft(self, user)
        self.adding = ""
        if draft.draft_id:
            await draft._read(user, draft.draft_id)
        draft.step = step if draft.report or step != CONCEPT else TRANSCRIPT

    @action
    async def back_to_recording(self):
        """'Annuleren' on the transcript: the text stays, and new speech is appended to it."""
        await self._save_and_go(await current_user(self), RECORDING)
        (await self.get_state(CoveredState)).missing = ""

    @action
    async def back_to_transcript(self):
        await self._save_and_go(await current_user(self), TRANSCRIPT)

    @action
    async def to_concept(self):
        """Go from the transcript back to the existing concept; this costs no credits."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        await draft._save(user)
        if draft.report and not draft.streaming:
            draft.step = CONCEPT

    async def _save_and_go(self, user: CurrentUser, step: int) -> None:
        draft = await open_draft(self, user)
        await draft._save(user)
        draft.step, self.adding = step, ""


def _heading(draft: DraftState, title: str) -> str:
    """Return the heading of the draft's concept with this title, or an empty string."""
    wanted = str(title).strip().casefold()
    return next((known for known, *_ in draft.headings if draft.report and known.casefold() == wanted), "")
