"""The caller's own monthly mail, for the organization's administrators."""

from fastapi import APIRouter
from pydantic import Field

from ....db.session import run_in_transaction, run_reading
from ....services.organizations import month_mail
from ..guards import Admin
from ..shapes import Camel, Done

router = APIRouter(prefix="/api/account/month-mail", tags=["organization"])


class MonthMail(Camel):
    wanted: bool = Field(description="a mail each month, to this administrator")


@router.get("")
async def get_month_mail(user: Admin) -> MonthMail:
    """Return whether the caller gets the mail at the beginning of each month."""
    return MonthMail(wanted=await run_reading(month_mail.is_wanted, user))


@router.put("")
async def choose_month_mail(content: MonthMail, user: Admin) -> Done:
    """Get the mail from the next month on, or no longer."""
    await run_in_transaction(month_mail.choose, user, wanted=content.wanted)
    return Done()
