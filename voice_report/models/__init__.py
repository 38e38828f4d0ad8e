"""The tables. Only services read or write them; states and routes get plain DTOs."""

from .accounts import Client, Invitation, KnownDevice, LoginSession, Organization, User, folded, search_key
from .audit import AuditLog, OutboxMail
from .billing import CreditEntry, Payment, StripeEvent
from .reports import ConceptJob, Dictation, DictationSegment, Report, ReportUsage

__all__ = [
    "AuditLog",
    "Client",
    "ConceptJob",
    "CreditEntry",
    "Dictation",
    "DictationSegment",
    "Invitation",
    "KnownDevice",
    "LoginSession",
    "Organization",
    "OutboxMail",
    "Payment",
    "Report",
    "ReportUsage",
    "StripeEvent",
    "User",
    "folded",
    "search_key",
]
