"""Every path of the site, and the roles that may open it."""

from typing import Any
from urllib.parse import urlencode

HOME = "/"
PRICING = "/prijzen"
LOGIN = "/login"
REGISTER = "/register"
FORGOT_PASSWORD = "/forgot-password"  # noqa: S105
RESET_PASSWORD = "/reset-password"  # noqa: S105
VERIFY_EMAIL = "/verify-email"
PAYMENT_SUCCESS = "/payment-success"
DASHBOARD = "/dashboard"
NEW_REPORT = "/new-report"
EXAMPLE = "/voorbeeld"
DRAFTS = "/drafts"
READY = "/klaar"
DOSSIER = "/dossier"
ACCOUNT = "/account"
ADMIN = "/admin"
SIGNING_IN = "/inloggen-beheer"
OUTSIDE = "/privacy-beheer"
RECEIPTS = "/wisbewijzen"
CLIENT_ACCESS = "/inzage"
PRIVACY_FILE = "/privacydossier"
SAMPLE = "/steekproef"
CONFIRMED = "/bevestigd"
TEMPLATES = "/sjablonen"
PROFILES = "/veldprofielen"
WORDS = "/woordenlijst"
PLATFORM_ADMIN = "/platform-admin"
EGRESS = "/uitgaand"
INSIGHT = "/inzicht"
LOGBOOK = "/logboek"
BOOKS = "/betalingen"
HELP = "/hulp"
PRIVACY = "/privacyverklaring"
TERMS = "/algemene-voorwaarden"


def new_report(draft_id: str | None = None) -> str:
    """Return the path of the wizard, optionally with a draft in it."""
    return f"{NEW_REPORT}?{urlencode({'draft': draft_id})}" if draft_id else NEW_REPORT


def books(organization_id: Any) -> Any:
    """Return the path of an organization's statements, for platform admins; ``organization_id`` may be a var."""
    return f"{BOOKS}?organisatie=" + organization_id


def start_page(role: str) -> str:
    return PLATFORM_ADMIN if role == "platform_admin" else DASHBOARD
