"""Organizations, users, clients, their sessions and invitations."""

import uuid
from datetime import date, datetime
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Column, Index, String, UniqueConstraint, event
from sqlmodel import Field, SQLModel

from ... import clock
from ...dutch.characters import folded
from ...dutch.person_names import in_order
from .base import Table, UtcDateTime


def _key(length: int, default: Any) -> Column:
    """Return the column by which rows are searched and put in order: ``folded``, and compared byte by byte, because
    the rules of a language would ignore its spaces."""
    kind = String(length).with_variant(String(length, collation="C"), "postgresql")
    return Column(kind, nullable=False, default=default)


def _organization_key(context: Any) -> str:
    return organization_search_key(context.get_current_parameters()["name"])


def organization_search_key(name: str) -> str:
    """Return the text by which organizations are searched and sorted."""
    return folded(name)[:200]


def _user_key(context: Any) -> str:
    row = context.get_current_parameters()
    return user_search_key(row["first_name"], row["last_name"], row["email"])


def user_search_key(first_name: str, last_name: str, email: str) -> str:
    """Return the text by which users are searched and sorted: surname, first name, prefix and address, ``folded``."""
    return _in_order(first_name, last_name, email)[:500]


def _in_order(first_name: str, last_name: str, other: str) -> str:
    """Return names in the order of Dutch lists: surname without its prefix, first name, prefix."""
    main, prefix = in_order(last_name)
    return " ".join(filter(None, (main, folded(first_name), prefix, folded(other))))


class Organization(Table, table=True):
    """A customer. ``unlimited`` is a separate flag, so bought credits survive a subscription (decisions/0003).

    ``version`` counts the changes by platform admins, so that a concurrent second change is detected;
    ``subscription_readings`` counts the readings from Stripe, so that an older reading never replaces a newer one.
    ``default_template`` (a key) and ``style`` are what its members write with until they choose another,
    ``default_profile`` is the field profile (a key) that they copy with until then.
    ``second_factor`` is 'off', 'recommended' or 'required', the last from the day ``second_factor_from`` on
    (Amsterdam); ``remember_days`` for how long a member's browser may go without a code, 0 for never;
    ``sign_in_version`` counts the changes of these three.
    ``outside_text``: which text may go to an outside language model, 'never', 'pseudonymised' or 'plain', the last
    with ``outside_text_reason`` and who decided it (``outside_text_by``); ``masks_dates``: where names are replaced,
    other dates than those of birth are too. ``marks_copies``: copied plain text ends with a line of how the report was
    made. ``engine_floor``: where engines may be ('local', 'eu', 'all'); ``speech_engine`` and ``structure_engine`` are
    the profiles to use, ``None`` the first that may be. ``privacy_version`` counts the changes of these.
    ``drafts_days``, ``transcript_days`` and ``archive_days`` are for how many days a draft, the transcript of an
    archived report, and that report are kept, ``None`` for until a person removes them; nothing is erased by such a
    term before its ``..._from``. ``retention_version`` counts their changes, ``retention_changed_at`` is when and by
    whom (``_by``: a name) the last was made, and ``retention_night`` the last night whose work was begun.
    Until ``leaving_until`` a file with everything is being made (``services.leaving``).
    From ``deleting_at`` on it is hidden, and its data is being erased on behalf of ``deleting_by_id``.
    """

    __tablename__ = "organizations"
    __table_args__ = (
        CheckConstraint("current_credits >= 0", name="organizations_credits_not_negative"),
        CheckConstraint("monthly_credits >= 0", name="organizations_allowance_not_negative"),
        Index("ix_organizations_search", "search_key", "id"),
        Index("ix_organizations_plan", "plan"),
    )

    name: str = Field(max_length=200)
    search_key: str = Field(default=None, sa_column=_key(200, _organization_key))
    plan: str = Field(default="trial", max_length=30)
    unlimited: bool = False
    monthly_credits: int = 0
    current_credits: int = 0
    last_credit_refill: datetime | None = Field(default=None, sa_type=UtcDateTime)
    max_users: int = 1
    save_reports_to_archive: bool = False
    default_template: str | None = Field(default=None, max_length=40)
    default_profile: str | None = Field(default=None, max_length=40)
    style: str | None = Field(default=None, max_length=12)
    stripe_customer_id: str | None = Field(default=None, max_length=255, index=True)
    stripe_subscription_id: str | None = Field(default=None, max_length=255, index=True)
    subscription_status: str | None = Field(default=None, max_length=30)
    subscription_current_period_end: datetime | None = Field(default=None, sa_type=UtcDateTime)
    plan_before_subscription: str | None = Field(default=None, max_length=30)
    subscription_readings: int = 0
    second_factor: str = Field(default="off", max_length=12)
    second_factor_from: date | None = None
    remember_days: int = 0
    sign_in_version: int = 1
    outside_text: str = Field(default="pseudonymised", max_length=14)
    outside_text_reason: str | None = Field(default=None, max_length=300)
    outside_text_by: str | None = Field(default=None, max_length=200)
    masks_dates: bool = False
    marks_copies: bool = False
    engine_floor: str = Field(default="all", max_length=6)
    speech_engine: str | None = Field(default=None, max_length=200)
    structure_engine: str | None = Field(default=None, max_length=200)
    privacy_version: int = 1
    drafts_days: int | None = 90
    drafts_from: datetime | None = Field(default=None, sa_type=UtcDateTime)
    transcript_days: int | None = None
    transcript_from: datetime | None = Field(default=None, sa_type=UtcDateTime)
    archive_days: int | None = None
    archive_from: datetime | None = Field(default=None, sa_type=UtcDateTime)
    retention_version: int = 1
    retention_changed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    retention_changed_by: str | None = Field(default=None, max_length=200)
    retention_night: date | None = Field(default=None, index=True)
    version: int = 1
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
    leaving_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    deleting_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    deleting_by_id: uuid.UUID | None = None


