"""What pages show of the settings, each filled in when the built pages are served (``core.placeholders``).

Pages take these from here and not from the settings, which a build does not know. What the site says about the engines
is in ``pages/public/ai_disclosure.py``.
"""

from ..config import settings
from ..core import texts
from ..core.placeholders import filled


@filled
def name() -> str:
    """Return the installation's name (``APP_NAME``)."""
    return settings().app_name


@filled
def address() -> str:
    """Return scheme, host and port under which users reach the installation."""
    return settings().origin


@filled
def contact() -> str:
    """Return the mail address for users' questions."""
    return settings().contact_email


@filled
def free_reports() -> str:
    """Return the sentence about what a new organization may make for nothing; empty where that is nothing."""
    return texts.free_reports(settings().trial_credits)


@filled
def audit_years() -> str:
    """Return for how many years a row of the audit trail is kept."""
    return str(settings().audit_log_years)


@filled
def backup_term() -> str:
    """Return for how long backups are kept."""
    return f"{settings().backup_days} dagen" if settings().backup_days else "Niet ingesteld"
