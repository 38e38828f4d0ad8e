"""The tab with the users of all organizations, newest first, with search and paging."""

from dataclasses import dataclass, field
from typing import ClassVar

import reflex as rx

from ....db.session import run_reading, transaction
from ....services.audit.audited_reads import run_audited
from ....services.platform import deletion, overview, users
from ....services.platform.overview import UserRow
from ....services.platform.users import Changes
from ....services.shared import step_up_reasons
from ....services.shared.identity import PLATFORM_ADMIN, CurrentUser
from ....services.shared.pagination import Page
from ...kit import empty_state, show_toast
from ...shell.actions import action, on_failure
from ...shell.confirmation import DelicateConfirmation, confirmation
from ...shell.paged_list import SearchedList, paged
from ...shell.session import current_user
from ..organizations.factor_reset import FactorReset
from .counts import PlatformState, count_again
from .words import ERASING_USER, Mark, marks, result_count, row_button, search_field

_ROLES = {
    "platform_admin": Mark("Platform Admin", "petrol"),
    "admin": Mark("Org Admin", "petrol"),
    "user": Mark("User"),
}


@dataclass
class UserItem:
    id: str
    name: str
    email: str
    organization: str
    active: bool
    editable: bool
    resettable: bool = False
    marks: list[Mark] = field(default_factory=list)


class UsersState(DelicateConfirmation, SearchedList, rx.State):
    """The users loaded so far, and the one in the confirmation of a deletion."""

    _roles: ClassVar = (PLATFORM_ADMIN,)
    _reason: ClassVar = step_up_reasons.ACCOUNT_DELETION

    items: list[UserItem] = []

    async def _page(self, user: CurrentUser, after: str | None) -> Page[UserItem]:
        found = await run_audited(overview.list_users, user, query=self.query, after=after)
        return found.map(item_of)

    @action
    async def set_active(self, user_id: str, active: bool):
        """Pause a user, which ends their sessions at once, or reactivate them."""
        user = await current_user(self, PLATFORM_ADMIN)
        with on_failure("Kon gebruiker niet bijwerken."):
            async with transaction() as session:
                await users.change(session, user, user_id, Changes(is_active=bool(active)))
                row = await overview.get_user(session, user, user_id)
        self._put(item_of(row))
        await show_toast(self, "Gebruiker bijgewerkt")
        await count_again(self, user)

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        with on_failure("Kon gebruiker niet verwijderen."):
            is_erased = await deletion.delete_user(user, item_id)
        self._drop(item_id)
        await show_toast(self, "Gebruiker verwijderd" if is_erased else ERASING_USER)
        await count_again(self, user)


class PlatformFactorResetState(FactorReset, rx.State):
    """The administrator of an organization whose lost second factor may be taken away."""

    _roles: ClassVar = (PLATFORM_ADMIN,)
    _list: ClassVar = UsersState

    async def _show_again(self, user: CurrentUser, item_id: str) -> None:
        row = await run_reading(overview.get_user, user, item_id)
        await show_again(self, row)


async def show_again(state: rx.State, row: UserRow) -> None:
    """Update a user in the list after a change."""
    (await state.get_state(UsersState))._put(item_of(row))


def item_of(row: UserRow) -> UserItem:
    active = Mark("Actief", "green") if row.is_active else Mark("Inactief", "coral")
    return UserItem(
        id=str(row.id),
        name=row.name,
        email=row.email,
        organization=row.organization_name or "",
        active=row.is_active,
        editable=row.role != PLATFORM_ADMIN,
        resettable=row.is_resettable,
        marks=[_ROLES.get(row.role, Mark(row.role)), active],
    )


def users_tab(new_button: rx.Component, edit, reset) -> rx.Component:
    """Show the tab; ``edit(id)`` opens the dialog for a user, ``reset(id)`` that for a lost second factor."""
    return rx.el.div(
        rx.el.div(
            search_field("Zoek gebruiker of organisatie", "search-users", UsersState.search.debounce(300)),
            new_button,
            class_name="list-head",
        ),
        paged(
            UsersState,
            _list(edit, reset),
            empty_state(
                "Geen gebruikers gevonden", "Zoek op een ander deel van de naam, het adres of de organisatie.", art=None
            ),
            failed="Kon gebruikers niet laden.",
            what="gebruikers",
        ),
        confirmation(
            UsersState,
            "Gebruiker verwijderen?",
            "Het account van " + UsersState.asked_name + ", alle rapportages, alle transcripten en alle uitnodigingen "
            "die met dit account zijn gemaakt worden definitief verwijderd.",
        ),
        class_name="orgs",
    )


def _list(edit, reset) -> rx.Component:
    total = PlatformState.stats[1].number
    counted = rx.cond(
        UsersState.query == "",
        total + " gebruikers, nieuwste eerst",
        result_count(UsersState, "gebruiker", "gebruikers"),
    )
    return rx.fragment(
        rx.el.p(counted, class_name="quiet", role="status"),
        rx.el.ul(
            rx.foreach(UsersState.items, lambda item: _person(item, edit, reset)), class_name="card platform-people"
        ),
    )


def _person(item: rx.Var[UserItem], edit, reset) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.h2(rx.el.bdi(item.name), class_name="person-name"),
            rx.el.p(item.email, class_name="quiet"),
            rx.cond(item.organization != "", rx.el.p(rx.el.bdi(item.organization), class_name="quiet")),
            class_name="person-who",
        ),
        marks(item.marks),
        rx.cond(item.editable, _actions(item, edit, reset)),
        class_name="platform-person",
        key=item.id,
    )


def _actions(item: rx.Var[UserItem], edit, reset) -> rx.Component:
    return rx.el.div(
        row_button("Bewerken", "pencil", edit(item.id), item.name),
        rx.cond(
            item.active,
            row_button("Pauzeren", "pause", UsersState.set_active(item.id, False), item.name),
            row_button("Activeren", "play", UsersState.set_active(item.id, True), item.name),
        ),
        rx.cond(item.resettable, row_button("Tweede stap weghalen", "shield", reset(item.id), item.name)),
        row_button("Verwijderen", "trash", UsersState.ask(item.id), item.name, "remove"),
        class_name="org-actions",
    )
