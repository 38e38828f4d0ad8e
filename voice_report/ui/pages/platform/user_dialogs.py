"""The dialogs to create and change a user."""

from typing import Any

import reflex as rx

from ...kit import combobox, dialog, dialog_form, field, notice, password_field, select, switch
from .new_dialog import new_dialog
from .user_form import EditUserState, NewUserState, UserFormState
from .words import MANAGED_ROLES, dialog_error

_PASSWORD_RULE = "Minimaal 12 karakters, met een hoofdletter, kleine letter, cijfer en speciaal teken (@$!%*?&#)"  # noqa: S105  # nosec B105
_ROLE_HINT = (
    "Gebruiker: standaard toegang. Admin: beheert de organisatie, kan het team beheren en uitnodigingen versturen."
)


def new_user_button() -> rx.Component:
    return new_dialog(
        "Nieuwe Gebruiker",
        NewUserState,
        field("E-mailadres", "email", type="email", auto_complete="off", auto_focus=True),
        password_field(label="Wachtwoord", name="password", auto_complete="new-password", hint=_PASSWORD_RULE),
        rx.el.div(
            field("Voornaam", "first-name", auto_complete="off"),
            field("Achternaam", "last-name", auto_complete="off"),
            class_name="pair",
        ),
        _organization(),
        select("Rol", "role", MANAGED_ROLES, hint=_ROLE_HINT),
        _personal(UserFormState.prefill),
    )


def edit_dialog() -> rx.Component:
    return dialog(
        EditUserState.title + " bewerken",
        rx.cond(EditUserState.user_id != "", _edit_form()),
        open=EditUserState.user_id != "",
        on_close=EditUserState.cancel,
    )


def _edit_form() -> rx.Component:
    state = EditUserState
    return dialog_form(
        rx.cond(state.outdated != "", notice("Deze gebruiker is intussen gewijzigd", state.outdated, role="alert")),
        _organization(),
        select("Rol", "role", MANAGED_ROLES, hint=_ROLE_HINT, default_value=state.role),
        rx.el.div(
            switch(
                "Account actief",
                "active",
                hint="Wie niet actief is, kan niet inloggen.",
                default_checked=state.active,
            ),
            class_name="switches",
        ),
        _personal(None),
        dialog_error(state.error),
        on_submit=state.save,
        on_cancel=state.cancel,
    )


def _organization() -> rx.Component:
    return combobox(
        label="Organisatie",
        name="organization",
        icon="search",
        found=["organisatie", "organisaties"],
        nothing="Niets gevonden",
        value=UserFormState.organization_id,
        words=UserFormState.organization_name,
        options=UserFormState.organizations,
        answered=UserFormState.answered,
        hint="Typ een deel van de naam en kies.",
        on_search=UserFormState.find,
        on_choose=UserFormState.choose,
    )


def _personal(prefill: Any) -> rx.Component:
    """Return the switch and its two fields; ``prefill`` gets the monthly number when that field loses focus."""
    state = UserFormState
    leaving = {"on_blur": prefill} if prefill is not None else {}
    return rx.el.div(
        switch(
            "Persoonlijke credits",
            "personal",
            hint="Worden eerst gebruikt, voor die van de organisatie.",
            default_checked=state.personal,
            on_change=state.set_personal,
        ),
        rx.cond(
            state.personal,
            rx.el.div(
                field(
                    "Maandelijkse credits",
                    "monthly",
                    default_value=state.monthly,
                    placeholder="-1 = unlimited",
                    **leaving,
                ),
                field(
                    "Beschikbare credits",
                    "current",
                    key=state.current,  # remounted when it is prefilled
                    default_value=state.current,
                    placeholder="-1 = unlimited",
                ),
                class_name="pair",
            ),
        ),
        class_name="switches",
    )
