"""The page: the statistics cards above two tabs."""

import reflex as rx

from ....services.shared.identity import PLATFORM_ADMIN
from ...kit import link_button, tabs
from ...shell import routes
from ...shell.actions import action
from ...shell.layout import main, member_shell, page_head, to_logbook
from ...shell.session import SessionState, current_user
from ..organizations.factor_reset import factor_reset_dialog
from .counts import PlatformState, stat_cards
from .organization_cards import organizations_tab
from .organization_editing import edit_form, focus_after_editing, new_organization_button
from .organization_form import NewOrganizationState, OrganizationEditState
from .organizations import OrganizationsState, SubscriptionEndState
from .user_dialogs import edit_dialog, new_user_button
from .user_form import EditUserState, NewUserState
from .users import PlatformFactorResetState, UsersState, users_tab


class PlatformTabState(rx.State):
    tab: str = "organisaties"

    @action
    async def begin(self):
        """Reset the page: the first tab, with all forms and dialogs closed."""
        await current_user(self, PLATFORM_ADMIN)
        self.tab = "organisaties"
        (await self.get_state(NewOrganizationState)).open = False
        (await self.get_state(OrganizationEditState)).organization_id = ""
        (await self.get_state(NewUserState)).open = False
        (await self.get_state(EditUserState)).user_id = ""
        for question in (UsersState, PlatformFactorResetState, OrganizationsState, SubscriptionEndState):
            (await self.get_state(question)).asked = ""

    @action
    async def choose(self, tab: str):
        """Open a tab and load its current content."""
        await current_user(self, PLATFORM_ADMIN)
        if tab == self.tab:
            return None  # a press fires twice: on pointer down, and when the tab gets the focus
        self.tab = "gebruikers" if tab == "gebruikers" else "organisaties"
        return UsersState.load if self.tab == "gebruikers" else OrganizationsState.load


def platform_admin() -> rx.Component:
    organizations = organizations_tab(
        new_organization_button(), edit_form(), OrganizationEditState.organization_id, OrganizationEditState.edit
    )
    users = users_tab(new_user_button(), EditUserState.edit, PlatformFactorResetState.ask)
    return member_shell(
        main(
            page_head(
                "Platform Admin",
                to_logbook(
                    link_button("Inzicht", href=routes.INSIGHT, size="small"),
                    link_button("Uitgaand verkeer", href=routes.EGRESS, size="small"),
                ),
            ),
            focus_after_editing(),
            rx.el.div(
                stat_cards(),
                rx.el.div(
                    tabs(
                        ("organisaties", "Organisaties", organizations),
                        ("gebruikers", "Gebruikers", users),
                        label="Beheer",
                        value=PlatformTabState.tab,
                        on_change=PlatformTabState.choose,
                    ),
                    class_name="platform-tabs",
                ),
                edit_dialog(),
                factor_reset_dialog(PlatformFactorResetState),
                class_name="page",
            ),
        ),
        # A dialog that is open before all states of the page have arrived is treated as left over, and closed.
        ready=(PlatformState.loaded | PlatformState.failed) & (OrganizationsState.loaded | OrganizationsState.failed),
    )


#: The events that load the page.
LOADS = (SessionState.require_platform_admin, PlatformTabState.begin, PlatformState.load, OrganizationsState.load)