class User(Table, table=True):
    """A user. Tokens are stored as SHA-256 hashes; ``email`` is stored in lower case.

    ``version`` counts the changes by platform admins; ``last_template`` is the key of the report template chosen last,
    ``last_profile`` that of the field profile, ``style`` how the user's concepts are written, if chosen;
    ``copies_empty`` whether sections without content go along in copies, prints and downloads; ``month_mail_at`` when
    an administrator who wants the monthly mail got the last one, or turned it on;
    ``second_factor_reminded_at`` when a user without a second factor was last reminded of it by mail, and
    ``second_factor_notice`` is the value of ``Organization.second_factor`` whose notice the user closed;
    ``voice_told`` is the key of the closed line about where the voice is processed.
    ``code_failures`` counts wrong codes of a second factor, recovery codes included; from a number on
    ``codes_locked_until`` refuses all. ``passkey_handle`` is by what authenticators know the user: random, made once.
    From ``deleting_at`` on the account is hidden, and its data is being erased on behalf of
    ``deleting_by_id``.
    """

    __tablename__ = "users"
    __table_args__ = (
        CheckConstraint("role IN ('platform_admin', 'admin', 'user')", name="users_role_known"),
        CheckConstraint(
            "personal_current_credits IS NULL OR personal_current_credits >= 0",
            name="users_credits_not_negative",
        ),
        Index("ix_users_organization_name", "organization_id", "search_key", "id"),
        Index("ix_users_created", "created_at", "id"),
        Index("ix_users_role", "role", "is_active"),
    )

    email: str = Field(max_length=254, unique=True)
    search_key: str = Field(default=None, sa_column=_key(500, _user_key))
    password_hash: str = Field(max_length=255)
    first_name: str = Field(max_length=100)
    last_name: str = Field(max_length=100)
    role: str = Field(default="user", max_length=20)
    organization_id: uuid.UUID | None = Field(default=None, foreign_key="organizations.id", ondelete="CASCADE")
    is_active: bool = True
    is_email_verified: bool = False
    pending_email: str | None = Field(default=None, max_length=254)
    email_verification_token: str | None = Field(default=None, max_length=64, index=True)
    email_verification_expires: datetime | None = Field(default=None, sa_type=UtcDateTime)
    password_reset_token: str | None = Field(default=None, max_length=64, index=True)
    password_reset_token_expires: datetime | None = Field(default=None, sa_type=UtcDateTime)
    login_attempts: int = 0
    locked_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    code_failures: int = 0
    codes_locked_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    passkey_handle: str | None = Field(default=None, max_length=64, unique=True, index=True)
    last_login_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    personal_unlimited: bool = False
    personal_monthly_credits: int | None = None
    personal_current_credits: int | None = None
    last_template: str | None = Field(default=None, max_length=40)
    last_profile: str | None = Field(default=None, max_length=40)
    style: str | None = Field(default=None, max_length=12)
    month_mail_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    second_factor_reminded_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    second_factor_notice: str | None = Field(default=None, max_length=12)
    voice_told: str | None = Field(default=None, max_length=300)
    copies_empty: bool = False
    personal_last_refill_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    version: int = 1
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
    deleting_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    deleting_by_id: uuid.UUID | None = None


