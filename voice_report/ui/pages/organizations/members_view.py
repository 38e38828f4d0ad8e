"""The team cards: invite, open invitations, users."""

from typing import Any

import reflex as rx

from ....services.shared.identity import ADMIN, USER
from ... import installation
from ...kit import badge, button, field_box, focus_error, icon
from ...kit.form.field import described
from ...shell.confirmation import confirmation
from ...shell.paged_list import rows_or_empty
from .factor_reset import FactorResetState, UnlinkingState, factor_reset_dialog
from .members import SENT_TEXT, ColleaguesState, InvitationItem, InvitationsState, Outcome, TeamState, UserItem

UNLINK = "Werkaccount loskoppelen"
_SEVERAL = "Meer adressen? Zet ze onder elkaar."


def invite_card() -> rx.Component:
    """Return the card to invite a colleague, with the role toggle."""
    return rx.el.section(
        rx.el.div(rx.el.h2("Collega uitnodigen", id="uitnodigen", class_name="subheading"), class_name="card-head"),
        rx.el.form(
            field_box(
                "E-mailadres",
                rx.el.textarea(
                    id="field-email",
                    name="email",
                    class_name="input addresses",
                    rows="1",
                    input_mode="email",
                    placeholder="naam@organisatie.nl",
                    auto_complete="off",
                    spell_check=False,
                    default_value=TeamState.left,
                    key=TeamState.round.to(str),
                    **described("field-email", _SEVERAL, TeamState.email_error),
                ),
                id="field-email",
                hint=_SEVERAL,
                error=TeamState.email_error,
            ),
            focus_error(round=TeamState.refused),
            _outcomes(),
            rx.el.input(type="hidden", name="round", value=TeamState.round.to(str)),
            rx.el.fieldset(
                rx.el.legend("Rol"),
                rx.el.div(_role(USER, "Gebruiker", chosen=True), _role(ADMIN, "Admin"), class_name="choice"),
                class_name="field",
            ),
            rx.cond(TeamState.full != "", rx.el.p(TeamState.full, class_name="quiet")),
            button("Uitnodiging Verzenden", variant="primary", full=True, icon_name="mail", type="submit"),
            on_submit=TeamState.invite,
            no_validate=True,
            class_name="form",
        ),
        class_name="card pad",
        aria_labelledby="uitnodigen",
    )


def _outcomes() -> rx.Component:
    """Return what happened to each of several addresses, in a live region that is there before it has content."""

    def line(one: rx.Var[Outcome]) -> rx.Component:
        mark = rx.cond(one.sent, badge("Verzonden", tone="green"), badge("Niet verzonden", tone="coral"))
        reason = rx.cond(one.words == SENT_TEXT, rx.fragment(), rx.el.span(one.words, class_name="mail"))
        return rx.el.li(rx.el.b(one.email), mark, reason, key=one.email)

    lines = rx.el.ul(rx.foreach(TeamState.outcomes, line), class_name="list outcomes")
    shown = rx.cond(TeamState.outcomes.length() > 0, lines)
    return rx.el.div(shown, class_name="outcomes-status", role="status")


def invitations_card() -> rx.Component:
    """Return the card of the open invitations, with the confirmation before withdrawing."""
    return rx.el.section(
        rx.el.div(rx.el.h2("Openstaande uitnodigingen", id="open", class_name="subheading"), class_name="card-head"),
        rows_or_empty(
            InvitationsState,
            rx.el.ul(rx.foreach(InvitationsState.items, _invitation), class_name="list"),
            rx.el.p("Geen openstaande uitnodigingen", class_name="soft"),
            "uitnodigingen",
            small=True,
        ),
        confirmation(
            TeamState,
            "Uitnodiging intrekken?",
            "De link in de mail aan " + TeamState.asked_name + " werkt daarna niet meer.",
            "Intrekken",
        ),
        class_name="card pad",
        aria_labelledby="open",
    )


def users_card() -> rx.Component:
    """Return the card with all users of the organization."""
    return rx.el.section(
        rx.el.div(
            rx.el.h2("Gebruikers", id="team", class_name="subheading"),
            rx.el.p(TeamState.members, class_name="quiet num"),
            class_name="card-head",
        ),
        rows_or_empty(
            ColleaguesState,
            rx.el.ul(rx.foreach(ColleaguesState.items, _user), class_name="list"),
            rx.el.p("Geen gebruikers gevonden", class_name="soft"),
            "gebruikers",
            small=True,
        ),
        rx.el.p(
            "Gaat een collega weg? Mail ",
            rx.el.a(installation.contact(), href=f"mailto:{installation.contact()}", class_name="link"),
            ", dan sluiten wij het account.",
            class_name="quiet leaving",
        ),
        factor_reset_dialog(FactorResetState),
        confirmation(
            UnlinkingState,
            "Werkaccount loskoppelen?",
            "Logt "
            + UnlinkingState.asked_name
            + " weer in met het werkaccount, dan is één keer het wachtwoord nodig. Nooit een wachtwoord gehad? Dan "
            + "helpt 'Wachtwoord vergeten'.",
            "Loskoppelen",
        ),
        class_name="card pad",
        aria_labelledby="team",
    )


def _role(value: str, words: str, *, chosen: bool = False) -> rx.Component:
    return rx.el.label(rx.el.input(type="radio", name="role", value=value, default_checked=chosen), words)


def _role_badge(words: rx.Var[str], is_admin: rx.Var[bool]) -> rx.Component:
    return rx.cond(is_admin, badge(words, tone="petrol"), badge(words))


def _invitation(item: rx.Var[InvitationItem]) -> rx.Component:
    return rx.el.li(
        rx.el.b(item.email),
        rx.el.span(item.expiry, class_name="mail num"),
        _role_badge(item.role, item.is_admin),
        rx.el.div(
            button(
                "Opnieuw verzenden",
                variant="plain",
                size="small",
                on_click=TeamState.resend(item.id),
                what=item.email,
            ),
            button("Intrekken", variant="remove", size="small", on_click=TeamState.ask(item.id), what=item.email),
            class_name="row-actions",
        ),
        class_name="invite",
        key=item.id,
    )


def _user(item: rx.Var[UserItem]) -> rx.Component:
    return rx.el.li(
        rx.cond(
            item.active,
            rx.el.span(icon("check"), class_name="active-mark", role="img", aria_label="Actief"),
            rx.el.span(icon("pause"), class_name="active-mark off", role="img", aria_label="Inactief"),
        ),
        rx.el.span(
            rx.el.b(item.name, class_name=rx.cond(item.active, "", "soft")),
            rx.el.span(item.email, class_name="mail"),
            class_name="text",
        ),
        _role_badge(item.role, item.is_admin),
        rx.cond(
            (item.resettable != "") | item.linked,
            rx.el.div(
                rx.cond(item.resettable != "", _act(item.resettable, FactorResetState.ask(item.id), item)),
                rx.cond(item.linked, _act(UNLINK, UnlinkingState.ask(item.id), item)),
                class_name="row-actions",
            ),
        ),
        class_name="colleague",
        key=item.id,
    )


def _act(words: Any, on_click: Any, item: rx.Var[UserItem]) -> rx.Component:
    return button(words, variant="plain", size="small", on_click=on_click, what=item.name)
