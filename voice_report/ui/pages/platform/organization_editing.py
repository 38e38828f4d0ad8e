"""The dialog for a new organization, and the form that replaces a card."""

import reflex as rx

from ....services.billing import plans
from ...kit import button, field, notice, select, switch
from ...kit.scripted import focus_on
from .new_dialog import new_dialog
from .organization_form import NewOrganizationState, OrganizationEditState
from .words import marks, plan_allowance, plan_price


def new_organization_button() -> rx.Component:
    return new_dialog(
        "Nieuwe Organisatie",
        NewOrganizationState,
        field("Naam organisatie", "new-name", auto_complete="off", auto_focus=True),
        select("Plan", "new-plan", [(one.id, plan_price(one)) for one in plans.PLANS]),
    )


def edit_form() -> rx.Component:
    state = OrganizationEditState
    return rx.el.article(
        rx.el.div(
            rx.el.h2(rx.el.bdi(state.title), " bewerken", id="editing", class_name="subheading"),
            marks(state.badges),
            class_name="org-head",
        ),
        rx.cond(state.outdated != "", notice("Deze organisatie is intussen gewijzigd", state.outdated, role="alert")),
        rx.el.form(
            rx.el.div(
                field("Naam organisatie", "name", default_value=state.name, auto_complete="off", auto_focus=True),
                _plan_select(),
                field(
                    "Max. gebruikers",
                    "max-users",
                    default_value=state.max_users,
                    input_mode="numeric",
                ),
                class_name="edit-grid",
            ),
            _switches(),
            rx.el.div(
                button("Opslaan", variant="primary", type="submit"),
                button("Annuleren", variant="plain", on_click=state.cancel),
                class_name="row",
            ),
            on_submit=state.save,
            no_validate=True,
            class_name="form",
        ),
        class_name="card org editing",
        aria_labelledby="editing",
    )


def focus_after_editing() -> rx.Component:
    """Move the focus to the card's 'Bewerken' when its form closes."""
    return focus_on(target=OrganizationEditState.left, round=OrganizationEditState.closed)


def _plan_select() -> rx.Component:
    state = OrganizationEditState
    options = [{"value": one.id, "label": f"{one.label}, {plan_allowance(one)}"} for one in plans.PLANS]
    unknown = [{"value": state.unknown_plan, "label": "Onbekend plan: " + state.unknown_plan}]
    return rx.el.div(
        select(
            "Plan",
            "plan",
            rx.cond(state.unknown_plan == "", rx.Var.create(options), rx.Var.create([*unknown, *options])),
            default_value=state.plan,
            on_change=state.choose_plan,
        ),
        rx.el.p(state.effect, class_name="effect num", role="status"),
    )


def _switches() -> rx.Component:
    state = OrganizationEditState
    return rx.el.div(
        switch(
            "Credits handmatig instellen",
            "manual",
            hint="Wijkt af van het aantal dat bij het plan hoort.",
            default_checked=state.manual,
            on_change=state.set_manual,
        ),
        rx.cond(
            state.manual,
            rx.el.div(
                field(
                    "Maandelijkse credits",
                    "monthly",
                    hint="-1 is onbeperkt",
                    default_value=state.monthly,
                    input_mode="text",
                ),
                field("Huidige credits", "current", default_value=state.current, input_mode="text"),
                class_name="pair",
            ),
        ),
        switch(
            "Rapportages archiveren",
            "archive",
            hint="Opt-in volgens de AVG. Niet mogelijk bij Trial.",
            key=rx.cond(state.plan == "trial", "never", "optional"),  # remounted when the plan decides
            default_checked=state.archive,
            disabled=state.plan == "trial",
            on_change=state.set_archive,
        ),
        class_name="switches",
    )