class LoginSession(Table, table=True):
    """A signed-in browser: the cookie's hash, idle and absolute expiry (security.md S05).

    ``level`` is what it permits, ``opened_by`` what its user gave to open it (``identity``), '' where an older version
    opened it. ``stepped_up_at`` is when its user last gave a second factor, ``stepped_up_by`` which.
    """

    __tablename__ = "sessions"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    last_seen_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    user_agent: str = Field(default="", max_length=300)
    ip_address: str = Field(default="", max_length=64)
    level: str = Field(default="password", max_length=20)
    stepped_up_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    opened_by: str = Field(default="", max_length=20)
    stepped_up_by: str = Field(default="", max_length=20)


class PendingSignIn(Table, table=True):
    """A browser that gave the right password and still owes a second factor; ``token_hash`` opens nothing else.

    ``purpose`` is 'code', or 'setup' for a user who has no second factor yet and must set one up.
    """

    __tablename__ = "pending_sign_ins"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    purpose: str = Field(default="code", max_length=10)


class FactorReset(Table, table=True):
    """A user whose second factor an administrator took away: until a new one is set up, by the mailed link whose hash
    is here, the password alone opens nothing. From ``expires_at`` on a new link is needed."""

    __tablename__ = "factor_resets"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", unique=True)
    token_hash: str = Field(max_length=64, unique=True)
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False)


class TotpFactor(Table, table=True):
    """A user's authenticator app (RFC 6238); it is being set up as long as it has no ``confirmed_at``.

    ``secret`` is encrypted (``secrets_at_rest``). ``last_counter`` is the newest time step whose code was accepted.
    ``failures`` counts wrong first codes.
    """

    __tablename__ = "totp_factors"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    secret: str = Field(max_length=255)
    confirmed_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    last_counter: int = Field(default=0, sa_type=BigInteger)
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    failures: int = 0


class Passkey(Table, table=True):
    """A user's passkey (WebAuthn); ``credential_id`` and ``public_key`` (COSE) are base64url.

    ``sign_count`` is the newest counter of its authenticator, 0 for those that do not count. ``transports`` are
    separated by commas. ``may_sync``: it can be copied to other devices; ``is_synced``: it was.
    """

    __tablename__ = "passkeys"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    credential_id: str = Field(max_length=1400, unique=True)
    public_key: str = Field(max_length=1400)
    sign_count: int = Field(default=0, sa_type=BigInteger)
    name: str = Field(max_length=100)
    transports: str = Field(default="", max_length=100)
    may_sync: bool = False
    is_synced: bool = False
    last_used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class PasskeyChallenge(Table, table=True):
    """A challenge that an authenticator must sign: valid once, for one ``purpose``, and in one browser or session.

    ``bound_to`` is the hash of what that browser or session has.
    """

    __tablename__ = "passkey_challenges"

    challenge_hash: str = Field(max_length=64, unique=True)
    purpose: str = Field(max_length=20)
    bound_to: str = Field(max_length=64)
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False)


