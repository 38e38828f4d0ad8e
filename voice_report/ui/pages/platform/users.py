"""The tab with the users of all organizations, newest first, with search and paging."""

from dataclasses import dataclass, field

import reflex as rx

from ....database import transaction
from ....services.platform import deletion, overview, users
from ....services.platform.overview import UserRow
from ....services.platform.users import Changes
from ....services.shared.identity import PLATFORM_ADMIN
from ...actions import action
from ...components import button, confirm_dialog, empty_state, error_state, show_toast, skeleton
from ...session import current_user
from .counts import PlatformState, count_again
from .words import ERASING_USER, Mark, marks, more_button, or_say, search_field

_ROLES = {
    "platform_admin": Mark("Platform Admin", "petrol"),
    "admin": Mark("Org Admin", "petrol"),
    "user": Mark("User"),
}


@dataclass
class UserItem:
    """A user in the list."""

    id: str
    name: str
    email: str
    organization: str
    active: bool
    editable: bool
    marks: list[Mark] = field(default_factory=list)


class UsersState(rx.State):
    """The users loaded so far, and the user in the confirmation dialog."""

    loaded: bool = False
    failed: bool = False
    items: list[UserItem] = []
    following: str = ""
    query: str = ""
    asked: str = ""
    asked_name: str = ""

    @rx.event
    @action
    async def load(self):
        """Load the first page."""
        user = await current_user(self, PLATFORM_ADMIN)
        self.failed = True  # shown if a line below raises
        self.query = ""  # the search field starts empty
        async with transaction() as session:
            found = await overview.list_users(session, user, query=self.query)
        self.items, self.following = [item_of(row) for row in found.items], found.next or ""
        self.loaded, self.failed = True, False

    @rx.event
    @action
    async def search(self, query: str):
        """Load the first page of the matches."""
        user = await current_user(self, PLATFORM_ADMIN)
        self.query = query
        async with transaction() as session:
            found = await overview.list_users(session, user, query=query)
        self.items, self.following = [item_of(row) for row in found.items], found.next or ""

    @rx.event
    @action
    async def load_more(self):
        """Load the next page below the last user."""
        user = await current_user(self, PLATFORM_ADMIN)
        if not self.following:
            return
        async with transaction() as session:
            found = await overview.list_users(session, user, query=self.query, after=self.following)
        known = {item.id for item in self.items}
        self.items = [*self.items, *(item_of(row) for row in found.items if str(row.id) not in known)]
        self.following = found.next or ""

    @rx.event
    @action
    async def set_active(self, user_id: str, active: bool):
        """Pause a user, which ends their sessions at once, or reactivate them."""
        user = await current_user(self, PLATFORM_ADMIN)
        with or_say("Kon gebruiker niet bijwerken."):
            async with transaction() as session:
                await users.change(session, user, user_id, Changes(is_active=bool(active)))
                self._put(await overview.get_user(session, user, user_id))
        await show_toast(self, "Gebruiker bijgewerkt")
        await count_again(self, user)

    @rx.event
    @action
    async def ask(self, user_id: str):
        """Ask for confirmation before deleting this user."""
        await current_user(self, PLATFORM_ADMIN)
        self.asked_name = next((item.name for item in self.items if item.id == user_id), "")
        self.asked = user_id if self.asked_name else ""

    @rx.event
    @action
    async def keep(self):
        """Close the confirmation; the user stays."""
        await current_user(self, PLATFORM_ADMIN)
        self.asked = ""

    @rx.event
    @action
    async def remove(self):
        """Delete the user after confirmation; a second click has no effect."""
        user = await current_user(self, PLATFORM_ADMIN)
        user_id, self.asked = self.asked, ""
        if not user_id:
            return
        with or_say("Kon gebruiker niet verwijderen."):
            is_erased = await deletion.delete_user(user, user_id)
        self.items = [item for item in self.items if item.id != user_id]
        await show_toast(self, "Gebruiker verwijderd" if is_erased else ERASING_USER)
        await count_again(self, user)

    def _put(self, row: UserRow) -> None:
        """Update a user in the list; a new user is put first."""
        fresh = item_of(row)
        if any(item.id == fresh.id for item in self.items):
            self.items = [fresh if item.id == fresh.id else item for item in self.items]
        else:
            self.items = [fresh, *self.items]


