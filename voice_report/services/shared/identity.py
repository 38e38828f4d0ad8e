"""The caller: the data transfer objects for a signed-in user that every service receives."""

import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from ... import clock
from ...core.shares import Holder
from ...errors import NoOrganization, NotAllowed, NotFound, StepUpNeeded

PLATFORM_ADMIN = "platform_admin"
ADMIN = "admin"
USER = "user"

#: The level of a session: what it permits. A user with a second factor has none of the first level.
PASSWORD = "password"  # noqa: S105
TWO_FACTOR = "two_factor"
SINGLE_SIGN_ON = "single_sign_on"  # by the organization's identity provider

#: What a user gave to open a session: the password (``PASSWORD``), with one of these after it, ...
REMEMBERED = "remembered"  # nothing more: the browser is remembered (``accounts.remembered``)
CODE = "code"  # of the authenticator app
RECOVERY_CODE = "recovery_code"
SECOND_PASSKEY = "second_passkey"
#: ... or one of these instead. A session is stepped up by the same, without the password.
PASSKEY = "passkey"
PROVIDER = "provider"

STEP_UP = timedelta(minutes=10)

NO_PLATFORM_RIGHTS = "Je hebt geen platform admin rechten."
ORGANIZATION_NOT_FOUND = "Organisatie niet gevonden"


class Named:
    """A person with two names; ``name`` is both."""

    __slots__ = ()

    first_name: str
    last_name: str

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()


@dataclass(frozen=True, slots=True)
class OrganizationView:
    """An organization as its members see it; ``current_credits`` and ``monthly_credits`` are -1 when unlimited."""

    id: uuid.UUID
    name: str
    plan: str
    current_credits: int
    monthly_credits: int
    can_save_to_archive: bool


@dataclass(frozen=True, slots=True)
class CurrentUser(Named):
    """A signed-in user, read from the database at the moment of the call.

    ``level`` is that of the session, ``stepped_up_at`` when a second factor was last given in it.
    """

    id: uuid.UUID
    email: str
    first_name: str
    last_name: str
    role: str
    organization: OrganizationView | None
    session_id: uuid.UUID
    personal_credits: int | None = None
    copies_empty: bool = True
    level: str = PASSWORD
    stepped_up_at: datetime | None = None

    @property
    def organization_id(self) -> uuid.UUID:
        """The organization that every query is scoped to. Raises ``NoOrganization`` when the user has none."""
        if self.organization is None:
            raise NoOrganization
        return self.organization.id

    @property
    def holder(self) -> Holder:
        """Whose share of this process the user takes from (``shares``)."""
        return Holder(str(self.id), str(self.organization.id) if self.organization else "")


#: The operator of the installation, at its command line: the id of the actor in the trail, which no account has.
OPERATOR = uuid.UUID(int=0)
OPERATOR_NAME = "Beheer van de installatie"


def operator_for(organization: OrganizationView) -> CurrentUser:
    """Return the operator of the installation, with the rights of an administrator of one organization.

    For commands alone: a person who can run one can also read the database.
    """
    return CurrentUser(OPERATOR, "", OPERATOR_NAME, "", ADMIN, organization, session_id=OPERATOR)


def require(user: CurrentUser, *roles: str) -> None:
    """Raise ``NotAllowed`` unless the user has one of these roles."""
    if user.role not in roles:
        raise NotAllowed(NO_PLATFORM_RIGHTS) if roles == (PLATFORM_ADMIN,) else NotAllowed


def needs_step_up(user: CurrentUser) -> bool:
    """Return whether the user has a second factor, or the identity provider as one, longer ago than ``STEP_UP``."""
    if user.level == PASSWORD:
        return False
    return user.stepped_up_at is None or not clock.is_coming(user.stepped_up_at + STEP_UP, STEP_UP)


def has_stepped_up(user: CurrentUser) -> bool:
    """Return whether a second factor, or the identity provider as one, was given in this session within ``STEP_UP``."""
    return user.level != PASSWORD and not needs_step_up(user)


def require_step_up(user: CurrentUser, reason: str = StepUpNeeded.reason) -> None:
    """Raise ``StepUpNeeded`` when the user must give a second factor again first, or sign in again at the provider.

    ``reason`` is the sentence that tells why (``step_up_reasons``).
    """
    if needs_step_up(user):
        raise StepUpNeeded(reason)


def parse_id(value: object, sentence: str) -> uuid.UUID:
    """Parse an id from outside. Raises ``NotFound`` for a malformed id, with the same sentence as for an unknown id."""
    if isinstance(value, uuid.UUID):
        return value
    try:
        return uuid.UUID(str(value))
    except ValueError:
        raise NotFound(sentence) from None
