"""How a session is opened: what its user gave, and which level and step-up that is worth."""

from dataclasses import dataclass
from datetime import datetime

from ... import clock
from ..shared.identity import (
    PASSKEY,
    PASSWORD,
    PROVIDER,
    REMEMBERED,
    SECOND_PASSKEY,
    SINGLE_SIGN_ON,
    TWO_FACTOR,
)


@dataclass(frozen=True, slots=True)
class Opening:
    """``by`` is what the user gave (``identity``), ``seen_at`` when an identity provider saw the user.

    ``remember``: this browser needs no code for as long as the organization allows.
    """

    by: str = PASSWORD
    seen_at: datetime | None = None
    remember: bool = False

    @property
    def level(self) -> str:
        return {PASSWORD: PASSWORD, PROVIDER: SINGLE_SIGN_ON}.get(self.by, TWO_FACTOR)

    @property
    def stepped_up_at(self) -> datetime | None:
        """When a second factor was given: now, or when the provider saw the user; ``None`` when none was."""
        if self.by == PROVIDER:
            return self.seen_at
        return None if self.by in (PASSWORD, REMEMBERED) else clock.now()

    @property
    def stepped_up_by(self) -> str:
        """By what the session was stepped up, '' when it was not."""
        by = PASSKEY if self.by == SECOND_PASSKEY else self.by
        return by if self.stepped_up_at else ""


BY_PASSWORD = Opening()


def known(opened_by: str, level: str) -> str:
    """Return what opened a session; of one that an older version opened, as far as its level tells, else ''."""
    return opened_by or {PASSWORD: PASSWORD, SINGLE_SIGN_ON: PROVIDER}.get(level, "")
