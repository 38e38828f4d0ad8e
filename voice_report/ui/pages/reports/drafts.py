"""The list of drafts, newest first (spec section 2, Drafts)."""

from dataclasses import dataclass

import reflex as rx

from .... import clock, texts
from ....database import run_in_transaction
from ....errors import DomainError
from ....services.audit.looks import looking
from ....services.reports import drafts
from ....services.reports.drafts import DraftPreview
from ....services.shared.identity import CurrentUser
from ....services.shared.pagination import Page
from ... import routes
from ...actions import action
from ...components import badge, button, confirm_dialog, empty_state, link_button, show_toast
from ...confirmation import Confirmation
from ...layout import main, member_shell, page, page_head, way_back
from ...paged_list import PagedList, paged
from ...recorder import kept_sound_end
from ...session import SessionState, current_user

_TITLE_WORDS = 6


@dataclass
class DraftItem:
    """A draft in the list: its title is the client or, while none is chosen, the beginning of the text."""

    id: str
    title: str
    when: str
    about: str
    has_report: bool
    preview: str
    href: str


class DraftsState(Confirmation, PagedList, rx.State):
    """The drafts loaded so far, the one in the confirmation of a deletion, and the one deleted last."""

    items: list[DraftItem] = []
    removed: str = ""

    async def _page(self, user: CurrentUser, after: str | None) -> Page[DraftItem]:
        now = clock.now()
        async with looking() as session:  # viewing is recorded in the audit trail
            found = await drafts.list_previews(session, user, after=after)
        return found.map(lambda draft: _draft_item(draft, texts.relative_moment(draft.updated_at, now)))

    async def _name_of(self, item_id: str) -> str | None:
        item = self._item(item_id)
        return item.when.lower() if item else None

    @rx.event
    @action
    async def remove(self):
        """Delete the draft after confirmation; a second click has no effect."""
        user = await current_user(self)
        draft_id = self._take()
        if not draft_id:
            return
        try:
            await run_in_transaction(drafts.delete_draft, user, draft_id)
        except DomainError as error:
            raise type(error)("Kon concept niet verwijderen.") from error
        self._drop(draft_id)
        self.removed = draft_id
        await show_toast(self, "Concept verwijderd")


def _draft_item(draft: DraftPreview, when: str) -> DraftItem:
    title = draft.client_name or texts.first_words(draft.preview, _TITLE_WORDS)
    return DraftItem(
        id=str(draft.id),
        title=title,
        when=when,
        about=f"{title}, {when.lower()}",
        has_report=draft.has_report,
        preview=draft.preview,
        href=routes.new_report(str(draft.id)),
    )


def drafts_page() -> rx.Component:
    """Return the page with the list of drafts."""
    return member_shell(
        main(
            page_head(
                "Concepten",
                rx.el.p("Wat je bewaarde, om later mee verder te gaan."),
                rx.cond(DraftsState.items.length() > 0, rx.el.div(_new_report(), class_name="row"), rx.fragment()),
                back=way_back("Terug naar dashboard", routes.DASHBOARD),
            ),
            rx.el.div(
                paged(
                    DraftsState,
                    rx.el.ul(rx.foreach(DraftsState.items, _item), class_name="drafts"),
                    _empty(),
                    failed="Kon concepten niet laden.",
                    what="concepten",
                ),
                class_name="page",
            ),
            _question(),
            kept_sound_end(user_key=SessionState.user_key, draft_id=DraftsState.removed, is_done=True),
        ),
        ready=DraftsState.loaded | DraftsState.failed,
        needs_organization=True,
        section=routes.DASHBOARD,
    )


def _new_report() -> rx.Component:
    return link_button("Nieuwe rapportage", href=routes.NEW_REPORT, variant="primary", icon_name="mic")


def _empty() -> rx.Component:
    return empty_state(
        "Nog geen concepten",
        "Begin een rapportage en bewaar hem als concept. Dan vind je hem hier terug.",
        _new_report(),
    )


def _item(item: rx.Var[DraftItem]) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.h2(rx.el.bdi(item.title), class_name="subheading"),
            rx.cond(item.has_report, badge("Concept klaar", tone="petrol"), badge("Transcript")),
            rx.el.p(item.when, class_name="when num"),
            class_name="draft-head",
        ),
        rx.el.p(item.preview, class_name="preview"),
        rx.el.div(
            link_button("Verder gaan", href=item.href, size="small", what=item.about),
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


def _question() -> rx.Component:
    return confirm_dialog(
        "Concept verwijderen?",
        "Het concept van " + DraftsState.asked_name + " wordt definitief verwijderd.",
        open=DraftsState.asked != "",
        on_confirm=DraftsState.remove,
        on_cancel=DraftsState.keep,
    )


def register(app: rx.App) -> None:
    """Add /drafts."""
    page(
        app,
        routes.DRAFTS,
        drafts_page,
        title="Concepten",
        on_load=[SessionState.require_user, DraftsState.load],
        indexed=False,
    )
