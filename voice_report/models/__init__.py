"""The tables. Only services read or write them; states and routes get plain DTOs."""

from .accounts import (
    Client,
    ClientImport,
    FactorReset,
    Invitation,
    KnownDevice,
    LoginSession,
    Organization,
    Passkey,
    PasskeyChallenge,
    PendingSignIn,
    RecoveryCode,
    TotpFactor,
    User,
    search_key,
)
from .audit import AuditLog, OutboxMail
from .base import Table
from .billing import CreditEntry, Payment, StripeEvent
from .reports import ConceptJob, Dictation, DictationSegment, OwnTemplate, OwnWord, Report, ReportUsage
from .single_sign_on import (
    EmailDomain,
    IdentityProvider,
    LinkedIdentity,
    PendingLink,
    SingleSignOnRequest,
    SingleSignOnSession,
    UsedLogoutToken,
)

__all__ = [
    "AuditLog",
    "Client",
    "ClientImport",
    "ConceptJob",
    "CreditEntry",
    "Dictation",
    "DictationSegment",
    "EmailDomain",
    "FactorReset",
    "IdentityProvider",
    "Invitation",
    "KnownDevice",
    "LinkedIdentity",
    "LoginSession",
    "Organization",
    "OutboxMail",
    "OwnTemplate",
    "OwnWord",
    "Passkey",
    "PasskeyChallenge",
    "Payment",
    "PendingLink",
    "PendingSignIn",
    "RecoveryCode",
    "Report",
    "ReportUsage",
    "SingleSignOnRequest",
    "SingleSignOnSession",
    "StripeEvent",
    "Table",
    "TotpFactor",
    "UsedLogoutToken",
    "User",
    "search_key",
]
