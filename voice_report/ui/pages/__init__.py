"""Every page of the site."""

import reflex as rx

from . import organizations, platform
from .accounts import entry_pages
from .audit import viewer
from .billing import payment_success, pricing, statements
from .public import help as help_page
from .public import home, not_found, privacy, terms
from .reports import dashboard, dossier, drafts, example, new_report, words_view


def register(app: rx.App) -> None:
    """Add every page."""
    home.register(app)
    pricing.register(app)
    privacy.register(app)
    terms.register(app)
    help_page.register(app)
    payment_success.register(app)
    entry_pages.register(app)
    organizations.register(app)
    dashboard.register(app)
    new_report.register(app)
    example.register(app)
    drafts.register(app)
    dossier.register(app)
    words_view.register(app)
    viewer.register(app)
    statements.register(app)
    platform.register(app)
    not_found.register(app)
