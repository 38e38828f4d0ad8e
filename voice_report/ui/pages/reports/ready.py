"""/klaar, 'Klaar om te kopiëren': the newest concept as fields on the PC, while it is dictated on the phone (S87)."""

from dataclasses import dataclass
from datetime import datetime

import reflex as rx

from .... import clock
from ....core import texts
from ....db.session import run_in_transaction
from ....errors import NotFound, Unavailable
from ....services.audit.audited_reads import audited_read, run_audited
from ....services.concepts import ready
from ....services.concepts.ready import ReadyConcept
from ....services.drafts import drafts, news, ticks
from ....services.processing import provenance
from ....services.shared.identity import CurrentUser
from ...shell import routes
from ...shell.actions import action
from ...shell.session import current_user
from .phone_code import phone_code
from .profile_choice import ProfileState

NO_CLIENT = "Zonder cliënt"
_ID = 36  # characters of an id


@dataclass
class ReadyItem:
    """Another concept of today; ``about`` says when, and whether it was copied."""

    id: str
    title: str
    about: str


class ReadyState(rx.State):
    """The concept on the page, and the others of today.

    ``is_seen``: the tab is on the screen; else it gets nothing. ``newer`` is a concept that came while the one on the
    page was being copied, which stays. ``is_written``: the concept is being written, and has no text until then.
    """

    loaded: bool = False
    failed: bool = False
    is_seen: bool = False
    draft_id: str = ""
    title: str = ""
    when: str = ""
    report: str = ""
    mark: dict[str, str] = {}
    headings: list[list[str]] = []
    copied_fields: dict[str, str] = {}
    is_written: bool = False
    newer: str = ""
    newer_title: str = ""
    others: list[ReadyItem] = []
    code: str = ""
    _found: tuple[ReadyConcept, ...] = ()
    _chosen: str = ""
    _version: int = 0

    @action
    async def load(self):
        """Make the code for the phone. The texts come when the page says that it is seen (``look``)."""
        await current_user(self)
        self.code = phone_code()

    @rx.event(background=True)
    @action
    async def follow(self):
        """Show each change of one's own concepts for as long as the page is connected, without holding its state.

        It is one of the events that load the page: the framework cancels it when the page's connection ends, which it
        does with the session, and when another page is loaded.
        """
        async with self:
            user = await current_user(self)
        found: tuple[ReadyConcept, ...] | None = None
        with news.following(user.id) as follower:
            while True:
                try:
                    if (now := await ready.concepts(user)) != found:
                        async with self:
                            user = await current_user(self)
                            if self.is_seen:
                                await self._show(user, now)
                        found = now
                except Unavailable:
                    pass  # the page stays as it was; the next look shows what changed
                await follower.wait()

    @action
    async def look(self, seen: bool):
        """The page came on the screen, or left it."""
        user = await current_user(self)
        self.is_seen = bool(seen)
        if self.is_seen:
            self.failed = True  # shown if the line below raises
            await self._show(user, await ready.concepts(user))
            self.failed, self.loaded = False, True

    @action
    async def choose(self, draft_id: str):
        """Show this concept; it stays until another is chosen, unless it is the newest."""
        user = await current_user(self)
        found = await ready.concepts(user)
        chosen = str(draft_id)[:_ID]
        if chosen in {str(one.id) for one in found}:
            self._chosen = "" if chosen == str(found[0].id) else chosen
            self.draft_id = ""
        await self._show(user, found)

    @action
    async def field_copied(self, draft_id: str, whole: bool):
        """A field was copied; ``whole``: all of them are. The ticks come from the page."""
        user = await current_user(self)
        if whole:
            version = self._version if draft_id == self.draft_id else 0
            await run_in_transaction(drafts.note_copied, user, str(draft_id), version)

    @action
    async def open(self):
        """'Openen': the concept in the wizard."""
        await current_user(self)
        return rx.redirect(routes.new_report(self.draft_id))

    async def _show(self, user: CurrentUser, found: tuple[ReadyConcept, ...]) -> None:
        before = {one.id: one for one in self._found}
        if {one.id for one in found} - set(before):
            found = await run_audited(ready.shown, user, found)
        picked = _picked(found, self._chosen, self.draft_id)
        now = clock.now()
        if picked is None:
            self._clear()
        elif picked.is_written:
            self._clear()
            self._name(picked, now)
            self.is_written = True
        else:
            known = before.get(picked.id) if str(picked.id) == self.draft_id and not self.is_written else None
            if known is None or not known.has_text_of(picked):
                await self._read(user, picked, now)
            self.copied_fields = ticks.digests(picked.ticks) if self.draft_id else {}
        newer = found[0] if _is_newer(found, picked) else None
        self.newer, self.newer_title = (str(newer.id), _title(newer)) if newer else ("", "")
        today = now.astimezone(clock.AMSTERDAM).date()
        rest = [one for one in found if one != picked and one.updated_at.astimezone(clock.AMSTERDAM).date() == today]
        self.others = [_item(one) for one in rest]
        self._found = found

    async def _read(self, user: CurrentUser, picked: ReadyConcept, now: datetime) -> None:
        try:
            async with audited_read() as session:
                draft = await drafts.get_draft(session, user, picked.id)
                mark = await provenance.of_copy(session, user, picked.id)
        except NotFound:  # deleted or archived meanwhile: the news of that is on its way
            self._clear()
            return
        await (await self.get_state(ProfileState))._offer(user, draft.template.key)
        self._name(picked, now)
        self.is_written = False
        self.report, self.mark = draft.structured_report or "", mark
        self.headings = [[section.title, section.key, section.form] for section in draft.template.sections]
        self._version = draft.version

    def _name(self, picked: ReadyConcept, now: datetime) -> None:
        self.draft_id, self.title = str(picked.id), _title(picked)
        self.when = texts.relative_moment(picked.updated_at, now)

    def _clear(self) -> None:
        self.draft_id = self.title = self.when = self.report = ""
        self.headings, self.copied_fields, self.mark, self.is_written = [], {}, {}, False


def _picked(found: tuple[ReadyConcept, ...], chosen: str, shown: str) -> ReadyConcept | None:
    """Return the concept for the page: the chosen one, the one that is being copied, or the newest."""
    by_id = {str(one.id): one for one in found}
    if chosen in by_id:
        return by_id[chosen]
    here = by_id.get(shown)
    if here is not None and here.is_begun and not here.is_copied:
        return here
    return found[0] if found and ready.is_recent(found[0]) else None


def _is_newer(found: tuple[ReadyConcept, ...], picked: ReadyConcept | None) -> bool:
    """Return whether the newest concept is another one than that on the page, and still to be copied."""
    if picked is None or found[0] == picked or not ready.is_recent(found[0]):
        return False
    return not (found[0].is_written or found[0].is_copied)


def _title(concept: ReadyConcept) -> str:
    return concept.client_name or NO_CLIENT


def _item(concept: ReadyConcept) -> ReadyItem:
    if concept.is_written:
        state = "wordt geschreven"
    elif concept.is_copied:
        state = "alles gekopieerd"
    else:
        state = "deels gekopieerd" if concept.is_begun else "nog niet gekopieerd"
    return ReadyItem(str(concept.id), _title(concept), f"{texts.time(concept.updated_at)} uur, {state}")
