"""An organization's own identity provider (OpenID Connect): its settings, links to it, and what is under way."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field

from ... import clock
from .base import Table, UtcDateTime


class IdentityProvider(Table, table=True):
    """An organization's identity provider; ``client_secret`` is encrypted (``secrets_at_rest``).

    ``usage`` is 'off', 'recommended' or 'required'. ``tested`` is the digest of the configuration with which the last
    test succeeded, ``tested_moment`` whether it said when the user signed in (``None``: not looked at). ``acr`` is a
    value of that claim which counts as a second step, next to the ``amr`` 'mfa'.
    """

    __tablename__ = "identity_providers"
    __table_args__ = (
        CheckConstraint("usage IN ('off', 'recommended', 'required')", name="identity_providers_usage_known"),
        CheckConstraint("member_role IN ('user', 'admin')", name="identity_providers_role_known"),
    )

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", unique=True)
    kind: str = Field(max_length=20)
    issuer: str = Field(max_length=500)
    client_id: str = Field(max_length=255)
    client_secret: str = Field(max_length=2000)
    secret_set_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    usage: str = Field(default="off", max_length=20)
    admits_members: bool = False
    member_role: str = Field(default="user", max_length=20)
    needs_second_step: bool = False
    acr: str = Field(default="", max_length=255)
    tested: str = Field(default="", max_length=64)
    tested_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    tested_as: str = Field(default="", max_length=255)
    tested_second_step: bool = False
    tested_moment: bool | None = None
    version: int = 1


class EmailDomain(Table, table=True):
    """A domain of mail addresses that an organization claims; it is theirs once a TXT record showed ``token``.

    ``checked_at`` is when its records were last read; ``missing_since`` when ``token`` was first not among them any
    more, and ``warned_at`` when the administrators were mailed about that. ``closed_at``: the provider was switched on
    when ``token`` had been missing for long already. ``claimed_until``: ``leases``.
    """

    __tablename__ = "email_domains"
    __table_args__ = (
        UniqueConstraint("organization_id", "domain", name="email_domains_once"),
        Index(
            "ix_email_domains_proven",
            "domain",
            unique=True,
            sqlite_where=text("proven_at IS NOT NULL"),
            postgresql_where=text("proven_at IS NOT NULL"),
        ),
    )

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", index=True)
    domain: str = Field(max_length=253)
    token: str = Field(max_length=64)
    proven_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    checked_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    missing_since: datetime | None = Field(default=None, sa_type=UtcDateTime)
    warned_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    closed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    claimed_until: datetime | None = Field(default=None, sa_type=UtcDateTime)


class LinkedIdentity(Table, table=True):
    """A user's identity at the identity provider of their organization: issuer and subject, never a mail address.

    At Microsoft Entra ID ``issuer`` names the tenant, and ``subject`` is the object id.
    """

    __tablename__ = "linked_identities"
    __table_args__ = (
        UniqueConstraint("organization_id", "issuer", "subject", name="linked_identities_one_user"),
        UniqueConstraint("user_id", "issuer", name="linked_identities_one_subject"),
    )

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", index=True)
    issuer: str = Field(max_length=500)
    subject: str = Field(max_length=255)
    last_used_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)


class SingleSignOnRequest(Table, table=True):
    """A browser on its way to an identity provider and back. Only digests: nonce and verifier follow from its cookie.

    ``purpose`` is 'sign_in', 'test' or 'step_up'; the last two belong to a session. ``configuration`` is the digest of
    the settings it left with.
    """

    __tablename__ = "single_sign_on_requests"

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", index=True)
    purpose: str = Field(max_length=20)
    state_hash: str = Field(max_length=64, unique=True)
    browser_hash: str = Field(max_length=64)
    configuration: str = Field(max_length=64)
    session_id: uuid.UUID | None = Field(default=None, foreign_key="sessions.id", ondelete="CASCADE", index=True)
    invitation_hash: str | None = Field(default=None, max_length=64)
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False)


class PendingLink(Table, table=True):
    """A person known to the provider, whose account here is not linked yet: its password must follow."""

    __tablename__ = "pending_links"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    issuer: str = Field(max_length=500)
    subject: str = Field(max_length=255)
    provider_session: str = Field(default="", max_length=255)
    authenticated_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failures: int = 0
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False)


class SingleSignOnSession(Table, table=True):
    """A session that an identity provider opened; ``provider_session`` is its ``sid`` there, '' when it has none."""

    __tablename__ = "single_sign_on_sessions"

    session_id: uuid.UUID = Field(foreign_key="sessions.id", ondelete="CASCADE", unique=True)
    identity_id: uuid.UUID = Field(foreign_key="linked_identities.id", ondelete="CASCADE", index=True)
    provider_session: str = Field(default="", max_length=255, index=True)


class UsedLogoutToken(Table, table=True):
    """A logout token that was used; ``token_hash`` is a digest of its issuer and ``jti``."""

    __tablename__ = "used_logout_tokens"

    token_hash: str = Field(max_length=64, unique=True)
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False, index=True)
