"""The loaded statements: of the caller's organization, or of the organization that a platform admin chose."""

from urllib.parse import urlencode

import reflex as rx

from .....database import reading, transaction
from .....services.billing import statements
from .....services.shared.identity import ADMIN, PLATFORM_ADMIN
from ....actions import action
from ....session import current_user
from .items import EntryItem, PurchaseItem, StandingItem, entry_item, purchase_item, standing_item

_EXPORT = "/api/billing/ledger/export"


class BookkeepingState(rx.State):
    """The organization's balance, and the purchases and ledger entries loaded so far."""

    loaded: bool = False
    failed: bool = False
    no_choice: bool = False
    organization_id: str = ""
    standing: StandingItem = StandingItem()
    purchases: list[PurchaseItem] = []
    more_purchases: str = ""
    entries: list[EntryItem] = []
    more_entries: str = ""
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
        self.standing, self.purchases, self.entries = StandingItem(), [], []
        self.organization_id = self.router.url.query_parameters.get("organisatie", "")
        self.no_choice = user.role == PLATFORM_ADMIN and not self.organization_id
        if not self.no_choice:
            whose = self.organization_id or None
            async with transaction() as session:  # viewing is recorded too
                found = await statements.summary(session, user, whose)
                bought = await statements.purchases(session, user, whose)
                changes = await statements.ledger(session, user, whose)
            self.standing = standing_item(found)
            self.purchases, self.more_purchases = [purchase_item(one) for one in bought.items], bought.next or ""
            self.entries, self.more_entries = [entry_item(one) for one in changes.items], changes.next or ""
        self.loaded, self.failed = True, False

    @rx.event
    @action
    async def load_purchases(self):
        """Load the next page of the purchases."""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        if not self.more_purchases:
            return
        async with reading() as session:
            found = await statements.purchases(session, user, self.organization_id or None, after=self.more_purchases)
        self.purchases = [*self.purchases, *(purchase_item(one) for one in found.items)]
        self.more_purchases = found.next or ""

    @rx.event
    @action
    async def load_entries(self):
        """Load the next page of the ledger."""
        user = await current_user(self, ADMIN, PLATFORM_ADMIN)
        if not self.more_entries:
            return
        async with reading() as session:
            found = await statements.ledger(session, user, self.organization_id or None, after=self.more_entries)
        self.entries = [*self.entries, *(entry_item(one) for one in found.items)]
        self.more_entries = found.next or ""

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