class RecoveryCode(Table, table=True):
    """A code that replaces a second factor once; ``sealed_hash`` is its digest, encrypted (``secrets_at_rest``)."""

    __tablename__ = "recovery_codes"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    sealed_hash: str = Field(max_length=255)
    used_at: datetime | None = Field(default=None, sa_type=UtcDateTime)


class KnownDevice(Table, table=True):
    """A browser that signed in before: a lockout does not apply to it (decisions/0002).

    From ``remembered_at`` until ``remembered_until`` its user signs in there without a code; ``name`` is the browser's.
    """

    __tablename__ = "known_devices"

    user_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    token_hash: str = Field(max_length=64, unique=True)
    last_seen_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)
    remembered_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    remembered_until: datetime | None = Field(default=None, sa_type=UtcDateTime)
    name: str = Field(default="", max_length=60)


class Invitation(Table, table=True):
    """An open or accepted invitation into an organization; ``token`` is a SHA-256 hash.

    ``mail_id``: the mail it was last sent with, for as long as the outbox has it.
    """

    __tablename__ = "invitations"

    email: str = Field(max_length=254, index=True)
    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", index=True)
    role: str = Field(default="user", max_length=20)
    token: str = Field(max_length=64, unique=True)
    created_by_id: uuid.UUID = Field(foreign_key="users.id", ondelete="CASCADE", index=True)
    expires_at: datetime = Field(sa_type=UtcDateTime, nullable=False)
    accepted_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    mail_id: uuid.UUID | None = None


def search_key(first_name: str, last_name: str, client_id: str) -> str:
    """Return the text by which clients are searched and sorted: surname, first name, prefix and id, ``folded``."""
    return _in_order(first_name, last_name, client_id)[:400]


def _search_key(context: Any) -> str:
    row = context.get_current_parameters()
    return search_key(row["first_name"], row["last_name"], row["id"])


class Client(SQLModel, table=True):
    """A person in care. The id comes from the caller and is unique within the organization.

    ``search_key`` is set when a row is created; code that changes a name must set it again.
    ``report_count`` and ``last_report_at`` repeat what the archive holds, so that no query has to count it; code that
    adds or removes an archived report must keep them correct (``services.archive.archive``).
    """

    __tablename__ = "clients"
    __table_args__ = (
        Index("ix_clients_search", "organization_id", "search_key", "id"),
        Index("ix_clients_recent", "organization_id", "last_report_at", "id"),
    )

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE", primary_key=True)
    id: str = Field(max_length=100, primary_key=True)
    first_name: str = Field(max_length=100)
    last_name: str = Field(max_length=100)
    date_of_birth: date
    search_key: str = Field(default=None, sa_column=_key(400, _search_key))
    report_count: int = 0
    last_report_at: datetime | None = Field(default=None, sa_type=UtcDateTime)
    created_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)


class ClientImport(Table, table=True):
    """The progress of a file's import; the file itself is not kept.

    ``fingerprint`` is of the file's bytes, ``lines`` counts those that can be stored, ``done`` those that are stored.
    ``sample`` has the outcome of the first lines, one letter each. Once ``done`` equals ``lines`` the same file may be
    imported again.
    """

    __tablename__ = "client_imports"
    __table_args__ = (UniqueConstraint("organization_id", "fingerprint", name="client_imports_file"),)

    organization_id: uuid.UUID = Field(foreign_key="organizations.id", ondelete="CASCADE")
    fingerprint: str = Field(max_length=64)
    lines: int
    done: int = 0
    new: int = 0
    changed: int = 0
    same: int = 0
    sample: str = Field(default="", max_length=10)
    updated_at: datetime = Field(default_factory=clock.now, sa_type=UtcDateTime, nullable=False)


@event.listens_for(Organization, "before_update")
def _name_changed(_mapper: Any, _connection: Any, row: Organization) -> None:
    row.search_key = organization_search_key(row.name)


@event.listens_for(User, "before_update")
def _person_changed(_mapper: Any, _connection: Any, row: User) -> None:
    row.search_key = user_search_key(row.first_name, row.last_name, row.email)
