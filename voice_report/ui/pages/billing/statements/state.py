"""The loaded statements: of the caller's organization, or of the organization that a platform admin chose."""

from typing import ClassVar
from urllib.parse import urlencode

import reflex as rx

from .....db.session import reading
from .....services.audit.looks import looking
from .....services.billing import statements
from .....services.shared.identity import ADMIN, PLATFORM_ADMIN, CurrentUser
from .....services.shared.pagination import Page
from ....actions import action
from ....paged_list import PagedList
from ....session import current_user
from .items import EntryItem, PurchaseItem, StandingItem, entry_item, purchase_item, standing_item

_EXPORT = "/api/billing/ledger/export"


class PurchasesState(PagedList, rx.State):
    """The purchases loaded so far."""

    _roles: ClassVar = (ADMIN, PLATFORM_ADMIN)

    items: list[PurchaseItem] = []

    async def _page(self, user: CurrentUser, after: str | None) -> Page[PurchaseItem]:
        whose = (await self.get_state(BookkeepingState)).organization_id or None
        async with reading() as session:
            return (await statements.purchases(session, user, whose, after=after)).map(purchase_item)


class LedgerState(PagedList, rx.State):
    """The ledger entries loaded so far."""

    _roles: ClassVar = (ADMIN, PLATFORM_ADMIN)

    items: list[EntryItem] = []

    async def _page(self, user: CurrentUser, after: str | None) -> Page[EntryItem]:
        whose = (await self.get_state(BookkeepingState)).organization_id or None
        async with reading() as session:
            return (await statements.ledger(session, user, whose, after=after)).map(entry_item)


class BookkeepingState(rx.State):
    """The organization's balance; its purchases and its ledger are lists of their own."""

    loaded: bool = False
    failed: bool = False
    no_choice: bool = False
    organization_id: str = ""
    standing: StandingItem = StandingItem()
    opening: str = ""

    @rx.var
    def export_href(self) -> str:
        """Return the download URL of the ledger."""
        asked = {"organizationId": self.organization_id} if self.organization_id else {}
        return f"{_EXPORT}?{urlencode(asked)}" if asked else _EXPORT

    @rx.event
    @action
    async def load(self):
        """Load the balance and the first pages; a platform admin without an organization in the URL must choose one."""
        self.loaded, self.failed, self.opening = False, True, ""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        lists = [await self.get_state(one) for one in (PurchasesState, LedgerState)]
        for one in lists:
            one._clear()
        self.standing = StandingItem()
        self.organization_id = self.router.url.query_parameters.get("organisatie", "")
        self.no_choice = user.role == PLATFORM_ADMIN and not self.organization_id
        if not self.no_choice:
            async with looking() as session:  # viewing is recorded too
                summary = await statements.summary(session, user, self.organization_id or None)
            self.standing = standing_item(summary)
            for one in lists:
                await one._read(user)
        self.loaded, self.failed = True, False

    @rx.event
    @action
    async def open_receipt(self, payment_id: str):
        """Redirect to Stripe's page with the receipt or the invoice."""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        self.opening = payment_id
        yield
        try:
            address = await statements.receipt(user, payment_id)
        finally:
            self.opening = ""
        yield rx.redirect(address)
