"""'Zo schrijven we het hier': one's own words and the organization's, with the proposals that wait for approval."""

import asyncio
from dataclasses import dataclass
from typing import Any, cast

import reflex as rx

from ....db.session import reading, run_in_transaction, run_reading
from ....errors import Conflict, DomainError, Invalid, NotFound
from ....services.shared.identity import ADMIN, CurrentUser
from ....services.shared.pagination import Page
from ....services.vocabulary import words
from ....services.vocabulary.words import Kind, Scope, WordContent, WordView
from ...kit import show_toast
from ...shell.actions import action
from ...shell.confirmation import Confirmation
from ...shell.paged_list import FormedList
from ...shell.session import current_user

_AT_ONCE = 50
_FIELD = 4 * words.MAX_WORD + 1  # characters that are read of a field: one more than may be


@dataclass
class WordItem:
    """A word in the list; also the first values of the form."""

    id: str = ""
    word: str = ""
    heard: str = ""
    heard_lines: str = ""
    kind: str = "term"
    warning: str = ""
    added_by: str = ""
    may_change: bool = False
    version: int = 0


@dataclass
class WordErrors:
    """The sentence at each field of the form; empty means no error."""

    word: str = ""
    heard: str = ""
    kind: str = ""


class WordsState(Confirmation, FormedList, rx.State):
    """The list that is shown (``scope``), its proposals, and the word in the form or in the question."""

    items: list[WordItem] = []
    proposals: list[WordItem] = []
    scope: str = "mine"
    editing: str = ""
    form: WordItem = WordItem()
    errors: WordErrors = WordErrors()
    _version: int = 0

    @action
    async def show(self, scope: str):
        """Show one's own list, or the organization's."""
        user = await current_user(self)
        self.scope = "organization" if scope == "organization" else "mine"
        await self._show_another(user)

    @action
    async def start(self):
        await current_user(self)
        self._open_form(WordItem())

    @action
    async def edit(self, word_id: str):
        """Open the form with a word as it is stored now."""
        user = await current_user(self)
        found = await run_reading(words.get_word, user, str(word_id))
        self._version = found.version
        self._open_form(_item(found))

    @action
    async def save(self, form: dict[str, Any]):
        """Add or change the word in the form; what was typed stays as long as something is wrong."""
        user = await current_user(self)
        if not self.open:
            return  # a double click: already saved
        try:
            saved = await self._store(user, _content(form))
        except (Invalid, Conflict) as error:
            if error.code == "stale_version":
                raise
            self.errors = _errors(error)
            return
        self.open = False
        await self._read(user)
        await show_toast(self, *_told(saved, is_new=not self.editing))

    @action
    async def approve(self, word_id: str, version: int):
        """'Goedkeuren' of a proposal as it was shown; one that was changed since is shown again."""
        user = await current_user(self, ADMIN)
        try:
            approved = await run_in_transaction(words.approve, user, str(word_id), version=version)
        except (Conflict, NotFound):
            await self._read(user)
            raise
        await self._read(user)
        await show_toast(self, "Woord goedgekeurd", f"‘{approved.word}’ geldt nu voor iedereen.")

    async def _name_of(self, item_id: str) -> str | None:
        return next((one.word for one in (*self.items, *self.proposals) if one.id == item_id), None)

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        await run_in_transaction(words.remove, user, item_id)
        await self._read(user)
        await show_toast(self, "Woord verwijderd")

    async def _store(self, user: CurrentUser, content: WordContent) -> WordView:
        if self.editing:
            return await run_in_transaction(words.change, user, self.editing, content, version=self._version)
        return await run_in_transaction(words.add, user, content, cast(Scope, self.scope))

    async def _page(self, user: CurrentUser, after: str | None) -> Page[WordItem]:
        scope: Scope = "organization" if self.scope == "organization" else "mine"
        waiting: Page[WordView] | None = None
        async with reading() as session:
            if after is None:
                self.is_admin = user.role == ADMIN
                self.count = await words.count_words(session, user, scope)
                waiting = await words.list_words(session, user, scope, status="voorstel", limit=words.MAX_SHARED)
            page = await words.list_words(session, user, scope, query=self.query, after=after, limit=_AT_ONCE)
        if waiting is not None:
            self.proposals = list((await asyncio.to_thread(waiting.map, _item)).items)
        return await asyncio.to_thread(page.map, _item)

    def _open_form(self, form: WordItem) -> None:
        self.form, self.editing, self.errors = form, form.id, WordErrors()
        self._show_form()


def _content(form: dict[str, Any]) -> WordContent:
    lines = str(form.get("heardAs", ""))[: _FIELD * 4 * words.MAX_FORMS].splitlines()
    kind = str(form.get("wordKind", ""))[:_FIELD]
    heard = [line[:_FIELD] for line in lines]
    return WordContent(str(form.get("word", ""))[:_FIELD], heard, cast(Kind, kind))


def _errors(error: DomainError) -> WordErrors:
    """Put the sentence at the field that it is about."""
    if error.code == "heardAs":
        return WordErrors(heard=error.message)
    return WordErrors(kind=error.message) if error.code == "kind" else WordErrors(word=error.message)


def _told(saved: WordView, *, is_new: bool) -> tuple[str, str]:
    warning = words.warning(saved)
    if saved.status == "voorstel":
        return "Woord voorgesteld", f"Het geldt zodra een beheerder het goedkeurt. {warning}".strip()
    return ("Woord toegevoegd" if is_new else "Woord gewijzigd"), warning


def _item(view: WordView) -> WordItem:
    return WordItem(
        id=str(view.id),
        word=view.word,
        heard=", ".join(f"‘{form}’" for form in view.heard_as),
        heard_lines="\n".join(view.heard_as),
        kind=view.kind,
        warning=words.warning(view),
        added_by=view.added_by,
        may_change=view.may_change,
        version=view.version,
    )
