"""A quiet notice for a user who has no second factor, where the organization recommends or will require one."""

import reflex as rx

from ....core import texts
from ....db.session import run_in_transaction, run_reading
from ....services.sessions import requirement
from ...kit import button, link_button, notice, notice_actions
from ...shell import routes
from ...shell.actions import action
from ...shell.session import current_user

_SECURITY = f"{routes.ACCOUNT}#beveiliging"


class FactorNoticeState(rx.State):
    """The notice of this visit; '' for none."""

    text: str = ""

    @action
    async def load(self):
        """Load what the organization wants of a user who has no second factor."""
        user = await current_user(self)
        found = await run_reading(requirement.notice, user)
        self.text = sentence(found) if found else ""

    @action
    async def close(self):
        """Do not show it again, until the organization chooses otherwise."""
        user = await current_user(self)
        await run_in_transaction(requirement.close_notice, user)
        self.text = ""


def sentence(found: requirement.Notice) -> str:
    """Return what the organization wants."""
    if found.since:
        return f"Vanaf {texts.long_date(found.since)} heb je hem nodig om in te loggen."
    return "Je organisatie raadt het aan."


def factor_notice() -> rx.Component:
    return rx.cond(
        FactorNoticeState.text != "",
        rx.el.div(
            notice(
                "Stel je tweede stap in",
                FactorNoticeState.text,
                notice_actions(
                    link_button("Naar Mijn account", href=_SECURITY, variant="plain", size="small"),
                    button("Niet nu", variant="plain", size="small", on_click=FactorNoticeState.close),
                ),
                tone="petrol",
                icon_name="shield",
            ),
            class_name="page",
        ),
    )
