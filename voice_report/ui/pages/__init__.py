"""Every page of the site."""

import reflex as rx

from . import (
    account,
    admin,
    bookkeeping,
    dashboard,
    dossier,
    drafts,
    forgot_password,
    home,
    logbook,
    login,
    new_report,
    not_found,
    payment_success,
    platform_admin,
    prijzen,
    privacy,
    registration,
    reset_password,
    terms,
    verify_email,
)


def register(app: rx.App) -> None:
    """Add every page."""
    home.register(app)
    prijzen.register(app)
    privacy.register(app)
    terms.register(app)
    payment_success.register(app)
    login.register(app)
    registration.register(app)
    verify_email.register(app)
    forgot_password.register(app)
    reset_password.register(app)
    account.register(app)
    admin.register(app)
    dashboard.register(app)
    new_report.register(app)
    drafts.register(app)
    dossier.register(app)
    logbook.register(app)
    bookkeeping.register(app)
    platform_admin.register(app)
    not_found.register(app)
