"""All organizations as shown on their cards, with search and paging, and confirmation before a deletion."""

from dataclasses import dataclass, field

import reflex as rx

from ....database import transaction
from ....services.billing import checkout
from ....services.platform import deletion, members, overview
from ....services.platform.members import MemberRow
from ....services.platform.overview import OrganizationRow
from ....services.shared.identity import PLATFORM_ADMIN, CurrentUser
from ...actions import action
from ...components import show_toast
from ...session import current_user
from .counts import count_again
from .words import ERASING_ORGANIZATION, Mark, or_say, plan_mark, subscription_mark

#: Page size of the users on a card.
_MEMBERS = 50


@dataclass
class Member:
    """A user on a card."""

    id: str
    email: str
    role: str


@dataclass
class OrganizationItem:
    """An organization as its card shows it."""

    id: str
    name: str
    size: str
    people: int
    stoppable: bool
    marks: list[Mark] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)


class OrganizationsState(rx.State):
    """The organizations loaded so far, and the organization in the confirmation dialog.

    ``members`` are the users loaded so far for the only card that shows more than the first users (``opened``).
    """

    loaded: bool = False
    failed: bool = False
    items: list[OrganizationItem] = []
    following: str = ""
    query: str = ""
    asked: str = ""
    asked_name: str = ""
    stopping: str = ""
    opened: str = ""
    members: list[Member] = []
    more_members: str = ""

    @rx.event
    @action
    async def load(self):
        """Load the first page."""
        self.failed = True  # shown if a line below raises
        user = await current_user(self, PLATFORM_ADMIN)
        self.query = ""  # the search field starts empty
        self.opened, self.members, self.more_members = "", [], ""
        async with transaction() as session:
            found = await overview.list_organizations(session, user, query=self.query)
        self.items, self.following = [item_of(row) for row in found.items], found.next or ""
        self.loaded, self.failed = True, False

    @rx.event
    @action
    async def search(self, query: str):
        """Load the first page of the matches."""
        user = await current_user(self, PLATFORM_ADMIN)
        self.query = query
        async with transaction() as session:
            found = await overview.list_organizations(session, user, query=query)
        self.items, self.following = [item_of(row) for row in found.items], found.next or ""

    @rx.event
    @action
    async def load_more(self):
        """Load the next page below the last card."""
        user = await current_user(self, PLATFORM_ADMIN)
        if not self.following:
            return
        async with transaction() as session:
            found = await overview.list_organizations(session, user, query=self.query, after=self.following)
        known = {item.id for item in self.items}
        self.items = [*self.items, *(item_of(row) for row in found.items if str(row.id) not in known)]
        self.following = found.next or ""

    @rx.event
    @action
    async def show_members(self, organization_id: str):
        """Show the users of this organization on its card; the card opened before shows only the first users again."""
        user = await current_user(self, PLATFORM_ADMIN)
        self.opened, self.members, self.more_members = "", [], ""
        await self._read_members(user, organization_id)
        self.opened = organization_id

    @rx.event
    @action
    async def load_members(self):
        """Load the next users below the last one on the card."""
        user = await current_user(self, PLATFORM_ADMIN)
        if self.opened and self.more_members:
            await self._read_members(user, self.opened)

    @rx.event
    @action
    async def hide_members(self):
        """Show only the first users again."""
        await current_user(self, PLATFORM_ADMIN)
        self.opened, self.members, self.more_members = "", [], ""

    async def _read_members(self, user: CurrentUser, organization_id: str) -> None:
        async with transaction() as session:
            found = await members.list_members(
                session, user, organization_id, after=self.more_members or None, limit=_MEMBERS
            )
        known = {one.id for one in self.members}
        self.members = [*self.members, *(one for one in map(_member, found.items) if one.id not in known)]
        self.more_members = found.next or ""

    @rx.event
    @action
    async def ask(self, organization_id: str):
        """Ask for confirmation before deleting this organization."""
        await current_user(self, PLATFORM_ADMIN)
        self._name(organization_id)
        self.asked = organization_id if self.asked_name else ""

    @rx.event
    @action
    async def ask_stop(self, organization_id: str):
        """Ask for confirmation before cancelling this organization's subscription."""
        await current_user(self, PLATFORM_ADMIN)
        self._name(organization_id)
        self.stopping = organization_id if self.asked_name else ""

    @rx.event
    @action
    async def keep(self):
        """Close the confirmation; nothing changes."""
        await current_user(self, PLATFORM_ADMIN)
        self.asked = self.stopping = ""

    @rx.event
    @action
    async def remove(self):
        """Delete the organization after confirmation; a second click has no effect."""
        user = await current_user(self, PLATFORM_ADMIN)
        organization_id, self.asked = self.asked, ""
        if not organization_id:
            return
        with or_say("Kon organisatie niet verwijderen."):
            is_erased = await deletion.delete_organization(user, organization_id)
        self.items = [item for item in self.items if item.id != organization_id]
        await show_toast(self, "Organisatie verwijderd" if is_erased else ERASING_ORGANIZATION)
        await count_again(self, user)

    @rx.event
    @action
    async def stop(self):
        """Cancel the subscription after confirmation."""
        user = await current_user(self, PLATFORM_ADMIN)
        organization_id, self.stopping = self.stopping, ""
        if not organization_id:
            return
        with or_say("Kon abonnement niet annuleren."):
            await checkout.cancel_subscription(user, organization_id)
        await show_toast(self, "Abonnement geannuleerd")
        async with transaction() as session:
            self._put(await overview.get_organization(session, user, organization_id))

    def _name(self, organization_id: str) -> None:
        self.asked_name = next((item.name for item in self.items if item.id == organization_id), "")

    def _put(self, row: OrganizationRow) -> None:
        """Update a card; a new card is put first."""
        fresh = item_of(row)
        if any(item.id == fresh.id for item in self.items):
            self.items = [fresh if item.id == fresh.id else item for item in self.items]
        else:
            self.items = [fresh, *self.items]


async def show_again(state: rx.State, row: OrganizationRow) -> None:
    """Update an organization's card after a change."""
    (await state.get_state(OrganizationsState))._put(row)


def item_of(row: OrganizationRow) -> OrganizationItem:
    """Return the card item of an organization."""
    people = "1 gebruiker" if row.user_count == 1 else f"{row.user_count} gebruikers"
    subscribed = bool(row.stripe_subscription_id and row.subscription_status)
    shown = [plan_mark(row.plan), _credits_mark(row)]
    if subscribed:
        shown.append(subscription_mark(str(row.subscription_status)))
    return OrganizationItem(
        id=str(row.id),
        name=row.name,
        size=f"{people}, maximaal {row.max_users}",
        people=row.user_count,
        stoppable=subscribed and row.subscription_status == "active",
        marks=shown,
        members=[_member(one) for one in row.users],
    )


def _member(row: MemberRow) -> Member:
    return Member(str(row.id), row.email, _ROLES.get(row.role, row.role))


_ROLES = {"admin": "Admin", "user": "Gebruiker", PLATFORM_ADMIN: "Platform Admin"}


def _credits_mark(row: OrganizationRow) -> Mark:
    if row.monthly_credits == -1:
        return Mark("Onbeperkt")
    return Mark(f"{row.current_credits}/{row.monthly_credits}", "" if row.current_credits else "coral")
