"""A platform admin has no organization: the pages that need one say so in their place, and no toast says it again."""

import pytest

from tests.support.handlers import tab_of
from voice_report.ui.kit.overlay.toast import ToastState
from voice_report.ui.pages.billing.pricing import prijzen
from voice_report.ui.pages.clients.clients import ClientsState
from voice_report.ui.pages.organizations.members import TeamState
from voice_report.ui.pages.organizations.page import admin
from voice_report.ui.pages.organizations.usage import UsageState
from voice_report.ui.pages.reports.dossier import DossierState
from voice_report.ui.pages.reports.dossier.page import dossier_page
from voice_report.ui.pages.reports.drafts import DraftsState, drafts_page
from voice_report.ui.pages.reports.new_report import WizardState
from voice_report.ui.pages.reports.new_report.page import new_report
from voice_report.ui.shell import layout
from voice_report.ui.shell.session import SessionState

LOADED = (DraftsState, DossierState, WizardState, TeamState, ClientsState, UsageState)


@pytest.mark.parametrize("kind", LOADED, ids=lambda kind: kind.__name__)
async def test_loading_such_a_page_gives_a_platform_admin_no_toast(people, kind) -> None:
    root = tab_of(people.platform_admin, query={"draft": "x"})
    session = await root.get_state(SessionState)
    await SessionState.require_user.fn(session)
    assert (session.signed_in, session.has_organization) == (True, False)
    await kind.load.fn(await root.get_state(kind))
    assert (await root.get_state(ToastState)).title == ""


async def test_somebody_of_an_organization_is_told_what_is_refused(people) -> None:
    root = tab_of(people.user, query={"draft": "x"})
    await TeamState.load.fn(await root.get_state(TeamState))
    assert (await root.get_state(ToastState)).description == "Je hebt geen admin rechten."


@pytest.mark.parametrize(
    "page", [drafts_page, dossier_page, new_report, admin, prijzen], ids=lambda page: page.__name__
)
def test_each_such_page_has_the_same_panel(page) -> None:
    panel = str(layout.without_organization().render())
    assert panel in str(page().render())