async def show_again(state: rx.State, row: UserRow) -> None:
    """Update a user in the list after a change."""
    (await state.get_state(UsersState))._put(row)


def item_of(row: UserRow) -> UserItem:
    """Return the list item of a user."""
    active = Mark("Actief", "green") if row.is_active else Mark("Inactief", "coral")
    return UserItem(
        id=str(row.id),
        name=row.name,
        email=row.email,
        organization=row.organization_name or "",
        active=row.is_active,
        editable=row.role != PLATFORM_ADMIN,
        marks=[_ROLES.get(row.role, Mark(row.role)), active],
    )


def users_tab(new_button: rx.Component, edit) -> rx.Component:
    """Show the tab; ``edit(id)`` opens the dialog for a user."""
    return rx.el.div(
        rx.el.div(
            search_field("Zoek gebruiker", "search-users", UsersState.search.debounce(300)),
            new_button,
            class_name="list-head",
        ),
        rx.cond(
            UsersState.loaded,
            rx.cond(UsersState.items.length() > 0, _list(edit), _none()),
            rx.cond(
                UsersState.failed,
                error_state("Kon gebruikers niet laden. Probeer het later opnieuw.", UsersState.load),
                skeleton(),
            ),
        ),
        more_button(UsersState.following, UsersState.load_more, "gebruikers"),
        confirm_dialog(
            "Gebruiker verwijderen?",
            "Het account van " + UsersState.asked_name + ", alle rapportages, alle transcripten en alle uitnodigingen "
            "die met dit account zijn gemaakt worden definitief verwijderd.",
            open=UsersState.asked != "",
            on_confirm=UsersState.remove,
            on_cancel=UsersState.keep,
        ),
        class_name="orgs",
    )


def _list(edit) -> rx.Component:
    total = PlatformState.stats[1].number
    counted = rx.cond(UsersState.query == "", total + " gebruikers, nieuwste eerst", "Zoekresultaten, nieuwste eerst")
    return rx.fragment(
        rx.el.p(counted, class_name="quiet", role="status"),
        rx.el.ul(rx.foreach(UsersState.items, lambda item: _person(item, edit)), class_name="card platform-people"),
    )


def _none() -> rx.Component:
    return empty_state("Geen gebruikers gevonden", "Zoek op een ander deel van de naam of het adres.", art=None)


def _person(item: rx.Var[UserItem], edit) -> rx.Component:
    return rx.el.li(
        rx.el.div(
            rx.el.h2(rx.el.bdi(item.name), class_name="person-name"),
            rx.el.p(item.email, class_name="quiet"),
            rx.cond(item.organization != "", rx.el.p(rx.el.bdi(item.organization), class_name="quiet"), rx.fragment()),
            class_name="person-who",
        ),
        marks(item.marks),
        rx.cond(item.editable, _actions(item, edit), rx.fragment()),
        class_name="platform-person",
        key=item.id,
    )


def _actions(item: rx.Var[UserItem], edit) -> rx.Component:
    return rx.el.div(
        button(
            "Bewerken",
            variant="plain",
            size="small",
            icon_name="pencil",
            on_click=edit(item.id),
            what=item.name,
        ),
        rx.cond(
            item.active,
            button(
                "Pauzeren",
                variant="plain",
                size="small",
                icon_name="pause",
                on_click=UsersState.set_active(item.id, False),
                what=item.name,
            ),
            button(
                "Activeren",
                variant="plain",
                size="small",
                icon_name="play",
                on_click=UsersState.set_active(item.id, True),
                what=item.name,
            ),
        ),
        button(
            "Verwijderen",
            variant="remove",
            size="small",
            icon_name="trash",
            on_click=UsersState.ask(item.id),
            what=item.name,
        ),
        class_name="org-actions",
    )
