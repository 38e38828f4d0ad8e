"""The ledger: one balance, a person's or an organisation's, and the only code that moves it (architecture habit 6)."""

import uuid
from datetime import datetime
from typing import Literal, TypeVar

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from .. import clock
from ..models import CreditEntry, Organization, User

PERSONAL: Literal["personal"] = "personal"
ORGANIZATION: Literal["organization"] = "organization"

Owner = TypeVar("Owner", User, Organization)


class Purse:
    """One balance: a person's own or an organisation's. The rules are the same, the columns are not."""

    def __init__(self, owner: User | Organization) -> None:
        self.owner = owner
        self.kind = PERSONAL if isinstance(owner, User) else ORGANIZATION

    @property
    def unlimited(self) -> bool:
        return self.owner.personal_unlimited if isinstance(self.owner, User) else self.owner.unlimited

    @property
    def balance(self) -> int:
        return (
            (self.owner.personal_current_credits or 0) if isinstance(self.owner, User) else self.owner.current_credits
        )

    @property
    def allowance(self) -> int:
        owner = self.owner
        return (owner.personal_monthly_credits or 0) if isinstance(owner, User) else owner.monthly_credits

    @property
    def refill_is_due(self) -> bool:
        """Tell whether this calendar month's allowance (Europe/Amsterdam) is still to come."""
        owner = self.owner
        last = owner.personal_last_refill_at if isinstance(owner, User) else owner.last_credit_refill
        return self.allowance > 0 and not self.unlimited and (last is None or month_of(last) < month_of(clock.now()))

    @property
    def after_refill(self) -> int:
        """The balance as it will be at its next use; a refill tops up to the allowance and never lowers."""
        return max(self.balance, self.allowance) if self.refill_is_due else self.balance

    def change(
        self, session: AsyncSession, amount: int, reason: str, key: str, actor_id: uuid.UUID | None
    ) -> CreditEntry:
        """Move the balance and write the ledger row that explains it. The owner's row must be locked."""
        after = self.balance + amount
        if isinstance(self.owner, User):
            self.owner.personal_current_credits = after
        else:
            self.owner.current_credits = after
        entry = CreditEntry(
            organization_id=None if self.kind == PERSONAL else self.owner.id,
            user_id=self.owner.id if self.kind == PERSONAL else None,
            actor_id=actor_id,
            change=amount,
            balance_after=after,
            reason=reason,
            key=key,
            created_at=clock.now(),
        )
        session.add_all([self.owner, entry])
        return entry

    def refill(self, session: AsyncSession) -> None:
        """Top up to the allowance, once a calendar month. The owner's row must be locked."""
        if not self.refill_is_due:
            return
        missing, now = self.after_refill - self.balance, clock.now()
        if missing:
            self.change(session, missing, "monthly_refill", f"refill:{self.kind}:{self.owner.id}:{month_of(now)}", None)
        if isinstance(self.owner, User):
            self.owner.personal_last_refill_at = now
        else:
            self.owner.last_credit_refill = now
        session.add(self.owner)


async def locked(session: AsyncSession, model: type[Owner], row_id: uuid.UUID | None) -> Owner | None:
    """Read a row as it is now and keep others from changing it until the transaction ends."""
    query = select(model).where(model.id == row_id).with_for_update(key_share=True)
    return (await session.exec(query.execution_options(populate_existing=True))).first()


def month_of(moment: datetime) -> str:
    """Return the calendar month on a Dutch wall, as '2026-11'."""
    return moment.astimezone(clock.AMSTERDAM).strftime("%Y-%m")
