"""The caller's own monthly mail, for the organization's administrators."""

from typing import Annotated

from fastapi import APIRouter, Depends

from ....db.session import reading, transaction
from ....services.organizations import month_mail
from ....services.shared.identity import ADMIN, CurrentUser
from ..guards import with_role
from ..shapes import Camel, Done

router = APIRouter(prefix="/api/account/month-mail", tags=["organization"])

Administrator = Annotated[CurrentUser, Depends(with_role(ADMIN))]


class MonthMail(Camel):
    wanted: bool


@router.get("")
async def get_month_mail(user: Administrator) -> MonthMail:
    """Return whether the caller gets the mail at the beginning of each month."""
    async with reading() as session:
        return MonthMail(wanted=await month_mail.is_wanted(session, user))


@router.put("")
async def choose_month_mail(content: MonthMail, user: Administrator) -> Done:
    """Get the mail from the next month on, or no longer."""
    async with transaction() as session:
        await month_mail.choose(session, user, wanted=content.wanted)
    return Done()
