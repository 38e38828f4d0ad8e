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
    folded,
    search_key,
)
from .audit import AuditLog, OutboxMail
from .base import Table
from .billing import CreditEntry, Payment, StripeEvent
from .reports import ConceptJob, Dictation, DictationSegment, OwnTemplate, Report, ReportUsage

__all__ = [
    "AuditLog",
    "Client",
    "ClientImport",
    "ConceptJob",
    "CreditEntry",
    "Dictation",
    "DictationSegment",
    "FactorReset",
    "Invitation",
    "KnownDevice",
    "LoginSession",
    "Organization",
    "OutboxMail",
    "OwnTemplate",
    "Passkey",
    "PasskeyChallenge",
    "Payment",
    "PendingSignIn",
    "RecoveryCode",
    "Report",
    "ReportUsage",
    "StripeEvent",
    "Table",
    "TotpFactor",
    "User",
    "folded",
    "search_key",
]
