"""Which second factors a user has: an authenticator app, passkeys. Recovery codes alone are none."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, exists, or_
from sqlmodel import col, delete, select

from ...db.models import Passkey, RecoveryCode, TotpFactor
from ...db.session import ReadSession, WriteSession


@dataclass(frozen=True, slots=True)
class Factors:
    """A user's second factors; false when there is none."""

    app: TotpFactor | None
    passkeys: Sequence[Passkey]

    def __bool__(self) -> bool:
        return self.app is not None or bool(self.passkeys)


async def of(session: ReadSession, user_id: uuid.UUID) -> Factors:
    """Return the user's factors: the app once it is confirmed, the passkeys oldest first."""
    app = select(TotpFactor).where(TotpFactor.user_id == user_id, col(TotpFactor.confirmed_at).is_not(None))
    keys = select(Passkey).where(Passkey.user_id == user_id).order_by(col(Passkey.created_at), col(Passkey.id))
    return Factors(
        (await session.exec(app.execution_options(populate_existing=True))).first(),
        (await session.exec(keys.execution_options(populate_existing=True))).all(),
    )


def has_any(user_id: Any) -> ColumnElement[bool]:
    """Return the SQL condition that the user of this column has a second factor."""
    return or_(
        exists().where(col(TotpFactor.user_id) == user_id, col(TotpFactor.confirmed_at).is_not(None)),
        exists().where(col(Passkey.user_id) == user_id),
    )


async def drop_all(session: WriteSession, user_id: uuid.UUID) -> None:
    """Delete all factors of the user, and the recovery codes."""
    for table in (TotpFactor, Passkey, RecoveryCode):
        await session.execute(delete(table).where(col(table.user_id) == user_id))
