"""The ledger: balances of users and organizations, and the only code that changes them (architecture.md "Ledger")."""

import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import select

from ... import clock
from ...db.models import CreditEntry, Organization, User
from ...db.session import WriteSession
from ...errors import Invalid
from ..shared.locks import Owner as Owner
from ..shared.locks import locked as locked
from .plans import UNLIMITED

PERSONAL: Literal["personal"] = "personal"
ORGANIZATION: Literal["organization"] = "organization"
#: Free of charge: the spoken example.
FREE: Literal["free"] = "free"

#: More than anyone can use, and far below the maximum of the column.
MAX_CREDITS = 1_000_000

#: The columns of a balance: the flag, the monthly allowance, the balance itself, and when it was topped up.
_COLUMNS = {
    PERSONAL: (
        "personal_unlimited",
        "personal_monthly_credits",
        "personal_current_credits",
        "personal_last_refill_at",
    ),
    ORGANIZATION: ("unlimited", "monthly_credits", "current_credits", "last_credit_refill"),
}


@dataclass(frozen=True, slots=True)
class Balance:
    """A balance as its columns have it; ``refilled_at`` is when it was last topped up to the monthly ``allowance``."""

    unlimited: bool
    allowance: int
    credits: int
    refilled_at: datetime | None

    @property
    def refill_is_due(self) -> bool:
        """Return whether the last refill was in another calendar month (Europe/Amsterdam), earlier or by a clock that
        was ahead."""
        last = self.refilled_at
        return self.allowance > 0 and not self.unlimited and (last is None or month_of(last) != month_of(clock.now()))

    @property
    def after_refill(self) -> int:
        """The balance at its next use; a refill tops up to the allowance and never lowers the balance."""
        return max(self.credits, self.allowance) if self.refill_is_due else self.credits


class Account:
    """One balance, of a user or of an organization. The rules are the same, the columns differ."""

    def __init__(self, owner: User | Organization) -> None:
        self.owner = owner
        self.kind = PERSONAL if isinstance(owner, User) else ORGANIZATION

    @property
    def present(self) -> Balance:
        """The balance as it is now."""
        unlimited, allowance, credits, refilled_at = (getattr(self.owner, name) for name in _COLUMNS[self.kind])
        return Balance(unlimited, allowance or 0, credits or 0, refilled_at)

    @property
    def unlimited(self) -> bool:
        return self.present.unlimited

    @property
    def balance(self) -> int:
        return self.present.credits

    @property
    def allowance(self) -> int:
        return self.present.allowance

    @property
    def after_refill(self) -> int:
        return self.present.after_refill

    def change(
        self, session: WriteSession, amount: int, reason: str, key: str, actor_id: uuid.UUID | None
    ) -> CreditEntry:
        """Change the balance and write the ledger row that explains it. The owner's row must be locked."""
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

    async def set(
        self, session: WriteSession, monthly: int | None, current: int | None, actor_id: uuid.UUID | None
    ) -> bool:
        """Set the allowance and the balance by hand; ``None`` keeps a value. Returns whether anything changed.

        -1 in either means unlimited: it sets a flag and keeps the numbers (decisions/0003). Counts as this
        month's refill. The owner's row must be locked.
        """
        flag, allowance, _, refilled_at = _COLUMNS[self.kind]
        await self.refill(session)
        before = (self.unlimited, self.allowance, self.balance)
        as_it_is = UNLIMITED if self.unlimited else None
        monthly, current = (as_it_is if one is None else one for one in (monthly, current))
        setattr(self.owner, flag, UNLIMITED in (monthly, current))
        if monthly is not None and monthly != UNLIMITED:
            setattr(self.owner, allowance, monthly)
        if current is not None and current not in (UNLIMITED, self.balance):
            self.change(session, current - self.balance, "set by hand", f"by-hand:{uuid.uuid4()}", actor_id)
        changed = before != (self.unlimited, self.allowance, self.balance)
        if changed:
            setattr(self.owner, refilled_at, clock.now())
        session.add(self.owner)
        return changed

    async def refill(self, session: WriteSession) -> None:
        """Top up to the allowance, once a calendar month. The owner's row must be locked.

        The key of its row keeps it once, also when a clock was in another month for a while.
        """
        if not self.present.refill_is_due:
            return
        missing, now = self.after_refill - self.balance, clock.now()
        key = f"refill:{self.kind}:{self.owner.id}:{month_of(now)}"
        done = select(CreditEntry.id).where(CreditEntry.key == key)
        if missing and (await session.exec(done)).first() is None:
            self.change(session, missing, "monthly_refill", key, None)
        if isinstance(self.owner, User):
            self.owner.personal_last_refill_at = now
        else:
            self.owner.last_credit_refill = now
        session.add(self.owner)


def month_of(moment: datetime) -> str:
    """Return the calendar month in the Netherlands, as '2026-11'."""
    return moment.astimezone(clock.AMSTERDAM).strftime("%Y-%m")


def checked_credits(value: object, sentence: str) -> int:
    """Return a valid number of credits, -1 for unlimited. Raises ``Invalid`` with ``sentence``."""
    title = "Ongeldige credits"
    if isinstance(value, bool) or not isinstance(value, int) or value < UNLIMITED:
        raise Invalid(sentence, title=title)
    if value > MAX_CREDITS:
        raise Invalid(f"{sentence.split(' moeten')[0]} mogen hoogstens 1.000.000 zijn.", title=title)
    return value
