"""All organizations as shown on their cards, with search and paging, and confirmation before a deletion."""

from dataclasses import dataclass, field
from typing import ClassVar

import reflex as rx

from ....core import texts
from ....db.session import run_in_transaction
from ....services.audit.audited_reads import run_audited
from ....services.billing import checkout
from ....services.platform import deletion, members, overview
from ....services.platform.members import MemberRow
from ....services.platform.overview import OrganizationRow
from ....services.shared import step_up_reasons
from ....services.shared.identity import PLATFORM_ADMIN, CurrentUser
from ....services.shared.pagination import Page
from ...kit import show_toast
from ...shell.actions import action, on_failure
from ...shell.confirmation import DelicateConfirmation
from ...shell.paged_list import PagedList, SearchedList
from ...shell.session import current_user
from .counts import count_again
from .words import ERASING_ORGANIZATION, Mark, credits_mark, plan_mark, subscription_mark

#: Page size of the users on a card.
_MEMBERS = 50


@dataclass
class Member:
    id: str
    name: str
    email: str
    role: str


@dataclass
class OrganizationItem:
    id: str
    name: str
    size: str
    people: int
    stoppable: bool
    marks: list[Mark] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)


class MembersState(PagedList, rx.State):
    """The users loaded so far for the only card that shows more than the first users (``opened``)."""

    _roles: ClassVar = (PLATFORM_ADMIN,)

    items: list[Member] = []
    opened: str = ""

    @action
    async def show(self, organization_id: str):
        """Show the users of this organization on its card; the card opened before shows only the first users again."""
        user = await current_user(self, PLATFORM_ADMIN)
        self._close()
        self._show(await _members_of(user, organization_id, None))
        self.opened = organization_id

    @action
    async def hide(self):
        """Show only the first users again."""
        await current_user(self, PLATFORM_ADMIN)
        self._close()

    async def _page(self, user: CurrentUser, after: str | None) -> Page[Member]:
        return await _members_of(user, self.opened, after)

    def _close(self) -> None:
        self._clear()
        self.opened = ""


async def _members_of(user: CurrentUser, organization_id: str, after: str | None) -> Page[Member]:
    found = await run_audited(members.list_members, user, organization_id, after=after, limit=_MEMBERS)
    return found.map(_member)


class OrganizationsState(DelicateConfirmation, SearchedList, rx.State):
    """The organizations loaded so far, and the one in the confirmation of a deletion."""

    _roles: ClassVar = (PLATFORM_ADMIN,)
    _reason: ClassVar = step_up_reasons.ORGANIZATION_DELETION

    items: list[OrganizationItem] = []
    only: str = ""

    @action
    async def choose_kind(self, only: str):
        """Show the organizations of this kind, or all of them."""
        user = await current_user(self, PLATFORM_ADMIN)
        self.only, self.following = only if only in overview.KINDS else "", ""
        await self._read(user)

    async def _page(self, user: CurrentUser, after: str | None) -> Page[OrganizationItem]:
        found = await run_audited(overview.list_organizations, user, query=self.query, only=self.only, after=after)
        return found.map(item_of)

    async def _begin(self) -> None:
        await super()._begin()
        self.only = ""
        (await self.get_state(MembersState))._close()

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        with on_failure("Kon organisatie niet verwijderen."):
            is_erased = await deletion.delete_organization(user, item_id)
        self._drop(item_id)
        await show_toast(self, "Organisatie verwijderd" if is_erased else ERASING_ORGANIZATION)
        await count_again(self, user)


class SubscriptionEndState(DelicateConfirmation, rx.State):
    """The organization in the confirmation of cancelling its subscription."""

    _roles: ClassVar = (PLATFORM_ADMIN,)
    _reason: ClassVar = step_up_reasons.SUBSCRIPTION
    _list: ClassVar = OrganizationsState

    async def _perform(self, user: CurrentUser, item_id: str) -> None:
        with on_failure("Kon abonnement niet annuleren."):
            await checkout.cancel_subscription(user, item_id)
        await show_toast(self, "Abonnement geannuleerd")
        row = await run_in_transaction(overview.get_organization, user, item_id)
        await show_again(self, row)


async def show_again(state: rx.State, row: OrganizationRow) -> None:
    (await state.get_state(OrganizationsState))._put(item_of(row))


def item_of(row: OrganizationRow) -> OrganizationItem:
    people = texts.counted(row.user_count, "gebruiker", "gebruikers")
    subscribed = bool(row.stripe_subscription_id and row.subscription_status)
    shown = [plan_mark(row.plan), credits_mark(row.current_credits, row.monthly_credits)]
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
    return Member(str(row.id), row.name, row.email, _ROLES.get(row.role, row.role))


_ROLES = {"admin": "Admin", "user": "Gebruiker", PLATFORM_ADMIN: "Platform Admin"}
