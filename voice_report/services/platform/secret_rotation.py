"""Replacing ``SECRET_KEY`` (``python -m voice_report rotate-secrets``), with the former one in ``FORMER_SECRET_KEYS``.

Opens its own transactions. No process may continue with the former key: the rows it adds to the audit trail would
count as forged. A run that was interrupted is repeated.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlmodel import col, func, select

from ...core.progress import Progress, untold
from ...db.models import IdentityProvider, RecoveryCode, TotpFactor
from ...db.session import reading, transaction
from ..audit import verification
from ..factors import second_factor
from ..shared import secrets_at_rest
from ..sso import identity_provider

_PORTION = 500  # rows per transaction


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it; with ``deviations`` of the audit trail, nothing was replaced.

    ``encrypted`` secrets were moved to the present key; ``unreadable`` ones belong to a key that was not given.
    """

    deviations: list[str]
    encrypted: int = 0
    unreadable: int = 0


@dataclass(frozen=True, slots=True)
class _Stored:
    """A column with encrypted secrets, and whose the secret in a row is (``secrets_at_rest``)."""

    model: Any
    column: str
    owner: Callable[[Any], str]


_SECRETS = (
    _Stored(TotpFactor, "secret", lambda app: second_factor.owner(app.user_id)),
    _Stored(IdentityProvider, "client_secret", lambda row: identity_provider.owner(row.organization_id)),
    _Stored(RecoveryCode, "sealed_hash", lambda code: second_factor.owner(code.user_id, second_factor.RECOVERY)),
)


async def rotate(progress: Progress = untold) -> Outcome:
    """Verify the audit trail under the former keys, close every chain with the present one, and encrypt all again."""
    if deviations := (await verification.verify(rotates=True, progress=progress)).deviations:
        return Outcome(deviations)
    await verification.append_to_all("rotate secrets")
    if deviations := (await verification.verify(progress=progress)).deviations:
        return Outcome(deviations)
    counts = [await _encrypt_again(stored, progress) for stored in _SECRETS]
    encrypted, unreadable = map(sum, zip(*counts, strict=True))
    return Outcome([], encrypted, unreadable)


async def _count(stored: _Stored) -> int:
    async with reading() as session:
        return (await session.exec(select(func.count()).select_from(stored.model).where(_is_former(stored)))).one()


def _is_former(stored: _Stored) -> Any:
    """Return the condition that a secret is not encrypted with the present key."""
    return ~getattr(stored.model, stored.column).startswith(secrets_at_rest.current_prefix(), autoescape=True)


async def _encrypt_again(stored: _Stored, progress: Progress) -> tuple[int, int]:
    """Return how many secrets were encrypted with the present key, and how many could not be read."""
    whole = await _count(stored)
    key = col(stored.model.id)
    rest = select(stored.model).where(_is_former(stored)).order_by(key).limit(_PORTION).with_for_update()
    encrypted = unreadable = 0
    portion = rest
    while True:
        async with transaction() as session:
            rows = (await session.exec(portion)).all()
            for row in rows:
                try:
                    secret = secrets_at_rest.decrypted(getattr(row, stored.column), stored.owner(row))
                except secrets_at_rest.UnreadableError:
                    unreadable += 1
                else:
                    setattr(row, stored.column, secrets_at_rest.encrypted(secret, stored.owner(row)))
                    encrypted += 1
            last = rows[-1].id if len(rows) == _PORTION else None
        progress("Geheimen versleutelen", encrypted + unreadable, whole)
        if last is None:
            return encrypted, unreadable
        portion = rest.where(key > last)
