"""The concept: generated from the transcript and streamed to the page; shown or edited, copied and downloaded."""

import asyncio
import time
import uuid
from collections.abc import Callable

import reflex as rx

from .....db.session import run_in_transaction, run_reading
from .....errors import OutOfCredits
from .....services.archive import dossier
from .....services.audit.audited_reads import run_audited
from .....services.concepts import review, revising, structuring, tidying
from .....services.drafts import drafts, ticks
from .....services.exports import files
from .....services.shared.identity import CurrentUser
from ....kit.overlay.toast import show_toast
from ....shell.actions import action
from ....shell.session import SessionState, current_user
from ....shell.under_way import UnderWayState
from ..profile_choice import ProfileState
from .archive_step import ArchiveState
from .choices import TemplateState
from .draft_sync import CONCEPT, TRANSCRIPT, DraftState, open_draft

_INTERVAL = 0.05  # seconds between two updates of the screen
_SECONDS_A_CHARACTER = 2e-6  # longer when the whole text is sent: half a million characters a second at most


class Pacer:
    """Collects the pieces of a stream; ``settled + tail`` is always the whole text so far.

    ``rest`` are the seconds to wait after the update before the next piece is taken.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.settled = ""
        self.tail = ""
        self.rest = 0.0
        self._monotonic = monotonic
        self._shown_at: float | None = None

    def add(self, piece: str) -> bool:
        """Add a piece; return True when it is time to update the screen."""
        self.tail += piece
        cut = self.tail.rfind("\n\n")
        if cut >= 0:
            self.settled += self.tail[: cut + 2]
            self.tail = self.tail[cut + 2 :]
        now = self._monotonic()
        if not (self.settled or self.tail).strip():
            return False
        if self._shown_at is not None and now - self._shown_at < _INTERVAL:
            return False
        self._shown_at = now
        return True

    def replace(self, whole: str) -> bool:
        """Take the whole text so far; return True, because it is time to update the screen."""
        self.settled, self.tail = whole, ""
        self.rest = _INTERVAL + len(whole) * _SECONDS_A_CHARACTER
        return True


class ConceptState(rx.State):
    """The concept while it is being generated; ``asking`` whether it may take the place of the one that is there.

    ``by_heading``: its fields are shown, to be copied one by one; ``copied_fields`` are those that were
    (``services.drafts.ticks``).
    ``put_away`` counts how often they were put away again.
    """

    streamed: str = ""
    streamed_tail: str = ""
    out_of_credits: bool = False
    asking: bool = False
    by_heading: bool = False
    copied_fields: dict[str, str] = {}
    put_away: int = 0
    _asked: str = ""  # the draft whose concept was requested, until ``write_concept`` begins

    @action
    async def generate(self):
        """'Genereer concept'. When there is a concept already, ask first."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if draft.streaming or draft.step != TRANSCRIPT:
            return None
        if draft.report:
            await draft._save(user, asked=True)
            self.asking = True
            return None
        return await self._begin(user, draft)

    @action
    async def keep_concept(self):
        """'Concept houden'."""
        await current_user(self)
        self.asking = False

    @action
    async def generate_anew(self):
        """'Nieuw concept': the one that is there stays as the former version."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        was_asked, self.asking = self.asking, False
        return await self._begin(user, draft) if was_asked and not draft.streaming else None

    async def _begin(self, user: CurrentUser, draft: DraftState):
        """Save, show the empty sheet and start ``write_concept``, which fills it.

        Not a background event, so that it runs after the text changes sent before the click.
        """
        self.out_of_credits = self.by_heading = False
        await draft._save(user, asked=True)
        draft.streaming, draft.step = True, CONCEPT
        self.streamed = self.streamed_tail = ""
        self._asked = draft.draft_id
        return ConceptState.write_concept

    @rx.event(background=True)
    @action
    async def write_concept(self):
        """Stream the concept. On a failure, return to the transcript; nothing is lost or charged.

        A page that connects again loads its draft between the press and this: it shows the transcript by then.
        """
        async with self:
            user = await current_user(self)
            draft = await open_draft(self, user)
            draft_id, transcript = draft.draft_id, draft.transcript
            template = (await self.get_state(TemplateState)).key or None
            under_way = await self.get_state(UnderWayState)
            asked, self._asked = self._asked, ""
            if asked != draft_id or draft_id in under_way._drafts:
                return None
            draft.streaming, draft.step = True, CONCEPT
            under_way._begin(draft_id)
        try:
            await self._stream(user, transcript, draft_id, template)
            written = await run_audited(drafts.get_draft, user, draft_id)
        except BaseException as error:
            await self._give_back(draft_id, error)
            raise
        async with self:
            draft = await self.get_state(DraftState)
            (await self.get_state(UnderWayState))._end(draft_id)
            if draft.draft_id == draft_id:
                draft._show(written)
                await draft._show_making(user)
                if draft.has_former:
                    await show_toast(self, "Nieuw concept gemaakt", "De vorige versie is bewaard.")
        return SessionState.greet

    async def _stream(self, user: CurrentUser, transcript: str, draft_id: str, template: str | None) -> None:
        pacer = Pacer()
        async for piece in structuring.generate(user, transcript, uuid.UUID(draft_id), template):
            if not (pacer.add(piece) if isinstance(piece, str) else pacer.replace(piece.markdown)):
                continue
            async with self:
                # A user who left the page still gets the concept, in the draft: keep reading, show nothing.
                if (await self.get_state(DraftState)).draft_id == draft_id:
                    self.streamed, self.streamed_tail = pacer.settled, pacer.tail
            await asyncio.sleep(pacer.rest)

    async def _give_back(self, draft_id: str, error: BaseException) -> None:
        async with self:
            draft = await self.get_state(DraftState)
            (await self.get_state(UnderWayState))._end(draft_id)
            if draft.draft_id == draft_id:
                draft.step, draft.streaming = TRANSCRIPT, False
                self.out_of_credits = isinstance(error, OutOfCredits)
                if isinstance(error, OutOfCredits):
                    error.is_on_page = True

    @action
    async def restore_former(self):
        """'Vorige terugzetten': the concept that was there before; this one becomes the former version."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if draft.streaming:
            return
        await draft._save(user, asked=True)
        draft._show(await revising.restore_former(user, draft.draft_id), step=CONCEPT)
        await draft._show_making(user)
        await (await self.get_state(TemplateState))._offer(user, draft)
        await show_toast(self, "Vorige versie teruggezet", "Je kunt ook weer terug.")

    @action
    async def tidy(self, off: list[str], everything: bool):
        """'Zoals gezegd' and 'Toch netjes': of one change, or of all."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if draft.streaming:
            return
        await draft._save(user)
        keys = frozenset(map(str, off))
        changed = await tidying.put(user, draft.draft_id, keys, everything=bool(everything), version=draft.version)
        draft._show(changed, step=CONCEPT)

    @action
    async def sign_off(self):
        """'Nagekeken'."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if draft.streaming:
            return
        await draft._save(user)
        signed = await review.sign_off(user, draft.draft_id, draft.version)
        draft._set_review(signed.by, signed.at)

    @action
    async def copied(self, draft_id: str):
        """The report of this draft is on the clipboard; the page may have another one by now."""
        await self._note_copied(await current_user(self), draft_id)
        await show_toast(self, "Rapportage gekopieerd")

    async def _note_copied(self, user: CurrentUser, draft_id: str) -> None:
        draft = await open_draft(self, user)
        if draft.draft_id == draft_id:
            await draft._save(user)
            draft.copied = await run_in_transaction(drafts.note_copied, user, draft_id, draft.version)
        else:  # which version of it was copied is not known any more
            await run_in_transaction(drafts.note_copied, user, draft_id, 0)

    @action
    async def show_fields(self):
        """'Kopieer per kop': show the report on the screen field by field, as it is saved."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if draft.streaming or not draft.report.strip():
            return
        if not (await self.get_state(ArchiveState)).reference:
            await draft._save(user)
            self.copied_fields = await run_reading(ticks.of_draft, user, draft.draft_id)
        await (await self.get_state(ProfileState))._offer(user, draft.template)
        self.by_heading = True

    @action
    async def show_paper(self):
        """'Terug naar het verslag'."""
        await current_user(self)
        self.by_heading = False
        self.put_away += 1

    @action
    async def field_copied(self, report_id: str, whole: bool):
        """A field of the report was copied; ``whole``: all of them are. The ticks of a draft come from the page."""
        user = await current_user(self)
        if (await self.get_state(ArchiveState)).reference:
            await run_in_transaction(dossier.note_copied, user, str(report_id))
        elif whole:
            await self._note_copied(user, report_id)

    @action
    async def copy_failed(self):
        await current_user(self)
        await show_toast(self, "Kopiëren mislukt", "Er ging iets mis bij het kopiëren.", destructive=True)

    @action
    async def download(self, kind: str):
        """'Tekst', 'Word' and 'PDF' under 'Downloaden': the report as it is on the screen, so it is saved first."""
        user = await current_user(self)
        draft = await open_draft(self, user)
        if draft.streaming or not draft.report.strip():
            return None
        await draft._save(user, asked=draft.changed_elsewhere)
        file = await files.of_draft(user, draft.draft_id, str(kind))
        await show_toast(self, "Download gestart")
        return rx.download(data=file.content, filename=file.name)
