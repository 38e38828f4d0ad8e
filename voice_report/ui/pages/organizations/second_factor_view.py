"""The cards about the second factor: the policy, and who has none."""

import reflex as rx

from ....services.sign_in.requirement import OFF, RECOMMENDED, REQUIRED
from ...components import button, date_field, focus_error, select
from ...paged_list import rows_or_empty
from .second_factor import SecondFactorState, WithoutItem, WithoutState

_SINCE = "Wie dan nog niets heeft, stelt het in na het wachtwoord. Tot die tijd blijft inloggen zoals het is."
_CHOICES = ((OFF, "Uit"), (RECOMMENDED, "Aanbevolen"), (REQUIRED, "Verplicht"))


def second_factor_card() -> rx.Component:
    """Return the card with the policy."""
    state = SecondFactorState
    return rx.el.section(
        rx.el.h2("Tweestapsverificatie", id="tweede-stap", class_name="subheading"),
        rx.el.p("Een toegangssleutel, of een code na het wachtwoord.", class_name="card-text"),
        rx.el.form(
            rx.el.fieldset(
                rx.el.legend("Tweestapsverificatie", class_name="visually-hidden"),
                rx.el.div(*(_choice(value, words) for value, words in _CHOICES), class_name="choice"),
                class_name="field",
            ),
            rx.el.div(
                date_field(
                    label="Verplicht vanaf",
                    name="second-factor-since",
                    hint=_SINCE,
                    error=state.since_error,
                    default_value=state.since,
                ),
                class_name="since",
            ),
            focus_error(round=state.refused),
            select(
                "Toestel onthouden",
                "remember-days",
                state.days,
                hint="Zo lang vraagt een eigen toestel geen code.",
                default_value=state.remember_days,
            ),
            rx.el.div(
                button("Opslaan", variant="primary", type="submit"),
                rx.el.p("Je wijziging komt in het logboek.", class_name="quiet"),
                class_name="save-row",
            ),
            key=state.round.to(str),
            on_submit=state.save,
            no_validate=True,
            class_name="form second-factor",
        ),
        class_name="card pad",
        aria_labelledby="tweede-stap",
    )


def without_card() -> rx.Component:
    """Return the card with the members who have no second factor, once the policy wants one."""
    return rx.cond(
        SecondFactorState.is_asked & (WithoutState.items.length() > 0),
        rx.el.section(
            rx.el.div(
                rx.el.h2("Nog zonder tweede stap", id="zonder", class_name="subheading"),
                rx.el.p(SecondFactorState.lacking, class_name="quiet num"),
                class_name="card-head",
            ),
            rx.el.progress(
                value=SecondFactorState.ready_share.to(str), max="100", class_name="share", aria_label="Collega's klaar"
            ),
            rows_or_empty(
                WithoutState,
                rx.el.ul(rx.foreach(WithoutState.items, _member), class_name="list"),
                rx.fragment(),
                "collega's zonder tweede stap",
                small=True,
            ),
            rx.el.div(
                button(
                    "Allemaal herinneren",
                    variant="plain",
                    size="small",
                    icon_name="mail",
                    on_click=WithoutState.remind_all,
                ),
                class_name="tail",
            ),
            class_name="card pad",
            aria_labelledby="zonder",
        ),
    )


def _choice(value: str, words: str) -> rx.Component:
    chosen = SecondFactorState.choice == value
    return rx.el.label(rx.el.input(type="radio", name="second-factor", value=value, default_checked=chosen), words)


def _member(item: rx.Var[WithoutItem]) -> rx.Component:
    return rx.el.li(
        rx.el.span(item.initials, class_name="initials", aria_hidden=True),
        rx.el.span(
            rx.el.b(item.name),
            rx.el.span(item.email, class_name="mail"),
            rx.el.span(item.reminded, class_name="mail num"),
            class_name="text",
        ),
        rx.cond(
            item.is_due,
            button("Herinneren", variant="plain", size="small", on_click=WithoutState.remind(item.id), what=item.name),
            rx.fragment(),
        ),
        class_name="thing without",
        key=item.id,
    )
