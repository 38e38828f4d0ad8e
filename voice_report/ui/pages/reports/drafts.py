"""The list of drafts, newest first: what is still to be done, what was copied, and what was deleted."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

import reflex as rx

from .... import clock
from ....core import texts
from ....db.session import run_in_transaction
from ....errors import DomainError
from ....services.audit.audited_reads import audited_read
from ....services.drafts import deleted, listing
from ....services.drafts.deleted import DeletedPreview
from ....services.drafts.listing import DraftPreview
from ....services.privacy import terms
from ....services.shared.identity import CurrentUser
from ....services.shared.pagination import Page
from ...islands.recorder import kept_sound_end
from ...kit import badge, button, chips, empty_state, link_button, search_field, show_toast
from ...shell import routes
from ...shell.actions import action
from ...shell.confirmation import Confirmation, confirmation
from ...shell.layout import main, member_shell, page_head, way_back
from ...shell.paged_list import SearchedList, paged
from ...shell.session import SessionState, begins, current_user
from ..privacy import countdown

TO_DO, DONE, DELETED = "to_do", "done", "deleted"
_TITLE_WORDS = 6


@dataclass
class DraftItem:
    """A draft in the list: its title is the client or, while none is chosen, the beginning of the text.

    ``left`` says how long a deleted draft can still be restored, ``kept`` when one is erased by term.
    """

    id: str
    title: str
    when: str
    about: str
    template: str
    copied: str
    preview: str
    href: str
    left: str = ""
    kept: str = ""
    is_soon: bool = False


class DraftsState(Confirmation, SearchedList, rx.State):
    """The drafts loaded so far, the one in the confirmation of a deletion, and the one deleted last.

    ``shows``: those that are still to be done, those whose report was copied as it is now (``DONE``), or the deleted.
    """

    items: list[DraftItem] = []
    shows: str = TO_DO
    removed: str = ""

    @rx.var
    def consequence(self) -> str:
        """What a deletion means, behind the name of the draft."""
        if self.shows == DELETED:
            return " wordt definitief verwijderd."
        return f" wordt verwijderd. Je kunt het {deleted.KEPT.days} dagen terugzetten, bij Verwijderd."

    @action
    async def show(self, shows: str):
        """Show what is to be done, done or deleted; the typed words stay."""
        user = await current_user(self)
        self.shows = shows if shows in (DONE, DELETED) else TO_DO
        self.asked = ""  # the question was about another list
        self._clear()
        await self._read(user)

    @action
    async def restore(self, item_id: str):
        """'Zet terug'."""
        user = await current_user(self)
        try:
            await run_in_transaction(deleted.restore, user, item_id)
        except DomainError as error:
            raise type(error)("Kon concept niet terugzetten.") from error
        self._drop(item_id)
        if self.removed == item_id:
            self.removed = ""
        await show_toast(self, "Concept teruggezet", "Het staat weer bij je concepten.")

    async def _page(self, user: CurrentUser, after: str | None) -> Page[DraftItem]:
        now = clock.now()
        async with audited_read() as session:  # viewing is recorded in the audit trail
            if self.shows == DELETED:
                gone = await deleted.list_deleted(session, user, words=self.query, after=after)
                return gone.map(lambda draft: _deleted_item(draft, now))
            found = await listing.list_previews(session, user, words=self.query, copied=self.shows == DONE, after=after)
            term = (await terms.of(session, user.organization_id)).drafts
        return found.map(lambda draft: _draft_item(draft, now, term))

    async def _begin(self) -> None:
        await super()._begin()
        self.shows = TO_DO

    async def _name_of(self, item_id: str) -> str | None:
        item = self._item(item_id)
        return f"‘{item.title}’, {_inside(item.when)}," if item else None

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        is_deleted = self.shows == DELETED
        try:
            await run_in_transaction(deleted.erase if is_deleted else deleted.delete_draft, user, item_id)
        except DomainError as error:
            raise type(error)("Kon concept niet verwijderen.") from error
        self._drop(item_id)
        if is_deleted:
            await show_toast(self, "Concept definitief verwijderd")
            return
        self.removed = item_id
        await show_toast(self, "Concept verwijderd", f"Je kunt het {deleted.KEPT.days} dagen terugzetten.")


def _draft_item(draft: DraftPreview, now: datetime, term: terms.Term) -> DraftItem:
    title = draft.client_name or texts.first_words(draft.preview, _TITLE_WORDS)
    when = texts.relative_moment(draft.updated_at, now)
    kept, is_soon = countdown.left(term, draft.updated_at, now)
    return DraftItem(
        id=str(draft.id),
        title=title,
        when=when,
        about=f"{title}, {_inside(when)}",
        template=draft.template,
        copied=f"Gekopieerd: {_inside(texts.relative_moment(draft.copied_at, now))}" if draft.copied_at else "",
        preview=draft.preview if draft.client_name else _rest(draft.preview, title),
        href=routes.new_report(str(draft.id)),
        kept=kept,
        is_soon=is_soon,
    )


def _deleted_item(draft: DeletedPreview, now: datetime) -> DraftItem:
    title = draft.client_name or texts.first_words(draft.preview, _TITLE_WORDS)
    when = texts.relative_moment(draft.deleted_at, now)
    days = ceil((draft.erased_at - now) / timedelta(days=1))
    return DraftItem(
        id=str(draft.id),
        title=title,
        when=f"Verwijderd: {_inside(when)}",
        about=f"{title}, verwijderd: {_inside(when)}",
        template="",
        copied="",
        preview=draft.preview if draft.client_name else _rest(draft.preview, title),
        href="",
        left=f"Nog {days} {'dag' if days == 1 else 'dagen'}",
    )


def _inside(words: str) -> str:
    """Return words that begin a sentence as they stand inside one."""
    return words[:1].lower() + words[1:]


def _rest(preview: str, title: str) -> str:
    """Return what follows the title, which is the beginning of the text."""
    rest = preview.removeprefix(title.removesuffix("…")).strip()
    return f"…{rest}" if rest else ""


def drafts_page() -> rx.Component:
    return member_shell(
        main(
            page_head(
                "Concepten",
                rx.el.p("Wat je bewaarde, om later mee verder te gaan."),
                rx.cond(DraftsState.items.length() > 0, rx.el.div(_new_report(), class_name="row")),
                back=way_back("Terug naar dashboard", routes.DASHBOARD),
            ),
            rx.el.div(
                paged(
                    DraftsState,
                    rx.el.ul(rx.foreach(DraftsState.items, _item), class_name="drafts"),
                    rx.cond(
                        DraftsState.query != "",
                        rx.el.p("Geen concept gevonden", class_name="soft", role="status"),
                        rx.match(
                            DraftsState.shows,
                            (
                                DONE,
                                empty_state("Nog niets klaar", "Wat je kopieert, staat daarna hier.", art="archive"),
                            ),
                            (DELETED, _none_deleted()),
                            _none_to_do(),
                        ),
                    ),
                    failed="Kon concepten niet laden.",
                    what="concepten",
                    head=_head(),
                ),
                class_name="page",
            ),
            confirmation(
                DraftsState,
                "Concept verwijderen?",
                "Het concept " + DraftsState.asked_name + DraftsState.consequence,
            ),
            kept_sound_end(user_key=SessionState.user_key, draft_id=DraftsState.removed, is_done=True),
        ),
        ready=DraftsState.loaded | DraftsState.failed,
        needs_organization=True,
        section=routes.DASHBOARD,
    )


def _none_to_do() -> rx.Component:
    return empty_state(
        "Geen concepten om mee verder te gaan",
        "Wat je bewaart voor later, vind je hier terug. Wat je kopieerde, staat bij Klaar.",
        _new_report(),
    )


def _none_deleted() -> rx.Component:
    words = f"Wat je verwijdert, kun je hier {deleted.KEPT.days} dagen terugzetten."
    return empty_state("Niets verwijderd", words, art="archive")


def _new_report() -> rx.Component:
    return link_button(
        "Nieuwe rapportage", href=routes.NEW_REPORT, variant="primary", icon_name="mic", custom_attrs=begins()
    )


def _head() -> rx.Component:
    return rx.el.div(
        chips(
            "Welke concepten",
            "shows",
            ((TO_DO, "Nog te doen"), (DONE, "Klaar", "check"), (DELETED, "Verwijderd", "trash")),
            value=DraftsState.shows,
            on_change=DraftsState.show,
            one_line=True,
        ),
        search_field("Zoek in je concepten", "drafts", on_change=DraftsState.search),
        class_name="drafts-head",
    )


def _item(item: rx.Var[DraftItem]) -> rx.Component:
    is_made = rx.cond(item.template != "", badge("Concept klaar", tone="petrol"), badge("Transcript"))
    return rx.el.li(
        rx.el.div(
            rx.el.h2(rx.el.bdi(item.title), class_name="subheading"),
            rx.cond(
                item.left != "",
                badge(item.left),
                rx.cond(item.copied != "", badge(item.copied, tone="green", icon_name="check"), is_made),
            ),
            rx.el.p(item.when, rx.cond(item.template != "", ", " + item.template, ""), class_name="when num"),
            class_name="draft-head",
        ),
        rx.cond(
            item.kept != "",
            rx.el.p(
                rx.cond(item.is_soon, badge(item.kept, tone="amber", icon_name="clock"), badge(item.kept)),
                class_name="kept num",
            ),
        ),
        rx.cond(item.preview != "", rx.el.p(item.preview, class_name="preview")),
        rx.el.div(
            rx.cond(
                item.left != "",
                button("Zet terug", size="small", on_click=DraftsState.restore(item.id), what=item.about),
                link_button("Verder gaan", href=item.href, size="small", what=item.about),
            ),
            button(
                "Verwijderen",
                variant="remove",
                size="small",
                icon_name="trash",
                on_click=DraftsState.ask(item.id),
                what=item.about,
            ),
            class_name="row",
        ),
        class_name="card pad draft",
        key=item.id,
    )
