"""Common to the tests of passkeys: a pending sign-in, what was mailed, stored and recorded."""

import pytest
from sqlmodel import col, select

from tests.support import mailbox, tables
from tests.support.people import PASSWORD
from voice_report.db.models import AuditLog, Passkey
from voice_report.services.sign_in import passkey_sign_in, signing_in

WrongPasskey = passkey_sign_in.WrongPasskey


async def pending(person) -> str:
    with pytest.raises(signing_in.CodeNeeded) as needed:
        await signing_in.log_in(person.email, PASSWORD)
    assert needed.value.by_passkey
    return needed.value.token


async def mailed(person) -> str:
    return "".join(mail.text for mail in await mailbox.delivered(person.email))


async def stored(db) -> Passkey:
    return await tables.row(select(Passkey))


async def reasons(db, action: str) -> list[str | None]:
    query = select(AuditLog.error_message).where(AuditLog.action == action).order_by(col(AuditLog.sequence))
    return list(await tables.rows(query))
