"""Logic of the forms that create and change an organization."""

from typing import Any

import reflex as rx

from ....db.session import run_reading, transaction
from ....errors import Conflict, NotFound
from ....services.billing import plans
from ....services.organizations import organizations
from ....services.platform import overview
from ....services.platform.overview import OrganizationRow
from ....services.shared import step_up_reasons
from ....services.shared.identity import PLATFORM_ADMIN, CurrentUser, require_step_up
from ....services.shared.text import MAX_ID
from ...kit import show_toast
from ...shell.actions import action, on_failure
from ...shell.session import current_user
from .counts import count_again
from .new_dialog import NewDialog
from .organizations import show_again
from .words import Mark, credits_mark, plan_effect, plan_mark, whole_number

_MAX_USERS = "Max. gebruikers moet een getal van 1 tot en met 100.000 zijn."
_CREDITS_TITLE = "Ongeldige credits"


class NewOrganizationState(NewDialog, rx.State):
    @action
    async def save(self, form: dict[str, Any]):
        """Create the organization; a double submit creates it only once."""
        user = await current_user(self, PLATFORM_ADMIN)
        require_step_up(user, step_up_reasons.NEW_ORGANIZATION)  # first: the press is repeated after the code
        if not self.open:
            return
        with on_failure("Kon organisatie niet aanmaken.", dialog=self):
            async with transaction() as session:
                made = await organizations.create(
                    session, user, str(form.get("new-name", "")), str(form.get("new-plan", ""))
                )
                row = await overview.get_organization(session, user, made)
        self.open = False
        await show_again(self, row)
        await show_toast(self, "Organisatie aangemaakt")
        await count_again(self, user)


class OrganizationEditState(rx.State):
    """The organization being changed; typed texts stay in the form itself.

    ``effect`` is what saving another plan does to the balance. ``closed`` counts the closings of the form; ``left`` is
    the button that gets the focus then.
    """

    organization_id: str = ""
    title: str = ""
    badges: list[Mark] = []
    name: str = ""
    plan: str = ""
    unknown_plan: str = ""
    max_users: str = ""
    manual: bool = False
    monthly: str = ""
    current: str = ""
    archive: bool = False
    outdated: str = ""
    effect: str = ""
    left: str = ""
    closed: int = 0
    _version: int = 0
    _stored_plan: str = ""
    _stored_current: str = ""

    @action
    async def edit(self, organization_id: str):
        user = await current_user(self, PLATFORM_ADMIN)
        row = await run_reading(overview.get_organization, user, organization_id)
        self._remember(row)
        self.name, self.plan, self.max_users = row.name, row.plan, str(row.max_users)
        self.unknown_plan = row.plan if plan_mark(row.plan).tone == "amber" else ""
        self.monthly, self.current = str(row.monthly_credits), str(row.current_credits)
        self.manual, self.archive, self.outdated, self.effect = False, row.save_reports_to_archive, "", ""
        self.organization_id = str(row.id)

    @action
    async def cancel(self):
        await current_user(self, PLATFORM_ADMIN)
        self._close()

    @action
    async def choose_plan(self, plan: str):
        """Choose another plan: credits follow the plan unless set manually, and trial has no archive."""
        await current_user(self, PLATFORM_ADMIN)
        self.plan = str(plan)[:MAX_ID]
        if not self.manual:
            self._follow_plan()
        if plan in plans.WITHOUT_ARCHIVE:
            self.archive = False
        self._foretell()

    @action
    async def set_manual(self, manual: bool):
        """Set the credits manually, or let them follow the plan again."""
        await current_user(self, PLATFORM_ADMIN)
        self.manual = manual
        if not manual:
            self._follow_plan()
        self._foretell()

    @action
    async def set_archive(self, archive: bool):
        await current_user(self, PLATFORM_ADMIN)
        self.archive = archive and self.plan not in plans.WITHOUT_ARCHIVE

    @action
    async def save(self, form: dict[str, Any]):
        """Save; after a concurrent change, show the stored values and keep the typed ones."""
        user = await current_user(self, PLATFORM_ADMIN)
        require_step_up(user, step_up_reasons.ORGANIZATION)  # first: the press is repeated after the code
        if not self.organization_id:
            return
        with on_failure("Kon organisatie niet bijwerken."):
            try:
                async with transaction() as session:
                    wanted = self._wanted(form)
                    await organizations.change(session, user, self.organization_id, wanted, version=self._version)
                    row = await overview.get_organization(session, user, self.organization_id)
            except Conflict as conflict:
                if conflict.code == "stale_version":
                    await self._tell_what_changed(user)
                raise
            except NotFound:
                self._close()
                raise
        self._close()
        await show_again(self, row)
        await show_toast(self, "Organisatie bijgewerkt")
        await count_again(self, user)

    def _close(self) -> None:
        self.left, self.organization_id = f"edit-{self.organization_id}", ""
        self.closed += 1

    def _wanted(self, form: dict[str, Any]) -> organizations.Settings:
        monthly = current = None
        plans.plan(self.plan)
        if self.manual:
            monthly = whole_number(str(form.get("monthly", "")), organizations.MONTHLY, _CREDITS_TITLE)
            current = whole_number(str(form.get("current", "")), organizations.CURRENT, _CREDITS_TITLE)
            if str(current) == self._stored_current and self.plan == self._stored_plan:
                current = None  # unchanged: keeps charges made meanwhile
        return organizations.Settings(
            name=str(form.get("name", "")),
            plan=self.plan,
            max_users=whole_number(str(form.get("max-users", "")), _MAX_USERS),
            save_reports_to_archive=self.archive,
            monthly_credits=monthly,
            current_credits=current,
        )

    def _follow_plan(self) -> None:
        found = next((one for one in plans.PLANS if one.id == self.plan), None)
        if found is not None:
            self.monthly = self.current = str(found.credits)

    def _foretell(self) -> None:
        """Say what saving does to the balance: another plan brings its own credits, unless they are set by hand."""
        follows = self.plan != self._stored_plan and not self.manual
        chosen = next((one for one in plans.PLANS if one.id == self.plan), None)
        self.effect = plan_effect(int(self._stored_current), chosen) if follows and chosen else ""

    def _remember(self, row: OrganizationRow) -> None:
        self.title, self._version, self._stored_plan = row.name, row.version, row.plan
        self._stored_current = str(row.current_credits)
        self.badges = [plan_mark(row.plan), credits_mark(row.current_credits, row.monthly_credits)]

    async def _tell_what_changed(self, user: CurrentUser) -> None:
        row = await run_reading(overview.get_organization, user, self.organization_id)
        self._remember(row)
        self._foretell()
        archive = "aan" if row.save_reports_to_archive else "uit"
        self.outdated = (
            f"Nu staat er: {row.name}, plan {self.badges[0].words}, maximaal {row.max_users} gebruikers, "
            f"credits {self.badges[1].words}, archief {archive}. Wat je invulde staat nog hieronder; "
            "met Opslaan geldt dat."
        )
