"""Every page of the site."""

from functools import partial

import reflex as rx

from ...core import texts
from .. import installation
from ..shell import routes
from ..shell.layout import page
from ..shell.session import SessionState
from .accounts import entry_pages
from .accounts.factor_notice import FactorNoticeState
from .audit import viewer
from .billing import payment_success, pricing
from .billing.statements import BookkeepingState
from .billing.statements import page as statements
from .insight.page import insight_page
from .organizations import page as team
from .organizations import privacy as outside
from .organizations import signing_in
from .organizations.editors import profiles_view, templates_view
from .organizations.editors.profiles import ProfilesState
from .organizations.editors.templates import TemplatesState
from .organizations.second_factor import SecondFactorState
from .platform import egress
from .platform import page as platform
from .privacy import client_access, privacy_file, receipts, samples
from .privacy.masking_words import MaskingWordsState
from .privacy.proof_card import ProofState
from .privacy.terms_card import TermsState
from .public import help as help_page
from .public import home, home_text, not_found, privacy, terms
from .public.legal import LegalState
from .reports import dashboard, drafts, example, ready_view, words_view
from .reports.dossier import DossierState
from .reports.dossier import page as dossier
from .reports.new_report import WizardState
from .reports.new_report import page as wizard
from .reports.ready import ReadyState
from .reports.words import WordsState


def register(app: rx.App) -> None:
    """Add every page, with its title and the events that load it; ``greet`` fills the header of a public page."""
    add = partial(page, app)
    greet, user, admin = SessionState.greet, SessionState.require_user, SessionState.require_admin

    tagline = f"{texts.TAGLINE[0].lower()}{texts.TAGLINE[1:].rstrip('.').replace('. W', ', w')}"
    add(routes.HOME, home.home, f"{installation.name()}: {tagline}", greet, description=home_text.lead())
    add(routes.PRICING, pricing.prijzen, "Prijzen", greet, description=pricing.LEAD)
    show_today = LegalState.show_today
    add(routes.PRIVACY, privacy.privacy, "Privacyverklaring", greet, show_today, description=privacy.DESCRIPTION)
    add(routes.TERMS, terms.terms, "Algemene voorwaarden", greet, show_today, description=terms.DESCRIPTION)
    add(routes.HELP, help_page.hulp, "Hulp", greet, description=help_page.LEAD)
    sign_in = "Log in en spreek je rapportage in."
    add(routes.LOGIN, entry_pages.login, "Inloggen", SessionState.leave_when_signed_in, description=sign_in)
    begin = "Maak een account aan en spreek je eerste rapportage in."
    add(routes.REGISTER, entry_pages.registration, "Account aanmaken", greet, description=begin)
    reset = "Vraag een link aan om een nieuw wachtwoord te kiezen."
    add(routes.FORGOT_PASSWORD, entry_pages.forgot_password, "Wachtwoord Vergeten", greet, description=reset)

    add = partial(page, app, indexed=False)
    add(routes.VERIFY_EMAIL, entry_pages.verify_email, "E-mailadres bevestigen", greet)
    add(routes.RESET_PASSWORD, entry_pages.reset_password, "Nieuw wachtwoord", greet)
    add(routes.CONFIRMED, entry_pages.confirmed, "Bevestigd")
    paid = "Je betaling is gelukt. Je credits worden zo bijgeschreven."
    payment = payment_success.PaymentState.watch
    add(routes.PAYMENT_SUCCESS, payment_success.payment_success, "Betaling Geslaagd!", greet, payment, description=paid)
    add(routes.ACCOUNT, entry_pages.account, "Mijn account", user)
    work = dashboard.DashboardState.load
    add(routes.DASHBOARD, dashboard.dashboard, "Dashboard", user, work, FactorNoticeState.load)
    add(routes.NEW_REPORT, wizard.new_report, "Nieuwe rapportage", user, WizardState.load)
    add(routes.EXAMPLE, example.voorbeeld, "Voorbeeld", user)
    add(routes.READY, ready_view.ready_page, "Klaar om te kopiëren", user, ReadyState.load, ReadyState.follow)
    add(routes.DRAFTS, drafts.drafts_page, "Concepten", user, drafts.DraftsState.load)
    add(routes.DOSSIER, dossier.dossier_page, "Dossier", user, DossierState.load)
    add(routes.WORDS, words_view.words_page, "Zo schrijven we het hier", user, WordsState.load)
    add(routes.ADMIN, team.admin, "Admin", admin, *team.LOADS)
    add(routes.TEMPLATES, templates_view.templates_page, "Sjablonen", admin, TemplatesState.load)
    add(routes.PROFILES, profiles_view.profiles_page, "Veldprofielen", admin, ProfilesState.load)
    add(routes.SIGNING_IN, signing_in.signing_in, "Inloggen van collega's", admin, SecondFactorState.load)
    loads = (outside.PrivacyState.load, TermsState.load, MaskingWordsState.load, ProofState.load)
    add(routes.OUTSIDE, outside.privacy_page, "Privacy", user, *loads)
    add(routes.RECEIPTS, receipts.receipts_page, "Wisbewijzen", admin, receipts.ReceiptsState.load)
    seen = client_access.ClientAccessState.load
    add(routes.CLIENT_ACCESS, client_access.access_page, "Wie heeft dit dossier gezien", admin, seen)
    shown = privacy_file.PrivacyFileState.load
    add(routes.PRIVACY_FILE, privacy_file.privacy_file_page, "Privacydossier", admin, shown)
    add(routes.SAMPLE, samples.sample_page, "Steekproef van het logboek", admin, samples.SampleState.load)
    add(routes.LOGBOOK, viewer.logbook_page, "Logboek", admin, viewer.LogbookState.load)
    add(routes.BOOKS, statements.books, statements.TITLE, admin, BookkeepingState.load)
    add(routes.INSIGHT, insight_page, "Inzicht", admin)
    add(routes.PLATFORM_ADMIN, platform.platform_admin, "Platform Admin", *platform.LOADS)
    staff = SessionState.require_platform_admin
    add(routes.EGRESS, egress.egress_page, "Uitgaand verkeer", staff, egress.EgressState.load)
    not_found.register(app)
